//! The values of the regions of a board, their sum, and how to play it.

use super::canonical_forms::CanonicalForms;
use super::report::{
    BoardReport, Bounds, GameValueReport, Play, Recommended, RegionReport, outcome_of,
};
use super::thermography::Thermography;
use crate::board::{Bitboard, Color, Frame, Move, Position, Square, Wide};
use crate::limits::Limits;
use crate::region::{Region, regions};
use crate::util::opaque_debug;
use amazons_cgt::{Arena, Dyadic, Effort, Game, Stopped, Thermograph, ThermographId, WinnerSearch};

/// Analyzes the game values of boards and remembers what it met. Each thread uses its own analyzer.
pub struct GameValueAnalyzer {
    forms: CanonicalForms,
    heat: Thermography,
    winners: WinnerSearch,
    memory: usize,
}

opaque_debug!([] GameValueAnalyzer, "GameValueAnalyzer");

/// A legal move, its region, and the value that it leaves of that region.
struct Leads {
    mv: Move,
    region: usize,
    left: Game,
}

impl GameValueAnalyzer {
    /// The longest text of a canonical form, in bytes.
    pub const LONGEST_TEXT: usize = 2000;

    /// Makes an analyzer that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let (for_winners, for_heat) = (memory / 8, memory / 2);
        let for_forms = memory - for_heat - for_winners;
        Self {
            forms: CanonicalForms::new(for_forms),
            heat: Thermography::new(for_heat),
            winners: WinnerSearch::within(for_winners),
            memory,
        }
    }

    /// Returns the arena of the values.
    pub fn games(&mut self) -> &mut Arena {
        self.forms.games()
    }

    /// Returns the value of a position and its thermograph.
    ///
    /// The thermograph is computed first; the canonical form is tried in the time that is left.
    ///
    /// # Errors
    /// Not even the thermograph was found within the limits.
    pub fn thermograph(
        &mut self,
        position: &Position,
        effort: Effort,
    ) -> Result<(GameValueReport, Thermograph), Stopped> {
        self.make_room();
        let drawn = self.heat.of(position, effort.clone());
        match (self.forms.value(position, effort), drawn) {
            (Ok(value), _) => Ok((self.worth(value), self.games().thermograph(value))),
            (Err(stopped), Ok(id)) => {
                Ok((self.cooled(id, stopped), self.heat.thermographs().get(id)))
            }
            // The canonical form has no such limit: what stopped it was the resource that ran out.
            (Err(stopped), Err(Stopped::TooLarge)) => Err(stopped),
            (Err(_), Err(stopped)) => Err(stopped),
        }
    }

    /// Forgets everything met so far, so that a given number of steps gets equally far whatever was
    /// asked before.
    pub fn forget(&mut self) {
        *self = Self::new(self.memory);
    }

    /// Forgets everything if earlier questions filled much of the memory, so every question has
    /// most of it.
    fn make_room(&mut self) {
        if self.forms.bytes() + self.heat.bytes() > self.memory / 4 {
            self.forget();
        }
    }

    /// Returns the values of the regions of a board and of their sum, and how to play it, as far as
    /// the limits allow.
    pub fn board(&mut self, position: &Position, limits: &Limits) -> BoardReport {
        self.make_room();
        // Half of the time and, for each region, half of the steps are for canonical forms, the
        // other half for what is still unknown after that.
        let half = Limits {
            time: limits.time.map(|time| time / 2),
            nodes: limits.nodes.map(|nodes| nodes / 2),
            ..limits.clone()
        };
        let share = || Effort::new(&half);
        let effort = share();
        let parts = regions(position);
        // Small regions first, so a large one that uses all its time takes none of theirs.
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|&i| parts[i].squares.count());
        let mut values = vec![Err(Stopped::Time); parts.len()];
        for i in order {
            let region = position.restricted(parts[i].squares);
            values[i] = self.forms.value(&region, effort.clone());
        }
        let expanded: Result<Vec<Game>, Stopped> = values.iter().copied().collect();
        let (mut sum, play) = match &expanded {
            Err(stopped) => (GameValueReport::unknown(*stopped), None),
            Ok(values) => {
                let play = Color::BOTH.map(|first| self.play(position, &parts, values, first));
                let sum = self.sum(values);
                match play {
                    [Ok(white), Ok(black)] => {
                        let outcome = outcome_of(&white, &black);
                        let outcome = sum.outcome.or(Some(outcome));
                        (GameValueReport { outcome, ..sum }, Some([white, black]))
                    }
                    _ => (sum, None),
                }
            }
        };
        let effort = share();
        let list = parts.iter().zip(&values);
        let mut regions: Vec<RegionReport> =
            list.map(|(part, value)| self.region(position, part, *value, &effort)).collect();
        if let Some(stopped) = sum.stopped {
            match self.heat.of(position, effort) {
                Ok(id) => {
                    let cooled = self.cooled(id, stopped);
                    sum = GameValueReport { outcome: cooled.outcome.or(sum.outcome), ..cooled };
                    // On the way, what was still open of the regions may have become known.
                    let (values, rest) = (parts.iter().zip(values), share());
                    for (report, (part, value)) in regions.iter_mut().zip(values) {
                        if report.worth.mean.is_none() {
                            *report = self.region(position, part, value, &rest);
                        }
                    }
                }
                // The means can be added.
                Err(_) => {
                    let mut means = regions.iter().map(|region| region.worth.mean);
                    sum.mean = means.try_fold(Dyadic::ZERO, |sum, mean| Some(sum + mean?));
                }
            }
        }
        BoardReport { sum, regions, play }
    }

    /// Returns how the side to move plays the sum of a position's regions.
    ///
    /// # Errors
    /// A value was not expanded within the effort or the memory.
    pub fn play_sum(&mut self, position: &Position, effort: Effort) -> Result<Play, Stopped> {
        self.make_room();
        let parts = regions(position);
        self.forms.games().set_effort(effort);
        let mut values = Vec::with_capacity(parts.len());
        for part in &parts {
            let effort = self.games().effort().clone();
            values.push(self.forms.value(&position.restricted(part.squares), effort)?);
        }
        self.play(position, &parts, &values, position.side())
    }

    fn region(
        &mut self,
        position: &Position,
        part: &Region,
        value: Result<Game, Stopped>,
        effort: &Effort,
    ) -> RegionReport {
        let mut squares: Vec<Square> =
            part.squares.squares().map(|square| Frame::WHOLE.outward::<Wide>(square)).collect();
        squares.sort_unstable();
        let amazons = Color::BOTH
            .map(|color| (position.placement().amazons(color) & part.squares).count() as usize);
        RegionReport {
            squares: squares.iter().map(Square::to_string).collect(),
            kind: part.kind,
            amazons,
            worth: match value {
                Ok(value) => self.worth(value),
                Err(stopped) => {
                    let region = position.restricted(part.squares);
                    match self.heat.of(&region, effort.clone()) {
                        Ok(id) => self.cooled(id, stopped),
                        Err(_) => GameValueReport::unknown(stopped),
                    }
                }
            },
        }
    }

    /// What the thermograph alone says about a value that was not expanded.
    fn cooled(&self, id: ThermographId, stopped: Stopped) -> GameValueReport {
        let thermographs = self.heat.thermographs();
        // A number is its own canonical form.
        let text = thermographs.number_of(id).map(|x| x.to_string());
        let stopped = text.is_none().then_some(stopped);
        let outcome = thermographs.outcome(id);
        GameValueReport { stopped, ..GameValueReport::of(&thermographs.get(id), outcome, text) }
    }

    /// Returns everything about one value.
    pub fn worth(&mut self, value: Game) -> GameValueReport {
        let games = self.forms.games();
        let text = games.text(value, Self::LONGEST_TEXT);
        GameValueReport::of(&games.thermograph(value), games.outcome(value), text)
    }

    /// The value of a sum: in full if the sum can be expanded, otherwise the mean, the outcome and
    /// bounds.
    fn sum(&mut self, values: &[Game]) -> GameValueReport {
        let games = self.forms.games();
        let sum = values.iter().try_fold(Arena::ZERO, |sum, &value| games.sum(sum, value));
        match sum {
            Ok(sum) => self.worth(sum),
            Err(stopped) => {
                let parts: Vec<Thermograph> =
                    values.iter().map(|&value| games.thermograph(value)).collect();
                let mean = parts.iter().fold(Dyadic::ZERO, |sum, part| sum + part.mean());
                let bounds = Some(Bounds::of_sum(&parts));
                GameValueReport { mean: Some(mean), bounds, ..GameValueReport::unknown(stopped) }
            }
        }
    }

    /// How `first` plays the sum. Every move is tried.
    fn play(
        &mut self,
        position: &Position,
        parts: &[Region],
        values: &[Game],
        first: Color,
    ) -> Result<Play, Stopped> {
        let left = first == Color::White;
        let mut winning = Vec::new();
        let mut losing = Vec::new();
        for (region, part) in parts.iter().enumerate() {
            let board = position.restricted(part.squares).with_side(first);
            for mv in board.legal_moves() {
                let after = board.play(mv).expect("a legal move");
                let effort = self.games().effort().clone();
                let option = Leads { mv, region, left: self.forms.value(&after, effort)? };
                let mut sum = values.to_vec();
                sum[region] = option.left;
                let wins = self.winners.left_wins(self.forms.games(), &sum, !left)? == left;
                if wins { winning.push(option) } else { losing.push(option) }
            }
        }
        let wins = !winning.is_empty();
        let recommended =
            self.recommended(values, if wins { &winning } else { &losing }, left, wins);
        let mut winning_moves: Vec<Move> = winning.iter().map(|option| option.mv).collect();
        winning_moves.sort_by_cached_key(Move::to_string);
        Ok(Play {
            first,
            winner: if wins { first } else { first.other() },
            winning_moves: Some(winning_moves),
            recommended,
        })
    }

    /// The best move in the hottest region that has a move in the list: the highest stop left
    /// behind, then the best mean.
    fn recommended(
        &mut self,
        values: &[Game],
        options: &[Leads],
        left: bool,
        wins: bool,
    ) -> Option<Recommended> {
        let games = self.forms.games();
        let temperature = |games: &Arena, i: usize| games.thermograph(values[i]).temperature();
        let key = |option: &Leads| {
            let after = games.thermograph(option.left);
            let (stop, mean) = match left {
                true => (after.right_stop(), after.mean()),
                false => (-after.left_stop(), -after.mean()),
            };
            let order = std::cmp::Reverse(option.mv.to_string());
            (temperature(games, option.region), stop, mean, order)
        };
        let best = options.iter().max_by_key(|option| key(option))?;
        let heat = temperature(games, best.region);
        let hottest = (0..values.len()).all(|i| temperature(games, i) <= heat);
        let reason = match (wins, heat < Dyadic::ZERO, hottest) {
            (true, true, _) => "wins; only numbers are left".into(),
            (true, false, true) => format!("wins in the hottest region, temperature {heat}"),
            (true, false, false) => {
                format!("wins in the hottest region in which a move wins, temperature {heat}")
            }
            (false, true, _) => "every move loses; only numbers are left".into(),
            (false, false, _) => {
                format!("every move loses; the hottest region, temperature {heat}")
            }
        };
        Some(Recommended { mv: best.mv, region: best.region, reason })
    }
}
