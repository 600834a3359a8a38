//! Players, games between them, and self-play.

pub(crate) mod clock;
pub(crate) mod finish;
pub(crate) mod game;
pub(crate) mod merge;
pub(crate) mod opening;
pub(crate) mod player;
pub(crate) mod selfplay;

pub use clock::share_of_clock;
pub use game::play_game;
pub use merge::merge_games;
pub use opening::Openings;
pub use player::{Choice, MoveLimit, Player, PlayerAtGame};
pub use selfplay::{Progress, SelfPlay};
