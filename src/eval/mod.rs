//! Layer 4: evaluation functions, one file each behind [`Evaluation`].
//!
//! To add one: write its file, and name it in [`evaluations!`] below.

mod accessibility;
pub mod distance;
mod minimal_distance;

pub use accessibility::Accessibility;
pub use minimal_distance::MinimalDistance;

use crate::board::{Bits, Color, Grid};
use std::fmt;
use std::str::FromStr;

/// An estimate of how many more moves the mover will make than his opponent, in hundredths of a
/// square.
pub type Value = i32;

/// One square, or one move, as a [`Value`].
pub const SQUARE: Value = 100;

/// A number of squares as a [`Value`], rounded away from zero on a half, so that swapping the
/// players negates it exactly.
#[inline(always)]
fn squares(number: f32) -> Value {
    (number * SQUARE as f32).round() as Value
}

/// A function that estimates a position without looking ahead.
///
/// It must not depend on where the position lies on the board or on which colour is which: only
/// on who is to move. All symmetric positions get the same value.
pub trait Evaluation: Copy + Send + Sync + 'static {
    /// The estimate from the side of `mover`, whose turn it is.
    fn evaluate<B: Bits>(&self, grid: &Grid<B>, mover: Color) -> Value;
}

/// Makes [`Evaluator`], the registry of evaluation functions by name.
macro_rules! evaluations {
    ($($name:literal => $function:ident),+ $(,)?) => {
        /// Any of the evaluation functions, chosen by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Evaluator {
            $(#[doc = concat!("`", $name, "`")] $function($function),)+
        }

        impl Evaluator {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$function($function)),+];

            /// The one that methods use where none is named.
            pub const DEFAULT: Self = Self::Accessibility(Accessibility);

            /// Its name, as in a spec text.
            pub fn name(self) -> &'static str {
                match self { $(Self::$function(_) => $name,)+ }
            }
        }

        impl Evaluation for Evaluator {
            #[inline]
            fn evaluate<B: Bits>(&self, grid: &Grid<B>, mover: Color) -> Value {
                match self { $(Self::$function(function) => function.evaluate(grid, mover),)+ }
            }
        }
    };
}

evaluations! {
    "accessibility" => Accessibility,
    "minimal-distance" => MinimalDistance,
}

/// No evaluation function has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no evaluation '{found}'; expected one of {}", names().join(", "))]
pub struct UnknownEvaluation {
    found: String,
}

/// The names of all evaluation functions.
pub fn names() -> Vec<&'static str> {
    Evaluator::ALL.iter().map(|evaluator| evaluator.name()).collect()
}

impl FromStr for Evaluator {
    type Err = UnknownEvaluation;

    fn from_str(text: &str) -> Result<Self, UnknownEvaluation> {
        (Self::ALL.iter().copied().find(|evaluator| evaluator.name() == text))
            .ok_or_else(|| UnknownEvaluation { found: text.chars().take(40).collect() })
    }
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Wide};
    use crate::with_grid;
    use proptest::prelude::*;

    fn value(evaluator: Evaluator, position: &Position) -> Value {
        let (grid, _) = position.smallest_grid();
        with_grid!(grid, grid => evaluator.evaluate(&grid, position.side()))
    }

    fn positions() -> impl Strategy<Value = Position> {
        (1..=12usize, 1..=10usize, any::<bool>()).prop_flat_map(|(width, height, white)| {
            prop::collection::vec(0..12u8, width * height).prop_map(move |cells| {
                let mut grid = Grid::<Wide>::default();
                for (i, cell) in cells.iter().enumerate() {
                    let bit = Wide::bit(Wide::index(i % width, i / width));
                    match cell {
                        0 => grid.white |= bit,
                        1 => grid.black |= bit,
                        2..=4 => {}
                        _ => grid.empty |= bit,
                    }
                }
                let side = if white { Color::White } else { Color::Black };
                Position::new(width, height, grid, side).unwrap()
            })
        })
    }

    proptest! {
        #[test]
        fn values_do_not_depend_on_symmetry_colour_or_layout(position in positions()) {
            for &evaluator in Evaluator::ALL {
                let want = value(evaluator, &position);
                prop_assert_eq!(value(evaluator, &position.swapped()), want);
                prop_assert_eq!(evaluator.evaluate(position.grid(), position.side()), want);
                for symmetry in 0..8 {
                    prop_assert_eq!(value(evaluator, &position.transformed(symmetry)), want);
                }
            }
        }

        #[test]
        fn only_the_tempo_differs_between_the_two_sides(position in positions()) {
            let there = value(Evaluator::MinimalDistance(MinimalDistance), &position);
            let other = position.with_side(position.side().other());
            prop_assert_eq!(value(Evaluator::MinimalDistance(MinimalDistance), &other), -there);
            let tempo = value(Evaluator::Accessibility(Accessibility), &position)
                + value(Evaluator::Accessibility(Accessibility), &other);
            prop_assert!(tempo >= -1, "to move is never worse: {}", tempo);
        }
    }

    #[test]
    fn names_are_read_back() {
        for &evaluator in Evaluator::ALL {
            assert_eq!(evaluator.name().parse(), Ok(evaluator));
        }
        let error = "depth".parse::<Evaluator>().unwrap_err().to_string();
        assert!(error.contains("accessibility, minimal-distance"), "{error}");
    }
}
