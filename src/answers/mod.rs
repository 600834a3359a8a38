//! Answers about a position or a game, as plain data.

pub(crate) mod atlas;
pub(crate) mod batch_file;
pub(crate) mod calculus;
pub(crate) mod drawn_thermograph;
pub(crate) mod evaluations;
pub(crate) mod game_course;
pub(crate) mod regions;
pub(crate) mod review;
pub(crate) mod review_file;
pub(crate) mod review_sgf;
pub(crate) mod reviewer;
pub(crate) mod sum_play;
pub(crate) mod value;
pub(crate) mod value_pool;

pub use atlas::answer::{AtlasAnswer, AtlasRegion, SearchedTable};
pub use atlas::atlas_tables::{Atlas, AtlasError};
pub use atlas::condition::Condition;
pub use atlas::question::AtlasQuestion;
pub use atlas::survey::{Extreme, TableSurvey};
pub use batch_file::BatchFile;
pub use calculus::{CalculusError, CalculusReport, Operation, read_game};
pub use drawn_thermograph::DrawnThermograph;
pub use evaluations::{EvaluationReport, Evaluations};
pub use game_course::{Accuracy, Phase, TurningPoint};
pub use regions::RegionScores;
pub use review::{Finding, GameReview, GameSummary, PlyReview, RegionReview, ReviewTotals, Tally};
pub use review_file::{ReviewHeader, ReviewLine, merge_reviews, open_reviews};
pub use review_sgf::write_review;
pub use reviewer::Reviewer;
pub use value::{Asked, FirstValue, MoveValue, Source, Value, Valuer};
pub use value_pool::ValuePool;
