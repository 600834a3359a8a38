//! The values of the regions of a board, their sum, and how to play it.

use super::canonical_forms::CanonicalForms;
use super::known_values::{Known, KnownValues};
use super::looked_up::LookedUp;
use super::narrowing::{Goal, Narrowed, Narrowing};
use super::report::{BoardReport, GameValueReport, Play, Recommended, RegionReport};
use crate::board::{Bitboard, Color, Move, Position, Wide};
use crate::limits::Limits;
use crate::region::key::Keyed;
use crate::region::pairs::cancel_pairs;
use crate::region::{Region, regions};
use crate::util::opaque_debug;
use amazons_cgt::{Arena, Dyadic, Effort, Game, Stopped, Thermograph, WinnerSearch};
use std::time::Instant;

/// Analyzes the game values of boards and remembers what it met. Each thread uses its own analyzer.
pub struct GameValueAnalyzer {
    forms: CanonicalForms,
    narrowing: Narrowing,
    winners: WinnerSearch,
    known: Known,
    looked_up: LookedUp,
    memory: usize,
}

opaque_debug!([] GameValueAnalyzer, "GameValueAnalyzer");

/// The squares from which on a region rarely has a canonical form that can be expanded, so that just
/// this share of the limits is spent on it.
const LARGE: u32 = 20;
const LARGE_SHARE: u32 = 8;

/// A board as the sum of its regions, with the values that are known.
struct Sum<'a> {
    position: &'a Position,
    parts: Vec<Region>,
    values: Vec<Result<Game, Stopped>>,
    /// The regions that are left without pairs of a region and its negative. Only their values
    /// decide the sum.
    rest: Vec<usize>,
    /// The regions in pairs that cancel.
    pairs: Vec<usize>,
}

impl<'a> Sum<'a> {
    fn new(position: &'a Position) -> Self {
        let parts = regions(position);
        let placement = position.placement();
        let mut rest: Vec<usize> = (0..parts.len()).collect();
        cancel_pairs(&mut rest, |&i| placement.restricted(parts[i].squares), Wide::key);
        let pairs = (0..parts.len()).filter(|i| !rest.contains(i)).collect();
        Self { position, values: vec![Err(Stopped::Time); parts.len()], parts, rest, pairs }
    }

    fn region(&self, i: usize) -> Position {
        self.position.restricted(self.parts[i].squares)
    }

    /// The position without the pairs that cancel, which is worth the same.
    fn without_pairs(&self) -> Position {
        let squares = self.rest.iter().map(|&i| self.parts[i].squares);
        self.position.restricted(squares.fold(Wide::NONE, |all, part| all | part))
    }

    /// The values that add up to the sum, or why one of them was not expanded.
    fn terms(&self) -> Result<Vec<Game>, Stopped> {
        self.rest.iter().map(|&i| self.values[i]).collect()
    }
}

/// A legal move, its region, and the value that it leaves of that region.
struct Leads {
    mv: Move,
    region: usize,
    left: Game,
}

/// The moves of a first player that were tried, by who wins after them.
struct Tried {
    first: Color,
    winning: Vec<Leads>,
    losing: Vec<Leads>,
}

impl GameValueAnalyzer {
    /// The longest text of a canonical form, in bytes.
    pub const LONGEST_TEXT: usize = GameValueReport::LONGEST_TEXT;

