//! Matches: who plays whom from where under which limits, the games, and what they tell.
//!
//! A match is a directory with `results.jsonl`, the only state (a header line with the settings,
//! then a line a game with its moves), and `games.sgf`, the same games for other programs.

mod contestant;
mod engine;
mod log;
mod openings;
mod protocol;
mod referee;
mod run;
mod schedule;
mod serve;
mod sprt;
mod standings;

pub use contestant::{Contestant, Failure};
pub use log::{GameLine, MatchHeader, MatchLogError, Reason, read_match};
pub use openings::{MatchOpenings, OpeningsError};
pub use referee::{Adjudication, TimeControl};
pub use run::{Match, MatchError, MatchProgress};
pub use schedule::{Pairing, Schedule};
pub use serve::serve;
pub use sprt::{Sprt, SprtVerdict};
pub use standings::{HeadToHead, Standing, Standings, elo_of_share};
