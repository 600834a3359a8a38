//! The flag that an interrupt sets.

use crate::limits::Abort;
use std::sync::OnceLock;

/// A flag that Ctrl-C sets; a second Ctrl-C ends the process at once.
pub fn interrupt_flag() -> Abort {
    static FLAG: OnceLock<Abort> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Abort::new();
        let seen = flag.clone();
        // Without a handler Ctrl-C just ends the process, which every command survives.
        let _ = ctrlc::set_handler(move || {
            if seen.set() {
                std::process::exit(130);
            }
        });
        flag
    })
    .clone()
}
