//! SGF, the Smart Game Format: `GM[18]` and the dialect of Little Golem.

pub(crate) mod read;
pub(crate) mod set_up;
pub(crate) mod tokens;
pub mod torn;
pub(crate) mod tree;
pub(crate) mod write;
