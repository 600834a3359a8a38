//! The longest filling of a one-sided region: how many moves its amazons can make alone.
//!
//! Every move burns one square, so a filling is as long as the number of empty squares minus the
//! squares that it must waste. The search looks for the least waste, component by component.
//! Filling optimally is NP-equivalent (Buro 2000), so the search takes a limit like every other.

use super::dead_ends::DeadEnds;
use crate::board::Bitboard;
use crate::util::memory;
use crate::util::opaque_debug;

/// A proved interval for the length of the longest filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// At least this many moves can be made.
    pub at_least: u32,
    /// No more than this many moves can be made.
    pub at_most: u32,
}

impl Length {
    /// Returns the length if it is known.
    pub fn exact(self) -> Option<u32> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

/// What is known about the least waste of one connected component, under 96 bits of its hash.
#[derive(Clone, Copy, Default)]
struct KnownWaste {
    key: u64,
    check: u32,
    at_least: u8,
    at_most: u8,
    /// One more than the logarithm of the nodes that did not settle it, or 0 if none were spent.
    effort: u8,
}

const _: () = assert!(size_of::<KnownWaste>() == 16);

/// Finds longest fillings and remembers those of the components it met.
pub struct Filler {
    memory: Vec<KnownWaste>,
    used: usize,
    most: usize,
}

opaque_debug!([] Filler, "Filler");

/// The search was ended by its limit.
struct Stopped;

/// Nodes that are spent on a component before greedy fillings are tried. These often waste no more
/// than they must. Afterwards the search goes on.
const FIRST_NODES: u32 = 64;

/// The number of greedy fillings tried for a component, with a limit of nodes and without one.
const TRIES: usize = 8;
const UNLIMITED_TRIES: usize = 128;

/// The amount of chance in a greedy move, in eighths of an open neighbour.
const CHANCE: u32 = 48;

impl Filler {
    /// Entries at the start: 256 KiB, which most problems never outgrow.
    const FIRST: usize = 1 << 14;

