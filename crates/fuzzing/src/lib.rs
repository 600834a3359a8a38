//! Checks for every kind of input that the program reads: no input causes a panic, and what was
//! read and written again reads the same. Fuzzing runs them ([`Kind::read`] on any bytes), and
//! `cargo test` runs them on the corpora that fuzzing has left in `fuzz/corpus`.

mod logs;
mod protocol;
mod requests;
mod stored;

pub use requests::ask_explorer;

use amazons::board::{Move, Position};
use amazons::cgt::{Arena, Dyadic};
use amazons::eval::Evaluator;
use amazons::ledger::Partition;
use amazons::problems::{ProblemSet, SetReader, SolutionTree};
use amazons::proof::LeafRule;
use amazons::records::formats::{FORMATS, WriteError};
use amazons::records::{Game, Records};
use amazons::region::Canonical;
use amazons::score::Score;
use amazons::solvers::solver;
use amazons::tablegen::Target;
use amazons::tables::Material;
use amazons::util::named;
use std::fmt;
use std::io::Cursor;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position: FEN, or the row notation of programs for combinatorial games.
    Position,
    /// A move.
    Move,
    /// Game records as SGF.
    Sgf,
    /// Game records as lists of moves, of cells, or in JSON.
    MoveList,
    /// A problem set.
    ProblemSet,
    /// A game in the notation of game values.
    Game,
    /// A solver with its options.
    Solver,
    /// Short texts of options: scores, parts, classes, rules, evaluations, numbers.
    Words,
    /// A line of the engine protocol, from either side.
    Protocol,
    /// Lines to this program as an engine.
    Engine,
    /// A line with its checksum.
    SealedLine,
    /// A study's log.
    StudyLog,
    /// A match's log.
    MatchLog,
    /// The journal of a set that is being judged.
    JudgeJournal,
    /// The journal of judged problems that are to become a table.
    TableJournal,
    /// A table of any kind; checksums are repaired, so that what they protect is read too.
    Table,
    /// A proof; its checksum is repaired.
    Proof,
    /// Weights of networks or of the learned evaluation.
    Weights,
    /// Data compressed with gzip or zstd.
    Compressed,
    /// A request to the explorer: its first line, headers, an empty line, the body.
    Request,
}

named!(Kind {
    Position => "position",
    Move => "move",
    Sgf => "sgf",
    MoveList => "move-list",
    ProblemSet => "problem-set",
    Game => "game",
    Solver => "solver",
    Words => "words",
    Protocol => "protocol",
    Engine => "engine",
    SealedLine => "sealed-line",
    StudyLog => "study-log",
    MatchLog => "match-log",
    JudgeJournal => "judge-journal",
    TableJournal => "table-journal",
    Table => "table",
    Proof => "proof",
    Weights => "weights",
    Compressed => "compressed",
    Request => "request",
});

impl Kind {
    /// Reads bytes as input of this kind.
    ///
    /// # Panics
    /// What was read and written does not read the same, or the program has a defect.
    pub fn read(self, bytes: &[u8]) {
        let text = || String::from_utf8_lossy(bytes);
        match self {
            Self::Position => position(&text()),
            Self::Move => reads_back::<Move>(&text()),
            Self::Sgf | Self::MoveList => records(bytes),
            Self::ProblemSet => problem_set(bytes),
            Self::Game => game(&text()),
            Self::Solver => solver_text(&text()),
            Self::Words => words(&text()),
            Self::Protocol => protocol::protocol(&text()),
            Self::Engine => protocol::engine(&text()),
            Self::SealedLine => logs::sealed_line(bytes),
            Self::StudyLog => logs::study(&text()),
            Self::MatchLog => logs::matches(&text()),
            Self::JudgeJournal => logs::judge_journal(bytes),
            Self::TableJournal => logs::table_journal(bytes),
            Self::Table => stored::table(bytes),
            Self::Proof => stored::proof(bytes),
            Self::Weights => stored::weights(bytes),
            Self::Compressed => stored::compressed(bytes),
            Self::Request => requests::request(bytes),
        }
    }

    /// Reads every file of this kind's folder in a directory of corpora and returns their number.
    ///
    /// # Errors
    /// The folder or a file cannot be read.
    ///
    /// # Panics
    /// As [`Kind::read`].
    pub fn read_corpus(self, corpora: &Path) -> std::io::Result<usize> {
        let mut files: Vec<_> = std::fs::read_dir(corpora.join(self.name()))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.sort();
        for file in &files {
            self.read(&std::fs::read(file)?);
        }
        Ok(files.len())
    }
}

/// Reads bytes as the kind that `AMAZONS_FUZZ_KIND` names. One program serves all kinds, since
/// compiling it takes minutes.
///
/// # Panics
/// As [`Kind::read`], or no kind is named.
pub fn read(bytes: &[u8]) {
    static KIND: LazyLock<Kind> = LazyLock::new(|| {
        let name = std::env::var("AMAZONS_FUZZ_KIND").unwrap_or_default();
        let kind = name.parse::<Kind>();
        kind.unwrap_or_else(|expected| panic!("AMAZONS_FUZZ_KIND is '{name}'; {expected}"))
    });
    KIND.read(bytes);
}

/// Checks that a text that parses is written in a form that reads the same.
fn reads_back<T: FromStr + fmt::Display + PartialEq + fmt::Debug>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        let written = read.to_string();
        assert_eq!(written.parse::<T>().ok().as_ref(), Some(&read), "{written}");
    }
}

