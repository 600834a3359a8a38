//! The commands as a user calls them, wrong input and interruptions included.

mod evaluate;
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
mod study;
mod value_and_judge;
#[cfg(feature = "explorer")]
mod webdriver;
