//! Progress of long work on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

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
