//! Progress of long work on standard error: a bar on a terminal, otherwise a line every minute.

use crate::output::say::say;
use amazons::util::threads;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a line is printed if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// How often one looks how far the work is; on a terminal the bar shows it.
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

/// How far the work was at earlier moments, evenly spaced, the last one last.
///
/// Pieces may take minutes, so a rate of the last seconds would swing. What an earlier run had done
/// counts at once; it must not count as this one's work for long.
#[derive(Debug, Default)]
struct Pace {
    seen: Vec<(Duration, u64)>,
    /// The least time between two moments.
    step: Duration,
}

impl Pace {
    /// The most moments that are kept; then every other one is forgotten.
    const MOST: u32 = 1 << 9;

    /// Takes note of the position, and returns the time that is left at the rate of the second half
    /// of the time so far; `None` if nothing was done in it.
    fn left(&mut self, elapsed: Duration, position: u64, length: u64) -> Option<Duration> {
        if self.seen.len() == Self::MOST as usize {
            let mut keep = false;
            self.seen.retain(|_| {
                keep = !keep;
                keep
            });
            self.step = elapsed / (Self::MOST / 2);
        }
        if self.seen.last().is_none_or(|last| last.0 + self.step <= elapsed) {
            self.seen.push((elapsed, position));
        }
        let first = self.seen[0].0;
        let middle = first + elapsed.saturating_sub(first) / 2;
        let (since, base) = self.seen[self.seen.partition_point(|seen| seen.0 <= middle) - 1];
        let done = position.checked_sub(base).filter(|&done| done > 0)?;
        let pieces_left = length.saturating_sub(position) as f64;
        Duration::try_from_secs_f64((elapsed - since).as_secs_f64() * pieces_left / done as f64)
            .ok()
    }

    /// The time that is left, in words. What is more than a hundred times as long as all before says
    /// little and is left out.
    fn left_in_words(pace: &Mutex<Self>, elapsed: Duration, position: u64, length: u64) -> String {
        let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
        match pace.left(elapsed, position, length) {
            Some(left) if !left.is_zero() && left <= elapsed.saturating_mul(100) => {
                format!(" (left {})", HumanDuration(left))
            }
            _ => String::new(),
        }
    }
}

/// `even` tells that the pieces done so far tell how long the others take.
fn shown(bar: ProgressBar, template: &str, unit: &'static str, even: bool) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is constant");
    let pace = Arc::new(Mutex::new(Pace::default()));
    if stderr().is_terminal() {
        let left = move |state: &ProgressState, out: &mut dyn Write| {
            let length = state.len().unwrap_or_default();
            let left = Pace::left_in_words(&pace, state.elapsed(), state.pos(), length);
            // A terminal that cannot be written to shows nothing.
            let _ = out.write_str(&left);
        };
        bar.set_style(style.with_key("left", left));
        watch(&bar, TICK, ProgressBar::tick);
    } else if let Some(every) = line_every() {
        let mut next = every;
        watch(&bar, every.min(TICK), move |bar| {
            let (elapsed, position) = (bar.elapsed(), bar.position());
            let length = bar.length();
            let left = match length {
                Some(length) if even => Pace::left_in_words(&pace, elapsed, position, length),
                _ => String::new(),
            };
            if elapsed < next {
                return;
            }
            next = elapsed + every;
            let of = length.map(|length| format!("{position}/{length} {unit}, "));
            let of = of.unwrap_or_default();
            say!("{of}{}{left}  {}", HumanDuration(elapsed), bar.message());
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
fn watch(bar: &ProgressBar, every: Duration, mut show: impl FnMut(&ProgressBar) + Send + 'static) {
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
    fn what_is_left_goes_by_the_second_half_of_the_time_so_far() {
        let minutes = |n: u64| Duration::from_secs(60 * n);
        let mut pace = Pace::default();
        // A game takes two minutes; 40 of 100 were there.
        assert_eq!(pace.left(Duration::ZERO, 40, 100), None);
        assert_eq!(pace.left(minutes(1), 40, 100), None);
        for minute in 2..=20 {
            let position = 40 + minute / 2;
            let left = pace.left(minutes(minute), position, 100).unwrap();
            let true_left = minutes(2 * (100 - position));
            assert!(left >= true_left / 2 && left <= true_left * 2, "{minute}: {left:?}");
        }
        // A jump is forgotten after as long a time.
        let mut pace = Pace::default();
        for second in 0..5_000 {
            let position = if second < 10 { 0 } else { 1_000 + second };
            let left = pace.left(Duration::from_secs(second), position, 9_000);
            if second > 30 {
                assert_eq!(left.unwrap(), Duration::from_secs(8_000 - second));
            }
        }
    }

    #[test]
    fn what_is_left_is_said_unless_it_is_far_longer_than_all_before() {
        let pace = Mutex::new(Pace { seen: vec![(Duration::ZERO, 0)], step: Duration::ZERO });
        let after = |minutes: u64, position| {
            Pace::left_in_words(&pace, Duration::from_secs(60 * minutes), position, 1_000)
        };
        assert_eq!(after(1, 5), "");
        assert_eq!(after(2, 500), " (left 61 seconds)");
        assert_eq!(after(3, 1_000), "");
    }

    #[test]
    fn what_is_left_is_bounded_by_the_limit_alone() {
        let minute = Some(Duration::from_secs(60));
        assert_eq!(at_most(5, minute, 2), "(at most 3 minutes left)");
        assert_eq!(at_most(5, None, 2), "");
        assert_eq!(at_most(0, minute, 2), "");
    }
}
