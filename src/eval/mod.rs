//! Evaluation functions, one file each behind [`Evaluation`].
//!
//! To add one, write its file and name it in `registry`.

pub(crate) mod accessibility;
mod amazon_mobility;
#[doc(hidden)]
pub mod board_inputs;
#[doc(hidden)]
pub mod board_network;
pub(crate) mod committee;
pub mod distance;
pub(crate) mod evaluation;
pub(crate) mod game_progress;
#[doc(hidden)]
pub mod learned;
#[doc(hidden)]
pub mod learned_features;
pub(crate) mod lieberum;
pub(crate) mod minimal_distance;
pub(crate) mod mobility;
pub(crate) mod move_categories;
#[doc(hidden)]
pub mod multilayer;
pub(crate) mod net;
#[doc(hidden)]
pub mod phased;
pub(crate) mod random;
#[cfg(test)]
mod reference_tests;
pub(crate) mod registry;
pub(crate) mod relative_territory;
mod square_bytes;
pub(crate) mod territory;
mod twin;

pub use accessibility::Accessibility;
pub use board_inputs::{BoardInputs, BoardSize};
pub use board_network::BoardNetwork;
pub use committee::Committee;
pub use evaluation::{Evaluation, MAX_ESTIMATE, SQUARE, Term, Value};
pub use game_progress::{GameProgress, ProgressMeasure, ProgressScale};
pub use learned::{Learned, Weights};
pub use lieberum::Lieberum;
pub use minimal_distance::MinimalDistance;
pub use mobility::Mobility;
pub use move_categories::Blocking;
pub use multilayer::Multilayer;
pub use net::Net;
pub use phased::Phased;
pub use random::Random;
pub use registry::{Evaluator, names};
pub use relative_territory::RelativeTerritory;
pub use territory::Territory;
pub use twin::Walk;

pub use crate::util::safetensors::WeightsError;
