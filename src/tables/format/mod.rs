//! Reading and writing the container of every table file.

pub(crate) mod bytes;
pub(crate) mod container;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod mend;
pub(crate) mod writer;
