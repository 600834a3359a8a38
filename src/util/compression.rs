//! Files that are compressed if their names end in `.gz` or `.zst`.
//!
//! Both formats are read and written in plain Rust, so that no build needs a C compiler. The output
//! depends on the text alone: it has no times and no names.

use super::atomic_file::AtomicFile;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::error::Error;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// With gzip.
    Gzip,
    /// With zstd.
    Zstd,
}

/// Bytes of text in one frame of a `.zst` file: a reader needs as much memory.
const FRAME: usize = 4 << 20;

/// The largest window of a frame that is read: the most that `zstd --ultra` may ask for.
const WINDOW: u64 = 128 << 20;

impl Compression {
    /// Returns the compression that the ending of a name stands for, whatever its case.
    pub fn of(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        match ending.as_deref() {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstd,
            _ => Self::None,
        }
    }

    /// Returns the compression that the first bytes of a file show.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let begins = |kind: &Self| bytes.len() >= 4 && kind.may_begin(bytes);
        [Self::Gzip, Self::Zstd].into_iter().find(begins).unwrap_or(Self::None)
    }

    /// Reads the text in `input`. [`Compression::None`] decides by the first bytes.
    ///
    /// # Errors
    /// The first bytes cannot be read.
    pub fn detecting(
        self,
        mut input: impl Read + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        if self != Self::None {
            return Ok(self.reading(input));
        }
        let mut head = Vec::new();
        input.by_ref().take(4).read_to_end(&mut head)?;
        let found = Self::of_bytes(&head);
        Ok(found.reading(io::Cursor::new(head).chain(input)))
    }

    /// Returns whether a file that begins with these bytes, or breaks off within them, may be of
    /// this kind.
    pub fn may_begin(self, bytes: &[u8]) -> bool {
        let magic: &[u8] = match self {
            Self::None => &[],
            Self::Gzip => &[0x1f, 0x8b],
            Self::Zstd => &[0x28, 0xb5, 0x2f, 0xfd],
        };
        bytes.iter().zip(magic).all(|(byte, magic)| byte == magic)
    }

    /// Returns a reader of the text that `input` holds.
    pub fn reading(self, input: impl Read + Send + 'static) -> Box<dyn Read + Send> {
        match self {
            Self::None => Box::new(input),
            Self::Gzip => Box::new(Decoded { kind: "gzip", input: MultiGzDecoder::new(input) }),
            Self::Zstd => Box::new(Decoded { kind: "zstd", input: ZstdFrames::new(input) }),
        }
    }

    /// Compresses a text as one member of a compressed file, which may be appended to others.
    ///
    /// # Errors
    /// None are known; writing to memory cannot fail.
    pub fn member(self, text: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::None => Ok(text.to_vec()),
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
                encoder.write_all(text)?;
                encoder.finish()
            }
            Self::Zstd => Ok(compress_to_vec(text, CompressionLevel::Fastest)),
        }
    }
}

/// Returns a name in lower case without the ending of compression, to see what kind of file it is.
pub fn plain_name(name: &str) -> String {
    let name = name.to_lowercase();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    plain.to_owned()
}

/// A reader whose errors say that the compressed data are wrong.
struct Decoded<R> {
    kind: &'static str,
    input: R,
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.input.read(target) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let text = format!("not {} data, or damaged: {error}", self.kind);
                    return Err(io::Error::new(error.kind(), text));
                }
                read => return read,
            }
        }
    }
}

/// The frames of a `.zst` file, one after another.
struct ZstdFrames<R> {
    input: BufReader<R>,
    decoder: FrameDecoder,
    within: bool,
}

impl<R: Read> ZstdFrames<R> {
    fn new(input: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        Self { input: BufReader::with_capacity(1 << 16, input), decoder, within: false }
    }

    /// Begins the next frame; returns whether there is one.
    fn next_frame(&mut self) -> io::Result<bool> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.input) {
            Ok(()) => self.within = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => skip(&mut self.input, length.into())?,
            Err(error) => return Err(of_frame(error)),
        }
        Ok(true)
    }

    /// Checks a frame that was read to its end.
    fn end_frame(&mut self) -> io::Result<()> {
        self.within = false;
        let (says, is) =
            (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
        if says.is_some() && says != is {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum is wrong"));
        }
        Ok(())
    }
}

/// Converts an error of the decoder: to that of the input if it comes from there, such as its end.
fn of_frame(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&dyn Error> = Some(&error);
    while let Some(error) = cause {
        if let Some(of_input) = error.downcast_ref::<io::Error>() {
            return io::Error::new(of_input.kind(), error.to_string());
        }
        cause = error.source();
    }
    io::Error::new(io::ErrorKind::InvalidData, error)
}

fn skip(input: &mut impl Read, length: u64) -> io::Result<()> {
    if io::copy(&mut input.take(length), &mut io::sink())? < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

impl<R: Read> Read for ZstdFrames<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if target.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.within {
                if !self.next_frame()? {
                    return Ok(0);
                }
            } else if self.decoder.can_collect() > 0 {
                return self.decoder.read(target);
            } else if self.decoder.is_finished() {
                self.end_frame()?;
            } else {
                self.decoder
                    .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(of_frame)?;
            }
        }
    }
}

