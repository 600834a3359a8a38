//! SGF games of Amazons: `GM[18]`, and the dialect of Little Golem.
//!
//! Points are column then row, with row `a` at the top; a move is three points or algebraic text.
//! Only the main line is read. `AB`, `AW`, `AE`, `AA` set up the start (with rectangles such as
//! `aa:cc`); if there is an `AB` or `AW`, squares not named are empty. Without a setup the game
//! begins from the standard start. The SGF standard puts Black at the bottom there, programs put
//! White: the amazon that makes the first move tells which.

use super::tokens::{Token, Tokens};
use crate::board::{Bitboard, Cell, Color, MAX_SIDE, Move, Placement, Position, Square, Wide};
use crate::records::defect::Defect;
use crate::records::error::Reason;
use crate::records::game::Game;
use crate::util::start_of::start_of;
use std::io::BufRead;

/// Tags that are kept: the properties that describe a whole game.
const TAGS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "SO",
    "US", "WR",
];

/// Properties that begin the first node of a game; within a game they show that the game before was
/// cut off.
const ROOT: [&str; 6] = ["AP", "CA", "EV", "FF", "GM", "SZ"];

pub(crate) struct SgfReader<R> {
    tokens: Tokens<R>,
    /// Trees open around the current game: nonzero if a cut-off game was left open.
    base: usize,
    /// The first property of a game whose beginning was met within the one before.
    begun: Option<String>,
}

