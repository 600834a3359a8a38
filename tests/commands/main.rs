//! The commands as a user calls them, wrong input and interruptions included.

mod evaluate;
mod files;
mod json;
mod matches;
mod problem_sets;
mod prove;
#[cfg(feature = "explorer")]
mod explorer;
#[cfg(feature = "explorer")]
mod explorer_page;
#[cfg(feature = "explorer")]
mod http;
mod matches;
mod problem_sets;
mod puzzles;
mod reproduce;
mod review;
mod selfplay;
mod show;
mod signals;
mod study;
mod train;
mod value_and_judge;
mod words;
#[cfg(feature = "explorer")]
mod webdriver;
