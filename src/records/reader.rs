//! Reads records of any format, game by game.

use super::defect::Input;
use super::error::{Reason, RecordError};
use super::game::Game;
use super::move_list::{MoveListReader, is_number};
use crate::board::Move;
use crate::records::sgf::read::SgfReader;
use crate::util::input_file;
use crate::util::opaque_debug;
use crate::util::start_of::start_of;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use xxhash_rust::xxh3::Xxh3;

/// How many bytes of a file decide its format.
const HEAD: usize = 1 << 12;

/// The games of one file, in order, each replayed as it is read.
///
/// Every item is one game, so counting the items from 1 gives the game's number. After an error in
/// a game, the next item is the next game; after a read error there are no more.
pub struct Records {
    file: String,
    hash: Arc<Mutex<Xxh3>>,
    format: Format,
    number: usize,
    broken: bool,
}

opaque_debug!([] Records, "Records");

enum Format {
    Sgf(SgfReader<Input>),
    MoveList(Box<MoveListReader<Input>>),
}

impl Records {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be read, or holds neither SGF nor moves.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let name = input_file::name_of(path);
        match input_file::open(path) {
            Ok(file) => Self::read(&name, file),
            Err(error) => Err(of_file(&name, None, error.into())),
        }
    }

    /// Reads games from `input`; errors call it `name`.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn read(name: &str, input: impl Read + Send + 'static) -> Result<Self, RecordError> {
        let hash = Arc::new(Mutex::new(Xxh3::new()));
        let mut input = Hashing { input, hash: Arc::clone(&hash) };
        let mut head = Vec::new();
        input
            .by_ref()
            .take(HEAD as u64)
            .read_to_end(&mut head)
            .map_err(|error| of_file(name, None, error.into()))?;
        if head.starts_with(b"\xEF\xBB\xBF") {
            head.drain(..3);
        }
        let kind = Kind::of(&head).map_err(|reason| of_file(name, Some(1), reason))?;
        let input: Input = Box::new(BufReader::new(Cursor::new(head).chain(input)));
        let format = match kind {
            Kind::Sgf => Format::Sgf(SgfReader::new(input)),
            Kind::MoveList => Format::MoveList(Box::new(MoveListReader::new(input))),
        };
        Ok(Self { file: name.to_owned(), hash, format, number: 0, broken: false })
    }

    /// Returns the file's name as errors give it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the XXH3 of the bytes read so far: of the whole file once the last game was read.
    pub fn hash(&self) -> u64 {
        self.hash.lock().unwrap_or_else(PoisonError::into_inner).digest()
    }
}

impl Iterator for Records {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let item = match &mut self.format {
            Format::Sgf(reader) => reader.next()?,
            Format::MoveList(reader) => reader.next()?,
        };
        self.number += 1;
        Some(item.map_err(|defect| {
            self.broken = matches!(defect.reason, Reason::Io(_));
            RecordError {
                file: self.file.clone(),
                game: Some(self.number),
                line: Some(defect.line),
                ply: defect.ply,
                reason: Box::new(defect.reason),
                legal_part: defect.legal_part,
            }
        }))
    }
}

/// Passes bytes through and hashes them; the hash identifies the record in what is made from it.
struct Hashing<R> {
    input: R,
    hash: Arc<Mutex<Xxh3>>,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(target)?;
        self.hash.lock().unwrap_or_else(PoisonError::into_inner).update(&target[..read]);
        Ok(read)
    }
}

fn of_file(file: &str, line: Option<usize>, reason: Reason) -> RecordError {
    let reason = Box::new(reason);
    RecordError { file: file.to_owned(), game: None, line, ply: None, reason, legal_part: None }
}

enum Kind {
    Sgf,
    MoveList,
}

