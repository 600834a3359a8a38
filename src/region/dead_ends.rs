//! Squares that every filling of a region must waste: crooked dead ends.
//!
//! Let v be a square whose removal cuts a small part P off from the rest of a region. Everything
//! that happens in P goes through v. A small search over P alone assumes that there is always an
//! amazon at hand outside and that v is never in anybody's way. It finds the fewest squares of P
//! that can be left over, because each move of a real filling appears in P as one of this search's
//! steps or not at all:
//!
//! - An amazon outside shoots at a square of P that is seen from v.
//! - An amazon enters at such a square. From there, or after a move within P, it shoots at a square
//!   of P; or at v, which closes P; or past v, if there is an open square beyond.
//! - An amazon leaves over v and shoots at a square of P seen from v, at v, or at neither.
//!
//! The waste of disjoint parts adds up, so it bounds the waste of the whole filling from below.

use crate::board::Bitboard;
use crate::board::bitboard::DIRECTIONS;
use hashbrown::HashSet;

/// Sizes of the parts that are examined. Smaller ones can always be burned.
const SMALLEST: u32 = 3;
const LARGEST: u32 = 6;

/// A dead end with its only entrance.
#[derive(Clone, Copy)]
struct DeadEnd<B> {
    squares: B,
    entrance: usize,
    /// The open squares of the region outside both.
    outside: B,
}

/// What is left of a dead end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<B> {
    empty: B,
    amazons: B,
    closed: bool,
}

/// The dead ends of a region that waste squares.
#[derive(Clone, Debug, Default)]
pub struct DeadEnds<B> {
    /// The squares of each, largest first, and the least number of them that is wasted.
    ends: Vec<(B, u32)>,
}

impl<B: Bitboard> DeadEnds<B> {
    /// The dead ends of the squares `open` for a player with this many amazons, or those found
    /// before `tick`, which is called for each step, ends the search.
    pub fn new(open: B, amazons: u32, tick: &mut dyn FnMut() -> bool) -> Self {
        let mut found = dead_ends(open);
        found.sort_by_key(|end| std::cmp::Reverse(end.squares.count()));
        let mut ends = Vec::new();
        for end in found {
            match end.waste(amazons, tick) {
                Some(0) => (),
                Some(waste) => ends.push((end.squares, waste)),
                None => break,
            }
        }
        Self { ends }
    }

    /// A number of the empty squares `empty` that every filling of them wastes at least. Squares
    /// that have been blocked since do not give what is left of a dead end's surroundings any more
    /// ways.
    #[inline(always)]
    pub fn waste(&self, empty: B) -> u32 {
        let (mut waste, mut counted) = (0, B::NONE);
        for &(squares, here) in &self.ends {
            if squares.without(empty).is_none() && !squares.meets(counted) {
                counted |= squares;
                waste += here;
            }
        }
        waste
    }
}

/// The small parts that a single square cuts off.
fn dead_ends<B: Bitboard>(open: B) -> Vec<DeadEnd<B>> {
    let mut ends = Vec::new();
    for entrance in open.squares() {
        let others = open.without(B::bit(entrance));
        let mut left = B::bit(entrance).neighbours() & others;
        while left.any() {
            let squares = B::bit(left.first()).flood(others);
            left = left.without(squares);
            if squares != others && (SMALLEST..=LARGEST).contains(&squares.count()) {
                ends.push(DeadEnd { squares, entrance, outside: others.without(squares) });
            }
        }
    }
    ends
}

