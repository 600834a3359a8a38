//! The one way to open a file that is read from beginning to end.

use super::compression::Compression;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file for reading, decompressed if its name ends in `.gz` or `.zst` or its first bytes show
/// that it is compressed; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Compression::None.detecting(io::stdin());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    Compression::of(path).detecting(file)
}

/// Returns the name of an input for errors.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
