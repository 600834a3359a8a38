//! The commands as a user calls them, wrong input and interruptions included.

mod evaluate;
mod files;
mod json;
mod matches;
mod problem_sets;
mod prove;
mod reproduce;
mod selfplay;
mod show;
mod signals;
mod study;
mod train;
mod value_and_judge;
mod words;
