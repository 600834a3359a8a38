//! Values of options: numbers, sizes, times, threads, positions.

use crate::options::hints;
use crate::output::say::with_causes;
use amazons::board::Position;
use amazons::score::Score;
use amazons::solvers::parse_bytes;
use amazons::util::number::{is_whole, parse_whole};
use amazons::util::threads;
use anyhow::{Context, anyhow, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// The maximum number of threads: more than any machine has cores, they would only take memory.
const MOST_THREADS: usize = 1024;

/// Parses a whole number such as `20000`, `20_000` or `2e4`, for clap.
///
/// # Errors
/// The text is not a whole number, or the number is too large.
pub fn parse_number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    parse_within(text, 0, largest::<T>())
}

/// Parses a whole number above 0, for clap.
///
/// # Errors
/// The text is not such a number.
pub fn parse_positive<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    parse_within(text, 1, largest::<T>())
}

/// Parses a whole number that is at most `most`, for clap.
///
/// # Errors
/// The text is not such a number.
pub fn parse_up_to(text: &str, most: usize) -> Result<usize, String> {
    parse_within(text, 0, most as u64)
}

/// Refuses options `--min-WHAT` and `--max-WHAT` between which there is nothing.
///
/// # Errors
/// `least` is above `most`.
pub fn check_range(what: &str, least: usize, most: usize) -> anyhow::Result<()> {
    ensure!(least <= most, "--min-{what} {least} above --max-{what} {most}");
    Ok(())
}

/// Parses a whole number above 0 that is at most `most`, for clap.
///
/// # Errors
/// The text is not such a number.
pub fn parse_positive_up_to(text: &str, most: usize) -> Result<usize, String> {
    parse_within(text, 1, most as u64)
}

fn parse_within<T: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<T, String> {
    let found = parse_whole(text);
    let number = found.filter(|number| (least..=most).contains(number));
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let too_little = found.is_some_and(|number| number < least) || text.trim().starts_with('-');
        match is_whole(text) {
            true if most < u64::MAX => format!("expected a whole number from {least} to {most}"),
            true if !too_little => "expected a whole number below 2^64, about 1.8e19".to_owned(),
            true if least == 0 => "expected a whole number, 0 or more".to_owned(),
            false if least == 0 => "expected a whole number, such as 20000 or 2e4".to_owned(),
            _ => "expected a whole number above 0, such as 20000 or 2e4".to_owned(),
        }
    })
}

/// The largest number of a type.
fn largest<T: TryFrom<u64>>() -> u64 {
    let mut all_ones = (0..u64::BITS).map(|zeros| u64::MAX >> zeros);
    all_ones.find(|&number| T::try_from(number).is_ok()).unwrap_or(0)
}

/// Parses a score such as `W+3`, for clap.
///
/// # Errors
/// The text is not a score.
pub fn parse_score(text: &str) -> Result<Score, String> {
    text.parse().map_err(|_| "expected W+k or B+k, such as W+3".to_owned())
}

/// Parses a finite number such as `0.5`, `1_000.5` or `2e-3`, for clap.
///
/// # Errors
/// The text is not such a number.
pub fn parse_real<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    let number = text.replace('_', "").parse().ok();
    let number = number.filter(|&number: &T| number.into().is_finite() && !text.starts_with('_'));
    number.ok_or_else(|| "expected a number, such as 0.5 or 2e-3".to_owned())
}

/// Parses a finite number that is not negative, for clap.
///
/// # Errors
/// The text is not such a number.
pub fn parse_not_negative<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    let number = parse_real(text).ok().filter(|&number: &T| number.into() >= 0.0);
    number.ok_or_else(|| "expected a number of at least 0, such as 0.5 or 2e-3".to_owned())
}

/// Parses a share, a number from 0 to 1, for clap.
///
/// # Errors
/// The text is not such a number.
pub fn parse_share<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    let number = parse_real(text).ok().filter(|&number: &T| (0.0..=1.0).contains(&number.into()));
    number.ok_or_else(|| "expected a number from 0 to 1, such as 0.2".to_owned())
}

/// Parses a number of threads, for clap.
///
/// # Errors
/// The text is not a number from 1 to 1024.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = parse_whole(text).and_then(|number| usize::try_from(number).ok());
    let number = number.filter(|&number| number <= MOST_THREADS).and_then(NonZeroUsize::new);
    number.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

/// Returns how many threads a command works with: those that were asked for, by default one for each
/// core, or fewer if there is no room for more.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    threads_up_to(usize::MAX, asked)
}

/// The same for work that more than `most` threads cannot share.
pub fn threads_up_to(most: usize, asked: Option<NonZeroUsize>) -> usize {
    threads::that_fit(asked.unwrap_or_else(cores).get().min(most))
}

/// The same for games, which a core for each keeps from disturbing each other.
pub fn threads_up_to_cores(asked: Option<NonZeroUsize>) -> usize {
    threads_up_to(cores().get(), asked)
}

/// The default memory of a command, for all its searches together, allocated as it is used. The
/// default of a study is per thread, and smaller.
pub const MEMORY: &str = "2GiB";

/// Parses a size in bytes such as `64MB` or `1GiB`, for clap.
///
/// # Errors
/// The text is not a size.
pub fn parse_memory(text: &str) -> Result<usize, String> {
    // A user who writes 512 means 512 MB.
    let bare = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() < 5;
    parse_bytes(text).filter(|&bytes| bytes > 0 && !bare).ok_or_else(|| match bare {
        true => {
            format!("expected a size with its unit, such as {}MB", text.parse().unwrap_or(1).max(1))
        }
        false if parse_bytes(text) == Some(0) => {
            "expected a size above 0, such as 64MB or 1GiB".to_owned()
        }
        false => "expected a size in whole numbers, such as 64MB or 1GiB".to_owned(),
    })
}

/// Parses a time above 0 such as `500ms` or `10s`, for clap.
///
/// # Errors
/// The text is not such a time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected a time above 0, such as 500ms or 10s".to_owned()),
    }
}

/// Parses one of a few values by its name, for clap; `shown` gives the name and a sentence for the
/// help.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    shown: fn(T) -> [&'static str; 2],
) -> impl TypedValueParser<Value = T> {
    let possible = all.iter().map(|&one| {
        let [name, about] = shown(one);
        PossibleValue::new(name).help(about)
    });
    PossibleValuesParser::new(possible).map(move |text| {
        let named = all.iter().copied().find(|&one| shown(one)[0] == text);
        named.expect("clap accepts no other text")
    })
}

/// Parses a position that a user gave.
///
/// # Errors
/// The text is not a position.
pub fn position(fen: &str) -> anyhow::Result<Position> {
    fen.parse().with_context(|| format!("position '{fen}'")).map_err(|error: anyhow::Error| {
        match hints::instead_of_position(fen) {
            Some(hint) => anyhow!("{}\n{hint}", with_causes(&error)),
            None => error,
        }
    })
}

/// The number of cores that this process may use.
pub fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
