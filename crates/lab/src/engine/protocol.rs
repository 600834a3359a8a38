//! The line protocol between a match and an engine; `docs/protocol.md` describes it.

use amazons::board::{Color, FenError, Move, Position};
use amazons::score::Score;
use amazons::util::number::parse_whole;
use amazons::util::start_of::start_of;
use std::fmt;
use std::time::Duration;

/// The version that both sides speak.
pub const VERSION: u32 = 1;

/// The feature, announced as `info feature newgame`, of an engine that wants to know when a game
/// begins.
pub const NEW_GAME: &str = "newgame";

/// The feature of an engine that understands `increment` after `go`.
pub const INCREMENT: &str = "increment";

/// The feature of a solver whose limit is that of each of its iterations, as for the proof-number
/// solvers of this program.
pub const ITERATIONS: &str = "iterations";

/// A line to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `amazons 1`: the engine answers `id …` lines and `ready`.
    Hello(u32),
    /// `position FEN [moves M …]`: no answer.
    Position(Position, Vec<Move>),
    /// `setoption NAME [VALUE]`: the engine answers `ready` or `error …`. Without a value, the
    /// option is reset to what it was at the start.
    SetOption(String, Option<String>),
    /// `go …`: the engine answers `bestmove M`.
    Go(GoLimits),
    /// `judge …`: the engine answers `judged …`.
    Judge(GoLimits),
    /// `stop`: the running search answers with what it has found; there is no separate answer.
    Stop,
    /// `newgame`: the next position is of another game; no answer. Only engines that announce
    /// [`NEW_GAME`] get it.
    NewGame,
    /// `quit`.
    Quit,
}

