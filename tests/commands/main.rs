//! The commands as a user calls them, wrong input and interruptions included.

mod evaluate;
mod matches;
mod problem_sets;
mod reproduce;
mod selfplay;
mod show;
mod study;
mod train;
mod value_and_judge;
