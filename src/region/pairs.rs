//! Pairs of a region and its negative: the same region with the colours swapped, turned, mirrored
//! or moved.
//!
//! They cancel under normal play: whoever moves second in the pair answers each move by its image
//! in the other region, so the pair is worth 0. Game values and the winner of a board stay what
//! they are without it. Scores may change, since the winner may have moves left in the pair when
//! the loser has run out.

use crate::board::{Bitboard, Placement};

/// Takes pairs of a region and its negative out of a list. `region` gives the region of an entry.
///
/// A `key` and its sign are those of [`Keyed::key`](super::key::Keyed::key). They are only made for
/// regions whose numbers of squares and amazons match.
pub fn cancel_pairs<T, B: Bitboard, K: PartialEq>(
    list: &mut Vec<T>,
    region: impl Fn(&T) -> Placement<B>,
    key: impl Fn(&Placement<B>) -> (K, bool),
) {
    let mut i = 1;
    while i < list.len() {
        let negative = region(&list[i]).swapped();
        let twin = list[..i].iter().position(|other| same(&region(other), &negative, &key));
        match twin {
            Some(twin) => {
                list.remove(i);
                list.remove(twin);
                i -= 1;
            }
            None => i += 1,
        }
    }
}

/// Whether two regions are the same with the same colours. A region that is its own negative has
/// one sign, whichever way round it is given, so signs can be compared.
fn same<B: Bitboard, K: PartialEq>(
    one: &Placement<B>,
    other: &Placement<B>,
    key: &impl Fn(&Placement<B>) -> (K, bool),
) -> bool {
    let counts = |region: &Placement<B>| {
        [region.empty, region.white, region.black].map(|squares| squares.count())
    };
    counts(one) == counts(other) && key(one) == key(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Wide};
    use crate::region::key::Keyed;
    use crate::region::regions;
    use crate::testing::RandomPositions;

    /// The regions that are left, in every layout that has keys.
    fn left(position: &Position) -> usize {
        let placement = position.placement();
        let parts: Vec<Wide> = placement.components().collect();
        let (mut small, mut medium, mut large) = (parts.clone(), parts.clone(), parts);
        cancel_pairs(&mut small, |part| placement.restricted(*part).fit().unwrap().0, u64::key);
        cancel_pairs(&mut medium, |part| placement.restricted(*part).fit().unwrap().0, u128::key);
        cancel_pairs(&mut large, |part| placement.restricted(*part), Wide::key);
        assert_eq!((&small, &medium), (&large, &large), "{position}");
        large.len()
    }

    fn left_of(fen: &str) -> usize {
        left(&fen.parse().unwrap())
    }

    #[test]
    fn a_region_cancels_with_its_negative_however_it_is_turned() {
        let mut random = RandomPositions::new(1);
        for i in 0..1000 {
            let region = random.region(i % 12, [1 + i % 2, 1 + i % 3]);
            let negative = region.swapped().transformed(random.below(8) as u8);
            let pair = random.beside(&[region.clone(), negative]);
            assert_eq!(left(&pair), 0, "{pair}");
            let odd = random.beside(&[region.clone(), region.swapped(), region]);
            assert_eq!(left(&odd), 1, "{odd}");
        }
    }

    #[test]
    fn two_equal_regions_cancel_only_if_each_is_its_own_negative() {
        // Own negatives: by half a turn, and by a mirror.
        assert_eq!(left_of("Q2q/****/Q2q"), 0);
        assert_eq!(left_of("Q2/3/2q/***/2q/3/Q2"), 0);
        assert_eq!(left_of("Q2q/****/Q2q/****/q2Q"), 1);
        // Nearer to one end than to the other.
        assert_eq!(left_of("1Q1q/****/1Q1q"), 2);
        assert_eq!(left_of("1Q1q/****/1q1Q"), 0);
        assert_eq!(left_of("1Q1q/****/Q1q1"), 0);
    }

    #[test]
    fn regions_that_differ_stay() {
        assert_eq!(left_of("Q2q/****/Q1q1"), 2);
        // One-sided and dead regions cancel too.
        assert_eq!(left_of("Q2*2q"), 0);
        assert_eq!(left_of("Q2*1q1"), 2);
        assert_eq!(left_of("Q*q*1*1"), 0);
        let mut random = RandomPositions::new(2);
        for _ in 0..300 {
            let position = random.board(6, 6, 55, [3, 2]);
            // With a different number of amazons per side, something is left.
            assert!(left(&position) > 0, "{position}");
            assert!((regions(&position).len() - left(&position)).is_multiple_of(2), "{position}");
        }
    }
}
