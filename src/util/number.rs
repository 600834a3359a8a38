//! Whole numbers as people write them.

use std::fmt;

/// A number of things, as in `1 game` and `2 games`.
#[derive(Clone, Copy, Debug)]
pub struct Count<N>(pub N, pub &'static str);

impl<N: fmt::Display + PartialEq + From<u8> + Copy> fmt::Display for Count<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, thing) = *self;
        let ending = if number == N::from(1) { "" } else { "s" };
        write!(f, "{number} {thing}{ending}")
    }
}

/// Reads a whole number: `1000000`, `1_000_000`, `1e6` or `2.5e6`; `None` also if it is not below
/// 2^64.
pub fn parse_whole(text: &str) -> Option<u64> {
    wide_whole(text).and_then(|number| number.try_into().ok())
}

/// Returns whether a text is a whole number, including negative ones and of any size.
pub fn is_whole(text: &str) -> bool {
    let text = text.trim();
    wide_whole(text.strip_prefix('-').unwrap_or(text)).is_some()
}

/// Reads a number of 128 bits; a larger number gives the largest of them.
fn wide_whole(text: &str) -> Option<u128> {
    let text = text.trim();
    let digits = text.replace('_', "");
    if !text.starts_with(|c: char| c.is_ascii_digit()) || text.ends_with('_') {
        return None;
    }
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let value = |text: &str| all_digits(text).then(|| text.parse().unwrap_or(u128::MAX));
    let Some((number, power)) = digits.split_once(['e', 'E']) else { return value(&digits) };
    let power = value(power.strip_prefix('+').unwrap_or(power))?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part = part.trim_end_matches('0');
    let zeros = power.checked_sub(part.len() as u128)?;
    let number = value(&format!("{whole}{part}"))?;
    let factor = u32::try_from(zeros).ok().and_then(|zeros| 10u128.checked_pow(zeros));
    Some(if number == 0 { 0 } else { number.saturating_mul(factor.unwrap_or(u128::MAX)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_written_as_one() {
        let texts = [0, 1, 2].map(|number| Count(number as usize, "game").to_string());
        assert_eq!(texts, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn large_numbers_are_written_in_short() {
        for (text, number) in [
            ("0", 0),
            ("12", 12),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("2.5E6", 2_500_000),
            ("1.50e2", 150),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_whole(text), Some(number), "{text}");
        }
        for text in ["", "-1", "+1", "1.5", "1.55e1", "1e30", "e6", "1e", "_1", "1_", "x", "1e-2"] {
            assert_eq!(parse_whole(text), None, "{text}");
        }
        for text in ["0e99999999999", "0.0e5"] {
            assert_eq!(parse_whole(text), Some(0), "{text}");
        }
        for text in ["18446744073709551616", "1e30", "1e99999999999", "-1", "-2e4", "7"] {
            assert!(is_whole(text), "{text}");
        }
        for text in ["", "-", "--1", "+1", "1.5", "1.55e1", "e6", "1e", "1e-2", "x"] {
            assert!(!is_whole(text), "{text}");
        }
    }
}
