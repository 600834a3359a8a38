//! The one way to open an input. While it keeps the program waiting, a signal is heard.

use super::compression::Compression;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Opens a file for reading, decompressed if its name ends in `.gz` or `.zst` or its first bytes show
/// that it is compressed; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Compression::None.detecting(Awaited(io::stdin()));
    }
    let file = opened(path)?;
    match file.metadata()?.is_file() {
        true => Compression::of(path).detecting(file),
        false => Compression::of(path).detecting(Awaited(file)),
    }
}

/// Opens a file whose bytes are read as they are. A FIFO that nobody writes keeps its reader waiting
/// already here.
///
/// # Errors
/// The file cannot be opened, or is a directory.
pub fn opened(path: &Path) -> io::Result<File> {
    let file = awaited(|| File::open(path))?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    Ok(file)
}

/// Returns whether a file is compressed though its name says that it is plain text.
///
/// # Errors
/// It cannot be read.
pub fn is_misnamed(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    opened(path)?.take(4).read_to_end(&mut head)?;
    let plain = Compression::of(path) == Compression::None;
    Ok(plain && Compression::of_bytes(&head) != Compression::None)
}

/// Opens a file whose end may be torn off, and reads its text up to there.
///
/// # Errors
/// The file cannot be opened. Other damage is reported when it is read.
pub fn salvaged(path: &Path) -> io::Result<impl Read + Send + 'static> {
    Ok(Salvaged(Compression::of(path).reading(opened(path)?)))
}

/// A reader that ends where the file does, even in the middle of a member.
struct Salvaged<R>(R);

impl<R: Read> Read for Salvaged<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        match self.0.read(target) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
            read => read,
        }
    }
}

/// Reads all bytes of a file as they are.
///
/// # Errors
/// The file cannot be read.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Awaited(opened(path)?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads all of a file as text.
///
/// # Errors
/// The file cannot be read, or is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(bytes(path)?);
    let text = text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(without_mark(&text).to_owned())
}

/// The mark with which some editors begin a text file.
const MARK: char = '\u{feff}';

/// Returns the text of a file without the byte-order mark with which some editors begin it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// What may keep the program from looking at a signal: how often it has begun and ended.
struct Waits([AtomicUsize; 2]);

/// Reads of a pipe or a device, which last until somebody writes to it.
static READS: Waits = Waits::none();
/// Entries of a list, set or record. One entry may be a gigabyte of white space.
static ENTRIES: Waits = Waits::none();

impl Waits {
    const fn none() -> Self {
        Self([const { AtomicUsize::new(0) }; 2])
    }

    fn during<T>(&self, read: impl FnOnce() -> T) -> T {
        self.0[0].fetch_add(1, Ordering::SeqCst);
        let read = read();
        self.0[1].fetch_add(1, Ordering::SeqCst);
        read
    }

    fn counts(&self) -> [usize; 2] {
        self.0.each_ref().map(|count| count.load(Ordering::SeqCst))
    }
}

/// Does what may wait for whoever writes a pipe or a device.
fn awaited<T>(read: impl FnOnce() -> T) -> T {
    READS.during(read)
}

/// Reads one entry of an input, after which its reader looks at the signals again.
pub(crate) fn entry<T>(read: impl FnOnce() -> T) -> T {
    ENTRIES.during(read)
}

/// Input that may keep its reader waiting.
struct Awaited<R>(R);

impl<R: Read> Read for Awaited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        awaited(|| self.0.read(buffer))
    }
}

/// Returns once the program has waited for this time for a pipe or a device, or for the end of one
/// entry of an input.
pub fn wait_for_silence(time: Duration) {
    loop {
        let before = [READS.counts(), ENTRIES.counts()];
        std::thread::sleep(time);
        let after = [READS.counts(), ENTRIES.counts()];
        let waits = |(before, after): (&[usize; 2], _)| before == after && before[0] > before[1];
        if before.iter().zip(&after).any(waits) {
            return;
        }
    }
}

/// Returns the name of an input for errors.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_torn_off_is_salvaged_and_what_is_damaged_is_not() {
        let directory = tempfile::tempdir().unwrap();
        for (compression, name) in [(Compression::Gzip, "a.gz"), (Compression::Zstd, "a.zst")] {
            let path = directory.path().join(name);
            let read = |bytes: &[u8]| {
                std::fs::write(&path, bytes).unwrap();
                let mut text = Vec::new();
                salvaged(&path)?.read_to_end(&mut text).map(|_| text)
            };
            let one = compression.member(b"one of two games\n").unwrap();
            let two = compression.member(b"two of two games\n").unwrap();
            let bytes = [one.as_slice(), &two].concat();
            for cut in one.len()..=bytes.len() {
                let text = read(&bytes[..cut]).unwrap();
                assert!(text.starts_with(b"one of two games\n"), "{name} {cut}");
            }
            let mut wrong = bytes.clone();
            wrong[one.len() - 1] ^= 1;
            assert!(read(&wrong).is_err(), "{name}");
            assert!(read(&[bytes.as_slice(), b"plain text"].concat()).is_err(), "{name}");
        }
    }
}
