//! The tables to build, and their order.

use crate::ParseError;
use crate::tables::{MAX_SQUARES, Material};
use std::fmt;
use std::str::FromStr;

/// Tables of a class for all sizes up to a given one: `2v2:9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The amazons.
    pub class: Material,
    /// The most squares.
    pub squares: usize,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.class, self.squares)
    }
}

impl FromStr for Target {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "expected a class and the most squares, such as 2v2:8 (1 to 10 squares, room \
                        for its amazons)";
        Self::read(text).ok_or_else(|| ParseError::expected(expected))
    }
}

impl Target {
    fn read(text: &str) -> Option<Self> {
        let (class, squares) = text.split_once(':')?;
        let class: Material = class.parse().ok()?;
        let squares: usize = squares.parse().ok()?;
        let fits = (1..=MAX_SQUARES).contains(&squares) && class.placements(squares) > 0;
        fits.then_some(Self { class, squares })
    }
}

/// One table to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The amazons.
    pub class: Material,
    /// Squares of the shapes.
    pub squares: usize,
    /// Whether it is the largest table of a target and no other is built from it: it may be divided
    /// among several machines.
    pub last: bool,
}

/// Returns the tables that the targets need, each after those that it is built from: a move leaves
/// regions of at least one square fewer and no more amazons of either side.
pub fn steps(targets: &[Target]) -> Vec<Step> {
    let smaller = |class: Material| {
        let needed = targets.iter().filter(|target| class.within(target.class));
        needed.map(|target| target.squares - 1).max().unwrap_or(0)
    };
    let mut steps = Vec::new();
    for squares in 1..=MAX_SQUARES {
        for class in Material::ALL {
            // Others are built from the whole of a table that is needed.
            let needed = squares <= smaller(class);
            let last = !needed && targets.contains(&Target { class, squares });
            if (needed || last) && class.placements(squares) > 0 {
                steps.push(Step { class, squares, last });
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_needed_comes_first() {
        let names = |targets: &[&str]| {
            let targets: Vec<Target> = targets.iter().map(|t| t.parse().unwrap()).collect();
            steps(&targets)
                .iter()
                .map(|step| format!("{}-{}", step.class, step.squares))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&["1v0:2"]), ["1v0-1", "1v0-2"]);
        assert_eq!(
            names(&["2v1:4"]),
            ["1v0-1", "1v0-2", "2v0-2", "1v1-2", "1v0-3", "2v0-3", "1v1-3", "2v1-3", "2v1-4"]
        );
        assert!(!names(&["3v1:9"]).contains(&"2v2-4".to_owned()));
        // The smaller target is part of what the larger one is built from.
        let targets = ["1v1:4", "1v1:5"].map(|text| text.parse().unwrap());
        let last: Vec<Step> = steps(&targets).into_iter().filter(|step| step.last).collect();
        assert_eq!(last, [Step { class: targets[1].class, squares: 5, last: true }]);
        assert!("2v2".parse::<Target>().is_err() && "2v2:11".parse::<Target>().is_err());
        assert!("1v1:1".parse::<Target>().is_err() && "1v1:2".parse::<Target>().is_ok());
    }
}
