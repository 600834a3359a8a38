//! Estimates by the search of a player.

use super::data::{Estimate, EstimatedMove, rounded_lead};
use crate::board::{Color, Position, with_placement};
use crate::eval::{Evaluator, SQUARE, Value};
use crate::limits::Limits;
use crate::score::Interval;
use crate::solvers::exact_leaf::value_of_estimate;
use crate::solvers::{STRONGEST, Solver, Spec, SpecError, Thought, Watch, solver_within};

/// Estimates positions with the search of a player.
#[derive(Debug)]
pub struct Estimator {
    solver: Box<dyn Solver>,
}

/// An estimate, and what its search proved.
#[derive(Clone, Debug)]
pub struct Found {
    /// The estimate, within what is proved; `None` if the player has found no move, as a program that
    /// fails.
    pub estimate: Option<Estimate>,
    /// The proved ranks of the side to move: those that were known, and what the search adds.
    pub known: Interval,
}

impl Estimator {
    /// The most bytes that a search takes of those that it may take: what is enough for a second.
    pub const MEMORY: usize = 64 << 20;

    /// The estimator that asks the strongest player, which may take `memory` bytes.
    pub fn strongest(memory: usize) -> Self {
        Self::from_spec(STRONGEST, memory).expect("the strongest player is a solver")
    }

    /// Makes the estimator that asks the solver of a spec, such as `alphabeta:lieberum`, which may
    /// take `memory` bytes.
    ///
    /// # Errors
    /// There is no such solver, or an option is unknown or impossible.
    pub fn from_spec(text: &str, memory: usize) -> Result<Self, SpecError> {
        solver_within(text, memory.min(Self::MEMORY)).map(Self::of)
    }

    /// Makes the estimator that asks a solver, which tells what it finds while it searches.
    pub fn of(solver: Box<dyn Solver>) -> Self {
        Self { solver }
    }

    /// Returns the text that makes the player again.
    pub fn player(&self) -> String {
        self.solver.spec()
    }

    /// Estimates a position within limits. `known` is what is proved about the side to move; `lines`
    /// the number of best moves to name; `tell` is called with each estimate on the way.
    pub fn estimate(
        &self,
        position: &Position,
        known: Interval,
        lines: usize,
        limits: &Limits,
        tell: &mut dyn FnMut(&Estimate),
    ) -> Found {
        let (mut last, mut depths) = (None, Depths::default());
        let mut keep = |thought: &Thought| {
            if let Some(estimate) = of_thought(position, known, thought, lines, &mut depths) {
                tell(&estimate);
                last = Some(estimate);
            }
        };
        let mut watch = Watch::new(lines, &mut keep);
        let answer = self.solver.solve_watched(position, limits, &mut watch);
        let estimate = last.or_else(|| {
            // The limit came before the search had compared the moves.
            let line = answer.best.into_iter().collect();
            let lead = static_lead(position, evaluation_of(&self.player()));
            let is_found = answer.best.is_some() || !position.can_move();
            is_found.then(|| Estimate::new(position, lead, known, line, answer.nodes))
        });
        let known = known.and(answer.interval).unwrap_or(known);
        let within = |estimate: Estimate| {
            let Estimate { lead, line, nodes, mut moves, .. } = estimate;
            let estimate = Estimate::new(position, lead, known, line, nodes.max(answer.nodes));
            // No move is better than the position.
            for one in &mut moves {
                one.lead = match position.side() {
                    Color::White => one.lead.min(estimate.lead),
                    Color::Black => one.lead.max(estimate.lead),
                };
            }
            Estimate { moves, ..estimate }
        };
        Found { estimate: estimate.map(within), known }
    }
}

/// Turns a value for the side to move into White's lead.
fn lead(position: &Position, value: Value) -> f64 {
    let lead = f64::from(value) / f64::from(SQUARE);
    if position.side() == Color::White { lead } else { -lead }
}

/// The evaluation function that a solver's spec names, or the usual one.
fn evaluation_of(spec: &str) -> Evaluator {
    let spec = Spec::parse(spec).ok();
    let named = spec.as_ref().and_then(|spec| spec.value("eval")?.parse().ok());
    named.unwrap_or(Evaluator::DEFAULT)
}

/// The lead without a search.
fn static_lead(position: &Position, evaluator: Evaluator) -> f64 {
    let (placement, frame) = position.smallest_placement();
    let evaluator = evaluator.on(frame);
    let value =
        with_placement!(placement, placement => evaluator.evaluate(&placement, position.side()));
    lead(position, value_of_estimate(value))
}