impl Kind {
    /// Finds the format of a file that begins with `head`. SGF may follow other text and begins
    /// with `(;`, which no move list holds; a move list has a line that begins with a move or `#`.
    fn of(head: &[u8]) -> Result<Self, Reason> {
        let foreign = |found: &str| Err(Reason::Foreign { found: found.to_owned() });
        if head.trim_ascii().is_empty() {
            return foreign("nothing");
        }
        let mut tight = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        let mut last = 0;
        if tight.any(|&byte| std::mem::replace(&mut last, byte) == b'(' && byte == b';') {
            return Ok(Self::Sgf);
        }
        if head.contains(&0) {
            return foreign("binary data");
        }
        let text = String::from_utf8_lossy(head);
        let mut first_words = text.lines().filter_map(|line| line.split_ascii_whitespace().next());
        if first_words.any(begins_move_list) {
            return Ok(Self::MoveList);
        }
        foreign(&format!("'{}'", start_of(text.trim().lines().next().unwrap_or(""))))
    }
}

/// Whether the first line of a move list may begin with a word.
fn begins_move_list(word: &str) -> bool {
    word.starts_with('#') || is_number(word) || word.parse::<Move>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Result<Game, RecordError>> {
        Records::read("test", Cursor::new(text.as_bytes().to_vec())).unwrap().collect()
    }

    #[test]
    fn the_content_tells_the_format() {
        assert_eq!(read("g1-g7/b7 d10-d4/g1\n")[0].as_ref().unwrap().moves().len(), 2);
        assert_eq!(read("\u{feff}( ;W[j4-g7/d7])")[0].as_ref().unwrap().moves().len(), 1);
        assert_eq!(read("1. g1-g7/b7 d10-d4/g1\n")[0].as_ref().unwrap().moves().len(), 2);
        assert_eq!(read("# a (comment)\n\nd1-g1(d4)\n").len(), 1);
        for (text, want) in [
            ("", "found nothing"),
            (" \n", "found nothing"),
            ("<xml/>", "found '<xml/>'"),
            ("a\0b", "found binary data"),
        ] {
            let error = Records::read("test", Cursor::new(text.as_bytes())).err().unwrap();
            assert!(error.to_string().contains(want), "{error}");
        }
    }

    #[test]
    fn moves_after_the_last_game_are_a_defect() {
        let games = read("(;GM[18];W[j4-g7/d7])\n(;GM[18];W[j4-g7/d7]))\n g1-g7/b7\nd1-d7/g7\n");
        let [Ok(_), Ok(_), Err(defect)] = &games[..] else { panic!("{games:?}") };
        assert!(
            defect.to_string().contains(":3: game 3: found moves after the last game"),
            "{defect}"
        );
        let signed = "(;GM[18];W[j4-g7/d7])\n-- \nJohn Doe (a.b-c/d) [x];\n";
        assert!(read(signed).iter().all(Result::is_ok));
        assert!(read("a line of text\n(;GM[18];W[j4-g7/d7])\n").iter().all(Result::is_ok));
    }

    #[test]
    fn the_hash_is_that_of_the_file() {
        let text = format!("{}g1-g7/b7\n", "# note\n".repeat(20_000));
        let mut records = Records::read("test", Cursor::new(text.clone().into_bytes())).unwrap();
        assert_eq!(records.by_ref().count(), 1);
        assert_eq!(records.hash(), xxhash_rust::xxh3::xxh3_64(text.as_bytes()));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Records::open(Path::new("no-such-file.sgf")).err().unwrap();
        assert!(error.to_string().starts_with("no-such-file.sgf: "), "{error}");
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "\\PC*") {
            if let Ok(records) = Records::read("test", Cursor::new(text.into_bytes())) {
                records.for_each(drop);
            }
        }
        #[test]
        fn likely_text_never_panics(
            text in "\\(;(\\(|;|\\)|GM\\[18\\]|SZ\\[[0-9:]{1,4}\\]|A[BWEA]\\[[a-j:]{2,5}\\]|[WB]\\[[a-j]{6}\\]\
                     |W\\[d1-g1/d4\\]|\\[|\\]|PL\\[[WBx]\\]|\\\\|\n){0,20}"
        ) {
            for game in Records::read("test", Cursor::new(text.into_bytes())).unwrap().flatten() {
                prop_assert_eq!(game.positions().count(), game.moves().len() + 1);
            }
        }
        #[test]
        fn likely_move_lists_never_panic(text in "g1-g7/b7([ \n#]|d10-d4/g1|d1-f3\\(f10\\)|x){0,20}") {
            if let Ok(records) = Records::read("test", Cursor::new(text.into_bytes())) {
                records.for_each(drop);
            }
        }
    }
}
