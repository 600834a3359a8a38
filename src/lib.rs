//! Exact endgames of the Game of the Amazons.

pub mod board;
pub mod building;
pub mod cgt;
pub mod cli;
pub mod draw;
pub mod eval;
pub mod files;
pub mod game_value;
pub mod parallel;
pub mod part;
pub mod play;
pub mod problems;
pub mod records;
pub mod region;
pub mod reproduce;
pub mod score;
pub mod search;
pub mod signature;
pub mod study;
pub mod survey;
pub mod tables;
pub mod testing;
pub mod value;
