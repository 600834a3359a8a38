//! The number of amazons of each colour in a region, and the numbering of placements.

use crate::ParseError;
use crate::util::start_of::start_of;
use std::fmt;
use std::str::FromStr;

/// The most squares of a region in the tables.
pub const MAX_SQUARES: usize = 10;

/// The amazons of a region, those of the stronger side first: `2v1` stands for two white amazons
/// against a black one and, with the colours swapped, for the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    strong: u8,
    weak: u8,
}

/// The rank of every set of squares among those with as many squares, in the order of their numbers
/// (the colexicographic order).
static RANKS: [u16; 1 << MAX_SQUARES] = {
    let mut ranks = [0; 1 << MAX_SQUARES];
    let mut seen = [0; MAX_SQUARES + 1];
    let mut set = 0;
    while set < ranks.len() {
        let count = set.count_ones() as usize;
        ranks[set] = seen[count];
        seen[count] += 1;
        set += 1;
    }
    ranks
};

/// The binomial coefficient n over k.
const fn choose(n: usize, k: usize) -> usize {
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * n.saturating_sub(i) / (i + 1);
        i += 1;
    }
    result
}

impl Material {
    /// Every class that tables are made of. They are closed under moves: each move leads only to
    /// regions of these classes.
    pub const ALL: [Self; 7] = [
        Self { strong: 1, weak: 0 },
        Self { strong: 2, weak: 0 },
        Self { strong: 3, weak: 0 },
        Self { strong: 1, weak: 1 },
        Self { strong: 2, weak: 1 },
        Self { strong: 2, weak: 2 },
        Self { strong: 3, weak: 1 },
    ];

    /// Returns the class of a region with these amazons, and whether Black is the stronger side, or
    /// `None` if there are no tables of that class.
    pub fn of(white: usize, black: usize) -> Option<(Self, bool)> {
        let class = Self { strong: white.max(black) as u8, weak: white.min(black) as u8 };
        (white.max(black) <= 3 && Self::ALL.contains(&class)).then_some((class, black > white))
    }

    /// Returns its place in [`ALL`](Self::ALL).
    pub fn index(self) -> usize {
        Self::ALL.iter().position(|other| *other == self).expect("all classes are listed")
    }

    /// Returns the amazons of the stronger side.
    pub const fn strong(self) -> usize {
        self.strong as usize
    }

    /// Returns the amazons of the weaker side.
    pub const fn weak(self) -> usize {
        self.weak as usize
    }

    /// Returns the amazons of both sides.
    pub const fn amazons(self) -> usize {
        (self.strong + self.weak) as usize
    }

    /// Returns whether both sides have an amazon.
    pub const fn contested(self) -> bool {
        self.weak > 0
    }

    /// Returns whether `self` can be a part of `other`: no side has more amazons, with or without a
    /// swap of the colours.
    pub const fn within(self, other: Self) -> bool {
        self.strong <= other.strong && self.weak <= other.weak
    }

    /// Ways to colour the amazons of the class on given squares. With equal sides, two ways that
    /// are each other's colour swap count once.
    const fn colourings(self) -> usize {
        let all = choose(self.amazons(), self.weak());
        if self.strong == self.weak { all / 2 } else { all }
    }

    /// Returns the number of placements on the squares of one embedding of a shape. Placements that
    /// differ by a symmetry of the shape count separately; with equal sides, colour swaps do not.
    pub const fn placements(self, squares: usize) -> usize {
        if squares < self.amazons() {
            return 0;
        }
        choose(squares, self.amazons()) * self.colourings()
    }

    /// Returns the most spare moves in either direction for which the score does not follow from
    /// that with one spare move fewer: see [`Scores`](crate::tables::Scores).
    pub const fn reach(self, squares: usize) -> usize {
        let empty = squares.saturating_sub(self.amazons());
        if self.contested() { empty.saturating_sub(1) } else { 0 }
    }

    /// Returns the number of a placement, given the squares of the stronger and of the weaker side
    /// as sets of the shape's squares. With equal sides, also returns whether the entry is the one
    /// with the colours swapped.
    #[inline]
    pub fn place(self, strong: u16, weak: u16) -> (usize, bool) {
        let all = strong | weak;
        let rank = usize::from(RANKS[usize::from(all) % RANKS.len()]);
        let within = |set: u16| {
            let mut left = set;
            let mut ordinals = 0u16;
            while left != 0 {
                ordinals |= 1 << (all & (left & left.wrapping_neg()).wrapping_sub(1)).count_ones();
                left &= left - 1;
            }
            ordinals
        };
        if self.weak == 0 {
            return (rank, false);
        }
        if self.strong == self.weak {
            // Of the two colourings, take the one in which the lowest square is the first set's.
            let swapped = weak & all & all.wrapping_neg() != 0;
            let second = within(if swapped { strong } else { weak });
            // The lowest of the squares is never in the second set.
            let colouring = usize::from(RANKS[usize::from(second >> 1) % RANKS.len()]);
            return (rank * self.colourings() + colouring, swapped);
        }
        let colouring = usize::from(RANKS[usize::from(within(weak)) % RANKS.len()]);
        (rank * self.colourings() + colouring, false)
    }

    /// Returns every placement on `squares` squares in the order of their numbers, as the squares
    /// of the stronger and of the weaker side.
    pub fn all_placements(self, squares: usize) -> Vec<(u16, u16)> {
        let amazons = self.amazons() as u32;
        let mut all = vec![(0, 0); self.placements(squares)];
        for set in (0..1u16 << squares).filter(|set| set.count_ones() == amazons) {
            let members: Vec<u16> = (0..16).map(|i| 1 << i).filter(|bit| set & bit != 0).collect();
            for choice in (0..1u16 << amazons).filter(|c| c.count_ones() == u32::from(self.weak)) {
                let weak = (0..members.len())
                    .filter(|i| choice >> i & 1 != 0)
                    .fold(0, |sum, i| sum | members[i]);
                if let (number, false) = self.place(set ^ weak, weak) {
                    all[number] = (set ^ weak, weak);
                }
            }
        }
        all
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}

impl FromStr for Material {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "is not a class of region; expected one of 1v0 2v0 3v0 1v1 2v1 2v2 3v1";
        let known = Self::ALL.into_iter().find(|class| class.to_string() == text);
        known.ok_or_else(|| ParseError::of(start_of(text), expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_its_own_number() {
        for class in Material::ALL {
            for squares in 0..=MAX_SQUARES {
                let all = class.all_placements(squares);
                for (number, &(strong, weak)) in all.iter().enumerate() {
                    assert_eq!(class.place(strong, weak), (number, false), "{class} {squares}");
                    assert_eq!(strong.count_ones() as usize, class.strong());
                    assert_eq!(weak.count_ones() as usize, class.weak());
                    if class.strong == class.weak {
                        assert_eq!(class.place(weak, strong), (number, true));
                    }
                }
            }
        }
    }

    #[test]
    fn names() {
        for class in Material::ALL {
            assert_eq!(class.to_string().parse(), Ok(class));
            assert_eq!(Material::of(class.weak(), class.strong()).unwrap().0, class);
        }
        assert!("4v1".parse::<Material>().is_err());
        assert_eq!(Material::of(0, 0), None);
        assert_eq!(Material::of(1, 2).unwrap(), ("2v1".parse().unwrap(), true));
        assert_eq!(Material::of(257, 1), None);
    }
}
