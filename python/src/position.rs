//! Positions and their regions.

use crate::arguments::{
    fen_position, memory, mv, nodes, query, side, side_name, span, texts, time,
};
use crate::errors::{LimitReached, value_error};
use crate::evaluation::Evaluation;
use crate::game_value::{GameValue, Thermograph};
use crate::interrupt::interruptible;
use crate::tables::Tables;
use crate::value::Value;
use amazons::analysis::{self, Asked, Valuer};
use amazons::board::{self, Bitboard, Color, Frame, Wide};
use amazons::cgt::Effort;
use amazons::eval::{Evaluator, GameProgress, ProgressScale};
use amazons::game_value::{GameValueAnalyzer, GameValueReport};
use amazons::judge::Query;
use amazons::known::ResultStore;
use amazons::render::{SvgOptions, svg, text};
use amazons::score::Interval;
use amazons::{Abort, Limits, Move};
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Mutex;

/// A board and the side to move.
///
/// The FEN has ranks from the top, Q and q for amazons, * for blocked squares and numbers for runs
/// of empty ones, then w or b. Rows with | between them are read too (X is White, O is Black, #
/// blocked). Positions do not change; they can be compared and hashed.
#[pyclass(frozen, module = "amazons")]
pub struct Position(pub amazons::Position);

/// A region: a connected component of the squares that are not blocked.
#[pyclass(frozen, get_all, module = "amazons")]
pub struct Region {
    /// Its squares, sorted by file, then rank.
    squares: Vec<String>,
    /// dead, white or black (amazons of one side only), or contested.
    kind: String,
    /// Amazons of White and of Black.
    amazons: (usize, usize),
    /// The position with every other square blocked.
    position: Py<Position>,
    /// What the region is worth in a sum; None where it was not asked for.
    game_value: Option<Py<GameValue>>,
}

#[pymethods]
impl Region {
    fn __repr__(&self) -> String {
        format!(
            "<Region {} of {} squares: {}>",
            self.kind,
            self.squares.len(),
            self.squares.join(" ")
        )
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.position.get().0, &SvgOptions::default())
    }
}

/// The regions of a position in the order of their lowest squares, with what they are worth.
pub fn region_list(
    py: Python<'_>,
    position: &amazons::Position,
    worths: Option<Vec<GameValueReport>>,
) -> PyResult<Vec<Region>> {
    let mut worths = worths.into_iter().flatten();
    amazons::region::regions(position)
        .into_iter()
        .map(|region| {
            let mut squares: Vec<board::Square> = region
                .squares
                .squares()
                .map(|square| Frame::WHOLE.outward::<Wide>(square))
                .collect();
            squares.sort_unstable();
            let alone = position.restricted(region.squares);
            let worth = worths.next().map(|worth| Py::new(py, GameValue(worth))).transpose()?;
            Ok(Region {
                squares: squares.iter().map(ToString::to_string).collect(),
                kind: region.kind.to_string(),
                amazons: (alone.amazons(Color::White), alone.amazons(Color::Black)),
                position: Py::new(py, Position(alone))?,
                game_value: worth,
            })
        })
        .collect()
}

/// Memory of one call where nothing is said.
const MEMORY: usize = 1 << 30;

fn memory_or_default(argument: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    argument.map_or(Ok(MEMORY), memory)
}

#[pymethods]
impl Position {
    #[new]
    fn new(fen: &str) -> PyResult<Self> {
        fen_position(fen).map(Self)
    }

    /// The start of a game; boards other than 10 x 10 have the standard start scaled to them.
    #[staticmethod]
    #[pyo3(signature = (columns=10, rows=10))]
    fn start(columns: usize, rows: usize) -> PyResult<Self> {
        amazons::Position::start(columns, rows).map(Self).map_err(value_error)
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_fen()
    }

