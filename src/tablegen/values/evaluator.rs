//! The value of one position, from those of smaller regions.

use super::collection::Collection;
use super::finished_values::FinishedValues;
use super::option_sets::{OptionSets, Options};
use super::value::Value;
use crate::board::Color;
use crate::tablegen::finished_tables::FinishedTables;
use crate::tablegen::shape_board::ShapeBoard;
use crate::tables::{MAX_SQUARES, TableError};
use ahash::AHashMap;
use amazons_cgt::{Arena, Dyadic, Game, Outcome, Stopped, ThermographId};
use std::sync::Mutex;

/// What evaluators read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<'a> {
    /// Shapes, and the fillings of one-sided regions.
    pub scores: &'a FinishedTables,
    /// Values of smaller contested regions.
    pub values: &'a FinishedValues,
    /// The most options of a canonical form.
    pub most_options: usize,
    /// The most bytes of one evaluator.
    pub memory: usize,
}

/// Finds values of positions on single shapes. Each thread uses its own, with an arena of its own
/// that begins with all games of the build.
pub(super) struct Evaluator<'a> {
    sources: Sources<'a>,
    collection: &'a Mutex<Collection>,
    games: Arena,
    /// Games and thermographs before these are those of the build.
    common: (usize, usize),
    /// The integers from −`MAX_SQUARES` to `MAX_SQUARES`.
    integers: Vec<Game>,
    options: Options,
    sets: OptionSets,
    /// Numbers of the values of the piece, for the values of this arena.
    numbers: AHashMap<Value, u32>,
    /// Games of the build, for the games of this arena.
    copies: AHashMap<Game, Game>,
}

/// The reason why a value was not found.
enum Failed {
    Table(TableError),
    Stopped(Stopped),
}

impl From<TableError> for Failed {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Stopped> for Failed {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl<'a> Evaluator<'a> {
    pub fn new(sources: Sources<'a>, collection: &'a Mutex<Collection>) -> Self {
        let games = Collection::locked(collection).games.fork(sources.memory / 4 * 3);
        let mut evaluator = Self {
            sources,
            collection,
            common: (games.len(), games.thermographs().len()),
            games,
            integers: Vec::new(),
            options: Options::default(),
            sets: OptionSets::new(sources.memory / 4),
            numbers: AHashMap::new(),
            copies: AHashMap::new(),
        };
        let most = MAX_SQUARES as i32;
        evaluator.integers = (-most..=most).map(|n| evaluator.games.integer(n)).collect();
        evaluator
    }

    /// The number, within the piece, of the value of a position on a whole shape, and who wins.
    pub fn number(
        &mut self,
        local: &ShapeBoard,
        white: u16,
        black: u16,
    ) -> Result<(u32, Outcome), TableError> {
        match self.try_number(local, white, black) {
            Ok(number) => Ok(number),
            Err(Failed::Table(error)) => Err(error),
            Err(Failed::Stopped(Stopped::Memory)) => {
                // What earlier positions left behind makes room.
                *self = Self::new(self.sources, self.collection);
                self.try_number(local, white, black).map_err(|failed| match failed {
                    Failed::Table(error) => error,
                    Failed::Stopped(stopped) => refused(stopped),
                })
            }
            Err(Failed::Stopped(stopped)) => Err(refused(stopped)),
        }
    }

    /// The number of the value of a one-sided region.
    pub fn integer(&mut self, moves: i32) -> Result<u32, TableError> {
        let value = self.of_moves(moves);
        self.numbered(value).map_err(|failed| match failed {
            Failed::Table(error) => error,
            Failed::Stopped(stopped) => refused(stopped),
        })
    }

    fn of_moves(&self, moves: i32) -> Value {
        Value::expanded(self.integers[(moves + MAX_SQUARES as i32) as usize])
    }

    fn try_number(
        &mut self,
        local: &ShapeBoard,
        white: u16,
        black: u16,
    ) -> Result<(u32, Outcome), Failed> {
        self.options.clear();
        local.each_move(white, black, |mover, arrow, white, black| {
            let option = self.after(local, arrow, white, black)?;
            self.options.add(usize::from(mover == Color::Black), option);
            Ok::<(), Failed>(())
        })?;
        let value = self.value_of_options()?;
        Ok((self.numbered(value)?, value.outcome(&self.games)))
    }

