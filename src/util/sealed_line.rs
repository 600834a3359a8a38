//! Lines of JSON objects, each with a checksum that keeps them JSON: the last key of a line is
//! `xxh3`, the checksum of the object without it.
//!
//! Lines of older versions have no checksum and are still read.

use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

/// What precedes and what follows the checksum.
const BEFORE: &[u8] = b",\"xxh3\":\"";
const BEHIND: &[u8] = b"\"}";

/// Bytes of a seal: what precedes, 16 digits, what follows.
const LENGTH: usize = BEFORE.len() + 16 + BEHIND.len();

/// With at most this many wrong bytes it still counts as a seal, though a damaged one.
const WRONG: usize = 2;

/// The line does not match its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("damaged: the line does not match its checksum")]
pub struct Damaged;

/// Adds the checksum at the end of a JSON object, without a line end.
pub fn seal(json: &str) -> String {
    let sum = xxh3_64(json.as_bytes());
    match json.strip_suffix('}') {
        Some(open) if json.len() > 2 => format!("{open},\"xxh3\":\"{sum:016x}\"}}"),
        _ => json.to_owned(),
    }
}

/// Returns the object of a line, without its matching checksum.
///
/// # Errors
/// The line does not match its checksum.
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