    /// Makes a filler whose memory grows to at most `bytes`, or one entry.
    ///
    /// While the memory grows, the old half stays until it is copied; the limit includes this.
    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes * 2 / 3 / size_of::<KnownWaste>()).max(1).ilog2();
        Self { memory: vec![KnownWaste::default(); Self::FIRST.min(most)], used: 0, most }
    }

    /// Forgets everything and frees the memory that a large problem took.
    ///
    /// Remembered results save nodes. So a problem that is to take the same number of nodes
    /// whatever came before must begin with this.
    pub fn clear(&mut self) {
        if self.memory.len() > Self::FIRST {
            self.memory = vec![KnownWaste::default(); Self::FIRST];
        } else if self.used > 0 {
            self.memory.fill(KnownWaste::default());
        }
        self.used = 0;
    }

    /// Returns the length of the longest filling of the squares `empty` by `amazons`, the only
    /// amazons there; every other square is a wall. `tick` is called for every node and ends the
    /// search by returning `false`.
    pub fn longest<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        tick: &mut dyn FnMut() -> bool,
    ) -> Length {
        self.longest_within(empty, amazons, None, tick)
    }

    /// Like [`longest`](Self::longest), with at most `nodes` nodes for each component, if given.
    ///
    /// No nodes are then spent on a component that as many nodes did not settle before.
    pub fn longest_within<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        nodes: Option<u32>,
        tick: &mut dyn FnMut() -> bool,
    ) -> Length {
        let (mut at_least, mut at_most) = (0, 0);
        for (empty, amazons) in components(empty, amazons) {
            let squares = empty.count();
            let (least, most) = self.waste_between(empty, amazons, nodes, tick);
            at_least += squares - most;
            at_most += squares - least;
        }
        Length { at_least, at_most }
    }

    /// Proved bounds of the least waste of a connected component. They are equal unless the nodes
    /// did not suffice, now or before, or `tick` ended the search.
    fn waste_between<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        nodes: Option<u32>,
        tick: &mut dyn FnMut() -> bool,
    ) -> (u32, u32) {
        let squares = empty.count();
        if surely_filled(empty, amazons) {
            return (0, 0);
        }
        // One move is always possible in a component with an empty square.
        let (mut least, mut most) = (0, squares - 1);
        let (key, check, entry) = self.recall(empty, amazons);
        let effort = nodes.map(|nodes| nodes.checked_ilog2().map_or(0, |log| log as u8 + 1));
        if let Some(entry) = entry {
            (least, most) = (entry.at_least.into(), entry.at_most.into());
            if least == most || effort.is_some_and(|effort| effort <= entry.effort) {
                return (least, most);
            }
        }
        let (mut left, mut stopped) = (nodes, false);
        let mut tick = || {
            if let Some(left) = &mut left {
                if *left == 0 {
                    return false;
                }
                *left -= 1;
            }
            // Once `tick` has returned `false`, it is not called again.
            stopped = stopped || !tick();
            !stopped
        };
        let mut few = FIRST_NODES;
        let mut first = || {
            few = few.saturating_sub(1);
            few > 0 && tick()
        };
        self.narrow(empty, amazons, (&mut least, &mut most), &DeadEnds::default(), &mut first);
        if least < most {
            let mut dice = key | 1;
            for _ in 0..if nodes.is_some() { TRIES } else { UNLIMITED_TRIES } {
                if most == least {
                    break;
                }
                match greedy_waste(empty, amazons, most, &mut dice, &mut tick) {
                    Ok(waste) => most = most.min(waste),
                    Err(Stopped) => break,
                }
            }
        }
        if least < most {
            let ends = DeadEnds::new(empty | amazons, amazons.count(), &mut tick);
            least = least.max(ends.waste(empty));
            self.narrow(empty, amazons, (&mut least, &mut most), &ends, &mut tick);
        }
        let (at_least, at_most) = (least as u8, most as u8);
        // An interrupted search is repeated when the component is met again.
        let effort = if stopped { 0 } else { effort.unwrap_or(0) };
        self.put(KnownWaste { key, check, at_least, at_most, effort });
        (least, most)
    }

    /// Searches until the bounds meet or `tick` ends the search.
    fn narrow<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        (least, most): (&mut u32, &mut u32),
        ends: &DeadEnds<B>,
        tick: &mut dyn FnMut() -> bool,
    ) {
        while *least < *most {
            match self.waste(empty, amazons, *least, ends, tick) {
                Ok(waste) if waste <= *least => *most = waste,
                Ok(waste) => *least = waste,
                Err(Stopped) => break,
            }
        }
    }

    /// The hash of a component, and what is known about it.
    fn recall<B: Bitboard>(&self, empty: B, amazons: B) -> (u64, u32, Option<KnownWaste>) {
        let (a, b) = amazons.mix(empty.mix((0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344)));
        let entry = self.memory[self.slot(a)];
        (a, b as u32, (entry.key == a && entry.check == b as u32).then_some(entry))
    }

    /// The slot in which a component with this key is remembered.
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.memory.len() - 1)
    }

    /// Stores what is known about a component.
    fn put(&mut self, entry: KnownWaste) {
        let full = self.used * 2 > self.memory.len() && self.memory.len() < self.most;
        let claim =
            if full { memory::claim(2 * size_of_val(self.memory.as_slice())) } else { None };
        if full && claim.is_none() {
            self.most = self.memory.len();
        } else if full {
            let old = std::mem::take(&mut self.memory);
            self.memory = vec![KnownWaste::default(); old.len() * 2];
            for entry in old.into_iter().filter(|entry| entry.key != 0) {
                let slot = self.slot(entry.key);
                self.memory[slot] = entry;
            }
        }
        let slot = self.slot(entry.key);
        self.used += usize::from(self.memory[slot].key == 0);
        self.memory[slot] = entry;
    }

    /// The least waste of a connected component if it is at most `cap`, otherwise a proved lower
    /// bound above `cap`.
    fn waste<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        cap: u32,
        ends: &DeadEnds<B>,
        tick: &mut dyn FnMut() -> bool,
    ) -> Result<u32, Stopped> {
        let squares = empty.count();
        if surely_filled(empty, amazons) {
            return Ok(0);
        }
        let (key, check, known) = self.recall(empty, amazons);
        let (mut at_least, mut at_most) = (ends.waste(empty), squares - 1);
        if let Some(entry) = known {
            at_least = at_least.max(entry.at_least.into());
            at_most = entry.at_most.into();
        }
        if at_least > cap || at_least == at_most {
            return Ok(at_least);
        }
        if !tick() {
            return Err(Stopped);
        }
        let mut children = Vec::with_capacity(64);
        each_move(empty, amazons, |order, left, moved| children.push((order, left, moved)));
        children.sort_unstable_by_key(|child| child.0);
        let mut beyond = u32::MAX;
        let mut seen_last = None;
        for &(_, left, moved) in &children {
            if seen_last == Some((left, moved)) {
                continue;
            }
            seen_last = Some((left, moved));
            let best_cap = cap.min(at_most - 1);
            let sum = self.waste_of_parts(left, moved, best_cap, ends, tick)?;
            if sum < at_most && sum <= best_cap {
                at_most = sum;
                if at_most <= at_least {
                    break;
                }
            } else {
                beyond = beyond.min(sum);
            }
        }
        let waste = if at_most <= cap {
            at_least = at_most;
            at_most
        } else {
            at_least = at_least.max(beyond.min(at_most));
            at_least
        };
        let (at_least, at_most) = (at_least as u8, at_most as u8);
        self.put(KnownWaste { key, check, at_least, at_most, effort: 0 });
        Ok(waste)
    }

    /// The least waste of a placement that may be cut into parts, or a lower bound above `cap`.
    fn waste_of_parts<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        cap: u32,
        ends: &DeadEnds<B>,
        tick: &mut dyn FnMut() -> bool,
    ) -> Result<u32, Stopped> {
        let mut lost = empty.count();
        let parts = components(empty, amazons);
        for (empty, _) in parts.clone() {
            lost -= empty.count();
        }
        for (empty, amazons) in parts {
            if lost > cap {
                break;
            }
            lost += self.waste(empty, amazons, cap - lost, ends, tick)?;
        }
        Ok(lost)
    }
}