    /// Makes an analyzer that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let (for_winners, for_heat, for_known) = (memory / 8, memory / 2, memory / 16);
        let for_forms = memory - for_heat - for_winners - for_known;
        Self {
            forms: CanonicalForms::new(for_forms),
            narrowing: Narrowing::new(for_heat),
            winners: WinnerSearch::within(for_winners),
            known: Known::default(),
            looked_up: LookedUp::new(Known::default(), for_known),
            memory,
        }
    }

    /// The same with values that are known beforehand, such as those of tables. Regions that are known
    /// take no effort, and the expansion of larger ones stops at these.
    #[must_use]
    pub fn knowing(self, known: impl KnownValues + 'static) -> Self {
        let known = Known::new(Box::new(known));
        let looked_up = LookedUp::new(known.fresh(), self.memory / 16);
        Self { looked_up, ..self.with_known(known) }
    }

    /// The same with values that are known beforehand, if there are any.
    #[must_use]
    pub fn maybe_knowing(self, known: Option<impl KnownValues + 'static>) -> Self {
        match known {
            Some(known) => self.knowing(known),
            None => self,
        }
    }

    fn with_known(self, known: Known) -> Self {
        Self {
            forms: self.forms.with_known(known.fresh()),
            narrowing: self.narrowing.with_known(known.fresh()),
            known,
            ..self
        }
    }

    /// Returns the arena of the values.
    pub fn games(&mut self) -> &mut Arena {
        self.forms.games()
    }

    /// Returns the value of a position and its thermograph, if that is known. Otherwise the value has
    /// proved bounds.
    ///
    /// The thermograph is computed first; the canonical form is tried in the time that is left.
    pub fn thermograph(
        &mut self,
        position: &Position,
        effort: Effort,
    ) -> (GameValueReport, Option<Thermograph>) {
        self.make_room();
        let whole = Sum::new(position).without_pairs();
        let drawn = self.narrowing.narrow(&whole, Goal::Walls, effort.clone());
        match (self.forms.value(position, effort), drawn) {
            (Ok(value), _) => (self.worth(value), Some(self.games().thermograph(value))),
            (Err(stopped), Ok((found, thermograph))) => {
                (GameValueReport::narrowed(&found, stopped), thermograph)
            }
            (Err(_), Err(stopped)) => (GameValueReport::unknown(stopped), None),
        }
    }

    /// Forgets everything met so far, so that a given number of steps gets equally far whatever was
    /// asked before.
    pub fn forget(&mut self) {
        let nothing = LookedUp::new(Known::default(), 0);
        // What is known beforehand takes no steps.
        let looked_up = std::mem::replace(&mut self.looked_up, nothing);
        let known = std::mem::take(&mut self.known);
        *self = Self { looked_up, ..Self::new(self.memory).with_known(known) };
    }

    /// Forgets everything if earlier questions filled much of the memory, so every question has
    /// most of it.
    fn make_room(&mut self) {
        if self.forms.bytes() > self.memory / 4 {
            self.forget();
        }
    }

    /// Returns what [`board`](Self::board) does, without the winning moves, which would have to be
    /// tried one by one. `None` unless the values of all regions are known beforehand, and at most one
    /// of them is not a number.
    pub fn known_board(&mut self, position: &Position) -> Option<BoardReport> {
        self.looked_up.board(position)
    }

    /// Returns the values of the regions of a board and of their sum, and how to play it. What the
    /// limits leave open is unknown in the report.
    pub fn board(&mut self, position: &Position, limits: &Limits) -> BoardReport {
        self.make_room();
        // Half of the time and, for each region, half of the steps are for canonical forms, the
        // other half for what is still unknown after that.
        let start = Instant::now();
        let part = |share: u32| Limits {
            time: limits.time.map(|time| time / share),
            nodes: limits.nodes.map(|nodes| nodes / u64::from(share)),
            ..limits.clone()
        };
        let effort = Effort::new(&part(2));
        let mut board = Sum::new(position);
        let (rest, pairs) = (board.rest.clone(), board.pairs.clone());
        let brief = Effort::new(&part(LARGE_SHARE));
        self.expand(&mut board, rest.clone(), &effort, &brief);
        let (mut sum, tried) = match board.terms() {
            Err(stopped) => (GameValueReport::unknown(stopped), None),
            Ok(terms) => {
                let tried = Color::BOTH.map(|first| self.try_terms(&board, &terms, first));
                let tried = match tried {
                    [Ok(white), Ok(black)] => Some([white, black]),
                    _ => None,
                };
                (self.sum(&terms), tried)
            }
        };
        self.expand(&mut board, pairs, &effort, &brief);
        let play = tried.map(|both| both.map(|tried| self.play(&board, tried, &effort)));
        let regions = self.regions(&board, &part(2), start, limits);
        if let Some(stopped) = sum.stopped {
            let parts = rest.iter().map(|&i| regions[i].worth.proved());
            if let Some(parts) = parts.collect::<Option<Vec<Narrowed>>>() {
                let mut found = Narrowed::of_sum(&parts);
                if !found.is_exact() && rest.len() > 1 {
                    let left = Effort::new(&Limits {
                        nodes: part(2).nodes,
                        ..limits.after(start.elapsed())
                    });
                    let whole = board.without_pairs();
                    if let Ok((whole, _)) = self.narrowing.narrow(&whole, Goal::Facts, left) {
                        found = found.and(whole);
                    }
                }
                let outcome = sum.outcome;
                sum = GameValueReport::narrowed(&found, stopped);
                sum.outcome = sum.outcome.or(outcome);
            }
        }
        let mut report = BoardReport::new(sum, regions, play);
        if let Some(play) = &report.play {
            report.add_winners(play.each_ref().map(|play| play.winner));
        }
        report
    }

    /// The reports of all regions. Those that were not expanded share the time that is left, and each
    /// has a number of steps.
    fn regions(
        &mut self,
        board: &Sum<'_>,
        part: &Limits,
        start: Instant,
        limits: &Limits,
    ) -> Vec<RegionReport> {
        let open = |value: &Result<Game, Stopped>| value.is_err();
        let mut open = board.values.iter().filter(|value| open(value)).count() as u32;
        // Several regions that are not known are narrowed together after each of them.
        let together = u32::from(open > 1);
        let list = board.parts.iter().zip(&board.values).enumerate();
        list.map(|(i, (region, value))| {
            let worth = match value {
                Ok(value) => self.worth(*value),
                Err(stopped) => {
                    let left = limits.after(start.elapsed()).time;
                    let time = left.map(|time| time / (open + together));
                    open -= 1;
                    let effort = Effort::new(&Limits { time, ..part.clone() });
                    match self.narrowing.narrow(&board.region(i), Goal::Facts, effort) {
                        Ok((found, _)) => GameValueReport::narrowed(&found, *stopped),
                        Err(_) => GameValueReport::unknown(*stopped),
                    }
                }
            };
            RegionReport::new(board.position, region, worth)
        })
        .collect()
    }

    /// Finds the values of some regions of a sum, each within the effort.
    fn expand(
        &mut self,
        board: &mut Sum<'_>,
        mut which: Vec<usize>,
        effort: &Effort,
        brief: &Effort,
    ) {
        // Small regions first, so that a large one that uses all its time leaves them theirs.
        which.sort_by_key(|&i| board.parts[i].squares.count());
        for i in which {
            let large = board.parts[i].squares.count() >= LARGE;
            let effort = if large { brief } else { effort };
            board.values[i] = self.forms.value(&board.region(i), effort.clone());
        }
    }

    /// Returns how the side to move plays the sum of a position's regions. Pairs that cancel are not
    /// expanded, and moves in them not tried.
    ///
    /// # Errors
    /// A value was not expanded within the effort or the memory.
    pub fn play_sum(&mut self, position: &Position, effort: Effort) -> Result<Play, Stopped> {
        self.make_room();
        let mut board = Sum::new(position);
        self.forms.games().set_effort(effort);
        for i in board.rest.clone() {
            let effort = self.games().effort().clone();
            board.values[i] = Ok(self.forms.value(&board.region(i), effort)?);
        }
        let tried = self.try_terms(&board, &board.terms()?, position.side())?;
        let effort = self.games().effort().clone();
        Ok(self.play(&board, tried, &effort))
    }

    /// Returns everything about one value.
    pub fn worth(&mut self, value: Game) -> GameValueReport {
        GameValueReport::of_game(self.forms.games(), value)
    }

    /// The value of a sum: in full if the sum can be expanded, otherwise the mean, the outcome and
    /// bounds.
    fn sum(&mut self, values: &[Game]) -> GameValueReport {
        let games = self.forms.games();
        let sum = values.iter().try_fold(Arena::ZERO, |sum, &value| games.sum(sum, value));
        match sum {
            Ok(sum) => self.worth(sum),
            Err(stopped) => {
                let part =
                    |&value: &Game| Narrowed::of(&games.thermograph(value), games.outcome(value));
                let parts: Vec<Narrowed> = values.iter().map(part).collect();
                GameValueReport::narrowed(&Narrowed::of_sum(&parts), stopped)
            }
        }
    }

    /// Tries every move of a player in the regions that decide the sum, whose values are the
    /// `terms`.
    fn try_terms(
        &mut self,
        board: &Sum<'_>,
        terms: &[Game],
        first: Color,
    ) -> Result<Tried, Stopped> {
        let mut tried = Tried { first, winning: Vec::new(), losing: Vec::new() };
        for (term, &region) in board.rest.iter().enumerate() {
            let mut beside = terms.to_vec();
            beside.remove(term);
            self.try_moves(board, region, beside, &mut tried)?;
        }
        Ok(tried)
    }

    /// Tries every move of a player in one of the regions that cancel.
    fn try_pair(
        &mut self,
        board: &Sum<'_>,
        region: usize,
        tried: &mut Tried,
    ) -> Result<(), Stopped> {
        let mut beside = board.terms()?;
        // The other of the pair.
        beside.push(self.forms.games().negative(board.values[region]?)?);
        self.try_moves(board, region, beside, tried)
    }

    /// Tries every move of a player in a region, with everything else worth the sum of `beside`.
    fn try_moves(
        &mut self,
        board: &Sum<'_>,
        region: usize,
        mut beside: Vec<Game>,
        tried: &mut Tried,
    ) -> Result<(), Stopped> {
        let left = tried.first == Color::White;
        let part = board.region(region).with_side(tried.first);
        for mv in part.legal_moves() {
            let after = part.play(mv).expect("a legal move");
            let effort = self.games().effort().clone();
            let option = Leads { mv, region, left: self.forms.value(&after, effort)? };
            beside.push(option.left);
            let wins = self.winners.left_wins(self.forms.games(), &beside, !left)? == left;
            beside.pop();
            if wins { tried.winning.push(option) } else { tried.losing.push(option) }
        }
        Ok(())
    }

    /// How a player plays the sum, given the moves that decide it. The player's moves in pairs that
    /// cancel are tried too, each pair within the effort.
    fn play(&mut self, board: &Sum<'_>, mut tried: Tried, effort: &Effort) -> Play {
        // What is left of the sum has the same winner.
        let first = tried.first;
        let wins = !tried.winning.is_empty();
        let mut all = true;
        for &i in &board.pairs {
            if board.region(i).with_side(first).can_move() {
                self.games().set_effort(effort.clone());
                all &= self.try_pair(board, i, &mut tried).is_ok();
            }
        }
        let Tried { winning, losing, .. } = &tried;
        let options = if wins { winning } else { losing };
        let recommended = self.recommended(board, options, first == Color::White, wins);
        let mut winning_moves: Vec<Move> = winning.iter().map(|option| option.mv).collect();
        winning_moves.sort_by_cached_key(Move::to_string);
        Play {
            first,
            winner: if wins { first } else { first.other() },
            // Where the sum is lost, no move wins, known or not.
            winning_moves: (all || !wins).then_some(winning_moves),
            recommended,
        }
    }

    /// The best move in the hottest region that has a move in the list: the highest stop left
    /// behind, then the best mean.
    fn recommended(
        &mut self,
        board: &Sum<'_>,
        options: &[Leads],
        left: bool,
        wins: bool,
    ) -> Option<Recommended> {
        let games = self.forms.games();
        // `None` where the value is not known, which only happens in pairs that cancel.
        let temperature = |games: &Arena, i: usize| {
            board.values[i].ok().map(|value| games.thermograph(value).temperature())
        };
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
        let heat = temperature(games, best.region)?;
        let heats: Option<Vec<Dyadic>> =
            (0..board.values.len()).map(|i| temperature(games, i)).collect();
        let Some(heats) = heats else {
            let result = if wins { "wins" } else { "every move loses" };
            let reason = format!("{result}; the regions of unknown value cancel each other");
            return Some(Recommended { mv: best.mv, region: best.region, reason });
        };
        let hottest = heats.iter().all(|other| *other <= heat);
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
