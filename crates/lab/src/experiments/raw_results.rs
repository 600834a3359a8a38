//! Finished games as a compressed file, from which a run can continue elsewhere.

use super::ReproduceError;
use crate::FileError;
use crate::matches::{GameLine, LOG, TakenOver, read_match, read_match_from};
use amazons::util::atomic_file::AtomicFile;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

/// The path of the compressed results of the match `name` in the directory of an experiment.
fn compressed(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.jsonl.gz"))
}

/// The path of the log of the match `name`.
fn log(directory: &Path, name: &str) -> PathBuf {
    directory.join(name).join(LOG)
}

/// Whether the directory of an experiment, or of its report, has games of the match `name`.
pub fn has_games(directory: &Path, name: &str) -> Result<bool, ReproduceError> {
    let own = read_match(&log(directory, name))?;
    let brought = bring(directory, name)?;
    let played = |games: &[GameLine]| !games.is_empty();
    Ok(own.is_some_and(|(_, games)| played(&games))
        || brought.is_some_and(|brought| played(&brought.games)))
}

/// Compresses the games of a match into a file beside the report.
pub fn keep(directory: &Path, name: &str) -> Result<(), FileError> {
    compress(&log(directory, name), &compressed(directory, name))
}

/// Compresses a log of results into another file.
pub fn compress(log: &Path, to: &Path) -> Result<(), FileError> {
    let text = fs::read(log).map_err(FileError::io(log))?;
    let write = || {
        let mut file = GzEncoder::new(AtomicFile::create(to)?, Compression::best());
        file.write_all(&text)?;
        file.finish()?.commit()
    };
    write().map_err(FileError::io(to))
}

/// The finished games of the match `name` in `source`, the directory of a report; `None` if there
/// are none.
pub fn bring(source: &Path, name: &str) -> Result<Option<TakenOver>, ReproduceError> {
    let path = compressed(source, name);
    let file = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(FileError::io(&path))?,
    };
    let read = read_match_from(BufReader::new(GzDecoder::new(file)), &path)?;
    Ok(read.map(|(header, games)| TakenOver { path, header, games }))
}
