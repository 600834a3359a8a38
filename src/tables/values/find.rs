//! Finding a game in a dictionary, whose order follows from the values alone.

use super::dictionary::Dictionary;
use super::value_id::ValueId;
use crate::tables::error::TableError;
use ahash::AHashMap;
use amazons_cgt::{Arena, Game};
use std::cmp::Ordering;

impl Dictionary {
    /// Returns the name of a game's value, or `None` if the dictionary does not have it.
    ///
    /// ```
    /// use amazons::cgt::Arena;
    /// use amazons::tables::Tables;
    ///
    /// let mut games = Arena::new(1 << 20);
    /// let (eighth, high) = (games.parse("1/8")?, games.parse("{100|}")?);
    /// let tables = Tables::builtin()?;
    /// let dictionary = &tables.dictionaries()[0];
    /// let id = dictionary.find(&games, eighth)?.expect("Snatzke found it on six squares");
    /// assert_eq!(dictionary.facts(id)?.mean.to_string(), "1/8");
    /// assert_eq!(dictionary.find(&games, high)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The dictionary is damaged.
    pub fn find(&self, games: &Arena, game: Game) -> Result<Option<ValueId>, TableError> {
        // A game of more moves than any value has needs no search.
        if games.birthday(game) as usize >= self.birthdays() {
            return Ok(None);
        }
        let mut search =
            Search { dictionary: self, games, known: AHashMap::new(), own: AHashMap::new() };
        Ok(search.find(game)?.map(|(id, _)| id))
    }
}

/// A search for a game and its followers.
struct Search<'a> {
    dictionary: &'a Dictionary,
    games: &'a Arena,
    /// The values found, with their birthdays.
    known: AHashMap<Game, Option<(ValueId, usize)>>,
    /// Whether a value is its own negative.
    own: AHashMap<usize, bool>,
}

impl Search<'_> {
    /// The depth of the calls is the birthday, of which a dictionary has few.
    fn find(&mut self, game: Game) -> Result<Option<(ValueId, usize)>, TableError> {
        if let Some(&known) = self.known.get(&game) {
            return Ok(known);
        }
        let found = self.by_options(game)?;
        self.known.insert(game, found);
        Ok(found)
    }

    fn by_options(&mut self, game: Game) -> Result<Option<(ValueId, usize)>, TableError> {
        let games = self.games;
        let mut birthday = 0;
        let mut own = [Vec::new(), Vec::new()];
        let sides = [games.left_options(game), games.right_options(game)];
        for (ids, options) in own.iter_mut().zip(sides) {
            for &option in options {
                let Some((id, day)) = self.find(option)? else { return Ok(None) };
                birthday = birthday.max(day + 1);
                ids.push(id);
            }
            ids.sort_unstable();
        }
        if birthday >= self.dictionary.birthdays() {
            return Ok(None);
        }
        let mut other = [Vec::new(), Vec::new()];
        for (side, ids) in other.iter_mut().zip([&own[1], &own[0]]) {
            for &id in ids {
                side.push(self.negative(id)?);
            }
            side.sort_unstable();
        }
        for (options, negated) in [(&own, false), (&other, true)] {
            if let Some(number) = self.among(birthday, options)? {
                return Ok(Some((ValueId::new(number, negated), birthday)));
            }
        }
        Ok(None)
    }

    /// The number of the value of this birthday with these options.
    fn among(
        &self,
        birthday: usize,
        options: &[Vec<ValueId>; 2],
    ) -> Result<Option<usize>, TableError> {
        let mut range = self.dictionary.born(birthday)?;
        while !range.is_empty() {
            let middle = range.start + range.len() / 2;
            let there = self.dictionary.options(middle)?.unwrap_or_default();
            match there.cmp(options) {
                Ordering::Equal => return Ok(Some(middle)),
                Ordering::Less => range.start = middle + 1,
                Ordering::Greater => range.end = middle,
            }
        }
        Ok(None)
    }

    /// The negative, by the only name that a value which is its own negative has among options.
    fn negative(&mut self, id: ValueId) -> Result<ValueId, TableError> {
        let own = match self.own.get(&id.number()) {
            Some(&own) => own,
            None => {
                let [lefts, rights] = self.dictionary.options(id.number())?.unwrap_or_default();
                let mirrored = rights.into_iter().map(|right| self.negative(right));
                let mut mirrored = mirrored.collect::<Result<Vec<_>, _>>()?;
                mirrored.sort_unstable();
                let own = lefts == mirrored;
                self.own.insert(id.number(), own);
                own
            }
        };
        Ok(if own { id } else { id.negative() })
    }
}
