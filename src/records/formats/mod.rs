//! The formats of game records: one file for each that is written, and a table of all that are
//! read.

mod fairy;
mod json;
mod moves;
mod openspiel;
mod sgf;

pub use super::points::{move_of_points, points_of_move};
pub use fairy::{fairy_fen, uci_move};

use super::game::Game;
use std::io::{self, Write};
use std::path::Path;

/// A format of game records.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name, as `--to` takes it.
    pub name: &'static str,
    /// Whose format it is.
    pub owner: &'static str,
    /// Endings of files that are written in this format unless another is named.
    pub endings: &'static [&'static str],
    /// A short game.
    pub example: &'static str,
    /// What of a game is kept besides its moves.
    pub keeps: &'static str,
    write: Option<Writer>,
}

/// Writes one game.
type Writer = fn(&Game, &mut dyn Write) -> Result<(), WriteError>;

/// Why a game was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The format has no way to say something of the game.
    #[error("{format} cannot hold {what}")]
    CannotHold {
        /// The format's name.
        format: &'static str,
        /// What it cannot hold.
        what: String,
    },
}

/// All formats: those that are written, then those that are only read.
pub static FORMATS: [Format; 10] = [
    sgf::FORMAT,
    moves::FORMAT,
    fairy::FORMAT,
    openspiel::FORMAT,
    json::FORMAT,
    read_only(
        "littlegolem",
        "Little Golem; standard and cross",
        "(;EV[am.ld.1]PB[b]PW[w]SO[http://www.littlegolem.com];W[j4-g7/d7];B[g10-h9/g8])",
    ),
    read_only(
        "go-sgf",
        "Go programs that were taught Amazons: GM[1], one point a node",
        "(;FF[4]GM[1]SZ[10];B[ga];B[gf];B[cf];W[dj];W[dg];W[hc])",
    ),
    read_only(
        "championship",
        "China's computer games championships; UTF-8 or GB 18030",
        "#[AM][甲队][乙队][先手胜][2025.07.01 09:30 某地][某赛];\n1 D1D4(H8) G10G5(C5)\n",
    ),
    read_only(
        "kaggle",
        "Kaggle's replays of OpenSpiel",
        r#"{"name":"open_spiel_amazons","info":{"actionHistory":["93","63","27"]}}"#,
    ),
    read_only(
        "ludii",
        "Ludii's trials",
        "game=/lud/board/space/blocking/Amazons.lud\n\
         Move=[Move:mover=1,from=3,to=33,actions=[Move:typeFrom=Cell,from=3,typeTo=Cell,to=33]]\n\
         Move=[Move:mover=1,from=77,to=77,actions=[Add:type=Cell,to=77,what=3]]\n",
    ),
];

const fn read_only(name: &'static str, owner: &'static str, example: &'static str) -> Format {
    Format { name, owner, endings: &[], example, keeps: "what it names", write: None }
}

impl Format {
    /// Whether games can be written in this format.
    pub fn writes(&self) -> bool {
        self.write.is_some()
    }

    /// Writes one game, so that games can be written one after another.
    ///
    /// # Errors
    /// The output cannot be written, or the format cannot hold the game.
    pub fn write(&self, game: &Game, out: &mut dyn Write) -> Result<(), WriteError> {
        match self.write {
            Some(write) => write(game, out),
            None => Err(self.cannot_hold("games that this program writes: it is only read")),
        }
    }

    /// Whether the tags of a game (players, result, event, …) are kept.
    pub fn keeps_tags(&self) -> bool {
        self.keeps.ends_with("tags")
    }

    /// Finds the format of a name such as `sgf`.
    pub fn named(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// Finds the format in which a file of this name is written: by its ending, before one such as
    /// `.gz`.
    pub fn of_path(path: &Path) -> Option<&'static Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
        let (_, ending) = name.rsplit_once('.')?;
        FORMATS.iter().find(|format| format.endings.contains(&ending))
    }

