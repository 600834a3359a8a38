//! The one way to open a file that is read from its beginning to its end; compressed ones are read as
//! their text.

use super::compression::Compression;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file to read; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    Ok(Compression::of(path).reading(file))
}

/// What errors call an input.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
