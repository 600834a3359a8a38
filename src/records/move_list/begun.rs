//! A game of a move list whose end has not been seen yet.

use super::numbers::Numbers;
use super::words::Word;
use crate::board::{Color, Move, Position};
use crate::records::defect::Defect;
use crate::records::error::Reason;
use crate::records::game::Game;
use crate::records::note::{Decision, Decisions};
use crate::records::points::move_of_points;
use crate::records::replay::{Replay, starts_without_colours};

use crate::records::start::Start;

/// A game that the next line may continue.
pub(in crate::records) struct Begun {
    /// The name of the format, as its heading shows it.
    pub format: &'static str,
    /// The start that was asked for.
    asked: Option<Start>,
    /// The start that the record names.
    own: Option<Start>,
    replay: Option<Replay>,
    tags: Vec<(String, String)>,
    /// The first defect besides illegal moves; what follows it is skipped.
    defect: Option<(usize, Reason)>,
    /// The line of each move.
    lines: Vec<usize>,
    /// Words read as moves, including those after a defect.
    pub plies: usize,
    /// Whether every line so far holds at most one move.
    pub one_a_line: bool,
    /// Lines so far that hold moves.
    pub lines_of_moves: usize,
    /// Whether a result or a resignation ended the game.
    pub ended: bool,
    /// The line in which it did.
    ended_in: usize,
    numbers: Numbers,
    /// The side that is said to move next.
    said: Option<Color>,
    pub decisions: Decisions,
}

/// A game that was read, and what was decided about it.
pub(in crate::records) type Finished = (Result<Game, Defect>, Decisions);

impl Begun {
    pub(in crate::records) fn new(asked: Option<&Start>) -> Self {
        Self {
            format: "moves",
            asked: asked.cloned(),
            own: None,
            replay: None,
            tags: Vec::new(),
            defect: None,
            lines: Vec::new(),
            plies: 0,
            one_a_line: true,
            lines_of_moves: 0,
            ended: false,
            ended_in: 0,
            numbers: Numbers::default(),
            said: None,
            decisions: Vec::new(),
        }
    }

    /// Whether nothing but tags has been read.
    pub(in crate::records) fn is_fresh(&self) -> bool {
        self.plies == 0 && !self.ended
    }

    /// Notes that a line was not read; the next one begins a game.
    pub(in crate::records) fn lose(&mut self, line: usize, reason: Reason) {
        self.ended = true;
        self.stop(line, reason);
    }

    /// Whether a move so far could not be read, or not be played.
    pub(in crate::records) fn is_defective(&self) -> bool {
        self.defect.is_some() || self.replay.as_ref().is_some_and(Replay::has_failed)
    }

    /// How many of these moves can be played next.
    pub(in crate::records) fn reach(&self, moves: &[Move]) -> usize {
        let replay = self.replay.as_ref().filter(|_| self.defect.is_none());
        replay.map_or(0, |replay| replay.reach(moves))
    }

    /// Returns the same game, to go on in another way; `None` if it has a defect.
    pub(in crate::records) fn fork(&self) -> Option<Self> {
        if self.defect.is_some() {
            return None;
        }
        Some(Self {
            asked: self.asked.clone(),
            own: self.own.clone(),
            replay: self.replay.clone(),
            tags: self.tags.clone(),
            defect: None,
            lines: self.lines.clone(),
            numbers: self.numbers.clone(),
            decisions: self.decisions.clone(),
            ..*self
        })
    }

    /// Sets the start that the record names.
    pub(in crate::records) fn begin_from(&mut self, text: &str, line: usize) {
        match text.parse::<Position>() {
            Ok(position) => {
                let own = Start::from(position);
                if let Some(asked) = self.asked.as_ref().filter(|asked| !asked.is(&own)) {
                    let (taken, asked) = (own.to_string(), asked.to_string());
                    self.decisions.push((line, Decision::OwnStart { taken, asked }));
                }
                self.own = Some(own);
            }
            Err(error) => self.stop(line, Reason::Fen(error)),
        }
    }

    /// Sets a tag, unless the record already has it.
    pub(in crate::records) fn tag(&mut self, name: &str, value: String) {
        if !self.tags.iter().any(|(known, _)| known == name) {
            self.tags.push((name.to_owned(), value));
        }
    }

    /// Notes a defect; what follows is skipped.
    pub(in crate::records) fn stop(&mut self, line: usize, reason: Reason) {
        self.defect.get_or_insert((line, reason));
    }

