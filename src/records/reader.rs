//! Reads records of any format, game by game.

use super::charset::without_mark;
use super::defect::Input;
use super::error::{Reason, RecordError};
use super::format_counts::FormatCounts;
use super::game::Game;
use super::game_reader::{GameReader, ReadGame, Rest};
use super::json::JsonReader;
use super::kind::Kind;
use super::ludii::LudiiReader;
use super::move_list::{Lines, MoveListReader};
use super::note::ReadingNote;
use super::openspiel::OpenSpielReader;
use super::start::Start;
use crate::records::sgf::read::SgfReader;
use crate::util::input_file;
use crate::util::opaque_debug;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use xxhash_rust::xxh3::Xxh3;

/// How many bytes of a file decide its format.
const HEAD: usize = 1 << 12;

/// Where records start that do not say it, how lines are read that could be read in two ways, and
/// who is told.
///
/// ```
/// use amazons::records::RecordOptions;
///
/// let games = "1. c1-c6/f6 f8-f7/f8\n2. c6-c5/c6\n";
/// let options = RecordOptions::default().start("8x8".parse()?).on_note(|note| eprintln!("{note}"));
/// let mut records = options.read("games.txt", games.as_bytes())?;
/// assert_eq!(records.next().unwrap()?.moves().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct RecordOptions {
    start: Option<Start>,
    lines: Lines,
    on_note: Option<NoteHandler>,
}

type NoteHandler = Arc<dyn Fn(&ReadingNote) + Send + Sync>;

opaque_debug!([] RecordOptions, "RecordOptions");

impl RecordOptions {
    /// Sets the start of games whose record names none. Without it that is the standard start or,
    /// where the moves are illegal from there, another from which all are legal.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// Sets how lines of move lists are read that could be read in two ways.
    #[must_use]
    pub fn lines(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    /// Sets who is told where a record could be read in two ways.
    #[must_use]
    pub fn on_note(self, tell: impl Fn(&ReadingNote) + Send + Sync + 'static) -> Self {
        Self { on_note: Some(Arc::new(tell)), ..self }
    }

    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be read, or holds no games in a format that is known.
    pub fn open(&self, path: &Path) -> Result<Records, RecordError> {
        let name = input_file::name_of(path);
        match input_file::open(path) {
            Ok(file) => self.read(&name, file),
            Err(error) => Err(of_file(&name, None, error.into())),
        }
    }

    /// Reads games from `input`; errors call it `name`.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn read(
        &self,
        name: &str,
        input: impl Read + Send + 'static,
    ) -> Result<Records, RecordError> {
        let hash = Arc::new(Mutex::new(Xxh3::new()));
        let input = Hashing { input, hash: Arc::clone(&hash) };
        let fails = |error: io::Error| of_file(name, None, error.into());
        let mut input = without_mark(input).map_err(fails)?;
        let mut head = Vec::new();
        input.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(fails)?;
        let kind = Kind::of(&head).map_err(|reason| of_file(name, Some(1), reason))?;
        let input: Input = Box::new(BufReader::new(Cursor::new(head).chain(input)));
        Ok(Records {
            file: name.to_owned(),
            hash,
            reader: self.reader(kind, input, 1),
            number: 0,
            broken: false,
            counts: FormatCounts::default(),
            options: self.clone(),
        })
    }

    /// The reader of a format, for an input that begins in a line of the file.
    fn reader(&self, kind: Kind, input: Input, line: usize) -> Box<dyn GameReader + Send> {
        let start = self.start.clone();
        match kind {
            Kind::Sgf => Box::new(SgfReader::new(input, start).counting_from(line)),
            Kind::MoveList => Box::new(MoveListReader::new(input, start, self.lines)),
            Kind::OpenSpiel => Box::new(OpenSpielReader::new(input, start)),
            Kind::Json => Box::new(JsonReader::new(input, start).counting_from(line)),
            Kind::Ludii => Box::new(LudiiReader::new(input, start)),
        }
    }
}

/// The games of one file, in order, each replayed as it is read.
///
/// Every item is one game, so counting the items from 1 gives the game's number. After an error in
/// a game, the next item is the next game; after a read error there are no more.
pub struct Records {
    file: String,
    hash: Arc<Mutex<Xxh3>>,
    reader: Box<dyn GameReader + Send>,
    number: usize,
    broken: bool,
    counts: FormatCounts,
    options: RecordOptions,
}

opaque_debug!([] Records, "Records");

impl Records {
    /// Opens a file with the [`RecordOptions`] of a reader who asks for nothing special; `-` is
    /// standard input.
    ///
    /// # Errors
    /// The file cannot be read, or holds no games in a format that is known.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        RecordOptions::default().open(path)
    }

    /// Reads games from `input`; errors call it `name`.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn read(name: &str, input: impl Read + Send + 'static) -> Result<Self, RecordError> {
        RecordOptions::default().read(name, input)
    }

    /// Returns the file's name as errors give it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns how many games were read so far, by their formats.
    pub fn counts(&self) -> &FormatCounts {
        &self.counts
    }

    /// Returns the XXH3 of the bytes read so far: of the whole file once the last game was read.
    pub fn hash(&self) -> u64 {
        self.hash.lock().unwrap_or_else(PoisonError::into_inner).digest()
    }

    /// The reader of the format in which the rest of the file is.
    fn another_format(&mut self) -> Option<Box<dyn GameReader + Send>> {
        let Rest { head, input, line } = self.reader.rest()?;
        let kind = Kind::of(&head).ok()?;
        let input = Box::new(BufReader::new(Cursor::new(head).chain(input)));
        Some(self.options.reader(kind, input, line))
    }
}

impl Iterator for Records {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let ReadGame { game, decisions } = loop {
            match input_file::entry(|| self.reader.next()) {
                Some(read) => break read,
                None => self.reader = self.another_format()?,
            }
        };
        self.number += 1;
        self.counts.count(self.reader.format(), game.is_err());
        if let Some(tell) = &self.options.on_note {
            for (line, decision) in decisions {
                tell(&ReadingNote { file: self.file.clone(), game: self.number, line, decision });
            }
        }
        Some(game.map_err(|defect| {
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
    fn moves_outside_the_games_of_sgf_are_a_defect() {
        let games = read("(;GM[18];W[j4-g7/d7])\n(;GM[18];W[j4-g7/d7]))\n g1-g7/b7\nd1-d7/g7\n");
        let [Ok(_), Ok(_), Err(defect)] = &games[..] else { panic!("{games:?}") };
        assert!(
            defect.to_string().contains(":3: game 3: found moves outside the games"),
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
