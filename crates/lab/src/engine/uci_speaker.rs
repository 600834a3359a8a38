//! A program that speaks the Universal Chess Interface (S. Meyer-Kahlen and R. Huber, 2000), as
//! Fairy-Stockfish speaks it for Amazons: `position fen FEN moves d1d7,d7g7`, then `bestmove` with
//! such a move.

use super::command_line::CommandLine;
use super::move_failure::MoveFailure;
use super::process::EngineLog;
use super::protocol::{BestMove, GoLimits, whole_milliseconds};
use super::search_report::parse_info;
use super::speaker::{PROMPT, Speaker};
use super::talk::Talk;
use amazons::board::{Color, Move, Position};
use amazons::limits::Abort;
use amazons::records::Start;
use amazons::records::formats::{fairy_fen, uci_move};
use amazons::solvers::Watch;
use amazons::util::number::parse_whole;
use amazons::util::start_of::start_of;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The option that chooses among the games of a program, and its value for Amazons.
const VARIANT: &str = "UCI_Variant";
const AMAZONS: &str = "amazons";

/// The time of a move that nothing limits.
const UNLIMITED: Duration = Duration::from_secs(1);

/// A running UCI engine.
pub struct UciSpeaker {
    talk: Talk,
    id: Option<String>,
    options: Vec<UciOption>,
    /// The columns and rows of the board that it plays on, where it says so.
    board: Option<(usize, usize)>,
}

/// An option as an engine lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UciOption {
    name: String,
    kind: String,
    /// The values of a `combo`.
    choices: Vec<String>,
    /// The bounds of a `spin`.
    range: (Option<i64>, Option<i64>),
}

impl UciOption {
    /// Reads what follows `option`: `name Skill Level type spin default 20 min 0 max 20`.
    fn parse(text: &str) -> Option<Self> {
        let rest = text.trim().strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let kind = words.next()?.to_owned();
        let (mut choices, mut range) = (Vec::<String>::new(), (None, None));
        let mut field = "";
        for word in words {
            match word {
                "default" | "min" | "max" => field = word,
                "var" => {
                    choices.push(String::new());
                    field = word;
                }
                _ => match field {
                    "min" => range.0 = word.parse().ok(),
                    "max" => range.1 = word.parse().ok(),
                    "var" => {
                        if let Some(choice) = choices.last_mut() {
                            *choice = [choice.as_str(), word].join(" ").trim().to_owned();
                        }
                    }
                    _ => {}
                },
            }
        }
        Some(Self { name: name.trim().to_owned(), kind, choices, range })
    }

    /// Returns what would be accepted in place of `value`; `None` if it is. UCI has no answer to a
    /// wrong one.
    fn expected(&self, value: &str) -> Option<String> {
        let fits = match self.kind.as_str() {
            "spin" => value.parse::<i64>().is_ok_and(|number| {
                self.range.0.is_none_or(|min| number >= min)
                    && self.range.1.is_none_or(|max| number <= max)
            }),
            "check" => value == "true" || value == "false",
            "combo" => self.choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)),
            _ => true,
        };
        let bound = |bound: Option<i64>| bound.map_or("any".to_owned(), |bound| bound.to_string());
        (!fits).then(|| match self.kind.as_str() {
            "spin" => format!("a number from {} to {}", bound(self.range.0), bound(self.range.1)),
            "check" => "true or false".to_owned(),
            _ => format!("one of {}", self.choices.join(", ")),
        })
    }
}

