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
mod headings;
mod lines;
mod numbers;
mod spelling;
pub(super) mod tags;
pub(super) mod words;

use self::begun::{Begun, Finished};
use self::facts::{Facts, Verdict};
use self::lines::{Line, LineReader, decoded, end_of};
use self::numbers::MoveNumber;
use self::words::{Scanner, Span, Split, Word, begins_with_key, is_foreign};
use super::defect::MAX_TEXT;
use super::error::Reason;
use super::game_reader::{GameReader, ReadGame, Rest};
use super::note::Decision;
use super::points::move_of_points;
use super::replay::reach;
use super::start::Start;
use crate::board::Move;
use crate::util::named;
use std::collections::VecDeque;
use std::io::BufRead;

/// The number of a game's first move.
const FIRST: MoveNumber = MoveNumber { number: 1, second: false };

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
    lines: LineReader<R>,
    asked: Option<Start>,
    reading: Lines,
    /// The number of the line that is being read.
    line: usize,
    scanner: Scanner,
    /// Whether the last line within a comment or variation was empty.
    after_blank: bool,
    /// Whether lines are skipped until one begins with moves, behind a comment that has no end.
    skips: bool,
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
    /// The beginning of a record of another format, and its line.
    foreign: Option<(Vec<u8>, usize)>,
}

impl<R: BufRead> MoveListReader<R> {
    pub(crate) fn new(input: R, asked: Option<Start>, reading: Lines) -> Self {
        Self {
            lines: LineReader::new(input),
            asked,
            reading,
            line: 0,
            scanner: Scanner::default(),
            after_blank: false,
            skips: false,
            chinese: false,
            counted: None,
            begun: None,
            joined: None,
            apart: Vec::new(),
            number_hangs: false,
            finished: VecDeque::new(),
            format: "moves",
            foreign: None,
        }
    }

    /// Ends the current game and begins the next.
    fn begin(&mut self) -> &mut Begun {
        self.settle();
        self.finished.extend(self.begun.take().map(ended_game));
        self.begun.insert(Begun::new(self.asked.as_ref()))
    }

    /// Reads the lines that could be read in two ways as the games that they make apart.
    fn settle(&mut self) {
        self.joined = None;
        self.finished.extend(self.apart.drain(..).map(ended_game));
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

    /// Reports a comment or variation whose end is missing, and reads the lines behind its first
    /// one again, which may hold games. Returns whether there is one.
    fn unclosed(&mut self) -> bool {
        let Some((span, line)) = self.scanner.open() else { return false };
        self.scanner = Scanner::default();
        self.after_blank = false;
        self.settle();
        let (what, end) = match span {
            Span::Comment => ("comment", '}'),
            Span::Variation => ("variation", ')'),
        };
        let reason = Reason::Unclosed { what, end };
        match self.begun.as_mut() {
            Some(game) if !game.is_fresh() => game.stop(line, reason),
            // Tags that belong to no game that can be read.
            Some(game) => game.lose(line, reason),
            None => self.begin().lose(line, reason),
        }
        self.lines.forget(line);
        self.lines.read_again();
        self.skips = true;
        true
    }

    fn take_in(&mut self, line: Line) {
        self.line = line.number;
        self.chinese |= line.bytes.as_deref().is_some_and(championship::is_heading);
        let Some(text) = decoded(&line, self.chinese) else {
            let reason = Reason::TooLong { what: "a line", limit: MAX_TEXT };
            self.lines.keep(line);
            if !self.unclosed() {
                let line = self.line;
                self.lines.forget(line);
                self.begin().lose(line, reason);
            }
            return;
        };
        let bytes = line.bytes.clone().unwrap_or_default();
        let opened = self.scanner.open();
        if let Some((span, from)) = opened {
            if span == Span::Comment && from + 1 == self.line && self.begins_object(&text) {
                self.scanner = Scanner::default();
                self.foreign = Some(([b"{\n", &*bytes].concat(), from));
                return;
            }
            let fits = self.lines.keep(line);
            let after_blank = std::mem::replace(&mut self.after_blank, text.is_empty());
            if !fits || after_blank && begins_game(&text) {
                self.unclosed();
                return;
            }
        } else if self.skips && !may_hold_games(&text) {
            return;
        }
        self.skips = false;
        let foreign = self.text(&text);
        match self.scanner.open() {
            // What follows is read once the lines since the missing end have been.
            Some((_, from)) if foreign.is_some() => {
                self.unclosed();
                if from < self.line {
                    return;
                }
            }
            Some((_, from)) => self.lines.forget(from),
            None => self.lines.forget(self.line),
        }
        self.foreign = foreign.map(|length| (end_of(&bytes, &text, length), self.line));
    }

    /// Whether the comment that began in the line before is an object in JSON, of which this is the
    /// second line.
    fn begins_object(&self, text: &str) -> bool {
        self.scanner.is_empty() && begins_with_key(text)
    }

    /// Takes in a line's text. Returns the length of its end that is a record of another format.
    fn text(&mut self, line: &str) -> Option<usize> {
        if self.scanner.open().is_none() {
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
                return None;
            }
            if let Some(rest) = self.position(line) {
                return self.words(rest, false);
            }
            if let Some(rest) = headings::game(line) {
                self.settle();
                let ended = self.begun.take_if(|game| !game.is_fresh());
                self.finished.extend(ended.map(ended_game));
                return self.words(rest, true);
            }
            if let Some((name, value)) = headings::tag(line)
                && (name == "Result" || self.is_tag(name, value))
            {
                let property = tags::property(name, value);
                // The result of the game that is going on stands behind its moves.
                let going = self.begun.as_mut().filter(|game| !game.is_fresh() && !game.ended);
                let game = match going {
                    Some(game) if name == "Result" => {
                        game.ended = true;
                        game
                    }
                    _ => self.heading(),
                };
                if let Some((name, value)) = property {
                    game.tag(name, value);
                }
                return None;
            }
        }
        self.words(line, false)
    }

