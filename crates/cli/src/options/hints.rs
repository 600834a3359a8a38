//! Hints with the command that was probably meant: a file where a FEN belongs, a set where a record
//! belongs, a FEN without its quotes.

use amazons::board::{Position, is_comment};
use amazons::problems::{SetError, SetReason};
use amazons::records::{Reason, RecordError, RecordOptions};
use amazons::util::input_file;
use std::io::Read;
use std::path::Path;

/// The bytes by which a file is recognised.
const HEAD: u64 = 1 << 12;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Nothing,
    Set,
    Record,
    Positions,
    Unknown,
}

impl Kind {
    /// Looks at the beginning of a file; `Unknown` if it is not one that can be read again.
    fn of(path: &Path) -> Self {
        if !path.metadata().is_ok_and(|file| file.is_file()) {
            return Self::Unknown;
        }
        let mut head = Vec::new();
        let Ok(input) = input_file::open(path) else { return Self::Unknown };
        if input.take(HEAD).read_to_end(&mut head).is_err() {
            return Self::Unknown;
        }
        let text = String::from_utf8_lossy(&head);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        if text.trim().is_empty() {
            Self::Nothing
        } else if text.contains("<problem-set") {
            Self::Set
        } else if lines.find(|line| !is_comment(line)).is_some_and(is_position) {
            Self::Positions
        } else if holds_games(path) {
            Self::Record
        } else {
            Self::Unknown
        }
    }
}

fn is_position(text: &str) -> bool {
    text.parse::<Position>().is_ok()
}

fn holds_games(path: &Path) -> bool {
    let games = RecordOptions::default().open(path);
    games.is_ok_and(|mut games| matches!(games.next(), Some(Ok(game)) if !game.moves().is_empty()))
}

/// What to do with a file that was given where a position belongs; `None` if there is no such file.
pub fn instead_of_position(text: &str) -> Option<String> {
    let path = Path::new(text);
    path.is_file().then(|| match Kind::of(path) {
        Kind::Set => set_as_positions(text),
        Kind::Record => format!(
            "hint: {text} is a game record; 'amazons show --record {text} --ply N' shows a \
             position of it, 'amazons review {text}' judges its moves"
        ),
        Kind::Nothing => format!("hint: {text} is an empty file"),
        Kind::Positions | Kind::Unknown => {
            format!("hint: {text} is a file; for the positions in it: amazons value --batch {text}")
        }
    })
}

/// What to do with a file that was given where a list of positions belongs, and is not one.
pub fn instead_of_positions(path: &Path) -> Option<String> {
    let name = path.display().to_string();
    match Kind::of(path) {
        Kind::Set => Some(set_as_positions(&name)),
        Kind::Record => Some(format!(
            "hint: {name} is a game record; 'amazons review {name}' judges its moves, 'amazons \
             extract {name} -o set.xml' cuts out its regions"
        )),
        Kind::Nothing | Kind::Positions | Kind::Unknown => None,
    }
}

/// Whether a position was given where a file belongs.
pub fn is_no_file(path: &Path) -> bool {
    path.to_str().is_some_and(is_position) && !path.exists()
}

/// What to do with a position that was given where a file belongs.
pub fn instead_of_file(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|_| is_no_file(path))?;
    Some(format!(
        "hint: this is a position; amazons value '{text}' values it, amazons show '{text}' draws it"
    ))
}

fn set_as_positions(name: &str) -> String {
    format!(
        "hint: {name} is a problem set; 'amazons judge {name}' judges it; as positions: amazons \
         set list {name} --format fen | amazons value --batch -"
    )
}

/// A hint for a file of another kind than the command reads, and for a position that the shell cut.
pub fn about(error: &anyhow::Error) -> Option<String> {
    about_file(error).or_else(cut_position)
}

/// A hint for a file of another kind that was given where a record belongs.
pub fn instead_of_record(error: &RecordError) -> Option<String> {
    let RecordError { file, reason, .. } = error;
    if !matches!(**reason, Reason::Foreign { .. } | Reason::Io(_)) {
        return None;
    }
    match Kind::of(Path::new(file)) {
        Kind::Set => Some(format!(
            "hint: {file} is a problem set; 'amazons set list {file} --format epd' and others write \
             its problems in another format"
        )),
        Kind::Positions => Some(format!(
            "hint: {file} holds positions; 'amazons value --batch {file}' values them, 'amazons set \
             make {file} -o set.xml' makes a problem set"
        )),
        Kind::Nothing => Some(format!("hint: {file} is an empty file")),
        Kind::Record | Kind::Unknown => instead_of_file(Path::new(file)),
    }
}

fn about_file(error: &anyhow::Error) -> Option<String> {
    let record = error.chain().find_map(|cause| cause.downcast_ref::<RecordError>());
    if let Some(hint) = record.and_then(instead_of_record) {
        return Some(hint);
    }
    let set = error.chain().find_map(|cause| cause.downcast_ref::<SetError>());
    if let Some(SetError { file, reason, .. }) = set
        && matches!(**reason, SetReason::Foreign { .. } | SetReason::Syntax(_) | SetReason::Io(_))
    {
        return match Kind::of(Path::new(file)) {
            Kind::Record => Some(format!(
                "hint: {file} is a game record; 'amazons extract {file} -o set.xml' makes a \
                 problem set of it"
            )),
            Kind::Positions => Some(format!(
                "hint: {file} holds positions; 'amazons set make {file} -o set.xml' makes a \
                 problem set of them"
            )),
            Kind::Nothing => Some(format!("hint: {file} is an empty file")),
            Kind::Set | Kind::Unknown => instead_of_file(Path::new(file)),
        };
    }
    None
}

/// A hint for a position that the shell has cut at its blank, so that the side to move stands alone.
pub fn cut_position() -> Option<String> {
    let words: Vec<String> =
        std::env::args_os().skip(2).map(|word| word.to_string_lossy().into_owned()).collect();
    let cut = |two: &&[String]| is_position(&two[0]) && ["w", "b"].contains(&two[1].as_str());
    let (board, side) = match words.windows(2).find(cut)? {
        [board, side] => (board, side),
        _ => return None,
    };
    Some(format!("hint: a position is one argument; write it in quotes: '{board} {side}'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_recognised_by_what_they_hold() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        for (text, kind) in [
            ("", Kind::Nothing),
            (" \n\n", Kind::Nothing),
            ("<?xml version=\"1.0\"?>\n<problem-set version=\"1\">", Kind::Set),
            ("# positions\nQ2q/4 w\n", Kind::Positions),
            ("(;GM[18]SZ[4:4]AW[aa]AB[dd]PL[W];W[aabbaa])", Kind::Record),
            ("my notes", Kind::Unknown),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(Kind::of(&path), kind, "{text}");
        }
        assert_eq!(Kind::of(directory.path()), Kind::Unknown);
        assert_eq!(instead_of_position("Q2x/4 w"), None);
        let meant = instead_of_file(Path::new("Q2q/4 w")).unwrap();
        assert!(meant.contains("amazons value 'Q2q/4 w'"), "{meant}");
    }
}