impl UciSpeaker {
    /// Starts a program, greets it, and lets it play Amazons. `UCI_Variant` is left to the command
    /// line if that sets it.
    ///
    /// # Errors
    /// It cannot be started, does not greet in time, or has variants without Amazons.
    pub fn start(
        command: &CommandLine,
        log: Option<&EngineLog>,
        abort: &Abort,
    ) -> Result<Self, MoveFailure> {
        let talk = Talk::start(command, log)?;
        let mut new = Self { talk, id: None, options: Vec::new(), board: None };
        new.talk.send(&"uci")?;
        let deadline = Instant::now() + PROMPT;
        loop {
            let line = new.talk.line(deadline, abort)?;
            // What is no line of the protocol, such as a program's name before it, is passed over.
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "uciok" => break,
                "id" => {
                    let name = rest.strip_prefix("name ").map(|name| name.trim().to_owned());
                    new.id = new.id.or(name);
                }
                "option" => new.options.extend(UciOption::parse(rest)),
                _ => {}
            }
        }
        let chosen = command.options().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        if !chosen && let Some(variant) = new.option(VARIANT) {
            if variant.expected(AMAZONS).is_some() {
                return Err(MoveFailure::Crash(format!(
                    "no {AMAZONS} among the {} variants of its {VARIANT}; a program of several \
                     games may need to be built for large boards",
                    variant.choices.len()
                )));
            }
            new.set(VARIANT, AMAZONS, abort)?;
        }
        Ok(new)
    }

    fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Waits until it has acted on what was sent.
    fn synchronize(&mut self, abort: &Abort) -> Result<(), MoveFailure> {
        self.talk.send(&"isready")?;
        let deadline = Instant::now() + PROMPT;
        loop {
            let line = self.talk.line(deadline, abort)?;
            if line.trim() == "readyok" {
                return Ok(());
            }
            self.board = board_of(&line).or(self.board);
        }
    }
}

/// Reads the board of `info string variant amazons files 10 ranks 10 …`.
fn board_of(line: &str) -> Option<(usize, usize)> {
    let mut words = line.strip_prefix("info string variant ")?.split_whitespace();
    let mut after = |name| words.find(|word| *word == name).and(words.next())?.parse().ok();
    Some((after("files")?, after("ranks")?))
}

