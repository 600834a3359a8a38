//! The commands as a user runs them, including wrong input and interruptions.
#![allow(clippy::disallowed_methods, reason = "tests may panic where a thread is refused")]

mod atlas;
mod bit_flips;
mod bundles;
mod cgt;
mod documentation;
mod equal_time;
mod evaluate;
mod explorer;
mod explorer_page;
mod explorer_page_games;
mod files;
mod foreign_engines;
mod game_values;
mod http;
mod inputs;
mod joined_studies;
mod json;
mod matches;
mod partitions;
mod problem_sets;
mod program;
mod proof_scripts;
mod prove;
mod puzzles;
mod records;
mod reproduce;
mod review;
mod selfplay;
mod set_filters;
mod shell;
mod show;
mod signals;
#[cfg(unix)]
mod small_proof;
mod study;
mod study_engines;
mod table_faults;
mod threads;
mod train;
mod value_and_judge;
mod webdriver;
mod words;