/// The leads that a search saw at its last depth and at the one before.
#[derive(Debug, Default)]
struct Depths {
    last: Option<(u32, f64)>,
    before: Option<(u32, f64)>,
}

impl Depths {
    /// Takes a lead seen at a depth, and returns what is to be added to it for the mean of the two
    /// depths. Whoever moves last looks too good, and that is the other player one ply deeper.
    fn take(&mut self, depth: u32, lead: f64) -> f64 {
        if self.last.is_none_or(|(last, _)| last != depth) {
            self.before = self.last;
        }
        self.last = Some((depth, lead));
        let before = self.before.filter(|(before, _)| before + 1 == depth);
        before.map_or(0.0, |(_, before)| (before - lead) / 2.0)
    }
}

/// Returns what a search has found; `None` before it has compared moves by their leads.
fn of_thought(
    position: &Position,
    known: Interval,
    thought: &Thought,
    lines: usize,
    depths: &mut Depths,
) -> Option<Estimate> {
    let moves = thought.lines.iter().filter_map(|line| {
        let (first, value) = (*line.moves.first()?, line.value?);
        Some(EstimatedMove { mv: first, lead: lead(position, value), line: line.moves.clone() })
    });
    let mut moves: Vec<EstimatedMove> = moves.collect();
    let shift = depths.take(thought.depth, moves.first()?.lead);
    moves.iter_mut().for_each(|one| one.lead = rounded_lead(one.lead + shift));
    let best = moves.first()?;
    let line = best.line.clone();
    let estimate = Estimate::new(position, best.lead, known, line, thought.nodes);
    Some(Estimate { moves: if lines > 1 { moves } else { Vec::new() }, ..estimate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::minimax::rank;
    use crate::score::Score;
    use crate::testing::RandomPositions;

    fn estimated(position: &Position, lines: usize, limits: &Limits) -> Found {
        let whole = Interval::of_size(position.empties());
        Estimator::strongest(Estimator::MEMORY).estimate(
            position,
            whole,
            lines,
            limits,
            &mut |_| (),
        )
    }

    #[test]
    fn what_a_search_proves_is_the_score_for_either_side() {
        let mut random = RandomPositions::new(17);
        for _ in 0..60 {
            let position = random.tiny(7);
            let Found { estimate, known } = estimated(&position, 1, &Limits::nodes(50_000));
            let estimate = estimate.unwrap();
            let best = rank(&position);
            assert!(known.low <= best && best <= known.high, "{position}");
            if let Some(exact) = known.exact() {
                let score = Score::from_rank(exact, position.side());
                assert_eq!(estimate.lead, super::super::data::lead_of(score), "{position}");
            }
            let legal = position.legal_moves();
            assert_eq!(estimate.mv.is_some(), !legal.is_empty(), "{position}");
            assert!(estimate.mv.is_none_or(|mv| legal.contains(&mv)));
        }
    }

    #[test]
    fn swapped_colours_have_the_opposite_lead() {
        let start = Position::start(6, 6).unwrap();
        let limits = Limits::nodes(3_000);
        let of = |position: &Position| estimated(position, 3, &limits).estimate.unwrap();
        let (white, black) = (of(&start), of(&start.swapped()));
        assert_eq!(white.lead, -black.lead);
        let chances = white.white_wins + black.white_wins;
        assert!((chances - 1.0).abs() < 1e-3, "{chances}");
        assert_eq!(white.moves.len(), 3);
        assert!(white.moves.is_sorted_by(|one, other| one.lead >= other.lead));
        assert_eq!(white.moves[0].lead, white.lead);
        assert_eq!(white.moves[0].line, white.line);
    }

    #[test]
    fn there_is_an_estimate_however_little_was_searched() {
        let start = Position::start(10, 10).unwrap();
        for nodes in [1, 100, 3_000] {
            let found = estimated(&start, 1, &Limits::nodes(nodes)).estimate.unwrap();
            assert!(found.mv.is_some() && found.lead.abs() < 30.0, "{found}");
            assert!(found.nodes <= nodes + 100, "{found:?}");
        }
    }

    #[test]
    fn estimates_sharpen_while_time_lasts() {
        let start = Position::start(6, 6).unwrap();
        let whole = Interval::of_size(start.empties());
        let mut nodes = Vec::new();
        let limits = Limits::nodes(20_000);
        let mut tell = |estimate: &Estimate| nodes.push(estimate.nodes);
        Estimator::strongest(Estimator::MEMORY).estimate(&start, whole, 1, &limits, &mut tell);
        assert!(nodes.len() > 1 && nodes.is_sorted(), "{nodes:?}");
    }
}
