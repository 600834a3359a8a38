//! Move lists as people and programs write them: one game a line, wrapped over several lines, or one
//! move a line; with or without numbers, tags, comments, variations and results. [`words`] says how
//! a move may be spelt.
//!
//! What begins a game and what goes on with the one before is decided by numbers first, then by
//! legality:
//!
//! 1. Tags, a heading or `position` begin a game.
//! 2. A line that begins with a number above 1 goes on, unless the number counts games: it is not
//!    that of the next move or ply, and the line's moves are illegal there and legal from the start.
//! 3. A line that begins with the number 1 begins a game, as does one after a result.
//! 4. Without a number at its beginning, a line that holds one goes on or begins a game as that
//!    number says, and one behind a line that ends with a number goes on.
//! 5. Otherwise legality decides: a line goes on if more of its moves are legal there than from the
//!    start, or if it is a single move, legal there, and all lines of the game have one.
//!    Behind a defect nothing is legal: a game of several lines goes on with a line that is illegal
//!    from the start, and one of single moves with a single move.
//! 6. Any other line begins a game. If all its moves could also go on, that possibility is kept in
//!    mind: once a line is legal only so, the lines were one game.
//!
//! A game begins from the start that the record names, else from the one that was asked for, else
//! from the standard one or, where that plays not all moves, from another that does ([`replay`]).
//!
//! [`replay`]: super::replay

pub(super) mod begun;
mod championship;
mod facts;
mod spelling;
pub(super) mod tags;
pub(super) mod words;

use self::begun::{Begun, Finished};
use self::facts::{Facts, Verdict, fits};
use self::words::{Scanner, Word};
use super::charset::decoded_line;
use super::defect::MAX_TEXT;
use super::error::Reason;
use super::game_reader::{GameReader, ReadGame};
use super::note::Decision;
use super::replay::reach;
use super::start::Start;
use crate::board::Move;
use crate::util::named;
use std::collections::VecDeque;
use std::io::{BufRead, Read};

/// What a line of a move list without numbers is, where it could be either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// A game, unless only going on with the game before makes it legal, or every line holds one
    /// move.
    #[default]
    Decided,
    /// A game.
    Apart,
    /// Part of the game before, where its first move is legal there.
    Joined,
}

named!(Lines { Decided => "decided", Apart => "apart", Joined => "joined" });

pub(crate) struct MoveListReader<R> {
    input: R,
    asked: Option<Start>,
    lines: Lines,
    line: usize,
    bytes: Vec<u8>,
    scanner: Scanner,
    /// Whether a heading of a Chinese championship has been seen.
    chinese: bool,
    /// The last number that counted games.
    counted: Option<usize>,
    /// The game whose end has not been seen yet.
    begun: Option<Begun>,
    /// The game that all lines make since the one that could be read in two ways, if they go on.
    joined: Option<Begun>,
    /// The games that they make otherwise, without `begun`.
    apart: Vec<Begun>,
    /// Whether the last line ended with a number, whose move is on the next.
    number_hangs: bool,
    finished: VecDeque<(&'static str, Finished)>,
    /// The format of the last game.
    format: &'static str,
}

impl<R: BufRead> MoveListReader<R> {
    pub(crate) fn new(input: R, asked: Option<Start>, lines: Lines) -> Self {
        Self {
            input,
            asked,
            lines,
            line: 0,
            bytes: Vec::new(),
            scanner: Scanner::default(),
            chinese: false,
            counted: None,
            begun: None,
            joined: None,
            apart: Vec::new(),
            number_hangs: false,
            finished: VecDeque::new(),
            format: "moves",
        }
    }

    /// Reads one line of at most [`MAX_TEXT`] bytes; skips the rest of a longer one. `Ok(None)` at
    /// the end of the input.
    fn next_line(&mut self) -> Result<Option<String>, Reason> {
        self.bytes.clear();
        let limit = MAX_TEXT as u64 + 1;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if self.bytes.len() <= MAX_TEXT || self.bytes.ends_with(b"\n") {
            let line = self.bytes.trim_ascii();
            self.chinese |= championship::is_heading(line);
            return Ok(Some(decoded_line(line, self.chinese)));
        }
        while !self.bytes.is_empty() && !self.bytes.ends_with(b"\n") {
            self.bytes.clear();
            self.input.by_ref().take(limit).read_until(b'\n', &mut self.bytes)?;
        }
        Err(Reason::TooLong { what: "a line", limit: MAX_TEXT })
    }

    /// Ends the current game and begins the next.
    fn begin(&mut self) -> &mut Begun {
        self.settle();
        self.finished.extend(self.begun.take().map(ended));
        self.begun.insert(Begun::new(self.asked.as_ref()))
    }

    /// Reads the lines that could be read in two ways as the games that they make apart.
    fn settle(&mut self) {
        self.joined = None;
        self.finished.extend(self.apart.drain(..).map(ended));
    }

