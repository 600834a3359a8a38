//! Exact keys of regions. Two regions have equal keys if and only if a symmetry of the grid, a
//! translation or a swap of the colours maps one to the other. A key is made for every child of a
//! search, so bit tricks are used if the region fits the small layout. `region::Canonical` is the
//! same notion for whole positions with their moves.

use crate::board::{Bitboard, Placement, Wide};
use ahash::AHashMap;

/// A map from regions to values, by key.
#[derive(Default)]
pub struct RegionMap<V> {
    small: AHashMap<Placement<u64>, V>,
    medium: AHashMap<Placement<u128>, V>,
    large: AHashMap<Placement<Wide>, V>,
}

impl<V> RegionMap<V> {
    pub fn new() -> Self {
        Self { small: AHashMap::new(), medium: AHashMap::new(), large: AHashMap::new() }
    }

    /// Approximate number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.small.capacity() * (size_of::<(Placement<u64>, V)>() + 1)
            + self.medium.capacity() * (size_of::<(Placement<u128>, V)>() + 1)
            + self.large.capacity() * (size_of::<(Placement<Wide>, V)>() + 1)
    }
}

/// A layout whose regions have keys.
pub trait Keyed: Bitboard {
    /// Returns the key, and whether the colours were swapped to get it.
    ///
    /// The key is a pattern of bits, not a grid to play on: a transposed region may reach into the
    /// padding.
    fn key(region: &Placement<Self>) -> (Placement<Self>, bool);

    /// The part of a map for this layout.
    fn map<V>(maps: &mut RegionMap<V>) -> &mut AHashMap<Placement<Self>, V>;
}

/// The smaller of a pattern and its colour swap, and whether the colours were swapped.
fn either<B: Bitboard>(pattern: Placement<B>) -> (Placement<B>, bool) {
    let swapped = pattern.swapped();
    if swapped < pattern { (swapped, true) } else { (pattern, false) }
}

impl Keyed for u64 {
    fn key(region: &Placement<u64>) -> (Placement<u64>, bool) {
        let sets = [region.empty, region.white, region.black];
        let open = region.open();
        // Move the region into the corner.
        let down = open.trailing_zeros() & !7;
        let columns = {
            let folded = open | open >> 32;
            let folded = folded | folded >> 16;
            ((folded | folded >> 8) & 0xFF) as u32
        };
        let shift = down + columns.trailing_zeros();
        let mut sets = sets.map(|set| set >> shift);
        let mut width = 32 - (columns >> columns.trailing_zeros()).leading_zeros();
        let mut height = 8 - (open >> shift).leading_zeros() / 8;
        let square = width == height;
        if width < height {
            sets = sets.map(transposed);
            std::mem::swap(&mut width, &mut height);
        }
        let mut best = None;
        for turn in 0..if square { 2 } else { 1 } {
            if turn == 1 {
                sets = sets.map(transposed);
            }
            let upside = sets.map(|set| set.swap_bytes() >> (64 - 8 * height));
            for sets in [sets, upside] {
                let mirrored = sets.map(|set| mirror(set) >> (8 - width));
                for [empty, white, black] in [sets, mirrored] {
                    let candidate = either(Placement { empty, white, black });
                    if best.is_none_or(|best| candidate < best) {
                        best = Some(candidate);
                    }
                }
            }
        }
        best.expect("there is at least one image")
    }

    fn map<V>(maps: &mut RegionMap<V>) -> &mut AHashMap<Placement<u64>, V> {
        &mut maps.small
    }
}

/// An 8 × 8 pattern with files and ranks exchanged, by three rounds of swaps.
fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let swap = (set ^ (set >> shift)) & mask;
        set ^= swap ^ (swap << shift);
    }
    set
}

/// An 8 × 8 pattern with the files in reverse.
fn mirror(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

/// Finds the key by way of a list of squares, for the layouts that are used less.
fn key_by_squares<B: Bitboard>(region: &Placement<B>) -> (Placement<B>, bool) {
    let (files, ranks) = region.extent().unwrap_or((0..0, 0..0));
    let (width, height) = (files.len(), ranks.len());
    let image = |set: B, symmetry: u8| {
        set.squares().fold(B::NONE, |all, square| {
            let mut file = square % B::STRIDE - files.start;
            let mut rank = square / B::STRIDE - ranks.start;
            if symmetry & 1 != 0 {
                file = width - 1 - file;
            }
            if symmetry & 2 != 0 {
                rank = height - 1 - rank;
            }
            all | if symmetry & 4 == 0 {
                B::bit(B::index(file, rank))
            } else {
                B::bit(B::index(rank, file))
            }
        })
    };
    // A flat region is only turned to give another flat one.
    let symmetries = match width.cmp(&height) {
        std::cmp::Ordering::Greater => 0..4,
        std::cmp::Ordering::Less => 4..8,
        std::cmp::Ordering::Equal => 0..8,
    };
    symmetries
        .map(|symmetry| {
            either(Placement {
                empty: image(region.empty, symmetry),
                white: image(region.white, symmetry),
                black: image(region.black, symmetry),
            })
        })
        .min()
        .expect("there is at least one image")
}

impl Keyed for u128 {
    fn key(region: &Placement<u128>) -> (Placement<u128>, bool) {
        key_by_squares(region)
    }

    fn map<V>(maps: &mut RegionMap<V>) -> &mut AHashMap<Placement<u128>, V> {
        &mut maps.medium
    }
}

impl Keyed for Wide {
    fn key(region: &Placement<Wide>) -> (Placement<Wide>, bool) {
        key_by_squares(region)
    }

    fn map<V>(maps: &mut RegionMap<V>) -> &mut AHashMap<Placement<Wide>, V> {
        &mut maps.large
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::region::canonical::Canonical;
    use crate::testing::RandomPositions;

    fn keys(position: &Position) -> [String; 3] {
        let placement = position.placement();
        let (small, medium) =
            (placement.fit::<u64>().unwrap().0, placement.fit::<u128>().unwrap().0);
        [
            format!("{:?}", u64::key(&small).0),
            format!("{:?}", u128::key(&medium).0),
            format!("{:?}", Wide::key(placement).0),
        ]
    }

    #[test]
    fn keys_are_equal_just_where_canonical_forms_are() {
        let mut random = RandomPositions::new(3);
        let mut pairs = Vec::new();
        for _ in 0..400 {
            let empties = random.below(6);
            let region = random.region(empties, [1, 1]);
            let image = region.transformed(random.below(8) as u8).swapped();
            assert_eq!(keys(&region), keys(&image), "{region}");
            pairs.push((Canonical::of_region(&region).position, keys(&region)));
        }
        for (form, keys) in &pairs {
            for (other_form, other_keys) in &pairs {
                for i in 0..3 {
                    assert_eq!(form == other_form, keys[i] == other_keys[i], "{form} {other_form}");
                }
            }
        }
    }

    #[test]
    fn the_swap_is_told() {
        let region: Position = "Q3/3q".parse().unwrap();
        let swapped = region.swapped();
        let (a, b) = (u64::key(&region.placement().fit().unwrap().0).1, {
            u64::key(&swapped.placement().fit().unwrap().0).1
        });
        // This one becomes its own negative by a turn, so either answer is right for both.
        assert_eq!(a, b);
        let region: Position = "Q2/2q/3".parse().unwrap();
        let swapped = region.swapped();
        let flag = |p: &Position| u64::key(&p.placement().fit().unwrap().0).1;
        assert_ne!(flag(&region), flag(&swapped));
    }
}
