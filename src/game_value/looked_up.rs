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
    /// The bytes of their texts.
    texts: usize,
    memory: usize,
}

/// The most values of a board that are likely to be new.
const BOARD: usize = 16;
/// The bytes that an allocation takes for itself.
const ALLOCATION: usize = 16;

impl LookedUp {
    /// Makes an instance that takes at most about `memory` bytes.
    pub fn new(known: Known, memory: usize) -> Self {
        let games = Arena::new(memory / 2);
        Self { known, games, reports: AHashMap::new(), texts: 0, memory }
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
                    let (fitted, _) = placement.restricted(part.squares).fit::<u128>()?;
                    self.known.value(&fitted, &mut self.games)?
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
        let Self { games, reports, texts, .. } = self;
        let report = || {
            let report = GameValueReport::of_game(games, value);
            *texts += report.game_value.as_ref().map_or(0, |text| text.capacity() + ALLOCATION);
            report
        };
        reports.entry(value).or_insert_with(report).clone()
    }

    /// Forgets everything if much of the memory is taken.
    fn make_room(&mut self) {
        let full = self.reports.len() + BOARD > self.reports.capacity();
        let places = self.reports.capacity() * (size_of::<(Game, GameValueReport)>() + 1);
        // A full map doubles.
        let reports = self.texts + if full { 2 * places } else { places };
        // The games have one half to themselves.
        let others = self.known.bytes() + reports;
        if self.games.bytes() > self.memory * 3 / 8 || others > self.memory / 2 {
            *self = Self::new(self.known.fresh(), self.memory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::known_values::KnownValues;
    use super::*;
    use crate::board::Placement;
    use amazons_cgt::{ThermographId, Thermographs};

    /// Knows that every region is worth a star.
    struct Stars;

    impl KnownValues for Stars {
        fn value(&mut self, _: &Placement<u128>, games: &mut Arena) -> Option<Game> {
            games.parse("*").ok()
        }

        fn thermograph(
            &mut self,
            _: &Placement<u128>,
            _: &mut Thermographs,
        ) -> Option<ThermographId> {
            None
        }

        fn fresh(&self) -> Box<dyn KnownValues> {
            Box::new(Self)
        }

        fn bytes(&self) -> usize {
            0
        }
    }

    #[test]
    fn a_diagonal_of_ten_squares_is_looked_up() {
        let mut looked_up = LookedUp::new(Known::new(Box::new(Stars)), 16 << 20);
        let mut rows = vec![vec!['*'; 10]; 10];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = ['Q', 'q', '1'][i.min(2)];
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let position: Position = format!("{} w", rows.join("/")).parse().unwrap();
        let report = looked_up.board(&position).unwrap();
        assert_eq!(report.sum.game_value.as_deref(), Some("*"));
    }
}
