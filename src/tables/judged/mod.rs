//! Judged problems: results of searches, kept and looked up.

pub(crate) mod entry;
pub(crate) mod recorder;
pub(crate) mod segment;
