//! SGF games of Amazons: `GM[18]`, the dialect of Little Golem, and that of Go programs that were
//! taught Amazons (`GM[1]`, one point a node).
//!
//! Points are column then row, with row `a` at the top; a move is three points, in one value or in
//! three, or algebraic text. Only the main line is read. `AB`, `AW`, `AE`, `AA` set up the start
//! (with rectangles such as `aa:cc`); if there is an `AB` or `AW`, squares not named are empty.
//! Without a setup the game begins from the start that was asked for, else from the standard start.
//! The SGF standard puts Black at the bottom there, programs put White, and Little Golem has its
//! cross: the moves tell which.

use super::set_up::{cell_of, parse_points, parse_side};
use super::tokens::{ROOT, Token, Tokens};
use crate::board::{Bitboard, Cell, Color, MAX_SIDE, Move, Placement, Position, Wide};
use crate::records::defect::Defect;
use crate::records::error::Reason;
use crate::records::game_reader::{GameReader, ReadGame};
use crate::records::move_list::one_move;
use crate::records::note::{Decision, Decisions};
use crate::records::points::{move_of_points, parse_point};
use crate::records::replay::Replay;
use crate::records::start::Start;
use crate::util::start_of::start_of;
use std::io::BufRead;

/// Tags that are kept: the properties that describe a whole game.
pub(crate) const TAGS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "SO",
    "US", "WR",
];

pub(crate) struct SgfReader<R> {
    tokens: Tokens<R>,
    asked: Option<Start>,
    /// Trees open around the current game: nonzero if a cut-off game was left open.
    base: usize,
    /// Whether the beginning of the next game has been read.
    found: bool,
    /// Its first property, if it was met within the game before.
    begun: Option<String>,
    /// The dialect of the last game.
    format: &'static str,
}

impl<R: BufRead> SgfReader<R> {
    pub(crate) fn new(input: R, asked: Option<Start>) -> Self {
        let tokens = Tokens::new(input);
        Self { tokens, asked, base: 0, found: false, begun: None, format: "sgf" }
    }

    /// Counts lines from this one on: the input is the rest of a file.
    pub(crate) fn counting_from(self, line: usize) -> Self {
        Self { tokens: self.tokens.counting_from(line), ..self }
    }

    /// Reads up to the beginning of the next game. Returns whether there is one.
    fn find_game(&mut self) -> std::io::Result<bool> {
        while !self.found {
            match self.tokens.next()? {
                Token::End => return Ok(false),
                Token::Open => {
                    self.base = self.tokens.depth() - 1;
                    self.found = true;
                }
                // The rest of a game that was cut off.
                _ => {}
            }
        }
        Ok(true)
    }

    /// Reads up to the end of the game that was found.
    fn read_game(&mut self, builder: &mut Builder) -> Result<(), Failure> {
        self.found = false;
        let mut property = self.begun.take();
        let mut values = 0;
        // Set after the first `)`: the main line is over, and what follows are its variations.
        let mut over = false;
        let mut fresh = false;
        loop {
            let token = self.tokens.next().map_err(at_start)?;
            match token {
                Token::End if self.tokens.depth() > self.base => {
                    return Err((None, Reason::Truncated("the input ends within the game")));
                }
                Token::CutValue => {
                    return Err((None, Reason::Truncated("the input ends within a value")));
                }
                Token::TornValue => {
                    return Err((None, Reason::Truncated("the next game begins within a value")));
                }
                Token::End => return Ok(()),
                Token::Open => {
                    fresh = true;
                    property = None;
                }
                Token::Close => {
                    over = true;
                    if self.tokens.depth() <= self.base {
                        return Ok(());
                    }
                }
                Token::Node => property = None,
                Token::Property(name) => {
                    if fresh && ROOT.contains(&name.as_str()) {
                        self.begin(name);
                        return Err((
                            None,
                            Reason::Truncated("the next game begins before its end"),
                        ));
                    }
                    fresh = false;
                    values = 0;
                    property = Some(name);
                }
                Token::Value(text) => {
                    values += 1;
                    if let Some(name) = property.as_deref().filter(|_| !over) {
                        let line = self.tokens.line();
                        if name == "CA" && self.tokens.charset().is_none() {
                            let name = start_of(&text);
                            builder.decisions.push((line, Decision::Charset { name }));
                        }
                        builder.property(name, &text, values == 1, line)?;
                    }
                }
                Token::LongValue => {
                    let free_text = |name: &str| matches!(name, "C" | "GC");
                    if !over && !property.as_deref().is_some_and(free_text) {
                        let limit = crate::records::defect::MAX_TEXT;
                        return Err((None, Reason::TooLong { what: "a value", limit }));
                    }
                }
            }
        }
    }

