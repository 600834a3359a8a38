//! Short partizan games.

use crate::arguments::{as_dict, number_or_text};
use crate::errors::{LimitReached, value_error};
use crate::game_value::Thermograph;
use crate::interrupt::interruptible;
use amazons::answers::{CalculusError, CalculusReport, Operation, read_game};
use amazons::cgt::{Arena, Dyadic, Effort, Game, Stopped};
use amazons::game_value::{GameValueAnalyzer, GameValueReport};
use amazons::{Abort, Limits};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cmp::Ordering;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The most memory that the games of one arena may take.
const MEMORY: usize = 2 << 30;

/// Games that are read go to one arena until it has this many bytes, then to a new one. An arena
/// is freed with its last game.
const ENOUGH: usize = 64 << 20;

type SharedArena = Arc<Mutex<Arena>>;

/// The arena to which games go that are read.
static CURRENT: LazyLock<Mutex<SharedArena>> = LazyLock::new(|| Mutex::new(new_arena()));

fn new_arena() -> SharedArena {
    Arc::new(Mutex::new(Arena::new(MEMORY)))
}

/// A lock on what stays valid whatever happened while it was locked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn current_arena() -> SharedArena {
    let mut current = locked(&CURRENT);
    // An arena at work is left to its work.
    if current.try_lock().is_ok_and(|games| games.bytes() > ENOUGH) {
        *current = new_arena();
    }
    Arc::clone(&current)
}

/// A short partizan game: two players, Left and Right, of whom who cannot move loses.
#[pyclass(frozen, module = "amazons")]
pub struct ShortGame {
    games: SharedArena,
    game: Game,
}

/// A game as an argument.
enum Operand {
    Game(SharedArena, Game),
    Text(String),
}

impl Operand {
    /// A game, a text, an integer or a Fraction; `None` if it is something else.
    fn of(argument: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(game) = argument.cast::<ShortGame>() {
            let game = game.get();
            return Ok(Some(Self::Game(Arc::clone(&game.games), game.game)));
        }
        Ok(number_or_text(argument)?.map(Self::Text))
    }

    fn required(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(argument)?.ok_or_else(|| {
            let expected = "expected a game: a ShortGame, a text, an integer or a Fraction";
            value_error(format!("{expected}, not {argument}"))
        })
    }

    /// The game in an arena that holds `games`.
    fn within(self, games: &SharedArena, abort: &Abort) -> Result<Game, CalculusError> {
        match self {
            Self::Text(text) => read_game(&mut working(games, abort), &text),
            Self::Game(from, game) if Arc::ptr_eq(&from, games) => Ok(game),
            Self::Game(from, game) => {
                // Two threads that copy in both directions lock in the same order.
                if Arc::as_ptr(&from) < Arc::as_ptr(games) {
                    let from = locked(&from);
                    Ok(working(games, abort).copied(&from, game)?)
                } else {
                    let mut games = working(games, abort);
                    Ok(games.copied(&locked(&from), game)?)
                }
            }
        }
    }
}

/// An arena for work that Ctrl-C ends.
fn working<'a>(games: &'a SharedArena, abort: &Abort) -> MutexGuard<'a, Arena> {
    let mut games = locked(games);
    games.set_effort(Effort::new(&Limits::none().until(abort)));
    games
}

/// The exception for what the calculus refuses.
pub fn raised(error: CalculusError) -> PyErr {
    match (&error, error.source()) {
        (CalculusError::Stopped(stopped), _) => LimitReached::new_err(stopped.to_string()),
        (_, Some(cause)) => value_error(format!("{error}: {cause}")),
        (_, None) => value_error(&error),
    }
}

impl ShortGame {
    fn new(games: &SharedArena, game: Game) -> Self {
        Self { games: Arc::clone(games), game }
    }

