//! Training of evaluations: from exact scores and outcomes of games (`run`), and by TD(λ) from
//! games alone (`network_run`).

pub(crate) mod adam;
pub(crate) mod curve;
pub(crate) mod decided_games;
pub(crate) mod earlier_weights;
pub(crate) mod gradient;
pub(crate) mod labels;
pub(crate) mod network_games;
pub(crate) mod network_run;
pub(crate) mod outcomes;
pub(crate) mod phase_fit;
pub(crate) mod problem_test;
pub(crate) mod run;
pub(crate) mod temporal_difference;

pub use curve::{EpochReport, LearningCurve};
pub use decided_games::{DecidedGames, Fate, IndisputableWins, lengths_of_games};
pub use earlier_weights::{TrainingKind, another_training};
pub use labels::{LabelledProblem, Labels};
pub use network_games::{GamePart, NetworkGames, SeenGame, SignError};
pub use network_run::{CurvePoint, NetworkPlan, NetworkRun, RunEnd, learning_curve};
pub use outcomes::Outcomes;
pub use phase_fit::{PhaseData, PhaseFit, PhasePlan, PhaseTest, fit_phases};
pub use problem_test::ProblemTest;
pub use run::{Trained, TrainingError, TrainingPlan, TrainingRun};
pub use temporal_difference::{Diverged, TemporalDifference};
