//! The atlas: which regions have a value, or a value with properties.

use crate::arguments::{Integer, as_dict, number_or_text};
use crate::errors::{table_error, value_error};
use crate::game_value::Thermograph;
use crate::interrupt::interruptible;
use crate::position::Position;
use crate::short_game::{ShortGame, raised};
use crate::tables::Tables;
use amazons::Abort;
use amazons::answers::{self, Atlas, AtlasError, AtlasQuestion, Condition};
use amazons::cgt::Dyadic;
use amazons::render::{SvgOptions, svg};
use amazons::tables::{Material, TableError};
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// The regions with a value, or with properties: the answer of `amazons atlas`.
#[pyclass(frozen, module = "amazons")]
pub struct AtlasAnswer(answers::AtlasAnswer);

/// A region of the atlas, and what it is worth.
#[pyclass(frozen, module = "amazons")]
pub struct AtlasRegion(answers::AtlasRegion);

/// A condition on a number: a text such as '>=5', an integer or a Fraction.
fn condition(name: &str, argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Condition>> {
    let Some(argument) = argument else { return Ok(None) };
    let expected = "expected a condition such as '>=5' or '1/4..3/4', an integer or a Fraction";
    let wrong = || value_error(format!("{name}: {expected}, not {argument}"));
    let text = number_or_text(argument)?.ok_or_else(wrong)?;
    text.parse().map(Some).map_err(|error| value_error(format!("{name}: {error}")))
}

/// A game as text.
fn game(name: &str, argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let Some(argument) = argument else { return Ok(None) };
    if let Ok(game) = argument.cast::<ShortGame>() {
        let text = game.get().text(argument.py());
        let too_long = || value_error(format!("{name}: a game that is too long to print"));
        return text.map(Some).ok_or_else(too_long);
    }
    let expected = "expected a ShortGame, a text such as '{3|{1|0}}', an integer or a Fraction";
    let wrong = || value_error(format!("{name}: {expected}, not {argument}"));
    number_or_text(argument)?.map(Some).ok_or_else(wrong)
}

/// The condition of defective regions: true for one square or more.
fn defect(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Condition>> {
    match argument.map(|argument| argument.extract::<bool>()) {
        Some(Ok(true)) => Ok(Some(Condition::at_least(Dyadic::ONE))),
        Some(Ok(false)) => Ok(None),
        _ => condition("defective", argument),
    }
}

/// The atlas of the tables that are part of the library, once it was asked for.
fn of_library(abort: &Abort) -> Result<Arc<Atlas>, TableError> {
    static OPENED: OnceLock<Arc<Atlas>> = OnceLock::new();
    if let Some(atlas) = OPENED.get() {
        return Ok(Arc::clone(atlas));
    }
    let tables = match amazons::tables::Tables::shared_builtin() {
        Some(tables) => Arc::clone(tables),
        None => Arc::new(amazons::tables::Tables::builtin()?),
    };
    let atlas = Atlas::of(tables, abort)?;
    Ok(Arc::clone(OPENED.get_or_init(|| Arc::new(atlas))))
}

/// The smallest regions with a game value, or with properties; all conditions must be met.
///
/// value is a game such as '1/8', '*2' or '{3|{1|0}}', or a ShortGame. temperature, mean, squares
/// (amazons included) and defective (squares that the longest filling of a one-sided region leaves
/// empty) are conditions: a number such as 3/4, a number behind >=, >, <= or <, or LEAST..MOST;
/// defective=True means '>=1'. number, nimber, infinitesimal, all_small, switch and tiny ask for
/// values of this kind, atomic_weight for all-small values whose weight meets a condition or is a
/// game. class_ is a class of regions such as '2v1'. The answer has up to count regions, by default
/// 4 of a value, or 10 with properties, each with another value; a value and its negative count
/// once. Values come from tables, or from those in the library. Ctrl-C ends the search.
#[pyfunction]
#[pyo3(signature = (
    value=None, *, temperature=None, mean=None, number=false, nimber=false, infinitesimal=false,
    all_small=false, switch=false, tiny=false, atomic_weight=None, defective=None, class_=None,
    squares=None, count=None, tables=None
))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
pub fn atlas(
    py: Python<'_>,
    value: Option<&Bound<'_, PyAny>>,
    temperature: Option<&Bound<'_, PyAny>>,
    mean: Option<&Bound<'_, PyAny>>,
    number: bool,
    nimber: bool,
    infinitesimal: bool,
    all_small: bool,
    switch: bool,
    tiny: bool,
    atomic_weight: Option<&Bound<'_, PyAny>>,
    defective: Option<&Bound<'_, PyAny>>,
    class_: Option<&str>,
    squares: Option<&Bound<'_, PyAny>>,
    count: Option<Integer>,
    tables: Option<&Tables>,
) -> PyResult<AtlasAnswer> {
    let class = class_.map(str::parse::<Material>).transpose();
    let count = count.map(|count| {
        let wrong = || value_error(format!("count: expected 1 to {}, not {count}", usize::MAX));
        count.within(1..=usize::MAX as i128).ok_or_else(wrong)
    });
    let question = AtlasQuestion {
        value: game("value", value)?,
        temperature: condition("temperature", temperature)?,
        mean: condition("mean", mean)?,
        number,
        nimber,
        infinitesimal,
        all_small,
        switch,
        tiny,
        atomic_weight: game("atomic_weight", atomic_weight)?,
        defect: defect(defective)?,
        class: class.map_err(|error| value_error(format!("class_: {error}")))?,
        squares: condition("squares", squares)?,
        count: count.transpose()?,
    };
    let results = tables.map(Tables::results).transpose()?;
    let abort = Abort::new();
    let answer = interruptible(
        py,
        &abort,
        |_| Ok(()),
        || {
            let atlas = match tables.zip(results) {
                Some((tables, results)) => tables.atlas(&results, &abort)?,
                None => of_library(&abort)?,
            };
            atlas.ask(&question, &abort)
        },
    )?;
    answer.map(AtlasAnswer).map_err(|error| match error {
        AtlasError::Value(error) => raised(error),
        AtlasError::Table(error) => table_error(error),
    })
}

