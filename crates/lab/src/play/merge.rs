//! Merges the games of a run that was played in parts into one file.

use super::selfplay::settings_and_part;
use amazons::board::Color;
use amazons::records::{Game, RecordError, Records, write_sgf};
use amazons::util::grown_file::GrownFile;
use amazons::util::partition::Partition;
use amazons::util::parts::{PartOf, PartsError, deal_out, in_order, other};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why parts of a self-play run cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeGamesError {
    /// A game is defective.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The parts do not make one run.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// The output cannot be written.
    #[error("{}: {source}", path.display())]
    File {
        /// The output.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// What all games of a run have in common: settings and players.
fn run_of(game: &Game) -> (String, String) {
    let settings = settings_and_part(game.tag("GC").unwrap_or("?")).0.to_owned();
    let mut players = Color::BOTH.map(|color| game.player(color).unwrap_or("?"));
    players.sort_unstable();
    (settings, players.join(" and "))
}

/// Assigns empty files to the parts that have no games, where there are more parts than games. It
/// does not matter which file is which part.
fn without_games(
    files: &[&PathBuf],
    whole: Option<PartOf>,
) -> impl Iterator<Item = (PathBuf, Option<PartOf>)> {
    let parts = whole.into_iter().flat_map(|PartOf { part, items }| {
        let numbers = items + 1..=part.of();
        numbers.map(move |number| Some(PartOf { part: Partition::new(number, part.of())?, items }))
    });
    files.iter().map(|path| (*path).clone()).zip(parts.chain(std::iter::repeat(None)))
}

/// Writes the games of all parts of a run in their order: the same bytes that one run writes. One
/// game is in memory at a time. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another run; the output has anything
/// else than the beginning of the result; or a file cannot be read or written.
pub fn merge_games(parts: &[PathBuf], output: &Path) -> Result<u64, MergeGamesError> {
    let (empty, full): (Vec<&PathBuf>, Vec<&PathBuf>) = parts
        .iter()
        .partition(|path| fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() == 0));
    let mut opened = Vec::new();
    for path in full {
        let mut games = Records::open(path)?.peekable();
        let first = match games.next_if(Result::is_err) {
            Some(Err(error)) => return Err(error.into()),
            _ => games.peek().and_then(|game| game.as_ref().ok()),
        };
        let part = first.and_then(|game| settings_and_part(game.tag("GC")?).1);
        let run = first.map(run_of);
        opened.push((path.clone(), part, Some((run, games))));
    }
    let whole = opened.iter().find_map(|(_, part, _)| *part);
    opened.extend(without_games(&empty, whole).map(|(path, part)| (path, part, None)));
    let parts = in_order(opened)?;
    let with_games = |(path, part, games)| Some((path, part, games?));
    let parts: Vec<_> = parts.into_iter().filter_map(with_games).collect();
    let (first, run) = (parts[0].0.clone(), parts[0].2.0.clone().unwrap_or_default());
    let file_error = |source| MergeGamesError::File { path: output.to_owned(), source };
    let mut file = GrownFile::create(output).map_err(file_error)?;
    let games = deal_out(
        parts,
        "game",
        |(_, games)| Ok::<_, MergeGamesError>(games.next().transpose()?),
        |number, path, mut game| {
            if game.tag("RO") != Some(&(number + 1).to_string()) {
                return Ok(false);
            }
            let found = run_of(&game);
            if found != run {
                let text =
                    |(settings, players): &(String, String)| format!("{settings}: {players}");
                return Err(other(path, &first, "run", text(&found), text(&run)).into());
            }
            game.set_tag("GC", run.0.clone());
            write_sgf(&game, &mut file).map_err(file_error)?;
            Ok(true)
        },
    )?;
    file.commit().map_err(file_error)?;
    Ok(games)
}
