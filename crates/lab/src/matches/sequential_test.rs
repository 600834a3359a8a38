//! The sequential test of a match in progress: it ends with its first verdict.

use super::log::GameLine;
use crate::stats::{PairCounts, Sprt, SprtVerdict};
use hashbrown::HashSet;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// A test that counts finished games one after another. Games still in progress at its verdict
/// belong to the match but change nothing here: if the ratio could cross back over its bound, the
/// test would have other error rates.
#[derive(Clone, Debug)]
pub(super) struct SequentialTest {
    test: Sprt,
    /// By opening with one finished game: whether the first player won it, and its hash.
    halves: BTreeMap<usize, (bool, u64)>,
    /// The pairs counted so far, by their hashes, if a pair that is played again is a copy.
    known: Option<HashSet<u64>>,
    stand: TestStand,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestStand {
    /// The first verdict that was not open.
    pub verdict: SprtVerdict,
    /// The pairs of games up to the verdict, by how many of the two games of an opening the first
    /// player won. A game whose counterpart is not finished is not counted, nor is a copy of a pair.
    pub pairs: PairCounts,
}

impl TestStand {
    /// Returns whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.verdict != SprtVerdict::Open
    }
}

impl SequentialTest {
    /// Makes the test, before the first game. If the players `repeat` their games, it counts
    /// only one of several equal pairs: the others are copies, not further evidence.
    pub fn new(test: Sprt, repeat: bool) -> Self {
        let stand = TestStand { verdict: SprtVerdict::Open, pairs: [0; 3] };
        Self { test, halves: BTreeMap::new(), known: repeat.then(HashSet::new), stand }
    }

    /// Counts a finished game.
    pub fn add(&mut self, game: &GameLine) {
        let won = game.winning_player() == 0;
        if self.stand.is_decided() {
            return;
        }
        let hash = xxh3_64(format!("{} {} {}", game.white, game.start, game.moves).as_bytes());
        let Some((other_won, other)) = self.halves.remove(&game.opening) else {
            self.halves.insert(game.opening, (won, hash));
            return;
        };
        // Either game of a pair may be finished first.
        if self.known.as_mut().is_none_or(|known| known.insert(hash.wrapping_add(other))) {
            self.stand.pairs[usize::from(won) + usize::from(other_won)] += 1;
            self.stand.verdict = self.test.verdict(self.stand.pairs);
        }
    }

    /// Returns the state of the test.
    pub fn stand(&self) -> TestStand {
        self.stand
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{SideLine, Termination};
    use amazons::board::Color;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn games_that_were_under_way_do_not_reopen_a_test_that_has_told() {
        let game = |number: usize, first_wins: bool| {
            let white = number % 2;
            let winner = if (white == 0) == first_wins { Color::White } else { Color::Black };
            GameLine {
                white_id: None,
                black_id: None,
                game: number,
                white,
                black: 1 - white,
                opening: number / 2,
                winner,
                reason: Termination::NoMove,
                detail: None,
                white_side: SideLine::default(),
                black_side: SideLine::default(),
                start: String::new(),
                moves: String::new(),
            }
        };
        // The same two games, played three times, are one pair where players repeat their games.
        for (repeat, pairs) in [(false, [0, 3, 0]), (true, [0, 1, 0])] {
            let mut test = SequentialTest::new(SPRT, repeat);
            [(0, true), (1, false), (3, false), (2, true), (4, true), (5, false)]
                .iter()
                .for_each(|&(number, first_wins)| test.add(&game(number, first_wins)));
            assert_eq!(test.stand().pairs, pairs);
        }
        let mut test = SequentialTest::new(SPRT, false);
        let mut number = 0;
        let mut add = |test: &mut SequentialTest, first_wins| {
            test.add(&game(number, first_wins));
            number += 1;
        };
        // Half a pair says nothing.
        add(&mut test, true);
        assert_eq!(test.stand().pairs, [0; 3]);
        add(&mut test, false);
        assert_eq!(test.stand().pairs, [0, 1, 0]);
        while !test.stand().is_decided() {
            add(&mut test, true);
        }
        let told = test.stand();
        assert_eq!(told.verdict, SprtVerdict::Elo1);
        for _ in 0..8 {
            add(&mut test, false);
        }
        assert_eq!(test.stand(), told);
        // With these games included, the ratio is within the bounds.
        let [none, one, both] = told.pairs;
        assert_eq!(SPRT.verdict([none + 4, one, both]), SprtVerdict::Open);
    }
}
