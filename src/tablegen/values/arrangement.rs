//! The order of a dictionary, which follows from the values alone.
//!
//! Values of a birthday only have options of earlier birthdays, which have their numbers already. So
//! one birthday after another, its values are sorted by the numbers of their options.

use super::value::Value;
use crate::tables::{DictionaryContent, TableError, ValueId, WrittenThermograph};
use ahash::AHashMap;
use amazons_cgt::{Arena, Dyadic, Game, Outcome, ThermographId};
use std::cmp::Ordering;
use std::ops::Range;

/// A dictionary of values of an arena, and the numbers of these in it.
pub(super) struct Arrangement {
    pub content: DictionaryContent,
    /// By the place of the game.
    games: Vec<Option<ValueId>>,
    /// By the place of the thermograph.
    cooled: AHashMap<usize, ValueId>,
}

/// A value of the birthday at hand, or its negative if that is to be stored.
struct Candidate {
    game: usize,
    negated: bool,
    own_negative: bool,
    /// Its options among those of the birthday: Left's until `middle`, then Right's.
    options: Range<usize>,
    middle: usize,
}

impl Arrangement {
    /// Arranges values and everything that they are made of.
    ///
    /// # Errors
    /// A number is too fine or too large for a dictionary.
    pub fn of(games: &Arena, values: impl Iterator<Item = Value>) -> Result<Self, TableError> {
        let mut needed = vec![false; games.len()];
        needed[Arena::ZERO.index()] = true;
        let mut cooled = Vec::new();
        for value in values {
            match value.game_index() {
                Some(index) => needed[index] = true,
                None => cooled.push(value.thermograph(games)),
            }
        }
        let options = |index: usize| {
            let game = games.game(index);
            games.left_options(game).iter().chain(games.right_options(game))
        };
        for index in (0..needed.len()).rev() {
            if needed[index] {
                options(index).for_each(|option| needed[option.index()] = true);
            }
        }
        let mut birthdays = vec![0u16; games.len()];
        let mut by_birthday: Vec<Vec<usize>> = Vec::new();
        for index in (0..needed.len()).filter(|&index| needed[index]) {
            let oldest = options(index).map(|option| birthdays[option.index()] + 1).max();
            let birthday = oldest.unwrap_or(0);
            birthdays[index] = birthday;
            if by_birthday.len() <= usize::from(birthday) {
                by_birthday.resize_with(usize::from(birthday) + 1, Vec::new);
            }
            by_birthday[usize::from(birthday)].push(index);
        }
        let mut arrangement = Self {
            content: DictionaryContent::default(),
            games: vec![None; games.len()],
            cooled: AHashMap::new(),
        };
        let mut thermographs = Pool::default();
        let mut own_negatives: Vec<bool> = Vec::new();
        for born in by_birthday {
            arrangement.add_birthday(games, born, &mut own_negatives, &mut thermographs)?;
        }
        cooled.sort_unstable();
        cooled.dedup();
        arrangement.add_cooled(games, &cooled, &mut thermographs)?;
        arrangement.content.thermographs = thermographs.all;
        Ok(arrangement)
    }

    /// The number of one of the values.
    pub fn id(&self, value: Value, games: &Arena) -> ValueId {
        let id = match value.game_index() {
            Some(index) => self.games[index],
            None => self.cooled.get(&value.thermograph(games).index()).copied(),
        };
        id.expect("only values that were arranged are asked for")
    }