/// Returns the request for a move.
fn go(limits: &GoLimits, side: Color) -> String {
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: u128| _ = write!(text, " {word} {number}");
    if let Some([own, enemy]) = limits.clock {
        let (white, black) = if side == Color::White { (own, enemy) } else { (enemy, own) };
        add("wtime", white.as_millis());
        add("btime", black.as_millis());
        if let Some(increment) = limits.increment {
            add("winc", increment.as_millis());
            add("binc", increment.as_millis());
        }
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    // A bare `go` would never end.
    let open = limits.clock.is_none() && limits.nodes.is_none();
    if let Some(time) = limits.time.or(open.then_some(UNLIMITED)) {
        add("movetime", whole_milliseconds(time));
    }
    text
}

/// Reads what follows `bestmove`.
fn best_move(text: &str) -> Result<Option<Move>, MoveFailure> {
    let word = text.split_whitespace().next().unwrap_or_default();
    match word {
        "resign" => Ok(None),
        "(none)" | "0000" => Err(MoveFailure::IllegalMove(format!(
            "'bestmove {word}', though the side to move has a move"
        ))),
        // `d1d7,d7g7`, the amazon's move and the arrow's.
        _ => word.parse().map(Some).map_err(|_| {
            let found = start_of(word);
            MoveFailure::NotUnderstood(format!("'bestmove {found}'; expected a move as d1d7,d7g7"))
        }),
    }
}

impl Speaker for UciSpeaker {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set(&mut self, name: &str, value: &str, abort: &Abort) -> Result<(), MoveFailure> {
        let refused = |problem: String| Err(MoveFailure::option(name, value, &problem));
        let Some(option) = self.option(name) else {
            let known: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
            return refused(match known.is_empty() {
                true => "the program has no options".to_owned(),
                false => format!("no such option; expected one of {}", known.join(", ")),
            });
        };
        if let Some(expected) = option.expected(value) {
            return refused(format!("expected {expected}"));
        }
        let line = match option.kind.as_str() {
            "button" => format!("setoption name {}", option.name),
            _ => format!("setoption name {} value {value}", option.name),
        };
        self.talk.send(&line)?;
        self.synchronize(abort)
    }

    fn begin_game(&mut self, abort: &Abort) -> Result<(), MoveFailure> {
        self.talk.send(&"ucinewgame")?;
        self.synchronize(abort)
    }

    fn ask(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &GoLimits,
        deadline: Instant,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Result<BestMove, MoveFailure> {
        if let Some((width, height)) = self.board
            && (width, height) != (start.width(), start.height())
        {
            let problem = format!("'{start}': it plays on {width}x{height} only");
            return Err(MoveFailure::Board(problem));
        }
        self.talk.forget_lines();
        let mut position = match start == Start::standard().position() {
            true => "position startpos".to_owned(),
            false => format!("position fen {}", fairy_fen(start)),
        };
        for (i, &mv) in moves.iter().enumerate() {
            position += if i == 0 { " moves " } else { " " };
            position += &uci_move(mv);
        }
        self.talk.send(&position)?;
        let other = moves.len() % 2 == 1;
        let side = if other { start.side().other() } else { start.side() };
        self.talk.send(&go(limits, side))?;
        let mut nodes = None;
        loop {
            let line = self.talk.line(deadline, abort)?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "bestmove" => {
                    return Ok(BestMove { mv: best_move(rest)?, nodes, ..BestMove::default() });
                }
                "info" => {
                    let mut words = rest.split_whitespace().take_while(|word| *word != "string");
                    let count = words.find(|word| *word == "nodes").and(words.next());
                    nodes = count.and_then(parse_whole).or(nodes);
                    // `d1d7,d7g7`, the amazon's move and the arrow's.
                    if let Some(thought) = parse_info(rest, |word| word.parse().ok()) {
                        watch.tell(&thought);
                    }
                }
                _ => {}
            }
        }
    }

    fn quit(&mut self) {
        let _ = self.talk.send(&"quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_checked_against_what_the_engine_lists() {
        let option = |text| UciOption::parse(text).unwrap();
        let level = option("name Skill Level type spin default 20 min -20 max 20");
        assert_eq!(level.name, "Skill Level");
        assert_eq!(level.expected("-3"), None);
        assert_eq!(level.expected("21").unwrap(), "a number from -20 to 20");
        let variant = option("name UCI_Variant type combo default chess var 3check var amazons");
        assert_eq!(variant.expected("amazons"), None);
        assert_eq!(variant.expected("go").unwrap(), "one of 3check, amazons");
        let two = option("name Style type combo default Very Solid var Very Solid var Risky");
        assert_eq!(two.choices, ["Very Solid", "Risky"]);
        assert_eq!(
            option("name Ponder type check default false").expected("1").unwrap(),
            "true or false"
        );
        assert_eq!(option("name Path type string default <empty>").expected("a b"), None);
        assert_eq!(UciOption::parse("Hash type spin"), None);
    }

    #[test]
    fn clocks_are_those_of_the_colours() {
        let [own, enemy] = [1, 2].map(Duration::from_secs);
        let clock = GoLimits { clock: Some([own, enemy]), ..GoLimits::default() };
        assert_eq!(go(&clock, Color::White), "go wtime 1000 btime 2000");
        let gains = GoLimits { increment: Some(own), ..clock };
        assert_eq!(go(&gains, Color::Black), "go wtime 2000 btime 1000 winc 1000 binc 1000");
        let limits = GoLimits { time: Some(own), nodes: Some(5), ..GoLimits::default() };
        assert_eq!(go(&limits, Color::White), "go nodes 5 movetime 1000");
        assert_eq!(go(&GoLimits::default(), Color::White), "go movetime 1000");
    }

    #[test]
    fn moves_are_those_of_fairy_stockfish() {
        let mv = |text| best_move(text);
        assert_eq!(mv("d1d7,d7g7 ponder d10d4,d4a4"), Ok("d1-d7/g7".parse().ok()));
        assert_eq!(mv("resign"), Ok(None));
        assert!(matches!(mv("(none)"), Err(MoveFailure::IllegalMove(_))));
        for text in ["", "e2e4", "d1d7,d6g7"] {
            assert!(matches!(mv(text), Err(MoveFailure::NotUnderstood(_))), "{text}");
        }
    }

    #[test]
    fn the_board_of_a_variant_is_read() {
        let line = "info string variant amazons files 10 ranks 8 pocket 0 template fairy";
        assert_eq!(board_of(line), Some((10, 8)));
        assert_eq!(board_of("info string variant amazons"), None);
        assert_eq!(board_of("info depth 3"), None);
    }
}
