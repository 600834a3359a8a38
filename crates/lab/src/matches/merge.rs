//! Merges a match that was played in parts into one.

use super::log::{GameLine, MatchHeader, read_match};
use super::run::{GAMES, LOG, game_of};
use amazons::ledger::{GrownFile, Header, Ledger, MergeError, Part, Parts, line};
use amazons::records::write_sgf;
use amazons::util::directory;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes the games of all parts in their order to a directory: what one match writes, except for
/// the measured times. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another match; the output is in use,
/// or has anything else than the beginning of the result; or a file cannot be read or written.
pub fn merge_matches(parts: &[PathBuf], output: &Path) -> Result<u64, MergeError> {
    let mut opened = Vec::new();
    let mut header = None;
    for directory in parts {
        let Some((of_part, mut games)) = read_match(&directory.join(LOG))? else {
            return Err(MergeError::NoPart(directory.clone()));
        };
        games.sort_by_key(|game| game.game);
        let (part, facts) = (of_part.part, of_part.facts());
        let items = games.into_iter().map(Ok);
        opened.push(Part { file: directory.clone(), part, facts, items });
        header.get_or_insert(MatchHeader { part: None, ..of_part });
    }
    let parts = Parts::new(opened)?;
    let header = header.ok_or(MergeError::None)?;
    let (log_path, sgf_path) = (output.join(LOG), output.join(GAMES));
    // Another match there is named; one of the same games may be extended.
    let _alone = match log_path.exists() {
        true => Some(Ledger::continued(&log_path, &header, |_: GameLine| Ok(()))?),
        false => None,
    };
    directory::make(output).map_err(MergeError::io(output))?;
    let (log_failed, sgf_failed) = (MergeError::io(&log_path), MergeError::io(&sgf_path));
    let mut log = GrownFile::create(&log_path).map_err(&log_failed)?;
    let mut sgf = GrownFile::create(&sgf_path).map_err(&sgf_failed)?;
    log.write_all(line(&header).as_bytes()).map_err(&log_failed)?;
    let games = parts.in_turn("game", |number, game: GameLine| {
        if game.game as u64 != number {
            return Ok(false);
        }
        log.write_all(line(&game).as_bytes()).map_err(&log_failed)?;
        if let Some(game) = game_of(&game, &header) {
            write_sgf(&game, &mut sgf).map_err(&sgf_failed)?;
        }
        Ok(true)
    })?;
    sgf.commit().map_err(&sgf_failed)?;
    log.commit().map_err(&log_failed)?;
    Ok(games)
}
