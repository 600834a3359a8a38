//! The one way to open a file that is read from beginning to end.

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
    let file = File::open(path)?;
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    match data.is_file() {
        true => Compression::of(path).detecting(file),
        false => Compression::of(path).detecting(Awaited(file)),
    }
}

/// The reads from pipes and devices that have begun, and those that have ended.
static READS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// Input that may keep its reader waiting.
struct Awaited<R>(R);

impl<R: Read> Read for Awaited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        READS[0].fetch_add(1, Ordering::SeqCst);
        let read = self.0.read(buffer);
        READS[1].fetch_add(1, Ordering::SeqCst);
        read
    }
}

/// Returns once nothing has come from a pipe or a device for some time, though it was waited for.
pub fn wait_for_silence(time: Duration) {
    let reads = || READS.each_ref().map(|reads| reads.load(Ordering::SeqCst));
    loop {
        let before = reads();
        std::thread::sleep(time);
        if before[0] > before[1] && before == reads() {
            return;
        }
    }
}

/// Returns the name of an input for errors.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
