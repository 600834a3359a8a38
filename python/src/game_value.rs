//! Game values and thermographs. Numbers are texts such as 5/8, as in JSON; corners of walls are
//! Fractions.

use amazons::cgt::{Corner, Dyadic, Outcome};
use amazons::game_value::GameValueReport;
use amazons::render::{thermograph_svg, thermograph_text};
use pyo3::prelude::*;

/// The value of a position or a region in a sum. White is Left.
#[pyclass(frozen, module = "amazons")]
pub struct GameValue(pub GameValueReport);

/// The thermograph of a position: the stops of the game cooled by every temperature from 0.
#[pyclass(frozen, module = "amazons")]
pub struct Thermograph {
    pub worth: GameValueReport,
    pub thermograph: amazons::Thermograph,
    pub title: String,
}

fn number(number: Option<Dyadic>) -> Option<String> {
    number.map(|number| number.to_string())
}

#[pymethods]
impl GameValue {
    /// The canonical form in the notation of game programs; None if it is not expanded.
    #[getter]
    pub fn game_value(&self) -> Option<String> {
        self.0.game_value.clone()
    }

    /// The outcome class: L, R, N or P.
    #[getter]
    pub fn outcome(&self) -> Option<String> {
        self.0.outcome.map(|outcome: Outcome| outcome.letter().to_string())
    }

    /// The mean, such as 5/8.
    #[getter]
    pub fn mean(&self) -> Option<String> {
        number(self.0.mean)
    }

    /// The temperature.
    #[getter]
    pub fn temperature(&self) -> Option<String> {
        number(self.0.temperature)
    }

    /// The left stop.
    #[getter]
    pub fn left_stop(&self) -> Option<String> {
        number(self.0.left_stop)
    }

    /// The right stop.
    #[getter]
    pub fn right_stop(&self) -> Option<String> {
        number(self.0.right_stop)
    }

    /// The least that the mean may be; None if it is known, or nothing is.
    #[getter]
    fn mean_at_least(&self) -> Option<String> {
        number(self.0.bounds.mean.map(|bounds| bounds[0]))
    }

    /// The greatest that the mean may be.
    #[getter]
    fn mean_at_most(&self) -> Option<String> {
        number(self.0.bounds.mean.map(|bounds| bounds[1]))
    }

    /// The least that the temperature may be; None if it is known, or nothing is.
    #[getter]
    fn temperature_at_least(&self) -> Option<String> {
        number(self.0.bounds.temperature.map(|bounds| bounds[0]))
    }

    /// The greatest that the temperature may be.
    #[getter]
    fn temperature_at_most(&self) -> Option<String> {
        number(self.0.bounds.temperature.map(|bounds| bounds[1]))
    }

    /// The least that the left stop may be; None if it is known, or nothing is.
    #[getter]
    fn left_stop_at_least(&self) -> Option<String> {
        number(self.0.bounds.left_stop.map(|bounds| bounds[0]))
    }

    /// The greatest that the left stop may be.
    #[getter]
    fn left_stop_at_most(&self) -> Option<String> {
        number(self.0.bounds.left_stop.map(|bounds| bounds[1]))
    }

    /// The least that the right stop may be; None if it is known, or nothing is.
    #[getter]
    fn right_stop_at_least(&self) -> Option<String> {
        number(self.0.bounds.right_stop.map(|bounds| bounds[0]))
    }

    /// The greatest that the right stop may be.
    #[getter]
    fn right_stop_at_most(&self) -> Option<String> {
        number(self.0.bounds.right_stop.map(|bounds| bounds[1]))
    }

    /// Why something is not known; None if everything is.
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.0.stopped.map(|stopped| stopped.to_string())
    }

    fn __repr__(&self) -> String {
        format!("<GameValue {}>", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

fn wall<'py>(
    py: Python<'py>,
    wall: &[Corner],
) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let fraction = py.import("fractions")?.getattr("Fraction")?;
    wall.iter()
        .map(|corner| {
            let temperature = fraction.call1((corner.temperature.to_string(),))?;
            Ok((temperature, fraction.call1((corner.value.to_string(),))?))
        })
        .collect()
}

#[pymethods]
impl Thermograph {
    /// The value of the position.
    #[getter]
    fn game_value(&self) -> GameValue {
        GameValue(self.worth.clone())
    }

    /// The position of the mast, such as 5/8.
    #[getter]
    fn mean(&self) -> String {
        self.thermograph.mean().to_string()
    }

    /// The temperature at which the walls meet.
    #[getter]
    fn temperature(&self) -> String {
        self.thermograph.temperature().to_string()
    }

    /// The left stop.
    #[getter]
    fn left_stop(&self) -> String {
        self.thermograph.left_stop().to_string()
    }

    /// The right stop.
    #[getter]
    fn right_stop(&self) -> String {
        self.thermograph.right_stop().to_string()
    }

    /// Corners of the left wall, (temperature, value) as Fractions. The first is at 0; after the
    /// last, the wall keeps its value forever.
    #[getter]
    fn left_wall<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        wall(py, self.thermograph.left_wall())
    }

    /// Corners of the right wall.
    #[getter]
    fn right_wall<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        wall(py, self.thermograph.right_wall())
    }

    /// The drawing as SVG.
    fn svg(&self) -> String {
        thermograph_svg(&self.thermograph, &self.title)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let (mean, temperature) = (self.mean(), self.temperature());
        format!("<Thermograph of mean {mean} and temperature {temperature}>")
    }

    fn __str__(&self) -> String {
        thermograph_text(&self.thermograph)
    }
}
