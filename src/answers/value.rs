//! What a position is worth, as one object with stable keys: the answer of `amazons value`.

use crate::board::{Color, Move, Position};
use crate::estimate::{Estimate, Estimator};
use crate::game_value::{BoardReport, GameValueAnalyzer};
use crate::judge::{Judge, Query, Solution};
use crate::known::{Lookup, ResultStore};
use crate::limits::Limits;
use crate::region::RegionKind;
use crate::score::{Interval, Rank, Score};
use crate::tables::{TableError, TableValues, Tables};
use serde::Serialize;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

/// Values positions with tables, a judge, and an analyzer of game values. Each thread uses its own.
#[derive(Debug)]
pub struct Valuer<R> {
    results: Option<R>,
    /// Look-ups in the tables, if there are any.
    pub lookup: Option<Lookup>,
    /// Searches what the tables do not cover.
    pub judge: Judge,
    /// Computes game values.
    pub analyzer: GameValueAnalyzer,
    /// Estimates what is not proved.
    pub estimator: Estimator,
}

impl<R: Deref<Target = ResultStore>> Valuer<R> {
    /// Makes a valuer; a quarter of the memory goes to game values.
    pub fn new(results: Option<R>, memory: usize, threads: usize) -> Self {
        let judge = Judge::builder().memory(memory - memory / 4).threads(threads);
        let judge = judge.maybe_tables(results.as_deref().map(ResultStore::tables)).build();
        let lookup = results.as_deref().map(ResultStore::lookup);
        let known = TableValues::maybe_of(results.as_deref().map(ResultStore::tables));
        let analyzer = GameValueAnalyzer::new(memory / 4).maybe_knowing(known);
        let estimator = Estimator::strongest(memory / 8);
        Self { results, lookup, judge, analyzer, estimator }
    }

    /// The same with the game values in these tables, if there are any and no results, which have
    /// tables of their own; scores are searched as before.
    #[must_use]
    pub fn knowing_values_of(mut self, tables: Option<&Arc<Tables>>) -> Self {
        let tables = tables.filter(|_| self.results.is_none());
        if let Some(known) = TableValues::maybe_of(tables) {
            self.analyzer = self.analyzer.knowing(known);
        }
        self
    }

    /// Values a position. What the tables cover is looked up; everything else is searched and, if
    /// that took some work, added to them. Game values are computed if limits for them are given;
    /// without a time among these, they take an eighth of that of `limits`, or what the search leaves
    /// of it. If estimates are asked for, a quarter of the limits is theirs.
    /// `progress` is called with the proved interval of ranks whenever it narrows, `trouble` with
    /// the error of a table that cannot be used.
    pub fn value(
        &mut self,
        position: &Position,
        asked: Asked<'_>,
        limits: &Limits,
        game_values: Option<&Limits>,
        progress: &(dyn Fn(Color, Interval) + Sync),
        trouble: &dyn Fn(&TableError),
    ) -> Value {
        let start = Instant::now();
        let looked_up = self.looked_up(position, asked, trouble);
        let results = self.results.as_deref();
        let judged = |verdict: &Solution| {
            let results = results.filter(|_| verdict.nodes >= ResultStore::WORTH_KEEPING);
            let added =
                results.map(|results| results.add(&position.with_side(verdict.first), verdict));
            if let Some(Err(error)) = added {
                trouble(&error);
            }
        };
        let judge = &mut self.judge;
        let exact = match asked.estimate {
            Some(_) => limits.share(3, 4),
            None => limits.clone(),
        };
        // Game values without a time of their own have an eighth of it, and what the proofs leave.
        let proofs = match game_values {
            Some(own) if own.time.is_none() => {
                Limits { time: exact.time.map(|time| time / 8 * 7), ..exact.clone() }
            }
            _ => exact.clone(),
        };
        let mut value = looked_up
            .unwrap_or_else(|| Value::of(position, asked, judge, &proofs, progress, judged));
        let game_values = game_values.map(|own| {
            let rest = exact.time.map(|time| time.saturating_sub(start.elapsed()).max(time / 8));
            // A time of their own is as long as it says.
            Limits { time: own.time.or(rest), ..own.clone() }
        });
        if let Some(limits) = &game_values {
            value.add_worth(self.known_worth(position, asked).unwrap_or_else(|| {
                if limits.nodes.is_some() {
                    self.analyzer.forget();
                }
                self.analyzer.board(position, limits)
            }));
        }
        if asked.estimate.is_some() {
            // One problem is estimated after the other.
            let time = limits.time.map(|time| time / asked.first.len().max(1) as u32);
            self.estimate(
                &mut value,
                position,
                asked,
                &Limits { time, ..limits.clone() }.share(1, 4),
            );
        }
        value.seconds = start.elapsed().as_secs_f64();
        value
    }

