//! The openings with which the games of a match begin.

use crate::FileError;
use crate::play::Openings;
use amazons::board::{Position, is_comment};
use amazons::problems::SetReader;
use amazons::records::{Game, RecordOptions};
use amazons::util::input_file;
use amazons::util::listed_lines::ListedLines;
use hashbrown::HashSet;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use xxhash_rust::xxh3::Xxh3;

/// The openings of a match; every pair plays each twice, with colours swapped.
#[derive(Clone, Debug)]
pub enum OpeningBook {
    /// Balanced random moves; every opening is different.
    Random(Openings),
    /// Given positions or games, used in turn.
    Given(Vec<Game>),
}

/// The most openings of a file, of which a match of twice as many games uses each.
const MOST: usize = 100_000;

/// How many bytes decide whether a file holds positions or games.
const HEAD: u64 = 1 << 16;

impl OpeningBook {
    /// Reads openings: either one FEN per line (empty lines and lines that begin with `#` are
    /// skipped), or the problems of a set (XML), or games, read as `reading` says, of which the
    /// first `plies` moves are taken.
    ///
    /// # Errors
    /// The file cannot be read, a position or game in it is wrong, a position leaves no move, no
    /// game leaves one, or there are no openings.
    pub fn read(
        path: &Path,
        plies: Option<usize>,
        reading: &RecordOptions,
    ) -> Result<Self, FileError> {
        let file_error = FileError::io(path);
        // Read once: standard input and pipes cannot be read again.
        let mut input = input_file::open(path).map_err(&file_error)?;
        let mut head = Vec::new();
        input.by_ref().take(HEAD).read_to_end(&mut head).map_err(&file_error)?;
        let mut first = ListedLines::new(head.as_slice(), is_comment);
        // What begins with so many comments is a file of positions, of which one is missing.
        let holds_positions = match first.next().transpose().map_err(&file_error)? {
            Some((_, Ok(line))) => may_be_position(&line),
            _ => true,
        };
        let holds_problems = head.trim_ascii_start().starts_with(b"<");
        let input = Cursor::new(head).chain(input);
        let mut openings = Vec::new();
        let mut add = |opening| match openings.len() {
            MOST => {
                let expected = "expected no more, because a match keeps them in memory";
                Err(FileError::about(path, format!("more than {MOST} openings; {expected}")))
            }
            _ => {
                openings.push(opening);
                Ok(())
            }
        };
        if holds_problems {
            for problem in SetReader::new(&input_file::name_of(path), BufReader::new(input))? {
                let opening = Game::new(problem?.position);
                if opening.now().can_move() {
                    add(opening)?;
                }
            }
        } else if holds_positions {
            for line in ListedLines::new(input, is_comment) {
                let (line, text) = line.map_err(&file_error)?;
                let wrong = |problem: String| FileError::at(path, line, problem);
                let text = text.map_err(wrong)?;
                let position: Position = text.parse().map_err(|e| wrong(format!("{e}")))?;
                if !position.can_move() {
                    return Err(FileError::at(path, line, "the side to move has no move"));
                }
                add(Game::new(position))?;
            }
        } else {
            let (mut games, mut longest) = (0, 0);
            for game in reading.read(&input_file::name_of(path), input)? {
                let opening = beginning(&game?, plies);
                games += 1;
                longest = longest.max(opening.moves().len());
                if opening.now().can_move() {
                    add(opening)?;
                }
            }
            if games > 0 && openings.is_empty() {
                return Err(FileError::about(path, over(games, longest)));
            }
        }
        if openings.is_empty() {
            return Err(FileError::about(path, "no openings"));
        }
        Ok(Self::Given(openings))
    }

    /// Returns the `number`th opening, counted from 0.
    pub fn opening(&self, number: usize) -> Game {
        match self {
            Self::Random(openings) => openings.opening(number as u64),
            Self::Given(games) => games[number % games.len()].clone(),
        }
    }

    /// Returns the positions that games begin with.
    pub fn starts(&self) -> Vec<&Position> {
        match self {
            Self::Random(openings) => vec![openings.start()],
            Self::Given(games) => games.iter().map(Game::start).collect(),
        }
    }

    /// Returns how many different openings the first `rounds` rounds begin with; random ones of at
    /// least one ply count as different.
    pub fn different(&self, rounds: usize) -> usize {
        match self {
            Self::Random(openings) if openings.plies() == 0 => rounds.min(1),
            Self::Random(_) => rounds,
            Self::Given(games) => {
                let begun = games.iter().take(rounds);
                begun.map(|game| (game.start(), game.moves())).collect::<HashSet<_>>().len()
            }
        }
    }

    /// Returns the XXH3 of given openings, from their starts and moves; `None` for random ones.
    pub fn hash(&self) -> Option<u64> {
        let Self::Given(games) = self else { return None };
        let mut hash = Xxh3::new();
        for game in games {
            hash.update(game.start().to_fen().as_bytes());
            game.moves().iter().for_each(|mv| hash.update(format!(" {mv}").as_bytes()));
            hash.update(b"\n");
        }
        Some(hash.digest())
    }