    /// Asks what takes too short to be interrupted.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut Arena, Game) -> T + Send,
    ) -> T {
        py.detach(|| question(&mut locked(&self.games), self.game))
    }

    /// The canonical form; `None` if it is too long to print.
    pub fn text(&self, py: Python<'_>) -> Option<String> {
        self.ask(py, |games, game| games.text(game, GameValueAnalyzer::LONGEST_TEXT))
    }

    /// Works with the game, without the interpreter's lock.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Arena, Game) -> Result<T, CalculusError> + Send,
    ) -> PyResult<T> {
        let abort = Abort::new();
        let result = interruptible(
            py,
            &abort,
            |_| Ok(()),
            || work(&mut working(&self.games, &abort), self.game),
        );
        result?.map_err(raised)
    }

    /// Works with the game and another one.
    fn work_with<T: Send>(
        &self,
        py: Python<'_>,
        other: Operand,
        work: impl FnOnce(&mut Arena, Game, Game) -> Result<T, CalculusError> + Send,
    ) -> PyResult<T> {
        let abort = Abort::new();
        let result = interruptible(
            py,
            &abort,
            |_| Ok(()),
            || {
                let other = other.within(&self.games, &abort)?;
                work(&mut working(&self.games, &abort), self.game, other)
            },
        );
        result?.map_err(raised)
    }

    fn made(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&mut Arena, Game) -> Result<Game, CalculusError> + Send,
    ) -> PyResult<Self> {
        Ok(Self::new(&self.games, self.work(py, make)?))
    }

    fn made_with(
        &self,
        other: &Bound<'_, PyAny>,
        make: fn(&mut Arena, Game, Game) -> Result<Game, CalculusError>,
    ) -> PyResult<Self> {
        let py = other.py();
        Ok(Self::new(&self.games, self.work_with(py, Operand::required(other)?, make)?))
    }

    /// The result of a binary operator; NotImplemented for other objects.
    fn operator(
        &self,
        other: &Bound<'_, PyAny>,
        make: fn(&mut Arena, Game, Game) -> Result<Game, Stopped>,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(operand) = Operand::of(other)? else { return Ok(py.NotImplemented()) };
        let game = self.work_with(py, operand, move |games, a, b| Ok(make(games, a, b)?))?;
        Ok(Py::new(py, Self::new(&self.games, game))?.into_any())
    }

    fn order(&self, py: Python<'_>, other: Operand) -> PyResult<Option<Ordering>> {
        self.work_with(py, other, |games, a, b| Ok(games.compare(a, b)?))
    }

    fn all(&self, list: Vec<Game>) -> Vec<Self> {
        list.into_iter().map(|game| Self::new(&self.games, game)).collect()
    }
}

#[pymethods]
impl ShortGame {
    /// Reads a game such as '{3|{1|0}} + ±2', '^*' or '.102'.
    #[new]
    fn read(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let abort = Abort::new();
        let operand = Operand::required(game)?;
        if let Operand::Game(games, game) = operand {
            return Ok(Self { games, game });
        }
        let games = current_arena();
        let read = interruptible(game.py(), &abort, |_| Ok(()), || operand.within(&games, &abort));
        let game = read?.map_err(raised)?;
        Ok(Self { games, game })
    }