    /// The side to move: white or black.
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.0.side())
    }

    /// Columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// Number of empty squares.
    #[getter]
    fn empties(&self) -> usize {
        self.0.empties()
    }

    /// Number of amazons of White and of Black.
    #[getter]
    fn amazons(&self) -> (usize, usize) {
        (self.0.amazons(Color::White), self.0.amazons(Color::Black))
    }

    /// The legal moves of the side to move, such as d1-g1/d4, sorted.
    fn moves(&self) -> Vec<String> {
        texts(&self.0.legal_moves())
    }

    /// The position after a move. An illegal move is a ValueError that says why.
    #[pyo3(name = "play")]
    fn play_move(&self, r#move: &str) -> PyResult<Self> {
        self.0.play(mv(r#move)?).map(Self).map_err(value_error)
    }

    /// The same board with another side to move: white or black.
    fn with_side(&self, side: &str) -> PyResult<Self> {
        Ok(Self(self.0.with_side(crate::arguments::side(side)?)))
    }

    /// The form that stands for all positions that are the same up to symmetry, translation and a
    /// swap of colours.
    fn canonical(&self) -> Self {
        Self(amazons::region::Canonical::of(&self.0).position)
    }

    /// The regions, in the order of their lowest squares.
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Region>> {
        region_list(py, &self.0, None)
    }

    /// Exact scores for either first player, with the optimal moves, and the game value.
    ///
    /// time (seconds, timedelta or text) and nodes limit each of the two problems; without them the
    /// search goes on until everything is proved. first is white or black for one problem only.
    /// moves is best, all or none; winner=True stops as soon as it is proved who wins. game_values
    /// is the time for game values (a fixed number of steps where nothing is said), 0 leaves them out. tables are asked before anything is searched.
    /// progress is called with the first player and the proved bounds (at least, at most, from
    /// White's side) now and then. Ctrl-C ends the search.
    #[pyo3(signature = (
        time=None, nodes=None, *, first=None, moves="best", winner=false, game_values=None,
        threads=None, memory=None, tables=None, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn value(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        first: Option<&str>,
        moves: &str,
        winner: bool,
        game_values: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
        memory: Option<&Bound<'_, PyAny>>,
        tables: Option<&Tables>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Value> {
        let request = Request::new(time, nodes, first, moves, winner, game_values)?;
        let threads = request.useful_threads(crate::arguments::threads(threads)?);
        let memory = memory_or_default(memory)?;
        let results = tables.map(Tables::results).transpose()?;
        let seen: Mutex<[Option<Interval>; 2]> = Mutex::default();
        let news = |first: Color, known| {
            if let Ok(mut seen) = seen.lock() {
                seen[first as usize] = Some(known);
            }
        };
        let watch = |py: Python<'_>| {
            let Some(progress) = &progress else { return Ok(()) };
            let news = seen.lock().map(|mut seen| std::mem::take(&mut *seen)).unwrap_or_default();
            for first in Color::BOTH {
                if let Some(known) = news[first as usize] {
                    let (least, most) = known.scores(first);
                    let bounds = (side_name(first), least.to_string(), most.to_string());
                    progress.call1(py, bounds)?;
                }
            }
            Ok(())
        };
        let trouble = Trouble::default();
        let value = interruptible(py, &request.limits.abort, watch, || {
            let mut valuer = Valuer::new(results.as_deref(), memory, threads);
            request.answer(&mut valuer, &self.0, &news, &trouble)
        })?;
        if let Some(text) = trouble.into_inner().ok().flatten() {
            crate::arguments::warn(py, &format!("tables: {text}; going on without"))?;
        }
        Ok(Value(value))
    }

    /// What the position is worth in a sum: canonical form, outcome, mean, temperature and stops.
    ///
    /// What is not found within the time is None, and stopped says why.
    #[pyo3(signature = (time=None, *, memory=None))]
    fn game_value(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<GameValue> {
        Ok(GameValue(match self.drawn(py, time, memory)? {
            Ok((worth, _)) => worth,
            Err(stopped) => GameValueReport { stopped: Some(stopped), ..Default::default() },
        }))
    }

    /// The thermograph of the sum of the regions. LimitReached is raised where the time does not
    /// do.
    #[pyo3(signature = (time=None, *, memory=None))]
    fn thermograph(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Thermograph> {
        match self.drawn(py, time, memory)? {
            Ok((worth, thermograph)) => {
                Ok(Thermograph { worth, thermograph, title: self.0.to_fen() })
            }
            Err(stopped) => Err(LimitReached::new_err(stopped.to_string())),
        }
    }

    /// What evaluation functions say, from the side of the player to move; all functions where none
    /// is named. A function may have constants of its own: lieberum:tie=0.2.
    #[pyo3(signature = (*functions))]
    fn evaluate(&self, functions: Vec<String>) -> PyResult<Vec<Evaluation>> {
        let functions = functions
            .iter()
            .map(|text| text.parse::<Evaluator>().map_err(value_error))
            .collect::<PyResult<Vec<_>>>()?;
        let all = analysis::Evaluations::new("", &self.0, &functions, false);
        Ok(all.evaluations.into_iter().map(Evaluation).collect())
    }

    /// How far the game is by four measures (mn, tgp, mgp, mtgp), in percent.
    fn progress(&self) -> std::collections::BTreeMap<&'static str, f64> {
        let GameProgress { mn, tgp, mgp, mtgp } =
            ProgressScale::of_board(&self.0).progress(&self.0);
        [("mn", mn), ("tgp", tgp), ("mgp", mgp), ("mtgp", mtgp)].map(|(k, v)| (k, v)).into()
    }

    /// The board as an SVG picture, with moves marked and a caption below.
    #[pyo3(signature = (moves=Vec::new(), *, caption="", square=40))]
    fn svg(&self, moves: Vec<String>, caption: &str, square: u32) -> PyResult<String> {
        let moves = moves.iter().map(|text| mv(text)).collect::<PyResult<Vec<Move>>>()?;
        let options =
            SvgOptions { moves, caption: caption.to_owned(), square, ..Default::default() };
        Ok(svg(&self.0, &options))
    }

    /// The board as lines of text.
    fn text(&self) -> String {
        text(&self.0)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.0, &SvgOptions::default())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_fen()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_fen(),)
    }
}

