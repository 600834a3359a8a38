//! Histories of OpenSpiel: lists of cell numbers, row by row from the top, three a turn (amazon,
//! target, arrow). `X`, the player who moves first, is White, as in the boards that it draws.
//!
//! A list stands alone (`[93, 33, 36]` or `93, 33, 36`, one game each), or behind `History() =`,
//! where a list that goes on with the one before is the same game. A line such as
//! `game: amazons(board_size=8)` tells the size of the board; without it the moves do.

use super::defect::{Defect, MAX_TEXT};
use super::error::Reason;
use super::game::Game;
use super::game_reader::{GameReader, ReadGame};
use super::note::Decision;
use super::start::Start;
use crate::board::{Cell, Color, Move, Square};
use crate::util::bounded_line::{BoundedLines, Line};
use crate::util::start_of::start_of;
use std::collections::VecDeque;
use std::io::BufRead;

/// The longest list: a game on 16 × 16 has fewer moves than squares.
const MOST_CELLS: usize = 3 * 256;

/// Sizes of boards in the order in which they are tried: OpenSpiel's own first.
const SIZES: [usize; 8] = [10, 8, 6, 4, 5, 7, 9, 11];

/// A list of cells and the line that it begins in.
struct List {
    line: usize,
    cells: Vec<usize>,
    /// Whether it has more cells than a game can need.
    too_long: bool,
}

impl List {
    fn at(line: usize) -> Self {
        Self { line, cells: Vec::new(), too_long: false }
    }

    fn add(&mut self, digits: &str) {
        if self.cells.len() < MOST_CELLS {
            self.cells.push(digits.parse().unwrap_or(usize::MAX));
        } else {
            self.too_long = true;
        }
    }
}

pub(crate) struct OpenSpielReader<R> {
    lines: BoundedLines<R>,
    line: usize,
    asked: Option<Start>,
    /// The size that a line before the next list tells.
    size: Option<usize>,
    /// Whether other text than lists belongs to the format.
    annotated: bool,
    /// The last list behind `History() =`, which the next may go on with.
    history: Option<List>,
    /// A list whose bracket is open.
    open: Option<List>,
    finished: VecDeque<ReadGame>,
    ended: bool,
}

impl<R: BufRead> OpenSpielReader<R> {
    pub(crate) fn new(input: R, asked: Option<Start>) -> Self {
        Self {
            lines: BoundedLines::new(input, MAX_TEXT),
            line: 0,
            asked,
            size: None,
            annotated: false,
            history: None,
            open: None,
            finished: VecDeque::new(),
            ended: false,
        }
    }

    fn finish(&mut self, list: List) {
        let size = self.size.take();
        self.finished.push_back(game_of(&list.cells, list.line, size, self.asked.as_ref()));
        if list.too_long {
            let reason = Reason::TooLong { what: "a list of cells", limit: MOST_CELLS };
            if let Some(ReadGame { game, .. }) = self.finished.back_mut()
                && let Ok(read) = game
            {
                let legal_part = Some(Box::new(read.clone()));
                *game = Err(Defect { line: list.line, ply: None, reason, legal_part });
            }
        }
    }

    fn take_in(&mut self, text: &str) {
        let text = text.trim();
        if let Some(name) = text.strip_prefix("game:") {
            if let Some(history) = self.history.take() {
                self.finish(history);
            }
            self.annotated = true;
            self.size = board_size(name);
        } else if let Some(cells) = text.strip_prefix("History() =") {
            self.annotated = true;
            let mut list = List::at(self.line);
            for digits in cells.split(|letter: char| !letter.is_ascii_digit()) {
                if !digits.is_empty() {
                    list.add(digits);
                }
            }
            let goes_on = |before: &List| list.cells.starts_with(&before.cells);
            if self.history.as_ref().is_some_and(|before| !goes_on(before))
                && let Some(before) = self.history.take()
            {
                self.finish(before);
            }
            self.history = Some(list);
        } else if is_list(text) && self.history.is_none() {
            self.lists(text);
        } else if !self.annotated && !text.is_empty() && !text.starts_with('#') {
            let reason = Reason::NoMove { found: start_of(text), expected: "[93, 33, 36]" };
            let defect = Defect { line: self.line, ply: None, reason, legal_part: None };
            self.finished.push_back(ReadGame { game: Err(defect), decisions: Vec::new() });
        }
    }

    /// Takes in a line of brackets and numbers. The innermost brackets hold a game each.
    fn lists(&mut self, text: &str) {
        let mut bare = None;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let list = match &mut self.open {
                    Some(open) => open,
                    None => bare.get_or_insert_with(|| List::at(self.line)),
                };
                list.add(&rest[..digits]);
                rest = &rest[digits..];
                continue;
            }
            match letter {
                // Only the innermost brackets hold a game.
                '[' => {
                    let before = self.open.replace(List::at(self.line));
                    if let Some(before) = before.filter(|list| !list.cells.is_empty()) {
                        self.finish(before);
                    }
                }
                ']' => {
                    if let Some(list) = self.open.take() {
                        self.finish(list);
                    }
                }
                _ => {}
            }
            rest = &rest[letter.len_utf8()..];
        }
        if let Some(list) = bare {
            self.finish(list);
        }
    }
}

