//! Reviews games by search: from their end backwards, the whole board of each ply and the region of
//! its move.

use super::review::{Finding, GameReview, RegionReview, winner};
use crate::board::{Bitboard, Frame, Move, Position, Wide};
use crate::estimate::{Estimate, Estimator};
use crate::judge::{Judge, Query, Solution};
use crate::known::{Lookup, ResultStore};
use crate::limits::Limits;
use crate::records::Game;
use crate::region::{Canonical, RegionKind, regions};
use crate::score::Interval;
use crate::tables::TableError;
use crate::util::opaque_debug;
use hashbrown::HashMap;
use std::time::Duration;

/// Reviews games, and remembers the regions met. Each thread uses its own.
pub struct Reviewer<'a> {
    judge: Judge,
    lookup: Option<Lookup>,
    results: Option<&'a ResultStore>,
    limits: Limits,
    winner_only: bool,
    estimator: Option<Estimator>,
    /// Regions judged alone, by their canonical problem. Each is judged in that form, so an answer
    /// does not depend on earlier questions.
    regions: HashMap<String, Solution>,
    trouble: Option<TableError>,
}

opaque_debug!(['a] Reviewer<'a>, "Reviewer");

/// The number of successive positions with an unproved winner, going back from the last one, after
/// which the review stops: earlier ones would not be proved either.
const UNPROVED: usize = 3;

/// The most regions remembered.
const MOST_REGIONS: usize = 100_000;

impl<'a> Reviewer<'a> {
    /// Makes a reviewer with these limits for each ply; each region judged alone may take a quarter
    /// as much in addition. With `winner_only`, it stops as soon as the winner is proved. What the
    /// tables know is not searched, and what is judged is added to them.
    pub fn new(
        judge: Judge,
        results: Option<&'a ResultStore>,
        limits: Limits,
        winner_only: bool,
    ) -> Self {
        let lookup = results.map(ResultStore::lookup);
        Self { results, ..Self::asking(judge, lookup, limits, winner_only) }
    }

    /// Makes a reviewer that does not add to the tables.
    pub fn asking(judge: Judge, lookup: Option<Lookup>, limits: Limits, winner_only: bool) -> Self {
        let (results, regions) = (None, HashMap::new());
        let estimator = None;
        Self { judge, lookup, results, limits, winner_only, estimator, regions, trouble: None }
    }

    /// The same with an estimate wherever the score is not proved. The limits for a ply then hold for
    /// everything about it together: half of them are for the board, a quarter for the region, the
    /// rest for the estimate, and all of them where nothing is judged.
    #[must_use]
    pub fn estimating(self, estimator: Option<Estimator>) -> Self {
        Self { estimator, ..self }
    }

    /// Returns the judge and the look-ups, for other questions.
    pub fn into_tools(self) -> (Judge, Option<Lookup>) {
        (self.judge, self.lookup)
    }

    /// Takes the error of a table that could not be used or written, if any; each is returned once.
    pub fn take_trouble(&mut self) -> Option<TableError> {
        self.trouble.take()
    }

    /// Reviews a game from its end backwards: what is known about a position bounds the one before
    /// it. `progress` is called with each ply examined. Once the abort flag of the limits is set,
    /// the plies that remain stay unproved.
    pub fn review(
        &mut self,
        record: &str,
        number: usize,
        game: &Game,
        mut progress: impl FnMut(usize),
    ) -> GameReview {
        let positions: Vec<Position> = game.positions().collect();
        let query = if self.winner_only { Query::Winner } else { Query::BestMoves };
        let last = positions.last().expect("a game has a first position");
        let mut after = self.ask(last, all_ranks(last), query);
        let estimate = self.estimate(last, &mut after, true);
        let mut unproved = usize::from(winner(&after).is_none());
        let last = Finding { estimate, ..Finding::of(after) };
        let mut played = last.solution.interval.for_opponent();
        let mut findings = Vec::with_capacity(game.moves().len());
        for (i, (position, &mv)) in positions.iter().zip(game.moves()).enumerate().rev() {
            let open = unproved < UNPROVED && !self.limits.abort.is_set();
            let mut known = all_ranks(position);
            let mut before = if open {
                // The mover can do no worse than the move that was played.
                known.low = known.low.max(played.low);
                self.ask(position, known, query)
            } else {
                Solution::new(position.side(), known, query, None, 0, Duration::ZERO)
            };
            let estimate = self.estimate(position, &mut before, open);
            if open || estimate.is_some() {
                progress(i + 1);
            }
            let region =
                open.then(|| self.region(position, &positions[i + 1], mv, &before)).flatten();
            unproved = if winner(&before).is_none() { unproved + 1 } else { 0 };
            played = before.interval.for_opponent();
            findings.push(Finding { asked: open, estimate, region, ..Finding::of(before) });
        }
        findings.reverse();
        GameReview::of(record, number, game, findings, last)
    }

    /// Asks about a whole position: first the tables, then the judge.
    fn ask(&mut self, problem: &Position, known: Interval, query: Query) -> Solution {
        let limits = match self.estimator {
            Some(_) => self.limits.share(1, 2),
            None => self.limits.clone(),
        };
        self.ask_within(problem, known, query, limits)
    }

    /// Estimates a whole position, about which a judge may have found something before. What the
    /// search proves is added to it.
    fn estimate(
        &self,
        position: &Position,
        solution: &mut Solution,
        judged: bool,
    ) -> Option<Option<Estimate>> {
        let estimator = self.estimator.as_ref()?;
        let proved = match self.winner_only {
            true => solution.first_wins().is_some(),
            false => solution.rank().is_some(),
        };
        if proved || self.limits.abort.is_set() {
            return Some(None);
        }
        let limits = if judged { self.limits.share(1, 4) } else { self.limits.clone() };
        let found = estimator.estimate(position, solution.interval, 1, &limits, &mut |_| ());
        solution.interval = found.known;
        Some(found.estimate.filter(|_| solution.rank().is_none()))
    }

    fn ask_within(
        &mut self,
        problem: &Position,
        known: Interval,
        query: Query,
        limits: Limits,
    ) -> Solution {
        let looked_up = self.lookup.as_mut().map(|lookup| lookup.answer(problem, query));
        match looked_up {
            Some(Ok(Some(solution))) => return solution,
            Some(Err(error)) => self.trouble = Some(error),
            Some(Ok(None)) | None => {}
        }
        let solution = self.judge.ask_within(known, problem, query, &limits);
        if solution.nodes >= ResultStore::WORTH_KEEPING
            && let Some(Err(error)) = self.results.map(|results| results.add(problem, &solution))
        {
            self.trouble = Some(error);
        }
        solution
    }

    /// Judges the region of a move alone.
    fn region(
        &mut self,
        position: &Position,
        after: &Position,
        mv: Move,
        whole: &Solution,
    ) -> Option<RegionReview> {
        let parts = regions(position);
        let from = Frame::WHOLE.inward::<Wide>(mv.from);
        let part = *parts.iter().find(|part| part.squares.has(from))?;
        let mut review = RegionReview::unknown(position, &part);
        if self.winner_only {
            return Some(review);
        }
        let alone = parts.iter().filter(|part| part.kind != RegionKind::Dead).count() == 1;
        let before = match alone {
            true => whole.clone(),
            false => self.alone(&position.restricted(part.squares)),
        };
        let played = self.alone(&after.restricted(part.squares));
        review.score = before.score();
        review.best_moves.clone_from(&before.best_moves);
        let error =
            before.rank().zip(played.rank()).map(|(best, left)| best.above(left.for_opponent()));
        review.error = error.map(i32::unsigned_abs);
        Some(review)
    }

    /// Judges a region alone, with the side to move first; the answer is remembered under its
    /// canonical form.
    fn alone(&mut self, region: &Position) -> Solution {
        let canonical = Canonical::of(region);
        let key = canonical.position.to_fen();
        let solution = match self.regions.get(&key) {
            Some(solution) => solution.clone(),
            None => {
                let problem = canonical.position.clone();
                // A move has two such regions: before it and after it.
                let parts = if self.estimator.is_some() { 8 } else { 4 };
                let limits = self.limits.share(1, parts);
                let known = all_ranks(&problem);
                let solution = self.ask_within(&problem, known, Query::BestMoves, limits);
                if self.regions.len() >= MOST_REGIONS {
                    self.regions.clear();
                }
                if !self.limits.abort.is_set() {
                    self.regions.insert(key, solution.clone());
                }
                solution
            }
        };
        let outward = |moves: Vec<Move>| {
            let mut moves: Vec<Move> = moves.into_iter().map(|mv| canonical.outward(mv)).collect();
            moves.sort_by_cached_key(Move::to_string);
            moves
        };
        Solution {
            first: region.side(),
            best_moves: solution.best_moves.map(outward),
            moves: None,
            ..solution
        }
    }
}
/// All ranks that the side to move may have.
fn all_ranks(problem: &Position) -> Interval {
    Interval::of_size(problem.empties())
}
