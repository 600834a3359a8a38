//! Statistics of games and of studies: shares with intervals, paired tests, ratings, and the
//! sequential test.

pub(crate) mod bootstrap;
pub(crate) mod clustered;
pub(crate) mod elo;
pub(crate) mod holm;
pub(crate) mod linear_equations;
pub(crate) mod logistic;
pub(crate) mod mcnemar;
pub(crate) mod sign_flip;
pub(crate) mod sign_test;
pub(crate) mod sprt;
pub(crate) mod tally;

pub use bootstrap::bootstrap_ratio;
pub use clustered::{ClusteredMean, clustered_share};
pub use elo::{elo_of_share, ratings};
pub use holm::holm;
pub use logistic::{Coefficient, LogisticModel, Observation, logistic};
pub use mcnemar::mcnemar;
pub use sign_flip::sign_flip_test;
pub use sign_test::sign_test;
pub use sprt::{PairCounts, Sprt, SprtVerdict};
pub(crate) use tally::percent_interval;
pub use tally::{Tally, repeats_warning, wilson};
