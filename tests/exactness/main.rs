//! The library's claims compared with minimax, with tables, and with results of others.

mod atlas;
mod game_playing_solvers;
mod game_values;
mod judge;
mod pairs;
mod proof_number_solvers;
mod proofs;
mod review;
mod tables;
mod truth;
mod unsound_ideas;
mod value_tables;