    /// The rows of the board, which points are counted from.
    pub(in crate::records) fn height(&self) -> usize {
        let start = self.own.as_ref().or(self.asked.as_ref());
        start.map_or(10, |start| start.position().height())
    }

    fn replay(&mut self) -> &mut Replay {
        let known = self.own.as_ref().or(self.asked.as_ref());
        self.replay.get_or_insert_with(|| match known {
            Some(start) => Replay::from(start.clone()),
            None => Replay::guessing(Start::standard(), starts_without_colours, 2),
        })
    }

    /// Takes in a word of the game's text.
    pub(in crate::records) fn word(&mut self, word: Word, line: usize) {
        let no_move = |found| Reason::NoMove { found, expected: "d1-d7/g7" };
        match word {
            Word::Move(mv) => self.play(mv, line),
            Word::Points(text) => match move_of_points(&text, self.height()) {
                Some(mv) => self.play(mv, line),
                None => self.wrong(line, no_move(text)),
            },
            Word::Short(short) => {
                let found = self.replay().meant(|mv| short.may_be(mv));
                match found[..] {
                    [mv] => self.play(mv, line),
                    _ => self.wrong(line, Reason::Short { found: short.text, fits: found.len() }),
                }
            }
            Word::Half(found) => self.wrong(line, Reason::HalfMove { found }),
            // How it was won, as in "Black wins on time".
            Word::Other(found) if self.is_said_of_its_end(&found, line) => {}
            Word::Other(found) => self.wrong(line, no_move(found)),
            Word::Side(color) => self.said = Some(color),
            Word::Result(winner) => self.result(winner, "", line),
            Word::Resigns => {
                let loser = self.said.take().unwrap_or(self.replay().side());
                self.result(Some(loser.other()), "R", line);
            }
            Word::Wins => {
                let winner = self.said.take().unwrap_or(self.replay().side().other());
                self.result(Some(winner), "", line);
            }
            Word::Number(number) => self.numbers.push(line, number, self.plies),
            Word::Tag { .. } => {}
        }
    }

    /// Ends the game; `how` it was won is a letter of SGF.
    fn result(&mut self, winner: Option<Color>, how: &str, line: usize) {
        (self.ended, self.ended_in) = (true, line);
        if let Some(winner) = winner {
            self.tag("RE", format!("{}+{how}", winner.letter().to_ascii_uppercase()));
        }
    }

    /// Whether a text without digits stands behind the result, in the same line.
    fn is_said_of_its_end(&self, text: &str, line: usize) -> bool {
        self.ended && self.ended_in == line && !text.contains(|c: char| c.is_ascii_digit())
    }

    fn play(&mut self, mv: Move, line: usize) {
        self.plies += 1;
        let said = self.said.take();
        if self.defect.is_none() {
            self.lines.push(line);
            self.replay().push(said, mv);
        }
    }

    /// Takes in what stands in place of a move.
    fn wrong(&mut self, line: usize, reason: Reason) {
        self.plies += 1;
        self.stop(line, reason);
    }

    pub(in crate::records) fn end(mut self) -> Finished {
        let replayed = {
            self.replay();
            self.replay.take().expect("it was just made").finish()
        };
        let mut game = replayed.game;
        for (name, value) in self.tags {
            game.set_tag(&name, value);
        }
        let first_line = self.lines.first().copied().unwrap_or(1);
        self.decisions.extend(replayed.decision.map(|decision| (first_line, decision)));
        let start = game.start();
        let black_first = start.side() == Color::Black;
        let in_the_middle = !is_start_of_a_game(start);
        self.decisions.extend(self.numbers.misfit(game.moves().len(), black_first, in_the_middle));
        // An illegal move comes before any other defect: nothing is played after one.
        let played = game.moves().len();
        let illegal = replayed.failed.map(|reason| (self.lines[played], reason));
        let Some((line, reason)) = illegal.or(self.defect) else {
            return (Ok(game), self.decisions);
        };
        let read = self.plies > 0;
        let ply = read.then_some(played + 1);
        let legal_part = read.then(|| Box::new(game));
        (Err(Defect { line, ply, reason, legal_part }), self.decisions)
    }
}

/// Whether the amazons stand as at the start of a game on a board of this size.
fn is_start_of_a_game(position: &Position) -> bool {
    let usual = Start::of_size(position.width(), position.height());
    let cross = Start::cross();
    let as_in = |start: &Start| {
        let other = start.position();
        (other.width(), other.height()) == (position.width(), position.height())
            && other.placement() == position.placement()
    };
    usual.is_ok_and(|start| as_in(&start)) || as_in(&cross)
}
