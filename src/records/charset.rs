//! Text in the encodings that records come in: the one that `CA` names, UTF-16 with its mark, and
//! what a file without either must be.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::io::{self, Cursor, Read};

/// How the text of a record is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    /// UTF-8, and ISO 8859-1 where it is not valid: what SGF means if it names no charset.
    Unnamed,
    /// The encoding that the record names.
    Named(&'static Encoding),
}

/// Names of encodings that programs write and the WHATWG's list lacks.
const ALIASES: [(&str, &str); 9] = [
    ("cp936", "gbk"),
    ("ms936", "gbk"),
    ("gb-18030", "gb18030"),
    ("gb-2312", "gb2312"),
    ("cp932", "shift_jis"),
    ("cp949", "euc-kr"),
    ("cp950", "big5"),
    ("big-5", "big5"),
    ("iso8859", "iso-8859-1"),
];

impl Charset {
    /// Finds the encoding of a name such as `GBK`; `None` for an unknown name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let encoding =
            Encoding::for_label(alias.map_or(name.as_str(), |(_, label)| label).as_bytes());
        encoding
            .map(|encoding| if encoding == UTF_8 { Self::Unnamed } else { Self::Named(encoding) })
    }

    /// Whether a byte begins a character of two bytes, of which the second may look like `]` or
    /// `\`.
    pub(crate) fn leads(self, byte: u8) -> bool {
        match self {
            Self::Unnamed => false,
            // Half-width katakana of Shift_JIS take one byte each.
            Self::Named(encoding) if encoding == SHIFT_JIS => {
                matches!(byte, 0x81..=0x9F | 0xE0..=0xFC)
            }
            Self::Named(encoding) => {
                [GBK, GB18030, BIG5].contains(&encoding) && (0x81..=0xFE).contains(&byte)
            }
        }
    }

    /// Whether the encoding switches to characters of two 7-bit bytes by an escape sequence.
    pub(crate) fn switches(self) -> bool {
        self == Self::Named(ISO_2022_JP)
    }

    /// Decodes text; what is not valid in the encoding becomes U+FFFD.
    pub(crate) fn decoded(self, bytes: Vec<u8>) -> String {
        match self {
            Self::Unnamed => String::from_utf8(bytes).unwrap_or_else(|error| {
                WINDOWS_1252.decode_without_bom_handling(error.as_bytes()).0.into_owned()
            }),
            Self::Named(encoding) => encoding.decode_without_bom_handling(&bytes).0.into_owned(),
        }
    }
}

/// Decodes a line of a move list: UTF-8, otherwise GB 18030 if the file is a record of the Chinese
/// championships, and ISO 8859-1 in any other.
pub(crate) fn decoded_line(bytes: &[u8], chinese: bool) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) if chinese => GB18030.decode_without_bom_handling(bytes).0.into_owned(),
        Err(_) => Charset::Unnamed.decoded(bytes.to_vec()),
    }
}

/// Input as UTF-8 without its byte-order mark. UTF-16 is recognised by its mark; any other encoding
/// passes unchanged.
pub(crate) fn without_mark(
    mut input: impl Read + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    input.by_ref().take(3).read_to_end(&mut head)?;
    let (encoding, mark) = Encoding::for_bom(&head).unwrap_or((UTF_8, 0));
    head.drain(..mark);
    let rest = Cursor::new(head).chain(input);
    if encoding == UTF_8 {
        return Ok(Box::new(rest));
    }
    let decoder = encoding.new_decoder_without_bom_handling();
    Ok(Box::new(Decoded { input: rest, decoder, text: Cursor::new(Vec::new()), ended: false }))
}

/// Input decoded to UTF-8 as it is read.
struct Decoded<R> {
    input: R,
    decoder: encoding_rs::Decoder,
    text: Cursor<Vec<u8>>,
    ended: bool,
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(target)?;
            if read > 0 || self.ended || target.is_empty() {
                return Ok(read);
            }
            let mut bytes = [0; 4096];
            let length = self.input.read(&mut bytes)?;
            self.ended = length == 0;
            let room = self.decoder.max_utf8_buffer_length(length).unwrap_or(4 * bytes.len());
            let mut text = String::with_capacity(room);
            let _ = self.decoder.decode_to_string(&bytes[..length], &mut text, self.ended);
            self.text = Cursor::new(text.into_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_are_found_by_every_name_they_go_by() {
        for name in ["GBK", "gb2312", "CP936", " GB18030 ", "Big5", "Shift_JIS", "EUC-KR"] {
            assert!(matches!(Charset::named(name), Some(Charset::Named(_))), "{name}");
        }
        assert_eq!(Charset::named("UTF-8"), Some(Charset::Unnamed));
        assert_eq!(Charset::named("klingon"), None);
    }

    #[test]
    fn utf_16_is_read_by_its_mark() {
        for (bytes, want) in [
            (&b"\xFF\xFEd\x001\x00"[..], "d1"),
            (b"\xFE\xFF\x00d\x001", "d1"),
            (b"\xEF\xBB\xBFd1", "d1"),
            (b"d1", "d1"),
            (b"", ""),
        ] {
            let mut text = String::new();
            without_mark(bytes).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, want);
        }
    }
}