fn position(text: &str) {
    reads_back::<Position>(text);
    if let Ok(position) = text.parse::<Position>() {
        let canonical = Canonical::of(&position).position;
        assert_eq!(Canonical::of(&canonical).position, canonical);
        assert_eq!(Canonical::of(&position.swapped()).position, canonical);
    }
}

fn words(text: &str) {
    reads_back::<Score>(text);
    reads_back::<Partition>(text);
    reads_back::<Material>(text);
    reads_back::<Target>(text);
    reads_back::<LeafRule>(text);
    reads_back::<Dyadic>(text);
    reads_back::<SolutionTree>(text);
    let _ = amazons::util::number::parse_whole(text);
    // The contents of a network's file are another kind of input.
    if !text.contains("net:")
        && let Ok(evaluation) = text.parse::<Evaluator>()
    {
        let written = evaluation.to_string();
        let again = written.parse::<Evaluator>().map(|evaluation| evaluation.to_string());
        assert_eq!(again.ok().as_ref(), Some(&written));
    }
}

fn solver_text(text: &str) {
    // Names of files and programs must not be tried.
    if text.contains("net:") || text.contains("engine:") {
        return;
    }
    if let Ok(made) = amazons::solvers::solver_within(text, 1 << 20) {
        let spec = made.spec();
        let again = solver(&spec).map(|solver| solver.spec());
        assert_eq!(again.as_ref(), Ok(&spec));
    }
}

fn records(bytes: &[u8]) {
    let games = |bytes: Vec<u8>| -> Vec<Game> {
        let Ok(records) = Records::read("fuzz", Cursor::new(bytes)) else { return Vec::new() };
        records.take(50).flatten().collect()
    };
    let read = games(bytes.to_vec());
    let plays = |games: &[Game]| -> Vec<(Position, Vec<Move>)> {
        games.iter().map(|game| (game.start().clone(), game.moves().to_vec())).collect()
    };
    for format in FORMATS.iter().filter(|format| format.writes()) {
        let mut written = Vec::new();
        let held = read.iter().map(|game| match format.write(game, &mut written) {
            Ok(()) => true,
            Err(WriteError::CannotHold { .. }) => false,
            Err(error) => panic!("memory takes everything: {error}"),
        });
        if held.collect::<Vec<_>>().into_iter().all(|held| held) {
            assert_eq!(plays(&games(written)), plays(&read), "{}", format.name);
        }
    }
}

fn problem_set(bytes: &[u8]) {
    let Ok(mut reader) = SetReader::new("fuzz", bytes) else { return };
    let problems: Vec<_> = reader.by_ref().take(50).flatten().collect();
    let set = ProblemSet { header: reader.into_header(), problems };
    let mut written = Vec::new();
    set.write(&mut written).expect("memory takes everything");
    let mut reader = SetReader::new("fuzz", written.as_slice()).expect("it was written by us");
    let again: Vec<_> =
        reader.by_ref().map(|problem| problem.expect("it was written by us")).collect();
    assert_eq!(again, set.problems);
}

fn game(text: &str) {
    let mut games = Arena::new(4 << 20);
    games.set_effort(amazons::cgt::Effort::UNLIMITED.within(20_000));
    if let Ok(game) = games.parse(text)
        && let Some(written) = games.text(game, 2_000)
        && let Ok(again) = games.parse(&written)
    {
        assert_eq!(again, game, "{written}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::testing::RandomPositions;

    /// The corpora of this repository; a packed crate has none.
    fn corpora() -> Option<std::path::PathBuf> {
        let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
        corpora.is_dir().then_some(corpora)
    }

    #[test]
    fn what_fuzzing_found_is_read_or_refused() {
        let Some(corpora) = corpora() else { return };
        for kind in Kind::ALL {
            let files = kind.read_corpus(&corpora).unwrap();
            assert!(files > 0, "{}", kind.name());
            assert_eq!(kind.name().parse(), Ok(kind));
        }
    }

    /// Random changes of files: bits and bytes, pieces repeated, removed or taken from another
    /// file.
    #[test]
    fn changed_files_are_refused_or_read_back() {
        let Some(corpora) = corpora() else { return };
        let mut random = RandomPositions::new(27);
        for kind in Kind::ALL {
            let files = std::fs::read_dir(corpora.join(kind.name())).unwrap();
            let mut seeds: Vec<_> =
                files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
            seeds.sort();
            let rounds = if kind == Kind::Request { 20 } else { 200 };
            for round in 0..rounds {
                let mut bytes = seeds[round % seeds.len()].clone();
                for _ in 0..random.below(5) {
                    change(&mut bytes, &seeds, &mut random);
                }
                kind.read(&bytes);
            }
        }
    }

    fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut RandomPositions) {
        const SPECIAL: &[u8] = b"()[]{}<>|/\\*,;:=\"'&#0919aAqQwWbB \n\0\xff";
        if bytes.is_empty() {
            return bytes.push(b'1');
        }
        let at = random.below(bytes.len());
        let end = at + random.below(bytes.len() - at);
        match random.below(6) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = SPECIAL[random.below(SPECIAL.len())],
            2 => bytes.insert(at, SPECIAL[random.below(SPECIAL.len())]),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => {
                let other = seeds[random.below(seeds.len())].as_slice();
                let from = random.below(other.len().max(1)).min(other.len());
                bytes.splice(at..end, other[from..].iter().copied());
            }
        }
    }
}
