//! Trials of Ludii: the game's name, its options, one action a line, the result. Cells are counted
//! from the bottom, row by row. Player 1, who moves first, is White. The trial itself places the
//! amazons, so it names its start.

use super::defect::{Defect, MAX_TEXT};
use super::error::Reason;
use super::game::Game;
use super::game_reader::{GameReader, ReadGame};
use super::note::{Decision, Decisions};
use super::start::Start;
use crate::board::{Bitboard, Color, MAX_SIDE, Move, Placement, Position, Square, Wide};
use crate::util::bounded_line::{BoundedLines, Line};
use crate::util::start_of::start_of;
use std::io::BufRead;

pub(crate) struct LudiiReader<R> {
    lines: BoundedLines<R>,
    line: usize,
    asked: Option<Start>,
    begun: Option<Trial>,
    ended: bool,
}

/// The part of a trial that has been read.
struct Trial {
    asked: Option<Start>,
    size: Option<usize>,
    /// The cells of each player's amazons, as the trial places them.
    placed: [Vec<usize>; 2],
    game: Option<Game>,
    /// The amazon's move whose arrow is still to come.
    half: Option<(usize, usize)>,
    winner: Option<Color>,
    defect: Option<(usize, Option<usize>, Reason)>,
    decisions: Decisions,
}

/// An action of a trial.
enum Action {
    Place { piece: usize, cell: usize },
    Go { from: usize, to: usize },
    Shoot { cell: usize },
    Pass,
}

/// The number behind a key such as `from=`.
fn number(text: &str, key: &str) -> Option<usize> {
    let (_, after) = text.split_once(key)?;
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    after[..digits].parse().ok()
}

impl Action {
    /// Reads the part behind `Move=`.
    fn parse(text: &str) -> Option<Self> {
        if text.contains("Pass") {
            return Some(Self::Pass);
        }
        let (head, actions) = text.split_once("actions=[")?;
        let mover = number(head, "mover=")?;
        let (from, to) = (number(head, "from=")?, number(head, "to=")?);
        match (mover, number(actions, "what=")) {
            (0, Some(piece)) if actions.starts_with("Add:") => {
                Some(Self::Place { piece, cell: to })
            }
            (_, Some(_)) if actions.starts_with("Add:") => Some(Self::Shoot { cell: to }),
            (1 | 2, _) if actions.starts_with("Move:") => Some(Self::Go { from, to }),
            _ => None,
        }
    }
}

