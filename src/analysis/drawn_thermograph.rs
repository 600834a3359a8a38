//! A worth and its thermograph: the answer of `amazons thermograph`.

use crate::cgt::Thermograph;
use crate::game_value::GameValueReport;
use serde::Serialize;

/// A worth with the walls of its thermograph.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnThermograph {
    /// Value, outcome, stops, mean and temperature.
    #[serde(flatten)]
    pub worth: GameValueReport,
    /// The walls.
    #[serde(flatten)]
    pub thermograph: Thermograph,
}
