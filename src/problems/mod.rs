//! Layer 7: problem sets: what is in them, their XML files, and how they are made from records.

mod filter;
mod funnel;
mod problem;
mod set;
mod xml;

pub use filter::{Filter, Rejection};
pub use funnel::Funnel;
pub use problem::{Judgement, Problem, Provenance};
pub use set::{Extraction, Header, ProblemSet, RecordFile, Selection};
pub use xml::{SetError, SetReader, SetReason, SetWriter};

/// The program and version that goes into the provenance of what it makes.
pub const GENERATOR: &str = concat!("amazons ", env!("CARGO_PKG_VERSION"));
