//! Merges the games of a run that was played in parts into one file.

use super::selfplay::settings_and_part;
use amazons::board::Color;
use amazons::ledger::{Fact, GrownFile, MergeError, Part, PartOf, Partition, Parts};
use amazons::records::{Game, Records, write_sgf};
use std::fs;
use std::path::{Path, PathBuf};

/// The settings of a game's run, and the part.
fn run_of(game: &Game) -> (&str, Option<PartOf>) {
    settings_and_part(game.tag("GC").unwrap_or("?"))
}

/// What all games of a run have in common.
fn facts_of(game: &Game) -> Vec<Fact> {
    let mut players = Color::BOTH.map(|color| game.player(color).unwrap_or("?"));
    players.sort_unstable();
    vec![Fact::new("run", run_of(game).0), Fact::new("pair of players", players.join(" and "))]
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
pub fn merge_games(parts: &[PathBuf], output: &Path) -> Result<u64, MergeError> {
    let (empty, full): (Vec<&PathBuf>, Vec<&PathBuf>) = parts
        .iter()
        .partition(|path| fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() == 0));
    let mut opened = Vec::new();
    for path in full {
        let mut games = Records::open(path).map_err(MergeError::failed)?.peekable();
        if let Some(Err(error)) = games.next_if(Result::is_err) {
            return Err(MergeError::failed(error));
        }
        let first = games.peek().and_then(|game| game.as_ref().ok());
        let part = first.and_then(|game| run_of(game).1);
        let facts = first.map(facts_of).unwrap_or_default();
        let (file, expected) = (path.clone(), facts.clone());
        let games = games.map(move |game| {
            let game = game.map_err(MergeError::failed)?;
            MergeError::check_same((&file, facts_of(&game)), (&file, expected.clone()))?;
            Ok(game)
        });
        opened.push(Part { file: path.clone(), part, facts, items: Some(games) });
    }
    let whole = opened.iter().find_map(|part| part.part);
    for (file, part) in without_games(&empty, whole) {
        opened.push(Part { file, part, facts: Vec::new(), items: None });
    }
    let parts = Parts::new(opened)?.map(|games| games.into_iter().flatten());
    let failed = MergeError::io(output);
    let mut file = GrownFile::create(output).map_err(&failed)?;
    let games = parts.in_turn("game", |number, mut game: Game| {
        if game.tag("RO") != Some(&(number + 1).to_string()) {
            return Ok(false);
        }
        let settings = run_of(&game).0.to_owned();
        game.set_tag("GC", settings);
        write_sgf(&game, &mut file).map(|()| true).map_err(&failed)
    })?;
    file.commit().map_err(&failed)?;
    Ok(games)
}
