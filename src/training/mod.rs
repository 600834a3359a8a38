//! Layer 9: training of evaluations from exact scores and from outcomes of games.

pub(crate) mod adam;
pub(crate) mod curve;
pub(crate) mod gradient;
pub(crate) mod labels;
pub(crate) mod outcomes;
pub(crate) mod problem_test;
pub(crate) mod run;

pub use curve::{EpochReport, LearningCurve};
pub use labels::{LabelError, LabelledProblem, Labels};
pub use outcomes::Outcomes;
pub use problem_test::ProblemTest;
pub use run::{Plan, Trained, TrainingError, TrainingRun};