impl<R: BufRead> SgfReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { tokens: Tokens::new(input), base: 0, begun: None }
    }

    /// Reads the next game; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<Result<Game, Defect>> {
        let mut builder = Builder::default();
        let read = match self.read_game(&mut builder) {
            Ok(None) => return self.tokens.take_stray().map(Defect::moves_after).map(Err),
            Ok(Some(())) => builder.settle_start(None).map_err(at_start),
            Err(failure) => Err(failure),
        };
        let Err((ply, reason)) = read else { return builder.finish().map(Ok) };
        let line = self.tokens.line();
        match reason {
            Reason::Io(_) => {}
            // A game cut off before its first move still has its start, unless that is wrong too.
            Reason::Truncated(_) => drop(builder.settle_start(None)),
            // What follows a wrong move or property cannot be replayed. If reading fails here, it
            // fails again for the next game and is reported there.
            _ => drop(self.skip_game()),
        }
        Some(Err(Defect { line, ply, reason, legal_part: builder.finish().map(Box::new) }))
    }

    /// Reads up to the end of a game; `Ok(None)` if there is none.
    fn read_game(&mut self, builder: &mut Builder) -> Result<Option<()>, Failure> {
        let mut property = self.begun.take();
        while property.is_none() {
            match self.tokens.next().map_err(at_start)? {
                Token::End => return Ok(None),
                Token::Open => {
                    self.base = self.tokens.depth() - 1;
                    break;
                }
                // The rest of a game that was cut off.
                _ => {}
            }
        }
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
                Token::End => return Ok(Some(())),
                Token::Open => {
                    fresh = true;
                    property = None;
                }
                Token::Close => {
                    over = true;
                    if self.tokens.depth() <= self.base {
                        return Ok(Some(()));
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
                        builder.property(name, &text, values == 1)?;
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
                Token::End | Token::CutValue => break,
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
        self.begun = Some(property);
    }
}

/// The ply that fails, if it is a move, and the reason.
type Failure = (Option<usize>, Reason);

fn at_start(reason: impl Into<Reason>) -> Failure {
    (None, reason.into())
}

/// A game as far as it has been read.
#[derive(Default)]
struct Builder {
    size: Option<(usize, usize)>,
    /// Cells set up, by column, and by row from the top.
    setup: Vec<(usize, usize, Cell)>,
    side: Option<Color>,
    tags: Vec<(String, String)>,
    game: Option<Game>,
    /// Whether a value in place of a move, such as `resign`, ended the game.
    ended: bool,
}

impl Builder {
    fn property(&mut self, name: &str, text: &str, first: bool) -> Result<(), Failure> {
        let wrong = |expected| {
            let (property, found) = (name.to_owned(), start_of(text));
            at_start(Reason::Property { property, found, expected })
        };
        match name {
            "W" => self.play(Color::White, text),
            "B" => self.play(Color::Black, text),
            "GM" if text.trim() != "18" => Err(wrong("18, the number of Amazons")),
            "SZ" | "AB" | "AW" | "AE" | "AA" | "PL" if self.game.is_some() => {
                Err(wrong("no set-up after the first move"))
            }
            "SZ" => {
                self.size = Some(parse_size(text).ok_or_else(|| wrong("10 or 8:6, 1 to 16"))?);
                Ok(())
            }
            "AB" | "AW" | "AE" | "AA" => {
                let cell = match name {
                    "AB" => Cell::Amazon(Color::Black),
                    "AW" => Cell::Amazon(Color::White),
                    "AE" => Cell::Empty,
                    _ => Cell::Blocked,
                };
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
                self.side = Some(match text.trim() {
                    "W" | "w" | "White" | "white" => Color::White,
                    "B" | "b" | "Black" | "black" => Color::Black,
                    _ => return Err(wrong("W or B")),
                });
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

    fn play(&mut self, color: Color, text: &str) -> Result<(), Failure> {
        let ply = self.game.as_ref().map_or(1, |game| game.moves().len() + 1);
        let failure = |reason: Reason| (Some(ply), reason);
        let no_move = || Reason::NoMove { found: start_of(text), expected: "d1-d7/g7 or djddgd" };
        if self.ended {
            return Err(failure(no_move()));
        }
        // A player who resigns, or has no move left, ends the game.
        if matches!(text.trim().to_ascii_lowercase().as_str(), "" | "resign" | "pass") {
            self.ended = true;
            return Ok(());
        }
        let (_, height) = self.size();
        let mv = parse_move(text.trim(), height).ok_or_else(|| failure(no_move()))?;
        self.settle_start(Some((color, mv))).map_err(at_start)?;
        let Some(game) = &mut self.game else { return Ok(()) };
        if game.now().side() != color {
            return Err(failure(Reason::Turn { found: color }));
        }
        game.push(mv).map_err(|illegal| failure(illegal.into()))
    }

    fn size(&self) -> (usize, usize) {
        self.size.unwrap_or((10, 10))
    }

    /// Fixes the start position, once; `first` is the first move, which shows who begins.
    fn settle_start(&mut self, first: Option<(Color, Move)>) -> Result<(), Reason> {
        if self.game.is_none() {
            self.game = Some(Game::new(self.start(first)?));
        }
        Ok(())
    }

    fn start(&self, first: Option<(Color, Move)>) -> Result<Position, Reason> {
        let (width, height) = self.size();
        let side = self.side.or(first.map(|(color, _)| color)).unwrap_or(Color::White);
        let amazons = self.setup.iter().any(|(_, _, cell)| matches!(cell, Cell::Amazon(_)));
        let base = if amazons {
            Placement { empty: Wide::rectangle(width, height), ..Placement::default() }
        } else {
            let usual = Position::start(width, height)?;
            let swapped = usual.swapped();
            match first {
                Some((color, mv))
                    if usual.cell(mv.from) != Cell::Amazon(color)
                        && swapped.cell(mv.from) == Cell::Amazon(color) =>
                {
                    *swapped.placement()
                }
                _ => *usual.placement(),
            }
        };
        let mut placement = base;
        for &(column, row, cell) in &self.setup {
            if column >= width || row >= height {
                return Err(Reason::Property {
                    property: "AB, AW, AE or AA".to_owned(),
                    found: [column, row].iter().map(|&at| char::from(b'a' + at as u8)).collect(),
                    expected: "points on the board",
                });
            }
            let bit = Wide::bit(Wide::index(column, height - 1 - row));
            placement = Placement {
                empty: placement.empty.without(bit),
                white: placement.white.without(bit),
                black: placement.black.without(bit),
            };
            match cell {
                Cell::Empty => placement.empty |= bit,
                Cell::Amazon(Color::White) => placement.white |= bit,
                Cell::Amazon(Color::Black) => placement.black |= bit,
                Cell::Blocked => {}
            }
        }
        Ok(Position::new(width, height, placement, side)?)
    }

    /// Returns the game as far as it goes; `None` if its start is unknown.
    fn finish(self) -> Option<Game> {
        let mut game = self.game?;
        for (name, text) in self.tags {
            game.set_tag(&name, text);
        }
        Some(game)
    }
}

/// `10` or `8:6` (columns, then rows).
fn parse_size(text: &str) -> Option<(usize, usize)> {
    let side =
        |text: &str| text.trim().parse().ok().filter(|side: &usize| (1..=MAX_SIDE).contains(side));
    match text.split_once(':') {
        Some((width, height)) => Some((side(width)?, side(height)?)),
        None => side(text).map(|side| (side, side)),
    }
}

/// Reads a point as column, and row from the top, both from 0.
fn parse_point(point: &[u8]) -> Option<(usize, usize)> {
    let place = |byte: u8| {
        let place = usize::from(byte.wrapping_sub(b'a'));
        (place < MAX_SIDE).then_some(place)
    };
    match point {
        &[column, row] => Some((place(column)?, place(row)?)),
        _ => None,
    }
}

/// Reads a point, or a rectangle `aa:cc`, as its top left and bottom right corners.
fn parse_points(text: &str) -> Option<((usize, usize), (usize, usize))> {
    let text = text.trim();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let (first, last) = (parse_point(first.as_bytes())?, parse_point(last.as_bytes())?);
    (first.0 <= last.0 && first.1 <= last.1).then_some((first, last))
}

/// Reads three SGF points on a board of `height` rows, or algebraic text.
fn parse_move(text: &str, height: usize) -> Option<Move> {
    let bytes = text.as_bytes();
    if bytes.len() != 6 || bytes.iter().any(|byte| !byte.is_ascii_lowercase()) {
        return text.parse().ok();
    }
    let square = |point| {
        let (column, row) = parse_point(point)?;
        Some(Square::new(column, height.checked_sub(row + 1)?))
    };
    Some(Move {
        from: square(&bytes[..2])?,
        to: square(&bytes[2..4])?,
        arrow: square(&bytes[4..])?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ply, reason, and length of the legal part.
    type Failed = (Option<usize>, String, usize);

    fn read(text: &str) -> Vec<Result<Game, Failed>> {
        let mut reader = SgfReader::new(text.as_bytes());
        std::iter::from_fn(|| reader.next())
            .map(|item| {
                item.map_err(|defect| {
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
        assert_eq!(errors[2].1, "GM[1]; expected 18, the number of Amazons");
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
