//! How the program ends early: Ctrl-C, and the signals by which a system or a cluster ends it.

use crate::limits::Abort;
use crate::output::say::say;
use crate::util::unfinished;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Exit code after a signal that a command does not keep anything for.
const INTERRUPTED: i32 = 1;

/// Exit code after a second signal.
const AT_ONCE: i32 = 130;

/// Signals that come within so long of the first are one: `timeout` and terminals send one to the
/// process and another to its group.
const TOGETHER: Duration = Duration::from_millis(200);

static FLAG: OnceLock<Abort> = OnceLock::new();

/// Whether the command looks at the flag.
static HEARD: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C (INT), TERM and HUP set; a second one ends the process at once. Without a
/// command that asked for the flag the first one does.
pub fn interrupt_flag() -> Abort {
    HEARD.store(true, Ordering::SeqCst);
    FLAG.get_or_init(Abort::new).clone()
}

/// Whether a signal came, which a command may have kept its results for.
pub fn was_signalled() -> bool {
    FLAG.get().is_some_and(Abort::is_set)
}

/// Says that the work was interrupted, if it was: where there is nothing to go on with.
pub fn say_if_interrupted() {
    if interrupt_flag().is_set() {
        say!("interrupted");
    }
}

/// Begins to listen to signals.
pub fn listen() {
    // Without a handler a signal just ends the process, which every command survives.
    #[cfg(unix)]
    let _ = unix::listen();
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(signalled);
}

/// Does what a signal asks for.
fn signalled() {
    let flag = FLAG.get_or_init(Abort::new);
    if !HEARD.load(Ordering::SeqCst) {
        unfinished::remove_all();
        say!("interrupted");
        std::process::exit(INTERRUPTED);
    }
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = FIRST.get_or_init(Instant::now);
    if flag.set() && first.elapsed() > TOGETHER {
        unfinished::remove_all();
        std::process::exit(AT_ONCE);
    }
}

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::ffi::c_int;
    use std::io;

    pub fn listen() -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_awaited))?;
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for _ in signals.forever() {
                super::signalled();
            }
        })?;
        Ok(())
    }

    /// Whether whoever started this process did not have the signal ignored, as nohup does.
    fn is_awaited(signal: &c_int) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.unwrap_or_default() >> (signal - 1) & 1 == 0
    }
}