    fn cannot_hold(&self, what: impl Into<String>) -> WriteError {
        WriteError::CannotHold { format: self.name, what: what.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::records::{RecordOptions, Records, Start};
    use proptest::prelude::*;
    use std::io::Cursor;

    fn written(format: &Format, games: &[Game]) -> Result<Vec<u8>, WriteError> {
        let mut bytes = Vec::new();
        games.iter().try_for_each(|game| format.write(game, &mut bytes))?;
        Ok(bytes)
    }

    fn read(bytes: Vec<u8>) -> Vec<Game> {
        Records::read("test", Cursor::new(bytes)).unwrap().map(Result::unwrap).collect()
    }

    fn plays(game: &Game) -> (String, Vec<String>) {
        (game.start().to_fen(), game.moves().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_example_of_every_format_is_read() {
        for format in &FORMATS {
            let games = read(format.example.as_bytes().to_vec());
            assert_eq!(games.len(), 1, "{}", format.name);
            assert!(!games[0].moves().is_empty(), "{}", format.name);
            if format.writes() {
                let again = String::from_utf8(written(format, &games).unwrap()).unwrap();
                assert_eq!(read(again.into_bytes()), games, "{}", format.name);
            }
        }
    }

    #[test]
    fn names_and_endings_find_a_format() {
        assert_eq!(Format::named("fairy").unwrap().name, "fairy");
        assert!(Format::named("chess").is_none());
        for (path, name) in
            [("a.sgf", "sgf"), ("b/c.TXT.gz", "moves"), ("d.jsonl.zst", "json"), ("e.uci", "fairy")]
        {
            assert_eq!(Format::of_path(Path::new(path)).unwrap().name, name);
        }
        assert!(Format::of_path(Path::new("games")).is_none());
    }

    #[test]
    fn what_a_format_cannot_hold_is_said() {
        let game = Game::new("Q2q/4 w".parse().unwrap());
        let error = written(Format::named("openspiel").unwrap(), &[game]).unwrap_err().to_string();
        assert!(error.starts_with("openspiel cannot hold the start 'Q2q/4 w'"), "{error}");
        let game = Game::new(Start::standard().position().clone());
        let error = written(Format::named("ludii").unwrap(), &[game]).unwrap_err().to_string();
        assert!(error.contains("it is only read"), "{error}");
    }

    #[test]
    fn games_of_every_format_follow_one_another_in_a_file() {
        let mut short = Game::new(Start::standard().position().clone());
        let empty = short.clone();
        short.push("d1-d4/h8".parse().unwrap()).unwrap();
        let mut long = short.clone();
        long.push("g10-g5/c5".parse().unwrap()).unwrap();
        let games = [short.clone(), long.clone(), empty.clone(), empty, long, short.clone(), short];
        for format in FORMATS.iter().filter(|format| format.writes()) {
            assert_eq!(read(written(format, &games).unwrap()), games, "{}", format.name);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn games_go_round_through_every_format(
            (width, height) in (4usize..=12, 4usize..=10),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..16),
            tag in "[!-~ä-ü\u{4e00}-\u{4e20}][ -~ä-ü\u{4e00}-\u{4e20}]{0,20}[!-~]",
            winner in prop::option::of("[WB]\\+(R|Time)?"),
            black_first in any::<bool>(),
            square in any::<bool>(),
        ) {
            let height = if square { width.min(11) } else { height };
            let width = if square { height } else { width };
            let side = if black_first { Color::Black } else { Color::White };
            let start = Start::of_size(width, height).unwrap().position().with_side(side);
            let mut game = Game::new(start);
            for choice in choices {
                let moves = game.now().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.push(*choice.get(&moves)).unwrap();
            }
            let bare = game.clone();
            game.set_tag("PW", tag.clone());
            game.set_tag("GC", tag);
            if let Some(winner) = winner {
                game.set_tag("RE", winner);
            }
            // From each format into each other.
            let mut games = vec![game.clone(), bare.clone()];
            for format in FORMATS.iter().filter(|format| format.writes()) {
                let bytes = match written(format, &games) {
                    Ok(bytes) => bytes,
                    Err(WriteError::CannotHold { .. }) => {
                        prop_assert!(format.name == "openspiel");
                        prop_assert!(black_first || width != height);
                        continue;
                    }
                    Err(error) => panic!("{error}"),
                };
                let options = RecordOptions::default().on_note(|note| panic!("{note}"));
                let again: Result<Vec<Game>, _> =
                    options.read("test", Cursor::new(bytes)).unwrap().collect();
                let again = again.unwrap();
                prop_assert_eq!(again.len(), 2);
                for (read, wrote) in again.iter().zip(&games) {
                    prop_assert_eq!(plays(read), plays(wrote), "{}", format.name);
                }
                if ["sgf", "moves", "json"].contains(&format.name) {
                    prop_assert_eq!(&again, &[game.clone(), bare.clone()], "{}", format.name);
                } else {
                    // Tags are gone; the next formats get what is left.
                    games = vec![game.clone(), bare.clone()];
                }
            }
        }
    }
}