    /// Adds an estimate, each within the limits, where an answer has no proof. Interrupted work gets
    /// none.
    pub fn estimate(
        &self,
        value: &mut Value,
        position: &Position,
        asked: Asked<'_>,
        limits: &Limits,
    ) {
        let lines = asked.estimate.unwrap_or(1);
        for (color, first) in
            [(Color::White, &mut value.white_first), (Color::Black, &mut value.black_first)]
        {
            let Some(first) = first else { continue };
            let proved = match first.winner {
                Some(winner) => winner.is_some(),
                None => first.score.is_some(),
            };
            if proved || limits.abort.is_set() {
                first.estimate = Some(None);
                continue;
            }
            let problem = position.with_side(color);
            let known = first.known(color, problem.empties());
            let found = self.estimator.estimate(&problem, known, lines, limits, &mut |_| ());
            value.nodes += found.estimate.as_ref().map_or(0, |estimate| estimate.nodes);
            first.narrow(found.known, color);
            first.estimate = Some(found.estimate.filter(|_| first.score.is_none()));
        }
    }

    /// Values a position by look-ups alone, in microseconds; `None` if the tables do not cover
    /// everything asked. `game_values` says whether game values are wanted.
    pub fn known(
        &mut self,
        position: &Position,
        asked: Asked<'_>,
        game_values: bool,
        trouble: &dyn Fn(&TableError),
    ) -> Option<Value> {
        let start = Instant::now();
        let mut value = self.looked_up(position, asked, trouble)?;
        if game_values {
            value.add_worth(self.known_worth(position, asked)?);
        }
        if asked.estimate.is_some() {
            self.estimate(&mut value, position, asked, &Limits::none());
        }
        value.seconds = start.elapsed().as_secs_f64();
        Some(value)
    }

    fn looked_up(
        &mut self,
        position: &Position,
        asked: Asked<'_>,
        trouble: &dyn Fn(&TableError),
    ) -> Option<Value> {
        let lookup = self.lookup.as_mut()?;
        Value::looked_up(position, asked, lookup).unwrap_or_else(|error| {
            trouble(&error);
            None
        })
    }

    /// Game values from tables; the best moves of a sum are not in them.
    fn known_worth(&mut self, position: &Position, asked: Asked<'_>) -> Option<BoardReport> {
        (asked.query == Query::Score).then(|| self.analyzer.known_board(position)).flatten()
    }
}

/// The answer for one position.
#[derive(Clone, Debug, Serialize)]
pub struct Value {
    /// The position as given, or as this program writes it.
    pub fen: String,
    /// The number of empty squares.
    pub empties: usize,
    /// The problem in which White moves first, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_first: Option<FirstValue>,
    /// The problem in which Black moves first, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_first: Option<FirstValue>,
    /// Wall time, game values included.
    pub seconds: f64,
    /// Nodes searched.
    pub nodes: u64,
    /// Where the answer comes from.
    pub source: Source,
    /// Game values of the regions and of their sum, if asked for.
    #[serde(flatten)]
    pub worth: Option<BoardReport>,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// It was searched.
    Search,
    /// It was looked up.
    Table,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The position as given, which the answer repeats; `None` for the FEN that this program writes.
    pub fen: Option<&'a str>,
    /// The first players whose problems are meant.
    pub first: &'a [Color],
    /// The question about each.
    pub query: Query,
    /// Whether to estimate what is not proved: the number of best moves that an estimate names.
    pub estimate: Option<usize>,
}

/// The answer for one first player.
#[derive(Clone, Debug, Serialize)]
pub struct FirstValue {
    /// The score; null if a limit was reached.
    pub score: Option<Score>,
    /// If a limit was reached, the worst score for White that is still possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Score>,
    /// If a limit was reached, the best score for White that is still possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Score>,
    /// If only the winner was asked for, the winner; null if not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Option<Color>>,
    /// Every optimal move, sorted as text; null if a limit was reached before all were known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Option<Vec<Move>>>,
    /// Every move with its score, best first; null if a limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Option<Vec<MoveValue>>>,
    /// If `moves` is null, every move with what is proved about its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_bounds: Option<Vec<MoveBounds>>,
    /// What a search believes; null where the score is proved, or the winner if only that was asked
    /// for. `None` if no estimate was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Option<Estimate>>,
}

/// A move and what is proved about the score it leads to.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoveBounds {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The worst score for White that is still possible.
    pub at_least: Score,
    /// The best score for White that is still possible.
    pub at_most: Score,
}