    /// Skips the rest of the current game.
    fn skip_game(&mut self) -> std::io::Result<()> {
        let mut fresh = false;
        while self.tokens.depth() > self.base {
            match self.tokens.next()? {
                Token::End | Token::CutValue | Token::TornValue => break,
                Token::Open => fresh = true,
                Token::Property(name) => {
                    if fresh && ROOT.contains(&name.as_str()) {
                        self.begin(name);
                        break;
                    }
                    fresh = false;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes that the next game begins with this property, within a game that was cut off.
    fn begin(&mut self, property: String) {
        self.base = self.tokens.depth() - 1;
        self.found = true;
        self.begun = Some(property);
    }
}

impl<R: BufRead> GameReader for SgfReader<R> {
    fn next(&mut self) -> Option<ReadGame> {
        let found = self.find_game();
        if let Some(line) = self.tokens.take_stray() {
            let game = Err(Defect::moves_outside(line));
            return Some(ReadGame { game, decisions: Vec::new() });
        }
        let mut builder = Builder::new(self.asked.clone());
        let failure = match found {
            Ok(false) => return None,
            Ok(true) => self.read_game(&mut builder).err(),
            Err(error) => Some(at_start(error)),
        };
        let line = self.tokens.line();
        if let Some((_, reason)) = &failure
            && !matches!(reason, Reason::Io(_) | Reason::Truncated(_))
        {
            // What follows a wrong move or property cannot be replayed. If reading fails here, it
            // fails again for the next game and is reported there.
            drop(self.skip_game());
        }
        self.format = builder.format();
        Some(builder.finish(failure, line))
    }

    fn format(&self) -> &'static str {
        self.format
    }
}

/// The ply that fails, if it is a move, and the reason.
type Failure = (Option<usize>, Reason);

fn at_start(reason: impl Into<Reason>) -> Failure {
    (None, reason.into())
}

/// The part of a game that has been read.
struct Builder {
    /// The start that was asked for.
    asked: Option<Start>,
    size: Option<(usize, usize)>,
    /// Cells set up, by column, and by row from the top.
    setup: Vec<(usize, usize, Cell)>,
    side: Option<Color>,
    tags: Vec<(String, String)>,
    replay: Option<Replay>,
    /// The line of each move.
    lines: Vec<usize>,
    /// Points of a move that the next nodes go on with, and who makes it.
    points: Option<(Color, String)>,
    /// Whether the record says that it is a game of Go, as programs do that were taught Amazons.
    go: bool,
    /// Whether the record names the game of Amazons.
    named: bool,
    /// Whether a value in place of a move, such as `resign`, ended the game.
    ended: bool,
    decisions: Decisions,
}

/// What a value of `GM` must be.
const GAME: &str = "18, the number of Amazons, or 1 with a point a node and three nodes a turn";

impl Builder {
    fn new(asked: Option<Start>) -> Self {
        Self {
            asked,
            size: None,
            setup: Vec::new(),
            side: None,
            tags: Vec::new(),
            replay: None,
            lines: Vec::new(),
            points: None,
            go: false,
            named: false,
            ended: false,
            decisions: Vec::new(),
        }
    }

    /// The name of the dialect.
    fn format(&self) -> &'static str {
        let source = self.tags.iter().find(|(name, _)| name == "SO");
        match source {
            _ if self.go => "go-sgf",
            Some((_, site)) if site.contains("littlegolem") => "littlegolem",
            _ => "sgf",
        }
    }

    fn property(
        &mut self,
        name: &str,
        text: &str,
        first: bool,
        line: usize,
    ) -> Result<(), Failure> {
        let wrong = |expected| {
            let (property, found) = (name.to_owned(), start_of(text));
            at_start(Reason::Property { property, found, expected })
        };
        match name {
            "W" => self.node(Color::White, text, line),
            "B" => self.node(Color::Black, text, line),
            "GM" => {
                self.named = text.trim() == "18";
                self.go = text.trim() == "1";
                if self.named || self.go { Ok(()) } else { Err(wrong(GAME)) }
            }
            "SZ" | "AB" | "AW" | "AE" | "AA" | "PL" if self.replay.is_some() => {
                Err(wrong("no set-up after the first move"))
            }
            "SZ" => {
                self.size = Some(parse_size(text).ok_or_else(|| match self.go {
                    true => self.no_amazons(),
                    false => wrong("10 or 8:6, 1 to 16"),
                })?);
                Ok(())
            }
            "AB" | "AW" | "AE" | "AA" => {
                let cell = cell_of(name).ok_or_else(|| wrong("AB, AW, AE or AA"))?;
                let ((left, top), (right, bottom)) =
                    parse_points(text).ok_or_else(|| wrong("points such as ad or aa:cc"))?;
                // AE removes what an earlier property put there; two other kinds on one point
                // conflict.
                let clash = |&(c, r, other): &(usize, usize, Cell)| {
                    (left..=right).contains(&c)
                        && (top..=bottom).contains(&r)
                        && other != cell
                        && other != Cell::Empty
                        && cell != Cell::Empty
                };
                if self.setup.iter().any(clash) {
                    return Err(wrong("points that are in only one of AB, AW and AA"));
                }
                for column in left..=right {
                    self.setup.retain(|&(c, r, _)| c != column || r < top || r > bottom);
                    self.setup.extend((top..=bottom).map(|row| (column, row, cell)));
                }
                Ok(())
            }
            "PL" => {
                self.side = Some(parse_side(text).ok_or_else(|| wrong("W or B"))?);
                Ok(())
            }
            _ if first && TAGS.contains(&name) => {
                if !self.tags.iter().any(|(known, _)| known == name) {
                    self.tags.push((name.to_owned(), text.to_owned()));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A record of another game that says it is Go.
    fn no_amazons(&self) -> Failure {
        let (property, found) = ("GM".to_owned(), "1".to_owned());
        at_start(Reason::Property { property, found, expected: GAME })
    }

    /// Takes in the value of a node: a whole move, or one point of it.
    fn node(&mut self, color: Color, text: &str, line: usize) -> Result<(), Failure> {
        let text = text.trim();
        let is_point = parse_point(text.as_bytes()).is_some();
        match self.points.take() {
            None if is_point && !self.ended => self.points = Some((color, text.to_owned())),
            Some((mover, points)) if is_point && mover == color => {
                let points = points + text;
                if points.len() == 6 {
                    return self.play(color, &points, line);
                }
                self.points = Some((mover, points));
            }
            Some((mover, points)) => {
                // Go's moves change colour with each point.
                if self.go && self.lines.is_empty() && is_point {
                    return Err(self.no_amazons());
                }
                self.points = Some((mover, points));
                return Err(self.half_move());
            }
            None => return self.play(color, text, line),
        }
        Ok(())
    }

    /// The defect of a move that lacks points.
    fn half_move(&mut self) -> Failure {
        let found = self.points.take().map_or_else(String::new, |(_, points)| points);
        (Some(self.lines.len() + 1), Reason::HalfMove { found })
    }

    fn play(&mut self, color: Color, text: &str, line: usize) -> Result<(), Failure> {
        let ply = self.lines.len() + 1;
        let failure = |reason: Reason| (Some(ply), reason);
        let no_move = || Reason::NoMove { found: start_of(text), expected: "d1-d7/g7 or djddgd" };
        if self.ended {
            return Err(failure(no_move()));
        }
        // A player who resigns, or has no move left, ends the game.
        if matches!(text.to_ascii_lowercase().as_str(), "" | "resign" | "pass") {
            self.ended = true;
            return Ok(());
        }
        let (_, height) = self.size();
        let mv = parse_move(text, height).ok_or_else(|| failure(no_move()))?;
        let replay = self.settled(Some(color), line).map_err(at_start)?;
        let possible = replay.push(Some(color), mv);
        self.lines.push(line);
        // Why it is impossible is known at the end, when the start is chosen.
        if possible { Ok(()) } else { Err(failure(no_move())) }
    }

    /// The board's columns and rows: those of the record, else those of the start asked for.
    fn size(&self) -> (usize, usize) {
        let asked = self.asked.as_ref().map(Start::position);
        self.size.or(asked.map(|start| (start.width(), start.height()))).unwrap_or((10, 10))
    }

    /// Fixes the start, once; `first` is the side that moves first.
    fn settled(&mut self, first: Option<Color>, line: usize) -> Result<&mut Replay, Reason> {
        let replay = match self.replay.take() {
            Some(replay) => replay,
            None => self.start(first, line)?,
        };
        Ok(self.replay.insert(replay))
    }

    fn start(&mut self, first: Option<Color>, line: usize) -> Result<Replay, Reason> {
        let (width, height) = self.size();
        let side = self.side.or(first).unwrap_or(Color::White);
        let amazons = self.setup.iter().any(|(_, _, cell)| matches!(cell, Cell::Amazon(_)))
            || self.setup.len() == width * height;
        let asked = self.asked.take();
        let fits = |start: &&Start| {
            (start.position().width(), start.position().height()) == (width, height)
        };
        if amazons {
            let empty = Placement { empty: Wide::rectangle(width, height), ..Placement::default() };
            let own = Start::from(self.set_up(empty, (width, height), side)?);
            self.not_asked(asked.as_ref(), &own, line);
            return Ok(Replay::from(own));
        }
        if let Some(start) = asked.as_ref().filter(fits) {
            let side = self.side.unwrap_or(start.position().side());
            let placement = *start.position().placement();
            return Ok(Replay::from(self.set_up(placement, (width, height), side)?.into()));
        }
        let usual = Start::of_size(width, height)?;
        self.not_asked(asked.as_ref(), &usual, line);
        let mut others = vec![usual.position().swapped()];
        if (width, height) == (10, 10) {
            let cross = Start::cross();
            others.push(cross.position().clone());
            others.push(cross.position().swapped());
        }
        let starts: Result<Vec<Start>, Reason> = std::iter::once(usual.position().clone())
            .chain(others)
            .map(|base| Ok(self.set_up(*base.placement(), (width, height), side)?.into()))
            .collect();
        Ok(Replay::of_any(starts?))
    }

    /// Notes that the start asked for was not used.
    fn not_asked(&mut self, asked: Option<&Start>, own: &Start, line: usize) {
        if let Some(asked) = asked.filter(|asked| !asked.is(own)) {
            let (taken, asked) = (format!("'{own}'"), format!("'{asked}'"));
            self.decisions.push((line, Decision::OwnStart { taken, asked }));
        }
    }

    /// Puts what the record sets up on a board.
    fn set_up(
        &self,
        mut placement: Placement<Wide>,
        (width, height): (usize, usize),
        side: Color,
    ) -> Result<Position, Reason> {
        for &(column, row, cell) in &self.setup {
            if column >= width || row >= height {
                return Err(Reason::Property {
                    property: "AB, AW, AE or AA".to_owned(),
                    found: [column, row].iter().map(|&at| char::from(b'a' + at as u8)).collect(),
                    expected: "points on the board",
                });
            }
            placement.set(Wide::bit(Wide::index(column, height - 1 - row)), cell);
        }
        Ok(Position::new(width, height, placement, side)?)
    }

    /// Returns what was read of the game.
    fn finish(mut self, mut failure: Option<Failure>, line: usize) -> ReadGame {
        if failure.is_none() && self.points.is_some() {
            failure = match self.go && self.lines.is_empty() {
                true => Some(self.no_amazons()),
                false => Some(self.half_move()),
            };
        }
        // A game cut off before its first move still has its start, unless that is wrong too.
        let cut = matches!(&failure, None | Some((_, Reason::Truncated(_))));
        if cut && let Err(reason) = self.settled(None, line).map(drop) {
            failure = failure.or(Some(at_start(reason)));
        }
        let mut game = None;
        if let Some(replay) = self.replay.take() {
            let also = (!self.named && !self.go).then(|| replay.also()).flatten();
            let replayed = replay.finish();
            if let Some(reason) = replayed.failed {
                failure = Some((Some(replayed.game.moves().len() + 1), reason));
            }
            let mut played = replayed.game;
            if let (Some(decision), false) = (also, played.moves().is_empty()) {
                self.decisions.push((line, decision));
            }
            for (name, text) in self.tags {
                played.set_tag(&name, text);
            }
            game = Some(played);
        }
        let line_of = |ply: Option<usize>| {
            ply.and_then(|ply| self.lines.get(ply - 1)).copied().unwrap_or(line)
        };
        let game = match (failure, game) {
            (None, Some(game)) => Ok(game),
            (failure, game) => {
                let (ply, reason) =
                    failure.unwrap_or_else(|| at_start(Reason::Truncated("the game has no start")));
                let line = line_of(ply);
                Err(Defect { line, ply, reason, legal_part: game.map(Box::new) })
            }
        };
        ReadGame { game, decisions: self.decisions }
    }
}

/// `10` or `8:6` (columns, then rows).
pub(super) fn parse_size(text: &str) -> Option<(usize, usize)> {
    let side =
        |text: &str| text.trim().parse().ok().filter(|side: &usize| (1..=MAX_SIDE).contains(side));
    match text.split_once(':') {
        Some((width, height)) => Some((side(width)?, side(height)?)),
        None => side(text).map(|side| (side, side)),
    }
}

/// Reads three SGF points on a board of `height` rows, or algebraic text.
pub(super) fn parse_move(text: &str, height: usize) -> Option<Move> {
    move_of_points(text, height).or_else(|| one_move(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::game::Game;

    /// Ply, reason, and length of the legal part.
    type Failed = (Option<usize>, String, usize);

    fn read(text: &str) -> Vec<Result<Game, Failed>> {
        let mut reader = SgfReader::new(text.as_bytes(), None);
        std::iter::from_fn(|| reader.next())
            .map(|item| {
                item.game.map_err(|defect| {
                    let legal = defect.legal_part.map_or(0, |game| game.moves().len());
                    (defect.ply, defect.reason.to_string(), legal)
                })
            })
            .collect()
    }

    fn one(text: &str) -> Game {
        read(text).remove(0).unwrap()
    }

    fn moves(game: &Game) -> Vec<String> {
        game.moves().iter().map(Move::to_string).collect()
    }

    #[test]
    fn points_count_rows_from_the_top() {
        let game = one("(;FF[4]GM[18]SZ[10];W[djggdg];B[dadbdc])");
        assert_eq!(moves(&game)[0], "d1-g4/d4");
        let error = read("(;GM[18];W[djgjdg])").remove(0).unwrap_err();
        assert!(error.1.contains("d1-g1/d4 is illegal"), "{}", error.1);
        let game = one("(;GM[18]SZ[4:6]AW[af]AB[da]PL[B];B[dacaba];W[afbfcf])");
        assert_eq!(game.start().to_fen(), "3q/4/4/4/4/Q3 b");
        assert_eq!(moves(&game), ["d6-c6/b6", "a1-b1/c1"]);
    }

    #[test]
    fn little_golem_games_are_read() {
        let game =
            one("(;EV[null]PB[x]PW[y]SO[http://www.littlegolem.com];W[j4-g7/d7];B[g10-h9/g8])");
        assert_eq!(moves(&game), ["j4-g7/d7", "g10-h9/g8"]);
        assert_eq!((game.tag("PW"), game.tag("EV")), (Some("y"), Some("null")));
    }

    #[test]
    fn the_first_amazon_tells_which_start_is_meant() {
        let standard = one("(;GM[18];B[djdigi])");
        assert_eq!(standard.start().to_fen(), "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b");
        let usual = one("(;GM[18];B[dadbdc])");
        assert_eq!(usual.start().to_fen(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b");
    }

    #[test]
    fn setup_lists_rectangles_and_arrows() {
        let game = one("(;GM[18]AA[aa:cb]AW[ad]AB[dd]SZ[4]AE[ba])");
        assert_eq!(game.start().to_fen(), "*1*1/***1/4/Q2q w");
        let blocked = one("(;GM[18]SZ[4]AA[bb])");
        assert_eq!(blocked.start().to_fen(), "1qq1/q*1q/Q2Q/1QQ1 w");
    }

    #[test]
    fn only_the_main_line_counts() {
        let game = one("(;GM[18];W[d1-d2/d3](;B[d10-d9/d8](;W[d2-c2/d2])(;W[xx]))(;B[zz])C[more])");
        assert_eq!(moves(&game), ["d1-d2/d3", "d10-d9/d8", "d2-c2/d2"]);
    }

    #[test]
    fn a_game_that_stops_early_is_no_error() {
        assert_eq!(one("(;GM[18];W[d1-d2/d3];B[resign])").moves().len(), 1);
        assert_eq!(one("(;GM[18]PB[a\\]b])").tag("PB"), Some("a]b"));
    }

    #[test]
    fn defects_name_the_ply_and_the_next_game_is_read() {
        let games = read(
            "(;GM[18];W[d1-d2/d3];B[d10-d9/d1];W[g1-g2/g3])(;GM[18];W[d1-d2/d3];W[d2-d1/d2])\
             (;GM[1];B[aa])(;GM[18]SZ[99])(;GM[18]SZ[3])(;GM[18];W[what])(;GM[18];W[d1-d2/d3])",
        );
        let errors: Vec<_> = games[..6].iter().map(|game| game.as_ref().unwrap_err()).collect();
        assert_eq!((errors[0].0, errors[0].2), (Some(2), 1));
        assert!(errors[0].1.contains("the shot from d9 to d1"), "{}", errors[0].1);
        assert!(errors[1].1.contains("White moves out of turn"), "{}", errors[1].1);
        assert!(errors[2].1.starts_with("GM[1]; expected 18, the number of Amazons"));
        assert_eq!(errors[3].1, "SZ[99]; expected 10 or 8:6, 1 to 16");
        assert!(errors[4].1.contains("no standard start for 3x3"), "{}", errors[4].1);
        assert!(errors[5].1.contains("found 'what'"), "{}", errors[5].1);
        assert!(games[6].is_ok() && games.len() == 7);
    }

    #[test]
    fn truncation_keeps_the_legal_part() {
        for (text, legal) in [
            ("(;GM[18];W[d1-d2/d3];B[d10-d9/d8]", 2),
            ("(;GM[18];W[d1-d2/d3];B[d10-d", 1),
            ("(;GM[18", 0),
        ] {
            let error = read(text).remove(0).unwrap_err();
            assert!(error.1.starts_with("truncated"), "{}", error.1);
            assert_eq!(error.2, legal, "{text}");
        }
        let games =
            read("(;GM[18];W[d1-d2/d3]\n(;FF[4]GM[18];W[d1-d3/d4];B[d10-d9/d8])\n(;GM[18])");
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].as_ref().unwrap_err().2, 1);
        assert_eq!(games[1].as_ref().unwrap().moves().len(), 2);
        assert!(games[2].is_ok());
        let games = read("(;GM[18];W[d1-d2/j9];B[d10-d9/d8]\n(;FF[4]GM[18];W[d1-d3/d4])");
        assert_eq!((games.len(), games[0].as_ref().unwrap_err().0), (2, Some(1)));
        assert_eq!(games[1].as_ref().unwrap().moves().len(), 1);
    }
}