impl<B: Bitboard> DeadEnd<B> {
    /// The fewest squares that `most` amazons can leave over; `None` if `tick` ended the search.
    fn waste(&self, most: u32, tick: &mut dyn FnMut() -> bool) -> Option<u32> {
        let start = State { empty: self.squares, amazons: B::NONE, closed: false };
        let mut least = start.empty.count();
        let mut seen = HashSet::new();
        seen.insert(start);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            least = least.min(state.empty.count());
            if least == 0 {
                return Some(0);
            }
            if !tick() {
                return None;
            }
            self.each_step(state, most, |next| {
                if seen.insert(next) {
                    stack.push(next);
                }
            });
        }
        Some(least)
    }

    /// Calls `visit` with every state that one move can make of a state, with at most `most`
    /// amazons inside.
    fn each_step(&self, state: State<B>, most: u32, mut visit: impl FnMut(State<B>)) {
        let State { empty, amazons, closed } = state;
        let entrance = B::bit(self.entrance);
        let burned = |empty: B, amazons, square| State {
            empty: empty.without(B::bit(square)),
            amazons,
            closed,
        };
        // The squares that an amazon on `at` can shoot at.
        let mut shots = |empty: B, amazons: B, at: usize| {
            for arrow in (B::queen(at, self.ways(empty, closed)) & empty).squares() {
                visit(burned(empty, amazons, arrow));
            }
            if self.is_seen(at, empty, closed) {
                visit(State { empty, amazons, closed: true });
                if self.sees_out(at) {
                    visit(State { empty, amazons, closed });
                }
            }
        };
        if !closed && amazons.count() < most {
            for to in (B::queen(self.entrance, empty) & empty).squares() {
                shots(empty.without(B::bit(to)), amazons | B::bit(to), to);
            }
        }
        for from in amazons.squares() {
            let (others, vacated) = (amazons.without(B::bit(from)), empty | B::bit(from));
            let reached = B::queen(from, self.ways(empty, closed)) & empty;
            for to in reached.squares() {
                shots(vacated.without(B::bit(to)), others | B::bit(to), to);
            }
        }
        if closed {
            return;
        }
        for arrow in (B::queen(self.entrance, empty) & empty).squares() {
            visit(burned(empty, amazons, arrow));
        }
        for from in amazons.squares() {
            if (B::queen(from, empty | entrance) & entrance).any() {
                let (others, vacated) = (amazons.without(B::bit(from)), empty | B::bit(from));
                visit(State { empty: vacated, amazons: others, closed });
                visit(State { empty: vacated, amazons: others, closed: true });
                for arrow in (B::queen(self.entrance, vacated) & vacated).squares() {
                    visit(burned(vacated, others, arrow));
                }
            }
        }
    }

    /// The squares that amazons and arrows inside can pass.
    fn ways(&self, empty: B, closed: bool) -> B {
        if closed { empty } else { empty | B::bit(self.entrance) }
    }

    /// Whether the entrance is open and seen from a square.
    fn is_seen(&self, at: usize, empty: B, closed: bool) -> bool {
        !closed && B::queen(at, empty | B::bit(self.entrance)).has(self.entrance)
    }

    /// Whether there is an open square beyond the entrance, seen from a square inside.
    fn sees_out(&self, at: usize) -> bool {
        (0..DIRECTIONS).any(|direction| {
            B::ray(direction, at).has(self.entrance)
                && B::bit(self.entrance).step(direction).meets(self.outside)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Placement, Position, Wide};
    use crate::judge::minimax;
    use crate::testing::RandomPositions;

    fn forced(text: &str) -> u32 {
        let position: Position = text.parse().unwrap();
        let placement = position.placement();
        let open = placement.empty | placement.white;
        DeadEnds::new(open, placement.white.count(), &mut || true).waste(placement.empty)
    }

    #[test]
    fn a_forked_dead_end_wastes_a_square() {
        // Only the entrance and the fork are seen from the square before the fork.
        assert_eq!(forced("Q2/3/3/*1*/*1*/**1/2*/**1 w"), 1);
    }

    /// A random maze of passages one square wide, with White's amazons on it.
    fn maze(random: &mut RandomPositions, squares: u32, amazons: usize) -> Position {
        let room = Wide::rectangle(8, 8);
        let mut open = Wide::bit(Wide::index(4, 4));
        while open.count() < squares {
            let next = random.below(Wide::BITS);
            let touched = (Wide::bit(next).neighbours() & open).count();
            if room.without(open).has(next)
                && (1..=1 + random.below(8) as u32 / 7).contains(&touched)
            {
                open |= Wide::bit(next);
            }
        }
        let places: Vec<usize> = open.squares().collect();
        let white = (0..amazons)
            .fold(Wide::NONE, |white, _| white | Wide::bit(places[random.below(places.len())]));
        let placement = Placement { empty: open.without(white), white, black: Wide::NONE };
        Position::new(8, 8, placement, Color::White).unwrap()
    }

    #[test]
    fn no_filling_wastes_less() {
        let mut random = RandomPositions::new(50);
        let mut wasting = 0;
        for round in 0..2_400 {
            let position = maze(&mut random, 9 + round % 5, 1 + round as usize % 2);
            let placement = position.placement();
            let ends = DeadEnds::new(placement.open(), placement.white.count(), &mut || true);
            let forced = ends.waste(placement.empty);
            wasting += usize::from(forced > 0);
            let least = placement.empty.count() - minimax::filling(&position, Color::White);
            assert!(forced <= least, "{position}: {forced} of {least}");
        }
        assert!(wasting > 40, "{wasting}");
    }

    #[test]
    fn a_straight_dead_end_wastes_none() {
        assert_eq!(forced("Q2/3/3/1**/1**/1**/1** w"), 0);
    }
}
