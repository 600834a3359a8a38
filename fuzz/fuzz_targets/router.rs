//! Arbitrary requests to the explorer: no panic, and an answer that is no failure of the server.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let status = amazons::testing::ask_explorer(bytes);
    assert!(status.is_none_or(|status| status < 500), "{status:?}");
});
