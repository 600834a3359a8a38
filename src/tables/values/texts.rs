//! Values of dictionaries as objects with stable keys.

use super::region_value::{RegionValue, ValuesInArena};
use crate::game_value::GameValueReport;
use crate::tables::error::TableError;
use amazons_cgt::Arena;

/// Writes values of dictionaries as text, in an arena of its own.
#[derive(Debug)]
pub struct ValueTexts {
    games: Arena,
    values: ValuesInArena,
}

impl Default for ValueTexts {
    fn default() -> Self {
        Self::new()
    }
}

impl ValueTexts {
    /// The most bytes of the arena.
    const MEMORY: usize = 1 << 30;

    /// No values yet.
    pub fn new() -> Self {
        Self { games: Arena::new(Self::MEMORY), values: ValuesInArena::new() }
    }

    /// Returns everything about a value.
    ///
    /// # Errors
    /// The dictionary is damaged.
    pub fn report(&mut self, value: &RegionValue<'_>) -> Result<GameValueReport, TableError> {
        let facts = value.facts()?;
        let game = self.values.game(value, &mut self.games)?;
        let stopped = game.err();
        let text = game.ok().and_then(|game| self.games.text(game, GameValueReport::LONGEST_TEXT));
        let report = GameValueReport::of(&value.thermograph()?, facts.outcome, text);
        Ok(GameValueReport { stopped, ..report })
    }
}
