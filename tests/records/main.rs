//! Records as programs and people write them, each kind a test of its own. The files in `wild` were
//! written for these tests in the form of each program.

mod defects;
mod documented;
mod notes;
mod positions;
mod wild;

use amazons::records::{ReadingNote, RecordError, RecordOptions};
use amazons::{Game, Move};
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The moves that most files hold the first of.
const MOVES: [&str; 6] = ["d1-d4/h8", "g10-g5/c5", "j4-e9/e4", "a7-f7/f2", "a4-a9/g3", "j7-j2/j9"];

type Read = Vec<Result<Game, RecordError>>;

/// Reads a file of `wild`, and what was said of it.
fn file(name: &str) -> (Read, Vec<ReadingNote>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/wild").join(name);
    read_as(RecordOptions::default(), &std::fs::read(path).unwrap())
}

fn text(text: &str) -> (Read, Vec<ReadingNote>) {
    read_as(RecordOptions::default(), text.as_bytes())
}

fn read_as(options: RecordOptions, bytes: &[u8]) -> (Read, Vec<ReadingNote>) {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&notes);
    let options = options.on_note(move |note| kept.lock().unwrap().push(note.clone()));
    let games = options.read("test", Cursor::new(bytes.to_vec())).unwrap().collect();
    let notes = notes.lock().unwrap().clone();
    (games, notes)
}

/// The moves of each game up to its defect.
fn moves(games: &Read) -> Vec<Vec<String>> {
    let moves = |game: &Game| game.moves().iter().map(Move::to_string).collect();
    let of = |read: &Result<Game, RecordError>| match read {
        Ok(game) => moves(game),
        Err(error) => error.legal_part.as_deref().map(moves).unwrap_or_default(),
    };
    games.iter().map(of).collect()
}

/// Asserts that games without a defect were read, each of so many of [`MOVES`].
fn assert_games(games: &Read, plies: &[usize]) {
    assert!(games.iter().all(Result::is_ok), "{games:?}");
    let want: Vec<Vec<&str>> = plies.iter().map(|&plies| MOVES[..plies].to_vec()).collect();
    assert_eq!(moves(games), want);
}
