//! The value of a region, as a table knows it.

use super::dictionary::Dictionary;
use super::thermographs::ValueFacts;
use super::value_id::ValueId;
use crate::tables::error::TableError;
use ahash::AHashMap;
use amazons_cgt::{Arena, Game, Stopped, Thermograph, ThermographId, Thermographs};

/// The game value of a region, found in a table.
#[derive(Clone, Copy, Debug)]
pub struct RegionValue<'a> {
    dictionary: &'a Dictionary,
    /// The place of the dictionary among those of the tables.
    place: usize,
    id: ValueId,
}

impl<'a> RegionValue<'a> {
    /// Returns a value of a dictionary. `place` tells it from the other dictionaries in use.
    pub fn new(dictionary: &'a Dictionary, place: usize, id: ValueId) -> Self {
        Self { dictionary, place, id }
    }

    /// Returns its name in the dictionary.
    pub fn id(&self) -> ValueId {
        self.id
    }

    /// Returns the dictionary.
    pub fn dictionary(&self) -> &'a Dictionary {
        self.dictionary
    }

    /// Returns the outcome, mean, temperature and stops. White is Left.
    ///
    /// # Errors
    /// The dictionary is damaged.
    pub fn facts(&self) -> Result<ValueFacts, TableError> {
        self.dictionary.facts(self.id)
    }

    /// Returns the thermograph.
    ///
    /// # Errors
    /// The dictionary is damaged.
    pub fn thermograph(&self) -> Result<Thermograph, TableError> {
        self.dictionary.thermograph(self.id)
    }
}

/// The values of dictionaries that were brought into one arena, or one pool of thermographs.
#[derive(Debug, Default)]
pub struct ValuesInArena {
    /// By dictionary and number; a negative is found through the arena.
    games: AHashMap<(usize, usize), Game>,
    /// By dictionary and value.
    thermographs: AHashMap<(usize, ValueId), ThermographId>,
}

impl ValuesInArena {
    /// No values yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the approximate number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.games.capacity() * (size_of::<((usize, usize), Game)>() + 1)
            + self.thermographs.capacity() * (size_of::<((usize, ValueId), ThermographId)>() + 1)
    }

    /// Returns a value as a game of the arena, always the same one, or the reason why it is not
    /// expanded: only its thermograph is known, or the arena has no room.
    ///
    /// # Errors
    /// The dictionary is damaged.
    pub fn game(
        &mut self,
        value: &RegionValue<'_>,
        games: &mut Arena,
    ) -> Result<Result<Game, Stopped>, TableError> {
        let (place, number) = (value.place, value.id.number());
        if number >= value.dictionary.expanded() {
            return Ok(Err(Stopped::TooLarge));
        }
        let game = match self.games.get(&(place, number)) {
            Some(&game) => Ok(game),
            None => self.bring(value.dictionary, place, number, games)?,
        };
        Ok(game.and_then(|game| if value.id.negated() { games.negative(game) } else { Ok(game) }))
    }

    /// Returns the thermograph of a value in the pool.
    ///
    /// # Errors
    /// The dictionary is damaged.
    pub fn thermograph(
        &mut self,
        value: &RegionValue<'_>,
        pool: &mut Thermographs,
    ) -> Result<ThermographId, TableError> {
        if let Some(&known) = self.thermographs.get(&(value.place, value.id)) {
            return Ok(known);
        }
        let facts = value.facts()?;
        let id = if facts.is_number {
            pool.number(facts.mean)
        } else {
            let (thermograph, leans) = value.dictionary.leaning_thermograph(value.id)?;
            pool.insert(&thermograph, leans)
        };
        self.thermographs.insert((value.place, value.id), id);
        Ok(id)
    }

    /// Brings a value and what it is made of, the options first.
    #[cold]
    fn bring(
        &mut self,
        dictionary: &Dictionary,
        place: usize,
        number: usize,
        games: &mut Arena,
    ) -> Result<Result<Game, Stopped>, TableError> {
        let mut missing = vec![number];
        while let Some(&number) = missing.last() {
            if self.games.contains_key(&(place, number)) {
                missing.pop();
                continue;
            }
            let options = dictionary.options(number)?.unwrap_or_default();
            let before = missing.len();
            let known = |id: &ValueId| self.games.contains_key(&(place, id.number()));
            missing.extend(options.iter().flatten().filter(|id| !known(id)).map(|id| id.number()));
            if missing.len() > before {
                continue;
            }
            match self.with_options(place, &options, games) {
                Ok(game) => self.games.insert((place, number), game),
                Err(stopped) => return Ok(Err(stopped)),
            };
            missing.pop();
        }
        Ok(Ok(self.games[&(place, number)]))
    }

    /// The game with these options, which are in the arena.
    fn with_options(
        &self,
        place: usize,
        options: &[Vec<ValueId>; 2],
        games: &mut Arena,
    ) -> Result<Game, Stopped> {
        let mut side = |ids: &[ValueId]| -> Result<Vec<Game>, Stopped> {
            let game = |id: &ValueId| {
                let game = self.games[&(place, id.number())];
                if id.negated() { games.negative(game) } else { Ok(game) }
            };
            ids.iter().map(game).collect()
        };
        let [left, right] = options;
        let (left, right) = (side(left)?, side(right)?);
        games.with_canonical_options(&left, &right)
    }
}
