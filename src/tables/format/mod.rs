//! Reading and writing the container of every table file.

pub(crate) mod bytes;
pub(crate) mod container;
pub(crate) mod mend;
pub(crate) mod writer;
