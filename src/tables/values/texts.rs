//! Values of dictionaries as objects with stable keys.

use super::region_value::{BringError, RegionValue, ValuesInArena};
use crate::game_value::GameValueReport;
use amazons_cgt::{Arena, Stopped};

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
    /// The dictionary is damaged, or the value is beyond the memory.
    pub fn report(&mut self, value: &RegionValue<'_>) -> Result<GameValueReport, BringError> {
        let facts = value.facts()?;
        let game = self.values.game(value, &mut self.games)?;
        let text = game.and_then(|game| self.games.text(game, GameValueReport::LONGEST_TEXT));
        let stopped = game.is_none().then_some(Stopped::TooLarge);
        let report = GameValueReport::of(&value.thermograph()?, facts.outcome, text);
        Ok(GameValueReport { stopped, ..report })
    }
}
