//! The commands as a user calls them, wrong input and interruptions included.

mod evaluate;
mod matches;
mod partitions;
mod problem_sets;
mod reproduce;
mod selfplay;
mod shell;
mod show;
mod study;
mod value_and_judge;
