#![doc = include_str!("../README.md")]

mod arena;
mod atomic_weight;
mod birthday;
mod builders;
mod companion;
mod confusion;
mod conway_product;
mod cooling;
mod display;
mod dyadic;
mod effort;
mod followers;
mod game;
mod growing_table;
mod heating;
mod incentives;
pub mod limits;
mod memo;
#[doc(hidden)]
pub mod memory;
mod multiple;
mod norton_product;
mod number_up_star;
mod opaque_debug;
mod order;
mod ordinal_sum;
mod parse;
mod properties;
mod reduced;
#[doc(hidden)]
pub mod short_text;
mod simplify;
#[doc(hidden)]
pub mod start_of;
mod sum;
#[cfg(test)]
mod tests;
mod thermograph;
mod thermograph_arena;
mod thermograph_bounds;
mod uptimal;
mod walls;
mod winner;

pub use arena::Arena;
pub use confusion::ConfusionInterval;
pub use dyadic::{Dyadic, ParseDyadicError};
pub use effort::{Effort, OperationError, Stopped};
pub use game::{Game, Outcome};
pub use limits::{Abort, Limits};
pub use number_up_star::NumberUpStar;
pub use parse::ParseGameError;
pub use thermograph::{Corner, Thermograph};
pub use thermograph_arena::{ThermographId, Thermographs};
pub use uptimal::Uptimal;
pub use winner::WinnerSearch;
