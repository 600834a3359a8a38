//! Texts of a few bytes, such as numbers, made in place: answers about millions of regions are full of
//! them.

/// A text of at most 40 bytes.
#[derive(Clone, Copy, Debug)]
pub struct ShortText {
    bytes: [u8; Self::MOST],
    length: usize,
}

impl Default for ShortText {
    fn default() -> Self {
        Self { bytes: [0; Self::MOST], length: 0 }
    }
}

impl ShortText {
    const MOST: usize = 40;

    /// Adds an ASCII character.
    ///
    /// # Panics
    /// If the text becomes longer than 40 bytes.
    #[inline]
    #[must_use]
    pub fn with(mut self, character: u8) -> Self {
        debug_assert!(character.is_ascii());
        self.bytes[self.length] = character;
        self.length += 1;
        self
    }

    /// Adds a number.
    ///
    /// # Panics
    /// If the text becomes longer than 40 bytes.
    #[inline]
    #[must_use]
    pub fn with_number(self, number: i64) -> Self {
        match number {
            0..10 => self.with(b'0' + number as u8),
            10.. => self.with_digits(number.unsigned_abs()),
            _ => self.with(b'-').with_digits(number.unsigned_abs()),
        }
    }

    fn with_digits(self, number: u64) -> Self {
        let (mut digits, mut first) = ([0; 20], 20);
        let mut left = number;
        loop {
            first -= 1;
            digits[first] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        digits[first..].iter().fold(self, |text, &digit| text.with(digit))
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).expect("only ASCII was added")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_formatting_writes_them() {
        for number in [0, 7, -7, 10, 99, -100, 1 << 40, i64::MAX, i64::MIN] {
            let text = ShortText::default().with_number(number).with(b'/').with_number(16);
            assert_eq!(text.as_str(), format!("{number}/16"));
        }
    }
}
