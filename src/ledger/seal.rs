//! A line of JSON with a checksum that leaves it JSON: the last key of the object is `xxh3`, the
//! checksum of the object without it.

use xxhash_rust::xxh3::xxh3_64;

/// What precedes and what follows the 16 digits of the checksum.
const BEFORE: &[u8] = b",\"xxh3\":\"";
const BEHIND: &[u8] = b"\"}";

/// Why a line is not taken: it does not end with a checksum.
const MISSING: &str = "no checksum at its end; it is damaged, or of a version before 0.1.0";

/// Adds the checksum to a JSON object that has a key.
pub fn seal(json: &str) -> String {
    let sum = xxh3_64(json.as_bytes());
    format!("{},\"xxh3\":\"{sum:016x}\"}}", json.strip_suffix('}').unwrap_or(json))
}

/// Returns the object of a line without its checksum.
///
/// # Errors
/// The line has no checksum, or does not match it; the text says which.
pub fn unseal(line: &[u8]) -> Result<Vec<u8>, &'static str> {
    let digits_and_object = || {
        let (rest, digits) = line.strip_suffix(BEHIND)?.split_last_chunk::<16>()?;
        Some((digits, rest.strip_suffix(BEFORE)?))
    };
    let (digits, object) = digits_and_object().ok_or(MISSING)?;
    let object = [object, b"}"].concat();
    match format!("{:016x}", xxh3_64(&object)).as_bytes() == digits {
        true => Ok(object),
        false => Err("damaged: the line does not match its checksum"),
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
            assert!(unseal(&bytes).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn a_line_without_a_checksum_is_refused() {
        for json in ["{}", "", "{\"fen\":\"Q2q w\",\"optimal\":[\"a1-b1/c1\"]}"] {
            assert_eq!(unseal(json.as_bytes()), Err(MISSING), "{json}");
        }
    }
}