/// A move and the score it leads to.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The score when both play on perfectly.
    pub score: Score,
}

impl FirstValue {
    /// Answers a question about the problem in which `first` moves first.
    pub fn new(verdict: &Solution, query: Query, first: Color) -> Self {
        let score = |rank: Rank| Score::from_rank(rank, first);
        let (least, most) = verdict.interval.scores(first);
        let open = verdict.rank().is_none();
        let winner = verdict.first_wins().map(|wins| if wins { first } else { first.other() });
        let moves = |list: &Vec<(Move, Rank)>| {
            list.iter().map(|&(mv, rank)| MoveValue { mv, score: score(rank) }).collect()
        };
        let bounds = |list: &Vec<(Move, Interval)>| {
            list.iter()
                .map(|&(mv, bounds)| {
                    let (at_least, at_most) = bounds.scores(first);
                    MoveBounds { mv, at_least, at_most }
                })
                .collect()
        };
        Self {
            score: verdict.rank().map(score),
            at_least: open.then_some(least),
            at_most: open.then_some(most),
            winner: (query == Query::Winner).then_some(winner),
            best_moves: matches!(query, Query::BestMoves | Query::AllMoves)
                .then(|| verdict.best_moves.clone()),
            moves: (query == Query::AllMoves).then(|| verdict.moves.as_ref().map(moves)),
            move_bounds: verdict.move_bounds.as_ref().map(bounds),
            estimate: None,
        }
    }

    /// What is proved about the first player's rank.
    fn known(&self, first: Color, empties: usize) -> Interval {
        let rank = |score: Option<Score>| score.map(|score| score.rank(first));
        let (least, most) = (rank(self.score.or(self.at_least)), rank(self.score.or(self.at_most)));
        let size = Interval::of_size(empties);
        match (first, least, most) {
            (Color::White, Some(low), Some(high)) | (Color::Black, Some(high), Some(low)) => {
                Interval { low, high }
            }
            _ => size,
        }
    }

    /// Adds what another search proved about the first player's rank.
    fn narrow(&mut self, known: Interval, first: Color) {
        let (least, most) = known.scores(first);
        let exact = known.exact().is_some();
        self.score = exact.then_some(least);
        self.at_least = (!exact).then_some(least);
        self.at_most = (!exact).then_some(most);
        if let Some(winner) = &mut self.winner {
            *winner = (least.winner == most.winner).then_some(least.winner);
        }
    }

    /// The winner, if proved.
    pub fn proved_winner(&self) -> Option<Color> {
        match (self.score, self.at_least, self.at_most) {
            (Some(score), ..) => Some(score.winner),
            (None, Some(least), Some(most)) if least.winner == most.winner => Some(least.winner),
            _ => None,
        }
    }

    /// Adds a proof of who wins that the search did not find.
    fn add_winner(&mut self, winner: Color) {
        if self.proved_winner().is_some() {
            return;
        }
        let nearest = Some(Score { winner, by: 0 });
        match winner {
            Color::White => self.at_least = nearest,
            Color::Black => self.at_most = nearest,
        }
        if self.at_least == self.at_most {
            (self.score, self.at_least, self.at_most) = (nearest, None, None);
        }
        if let Some(known) = &mut self.winner {
            *known = Some(winner);
        }
    }

    /// Returns whether everything asked for is known.
    pub fn complete(&self) -> bool {
        match self.winner {
            Some(winner) => winner.is_some(),
            None => {
                self.score.is_some()
                    && !matches!(self.best_moves, Some(None))
                    && !matches!(self.moves, Some(None))
            }
        }
    }
}

impl Value {
    /// An answer with nothing known yet.
    fn unknown(position: &Position, asked: Asked<'_>, source: Source) -> Self {
        Self {
            fen: asked.fen.map_or_else(|| position.to_fen(), str::to_owned),
            empties: position.empties(),
            white_first: None,
            black_first: None,
            seconds: 0.0,
            nodes: 0,
            source,
            worth: None,
        }
    }

    /// Returns the answer of the tables; `None` if they do not cover everything asked.
    ///
    /// # Errors
    /// A table that is needed is damaged.
    pub fn looked_up(
        position: &Position,
        asked: Asked<'_>,
        lookup: &mut Lookup,
    ) -> Result<Option<Self>, TableError> {
        let Asked { first, query, .. } = asked;
        let Some(solutions) = lookup.answers(position, first, query)? else { return Ok(None) };
        let mut value = Self::unknown(position, asked, Source::Table);
        for solution in &solutions {
            value.add(solution, query, solution.first);
            value.seconds = solution.time.as_secs_f64();
        }
        Ok(Some(value))
    }

