//! Merges a match that was played in parts into one.

use super::log::{MatchHeader, MatchLogError, read_match, to_line};
use super::run::{GAMES, LOG, describe, game_of};
use crate::records::write_sgf;
use crate::util::atomic_file::{AtomicFile, append_alone};
use crate::util::directory;
use crate::util::parts::{PartsError, deal_out, in_order, other};
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
    /// The output has games of the same match that no part has.
    #[error(
        "{}: this match with game {found}; the parts have only {expected} games; choose another \
         output",
        output.display()
    )]
    MoreGames {
        /// The output.
        output: PathBuf,
        /// The number of such a game, from 1.
        found: usize,
        /// The number of games in all parts.
        expected: usize,
    },
    /// The output holds games, but nothing says which match they belong to.
    #[error(
        "{}: games of an unknown match ({LOG} is missing); choose another output",
        .0.display()
    )]
    UnknownGames(PathBuf),
}

/// Writes the games of all parts in their order to a directory: what one match writes, except for
/// the measured times. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another match; the output is in use,
/// or has games that the parts lack; or a file cannot be read or written.
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
    let error = |source| MatchLogError::File { path: output.to_owned(), source };
    let (log_path, sgf_path) = (output.join(LOG), output.join(GAMES));
    let _alone = log_path.exists().then(|| append_alone(&log_path)).transpose().map_err(error)?;
    let all = parts.iter().map(|(_, _, (_, games))| games.len()).sum();
    refuse_to_lose(output, &header, all)?;
    directory::make(output).map_err(error)?;
    let mut log = AtomicFile::create(&log_path).map_err(error)?;
    let mut sgf = AtomicFile::create(&sgf_path).map_err(error)?;
    let mut add = |line: io::Result<String>| {
        line.and_then(|line| log.write_all(line.as_bytes())).map_err(error)
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
                write_sgf(&game, &mut sgf).map_err(error)?;
            }
            Ok(true)
        },
    )?;
    sgf.commit().map_err(error)?;
    log.commit().map_err(error)?;
    Ok(games)
}

/// Rejects an output that holds other games than the first `all` ones of this match.
fn refuse_to_lose(
    output: &Path,
    header: &MatchHeader,
    all: usize,
) -> Result<(), MergeMatchesError> {
    let (log, sgf) = (output.join(LOG), output.join(GAMES));
    if !log.exists() && sgf.exists() {
        return Err(MergeMatchesError::UnknownGames(sgf));
    }
    let Some((found, games)) = read_match(&log)? else { return Ok(()) };
    let output = output.to_owned();
    if found != *header && !games.is_empty() {
        let (found, expected) = (describe(&found), describe(header));
        return Err(MergeMatchesError::OtherMatch { output, found, expected });
    }
    match games.iter().find(|game| game.game >= all) {
        Some(game) => {
            Err(MergeMatchesError::MoreGames { output, found: game.game + 1, expected: all })
        }
        None => Ok(()),
    }
}