impl Trial {
    fn new(asked: Option<Start>) -> Self {
        Self {
            asked,
            size: None,
            placed: [Vec::new(), Vec::new()],
            game: None,
            half: None,
            winner: None,
            defect: None,
            decisions: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.size.unwrap_or(10)
    }

    fn square(&self, cell: usize) -> Result<Square, Reason> {
        let size = self.size();
        if cell >= size * size {
            return Err(Reason::Cell { found: cell.to_string(), last: size * size - 1 });
        }
        Ok(Square::new(cell % size, cell / size))
    }

    /// The start that the trial places; the standard one if it places nothing.
    fn start(&mut self, line: usize) -> Result<Position, Reason> {
        let size = self.size();
        if self.placed.iter().all(Vec::is_empty) {
            return match &self.asked {
                Some(start) => Ok(start.position().clone()),
                None => Ok(Position::start(size, size)?),
            };
        }
        let set = |cells: &[usize]| {
            cells.iter().try_fold(Wide::NONE, |all, &cell| {
                let square = self.square(cell)?;
                Ok::<_, Reason>(
                    all | Wide::bit(Wide::index(square.file.into(), square.rank.into())),
                )
            })
        };
        let (white, black) = (set(&self.placed[0])?, set(&self.placed[1])?);
        let empty = Wide::rectangle(size, size).without(white | black);
        let position = Position::new(size, size, Placement { empty, white, black }, Color::White)?;
        if let Some(asked) = self.asked.as_ref().filter(|asked| asked.position() != &position) {
            let (taken, asked) = (format!("'{position}'"), asked.to_string());
            self.decisions.push((line, Decision::OwnStart { taken, asked }));
        }
        Ok(position)
    }

    fn take_in(&mut self, text: &str, line: usize) {
        if self.defect.is_some() {
            return;
        }
        if let Some(name) = text.strip_prefix("game=") {
            let file = name.rsplit(['/', '\\']).next().unwrap_or(name).trim();
            if file != "Amazons.lud" {
                let found = format!("a game of {}, which is not Amazons.lud", start_of(file));
                self.defect = Some((line, None, Reason::Foreign { found }));
            }
        } else if let Some(size) = text.strip_prefix("Board Size/") {
            let side = size.split(['x', 'X']).next().and_then(|side| side.trim().parse().ok());
            match side.filter(|side| (1..=MAX_SIDE).contains(side)) {
                Some(side) => self.size = Some(side),
                None => {
                    let found = format!("'{}'", start_of(text));
                    self.defect = Some((line, None, Reason::Foreign { found }));
                }
            }
        } else if let Some(action) = text.strip_prefix("Move=") {
            let failed = match Action::parse(action) {
                Some(action) => self.act(&action, line).err(),
                None => {
                    let expected = "[Move:mover=1,from=3,to=33,actions=[…]]";
                    Some(Reason::NoMove { found: start_of(action), expected })
                }
            };
            if let Some(reason) = failed {
                let ply = Some(self.game.as_ref().map_or(1, |game| game.moves().len() + 1));
                self.defect = Some((line, ply, reason));
            }
        } else if let Some(winner) = text.strip_prefix("winner=") {
            self.winner = match winner.trim() {
                "1" => Some(Color::White),
                "2" => Some(Color::Black),
                _ => None,
            };
        }
    }

    fn act(&mut self, action: &Action, line: usize) -> Result<(), Reason> {
        if let (Action::Place { piece, cell }, None) = (action, &self.game) {
            if let Some(cells) = piece.checked_sub(1).and_then(|i| self.placed.get_mut(i)) {
                cells.push(*cell);
            }
            return Ok(());
        }
        if self.game.is_none() {
            self.game = Some(Game::new(self.start(line)?));
        }
        let half = self.half.take();
        match (action, half) {
            (Action::Pass, None) => Ok(()),
            (&Action::Go { from, to }, None) => {
                self.square(from).and(self.square(to))?;
                self.half = Some((from, to));
                Ok(())
            }
            (&Action::Shoot { cell }, Some((from, to))) => {
                let (from, to) = (self.square(from)?, self.square(to)?);
                let mv = Move { from, to, arrow: self.square(cell)? };
                let game = self.game.as_mut().expect("it was just made");
                Ok(game.push(mv)?)
            }
            (_, Some((from, to))) => Err(self.half_move(from, to)),
            (_, None) => {
                let found = "an arrow before its amazon's move".to_owned();
                Err(Reason::NoMove { found, expected: "an amazon's move, then its arrow" })
            }
        }
    }

    fn half_move(&self, from: usize, to: usize) -> Reason {
        let name = |cell| self.square(cell).map_or_else(|_| cell.to_string(), |at| at.to_string());
        Reason::HalfMove { found: format!("{}-{}", name(from), name(to)) }
    }

    fn end(mut self, line: usize) -> ReadGame {
        if self.defect.is_none()
            && let Some((from, to)) = self.half
        {
            let ply = self.game.as_ref().map(|game| game.moves().len() + 1);
            self.defect = Some((line, ply, self.half_move(from, to)));
        }
        if self.defect.is_none() && self.game.is_none() {
            match self.start(line) {
                Ok(start) => self.game = Some(Game::new(start)),
                Err(reason) => self.defect = Some((line, None, reason)),
            }
        }
        if let (Some(game), Some(winner)) = (self.game.as_mut(), self.winner) {
            game.set_tag("RE", format!("{}+", winner.letter().to_ascii_uppercase()));
        }
        let game = match (self.defect, self.game) {
            (None, Some(game)) => Ok(game),
            (defect, game) => {
                let (line, ply, reason) =
                    defect.unwrap_or((line, None, Reason::Truncated("the trial has no start")));
                Err(Defect { line, ply, reason, legal_part: game.map(Box::new) })
            }
        };
        ReadGame { game, decisions: self.decisions }
    }
}

impl<R: BufRead> LudiiReader<R> {
    pub(crate) fn new(input: R, asked: Option<Start>) -> Self {
        Self {
            lines: BoundedLines::new(input, MAX_TEXT),
            line: 0,
            asked,
            begun: None,
            ended: false,
        }
    }
}

impl<R: BufRead> GameReader for LudiiReader<R> {
    fn format(&self) -> &'static str {
        "ludii"
    }

