//! The container of every table file, read and written.

pub(crate) mod bytes;
pub(crate) mod container;
pub(crate) mod mend;
pub(crate) mod writer;
