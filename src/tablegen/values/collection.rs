//! The values of a piece while several threads find them.

use super::value::Value;
use ahash::AHashMap;
use amazons_cgt::{Arena, Game, Stopped};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All games of a build, and the values of the piece that is being built, numbered in the order in
/// which they are found.
pub(super) struct Collection {
    pub games: Arena,
    pub values: Vec<Value>,
    numbers: AHashMap<Value, u32>,
}

impl Collection {
    pub fn new(games: Arena) -> Self {
        Self { games, values: Vec::new(), numbers: AHashMap::new() }
    }

    pub fn locked(collection: &Mutex<Self>) -> MutexGuard<'_, Self> {
        collection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a value of these games.
    pub fn number(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        *self.numbers.entry(value).or_insert_with(|| {
            self.values.push(value);
            next
        })
    }

    /// Begins a piece: returns the values of the last one.
    pub fn take_values(&mut self) -> Vec<Value> {
        self.numbers.clear();
        std::mem::take(&mut self.values)
    }

    /// Copies a game from another arena, which has the first `common` games in common. `copies` are
    /// the games that were copied from it before.
    pub fn copy(
        &mut self,
        from: &Arena,
        common: usize,
        copies: &mut AHashMap<Game, Game>,
        game: Game,
    ) -> Result<Game, Stopped> {
        if game.index() < common {
            return Ok(game);
        }
        let mut missing = vec![game];
        while let Some(&game) = missing.last() {
            let options = [from.left_options(game), from.right_options(game)];
            let known = |option: &Game| option.index() < common || copies.contains_key(option);
            let before = missing.len();
            missing.extend(options.into_iter().flatten().copied().filter(|option| !known(option)));
            if missing.len() > before {
                continue;
            }
            let copied = |option: &Game| copies.get(option).copied().unwrap_or(*option);
            let [lefts, rights] = options.map(|side| side.iter().map(copied).collect::<Vec<_>>());
            let copy = self.games.with_canonical_options(&lefts, &rights)?;
            copies.insert(game, copy);
            missing.pop();
        }
        Ok(copies[&game])
    }
}
