//! What several commands share: exit codes, output formats, interruption, progress.

use crate::limits::Abort;
use crate::solvers::parse_bytes;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Everything done.
    Done,
    /// Done, but the answer is negative: a check failed, a limit ended a search.
    Negative,
    /// Part of the input was wrong; the rest was processed and the errors were printed.
    BadInput,
}

impl Status {
    /// The one of two that weighs more in an exit code.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        use Status::{BadInput, Done, Negative};
        match (self, other) {
            (BadInput, _) | (_, BadInput) => BadInput,
            (Negative, _) | (_, Negative) => Negative,
            (Done, Done) => Done,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::Negative => 1,
            Status::BadInput => 2,
        })
    }
}

/// What a command returns; an error is printed with its causes and exits with 2.
pub type Outcome = anyhow::Result<Status>;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object (a line each in a batch).
    Json,
}

/// Whether the reader of standard output went away, which is no error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Reads a size in bytes such as `64MB` or `1GiB`, for clap.
///
/// # Errors
/// The text is no size.
pub fn parse_memory(text: &str) -> Result<usize, String> {
    parse_bytes(text).ok_or_else(|| "expected a size such as 64MB or 1GiB".to_owned())
}

/// Reads a time above 0 such as `500ms` or `10s`, for clap.
///
/// # Errors
/// The text is no such time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected a time above 0, such as 500ms or 10s".to_owned()),
    }
}

/// Number of cores this process may use.
pub fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

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

/// A progress bar on standard error, hidden where that is no terminal.
pub fn progress(length: u64, unit: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template =
        format!("{{bar:30}} {{pos}}/{{len}} {unit}  {{elapsed}} (left {{eta}})  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template).expect("the template is constant"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Elapsed time and a message on standard error, hidden where that is no terminal.
pub fn spinner() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    bar.set_style(
        ProgressStyle::with_template("{elapsed}  {msg}").expect("the template is constant"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
