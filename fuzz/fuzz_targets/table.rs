//! Arbitrary bytes as a table: `cargo +nightly fuzz run table fuzz/corpus tables`.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| amazons::testing::ask_table(bytes.to_vec()));