impl<R: BufRead> GameReader for OpenSpielReader<R> {
    fn format(&self) -> &'static str {
        "openspiel"
    }

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            if let Some(game) = self.finished.pop_front() {
                return Some(game);
            }
            if self.ended {
                return None;
            }
            match self.lines.next() {
                Ok(Some((Line::Whole(text), _))) => {
                    self.line += 1;
                    self.take_in(&text);
                }
                Ok(Some((Line::TooLong, _))) => {
                    self.line += 1;
                    if !self.annotated {
                        let reason = Reason::TooLong { what: "a line", limit: MAX_TEXT };
                        let defect =
                            Defect { line: self.line, ply: None, reason, legal_part: None };
                        return Some(ReadGame { game: Err(defect), decisions: Vec::new() });
                    }
                }
                Ok(None) => {
                    self.ended = true;
                    if let Some(list) = self.history.take() {
                        self.finish(list);
                    }
                    if let Some(list) = self.open.take() {
                        let (line, cells) = (list.line, list.cells.clone());
                        self.finish(list);
                        let reason = Reason::Truncated("the input ends within the list");
                        if let Some(ReadGame { game, .. }) = self.finished.back_mut()
                            && let Ok(read) = game
                        {
                            let ply = (!cells.is_empty()).then(|| read.moves().len() + 1);
                            let legal_part = Some(Box::new(read.clone()));
                            *game = Err(Defect { line, ply, reason, legal_part });
                        }
                    }
                }
                Err(error) => {
                    self.ended = true;
                    let reason = Reason::Io(error);
                    let defect = Defect { line: self.line, ply: None, reason, legal_part: None };
                    return Some(ReadGame { game: Err(defect), decisions: Vec::new() });
                }
            }
        }
    }
}

/// Whether a line holds nothing but lists of numbers.
fn is_list(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit() || "[]".contains(letter))
        && text.chars().all(|letter| letter.is_ascii_digit() || "[](), \t\"'".contains(letter))
}

/// Whether a file that begins with this text holds lists of cells.
pub(crate) fn begins(text: &str) -> bool {
    let headed = |line: &str| line.starts_with("History() =") || line.starts_with("game: amazons");
    if text.lines().any(|line| headed(line.trim())) {
        return true;
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| {
        let numbers = line.split(|letter: char| !letter.is_ascii_digit());
        is_list(line) && (line.contains('[') || numbers.filter(|n| !n.is_empty()).count() >= 3)
    })
}

/// The size in the name of a game such as `amazons(board_size=8)`.
pub(super) fn board_size(name: &str) -> Option<usize> {
    let (_, size) = name.split_once("board_size=")?;
    let digits = size.bytes().take_while(u8::is_ascii_digit).count();
    size[..digits].parse().ok()
}

/// Replays a list of cells from the start that was asked for, on the board of the size that the
/// record tells, or on the first that plays all its moves.
pub(super) fn game_of(
    cells: &[usize],
    line: usize,
    size: Option<usize>,
    asked: Option<&Start>,
) -> ReadGame {
    let starts: Vec<Start> = match (asked, size) {
        (Some(asked), _) => vec![asked.clone()],
        (None, Some(size)) => match Start::of_size(size, size) {
            Ok(start) => vec![start],
            Err(error) => {
                let defect = Defect { line, ply: None, reason: error.into(), legal_part: None };
                return ReadGame { game: Err(defect), decisions: Vec::new() };
            }
        },
        (None, None) => {
            SIZES.iter().map(|&size| Start::of_size(size, size).expect("it has a start")).collect()
        }
    };
    let tries: Vec<_> = starts
        .into_iter()
        .map(|start| if asked.is_none() { first_player_white(start, cells) } else { start })
        .map(|start| {
            let (game, failed) = replayed(&start, cells);
            (start, game, failed)
        })
        .collect();
    let whole: Vec<usize> = (0..tries.len()).filter(|&i| tries[i].2.is_none()).collect();
    let most = tries.iter().map(|(_, game, _)| game.moves().len()).max();
    let longest = tries.iter().position(|(_, game, _)| Some(game.moves().len()) == most);
    let chosen = whole.first().copied().or(longest).unwrap_or(0);
    let mut decisions = Vec::new();
    let taken = || format!("'{}'", tries[chosen].0);
    if cells.len() >= 3
        && let Some(&other) = whole.get(1)
    {
        let other = tries[other].0.to_string();
        decisions.push((line, Decision::AlsoLegal { taken: taken(), other }));
    } else if chosen > 0 {
        decisions.push((line, Decision::OtherStart { start: taken() }));
    }
    let (_, game, failed) = tries.into_iter().nth(chosen).expect("it was counted");
    let left = cells.len() % 3;
    let half = (left > 0).then(|| {
        let left: Vec<String> = cells[cells.len() - left..].iter().map(usize::to_string).collect();
        Reason::HalfMove { found: left.join(", ") }
    });
    let game = match failed.or(half) {
        None => Ok(game),
        Some(reason) => {
            let ply = Some(game.moves().len() + 1);
            Err(Defect { line, ply, reason, legal_part: Some(Box::new(game)) })
        }
    };
    ReadGame { game, decisions }
}