type Drawn = Result<(GameValueReport, amazons::Thermograph), amazons::cgt::Stopped>;

impl Position {
    fn drawn(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Drawn> {
        let abort = Abort::new();
        let limits = Limits::new(crate::arguments::time(time)?, None).until(&abort);
        let memory = memory_or_default(memory)?;
        interruptible(
            py,
            &abort,
            |_| Ok(()),
            || GameValueAnalyzer::new(memory).thermograph(&self.0, Effort::new(&limits)),
        )
    }
}

/// What the arguments of `value` and `judge_many` ask for.
pub struct Request {
    first: Option<Color>,
    query: Query,
    pub limits: Limits,
    game_values: Option<Limits>,
}

/// What is noted of a table that cannot be used.
pub type Trouble = Mutex<Option<String>>;

/// Steps for game values where nothing is said: those of the program.
const GAME_VALUES: u64 = 50_000;

impl Request {
    /// Reads the arguments.
    pub fn new(
        time_limit: Option<&Bound<'_, PyAny>>,
        node_limit: Option<u64>,
        first: Option<&str>,
        moves: &str,
        winner: bool,
        game_values: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let limits = Limits::new(time(time_limit)?, nodes(node_limit)?);
        let game_values = match span(game_values)? {
            None => Some(Limits::nodes(GAME_VALUES)),
            Some(time) if time.is_zero() => None,
            Some(time) => Some(Limits::time(time)),
        };
        Ok(Self {
            first: first.map(side).transpose()?,
            query: query(moves, winner)?,
            game_values: game_values.map(|own| own.until(&limits.abort)),
            limits,
        })
    }

    /// The question.
    pub fn asked(&self) -> Asked<'static> {
        let first: &[Color] = match self.first {
            None => &Color::BOTH,
            Some(Color::White) => &[Color::White],
            Some(Color::Black) => &[Color::Black],
        };
        Asked { first, query: self.query }
    }

    /// How many of `threads` can work on one position: two problems are worked on at once, one is
    /// shared out unless nodes are counted, since a count of nodes is one thread's.
    fn useful_threads(&self, threads: usize) -> usize {
        threads.min(match self.first {
            Some(_) if self.limits.nodes.is_some() => 1,
            Some(_) => usize::MAX,
            None => 2,
        })
    }

    /// The answer about a position.
    pub fn answer<R: Deref<Target = ResultStore>>(
        &self,
        valuer: &mut Valuer<R>,
        position: &amazons::Position,
        progress: &(dyn Fn(Color, Interval) + Sync),
        trouble: &Trouble,
    ) -> analysis::Value {
        let note = |error: &amazons::TableError| {
            if let Ok(mut trouble) = trouble.lock() {
                *trouble = Some(error.to_string());
            }
        };
        let game_values = self.game_values.as_ref();
        valuer.value(position, self.asked(), &self.limits, game_values, progress, &note)
    }
}
