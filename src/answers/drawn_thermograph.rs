//! A worth and its thermograph: the answer of `amazons thermograph`.

use crate::game_value::GameValueReport;
use amazons_cgt::{Corner, Stopped, Thermograph};
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
    /// Draws the thermograph of a position or of a game.
    pub fn new(
        fen: Option<String>,
        game: Option<String>,
        worth: GameValueReport,
        thermograph: &Thermograph,
    ) -> Self {
        let left_wall = thermograph.left_wall().to_vec();
        let right_wall = thermograph.right_wall().to_vec();
        Self { fen, game, worth, left_wall, right_wall }
    }

    /// Says why the thermograph of a position or of a game is not known; its walls are empty.
    pub fn unknown(fen: Option<String>, game: Option<String>, stopped: Stopped) -> Self {
        let worth = GameValueReport::unknown(stopped);
        Self { fen, game, worth, left_wall: Vec::new(), right_wall: Vec::new() }
    }
}