/// A file that appears whole or not at all, compressed as its name says.
#[derive(Debug)]
pub struct OutputFile {
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Plain(AtomicFile),
    Gzip(GzEncoder<AtomicFile>),
    Zstd { file: AtomicFile, frame: Vec<u8> },
}

impl OutputFile {
    /// Starts a file for `path`; `-` is standard output.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`].
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = AtomicFile::create(path)?;
        Ok(Self {
            sink: match Compression::of(path) {
                Compression::None => Sink::Plain(file),
                Compression::Gzip => {
                    Sink::Gzip(GzEncoder::new(file, flate2::Compression::default()))
                }
                Compression::Zstd => Sink::Zstd { file, frame: Vec::new() },
            },
        })
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// As for [`AtomicFile::commit`].
    pub fn commit(self) -> io::Result<()> {
        match self.sink {
            Sink::Plain(file) => file.commit(),
            Sink::Gzip(encoder) => encoder.finish()?.commit(),
            Sink::Zstd { mut file, frame } => {
                file.write_all(&Compression::Zstd.member(&frame)?)?;
                file.commit()
            }
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Plain(file) => file.write(bytes),
            Sink::Gzip(encoder) => encoder.write(bytes),
            Sink::Zstd { file, frame } => {
                let taken = bytes.len().min(FRAME - frame.len());
                frame.extend_from_slice(&bytes[..taken]);
                if frame.len() == FRAME {
                    file.write_all(&Compression::Zstd.member(frame)?)?;
                    frame.clear();
                }
                Ok(taken)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Plain(file) => file.flush(),
            // A flush in the middle would make the bytes depend on when it happened.
            Sink::Gzip(_) | Sink::Zstd { .. } => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> Vec<u8> {
        (0..600_000u32).flat_map(|i| format!("line {} of {}\n", i, i % 97).into_bytes()).collect()
    }

    fn read(path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Compression::of(path).reading(std::fs::File::open(path)?).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn what_is_written_is_read_and_always_the_same() {
        let directory = tempfile::tempdir().unwrap();
        let text = text();
        for name in ["a.xml", "a.xml.gz", "a.xml.zst"] {
            let path = directory.path().join(name);
            for pieces in [1 << 12, 1 << 20] {
                let before = std::fs::read(&path).ok();
                let mut file = OutputFile::create(&path).unwrap();
                text.chunks(pieces).for_each(|piece| file.write_all(piece).unwrap());
                file.flush().unwrap();
                file.commit().unwrap();
                let after = std::fs::read(&path).unwrap();
                assert!(before.is_none_or(|before| before == after), "{name}");
                assert_eq!(name == "a.xml", after == text, "{name}");
            }
            assert!(read(&path).unwrap() == text, "{name}");
        }
    }

    #[test]
    fn compressed_text_is_known_by_its_first_bytes() {
        for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
            for text in [&b"one of two games\n"[..], b"", b"(;"] {
                let bytes = compression.member(text).unwrap();
                let mut input = Compression::None.detecting(io::Cursor::new(bytes)).unwrap();
                let mut read = Vec::new();
                input.read_to_end(&mut read).unwrap();
                assert_eq!(read, text);
            }
        }
        assert_eq!(Compression::of(Path::new("A.XML.GZ")), Compression::Gzip);
    }

    #[test]
    fn members_may_be_appended_and_damage_is_found() {
        let directory = tempfile::tempdir().unwrap();
        for (compression, name) in [(Compression::Gzip, "a.gz"), (Compression::Zstd, "a.zst")] {
            let path = directory.path().join(name);
            let parts = ["one\n".repeat(100), "two\n".repeat(100)];
            let bytes: Vec<u8> = parts
                .iter()
                .flat_map(|part| compression.member(part.as_bytes()).unwrap())
                .collect();
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(read(&path).unwrap(), parts.concat().as_bytes());
            for cut in [1, bytes.len() - 1] {
                std::fs::write(&path, &bytes[..cut]).unwrap();
                assert!(read(&path).unwrap_err().to_string().contains("damaged"), "{name} {cut}");
            }
            let mut wrong = bytes.clone();
            *wrong.last_mut().unwrap() ^= 1;
            std::fs::write(&path, &wrong).unwrap();
            assert!(read(&path).is_err(), "{name}");
            std::fs::write(&path, "plain text").unwrap();
            assert!(read(&path).unwrap_err().to_string().contains("or damaged"));
            std::fs::write(&path, "").unwrap();
            let _ = read(&path);
        }
        // A frame that other programs put in front.
        let path = directory.path().join("skip.zst");
        let mut bytes = vec![0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        bytes.extend(Compression::Zstd.member(b"text").unwrap());
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(read(&path).unwrap(), b"text");
    }
}