    fn add(&mut self, verdict: &Solution, query: Query, first: Color) {
        self.nodes += verdict.nodes;
        let answer = Some(FirstValue::new(verdict, query, first));
        match first {
            Color::White => self.white_first = answer,
            Color::Black => self.black_first = answer,
        }
    }

    /// Adds game values. The outcome follows from the winners for both first players, and the winners
    /// from the outcome, so what one of the two searches left open may be known from the other.
    fn add_worth(&mut self, mut worth: BoardReport) {
        let winner =
            |first: &Option<FirstValue>| first.as_ref().and_then(FirstValue::proved_winner);
        if let (Some(white_first), Some(black_first)) =
            (winner(&self.white_first), winner(&self.black_first))
        {
            worth.add_winners([white_first, black_first]);
        }
        if let Some(outcome) = worth.sum.outcome {
            for (first, left_wins) in [
                (&mut self.white_first, outcome.left_wins_first()),
                (&mut self.black_first, outcome.left_wins_second()),
            ] {
                if let Some(first) = first {
                    first.add_winner(if left_wins { Color::White } else { Color::Black });
                }
            }
        }
        self.worth = Some(worth);
    }

    /// Asks the judge about the problem of each first player, both at the same time if the judge
    /// has two threads. The limits apply to each problem in full. `progress` is called with the
    /// first player and the proved interval of ranks whenever it narrows, `judged` with each
    /// result.
    pub fn of(
        position: &Position,
        asked: Asked<'_>,
        judge: &mut Judge,
        limits: &Limits,
        progress: &(dyn Fn(Color, Interval) + Sync),
        judged: impl Fn(&Solution),
    ) -> Self {
        let Asked { first, query, .. } = asked;
        let mut value = Self::unknown(position, asked, Source::Search);
        let start = Instant::now();
        let solutions = match first {
            &[one] => {
                let problem = position.with_side(one);
                let progress = &mut |known| progress(one, known);
                vec![judge.ask_reporting(&problem, query, limits, progress)]
            }
            _ => judge.ask_both(position, query, limits, progress).into(),
        };
        value.seconds = start.elapsed().as_secs_f64();
        for solution in solutions {
            judged(&solution);
            value.add(&solution, query, solution.first);
        }
        value
    }

    /// Returns whether everything asked for is known.
    pub fn complete(&self) -> bool {
        [&self.white_first, &self.black_first].into_iter().flatten().all(FirstValue::complete)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  ({} empty squares)", self.fen, self.empties)?;
        for (name, first) in [("White", &self.white_first), ("Black", &self.black_first)] {
            if let Some(first) = first {
                write!(f, "\n  {name} first: {first}")?;
            }
        }
        if let Some(worth) = &self.worth {
            write!(f, "\n  game value {}", worth.sum)?;
            // In a single region, the moves that win are those of the score.
            let sum = worth.regions.iter().filter(|part| part.kind != RegionKind::Dead).count() > 1;
            for play in worth.play.iter().flatten().filter(|_| sum) {
                write!(f, "\n  in the sum, {play}")?;
            }
        }
        match self.source {
            Source::Search => write!(f, "\n  {} nodes, {:.3} s", self.nodes, self.seconds),
            Source::Table => write!(f, "\n  from tables, {:.6} s", self.seconds),
        }
    }
}

impl fmt::Display for FirstValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.score, self.at_least, self.at_most) {
            (Some(Some(winner)), ..) => write!(f, "{winner} wins")?,
            (_, Some(score), ..) => write!(f, "{score}")?,
            (.., Some(least), Some(most)) => write!(f, "between {least} and {most}")?,
            _ => write!(f, "unknown")?,
        }
        if let Some(best) = &self.best_moves {
            match best {
                Some(best) if best.is_empty() => write!(f, ", no move")?,
                Some(best) => {
                    write!(f, ", best")?;
                    for mv in best {
                        write!(f, " {mv}")?;
                    }
                }
                None => write!(f, ", best moves not proved")?,
            }
        }
        if let Some(Some(estimate)) = &self.estimate {
            write!(f, "\n    {estimate}")?;
        }
        for MoveBounds { mv, at_least, at_most } in self.move_bounds.iter().flatten() {
            match at_least == at_most {
                true => write!(f, "\n    {mv}  {at_least}")?,
                false => write!(f, "\n    {mv}  between {at_least} and {at_most}")?,
            }
        }
        if let Some(Some(moves)) = &self.moves {
            for entry in moves {
                write!(f, "\n    {}  {}", entry.mv, entry.score)?;
            }
        }
        Ok(())
    }
}