    /// Whether a line such as `White: a name` tells of a game that begins, and of no move.
    fn is_tag(&self, name: &str, value: &str) -> bool {
        let of_a_side = ["White", "Black"].contains(&name);
        let playable = |mv: Move| {
            let here = self.begun.as_ref().map_or(0, |game| game.reach(&[mv]));
            here.max(self.reach_anew(&[mv])) == 1
        };
        match words::words(value).first() {
            _ if !of_a_side => true,
            None => false,
            Some(Word::Move(_) | Word::Short(_) | Word::Half(_) | Word::Resigns | Word::Wins) => {
                false
            }
            // A name of six letters may look like three points.
            Some(Word::Points(text)) => {
                let height = self.begun.as_ref().map_or(10, Begun::height);
                !move_of_points(text, height).is_some_and(playable)
            }
            Some(_) => true,
        }
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

    /// Takes in the words of a line. Behind a heading, words without a move are ignored. Returns the
    /// length of the line's end that is a record of another format.
    fn words(&mut self, text: &str, behind_heading: bool) -> Option<usize> {
        let Split { words, foreign } = self.scanner.line(text, self.line);
        let foreign = foreign.map(str::len);
        let height = self.begun.as_ref().map_or(10, Begun::height);
        let facts = Facts::of(&words, height);
        if behind_heading && facts.moves.is_empty() || words.is_empty() {
            return foreign;
        }
        // A number may count games instead of moves.
        let mut counts = self.reading == Lines::Apart;
        if words.iter().any(|word| !matches!(word, Word::Tag { .. })) {
            match self.verdict(&facts) {
                Verdict::GoesOn => {}
                Verdict::Begins => drop(self.begin()),
                Verdict::Either => self.begin_or_go_on(),
                Verdict::Counts(number) => {
                    counts = true;
                    self.counted = Some(number);
                    let line = self.line;
                    self.begin().decisions.push((line, Decision::NumberOfGame { number }));
                }
            }
        }
        self.number_hangs = matches!(words.last(), Some(Word::Number(_)));
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
        for (i, word) in words.iter().enumerate() {
            let next = words.get(i + 1);
            let is_number = matches!(word, Word::Number(_));
            let counts_games = counts && i == 0 || matches!(next, Some(Word::Number(FIRST)));
            if !(is_number && counts_games) {
                self.word(word.clone(), i > 0, next);
            }
        }
        foreign
    }

    /// Takes in a word; `within` a line it may begin a game too.
    fn word(&mut self, word: Word, within: bool, next: Option<&Word>) {
        let line = self.line;
        let is_move =
            |word: &Word| matches!(word, Word::Move(_) | Word::Points(_) | Word::Short(_));
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
            Word::Number(FIRST) if within => {
                let next = if let Some(Word::Move(mv)) = next { Some(*mv) } else { None };
                let legal = |game: &Begun| next.is_some_and(|mv| game.reach(&[mv]) == 1);
                let anew = |game: &Begun| game.plies > 1 || game.plies == 1 && !legal(game);
                if self.begun.as_ref().is_some_and(anew) {
                    self.begin();
                }
            }
            word if self.begun.as_ref().is_some_and(|game| game.ended)
                && (is_move(word)
                    || matches!(word, Word::Number(_)) && next.is_some_and(is_move)) =>
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
        if self.reading == Lines::Decided && self.follow_joined(facts, anew) {
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
        match (self.reading, facts.number) {
            (Lines::Apart, _) => Verdict::Begins,
            (Lines::Joined, Some(first)) if first.number > 1 => goes_on(here > 0 || !begins_anew),
            (Lines::Joined, _) => goes_on(here > 0),
            (_, Some(first)) if first.number > 1 => {
                let counts = self.counted.is_some_and(|last| last + 1 == first.number);
                let may_go_on = first.fits(game.plies) && !counts || here > 0;
                if may_go_on && !game.ended || !begins_anew {
                    return Verdict::GoesOn;
                }
                Verdict::Counts(first.number)
            }
            (_, Some(first)) => {
                goes_on(first.fits(game.plies) && first.second || here > 0 && anew == 0)
            }
            (_, None) if number_hangs => Verdict::GoesOn,
            (_, None) if game.ended => Verdict::Begins,
            (_, None) if facts.short > 0 && facts.moves.is_empty() && facts.inner.is_none() => {
                Verdict::GoesOn
            }
            (_, None) => {
                if let Some((number, before)) = facts.inner {
                    let (on, begins) = (number.fits(game.plies + before), number.fits(before));
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

impl<R: BufRead + Send + 'static> GameReader for MoveListReader<R> {
    fn format(&self) -> &'static str {
        self.format
    }

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            if let Some((format, (game, decisions))) = self.finished.pop_front() {
                self.format = format;
                return Some(ReadGame { game, decisions });
            }
            let line = match self.foreign {
                Some(_) => Ok(None),
                None => self.lines.next(),
            };
            match line {
                Ok(None) if self.unclosed() => {}
                Ok(None) => {
                    self.settle();
                    self.finished.extend(Some(ended_game(self.begun.take()?)));
                }
                Ok(Some(line)) => self.take_in(line),
                Err(error) => {
                    let line = self.lines.count();
                    self.begin().lose(line, error.into());
                }
            }
        }
    }

    fn rest(&mut self) -> Option<Rest> {
        let (head, line) = self.foreign.take()?;
        Some(self.lines.rest(head, line))
    }
}

/// A game that ends, with its format.
fn ended_game(game: Begun) -> (&'static str, Finished) {
    (game.format, game.end())
}

/// Reads a text that is one move in any spelling.
pub(crate) fn one_move(text: &str) -> Option<Move> {
    match words::words(text)[..] {
        [Word::Move(mv)] => Some(mv),
        _ => None,
    }
}

/// Whether a line begins a game, whatever stands before it.
fn begins_game(line: &str) -> bool {
    let moves_of_a_first = |words: &[Word]| {
        use Word::{Move, Number, Points, Short, Tag};
        matches!(words, [Tag { .. }, ..] | [Number(FIRST), Move(_) | Points(_) | Short(_), ..])
    };
    championship::is_heading(line.as_bytes())
        || is_foreign(line)
        || is_position(line)
        || moves_of_a_first(&words::words(line))
}

/// Whether a line behind a comment that has no end may be more than text.
fn may_hold_games(line: &str) -> bool {
    begins_game(line)
        || certainly_begins(line)
        || headings::game(line).is_some()
        || headings::tag(line).is_some()
        || Scanner::default().line(line, 1).foreign.is_some()
}

/// Whether a line is a position as engines get it.
fn is_position(line: &str) -> bool {
    ["position ", "startpos", "fen "].iter().any(|word| line.starts_with(word))
}

/// Whether a line begins a move list and no other format.
pub(crate) fn certainly_begins(line: &str) -> bool {
    let words = words::words(line);
    championship::is_heading(line.as_bytes())
        || matches!(words[..], [Word::Move(_) | Word::Short(_) | Word::Tag { .. }, ..])
        || matches!(words[..], [Word::Number(_), Word::Move(_) | Word::Short(_), ..])
}

/// Whether a line may begin a move list.
pub(crate) fn begins(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with('#') || line.starts_with("[AM]") {
        return true;
    }
    if is_position(line) {
        return true;
    }
    let words = words::words(line);
    match words.first() {
        Some(Word::Move(_) | Word::Short(_) | Word::Half(_) | Word::Tag { .. }) => true,
        Some(Word::Side(_)) => matches!(words.get(1), Some(Word::Move(_))),
        Some(Word::Number(_)) => line.contains('.') || matches!(words.get(1), Some(Word::Move(_))),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