/// What a move may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// `movetime MS`.
    pub time: Option<Duration>,
    /// `nodes N`.
    pub nodes: Option<u64>,
    /// `clock OWN ENEMY`, in milliseconds: what is left of the game's time.
    pub clock: Option<[Duration; 2]>,
    /// `increment MS`: what each side's clock gains with each move. Only engines that announce
    /// [`INCREMENT`] get it.
    pub increment: Option<Duration>,
}

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id NAME`.
    Id(String),
    /// `ready`: the engine was greeted, or an option is set.
    Ready,
    /// `bestmove M [at_least S] [at_most S] [nodes N]`.
    BestMove(BestMove),
    /// `judged at_least W+3 at_most W+3 [best M …]`.
    Judged {
        /// Proved from White's side: at least this score.
        at_least: Score,
        /// Proved from White's side: at most this score.
        at_most: Score,
        /// All optimal moves, if they are known.
        best: Option<Vec<Move>>,
    },
    /// `info …`: for people.
    Info(String),
    /// `error …`: the request was not understood or is impossible.
    Error(String),
}

/// A chosen move, and what a solver may add to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move; `None` is `resign`: a game is resigned, a problem is unsolved.
    pub mv: Option<Move>,
    /// Claimed, from White's side: the position's score is at least this.
    pub at_least: Option<Score>,
    /// Claimed, from White's side: the position's score is at most this.
    pub at_most: Option<Score>,
    /// Nodes that the engine used for the choice, by its own count.
    pub nodes: Option<u64>,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(line: &str) -> Result<Self, String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "amazons" => match rest.trim().parse() {
                Ok(version) => Ok(Self::Hello(version)),
                Err(_) => {
                    let line = start_of(line);
                    Err(format!("'{line}'; expected a version, such as amazons {VERSION}"))
                }
            },
            "position" => parse_position(rest),
            "setoption" => parse_setting(rest),
            "go" => GoLimits::parse(rest).map(Self::Go),
            "judge" => GoLimits::parse(rest).map(Self::Judge),
            "newgame" => Ok(Self::NewGame),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            _ => Err(format!(
                "'{}'; expected amazons, setoption, newgame, position, go, judge, stop or quit",
                start_of(word)
            )),
        }
    }
}

fn parse_position(text: &str) -> Result<Request, String> {
    let (board, mut rest) = next_word(text);
    let start = if board == "start" {
        Position::start(10, 10).map_err(|error| error.to_string())?
    } else {
        let mut fen = board.to_owned();
        if let (side @ ("w" | "b"), behind) = next_word(rest) {
            (fen, rest) = (format!("{board} {side}"), behind);
        }
        // Further fields of a FEN say nothing about an Amazons board, here as on the command line.
        while let (field, behind) = next_word(rest)
            && is_field(field)
        {
            rest = behind;
        }
        fen.parse().map_err(|error: FenError| error.to_string())?
    };
    match next_word(rest) {
        ("", _) => Ok(Request::Position(start, Vec::new())),
        ("moves", moves) => Ok(Request::Position(start, parse_moves(moves)?)),
        (word, _) => {
            let found = start_of(word);
            Err(format!("'{found}' after the position; expected 'moves' and the moves, or nothing"))
        }
    }
}

/// Whether a word is a field that programs for chess write behind the side to move: castling, en
/// passant, or a number of moves.
fn is_field(word: &str) -> bool {
    !word.is_empty() && (word == "-" || word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Splits a text into its first word and what follows.
fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

fn parse_setting(text: &str) -> Result<Request, String> {
    let text = text.trim();
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = Some(value.trim()).filter(|value| !value.is_empty());
    match name {
        "" => Err("setoption; expected setoption NAME VALUE".to_owned()),
        name => Ok(Request::SetOption(name.to_owned(), value.map(str::to_owned))),
    }
}

fn parse_moves(text: &str) -> Result<Vec<Move>, String> {
    text.split_whitespace().map(|mv| mv.parse().map_err(|error| format!("{error}"))).collect()
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(version) => write!(f, "amazons {version}"),
            Self::Position(start, moves) => {
                write!(f, "position {start}")?;
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Self::SetOption(name, None) => write!(f, "setoption {name}"),
            Self::SetOption(name, Some(value)) => write!(f, "setoption {name} {value}"),
            Self::Go(limits) => write!(f, "go{limits}"),
            Self::Judge(limits) => write!(f, "judge{limits}"),
            Self::NewGame => f.write_str("newgame"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// Returns a time in whole milliseconds, at least one.
pub(crate) fn whole_milliseconds(time: Duration) -> u128 {
    time.as_micros().div_ceil(1000).max(1)
}

impl GoLimits {
    fn parse(text: &str) -> Result<Self, String> {
        let mut limits = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || -> Result<u64, String> {
                let text = words.next().unwrap_or("nothing");
                parse_whole(text)
                    .ok_or_else(|| format!("{word} {}; expected a whole number", start_of(text)))
            };
            match word {
                "movetime" => limits.time = Some(Duration::from_millis(number()?)),
                "nodes" => limits.nodes = Some(number()?),
                "clock" => {
                    let [own, enemy] = [number()?, number()?].map(Duration::from_millis);
                    limits.clock = Some([own, enemy]);
                }
                "increment" => limits.increment = Some(Duration::from_millis(number()?)),
                _ => {
                    return Err(format!("'{word}'; expected movetime, nodes, clock or increment"));
                }
            }
        }
        Ok(limits)
    }
}

impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.time {
            // 0 would be no time at all.
            write!(f, " movetime {}", whole_milliseconds(time))?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some([own, enemy]) = self.clock {
            write!(f, " clock {} {}", own.as_millis(), enemy.as_millis())?;
        }
        if let Some(increment) = self.increment {
            write!(f, " increment {}", increment.as_millis())?;
        }
        Ok(())
    }
}

impl Reply {
    /// Reads a line.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(line: &str) -> Result<Self, String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "id" => Ok(Self::Id(rest.to_owned())),
            "ready" => Ok(Self::Ready),
            "info" => Ok(Self::Info(rest.to_owned())),
            "error" => Ok(Self::Error(rest.to_owned())),
            "bestmove" => BestMove::parse(rest).map(Self::BestMove),
            "judged" => parse_judged(rest).ok_or_else(|| {
                format!("'{rest}'; expected at_least SCORE at_most SCORE [best MOVES]")
            }),
            _ => Err(format!(
                "'{}'; expected id, ready, bestmove, judged, info or error",
                start_of(line)
            )),
        }
    }
}

impl BestMove {
    fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let mv = match words.next().unwrap_or_default() {
            "resign" => None,
            mv => Some(mv.parse().map_err(|error| format!("{error}"))?),
        };
        let mut found = Self { mv, ..Self::default() };
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or("nothing");
            let score = || match value.parse::<Score>() {
                Ok(score) => Ok(Some(score)),
                Err(error) => Err(format!("{word}: {error}")),
            };
            match word {
                "at_least" => found.at_least = score()?,
                "at_most" => found.at_most = score()?,
                "nodes" => match parse_whole(value) {
                    Some(nodes) => found.nodes = Some(nodes),
                    None => return Err(format!("nodes {value}; expected a whole number")),
                },
                _ => return Err(format!("'{word}'; expected at_least, at_most or nodes")),
            }
        }
        match (found.at_least, found.at_most) {
            (Some(low), Some(high)) if low.rank(Color::White) > high.rank(Color::White) => {
                Err(format!("at_least {low} at_most {high}; expected bounds in this order"))
            }
            _ => Ok(found),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Some(mv) => write!(f, "bestmove {mv}")?,
            None => f.write_str("bestmove resign")?,
        }
        for (word, score) in [("at_least", self.at_least), ("at_most", self.at_most)] {
            if let Some(score) = score {
                write!(f, " {word} {score}")?;
            }
        }
        self.nodes.map_or(Ok(()), |nodes| write!(f, " nodes {nodes}"))
    }
}

fn parse_judged(text: &str) -> Option<Reply> {
    let mut words = text.split_whitespace();
    let mut named = |name| (words.next()? == name).then(|| words.next()?.parse().ok()).flatten();
    let (at_least, at_most) = (named("at_least")?, named("at_most")?);
    let best = match words.next() {
        None => None,
        Some("best") => Some(words.map(|mv| mv.parse().ok()).collect::<Option<_>>()?),
        Some(_) => return None,
    };
    Some(Reply::Judged { at_least, at_most, best })
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(name) => write!(f, "id {name}"),
            Self::Ready => f.write_str("ready"),
            Self::BestMove(found) => write!(f, "{found}"),
            Self::Judged { at_least, at_most, best } => {
                write!(f, "judged at_least {at_least} at_most {at_most}")?;
                let Some(best) = best else { return Ok(()) };
                f.write_str(" best")?;
                best.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Self::Info(text) => write!(f, "info {text}"),
            Self::Error(text) => write!(f, "error {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_replies_read_back() {
        for line in [
            "amazons 1",
            "position Q2q/4 w",
            "position Q2q/4 w moves a2-b2/a2 d2-c2/d2",
            "setoption depth 4",
            "setoption eval a b  c",
            "setoption eval",
            "go",
            "go movetime 100 nodes 5",
            "go clock 300000 299000",
            "go clock 300000 299000 increment 1000",
            "newgame",
            "judge movetime 5",
            "stop",
            "quit",
        ] {
            assert_eq!(Request::parse(line).unwrap().to_string(), line);
        }
        for line in [
            "id some engine",
            "ready",
            "bestmove a1-b1/c1",
            "bestmove resign",
            "bestmove a1-b1/c1 at_least B+2 at_most W+3 nodes 17",
            "bestmove a1-b1/c1 at_most W+0",
            "bestmove resign nodes 9",
            "judged at_least B+2 at_most W+3",
            "judged at_least W+3 at_most W+3 best a1-b1/c1 a1-b1/d1",
            "judged at_least W+3 at_most W+3 best",
            "info depth 3",
            "error what",
        ] {
            assert_eq!(Reply::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn wrong_lines_say_what_is_expected() {
        for (line, expected) in [
            ("uci", "expected amazons, setoption, newgame, position"),
            ("setoption", "expected setoption NAME VALUE"),
            ("setoption  ", "expected setoption NAME VALUE"),
            ("amazons x", "expected a version"),
            ("position Q?q w", "?"),
            ("position Q2q w moves a1", "three squares"),
            ("go fast", "expected movetime"),
            ("go movetime", "whole number"),
            ("go clock 5", "whole number"),
        ] {
            let error = Request::parse(line).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
        assert!(Reply::parse("bestmove a1").unwrap_err().contains("three squares"));
        for (line, expected) in [
            ("bestmove a1-b1/c1 at_least 3", "at_least: '3' is not a score"),
            ("bestmove a1-b1/c1 at_least", "is not a score"),
            ("bestmove a1-b1/c1 at_least W+1 at_most B+1", "in this order"),
            ("bestmove a1-b1/c1 nodes x", "expected a whole number"),
            ("bestmove resign now", "expected at_least, at_most or nodes"),
            ("bestmove", "three squares"),
        ] {
            let error = Reply::parse(line).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
        assert!(Reply::parse("judged at_least x").unwrap_err().contains("expected at_least"));
        assert!(Reply::parse("hello").unwrap_err().contains("expected id"));
    }
}