    fn add_birthday(
        &mut self,
        games: &Arena,
        born: Vec<usize>,
        own_negatives: &mut Vec<bool>,
        thermographs: &mut Pool,
    ) -> Result<(), TableError> {
        let mut options: Vec<ValueId> = Vec::new();
        let negative = |id: ValueId| if own_negatives[id.number()] { id } else { id.negative() };
        let mut candidates: Vec<Candidate> = Vec::with_capacity(born.len());
        for index in born {
            let game = games.game(index);
            let ids = |side: &[Game]| {
                let id = |option: &Game| self.games[option.index()];
                let ids = side.iter().map(|option| id(option).expect("options come first"));
                let mut ids: Vec<ValueId> = ids.collect();
                ids.sort_unstable();
                ids
            };
            let own = [ids(games.left_options(game)), ids(games.right_options(game))];
            let mut other = [1, 0].map(|side: usize| {
                own[side].iter().map(|&id| negative(id)).collect::<Vec<ValueId>>()
            });
            other.iter_mut().for_each(|side| side.sort_unstable());
            let mean = games.thermographs().mean(games.thermograph_id(game));
            let order = sign(mean, games.outcome(game)).then_with(|| own.cmp(&other));
            let negated = order == Ordering::Greater;
            let [lefts, rights] = if negated { other } else { own };
            let start = options.len();
            let middle = start + lefts.len();
            options.extend(lefts);
            options.extend(rights);
            candidates.push(Candidate {
                game: index,
                negated,
                own_negative: order == Ordering::Equal,
                options: start..options.len(),
                middle,
            });
        }
        let sides = |candidate: &Candidate| {
            let Candidate { options: range, middle, .. } = candidate;
            [&options[range.start..*middle], &options[*middle..range.end]]
        };
        candidates.sort_unstable_by(|a, b| sides(a).cmp(&sides(b)));
        self.content.birthdays.push(self.content.values.len() as u32);
        let mut last: Option<[&[ValueId]; 2]> = None;
        for candidate in &candidates {
            let own = sides(candidate);
            if last != Some(own) {
                let start = self.content.options.len();
                own.iter().for_each(|side| self.content.options.extend_from_slice(side));
                let id = games.thermograph_id(games.game(candidate.game));
                let thermograph = thermographs.number(games, id, candidate.negated)?;
                let range = start..self.content.options.len();
                self.content.values.push((range, own[0].len(), thermograph));
                own_negatives.push(candidate.own_negative);
                last = Some(own);
            }
            let number = self.content.values.len() - 1;
            self.games[candidate.game] = Some(ValueId::new(number, candidate.negated));
        }
        Ok(())
    }

    /// Adds the values that are known by their thermographs alone, in the order of these.
    fn add_cooled(
        &mut self,
        games: &Arena,
        ids: &[ThermographId],
        thermographs: &mut Pool,
    ) -> Result<(), TableError> {
        let mut all = Vec::new();
        let pool = games.thermographs();
        for &id in ids {
            let own = written(games, id)?;
            let other = own.negative();
            let sign = sign(pool.mean(id), pool.outcome(id));
            let negated = sign.then_with(|| own.cmp(&other)) == Ordering::Greater;
            all.push((if negated { other } else { own }, id, negated));
        }
        all.sort_unstable();
        let mut last: Option<WrittenThermograph> = None;
        for (thermograph, id, negated) in all {
            if last.as_ref() != Some(&thermograph) {
                self.content.cooled.push(thermographs.number(games, id, negated)?);
                last = Some(thermograph);
            }
            let number = self.content.values.len() + self.content.cooled.len() - 1;
            self.cooled.insert(id.index(), ValueId::new(number, negated));
        }
        Ok(())
    }
}

/// `Less` if a value with this mean and outcome is stored as it is, `Greater` if its negative is.
fn sign(mean: Dyadic, outcome: Outcome) -> Ordering {
    let by_outcome = match outcome {
        Outcome::Left => Ordering::Less,
        Outcome::Right => Ordering::Greater,
        Outcome::Next | Outcome::Previous => Ordering::Equal,
    };
    Dyadic::ZERO.cmp(&mean).then(by_outcome)
}

fn written(games: &Arena, id: ThermographId) -> Result<WrittenThermograph, TableError> {
    WrittenThermograph::of(games.thermographs(), id).ok_or_else(|| {
        TableError::Refused("a value has numbers beyond the range of a dictionary".to_owned())
    })
}

/// Thermographs in the order of their first use.
#[derive(Default)]
struct Pool {
    all: Vec<WrittenThermograph>,
    numbers: AHashMap<WrittenThermograph, u32>,
    /// By the thermograph in the arena, and whether its negative is meant.
    known: AHashMap<(usize, bool), u32>,
}

impl Pool {
    fn number(
        &mut self,
        games: &Arena,
        id: ThermographId,
        negated: bool,
    ) -> Result<u32, TableError> {
        if let Some(&number) = self.known.get(&(id.index(), negated)) {
            return Ok(number);
        }
        let own = written(games, id)?;
        let own = if negated { own.negative() } else { own };
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(own.clone()).or_insert_with(|| {
            self.all.push(own);
            next
        });
        self.known.insert((id.index(), negated), number);
        Ok(number)
    }
}
