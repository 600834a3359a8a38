//! How the program ends early: Ctrl-C, and the signals with which a system or a cluster ends it.

use crate::output::say::say;
use amazons::limits::Abort;
use amazons::util::{input_file, threads, unfinished};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit code after a signal to a command that keeps nothing.
const INTERRUPTED: i32 = 1;

/// The time without input after which a command that waits for it is ended.
const SILENCE: Duration = Duration::from_millis(500);

/// The exit code after a second signal.
const AT_ONCE: i32 = 130;

/// Signals that arrive within this time of the first count as one: `timeout` and terminals send one
/// to the process and another to its group.
const TOGETHER: Duration = Duration::from_millis(200);

static FLAG: OnceLock<Abort> = OnceLock::new();

/// Whether the command checks the flag.
static HEARD: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C (INT), TERM and HUP set. A second signal ends the process at once, and so
/// does the first one until a command has asked for the flag.
pub fn interrupt_flag() -> Abort {
    HEARD.store(true, Ordering::SeqCst);
    FLAG.get_or_init(Abort::new).clone()
}

/// Whether a signal arrived that set the flag.
pub fn was_signalled() -> bool {
    FLAG.get().is_some_and(Abort::is_set)
}

/// Says that the work was interrupted, if it was, for commands that cannot be continued.
pub fn say_if_interrupted() {
    if interrupt_flag().is_set() {
        say!("interrupted");
    }
}

/// Starts listening for signals.
pub fn listen() {
    // Without a handler a signal simply ends the process, which every command survives.
    #[cfg(unix)]
    let _ = unix::listen();
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(signalled);
}

/// Handles a signal.
fn signalled() {
    let flag = FLAG.get_or_init(Abort::new);
    if !HEARD.load(Ordering::SeqCst) {
        unfinished::remove_all();
        say!("interrupted");
        std::process::exit(INTERRUPTED);
    }
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = FIRST.get_or_init(Instant::now);
    let again = flag.set();
    if again && first.elapsed() > TOGETHER {
        unfinished::remove_all();
        std::process::exit(AT_ONCE);
    }
    if !again && threads::start("interrupt", end_without_input).is_err() {
        end_without_input();
    }
}

/// Ends a process that waits for input, where it cannot look at the flag.
fn end_without_input() {
    input_file::wait_for_silence(SILENCE);
    // Before the lock of unfinished files is taken: standard error may block.
    say!("interrupted; what was finished is kept");
    unfinished::remove_all();
    std::process::exit(INTERRUPTED);
}

#[cfg(unix)]
mod unix {
    use amazons::util::threads;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::ffi::c_int;
    use std::io;
    use std::sync::mpsc::sync_channel;

    pub fn listen() -> io::Result<()> {
        let (give, signals) = sync_channel::<Signals>(1);
        threads::start("signals", move || {
            if let Ok(mut signals) = signals.recv() {
                signals.forever().for_each(|_| super::signalled());
            }
        })?;
        // Caught only now: without the thread they would be lost.
        let signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_awaited))?;
        let _ = give.send(signals);
        Ok(())
    }

    /// Whether the signal is not ignored; `nohup`, for example, starts a process that ignores HUP.
    fn is_awaited(signal: &c_int) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.unwrap_or_default() >> (signal - 1) & 1 == 0
    }
}
