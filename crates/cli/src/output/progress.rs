//! Progress of long work on standard error: a bar on a terminal, otherwise a line every minute.

use crate::output::say::say;
use amazons::util::threads;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// How often a line is printed if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// How often a bar on a terminal shows that the work goes on.
const TICK: Duration = Duration::from_millis(200);

/// A progress bar on standard error.
pub fn progress(length: u64, unit: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}  {{elapsed}}{{left}}  {{msg}}");
    shown(bar, &template, unit, true)
}

/// A progress bar for pieces that differ too much to estimate the remaining time from those done.
///
/// It shows no estimate; [`at_most`] replaces it if there is a time limit.
pub fn uneven_progress(length: u64, unit: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    shown(bar, &format!("{{bar:30}} {{pos}}/{{len}} {unit}  {{elapsed}}  {{msg}}"), unit, false)
}

/// The most time that these pieces still take if each uses all of its limit and `at_once` are
/// worked on in parallel.
pub fn at_most(pieces: u64, limit: Option<Duration>, at_once: usize) -> String {
    let rounds = pieces.div_ceil(at_once.max(1) as u64);
    match limit.and_then(|limit| limit.checked_mul(u32::try_from(rounds).ok()?)) {
        Some(left) if pieces > 0 => format!("(at most {} left)", HumanDuration(left)),
        _ => String::new(),
    }
}

/// A spinner on standard error that shows the elapsed time and a message.
pub fn spinner() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    shown(bar, "{elapsed}  {msg}", "", false)
}

/// Limits messages during long work to one per second.
#[derive(Debug, Default)]
pub struct OnceASecond {
    last: Option<Instant>,
}

impl OnceASecond {
    /// Whether a second has passed since it last returned `true`.
    pub fn is_due(&mut self) -> bool {
        let due = self.last.is_none_or(|last| last.elapsed() >= Duration::from_secs(1));
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}

/// The time that is left at the rate of the last pieces, in words. A piece that takes far longer than
/// those before would make it years, so what is more than a hundred times as long as all before is
/// left out.
fn left(eta: Duration, elapsed: Duration) -> String {
    match !eta.is_zero() && eta <= elapsed.saturating_mul(100) {
        true => format!(" (left {})", HumanDuration(eta)),
        false => String::new(),
    }
}

/// `even` tells that the pieces done so far tell how long the others take.
fn shown(bar: ProgressBar, template: &str, unit: &'static str, even: bool) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is constant");
    // A terminal that cannot be written to shows nothing.
    bar.set_style(style.with_key("left", |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&left(state.eta(), state.elapsed()));
    }));
    if stderr().is_terminal() {
        watch(&bar, TICK, ProgressBar::tick);
    } else if let Some(every) = line_every() {
        watch(&bar, every, move |bar| {
            let of = match bar.length() {
                Some(length) => format!("{}/{length} {unit}, ", bar.position()),
                None => String::new(),
            };
            let left = if even { left(bar.eta(), bar.elapsed()) } else { String::new() };
            say!("{of}{}{left}  {}", HumanDuration(bar.elapsed()), bar.message());
        });
    }
    bar
}

/// How often a line is printed if there is no terminal; `AMAZONS_PROGRESS` sets it, `0s` for never.
fn line_every() -> Option<Duration> {
    let every = match std::env::var("AMAZONS_PROGRESS") {
        Ok(text) => humantime::parse_duration(&text).unwrap_or_else(|_| {
            say!("warning: AMAZONS_PROGRESS is '{text}'; expected a time such as 10s, or 0s");
            LINE_EVERY
        }),
        Err(_) => LINE_EVERY,
    };
    Some(every).filter(|every| !every.is_zero())
}

/// Shows a bar again and again for as long as the work continues. Where the system refuses the
/// thread for it, the work goes on without.
fn watch(bar: &ProgressBar, every: Duration, show: impl Fn(&ProgressBar) + Send + 'static) {
    let bar = bar.downgrade();
    // The thread sleeps longer than most commands run; it ends with the program, or after its bar.
    let _ = threads::start("progress", move || {
        loop {
            std::thread::sleep(every);
            let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) else { return };
            show(&bar);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_while_work_goes_on_is_said_once_a_second() {
        let mut now_and_then = OnceASecond::default();
        assert!(now_and_then.is_due() && !now_and_then.is_due());
        now_and_then.last = Instant::now().checked_sub(Duration::from_secs(1));
        assert!(now_and_then.is_due() && !now_and_then.is_due());
    }

    #[test]
    fn what_is_left_is_said_unless_it_is_far_longer_than_all_before() {
        let minutes = |n: u64| Duration::from_secs(60 * n);
        assert_eq!(left(minutes(5), minutes(1)), " (left 5 minutes)");
        assert_eq!(left(minutes(101), minutes(1)), "");
        assert_eq!(left(Duration::ZERO, minutes(1)), "");
    }

    #[test]
    fn what_is_left_is_bounded_by_the_limit_alone() {
        let minute = Some(Duration::from_secs(60));
        assert_eq!(at_most(5, minute, 2), "(at most 3 minutes left)");
        assert_eq!(at_most(5, None, 2), "");
        assert_eq!(at_most(0, minute, 2), "");
    }
}
