//! Plain move lists: one game per line, moves separated by blanks, from the standard 10 × 10 start.
//! Empty lines, lines that begin with `#`, and move numbers such as `12.` within lines are skipped.
//! A line that begins with the number of exactly the next move continues the game before it, so a
//! game may be written as in chess, with two moves per line.

use super::defect::{Defect, MAX_TEXT};
use super::error::Reason;
use super::game::Game;
use crate::board::{Move, Position};
use crate::util::start_of::start_of;
use std::io::{BufRead, Read};

pub(crate) struct MoveListReader<R> {
    input: R,
    line: usize,
    bytes: Vec<u8>,
    /// The game whose end has not been seen yet.
    begun: Option<Begun>,
}

/// A game that the next line may continue.
struct Begun {
    game: Game,
    /// The first defect; what follows it is skipped.
    defect: Option<(usize, Reason)>,
    /// Words read as moves, including those after a defect.
    plies: usize,
}

impl<R: BufRead> MoveListReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: 0, bytes: Vec::new(), begun: None }
    }

    /// Reads one line of at most [`MAX_TEXT`] bytes; skips the rest of a longer one. `Ok(None)` at
    /// the end of the input.
    fn next_line(&mut self) -> Result<Option<&[u8]>, Reason> {
        self.bytes.clear();
        let limit = MAX_TEXT as u64 + 1;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if self.bytes.len() <= MAX_TEXT || self.bytes.ends_with(b"\n") {
            return Ok(Some(self.bytes.trim_ascii()));
        }
        while !self.bytes.is_empty() && !self.bytes.ends_with(b"\n") {
            self.bytes.clear();
            self.input.by_ref().take(limit).read_until(b'\n', &mut self.bytes)?;
        }
        Err(Reason::TooLong { what: "a line", limit: MAX_TEXT })
    }

    /// Reads the next game; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<Result<Game, Defect>> {
        loop {
            let before = match self.next_line() {
                Ok(None) => return self.begun.take().map(Begun::end),
                Ok(Some(line)) if line.is_empty() || line.starts_with(b"#") => None,
                Ok(Some(line)) => {
                    let text = String::from_utf8_lossy(line).into_owned();
                    let goes_on = self.begun.as_ref().is_some_and(|game| game.goes_on_with(&text));
                    let before = if goes_on { None } else { self.begun.take() };
                    self.begun.get_or_insert_with(Begun::new).read(&text, self.line);
                    before
                }
                Err(reason) => {
                    let defect = Some((self.line, reason));
                    self.begun.replace(Begun { defect, ..Begun::new() })
                }
            };
            if let Some(game) = before {
                return Some(game.end());
            }
        }
    }
}

impl Begun {
    fn new() -> Self {
        let start = Position::start(10, 10).expect("10 x 10 has a standard start");
        Self { game: Game::new(start), defect: None, plies: 0 }
    }

    /// Whether a line begins with the number of the next move: `2.` after two moves, `2...` after
    /// three.
    fn goes_on_with(&self, text: &str) -> bool {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let number = word.trim_end_matches('.');
        let by_second = word.len() - number.len() > 1;
        self.plies > 0
            && is_number(word)
            && by_second != self.plies.is_multiple_of(2)
            && number.parse() == Ok(self.plies / 2 + 1)
    }

    fn read(&mut self, text: &str, line: usize) {
        for word in text.split_ascii_whitespace().filter(|word| !is_number(word)) {
            self.plies += 1;
            if self.defect.is_some() {
                continue;
            }
            let played = match word.parse::<Move>() {
                Ok(mv) => self.game.push(mv).map_err(Reason::from),
                Err(_) => Err(Reason::NoMove { found: start_of(word), expected: "d1-d7/g7" }),
            };
            self.defect = played.err().map(|reason| (line, reason));
        }
    }

    fn end(self) -> Result<Game, Defect> {
        let game = self.game;
        match self.defect {
            None => Ok(game),
            Some((line, reason)) => {
                let read = self.plies > 0;
                let ply = read.then(|| game.moves().len() + 1);
                Err(Defect { line, ply, reason, legal_part: read.then(|| Box::new(game)) })
            }
        }
    }
}

/// Whether a word is a move number, such as `12.` or `12...`.
pub(crate) fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len()
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_does_not_stop_the_next() {
        let text = "g1-g7/b7 d10-d4/g1\n\n# note\ng1-g7/b7 d10-d10/g1\ng1-g7/b7 d1\n  d1-d2/d3";
        let mut reader = MoveListReader::new(text.as_bytes());
        assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 2);
        let defect = reader.next().unwrap().err().unwrap();
        assert_eq!((defect.line, defect.ply), (4, Some(2)));
        assert_eq!(defect.legal_part.unwrap().moves().len(), 1);
        let defect = reader.next().unwrap().err().unwrap();
        assert_eq!(defect.reason.to_string(), "found 'd1'; expected a move such as d1-d7/g7");
        assert!(reader.next().unwrap().is_ok());
        assert!(reader.next().is_none());
    }

    #[test]
    fn moves_may_be_numbered() {
        let mut reader =
            MoveListReader::new("1. g1-g7/b7 d10-d4/g1 2. d1-d2/d3\n1 g1-g7/b7".as_bytes());
        assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 3);
        assert!(reader.next().unwrap().is_err());
        assert!(is_number("12...") && !is_number("...") && !is_number("12"));
    }

    #[test]
    fn a_game_may_stand_as_in_chess_with_two_moves_a_line() {
        let text = "1. g1-g7/b7 d10-d4/g1\n2. d1-d2/d3\n2... d4-d10/d4\n\n\
                    1. g1-g7/b7 d10-d4/g1\n2. x d1-d2/d3\n3. g7-g8/h8\n\
                    2. g1-g7/b7\n3. d1-d2/d3\ng1-g7/b7\n";
        let mut reader = MoveListReader::new(text.as_bytes());
        assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 4);
        let defect = reader.next().unwrap().err().unwrap();
        assert_eq!((defect.line, defect.ply), (6, Some(3)));
        // Numbers of games, not of moves.
        for _ in 0..3 {
            assert_eq!(reader.next().unwrap().ok().unwrap().moves().len(), 1);
        }
        assert!(reader.next().is_none());
    }

    #[test]
    fn an_endless_line_is_an_error_and_not_kept() {
        let text = format!("{}\ng1-g7/b7\n", "x".repeat(3 * MAX_TEXT));
        let mut reader = MoveListReader::new(text.as_bytes());
        assert!(
            reader.next().unwrap().err().unwrap().reason.to_string().contains("a line longer than")
        );
        assert!(reader.next().unwrap().is_ok());
    }
}
