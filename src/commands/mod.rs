//! The commands, one file each, without logic of their own.

pub(crate) mod bench;
pub(crate) mod engine;
pub(crate) mod evaluate;
#[cfg(feature = "explorer")]
pub(crate) mod explore;
pub(crate) mod extract;
pub(crate) mod judge;
pub(crate) mod match_command;
pub(crate) mod perft;
pub(crate) mod progress;
pub(crate) mod puzzles;
pub(crate) mod regions;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod review;
pub(crate) mod selfplay;
pub(crate) mod set;
pub(crate) mod show;
pub(crate) mod study;
pub(crate) mod tables;
pub(crate) mod thermograph;
pub(crate) mod value;