    fn next(&mut self) -> Option<ReadGame> {
        while !self.ended {
            match self.lines.next() {
                Ok(Some((Line::Whole(text), _))) => {
                    self.line += 1;
                    let before = if text.starts_with("game=") { self.begun.take() } else { None };
                    let asked = &self.asked;
                    let trial = self.begun.get_or_insert_with(|| Trial::new(asked.clone()));
                    trial.take_in(&text, self.line);
                    if let Some(before) = before {
                        return Some(before.end(self.line - 1));
                    }
                }
                // The trial keeps nothing of interest in long lines.
                Ok(Some((Line::TooLong, _))) => self.line += 1,
                Ok(None) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    self.begun = None;
                    let defect = Defect {
                        line: self.line,
                        ply: None,
                        reason: error.into(),
                        legal_part: None,
                    };
                    return Some(ReadGame { game: Err(defect), decisions: Vec::new() });
                }
            }
        }
        self.begun.take().map(|trial| trial.end(self.line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trial in Ludii's form: the amazons placed by nobody, then moves and arrows in turn.
    pub(super) fn trial(
        options: &str,
        placed: &[(usize, usize)],
        turns: &[(usize, usize, usize)],
    ) -> String {
        let mut text = format!(
            "game=../Common/res/lud/board/space/blocking/Amazons.lud\nSTART GAME OPTIONS\n{options}\
             END GAME OPTIONS\nRNG internal state=1,2\n"
        );
        for (piece, cell) in placed {
            text += &format!(
                "Move=[Move:mover=0,from={cell},to={cell},actions=[Add:type=Cell,to={cell},what={piece}]]\n"
            );
        }
        for (i, (from, to, arrow)) in turns.iter().enumerate() {
            let mover = i % 2 + 1;
            text += &format!(
                "Move=[Move:mover={mover},from={from},to={to},actions=[Move:typeFrom=Cell,from={from},\
                 typeTo=Cell,to={to},decision=true],[SetNextPlayer:player={mover}]]\n\
                 Move=[Move:mover={mover},from={arrow},to={arrow},actions=[Add:type=Cell,to={arrow},\
                 what=3,decision=true]]\n"
            );
        }
        text + "LEGAL MOVES LIST SIZE = 80\nwinner=2\nrankings=0.0,2.0,1.0\n"
    }

    fn read(text: &str) -> Vec<ReadGame> {
        let mut reader = LudiiReader::new(text.as_bytes(), None);
        std::iter::from_fn(|| reader.next()).collect()
    }

    const STANDARD: [(usize, usize); 8] =
        [(1, 30), (1, 3), (1, 6), (1, 39), (2, 60), (2, 93), (2, 96), (2, 69)];

    #[test]
    fn a_trial_places_its_amazons_and_names_its_winner() {
        let games = read(&trial("", &STANDARD, &[(3, 63, 66), (96, 76, 21)]).repeat(2));
        assert_eq!(games.len(), 2);
        let game = games[0].game.as_ref().ok().unwrap();
        assert_eq!(game.start(), Start::standard().position());
        assert_eq!(game.moves()[0].to_string(), "d1-d7/g7");
        assert_eq!(game.tag("RE"), Some("B+"));
    }

    #[test]
    fn options_tell_the_size() {
        let games = read(&trial("Board Size/6x6\n", &[(1, 0), (2, 35)], &[(0, 7, 8)]));
        assert_eq!(games[0].game.as_ref().ok().unwrap().start().to_fen(), "5q/6/6/6/6/Q5 w");
    }

    #[test]
    fn defects_name_ply_and_reason() {
        let reason = |text: &str| {
            let defect = read(text).remove(0).game.err().unwrap();
            (defect.ply, defect.reason.to_string())
        };
        let (ply, text) = reason(&trial("", &STANDARD, &[(3, 63, 66), (3, 4, 5)]));
        assert!(ply == Some(2) && text.contains("illegal"), "{text}");
        let whole = trial("", &STANDARD, &[(3, 63, 66)]);
        let cut = whole.lines().take(13).collect::<Vec<_>>().join("\n");
        let (ply, text) = reason(&cut);
        assert!(ply == Some(1) && text.contains("half move 'd1-d7'"), "{text}");
        let (_, text) = reason(&whole.replace("blocking/Amazons", "hex/Hex"));
        assert!(text.contains("a game of Hex.lud"), "{text}");
    }
}
