//! Files of games that a killed program was writing.

use crate::records::{RecordError, Records};
use crate::util::compression::Compression;
use crate::util::input_file;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// How the games of this program begin.
const HEAD: &[u8] = b"(;FF[4]CA[UTF-8]GM[18]AP[";

/// Reads the games of a file; of a damaged compressed one, up to the damage.
///
/// # Errors
/// The file cannot be read.
pub fn salvaged(path: &Path) -> Result<Records, RecordError> {
    if Compression::of(path) == Compression::None {
        return Records::open(path);
    }
    match input_file::salvaged(path) {
        Ok(text) => Records::read(&path.display().to_string(), text),
        Err(_) => Records::open(path),
    }
}

/// Returns whether a file begins with a game of this program.
///
/// # Errors
/// The file cannot be read.
pub fn begins_with_own_game(path: &Path) -> io::Result<bool> {
    Ok(head_of(path)? == HEAD)
}

/// Returns whether a file holds nothing, or only the first bytes of a first game.
///
/// # Errors
/// The file cannot be read.
pub fn is_torn_head(path: &Path) -> io::Result<bool> {
    let head = head_of(path)?;
    let begins = head.len() < HEAD.len() && HEAD.starts_with(&head);
    Ok(begins && (!head.is_empty() || Compression::of(path).may_begin(&fs::read(path)?)))
}

/// Returns the first bytes of a file, as many as [`HEAD`] has, or all that are there. A compressed
/// file may be torn in its first bytes.
fn head_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input_file::salvaged(path)?.take(HEAD.len() as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns whether the last line of a file that is not empty is complete. In a compressed file it
/// is if the file can be read to its end.
///
/// # Errors
/// The file cannot be read.
pub fn ends_with_line(path: &Path) -> io::Result<bool> {
    if Compression::of(path) != Compression::None {
        let mut text = Compression::of(path).reading(File::open(path)?);
        return match io::copy(&mut text, &mut io::sink()) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|_| true),
        };
    }
    let mut file = File::open(path)?;
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
