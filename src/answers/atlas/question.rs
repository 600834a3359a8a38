//! What is asked of an atlas.

use super::condition::Condition;
use crate::tables::Material;

/// A question to an atlas: for the regions of a value, or for values with properties. All conditions
/// must be met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtlasQuestion {
    /// The value, in the notation of game values.
    pub value: Option<String>,
    /// The temperature.
    pub temperature: Option<Condition>,
    /// The mean.
    pub mean: Option<Condition>,
    /// Only numbers.
    pub number: bool,
    /// Only nimbers; 0 is one.
    pub nimber: bool,
    /// Only infinitesimals; 0 is one.
    pub infinitesimal: bool,
    /// Only all-small values; 0 is one.
    pub all_small: bool,
    /// Only switches {x|y} of numbers x > y.
    pub switch: bool,
    /// Only tiny and miny x with a number x.
    pub tiny: bool,
    /// The atomic weight: a condition on a number, or a game. Only all-small values have one.
    pub atomic_weight: Option<String>,
    /// How many squares the longest filling of a one-sided region leaves empty.
    pub defect: Option<Condition>,
    /// Only regions of this class.
    pub class: Option<Material>,
    /// The squares of the regions, amazons included.
    pub squares: Option<Condition>,
    /// The most regions of the answer.
    pub count: Option<usize>,
}

impl AtlasQuestion {
    /// The most regions of an answer about a value, if nothing else is said.
    pub const REGIONS: usize = 4;
    /// The most regions of an answer about properties, each with another value.
    pub const VALUES: usize = 10;

    /// Returns the most regions of the answer.
    pub fn most(&self) -> usize {
        let usual = if self.value.is_some() { Self::REGIONS } else { Self::VALUES };
        self.count.unwrap_or(usual)
    }
}
