//! Multi-valued solving by a two-valued solver: figure 5 of Kloetzer, Iida and Bouzy,
//! "A Comparative Study of Solvers in Amazons Endgames" (2008).
//!
//! The figure's `getValue` is [`get_value`] here, and its `solve(position, result)` is the closure
//! passed to it. Its results in increasing order are the ranks: *win by 1st player, 0 point* is
//! rank 0, *win by 2nd player, maximum theoretical score* is rank −1−e with e empty squares, and
//! adding the figure's `modifier` to the score is adding 1 to the rank.

use crate::board::{Move, Position};
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use crate::solvers::solver::{Answer, Iteration, IterationEnd};
use std::time::Instant;

/// How a two-valued search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rank can be reached, by this move (`None` if the first player has no move).
    Proved(Option<Move>),
    /// The rank cannot be reached.
    Refuted,
    /// A limit came first.
    Limit,
}

/// What follows if the first iteration (a win by 0) reaches its limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterLimit {
    /// The problem is unsolved.
    #[default]
    Unsolved,
    /// The figure to the letter: what is not proved counts as refuted, and the losses follow.
    LossBranch,
}

impl AfterLimit {
    /// The values of the option `after-limit`.
    pub const CHOICES: [(&str, Self); 2] =
        [("unsolved", Self::Unsolved), ("loss-branch", Self::LossBranch)];
}

/// What a limit is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LimitOf {
    /// Each iteration, as in the comparative study.
    #[default]
    Iteration,
    /// The whole choice, as for solvers without iterations.
    Choice,
}

impl LimitOf {
    /// The values of the option `limit`.
    pub const CHOICES: [(&str, Self); 2] =
        [("iteration", Self::Iteration), ("choice", Self::Choice)];
}

/// Ticks between two looks at the clock: the searches count every generated child.
const CLOCK_INTERVAL: u64 = 256;

/// Raises the rank asked for until `solve` refutes it or reaches the limit. The answer's move is
/// that of the last proved iteration.
///
/// Apart from what is proved, only the number of empty squares bounds the ranks asked for.
pub fn get_value(
    problem: &Position,
    limits: &Limits,
    after_limit: AfterLimit,
    limit_of: LimitOf,
    mut solve: impl FnMut(Rank, &mut Budget) -> Verdict,
) -> Answer {
    let start = Instant::now();
    let mut answer = Answer::unknown(problem.empties());
    // Asks for one rank. `true` if it was proved.
    let mut ask = |answer: &mut Answer, rank: Rank| {
        let limits = match limit_of {
            LimitOf::Iteration => limits.clone(),
            LimitOf::Choice => {
                let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(answer.nodes));
                Limits { nodes, ..limits.after(start.elapsed()) }
            }
        };
        let mut budget = Budget::new(&limits, CLOCK_INTERVAL);
        let verdict = match budget.exhausted() {
            true => Verdict::Limit,
            false => solve(rank, &mut budget),
        };
        let outcome = match verdict {
            Verdict::Proved(best) => {
                (answer.best, answer.interval.low) = (best, rank);
                IterationEnd::Proved
            }
            Verdict::Refuted => {
                answer.interval.high = rank.previous();
                IterationEnd::Refuted
            }
            Verdict::Limit => IterationEnd::Limit,
        };
        let (nodes, time) = (budget.nodes(), budget.elapsed());
        answer.nodes += nodes;
        let (target, best) = (rank.get(), answer.best);
        answer.iterations.push(Iteration { target, outcome, nodes, time, best });
        outcome
    };

    // What holds without a search: the figure's `finalResult = initialResult`.
    let (first, last) = match ask(&mut answer, Rank::WIN) {
        IterationEnd::Proved => (Rank::WIN.next(), answer.interval.high),
        IterationEnd::Limit if after_limit == AfterLimit::Unsolved || limits.abort.is_set() => {
            return finished(answer, start);
        }
        IterationEnd::Refuted | IterationEnd::Limit => {
            (answer.interval.low.next(), Rank::WIN.previous())
        }
    };
    for rank in (first.get()..=last.get()).map(Rank::new) {
        if ask(&mut answer, rank) != IterationEnd::Proved {
            break;
        }
    }
    finished(answer, start)
}

fn finished(answer: Answer, start: Instant) -> Answer {
    Answer { time: start.elapsed(), ..answer }
}