/// Calls `visit` with an order, lowest first, and the empty squares and amazons after each move.
#[inline(always)]
fn each_move<B: Bitboard>(empty: B, amazons: B, mut visit: impl FnMut(u32, B, B)) {
    for from in amazons.squares() {
        let vacated = empty | B::bit(from);
        let others = amazons.without(B::bit(from));
        for to in B::queen(from, empty).squares() {
            let free = vacated.without(B::bit(to));
            let moved = others | B::bit(to);
            for arrow in B::queen(to, free).squares() {
                let left = free.without(B::bit(arrow));
                // Burn the squares with the fewest ways in first, and stay near the others.
                let ways = (B::bit(arrow).neighbours() & free).count();
                let reach = (B::bit(to).neighbours() & left).count();
                visit(8 + ways - reach.min(8), left, moved);
            }
        }
    }
}

/// The waste of a filling that always makes the move which looks best, with some chance. The result
/// is only known to be `most` or more once the waste reaches `most`.
fn greedy_waste<B: Bitboard>(
    mut empty: B,
    mut amazons: B,
    most: u32,
    dice: &mut u64,
    tick: &mut dyn FnMut() -> bool,
) -> Result<u32, Stopped> {
    let mut waste = 0;
    while tick() {
        let mut best = None;
        let mut least = u32::MAX;
        each_move(empty, amazons, |order, left, moved| {
            *dice ^= *dice << 13;
            *dice ^= *dice >> 7;
            *dice ^= *dice << 17;
            let cut_off = left.without(moved.flood(left | moved));
            let chance = (*dice >> 32) as u32 % CHANCE;
            let order = 1024 * cut_off.count() + 8 * order + chance;
            if order < least {
                least = order;
                best = Some((left, moved, cut_off));
            }
        });
        let Some((left, moved, cut_off)) = best else { return Ok(waste + empty.count()) };
        waste += cut_off.count();
        if waste >= most {
            return Ok(waste);
        }
        (empty, amazons) = (left.without(cut_off), moved);
    }
    Err(Stopped)
}

/// The connected components that hold an amazon and an empty square, as (empty, amazons).
fn components<B: Bitboard>(empty: B, amazons: B) -> impl Iterator<Item = (B, B)> + Clone {
    let open = empty | amazons;
    let mut left = amazons;
    std::iter::from_fn(move || {
        while left.any() {
            let part = B::bit(left.first()).flood(open);
            left = left.without(part);
            if part.meets(empty) {
                return Some((part & empty, part & amazons));
            }
        }
        None
    })
}

/// Whether it is obvious without search that a connected component can be filled.
fn surely_filled<B: Bitboard>(empty: B, amazons: B) -> bool {
    empty.count() <= 1 || amazons.squares().any(|amazon| grown_from_blocks(empty, B::bit(amazon)))
}

