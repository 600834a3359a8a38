//! Whole numbers as people write them.

/// Reads a whole number: `1000000`, `1_000_000`, `1e6` or `2.5e6`.
pub fn parse_whole(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.replace('_', "");
    if !text.starts_with(|c: char| c.is_ascii_digit()) || text.ends_with('_') {
        return None;
    }
    let Some((number, power)) = digits.split_once(['e', 'E']) else { return digits.parse().ok() };
    let power: u32 = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part = part.trim_end_matches('0');
    let zeros = power.checked_sub(part.len() as u32)?;
    let number: u64 = format!("{whole}{part}").parse().ok()?;
    number.checked_mul(10u64.checked_pow(zeros)?)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
