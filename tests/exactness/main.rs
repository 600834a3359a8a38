//! The library's claims compared with minimax, with tables, and with results of others.

mod bit_flips;
mod game_playing_solvers;
mod game_values;
mod judge;
mod proof_number_solvers;
mod proofs;
mod review;
mod table_faults;
mod tables;
mod themes;
mod truth;
mod unsound_ideas;
