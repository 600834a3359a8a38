//! A program that speaks the Go Text Protocol (G. Farnebäck, version 2), as Go programs that were
//! taught Amazons speak it (KataGo's family): a move is three points, each one `play` or `genmove`.
//!
//! Their first player is Black, at the top of the board, where this project has White at the bottom.
//! Other programs may have it otherwise, so the first amazon decides: the protocol has no word for
//! it, but a program refuses to play from a square where the mover has none.

use super::command_line::CommandLine;
use super::move_failure::MoveFailure;
use super::process::EngineLog;
use super::protocol::{BestMove, GoLimits};
use super::speaker::{PROMPT, Speaker};
use super::talk::Talk;
use amazons::board::{Color, MAX_SIDE, Move, Position, Square};
use amazons::limits::Abort;
use amazons::solvers::Watch;
use amazons::util::start_of::start_of;
use std::time::{Duration, Instant};

/// How long a program may take to start: it may have to load a network.
const START: Duration = Duration::from_secs(60);

/// The command that sets a parameter, and the parameter that counts nodes.
const SET: &str = "kata-set-param";
const VISITS: &str = "maxVisits";

/// The points of a move.
const POINTS: u32 = 3;

/// The columns of a Go board, which leave out `I`.
const COLUMNS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQ";

/// A running GTP engine.
pub struct GtpSpeaker {
    talk: Talk,
    id: Option<String>,
    /// The commands that it lists.
    commands: Vec<String>,
    /// The number of the last command.
    number: u64,
    /// What its board has; `None` if that is unknown.
    board: Option<Board>,
    /// The time settings that it has.
    time: Option<String>,
    /// The first line that it wrote outside its answers.
    stray: Option<String>,
}

/// The board of a program: a game from the standard start.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    size: usize,
    view: View,
    moves: Vec<Move>,
}

/// How a program sees the standard start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    /// Whether White of this project, who moves first, stands at the top.
    flipped: bool,
    /// What it calls the first player.
    first: Color,
}

/// The views in the order in which they are tried.
const VIEWS: [View; 4] = [
    View { flipped: true, first: Color::Black },
    View { flipped: false, first: Color::White },
    View { flipped: false, first: Color::Black },
    View { flipped: true, first: Color::White },
];

impl View {
    /// Returns the letter of the player of a ply, counted from 0.
    fn player(self, ply: usize) -> char {
        let color = if ply.is_multiple_of(2) { self.first } else { self.first.other() };
        color.letter()
    }

    /// Returns a square of this project as a point of the program, or the other way around.
    fn turned(self, square: Square, size: usize) -> Square {
        match self.flipped {
            true => Square::new(square.file.into(), size - 1 - usize::from(square.rank)),
            false => square,
        }
    }
}

/// Writes a point.
fn point(square: Square) -> String {
    format!("{}{}", char::from(COLUMNS[usize::from(square.file)]), square.rank + 1)
}

/// Reads a point of a board of `size` columns and rows.
fn parse_point(text: &str, size: usize) -> Option<Square> {
    let (column, row) = (text.as_bytes().first()?.to_ascii_uppercase(), text.get(1..)?);
    let file = COLUMNS.iter().position(|&letter| letter == column)?;
    let row: usize = row.parse().ok().filter(|row| (1..=size).contains(row))?;
    (file < size).then(|| Square::new(file, row - 1))
}

/// Writes seconds with as many decimals as they need: programs read `2` more often than `2.0`.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// An answer: what follows `=`, or the program's complaint behind `?`.
type Answer = Result<String, String>;

impl GtpSpeaker {
    /// Starts a program and asks what it is. It may take `nodes` nodes for a move, or any number.
    ///
    /// # Errors
    /// It cannot be started, does not answer in time, or cannot be limited by nodes.
    pub fn start(
        command: &CommandLine,
        nodes: Option<u64>,
        log: Option<&EngineLog>,
        abort: &Abort,
    ) -> Result<Self, MoveFailure> {
        let talk = Talk::start(command, log)?;
        let (id, commands, board) = (None, Vec::new(), None);
        let mut new = Self { talk, id, commands, number: 0, board, time: None, stray: None };
        let deadline = Instant::now() + START;
        let name =
            new.command("name", deadline, abort).map_err(|failure| new.no_greeting(failure))?;
        let version = new.command("version", deadline, abort)?;
        let words: Vec<_> = [name, version].into_iter().flatten().collect();
        new.id = Some(words.join(" ").trim().to_owned()).filter(|name| !name.is_empty());
        let listed = new.command("list_commands", deadline, abort)?.unwrap_or_default();
        new.commands = listed.split_whitespace().map(str::to_owned).collect();
        if let Some(nodes) = nodes {
            if !new.knows(SET) {
                return Err(MoveFailure::Crash(format!(
                    "it cannot be limited by nodes: no {SET} among its commands; give a time"
                )));
            }
            let visits = (nodes / u64::from(POINTS)).max(1);
            new.set(VISITS, &visits.to_string(), abort)?;
        }
        Ok(new)
    }