#[pymethods]
impl AtlasAnswer {
    /// The value that was asked for, in canonical form; None if it was asked for properties, or if
    /// it is too long to print.
    #[getter]
    fn value(&self) -> Option<&str> {
        self.0.value.as_deref()
    }

    /// The number of different values that meet the conditions.
    #[getter]
    fn values(&self) -> usize {
        self.0.values
    }

    /// The number of regions with these values.
    #[getter]
    fn regions(&self) -> u64 {
        self.0.regions
    }

    /// The smallest of these regions; of each value one, unless a value was asked for.
    #[getter]
    fn found(&self) -> Vec<AtlasRegion> {
        self.0.found.iter().cloned().map(AtlasRegion).collect()
    }

    /// The tables that were searched: class, squares, and whether the table has all shapes.
    #[getter]
    fn searched(&self) -> Vec<(String, usize, bool)> {
        let tables = self.0.searched.iter();
        tables.map(|table| (table.class.to_string(), table.squares, table.complete)).collect()
    }

    /// The object that `amazons atlas --format json` prints, as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_dict(py, serde_json::to_string(&self.0))
    }

    fn __repr__(&self) -> String {
        let (values, regions) = (self.0.values, self.0.regions);
        format!("<AtlasAnswer: values {values}, regions {regions}>")
    }
}

#[pymethods]
impl AtlasRegion {
    /// The region as FEN.
    #[getter]
    fn fen(&self) -> &str {
        &self.0.fen
    }

    /// The region as a position.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position.clone())
    }

    /// The class of the region, such as 2v1.
    #[getter]
    fn class_(&self) -> String {
        self.0.class.to_string()
    }

    /// The number of its squares, amazons included.
    #[getter]
    fn squares(&self) -> usize {
        self.0.squares
    }

    /// The canonical form of its value; None if it is too long to print, or not expanded.
    #[getter]
    fn game_value(&self) -> Option<&str> {
        self.0.worth.game_value.as_deref()
    }

    /// The outcome class: L, R, N or P.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.0.worth.outcome.map(|outcome| outcome.letter().to_string())
    }

    /// The mean, such as 5/8.
    #[getter]
    fn mean(&self) -> String {
        self.0.thermograph.mean().to_string()
    }

    /// The temperature.
    #[getter]
    fn temperature(&self) -> String {
        self.0.thermograph.temperature().to_string()
    }

    /// The left stop.
    #[getter]
    fn left_stop(&self) -> String {
        self.0.thermograph.left_stop().to_string()
    }

    /// The right stop.
    #[getter]
    fn right_stop(&self) -> String {
        self.0.thermograph.right_stop().to_string()
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self) -> Thermograph {
        Thermograph {
            worth: self.0.worth.clone(),
            thermograph: self.0.thermograph.clone(),
            title: self.0.fen.clone(),
        }
    }

    /// Those of number, integer, nimber, infinitesimal, all small, switch, tiny and hot that the
    /// value is.
    #[getter]
    fn properties(&self) -> Vec<&'static str> {
        self.0.properties.clone()
    }

    /// The atomic weight; None for values that are not all small, or if it is beyond the limits.
    #[getter]
    fn atomic_weight(&self) -> Option<&str> {
        self.0.atomic_weight.as_ref()?.as_deref()
    }

    /// How many squares the longest filling leaves empty; None unless the region is one-sided.
    #[getter]
    fn defect(&self) -> Option<usize> {
        self.0.defect
    }

    /// The number of regions that meet the conditions and have this value, or its negative.
    #[getter]
    fn regions(&self) -> u64 {
        self.0.regions
    }

    /// The score with White first, such as W+3; None without a table of scores.
    #[getter]
    fn white_first(&self) -> Option<String> {
        self.0.white_first.map(|score| score.to_string())
    }

    /// The score with Black first.
    #[getter]
    fn black_first(&self) -> Option<String> {
        self.0.black_first.map(|score| score.to_string())
    }

    /// The entry of found that `amazons atlas --format json` prints, as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_dict(py, serde_json::to_string(&self.0))
    }

    fn __repr__(&self) -> String {
        format!("<AtlasRegion {}: {}>", self.0.fen, self.0.worth)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.0.position, &SvgOptions::default())
    }
}