/// The start in which the first player's amazons are White's.
fn first_player_white(start: Start, cells: &[usize]) -> Start {
    let first = cells.first().and_then(|&cell| square(&start, cell).ok());
    match first.map(|square| start.position().cell(square)) {
        Some(Cell::Amazon(Color::Black)) => start.exchanged(),
        _ => start,
    }
}

fn square(start: &Start, cell: usize) -> Result<Square, Reason> {
    let (width, height) = (start.position().width(), start.position().height());
    let last = width * height - 1;
    if cell > last {
        let found = if cell == usize::MAX { "too large".to_owned() } else { cell.to_string() };
        return Err(Reason::Cell { found, last });
    }
    Ok(Square::new(cell % width, height - 1 - cell / width))
}

fn replayed(start: &Start, cells: &[usize]) -> (Game, Option<Reason>) {
    let mut game = Game::new(start.position().clone());
    for turn in cells.chunks_exact(3) {
        let squares: Result<Vec<Square>, Reason> =
            turn.iter().map(|&cell| square(start, cell)).collect();
        let played = squares.and_then(|squares| {
            let mv = Move { from: squares[0], to: squares[1], arrow: squares[2] };
            game.push(mv).map_err(Reason::from)
        });
        if let Err(reason) = played {
            return (game, Some(reason));
        }
    }
    (game, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn read(text: &str) -> Vec<ReadGame> {
        let mut reader = OpenSpielReader::new(text.as_bytes(), None);
        std::iter::from_fn(|| reader.next()).collect()
    }

    fn moves(text: &str) -> Vec<usize> {
        read(text).iter().map(|read| read.game.as_ref().map_or(99, |g| g.moves().len())).collect()
    }

    #[test]
    fn cells_count_from_the_top() {
        let games = read("[93, 33, 36, 6, 26, 71]\n");
        let game = games[0].game.as_ref().ok().unwrap();
        assert_eq!(game.moves()[0].to_string(), "d1-d7/g7");
        assert_eq!(game.moves()[1].to_string(), "g10-g8/b3");
        assert!(games[0].decisions.is_empty());
    }

    #[test]
    fn lists_stand_alone_nested_over_lines_or_bare() {
        assert_eq!(moves("93, 33, 36\n93 33 36 6 26 71\n\n# none\n[]\n"), [1, 2, 0]);
        assert_eq!(moves("[[93,33,36],\n [93,33,36,\n6,26,71]]"), [1, 2]);
        assert_eq!(moves("[\"93\", \"33\", \"36\"]"), [1]);
        assert_eq!(moves("(93, 33, 36)"), [1]);
    }

    #[test]
    fn a_playthrough_is_one_game() {
        let text = "game: amazons\n\nGetParameters() = {board_size=10}\n# State 0\nHistory() = []\n\
                    LegalActions() = [60, 69]\nHistory() = [93]\nHistory() = [93, 33]\n\
                    History() = [93, 33, 36]\nHistoryString() = \"93, 33, 36\"\nRewards() = [0, 0]\n";
        assert_eq!(moves(text), [1]);
        assert_eq!(moves(&text.repeat(2)), [1, 1]);
    }

    #[test]
    fn the_first_player_is_white_wherever_his_amazons_stand() {
        let games = read("game: amazons(board_size=8)\nHistory() = [2, 18, 20]\n");
        let game = games[0].game.as_ref().ok().unwrap();
        let start: Position = "2Q2Q2/8/Q6Q/8/8/q6q/8/2q2q2 w".parse().unwrap();
        assert_eq!(game.start(), &start);
    }

    #[test]
    fn moves_tell_the_size_where_nothing_else_does() {
        let games = read("[61, 29, 27, 2, 18, 20]\n");
        let game = games[0].game.as_ref().ok().unwrap();
        assert_eq!(game.start().width(), 8);
        assert!(games[0].decisions[0].1.to_string().contains("'8x8'"));
    }

    #[test]
    fn defects_are_named() {
        let reason = |text: &str| read(text)[0].game.as_ref().err().unwrap().reason.to_string();
        assert!(reason("[93, 33, 36, 6]").contains("half move '6'"));
        assert!(
            reason("[93, 33, 36, 6, 26, 100]").contains("cell 100; expected a number from 0 to 99")
        );
        assert!(reason("[93, 33, 36").contains("ends within the list"));
        assert!(reason("[93, 33, 36, 7, 26, 71]").contains("illegal"));
        assert!(reason("game: amazons(board_size=99)\n[1]").contains("no standard start"));
        assert_eq!(moves("[93, 33, 36]\nnonsense\n[93, 33, 36]"), [1, 99, 1]);
    }
}
