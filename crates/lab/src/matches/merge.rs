//! Merges a match that was played in parts into one.

use super::log::{MatchHeader, MatchLogError, read_match, to_line};
use super::run::{GAMES, LOG, describe, game_of};
use amazons::records::write_sgf;
use amazons::util::atomic_file::append_alone;
use amazons::util::directory;
use amazons::util::grown_file::GrownFile;
use amazons::util::parts::{PartsError, deal_out, in_order, other};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why parts of a match cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeMatchesError {
    /// A file is wrong, or cannot be read or written.
    #[error(transparent)]
    Log(#[from] MatchLogError),
    /// The parts do not make one match.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// The output holds another match.
    #[error(
        "{}: another match ({found}); the parts are of {expected}; choose another output",
        output.display()
    )]
    OtherMatch {
        /// The output.
        output: PathBuf,
        /// What it holds.
        found: String,
        /// What the parts belong to.
        expected: String,
    },
}

/// Writes the games of all parts in their order to a directory: what one match writes, except for
/// the measured times. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another match; the output is in use,
/// or has anything else than the beginning of the result; or a file cannot be read or written.
pub fn merge_matches(parts: &[PathBuf], output: &Path) -> Result<u64, MergeMatchesError> {
    let mut read = Vec::new();
    for directory in parts {
        let path = directory.join(LOG);
        let Some((header, mut games)) = read_match(&path)? else {
            return Err(PartsError::NoPart(directory.clone()).into());
        };
        games.sort_by_key(|game| game.game);
        read.push((directory.clone(), header.part, (header, games.into_iter())));
    }
    let parts = in_order(read)?;
    let first = parts[0].0.clone();
    let mut header = parts[0].2.0.clone();
    header.part = None;
    for (file, _, (found, _)) in &parts {
        if (MatchHeader { part: None, ..found.clone() }) != header {
            return Err(other(file, &first, "match", describe(found), describe(&header)).into());
        }
    }
    let (log_path, sgf_path) = (output.join(LOG), output.join(GAMES));
    let of = |path: &Path| {
        let path = path.to_owned();
        move |source| MatchLogError::File { path: path.clone(), source }
    };
    let (log_error, sgf_error) = (of(&log_path), of(&sgf_path));
    let _alone = log_path.exists().then(|| append_alone(&log_path));
    let _alone = _alone.transpose().map_err(&log_error)?;
    if let Some((found, games)) = read_match(&log_path)?
        && found != header
        && !games.is_empty()
    {
        let (found, expected) = (describe(&found), describe(&header));
        return Err(MergeMatchesError::OtherMatch { output: output.to_owned(), found, expected });
    }
    directory::make(output).map_err(of(output))?;
    let mut log = GrownFile::create(&log_path).map_err(&log_error)?;
    let mut sgf = GrownFile::create(&sgf_path).map_err(&sgf_error)?;
    let mut add = |line: io::Result<String>| {
        line.and_then(|line| log.write_all(line.as_bytes())).map_err(&log_error)
    };
    add(to_line(&header))?;
    let games = deal_out(
        parts,
        "game",
        |(_, games)| Ok::<_, MergeMatchesError>(games.next()),
        |number, _, line| {
            if line.game as u64 != number {
                return Ok(false);
            }
            add(to_line(&line))?;
            if let Some(game) = game_of(&line, &header) {
                write_sgf(&game, &mut sgf).map_err(&sgf_error)?;
            }
            Ok(true)
        },
    )?;
    sgf.commit().map_err(&sgf_error)?;
    log.commit().map_err(&log_error)?;
    Ok(games)
}
