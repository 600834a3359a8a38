//! How hard a puzzle is: which methods fail on it, and at which effort.

use amazons::board::{Move, Position};
use amazons::limits::{Abort, Limits};
use amazons::problems::Problem;
use amazons::solvers::{Solver, SpecError, solver};
use std::cmp::Reverse;

/// The greatest depth at which alpha-beta is tried.
const DEPTHS: usize = 6;

/// Nodes that alpha-beta may use at each depth.
const ALPHA_BETA_NODES: u64 = 100_000;

/// Nodes that an iteration of the proof-number search may use.
const PROOF_NODES: u64 = 200_000;

/// What methods need for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Legal moves to choose from.
    pub moves: u64,
    /// Whether the right move has the best evaluation after one move.
    pub one_ply: bool,
    /// The least depth from which alpha-beta finds the right move; one more than the greatest depth
    /// tried if it never does.
    pub depth: usize,
    /// Nodes of the proof-number search.
    pub nodes: u64,
}

impl Effort {
    /// Returns everything as one number: the depth counts most, then the doublings of the nodes.
    ///
    /// `8 depth + 3 log2(nodes) + 2 log2(moves)`, and 5 more if one ply is not enough.
    pub fn difficulty(self) -> u32 {
        let log = |number: u64| ((number + 1) as f64).log2();
        let one_ply = if self.one_ply { 0.0 } else { 5.0 };
        let sum = 8.0 * self.depth as f64 + 3.0 * log(self.nodes) + 2.0 * log(self.moves) + one_ply;
        sum.round() as u32
    }
}

/// Grades puzzles, and chooses at most the given number of each grade: those with the deepest
/// solutions, graded again. They come in order of difficulty.
pub fn choose(mut puzzles: Vec<Problem>, most: Option<usize>) -> Vec<Problem> {
    grade_by_fifths(&mut puzzles);
    if let Some(most) = most {
        let deep = |problem: &Problem| {
            let puzzle = problem.puzzle.as_ref();
            puzzle.map_or(0, |puzzle| puzzle.solution.depth() * 4 + puzzle.themes.len())
        };
        puzzles.sort_by_key(|problem| (Reverse(deep(problem)), problem.id.clone()));
        let mut counts = [0; 6];
        puzzles.retain(|problem| {
            let grade = problem.puzzle.as_ref().map_or(0, |puzzle| puzzle.grade);
            counts[usize::from(grade)] += 1;
            counts[usize::from(grade)] <= most
        });
        grade_by_fifths(&mut puzzles);
    }
    puzzles
}

/// Grades puzzles by their rank among the others: the least difficult fifth gets grade 1, the next
/// 2, up to 5. The puzzles are sorted by difficulty.
fn grade_by_fifths(puzzles: &mut [Problem]) {
    let difficulty = |problem: &Problem| problem.puzzle.as_ref().map_or(0, |p| p.difficulty);
    puzzles.sort_by_key(|problem| (difficulty(problem), problem.id.clone()));
    let count = puzzles.len();
    for (place, problem) in puzzles.iter_mut().enumerate() {
        if let Some(puzzle) = &mut problem.puzzle {
            puzzle.grade = 1 + (place * 5 / count) as u8;
        }
    }
}

/// The methods that measure. Results depend only on the puzzle.
pub(super) struct Meter {
    one_ply: Box<dyn Solver>,
    alpha_beta: Vec<Box<dyn Solver>>,
    proof: Box<dyn Solver>,
}

impl Meter {
    pub fn new() -> Result<Self, SpecError> {
        let alpha_beta =
            (1..=DEPTHS).map(|depth| solver(&format!("alphabeta:depth={depth},tt=4MB")));
        Ok(Self {
            one_ply: solver("one-ply")?,
            alpha_beta: alpha_beta.collect::<Result<_, _>>()?,
            proof: solver("dfpn:tt=16MB")?,
        })
    }

    /// Measures a puzzle whose right move is `right`; `None` if interrupted.
    pub fn measure(&self, position: &Position, right: Move, abort: &Abort) -> Option<Effort> {
        let finds = |solver: &dyn Solver, nodes: u64| {
            let answer = solver.solve(position, &Limits::nodes(nodes).until(abort));
            answer.best == Some(right)
        };
        let one_ply = finds(&*self.one_ply, ALPHA_BETA_NODES);
        let mut depth = DEPTHS + 1;
        for (i, solver) in self.alpha_beta.iter().enumerate().rev() {
            if !finds(&**solver, ALPHA_BETA_NODES) {
                break;
            }
            depth = i + 1;
        }
        let proof = self.proof.solve(position, &Limits::nodes(PROOF_NODES).until(abort));
        let moves = position.placement().count_moves(position.side());
        (!abort.is_set()).then_some(Effort { moves, one_ply, depth, nodes: proof.nodes })
    }
}
