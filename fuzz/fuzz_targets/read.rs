//! Reads any bytes as the kind of input that `AMAZONS_FUZZ_KIND` names, one of `amazons_fuzzing`'s
//! kinds: nothing may panic, and what was read and written must read the same. One program serves
//! all kinds, since compiling takes minutes. `scripts/fuzz.sh` builds and runs it.

#![no_main]

use amazons_fuzzing::Kind;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static KIND: LazyLock<Kind> = LazyLock::new(|| {
    let name = std::env::var("AMAZONS_FUZZ_KIND").unwrap_or_default();
    Kind::named(&name).unwrap_or_else(|| {
        let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        panic!("AMAZONS_FUZZ_KIND is '{name}'; expected one of {}", names.join(", "))
    })
});

/// Ignores SIGPIPE. Rust's own `main` would do so, but libFuzzer's does not, and then a client that
/// disconnects would end the explorer.
fn ignore_broken_pipes() {
    // SAFETY: no handler is installed, and no other thread runs yet.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

fuzz_target!(init: ignore_broken_pipes(), |bytes: &[u8]| {
    KIND.read(bytes);
    // The other reader of proofs: what the verifier accepts, the solver must accept too.
    if *KIND == Kind::Proof && verifier::verify(bytes).is_ok() {
        assert!(amazons::proof::Proof::from_bytes(bytes).is_ok());
    }
});