    /// Who wins: L, R, N or P.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> String {
        self.ask(py, |games, game| games.outcome(game).letter().to_string())
    }

    /// The mean, such as 5/8.
    #[getter]
    fn mean(&self, py: Python<'_>) -> String {
        self.ask(py, |games, game| games.thermograph(game).mean().to_string())
    }

    /// The temperature.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> String {
        self.ask(py, |games, game| games.thermograph(game).temperature().to_string())
    }

    /// The left stop.
    #[getter]
    fn left_stop(&self, py: Python<'_>) -> String {
        self.ask(py, |games, game| games.thermograph(game).left_stop().to_string())
    }

    /// The right stop.
    #[getter]
    fn right_stop(&self, py: Python<'_>) -> String {
        self.ask(py, |games, game| games.thermograph(game).right_stop().to_string())
    }

    /// The most moves that can be made in the canonical form.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> u32 {
        self.ask(py, |games, game| games.birthday(game))
    }

    /// The lines of play to the first number; None if they are 2**64 or more.
    #[getter]
    fn stop_count(&self, py: Python<'_>) -> Option<u64> {
        self.ask(py, |games, game| games.stop_count(game))
    }

    /// The numbers confused with the game, such as '(1, 3]'; None if there are none.
    #[getter]
    fn confusion_interval(&self, py: Python<'_>) -> Option<String> {
        self.ask(py, |games, game| games.confusion_interval(game)).map(|all| all.to_string())
    }

    /// Left's options of the canonical form.
    #[getter]
    fn left_options(&self, py: Python<'_>) -> Vec<Self> {
        self.all(self.ask(py, |games, game| {
            let mut options = games.left_options(game).to_vec();
            games.sort_as_listed(&mut options);
            options
        }))
    }

    /// Right's options of the canonical form.
    #[getter]
    fn right_options(&self, py: Python<'_>) -> Vec<Self> {
        self.all(self.ask(py, |games, game| {
            let mut options = games.right_options(game).to_vec();
            games.sort_as_listed(&mut options);
            options
        }))
    }

    /// Whether the game is a number.
    #[getter]
    fn is_number(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_number(game))
    }

    /// Whether the game is an integer.
    #[getter]
    fn is_integer(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_integer(game))
    }

    /// Whether the game is a nimber.
    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_nimber(game))
    }

    /// Whether both stops are 0.
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_infinitesimal(game))
    }

    /// Whether both stops are equal.
    #[getter]
    fn is_numberish(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_numberish(game))
    }

    /// Whether the left stop is above the right stop.
    #[getter]
    fn is_hot(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_hot(game))
    }

    /// Whether in every position both players can move or neither.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> bool {
        self.ask(py, |games, game| games.is_all_small(game))
    }

    /// The number that the game equals, as a Fraction; None for other games.
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(x) = self.ask(py, |games, game| games.to_number(game)) else { return Ok(None) };
        py.import("fractions")?.getattr("Fraction")?.call1((x.to_string(),)).map(Some)
    }

    /// The game in base ↑, such as '.102*'; None for other games.
    fn uptimal(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let uptimal = self.work(py, |games, game| Ok(games.to_uptimal(game)?))?;
        Ok(uptimal.map(|uptimal| uptimal.to_string()))
    }

    /// The thermograph.
    fn thermograph(&self, py: Python<'_>) -> Thermograph {
        self.ask(py, |games, game| {
            let thermograph = games.thermograph(game);
            let text = games.text(game, GameValueAnalyzer::LONGEST_TEXT);
            let title = text.clone().unwrap_or_default();
            let worth = GameValueReport::of(&thermograph, games.outcome(game), text);
            Thermograph { worth, thermograph, title }
        })
    }

    /// The game cooled by a number of 0 or more.
    fn cooled(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let by: Dyadic = t.to_string().parse().map_err(value_error)?;
        self.made(t.py(), |games, game| Operation::Cool(by).apply(games, game))
    }

    /// The game cooled by its temperature.
    fn frozen(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |games, game| Ok(games.frozen(game)?))
    }

    /// The game heated by a game: every move earns it.
    fn heated(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.made_with(t, |games, game, t| Ok(games.heated(game, t)?))
    }

    /// The game overheated from s to t: an integer n becomes n times s, every other move earns t.
    fn overheated(&self, s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (first, second) = (Operand::required(s)?, Operand::required(t)?);
        let abort = Abort::new();
        let result = interruptible(
            s.py(),
            &abort,
            |_| Ok(()),
            || -> Result<Game, CalculusError> {
                let first = first.within(&self.games, &abort)?;
                let second = second.within(&self.games, &abort)?;
                let mut games = working(&self.games, &abort);
                Ok(games.overheated(self.game, first, second)?)
            },
        );
        Ok(Self::new(&self.games, result?.map_err(raised)?))
    }

    /// The reduced canonical form.
    fn reduced(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |games, game| Ok(games.reduced(game)?))
    }

    /// The atomic weight; None if the game is not all small.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let weight = self.work(py, |games, game| Ok(games.atomic_weight(game)?))?;
        Ok(weight.map(|weight| Self::new(&self.games, weight)))
    }

    /// The game in which 0 and * have changed places.
    fn companion(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |games, game| Ok(games.companion(game)?))
    }

    /// The ordinal sum with a game on top.
    fn ordinal_sum(&self, top: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.made_with(top, |games, base, top| Ok(games.ordinal_sum(base, top)?))
    }

    /// The Norton product by a positive game.
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.made_with(unit, |games, game, unit| {
            games.norton_product(game, unit).map_err(CalculusError::from)
        })
    }

    /// The Conway product by a game.
    fn conway_product(&self, factor: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.made_with(factor, |games, game, factor| Ok(games.conway_product(game, factor)?))
    }

    /// Left's incentives that are below no other.
    fn left_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        Ok(self.all(self.work(py, |games, game| Ok(games.left_incentives(game)?))?))
    }

    /// Right's incentives that are below no other.
    fn right_incentives(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        Ok(self.all(self.work(py, |games, game| Ok(games.right_incentives(game)?))?))
    }

    /// Whether neither game is at least the other.
    fn is_confused_with(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.order(other.py(), Operand::required(other)?)?.is_none())
    }

    /// The keys that the program prints for a game.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.work(py, |games, game| Ok(CalculusReport::new(games, game)))?;
        as_dict(py, serde_json::to_string(&report))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operator(other, Arena::sum)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operator(other, Arena::sum)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operator(other, Arena::difference)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.operator(other, |games, a, b| games.difference(b, a))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |games, game| Ok(games.negative(game)?))
    }

    /// The sum of n copies.
    fn __mul__(&self, py: Python<'_>, n: i32) -> PyResult<Self> {
        self.made(py, |games, game| Ok(games.multiple(n, game)?))
    }

    fn __rmul__(&self, py: Python<'_>, n: i32) -> PyResult<Self> {
        self.__mul__(py, n)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equality = matches!(operator, CompareOp::Eq | CompareOp::Ne);
        // A text equals no game, as it equals no number.
        let operand = match other.is_instance_of::<PyString>() && is_equality {
            true => None,
            false => Operand::of(other)?,
        };
        let Some(operand) = operand else { return Ok(py.NotImplemented()) };
        let holds = match (self.order(py, operand)?, operator) {
            (Some(order), _) => operator.matches(order),
            (None, _) => matches!(operator, CompareOp::Ne),
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// Equal games, and equal numbers of Python, have equal hashes.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(number) = self.number(py)? {
            return number.hash();
        }
        let seen = self.ask(py, |games, game| {
            format!("{:?} {}", games.thermograph(game), games.outcome(game).letter())
        });
        let mut hasher = DefaultHasher::new();
        seen.hash(&mut hasher);
        Ok(hasher.finish() as isize)
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.text(py).unwrap_or_else(|| "(too long to print)".to_owned())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("ShortGame('{}')", self.__str__(py))
    }
}
