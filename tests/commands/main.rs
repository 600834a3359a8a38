//! The commands as a user runs them, including wrong input and interruptions.

mod documentation;
mod evaluate;
#[cfg(feature = "explorer")]
mod explorer;
#[cfg(feature = "explorer")]
mod explorer_page;
mod files;
#[cfg(feature = "explorer")]
mod http;
mod json;
mod matches;
mod partitions;
mod problem_sets;
mod proof_scripts;
mod prove;
mod puzzles;
mod reproduce;
mod review;
mod selfplay;
mod shell;
mod show;
mod signals;
mod study;
mod study_engines;
mod train;
mod value_and_judge;
#[cfg(feature = "explorer")]
mod webdriver;
mod words;
