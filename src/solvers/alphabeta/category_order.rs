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

/// How much it speaks for a move that its amazon, or its arrow, blocks 1, 2, or 3 or more enemy
/// amazons, and that it escapes in degree 1 to 3. Degree 0 counts nothing.
///
/// Y. Higashiuchi and R. Grimbergen leave the weights open. These are the maximum-likelihood
/// weights, in hundredths of a natural logarithm, of a model in which a move is best with a
/// likelihood proportional to e^weight. `scripts/fit-categories.py` fits them to the moves of 400
/// games of two plies, for each measure of progress and for weights that do not shift.
#[derive(Clone, Copy, Debug)]
struct ByDegree {
    amazon: [f64; 3],
    arrow: [f64; 3],
    escape: [f64; 3],
}

/// The weights that do not shift.
const FIXED: ByDegree = ByDegree {
    amazon: [82.0, 100.0, 151.0],
    arrow: [127.0, 178.0, 246.0],
    escape: [47.0, 17.0, 30.0],
};

/// The weights at 0 % and at 100 % progress by a measure, with a straight line between them.
const fn shifting(measure: ProgressMeasure) -> [ByDegree; 2] {
    match measure {
        ProgressMeasure::MoveNumber => [
            ByDegree {
                amazon: [52.0, 91.0, 178.0],
                arrow: [188.0, 280.0, 355.0],
                escape: [352.0, 559.0, 690.0],
            },
            ByDegree {
                amazon: [110.0, 104.0, 2.0],
                arrow: [94.0, 65.0, 66.0],
                escape: [-64.0, -42.0, 5.0],
            },
        ],
        ProgressMeasure::Territory => [
            ByDegree {
                amazon: [50.0, 80.0, 151.0],
                arrow: [165.0, 246.0, 325.0],
                escape: [312.0, 467.0, 602.0],
            },
            ByDegree {
                amazon: [130.0, 133.0, 60.0],
                arrow: [92.0, 48.0, 6.0],
                escape: [-102.0, -64.0, -8.0],
            },
        ],
        ProgressMeasure::Mobility => [
            ByDegree {
                amazon: [50.0, 82.0, 142.0],
                arrow: [185.0, 271.0, 345.0],
                escape: [362.0, 647.0, 783.0],
            },
            ByDegree {
                amazon: [106.0, 114.0, 119.0],
                arrow: [102.0, 92.0, 93.0],
                escape: [-43.0, -33.0, 8.0],
            },
        ],
        ProgressMeasure::Combined => [
            ByDegree {
                amazon: [51.0, 83.0, 148.0],
                arrow: [176.0, 260.0, 337.0],
                escape: [343.0, 574.0, 740.0],
            },
            ByDegree {
                amazon: [112.0, 118.0, 91.0],
                arrow: [99.0, 76.0, 53.0],
                escape: [-61.0, -42.0, 4.0],
            },
        ],
    }
}

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
        let (start, end, progress) = match self.shift {
            Shift::Fixed => (FIXED, FIXED, 0.0),
            Shift::By(measure) => {
                let [start, end] = shifting(measure);
                (start, end, self.scale.measure(placement, measure) / 100.0)
            }
        };
        let between = |start: [f64; 3], end: [f64; 3]| {
            let shifted = |n: usize| (start[n] + (end[n] - start[n]) * progress).round() as i32;
            [0, shifted(0), shifted(1), shifted(2)]
        };
        CategoryWeights {
            blocking: Blocking::new(placement, mover),
            by_amazon: between(start.amazon, end.amazon),
            by_arrow: between(start.arrow, end.arrow),
            by_escape: between(start.escape, end.escape),
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
