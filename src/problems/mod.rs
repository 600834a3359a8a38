//! Layer 7: problem sets: what is in them, their XML files, and how they are made from records.

mod describe;
mod extract;
mod filter;
mod funnel;
mod histogram;
mod journal;
mod judging;
mod merge;
mod problem;
mod row;
mod select;
mod set;
mod validate;
mod xml;

pub use describe::{Counts, Description};
pub use extract::Extractor;
pub use filter::{Filter, Rejection};
pub use funnel::Funnel;
pub use journal::{Journal, JournalError};
pub use judging::{Judging, judge_all, solve_known};
pub use merge::{MergeError, Merger};
pub use problem::{Judgement, Problem, Provenance};
pub use row::ProblemRow;
pub use select::Selector;
pub use set::{Extraction, Header, ProblemSet, RecordFile, Selection};
pub use validate::{Finding, Validator};
pub use xml::{SetError, SetReader, SetReason, SetWriter};

/// The program and version that goes into the provenance of what it makes.
pub const GENERATOR: &str = concat!("amazons ", env!("CARGO_PKG_VERSION"));
