//! Makes puzzles from problems.

use super::difficulty::Meter;
use super::solution_tree::solution_tree;
use super::themes::ThemeFinder;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::problems::{Goal, Judgement, Problem, Puzzle};
use amazons::score::{Rank, Score};
use amazons::solvers::SpecError;
use amazons::util::opaque_debug;

/// Why a problem does not become a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// Too few legal moves, or too few or too many empty squares.
    Size,
    /// Several moves are optimal.
    SeveralAnswers,
    /// A question reached its limits.
    Unproved,
    /// The work was interrupted.
    Interrupted,
}

impl Refusal {
    /// Every reason.
    pub const ALL: [Self; 4] =
        [Self::Size, Self::SeveralAnswers, Self::Unproved, Self::Interrupted];

    /// Returns the reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Size => "too small, too large or too few moves",
            Self::SeveralAnswers => "several optimal moves",
            Self::Unproved => "not proved within the limits",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Makes puzzles. Each thread uses its own.
pub struct Maker {
    judge: Judge,
    themes: ThemeFinder,
    meter: Meter,
    limits: Limits,
    min_empties: usize,
    max_empties: usize,
    min_moves: u64,
}

opaque_debug!([] Maker, "Maker");

impl Maker {
    /// Makes a maker with limits for each question to the judge. Problems outside the sizes, or
    /// with fewer moves, do not become puzzles.
    ///
    /// # Errors
    /// A measuring solver is missing.
    pub fn new(
        memory: usize,
        limits: Limits,
        (min_empties, max_empties): (usize, usize),
        min_moves: u64,
    ) -> Result<Self, SpecError> {
        let judge = Judge::builder().memory(memory - memory / 4).build();
        let themes = ThemeFinder::new(memory / 4);
        let meter = Meter::new()?;
        Ok(Self { judge, themes, meter, limits, min_empties, max_empties, min_moves })
    }

    /// Turns a problem into a puzzle, of grade 1 until it is compared with others.
    ///
    /// # Errors
    /// The problem is not a puzzle, or it is not known whether it is.
    pub fn make(&mut self, problem: &Problem) -> Result<Problem, Refusal> {
        let position = problem.position.clone();
        let legal_moves = position.placement().count_moves(position.side());
        let sizes = self.min_empties..=self.max_empties;
        if !sizes.contains(&position.empties()) || legal_moves < self.min_moves {
            return Err(Refusal::Size);
        }
        if let Judgement::Solved { optimal, .. } = &problem.judgement
            && optimal.len() != 1
        {
            return Err(Refusal::SeveralAnswers);
        }
        let unproved = |this: &Self| {
            if this.limits.abort.is_set() { Refusal::Interrupted } else { Refusal::Unproved }
        };
        let solution = self.judge.ask(&position, Query::BestMoves, &self.limits);
        let (Some(rank), Some(best)) = (solution.rank(), solution.best_moves) else {
            return Err(unproved(self));
        };
        let [right] = best[..] else { return Err(Refusal::SeveralAnswers) };
        let first = position.side();
        let goal = self.goal(problem, rank, right).ok_or_else(|| unproved(self))?;
        let tree = solution_tree(&position, &mut self.judge, &self.limits)
            .ok_or_else(|| unproved(self))?;
        let abort = self.limits.abort.clone();
        let effort = self.meter.measure(&position, right, &abort).ok_or(Refusal::Interrupted)?;
        let themes = self.themes.find(&position, right, rank, &mut self.judge, &self.limits);
        if abort.is_set() {
            return Err(Refusal::Interrupted);
        }
        let difficulty = effort.difficulty();
        let score = Score::from_rank(rank, first);
        Ok(Problem {
            judgement: Judgement::Solved { score, legal_moves, optimal: vec![right] },
            puzzle: Some(Puzzle { goal, grade: 1, difficulty, themes, solution: tree }),
            ..problem.clone()
        })
    }

    /// Returns a puzzle with its themes found again; the rest is unchanged, and so is a problem
    /// that is not a puzzle.
    ///
    /// # Errors
    /// The work was interrupted.
    pub fn find_themes_again(&mut self, problem: &Problem) -> Result<Problem, Refusal> {
        let (Some(puzzle), Judgement::Solved { score, .. }) = (&problem.puzzle, &problem.judgement)
        else {
            return Ok(problem.clone());
        };
        let (position, right) = (&problem.position, puzzle.solution.mv);
        let rank = score.rank(position.side());
        let themes = self.themes.find(position, right, rank, &mut self.judge, &self.limits);
        if self.limits.abort.is_set() {
            return Err(Refusal::Interrupted);
        }
        let puzzle = Some(Puzzle { themes, ..puzzle.clone() });
        Ok(Problem { puzzle, ..problem.clone() })
    }

    /// What the right move alone does; `None` if this is not proved for every other move.
    fn goal(&mut self, problem: &Problem, rank: Rank, right: amazons::board::Move) -> Option<Goal> {
        if !rank.wins() {
            return Some(Goal::Best);
        }
        for mv in problem.position.legal_moves() {
            if mv == right {
                continue;
            }
            let after = problem.position.play(mv).ok()?;
            if !self.judge.ask(&after, Query::Winner, &self.limits).first_wins()? {
                return Some(Goal::Best);
            }
        }
        Some(Goal::Win)
    }
}
