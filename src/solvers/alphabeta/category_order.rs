//! Move ordering by move categories whose weights shift with the progress of the game.

use crate::board::{Bitboard, Color, Placement, PlacementMove, Position};
use crate::eval::{Blocking, ProgressMeasure, ProgressScale};
use std::fmt;

/// What a search orders its moves by, apart from what it learns on the way: the option `order`.
///
/// - `evaluation`: the evaluation of the position after the move, if the search goes deeper than
///   one ply.
/// - `mn`, `tgp`, `mgp`, `mtgp`: the move's category (see [`Blocking`]), weighted by that measure
///   of game progress.
/// - `fixed`: the move's category, with weights that stay the same throughout the game.
/// - `evaluation-tgp` and so on: evaluation if the search goes deeper, categories in the last ply.
/// - `none`: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrdering {
    /// Whether positions deeper than one ply are ordered by evaluation.
    pub evaluation: bool,
    /// Whether categories count, and what shifts their weights.
    pub categories: Option<Shift>,
}

/// What shifts the weights of the categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Nothing.
    Fixed,
    /// The progress of the game by this measure.
    By(ProgressMeasure),
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => f.write_str("fixed"),
            Self::By(measure) => measure.fmt(f),
        }
    }
}

impl MoveOrdering {
    /// By evaluation alone.
    pub const DEFAULT: Self = Self { evaluation: true, categories: None };

    /// The values of the option.
    pub fn choices() -> Vec<(String, Self)> {
        let shifts = || ProgressMeasure::ALL.map(Shift::By).into_iter().chain([Shift::Fixed]);
        let by = |evaluation| move |shift| Self { evaluation, categories: Some(shift) };
        [Self::DEFAULT, Self { evaluation: false, categories: None }]
            .into_iter()
            .chain(shifts().map(by(false)))
            .chain(shifts().map(by(true)))
            .map(|order| (order.to_string(), order))
            .collect()
    }
}

impl Default for MoveOrdering {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for MoveOrdering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.evaluation, self.categories) {
            (true, None) => f.write_str("evaluation"),
            (true, Some(shift)) => write!(f, "evaluation-{shift}"),
            (false, None) => f.write_str("none"),
            (false, Some(shift)) => shift.fmt(f),
        }
    }
}

/// How much it speaks for a move that its amazon, or its arrow, blocks 0, 1, 2, or 3 or more enemy
/// amazons, and that it escapes in degree 0 to 3; at 0 % and at 100 % progress, with a straight
/// line between them.
///
/// Y. Higashiuchi and R. Grimbergen leave the weights open. These are the maximum-likelihood
/// weights, in hundredths of a natural logarithm, of a model in which a move is best with a
/// likelihood proportional to e^weight. They were fitted to the best moves that
/// `alphabeta:lieberum,width=40,depth=2` found in 2,147 positions of 40 of its own games, with TGP
/// as progress. (There were too few moves that block three or more late in the game, so they count
/// nothing.)
const BY_AMAZON: [[f64; 4]; 2] = [[0.0, 44.0, 60.0, 222.0], [0.0, 143.0, 203.0, 0.0]];
const BY_ARROW: [[f64; 4]; 2] = [[0.0, 195.0, 265.0, 376.0], [0.0, 66.0, 19.0, 0.0]];
const BY_ESCAPE: [[f64; 4]; 2] = [[0.0, 256.0, 442.0, 388.0], [0.0, -18.0, 15.0, 116.0]];

/// The same for a model whose weights do not shift.
const FIXED: [[f64; 4]; 3] =
    [[0.0, 89.0, 105.0, 207.0], [0.0, 134.0, 178.0, 269.0], [0.0, 98.0, 145.0, 185.0]];

/// The scale of progress and the measure by which the moves of one search are weighted.
#[derive(Clone, Copy, Debug)]
pub struct CategoryOrder {
    scale: ProgressScale,
    shift: Shift,
}

/// The weights of the categories of one position's moves.
#[derive(Clone, Copy, Debug)]
pub struct CategoryWeights<B> {
    blocking: Blocking<B>,
    by_amazon: [i32; 4],
    by_arrow: [i32; 4],
    by_escape: [i32; 4],
}

impl CategoryOrder {
    /// Makes the order for searches from `root`.
    pub fn new(root: &Position, shift: Shift) -> Self {
        Self { scale: ProgressScale::of_board(root), shift }
    }

    /// Returns the weights in a position.
    pub fn weights<B: Bitboard>(
        &self,
        placement: &Placement<B>,
        mover: Color,
    ) -> CategoryWeights<B> {
        let progress = match self.shift {
            Shift::Fixed => None,
            Shift::By(measure) => Some(self.scale.measure(placement, measure) / 100.0),
        };
        let between = |[start, end]: [[f64; 4]; 2], fixed: [f64; 4]| {
            std::array::from_fn(|n| {
                let shifted = |progress| start[n] + (end[n] - start[n]) * progress;
                progress.map_or(fixed[n], shifted).round() as i32
            })
        };
        CategoryWeights {
            blocking: Blocking::new(placement, mover),
            by_amazon: between(BY_AMAZON, FIXED[0]),
            by_arrow: between(BY_ARROW, FIXED[1]),
            by_escape: between(BY_ESCAPE, FIXED[2]),
        }
    }
}

impl<B: Bitboard> CategoryWeights<B> {
    /// Returns how early to try a move: higher is earlier.
    #[inline(always)]
    pub fn promise(&self, mv: PlacementMove) -> i32 {
        let (amazon, arrow) = self.blocking.category(mv);
        let escape = self.blocking.escape(mv);
        self.by_amazon[amazon.min(3)] + self.by_arrow[arrow.min(3)] + self.by_escape[escape]
    }
}