    /// Begins a game with a line that could go on with the one before, too.
    fn begin_or_go_on(&mut self) {
        if let Some(before) = self.begun.take() {
            if self.joined.is_none() {
                self.joined = before.fork();
            }
            self.apart.push(before);
        }
        let game = self.begun.insert(Begun::new(self.asked.as_ref()));
        game.decisions.push((self.line, Decision::BeginsAnew));
    }

    /// Follows the possibility that all lines since one that could be read in two ways are one game.
    /// Returns whether this line shows that they are.
    fn follow_joined(&mut self, facts: &Facts, anew: usize) -> bool {
        let Some(joined) = &self.joined else { return false };
        let all = facts.moves.len();
        if facts.number.is_some() || all == 0 || joined.reach(&facts.moves) < all {
            self.settle();
            return false;
        }
        let here = self.begun.as_ref().map_or(0, |game| game.reach(&facts.moves));
        if here == all || anew == all {
            return false;
        }
        self.begun = self.joined.take();
        self.apart.clear();
        true
    }

    /// The game that tags and headings belong to.
    fn heading(&mut self) -> &mut Begun {
        match self.begun.as_ref().is_some_and(Begun::is_fresh) {
            true => self.begun.as_mut().expect("it was just seen"),
            false => self.begin(),
        }
    }

    fn take_in(&mut self, line: &str) {
        if self.scanner.is_between() {
            if championship::is_heading(line.as_bytes()) {
                let (tags, rest) = championship::heading(line);
                let game = self.begin();
                game.format = "championship";
                for (name, value) in tags {
                    game.tag(name, value);
                }
                return self.words(rest, true);
            }
            if line.starts_with('#') {
                return;
            }
            if let Some(rest) = self.position(line) {
                return self.words(rest, false);
            }
        }
        self.words(line, false);
    }

    /// Reads the position of `position startpos moves …` or `position fen … moves …`, and returns
    /// what follows it.
    fn position<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let (from, moves) = text.split_once("moves").unwrap_or((text, ""));
        let from = from.strip_prefix("position").unwrap_or(from).trim();
        let number = self.line;
        if from == "startpos" {
            let start = Start::standard().position().to_fen();
            self.begin().begin_from(&start, number);
        } else {
            let fen = from.strip_prefix("fen ")?;
            self.begin().begin_from(fen, number);
        }
        self.begun.as_mut().expect("it was just begun").format = "fairy";
        Some(moves)
    }

    /// Takes in the words of a line. Behind a heading, words without a move are ignored.
    fn words(&mut self, text: &str, behind_heading: bool) {
        let words = self.scanner.line(text);
        let height = self.begun.as_ref().map_or(10, Begun::height);
        let facts = Facts::of(&words, height);
        if behind_heading && facts.moves.is_empty() || words.is_empty() {
            return;
        }
        let text = words.iter().any(|word| !matches!(word, Word::Tag { .. }));
        if text {
            match self.verdict(&facts) {
                Verdict::GoesOn => {}
                Verdict::Begins => drop(self.begin()),
                Verdict::Either => self.begin_or_go_on(),
            }
        }
        self.number_hangs = matches!(words.last(), Some(Word::Number { .. }));
        if let Some(game) = self.begun.as_mut() {
            game.one_a_line &= facts.plies <= 1;
            game.lines_of_moves += usize::from(facts.plies > 0);
        }
        if let Some(joined) = self.joined.as_mut() {
            joined.one_a_line &= facts.plies <= 1;
            for word in &words {
                joined.word(word.clone(), self.line);
            }
        }
        for i in 0..words.len() {
            let next = if let Some(Word::Move(mv)) = words.get(i + 1) { Some(*mv) } else { None };
            self.word(words[i].clone(), i > 0, next);
        }
    }

    /// Takes in a word; `within` a line it may begin a game too.
    fn word(&mut self, word: Word, within: bool, next: Option<Move>) {
        let line = self.line;
        match &word {
            Word::Tag { name, value } if name.eq_ignore_ascii_case("FEN") => {
                return self.heading().begin_from(value, line);
            }
            Word::Tag { name, value } => {
                let property = tags::property(name, value);
                let game = self.heading();
                if let Some((name, value)) = property {
                    game.tag(name, value);
                }
                return;
            }
            // Several games may stand in one line.
            Word::Number { number: 1, second: false } if within => {
                let legal = |game: &Begun| next.is_some_and(|mv| game.reach(&[mv]) == 1);
                let anew = |game: &Begun| game.plies > 1 || game.plies == 1 && !legal(game);
                if self.begun.as_ref().is_some_and(anew) {
                    self.begin();
                }
            }
            Word::Move(_) | Word::Points(_) | Word::Short(_)
                if self.begun.as_ref().is_some_and(|g| g.ended) =>
            {
                self.begin();
            }
            _ => {}
        }
        match self.begun.as_mut() {
            Some(game) => game.word(word, line),
            None => self.begin().word(word, line),
        }
    }