    /// Says of a program that does not answer its first command what was expected of it.
    fn no_greeting(&self, failure: MoveFailure) -> MoveFailure {
        match failure {
            MoveFailure::TimeOut(_) => {
                let wrote = match &self.stray {
                    Some(line) => format!("wrote '{}'", start_of(line)),
                    None => "wrote nothing".to_owned(),
                };
                let seconds = START.as_secs();
                MoveFailure::TimeOut(format!(
                    "{wrote} within {seconds} seconds; expected an answer to '1 name', such as '=1 KataGo'"
                ))
            }
            failure => failure,
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sends a command and reads its answer. Answers to earlier commands are passed over.
    fn command(
        &mut self,
        command: &str,
        deadline: Instant,
        abort: &Abort,
    ) -> Result<Answer, MoveFailure> {
        self.number += 1;
        self.talk.send(&format!("{} {command}", self.number))?;
        loop {
            let line = self.talk.line(deadline, abort)?;
            let Some(head) = line.strip_prefix(['=', '?']) else {
                // What stands between answers is for people.
                self.stray.get_or_insert(line);
                continue;
            };
            let digits = head.bytes().take_while(u8::is_ascii_digit).count();
            let (number, first) = head.split_at(digits);
            // A program may leave the number out.
            let is_own = number.is_empty() || number.parse() == Ok(self.number);
            let mut text = first.trim().to_owned();
            loop {
                let more = self.talk.any_line(deadline, abort)?;
                if more.trim().is_empty() {
                    break;
                }
                if text.len() < super::process::LONGEST_LINE {
                    text += &format!("\n{}", more.trim());
                }
            }
            if is_own {
                return Ok(if line.starts_with('=') { Ok(text) } else { Err(text) });
            }
        }
    }

    /// Sends a command that the program must not refuse.
    fn demand(
        &mut self,
        command: &str,
        deadline: Instant,
        abort: &Abort,
    ) -> Result<String, MoveFailure> {
        let answer = self.command(command, deadline, abort)?;
        answer.map_err(|problem| MoveFailure::Crash(format!("{command}: {}", start_of(&problem))))
    }

    /// Makes the program's board that of the standard start, and finds out how it sees it.
    fn set_up(
        &mut self,
        start: &Position,
        deadline: Instant,
        abort: &Abort,
    ) -> Result<Board, MoveFailure> {
        self.board = None;
        let size = start.width();
        let refused =
            |problem: String| MoveFailure::Board(format!("'{start}': {}", start_of(&problem)));
        self.command(&format!("boardsize {size}"), deadline, abort)?.map_err(refused)?;
        let first = start.legal_moves().first().map(|mv| mv.from);
        let amazon = first.ok_or_else(|| refused("no amazon that can move".to_owned()))?;
        for view in VIEWS {
            self.demand("clear_board", deadline, abort)?;
            let play = format!("play {} {}", view.player(0), point(view.turned(amazon, size)));
            if self.command(&play, deadline, abort)?.is_ok() {
                self.demand("clear_board", deadline, abort)?;
                return Ok(Board { size, view, moves: Vec::new() });
            }
        }
        Err(refused("it plays no amazon of the standard start".to_owned()))
    }

    /// Brings the program's board to a position.
    fn follow(
        &mut self,
        start: &Position,
        moves: &[Move],
        deadline: Instant,
        abort: &Abort,
    ) -> Result<Board, MoveFailure> {
        let known = self.board.take();
        let mut board = match known.filter(|board| board.size == start.width()) {
            Some(board) if moves.starts_with(&board.moves) => board,
            Some(board) => {
                self.demand("clear_board", deadline, abort)?;
                Board { moves: Vec::new(), ..board }
            }
            None => self.set_up(start, deadline, abort)?,
        };
        while let Some(&mv) = moves.get(board.moves.len()) {
            let player = board.view.player(board.moves.len());
            for square in [mv.from, mv.to, mv.arrow] {
                let point = point(board.view.turned(square, board.size));
                self.demand(&format!("play {player} {point}"), deadline, abort)?;
            }
            board.moves.push(mv);
        }
        Ok(board)
    }

    /// Tells the program how much time it has. A program that refuses plays as it likes, and loses
    /// on time if that takes too long.
    fn tell_time(
        &mut self,
        limits: &GoLimits,
        players: [char; 2],
        deadline: Instant,
        abort: &Abort,
    ) -> Result<(), MoveFailure> {
        // A turn of three points is a period of three stones.
        let (settings, left) = match (limits.clock, limits.time) {
            (Some([own, enemy]), _) => {
                let left = [own, enemy].map(|time| format!("{} 0", seconds(time)));
                (format!("{} 0 0", seconds(own.max(enemy))), left.to_vec())
            }
            (None, Some(time)) => {
                let period = format!("{} {POINTS}", seconds(time));
                (format!("0 {period}"), vec![period])
            }
            (None, None) => return Ok(()),
        };
        if self.knows("time_settings") && (self.time.is_none() || limits.clock.is_none()) {
            let new = Some(settings);
            if self.time != new {
                let command = format!("time_settings {}", new.as_deref().unwrap_or_default());
                let _ = self.command(&command, deadline, abort)?;
                self.time = new;
            }
        }
        if self.knows("time_left") {
            for (player, left) in players.into_iter().zip(left) {
                let _ = self.command(&format!("time_left {player} {left}"), deadline, abort)?;
            }
        }
        Ok(())
    }
}

impl Speaker for GtpSpeaker {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set(&mut self, name: &str, value: &str, abort: &Abort) -> Result<(), MoveFailure> {
        let refused = |problem: &str| MoveFailure::option(name, value, problem);
        if !self.knows(SET) {
            return Err(refused(&format!("the program has no {SET}")));
        }
        let deadline = Instant::now() + PROMPT;
        let answer = self.command(&format!("{SET} {name} {value}"), deadline, abort)?;
        answer.map(drop).map_err(|problem| refused(&start_of(&problem)))
    }

    fn begin_game(&mut self, _: &Abort) -> Result<(), MoveFailure> {
        // The board is cleared when its game is asked about; the clocks begin anew.
        self.time = None;
        Ok(())
    }

    fn ask(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &GoLimits,
        deadline: Instant,
        abort: &Abort,
        _: &mut Watch<'_>,
    ) -> Result<BestMove, MoveFailure> {
        let mut board = self.follow(start, moves, deadline, abort)?;
        let (ply, size) = (board.moves.len(), board.size);
        let players = [board.view.player(ply), board.view.player(ply + 1)];
        self.tell_time(limits, players, deadline, abort)?;
        let mut squares = Vec::new();
        for _ in 0..POINTS {
            let answer = self.demand(&format!("genmove {}", players[0]), deadline, abort)?;
            if answer.eq_ignore_ascii_case("resign") {
                return Ok(BestMove::default());
            }
            let Some(found) = parse_point(&answer, size) else {
                let found = start_of(&answer);
                return Err(MoveFailure::NotUnderstood(format!(
                    "genmove: '{found}'; expected a point of the board, such as D4"
                )));
            };
            squares.push(board.view.turned(found, size));
        }
        let mv = Move { from: squares[0], to: squares[1], arrow: squares[2] };
        board.moves.push(mv);
        self.board = Some(board);
        Ok(BestMove { mv: Some(mv), ..BestMove::default() })
    }

    fn quit(&mut self) {
        let _ = self.talk.send(&"quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_leave_out_a_column() {
        for (square, text) in [("a1", "A1"), ("h10", "H10"), ("i9", "J9"), ("j10", "K10")] {
            assert_eq!(point(square.parse().unwrap()), text);
            assert_eq!(parse_point(&text.to_lowercase(), 10), square.parse().ok());
        }
        for text in ["", "I1", "L1", "A11", "A0", "pass", "A", "Ä1"] {
            assert_eq!(parse_point(text, 10), None, "{text}");
        }
    }

    #[test]
    fn the_first_player_may_stand_at_the_top() {
        let square = "d1".parse().unwrap();
        let [katago, plain, ..] = VIEWS;
        assert_eq!((point(katago.turned(square, 10)), katago.player(0)), ("D10".to_owned(), 'b'));
        assert_eq!((point(plain.turned(square, 8)), plain.player(1)), ("D1".to_owned(), 'b'));
    }

    #[test]
    fn seconds_are_written_as_programs_read_them() {
        let text = |milliseconds| seconds(Duration::from_millis(milliseconds));
        assert_eq!([text(2000), text(100), text(1500)], ["2", "0.1", "1.5"]);
        assert_eq!(text(100_000), "100");
    }
}
