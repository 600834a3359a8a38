//! Values of boards all of whose regions are known beforehand.

use super::known_values::Known;
use super::report::{BoardReport, GameValueReport, Play, RegionReport};
use crate::board::{Color, Position};
use crate::region::{RegionKind, regions};
use ahash::AHashMap;
use amazons_cgt::{Arena, Game};

/// Reports of boards from known values alone. It keeps the report of every value that came up.
pub(super) struct LookedUp {
    known: Known,
    games: Arena,
    reports: AHashMap<Game, GameValueReport>,
    memory: usize,
}

impl LookedUp {
    /// Makes an instance that takes at most about `memory` bytes.
    pub fn new(known: Known, memory: usize) -> Self {
        Self { known, games: Arena::new(memory / 2), reports: AHashMap::new(), memory }
    }

    /// The report of a board, without winning moves, if all its regions are known and at most one of
    /// them is not a number.
    pub fn board(&mut self, position: &Position) -> Option<BoardReport> {
        if !self.known.is_some() {
            return None;
        }
        self.make_room();
        let placement = position.placement();
        let mut sum = Arena::ZERO;
        let mut list = Vec::new();
        for part in regions(position) {
            let value = match part.kind {
                RegionKind::Dead => Arena::ZERO,
                _ => {
                    let (small, _) = placement.restricted(part.squares).fit::<u64>()?;
                    self.known.value(&small, &mut self.games)?
                }
            };
            let number = |game| self.games.to_number(game).is_some();
            if !number(sum) && !number(value) {
                return None;
            }
            sum = self.games.sum(sum, value).ok()?;
            list.push(RegionReport::new(position, &part, self.report(value)));
        }
        let outcome = self.games.outcome(sum);
        let play = [
            Play::without_moves(Color::White, outcome.left_wins_first()),
            Play::without_moves(Color::Black, outcome.left_wins_second()),
        ];
        Some(BoardReport::new(self.report(sum), list, Some(play)))
    }

    fn report(&mut self, value: Game) -> GameValueReport {
        let games = &mut self.games;
        let report = || GameValueReport::of_game(games, value);
        self.reports.entry(value).or_insert_with(report).clone()
    }

    /// Forgets everything if much of the memory is taken.
    fn make_room(&mut self) {
        // A report with its text, at a guess.
        let reports = self.reports.capacity() * 400;
        if self.games.bytes() + self.known.bytes() + reports > self.memory / 2 {
            *self = Self::new(self.known.fresh(), self.memory);
        }
    }
}