    /// Decides whether a line goes on with the game before.
    fn verdict(&mut self, facts: &Facts) -> Verdict {
        let anew = self.reach_anew(&facts.moves);
        if self.lines == Lines::Decided && self.follow_joined(facts, anew) {
            return Verdict::GoesOn;
        }
        let number_hangs = self.number_hangs;
        let Some(game) = self.begun.as_mut() else { return Verdict::Begins };
        if game.is_fresh() || facts.plies == 0 {
            return Verdict::GoesOn;
        }
        let line = self.line;
        let here = game.reach(&facts.moves);
        let goes_on = |goes_on| if goes_on { Verdict::GoesOn } else { Verdict::Begins };
        // The first moves show what a number counts; a defect further on is one of the game.
        let begins_anew = anew >= facts.moves.len().clamp(1, 4);
        match (self.lines, facts.number) {
            (Lines::Apart, _) => Verdict::Begins,
            (Lines::Joined, Some((number, _))) if number > 1 => goes_on(here > 0 || !begins_anew),
            (Lines::Joined, _) => goes_on(here > 0),
            (_, Some(number)) if number.0 > 1 => {
                let counts = self.counted.is_some_and(|last| last + 1 == number.0);
                if fits(number, game.plies) && !counts || here > 0 || !begins_anew {
                    return Verdict::GoesOn;
                }
                let number = number.0;
                self.counted = Some(number);
                // It is said of the game that the line begins.
                self.begin().decisions.push((line, Decision::NumberOfGame { number }));
                Verdict::GoesOn
            }
            (_, Some(number)) => {
                goes_on(fits(number, game.plies) && number.1 || here > 0 && anew == 0)
            }
            (_, None) if number_hangs => Verdict::GoesOn,
            (_, None) if game.ended => Verdict::Begins,
            (_, None) if facts.short > 0 && facts.moves.is_empty() && facts.inner.is_none() => {
                Verdict::GoesOn
            }
            (_, None) => {
                if let Some((number, before)) = facts.inner {
                    let (on, begins) = (fits(number, game.plies + before), fits(number, before));
                    if on != begins {
                        return goes_on(on);
                    }
                }
                let single = facts.plies == 1 && game.one_a_line;
                if game.is_defective()
                    && (single || game.lines_of_moves > 1 && anew == 0 && !facts.moves.is_empty())
                {
                    return Verdict::GoesOn;
                }
                if single && here == 1 {
                    let said = |(_, decision): &(usize, Decision)| *decision == Decision::GoesOn;
                    if anew == 1 && !game.decisions.iter().any(said) {
                        game.decisions.push((line, Decision::GoesOn));
                    }
                    return Verdict::GoesOn;
                }
                if here == anew && here == facts.plies {
                    return Verdict::Either;
                }
                goes_on(here > anew)
            }
        }
    }

    /// How many of these moves can be played from the start.
    fn reach_anew(&self, moves: &[Move]) -> usize {
        match &self.asked {
            Some(start) => reach(start.position(), moves),
            None => reach(Start::standard().position(), moves),
        }
    }
}

impl<R: BufRead> GameReader for MoveListReader<R> {
    fn format(&self) -> &'static str {
        self.format
    }

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            if let Some((format, (game, decisions))) = self.finished.pop_front() {
                self.format = format;
                return Some(ReadGame { game, decisions });
            }
            match self.next_line() {
                Ok(None) => {
                    self.settle();
                    self.finished.extend(Some(ended(self.begun.take()?)));
                }
                Ok(Some(line)) => self.take_in(&line),
                Err(reason) => {
                    let line = self.line;
                    self.begin().lose(line, reason);
                }
            }
        }
    }
}

/// A game that ends, with its format.
fn ended(game: Begun) -> (&'static str, Finished) {
    (game.format, game.end())
}

/// Reads a text that is one move in any spelling.
pub(crate) fn one_move(text: &str) -> Option<Move> {
    match Scanner::default().line(text)[..] {
        [Word::Move(mv)] => Some(mv),
        _ => None,
    }
}

/// Whether a line begins a move list and no other format.
pub(crate) fn certainly_begins(line: &str) -> bool {
    let words = Scanner::default().line(line);
    championship::is_heading(line.as_bytes())
        || matches!(words[..], [Word::Move(_) | Word::Short(_) | Word::Tag { .. }, ..])
        || matches!(words[..], [Word::Number { .. }, Word::Move(_) | Word::Short(_), ..])
}

/// Whether a line may begin a move list.
pub(crate) fn begins(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with('#') || line.starts_with("[AM]") {
        return true;
    }
    if ["position ", "startpos"].iter().any(|word| line.starts_with(word)) {
        return true;
    }
    let words = Scanner::default().line(line);
    match words.first() {
        Some(Word::Move(_) | Word::Short(_) | Word::Half(_) | Word::Tag { .. }) => true,
        Some(Word::Side(_)) => matches!(words.get(1), Some(Word::Move(_))),
        Some(Word::Number { .. }) => {
            line.contains('.') || matches!(words.get(1), Some(Word::Move(_)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
