//! Finished games as a compressed file, from which a run goes on elsewhere.

use super::{ReproduceError, file_error};
use crate::matches::log::to_line;
use crate::matches::{LOG, MatchLogError, read_match_text};
use crate::util::atomic_file::AtomicFile;
use crate::util::directory;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The compressed results of the match `name` in the directory of an experiment.
fn compressed(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.jsonl.gz"))
}

/// The log of the match `name`.
fn log(directory: &Path, name: &str) -> PathBuf {
    directory.join(name).join(LOG)
}

/// Compresses the games of a match beside the report.
pub fn keep(directory: &Path, name: &str) -> Result<(), ReproduceError> {
    let path = log(directory, name);
    let text = fs::read(&path).map_err(file_error(&path))?;
    let path = compressed(directory, name);
    let write = || {
        let mut file = GzEncoder::new(AtomicFile::create(&path)?, Compression::best());
        file.write_all(&text)?;
        file.finish()?.commit()
    };
    write().map_err(file_error(&path))
}

/// Takes the finished games of a match over from `source`, the directory of a report, as far as
/// `directory` does not hold them; nothing where there are none.
pub fn bring(source: &Path, directory: &Path, name: &str) -> Result<(), ReproduceError> {
    let path = compressed(source, name);
    let mut text = String::new();
    match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened
            .and_then(|file| GzDecoder::new(file).read_to_string(&mut text))
            .map_err(file_error(&path))?,
    };
    let Some((header, brought)) = read_match_text(&text, &path)? else { return Ok(()) };
    let own = log(directory, name);
    let there = match fs::read_to_string(&own) {
        Ok(text) => read_match_text(&text, &own)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(file_error(&own)(error)),
    };
    let mut games = match there {
        Some((found, _)) if found != header => {
            return Err(MatchLogError::Line {
                path,
                line: 1,
                problem: format!("results of another match than {}", own.display()),
            }
            .into());
        }
        Some((_, games)) => games,
        None => Vec::new(),
    };
    let known: Vec<usize> = games.iter().map(|game| game.game).collect();
    games.extend(brought.into_iter().filter(|game| !known.contains(&game.game)));
    let write = || {
        directory::make(&directory.join(name))?;
        let mut file = AtomicFile::create(&own)?;
        file.write_all(to_line(&header)?.as_bytes())?;
        for game in &games {
            file.write_all(to_line(game)?.as_bytes())?;
        }
        file.commit()
    };
    write().map_err(file_error(&own))
}
