//! Values of options: sizes, times, the number of cores.

use crate::solvers::parse_bytes;
use std::num::NonZeroUsize;
use std::time::Duration;

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
