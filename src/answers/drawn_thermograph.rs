//! A worth and its thermograph: the answer of `amazons thermograph`.

use crate::game_value::GameValueReport;
use amazons_cgt::{Corner, Thermograph};
use serde::Serialize;

/// A worth with the walls of its thermograph.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnThermograph {
    /// The position, if it was given as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The game, if it was given in the notation of game values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Value, outcome, stops, mean and temperature.
    #[serde(flatten)]
    pub worth: GameValueReport,
    /// The wall of Left, from the ground up.
    pub left_wall: Vec<Corner>,
    /// The wall of Right.
    pub right_wall: Vec<Corner>,
}

impl DrawnThermograph {
    /// Draws the thermograph of a position or of a game. If it is not known, the walls are empty.
    pub fn new(
        fen: Option<String>,
        game: Option<String>,
        worth: GameValueReport,
        thermograph: Option<&Thermograph>,
    ) -> Self {
        let wall = |wall: fn(&Thermograph) -> &[Corner]| {
            thermograph.map_or(Vec::new(), |t| wall(t).to_vec())
        };
        let (left_wall, right_wall) = (wall(Thermograph::left_wall), wall(Thermograph::right_wall));
        Self { fen, game, worth, left_wall, right_wall }
    }
}
