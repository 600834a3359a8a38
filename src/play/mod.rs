//! Layer 8: players, games between them, and self-play.

mod finish;
mod game;
pub mod matches;
mod opening;
mod player;
mod selfplay;
mod tally;

pub use game::play_game;
pub use opening::Openings;
pub use player::{MoveLimit, Player};
pub use selfplay::{Progress, SelfPlay, SelfPlayError};
pub use tally::{Tally, wilson};
