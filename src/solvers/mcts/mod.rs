//! Monte-Carlo tree search: plain UCT, and UCT with an evaluation function.

pub(crate) mod bounds;
pub(crate) mod ceilings;
pub mod draw;
pub(crate) mod evaluated;
pub mod line_board;
pub(crate) mod node;
pub mod playout;
pub(crate) mod tree;
pub(crate) mod uct;
