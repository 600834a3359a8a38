//! Lines of JSON objects with a checksum each, which stays JSON: the last key of a line is `xxh3`,
//! the checksum of the object without it.
//!
//! Lines of older versions have none and are read all the same.

use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

/// What stands before the checksum and behind it.
const BEFORE: &[u8] = b",\"xxh3\":\"";
const BEHIND: &[u8] = b"\"}";

/// Bytes of a seal: what is before, 16 digits, what is behind.
const LENGTH: usize = BEFORE.len() + 16 + BEHIND.len();

/// So many wrong bytes still look like a seal, which is then damaged rather than none.
const WRONG: usize = 2;

/// The line's bytes do not belong to its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("damaged: the line does not fit its checksum")]
pub struct Damaged;

/// Ends a JSON object, without line end, with its checksum.
pub fn seal(json: &str) -> String {
    let sum = xxh3_64(json.as_bytes());
    match json.strip_suffix('}') {
        Some(open) if json.len() > 2 => format!("{open},\"xxh3\":\"{sum:016x}\"}}"),
        _ => json.to_owned(),
    }
}

/// The object of a line, without the checksum that it fits.
///
/// # Errors
/// It does not fit.
pub fn unseal(line: &[u8]) -> Result<Cow<'_, [u8]>, Damaged> {
    let Some(at) = line.len().checked_sub(LENGTH) else { return Ok(Cow::Borrowed(line)) };
    let (object, seal) = line.split_at(at);
    let (before, rest) = seal.split_at(BEFORE.len());
    let (digits, behind) = rest.split_at(16);
    let wrong = |a: &[u8], b: &[u8]| a.iter().zip(b).filter(|(a, b)| a != b).count();
    let wrong = wrong(before, BEFORE) + wrong(behind, BEHIND);
    if wrong > WRONG {
        return Ok(Cow::Borrowed(line));
    }
    let whole = [object, b"}"].concat();
    if wrong == 0 && format!("{:016x}", xxh3_64(&whole)).as_bytes() == digits {
        Ok(Cow::Owned(whole))
    } else {
        Err(Damaged)
    }
}

/// Bytes up to the last line end: a kill tore off what stands behind it, maybe within a letter.
pub fn whole_length(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// The lines within [`whole_length`], without their ends.
pub fn whole_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text[..whole_length(text)].split_inclusive(|&byte| byte == b'\n');
    lines.map(<[u8]>::trim_ascii_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_line_is_json_and_every_flipped_bit_is_found() {
        let json = r#"{"fen":"Q2q w","score":"W+3"}"#;
        let sealed = seal(json);
        assert_eq!(unseal(sealed.as_bytes()).unwrap(), json.as_bytes());
        let value: serde_json::Value = serde_json::from_str(&sealed).unwrap();
        assert_eq!(value["score"], "W+3");
        for bit in 0..8 * sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(unseal(&bytes), Err(Damaged), "bit {bit}");
        }
    }

    #[test]
    fn lines_of_older_versions_are_read() {
        for json in ["{}", "", "{\"fen\":\"Q2q w\",\"optimal\":[\"a1-b1/c1\"]}"] {
            assert_eq!(unseal(json.as_bytes()).unwrap(), json.as_bytes());
        }
    }
}