    /// Returns how many different openings there are; `None` if there is no end.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Random(_) => None,
            Self::Given(games) => Some(games.len()),
        }
    }
}

/// Says why the games cannot be openings, and what to do.
fn over(games: usize, plies: usize) -> String {
    let whose = if games == 1 { "its game" } else { "each of its games" };
    match plies {
        0 => format!("{whose} is over before the first move; expected one with moves to play"),
        1 => format!("{whose} is over after 1 ply; --opening-plies 0 takes only the start"),
        _ => format!(
            "{whose} is over after at most {plies} plies; --opening-plies N takes the first N only, \
             such as {}",
            plies / 2
        ),
    }
}

/// The first moves of a game, without its tags.
fn beginning(game: &Game, plies: Option<usize>) -> Game {
    let mut opening = Game::new(game.start().clone());
    for &mv in game.moves().iter().take(plies.unwrap_or(usize::MAX)) {
        opening.push(mv).expect("a game holds legal moves only");
    }
    opening
}

/// Whether a line is a position, though perhaps a wrong one. No move and no SGF has rows separated
/// by `/` and then nothing or a side to move.
fn may_be_position(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let board = words.next().unwrap_or_default();
    line.parse::<Position>().is_ok()
        || board.contains('/')
            && !board.contains('-')
            && matches!(words.next(), None | Some("w" | "b"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(text: &str, plies: Option<usize>) -> Result<OpeningBook, FileError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("openings");
        fs::write(&path, text).unwrap();
        OpeningBook::read(&path, plies, &RecordOptions::default())
    }

    #[test]
    fn positions_and_games_are_openings() {
        let fens = read("# two\nQ2q/4 w\n\nQ3/3q b\n", None).unwrap();
        assert_eq!(fens.count(), Some(2));
        assert_eq!(fens.opening(3).now().to_string(), "Q3/3q b");
        // A blocked square at the beginning of a row is not a comment.
        let rows = read("#XO.|....\n#|a comment\n", None).unwrap();
        assert_eq!((rows.count(), rows.opening(0).now().to_string()), (Some(1), "*Qq1/4 w".into()));
        let games = read("d1-d7/g7 d10-d8/a8\ng1-g7/b7\n", Some(1)).unwrap();
        assert_eq!(games.count(), Some(2));
        assert_eq!(games.opening(0).moves().len(), 1);
    }

    #[test]
    fn problems_of_a_set_are_openings() {
        let set = |problems: &str| {
            let text = format!("<problem-set version=\"2\">\n{problems}\n</problem-set>\n");
            read(&text, None)
        };
        let problem = |id: &str, fen: &str, empties: usize| {
            format!("<problem id=\"{id}\" fen=\"{fen}\" empties=\"{empties}\" amazons=\"2\"/>")
        };
        // The first player of the second one has no move.
        let two = problem("a", "Q2q b", 2) + &problem("b", "Q*1q w", 1);
        let book = set(&two).unwrap();
        assert_eq!((book.count(), book.opening(0).now().to_string()), (Some(1), "Q2q b".into()));
        assert!(set(&problem("a", "Q2q b", 3)).unwrap_err().to_string().contains("problem a"));
        assert!(set("").unwrap_err().to_string().contains("no openings"));
    }

    #[test]
    fn openings_that_are_alike_count_once() {
        let fens = read("Q2q/4 w\nQ3/3q b\nQ2q/4 w\n", None).unwrap();
        assert_eq!([1, 2, 3, 9].map(|rounds| fens.different(rounds)), [1, 2, 2, 2]);
        let games = "d1-d7/g7 d10-d8/a8\nd1-d7/g7 d10-d9/a9\n";
        assert_eq!(read(games, None).unwrap().different(5), 2);
        assert_eq!(read(games, Some(1)).unwrap().different(5), 1);
        let random =
            |plies| OpeningBook::Random(Openings::new(Position::start(10, 10).unwrap(), plies, 1));
        assert_eq!((random(0).different(50), random(4).different(50)), (1, 50));
    }

    #[test]
    fn wrong_openings_name_their_line() {
        let error = |text| read(text, None).unwrap_err().to_string();
        assert!(error("Q2q/4 w\nQ2q/x w\n").contains("line 2"));
        assert!(error("Q*q w\n").contains("no move"));
        assert!(error("d1-d9/d5 d1-d2/d3\n").contains("d1-d2/d3"));
        assert!(error("").contains("no openings"));
        let over = "(;GM[18]SZ[4:1]AW[aa]AB[da]PL[W];W[aabaaa];B[dacada])";
        let error = |plies| read(over, plies).unwrap_err().to_string();
        assert!(error(None).ends_with(
            "its game is over after at most 2 plies; --opening-plies N takes the first N only, \
             such as 1"
        ));
        assert!(error(Some(99)).contains("after at most 2 plies"));
        assert_eq!(read(over, Some(1)).unwrap().count(), Some(1));
    }
}
