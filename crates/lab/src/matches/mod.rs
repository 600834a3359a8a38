//! Matches: the participants, their limits and openings, the games, and what they show.
//!
//! A match is a directory with two files. `results.jsonl` is the only state: a header line with the
//! settings, then one line per game with its moves. `games.sgf` has the same games for other
//! programs.

pub use settings::{MatchSettings, OpeningContent, OpeningSettings};
pub(crate) mod log;
pub(crate) mod merge;
pub(crate) mod opening_book;
pub(crate) mod participant;
pub(crate) mod points_lost;
pub(crate) mod referee;
pub(crate) mod run;
pub(crate) mod schedule;
pub(crate) mod sequential_test;
pub(crate) mod settings;
pub(crate) mod standings;
pub(crate) mod standings_tables;
pub(crate) mod time_control;

pub use log::{GameLine, MatchHeader, SideLine, Termination, read_match, read_match_from};
pub use merge::merge_matches;
pub use opening_book::OpeningBook;
pub use participant::Participant;
pub use points_lost::{Judging, PointsLost, points_lost, points_table};
pub use referee::Adjudication;
pub use run::{LOG, Match, MatchError, MatchProgress, TakenOver};
pub use schedule::{Pairing, Schedule};
pub use sequential_test::TestStand;
pub use standings::{HeadToHead, OpeningPairs, Standing, Standings};
pub use time_control::{Clock, TimeControl};