    /// The value that a move leaves.
    #[inline(always)]
    fn after(
        &mut self,
        local: &ShapeBoard,
        arrow: usize,
        white: u16,
        black: u16,
    ) -> Result<Value, Failed> {
        let Sources { scores, values, .. } = self.sources;
        let mut moves = 0;
        let mut contested: Option<Value> = None;
        for part in local.parts_after(arrow) {
            let (white, black) = (white & part.mask, black & part.mask);
            match (white != 0, black != 0) {
                (true, true) if white | black != part.mask => {
                    let (value, negated) = values.value(part, white, black)?;
                    let value = if negated { self.negative(value)? } else { value };
                    contested = Some(match contested {
                        None => value,
                        Some(other) => self.sum(other, value)?,
                    });
                }
                (true, false) => moves += scores.filling(part, white)?,
                (false, true) => moves -= scores.filling(part, black)?,
                _ => {}
            }
        }
        match contested {
            None => Ok(self.of_moves(moves)),
            Some(value) if moves == 0 => Ok(value),
            Some(value) => Ok(self.translated(value, moves)?),
        }
    }

    fn negative(&mut self, value: Value) -> Result<Value, Stopped> {
        Ok(match value.game(&self.games) {
            Some(game) => Value::expanded(self.games.negative(game)?),
            None => {
                let id = value.thermograph(&self.games);
                Value::cooled(self.games.thermographs_mut().negative(id))
            }
        })
    }

    fn translated(&mut self, value: Value, moves: i32) -> Result<Value, Stopped> {
        Ok(match value.game(&self.games) {
            Some(game) => {
                let number = self.integers[(moves + MAX_SQUARES as i32) as usize];
                Value::expanded(self.games.sum(game, number)?)
            }
            None => {
                let id = value.thermograph(&self.games);
                let moves = Dyadic::integer(moves);
                Value::cooled(self.games.thermographs_mut().translated(id, moves))
            }
        })
    }

    fn sum(&mut self, one: Value, other: Value) -> Result<Value, Failed> {
        match (one.game(&self.games), other.game(&self.games)) {
            (Some(one), Some(other)) => {
                let sum = self.games.sum(one, other)?;
                Ok(self.within_limit(sum))
            }
            // The thermograph of a sum does not follow from those of its parts.
            _ => Err(Failed::Table(TableError::Refused(format!(
                "values of at most {} options are too few for the sums of two regions; allow more",
                self.sources.most_options
            )))),
        }
    }

    /// The value of a game, of which only the thermograph is kept if the canonical form has more
    /// options than allowed. A number follows from its thermograph, so it is never beyond the limit.
    fn within_limit(&self, game: Game) -> Value {
        let options = self.games.left_options(game).len() + self.games.right_options(game).len();
        if options > self.sources.most_options && self.games.to_number(game).is_none() {
            Value::cooled(self.games.thermograph_id(game))
        } else {
            Value::expanded(game)
        }
    }

    fn value_of_options(&mut self) -> Result<Value, Stopped> {
        let sides = self.options.sorted();
        if let Some(known) = self.sets.get(sides) {
            return Ok(known);
        }
        let games = |side: &[Value]| {
            side.iter().map(|option| option.game(&self.games)).collect::<Option<Vec<Game>>>()
        };
        let value = match sides.map(games) {
            [Some(lefts), Some(rights)] => {
                let game = self.games.canonical(&lefts, &rights)?;
                self.within_limit(game)
            }
            _ => {
                let thermographs = |side: &[Value]| {
                    let mut ids: Vec<ThermographId> =
                        side.iter().map(|option| option.thermograph(&self.games)).collect();
                    ids.sort_unstable();
                    ids.dedup();
                    ids
                };
                let [lefts, rights] = sides.map(thermographs);
                let pool = self.games.thermographs_mut();
                let id = pool.of_options(&lefts, &rights)?;
                match pool.number_of(id) {
                    Some(x) => Value::expanded(self.games.number(x)),
                    None => Value::cooled(id),
                }
            }
        };
        self.sets.insert(self.options.sorted(), value);
        Ok(value)
    }

    /// The number of a value within the piece.
    #[inline]
    fn numbered(&mut self, value: Value) -> Result<u32, Failed> {
        if let Some(&number) = self.numbers.get(&value) {
            return Ok(number);
        }
        let mut collection = Collection::locked(self.collection);
        let copy = match value.game(&self.games) {
            Some(game) => {
                let copies = &mut self.copies;
                Value::expanded(collection.copy(&self.games, self.common.0, copies, game)?)
            }
            None => {
                let id = value.thermograph(&self.games);
                let pool = self.games.thermographs();
                let common = id.index() < self.common.1;
                let copied = match common {
                    true => id,
                    false => {
                        let drawn = pool.get(id);
                        collection.games.thermographs_mut().insert(&drawn, pool.leans(id))
                    }
                };
                Value::cooled(copied)
            }
        };
        let number = collection.number(copy);
        drop(collection);
        self.numbers.insert(value, number);
        Ok(number)
    }
}

pub(super) fn refused(stopped: Stopped) -> TableError {
    TableError::Refused(match stopped {
        Stopped::Memory => "the values take more than the memory allowed; with more, the same \
                            command continues (--memory)"
            .to_owned(),
        other => format!("a value was {other}"),
    })
}
