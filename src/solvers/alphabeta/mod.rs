//! Alpha-beta as game-playing programs use it.

pub(crate) mod at_game;
pub(crate) mod category_order;
pub(crate) mod estimates;
pub(crate) mod in_progress;
pub(crate) mod iterative_deepening;
pub(crate) mod move_order;
pub(crate) mod transposition;