/// Whether `empty` and the amazon's own square are grown from overlapping 2 × 2 blocks. Then the
/// amazon can burn them all (Lieberum 2005, theorem 1).
fn grown_from_blocks<B: Bitboard>(empty: B, amazon: B) -> bool {
    let open = empty | amazon;
    let corners = open & open.down(1) & open.down(B::STRIDE) & open.down(B::STRIDE + 1);
    if corners.is_none() {
        return false;
    }
    // Blocks overlap in two squares if and only if their corners are neighbours along a file or
    // rank.
    let mut chain = B::bit(corners.first());
    loop {
        let next = chain
            | (corners
                & (chain.up(1) | chain.down(1) | chain.up(B::STRIDE) | chain.down(B::STRIDE)));
        if next == chain {
            break;
        }
        chain = next;
    }
    let covered = chain | chain.up(1) | chain.up(B::STRIDE) | chain.up(B::STRIDE + 1);
    open.without(covered).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position};
    use crate::judge::minimax;

    fn solve(position: &Position) -> Length {
        let placement = position.placement();
        Filler::new(1 << 16).longest(placement.empty, placement.white, &mut || true)
    }

    /// Every shape inside 3 × 4 with an amazon on every square.
    #[test]
    fn all_small_shapes_equal_the_reference() {
        for shape in 0u32..1 << 12 {
            if shape.count_ones() > 9 {
                continue;
            }
            for amazon in (0..12).filter(|i| shape >> i & 1 != 0) {
                let rows: Vec<String> = (0..3)
                    .map(|row| {
                        (0..4)
                            .map(|file| match row * 4 + file {
                                square if square == amazon => 'X',
                                square if shape >> square & 1 != 0 => '.',
                                _ => '#',
                            })
                            .collect()
                    })
                    .collect();
                let position: Position = rows.join("|").parse().unwrap();
                let want = minimax::filling(&position, Color::White);
                assert_eq!(solve(&position).exact(), Some(want), "{position}");
                for (empty, amazons) in
                    components(position.placement().empty, position.placement().white)
                {
                    let mut dice = 1;
                    let squares = empty.count();
                    let waste = greedy_waste(empty, amazons, squares, &mut dice, &mut || true);
                    assert!(waste.is_ok_and(|waste| squares - waste <= want), "{position}");
                }
            }
        }
    }

    /// Two amazons in a maze of 26 squares, which no search could fill but a greedy filling does.
    #[test]
    fn a_maze_is_filled_greedily() {
        let position: Position = "*****3**/2**1**1**/2*1Q3*1/2*4*Q*/1Q3***2 w".parse().unwrap();
        let mut nodes = 0;
        let placement = position.placement();
        let length = Filler::new(1 << 16).longest(placement.empty, placement.white, &mut || {
            nodes += 1;
            nodes < 1000
        });
        assert_eq!(length.exact(), Some(placement.empty.count()), "{nodes}");
    }

    #[test]
    fn memory_grows_and_shrinks() {
        let mut filler = Filler::new(1 << 24);
        let first = filler.memory.len();
        let entry = |key: u64| KnownWaste { key, check: 1, at_least: 1, at_most: 1, effort: 0 };
        for key in 1..3 * first as u64 {
            filler.put(entry(key));
        }
        assert!(filler.memory.len() > first && filler.memory.len() <= (1 << 24) / 24);
        assert!(filler.used <= filler.memory.len());
        assert!(filler.memory.iter().filter(|entry| entry.key != 0).count() == filler.used);
        filler.clear();
        assert_eq!((filler.memory.len(), filler.used), (first, 0));
    }

    #[test]
    fn a_limit_leaves_an_interval() {
        let position: Position = "Q1*1*/*1*1*/1*1*1/*1*1*/1*1*1".parse().unwrap();
        let placement = position.placement();
        let mut filler = Filler::new(1 << 10);
        let mut left = 1;
        let mut tick = || {
            left -= 1;
            left >= 0
        };
        let length = filler.longest(placement.empty, placement.white, &mut tick);
        let within = filler.longest_within(placement.empty, placement.white, Some(2), &mut || true);
        let again = filler.longest_within(
            placement.empty,
            placement.white,
            Some(2),
            &mut || unreachable!(),
        );
        assert_eq!(within, again);
        let exact = solve(&position).exact().unwrap();
        assert!(length.at_least <= exact && exact <= length.at_most);
        assert!(length.exact().is_none() && within.exact().is_none());
        // A limit that did not suffice does not prevent a later search without one.
        assert_eq!(
            filler.longest(placement.empty, placement.white, &mut || true).exact(),
            Some(exact)
        );
    }
}
