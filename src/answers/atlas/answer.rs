//! The answer of an atlas, as plain data.

use crate::board::{Color, Position};
use crate::game_value::GameValueReport;
use crate::score::Score;
use crate::tables::{Material, RegionFacts, SHAPE_COUNTS};
use amazons_cgt::Thermograph;
use serde::{Serialize, Serializer};
use std::fmt;

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AtlasAnswer {
    /// The value that was asked for, in canonical form; null if it was asked for properties, or if it
    /// is too long to print.
    pub value: Option<String>,
    /// Different values that meet the conditions. A value and its negative count once.
    pub values: usize,
    /// Regions with these values. Regions that differ by a symmetry or by the colours count once.
    pub regions: u64,
    /// The smallest of these regions; of each value one, unless a value was asked for.
    pub found: Vec<AtlasRegion>,
    /// What was searched: other regions may have the value.
    pub searched: Vec<SearchedTable>,
}

/// A region of an atlas.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AtlasRegion {
    /// The region as FEN.
    pub fen: String,
    /// The region.
    #[serde(skip)]
    pub position: Position,
    /// Its class.
    #[serde(serialize_with = "as_text")]
    pub class: Material,
    /// Its squares, amazons included.
    pub squares: usize,
    /// The value.
    #[serde(flatten)]
    pub worth: GameValueReport,
    /// The thermograph.
    #[serde(skip)]
    pub thermograph: Thermograph,
    /// Those of `number`, `integer`, `nimber`, `infinitesimal`, `all small`, `switch`, `tiny` and
    /// `hot` that the value is.
    pub properties: Vec<&'static str>,
    /// The atomic weight; absent for values that are not all small, null if it is beyond the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<Option<String>>,
    /// How many squares the longest filling leaves empty; only for one-sided regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defect: Option<usize>,
    /// Regions that meet the conditions and have this value, or its negative.
    pub regions: u64,
    /// The score with White first; null without a table of scores.
    pub white_first: Option<Score>,
    /// The score with Black first.
    pub black_first: Option<Score>,
}

/// A table that was searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchedTable {
    /// Its class.
    #[serde(serialize_with = "as_text")]
    pub class: Material,
    /// The squares of its regions.
    pub squares: usize,
    /// The number of its first shape and of the one behind its last.
    pub shapes: [usize; 2],
    /// Whether it has all shapes.
    pub complete: bool,
}

pub(super) fn as_text<S: Serializer>(class: &Material, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(class)
}

impl SearchedTable {
    pub(super) fn of(facts: &RegionFacts) -> Self {
        let shapes = [facts.shapes.start, facts.shapes.end];
        Self {
            class: facts.class,
            squares: facts.squares,
            shapes,
            complete: shapes == [0, SHAPE_COUNTS[facts.squares]],
        }
    }
}

impl AtlasAnswer {
    /// Returns what was searched in words, such as `1v1 with 2 to 9 squares, 2v1 with 3 to 8`.
    pub fn searched_text(&self) -> String {
        let mut parts = Vec::new();
        for class in Material::ALL {
            let mut sizes: Vec<usize> = Vec::new();
            let mut others = Vec::new();
            for table in self.searched.iter().filter(|table| table.class == class) {
                if table.complete {
                    sizes.push(table.squares);
                } else {
                    let [first, end] = table.shapes;
                    others.push(format!(
                        "{class} with {} squares on {} of {} shapes",
                        table.squares,
                        end - first,
                        SHAPE_COUNTS[table.squares]
                    ));
                }
            }
            if let (Some(least), Some(most)) = (sizes.iter().min(), sizes.iter().max()) {
                let all = sizes.len() == most - least + 1;
                let sizes: Vec<String> = match least == most {
                    true => vec![least.to_string()],
                    false if all => vec![format!("{least} to {most}")],
                    false => sizes.iter().map(ToString::to_string).collect(),
                };
                parts.push(format!("{class} with {} squares", sizes.join(", ")));
            }
            parts.extend(others);
        }
        parts.join("; ")
    }
}

impl AtlasRegion {
    /// Returns the score with a first player.
    pub fn score(&self, first: Color) -> Option<Score> {
        match first {
            Color::White => self.white_first,
            Color::Black => self.black_first,
        }
    }
}

impl fmt::Display for SearchedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.class, self.squares)
    }
}
