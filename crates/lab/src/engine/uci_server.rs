//! This program as an engine of the Universal Chess Interface, with the moves and positions of
//! Fairy-Stockfish.

use super::adjustable::{AdjustablePlayer, MEMORY};
use super::requests::{LONGEST_REQUEST, asks_for_search, read_ahead};
use super::running_search::RunningSearch;
use super::search_report::info_lines;
use super::searching::{Asked, search_for};
use crate::play::clock::share_of_clock;
use amazons::board::{Color, Move, Position};
use amazons::limits::Abort;
use amazons::records::Start;
use amazons::records::formats::uci_move;
use amazons::solvers::{OptionInfo, OptionKind, Thought, Watch};
use amazons::util::bounded_line::Line;
use amazons::util::number::parse_whole;
use amazons::util::start_of::start_of;
use amazons::util::threads;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The requests that ask for a search.
const SEARCHES: [&str; 1] = ["go"];

/// The option for the number of lines, the most of them, and UCI's name for the memory in MB.
const LINES: &str = "MultiPV";
const MOST_LINES: usize = 256;
const HASH: &str = "Hash";
const MOST_HASH: u64 = 1 << 20;

/// The option for the threads of a search, as players call it and as UCI does.
const THREADS: [&str; 2] = ["threads", "Threads"];

/// The option for the game, and its only value.
const VARIANT: &str = "UCI_Variant";
const AMAZONS: &str = "amazons";

/// The option that says whether the other program asks for searches in its own time.
const PONDER: &str = "Ponder";

/// How often a search without limits that has found all looks whether it was told to stop.
const GLANCE: Duration = Duration::from_millis(5);

/// The words of UCI for an option of a player.
struct Listed(OptionInfo);

impl std::fmt::Display for Listed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OptionInfo { name, kind, choices, default, .. } = &self.0;
        let kind = match kind {
            OptionKind::Flag => "check",
            OptionKind::Choice => "combo",
            // The numbers of a player may have decimals, or none may be set.
            _ => "string",
        };
        write!(f, "option name {name} type {kind}")?;
        match (default, kind) {
            (Some(default), _) => write!(f, " default {default}")?,
            (None, "check") => write!(f, " default false")?,
            (None, "string") => write!(f, " default <empty>")?,
            _ => {}
        }
        choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
    }
}

/// What is said to the other program; clones share it.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }
}

/// A request for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Go {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// The clocks of White and Black, and what each gains with a move.
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
    infinite: bool,
    /// The last move of the position is expected, not played yet.
    ponder: bool,
}

/// The conversation with another program.
struct Server<W> {
    engine: AdjustablePlayer,
    lines: usize,
    /// Whether the move expected next is told.
    ponder: bool,
    position: Option<Position>,
    output: Output<W>,
}

/// Ends a search after a time, or at once where no thread can wait for it.
fn end_after(abort: Abort, time: Duration) {
    let ends = abort.clone();
    let wait = move || {
        thread::sleep(time);
        ends.set();
    };
    if threads::start("clock", wait).is_err() {
        abort.set();
    }
}

/// Answers requests of the Universal Chess Interface with the moves of a player, until `quit` or the
/// end of the input. What cannot be served is said in an `info string`, since the interface has no
/// errors. `stop`, `ponderhit` and `isready` are acted on at once.
///
/// # Errors
/// Reading or writing failed.
pub fn serve_uci(
    engine: AdjustablePlayer,
    input: impl io::Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let search = Arc::new(RunningSearch::default());
    let output = Output(Arc::new(Mutex::new(output)));
    let (under_way, ready) = (Arc::clone(&search), output.clone());
    let at_once = move |word: &str| match word {
        "isready" if under_way.is_under_way() => {
            // An output that is closed is noticed with the next answer.
            let _ = ready.say("readyok");
            true
        }
        "ponderhit" => {
            if let Some((abort, time)) = under_way.hit() {
                end_after(abort, time);
            }
            true
        }
        _ => false,
    };
    let mut server = Server { engine, lines: 1, ponder: false, position: None, output };
    for read in read_ahead(input, &search, &SEARCHES, at_once)? {
        let line = match read? {
            Line::Whole(line) => line,
            Line::TooLong => {
                server.complain(&format!("a line longer than {LONGEST_REQUEST} bytes"))?;
                continue;
            }
        };
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match word {
            // `stop` was acted on when it was read; the others are about what is not offered.
            "" | "stop" | "debug" | "register" => {}
            "quit" => break,
            "uci" => server.greet()?,
            "isready" => server.output.say("readyok")?,
            "ucinewgame" => server.engine.begin_game(),
            "setoption" => {
                if let Err(problem) = server.set(rest) {
                    server.complain(&problem)?;
                }
            }
            "position" => {
                let read = read_position(rest).and_then(|position| {
                    let board = server.engine.player().check_board(&position);
                    board.map(|()| position).map_err(|error| error.to_string())
                });
                if let Err(problem) = &read {
                    server.complain(problem)?;
                }
                server.position = read.ok();
            }
            _ if asks_for_search(word, &SEARCHES) => {
                let answer = server.go(rest, search.begin(), &search)?;
                if search.has_quit() {
                    break;
                }
                // Before the answer: whoever has it may ask whether the engine is ready.
                search.end();
                server.output.say(&answer)?;
            }
            _ => server.complain(&format!(
                "'{}'; expected uci, isready, ucinewgame, setoption, position, go, stop or quit",
                start_of(word)
            ))?,
        }
    }
    Ok(())
}

impl<W: Write> Server<W> {
    fn complain(&self, problem: &str) -> io::Result<()> {
        self.output.say(&format!("info string error: {problem}"))
    }

    fn greet(&self) -> io::Result<()> {
        let say = |line: &str| self.output.say(line);
        let (version, spec) = (env!("CARGO_PKG_VERSION"), self.engine.player().spec());
        say(&format!("id name amazons {version} {spec}"))?;
        say("id author the developers of amazons")?;
        say(&format!("option name {VARIANT} type combo default {AMAZONS} var {AMAZONS}"))?;
        say(&format!("option name {PONDER} type check default false"))?;
        say(&format!("option name {LINES} type spin default 1 min 1 max {MOST_LINES}"))?;
        let bytes = amazons::solvers::Spec::MEMORY >> 20;
        say(&format!("option name {HASH} type spin default {bytes} min 1 max {MOST_HASH}"))?;
        let [threads, spin] = THREADS;
        for option in self.engine.options() {
            match option.name.as_str() {
                MEMORY => {}
                name if name == threads => {
                    let usual = option.default.unwrap_or_default();
                    let [least, most] = option.range.unwrap_or_default();
                    let range = format!("min {least} max {most}");
                    say(&format!("option name {spin} type spin default {usual} {range}"))?;
                }
                _ => say(&Listed(option).to_string())?,
            }
        }
        say("uciok")
    }

    /// Sets an option from `name NAME [value VALUE]`.
    fn set(&mut self, text: &str) -> Result<(), String> {
        let rest = text.trim().strip_prefix("name ").map(str::trim).unwrap_or_default();
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest, ""),
        };
        let value = Some(value).filter(|value| !value.is_empty() && *value != "<empty>");
        let whole = |most: u64| {
            let number = value.and_then(parse_whole).filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| {
                let found = start_of(value.unwrap_or("nothing"));
                format!("{name} {found}; expected a whole number from 1 to {most}")
            })
        };
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if name.is_empty() {
            Err("setoption; expected setoption name NAME value VALUE".to_owned())
        } else if is(VARIANT) {
            match value {
                Some(AMAZONS) => Ok(()),
                other => Err(format!(
                    "{VARIANT} {}; expected {AMAZONS}",
                    start_of(other.unwrap_or("nothing"))
                )),
            }
        } else if is(PONDER) {
            self.ponder = value.and_then(|value| value.parse().ok()).ok_or_else(|| {
                let found = start_of(value.unwrap_or("nothing"));
                format!("{PONDER} {found}; expected true or false")
            })?;
            Ok(())
        } else if is(LINES) {
            self.lines = whole(MOST_LINES as u64)? as usize;
            Ok(())
        } else {
            let (name, value) = match name {
                _ if is(HASH) => (MEMORY, Some(format!("{}MiB", whole(MOST_HASH)?))),
                _ if is(THREADS[1]) => (THREADS[0], value.map(str::to_owned)),
                _ => (name, value.map(str::to_owned)),
            };
            self.engine.set(name, value.as_deref())
        }
    }

    /// Answers `go`, and tells what the search finds while it runs.
    fn go(
        &mut self,
        text: &str,
        begun: (Abort, bool),
        search: &RunningSearch,
    ) -> io::Result<String> {
        const NONE: &str = "bestmove (none)";
        let (go, problem) = Go::parse(text);
        if let Some(problem) = problem {
            self.complain(&problem)?;
        }
        let Some(position) = &self.position else {
            self.complain("no position yet; send position startpos or position fen FEN first")?;
            return Ok(NONE.to_owned());
        };
        let mut told = Ok(());
        let output = self.output.clone();
        let mut expected = Vec::new();
        let mut tell = |thought: &Thought| {
            if let Some(line) = thought.lines.first() {
                expected.clone_from(&line.moves);
            }
            for (number, line) in info_lines(thought, uci_move) {
                let said = output.say(&format!("info multipv {number} {line}"));
                told = std::mem::replace(&mut told, Ok(())).and(said);
            }
        };
        let watch = &mut Watch::new(self.lines, &mut tell);
        let (abort, stopped) = begun.clone();
        let mut asked = go.asked(position);
        let mut time = Duration::ZERO;
        if go.ponder {
            if asked == Asked::default() {
                asked.time = self.engine.own_time(position);
                asked.nodes = self.engine.player().limit().nodes;
            }
            time = asked.time.unwrap_or_default();
            if search.ponders(asked.time) {
                asked = Asked { time: None, ponders: true, ..asked }.open();
            }
        }
        if go.infinite || asked.ponders {
            search.runs_until_stopped();
        }
        let chosen = search_for(&mut self.engine, position, asked, begun, search, watch);
        told?;
        // The answer to an unlimited search is asked for by `stop`, and that to a search in the
        // opponent's time by his move.
        while (go.infinite || search.is_pondering()) && !stopped && !abort.is_set() {
            thread::sleep(GLANCE);
        }
        if asked.ponders && !search.is_pondering() {
            self.engine.moved_in(position, time);
        }
        match chosen {
            Some(choice) => {
                let next = expected.get(1).filter(|_| self.ponder && expected[0] == choice.mv);
                let next = next.map(|next| format!(" ponder {}", uci_move(*next)));
                Ok(format!("bestmove {}{}", uci_move(choice.mv), next.unwrap_or_default()))
            }
            None => {
                self.complain("the side to move has no move")?;
                Ok(NONE.to_owned())
            }
        }
    }
}

impl Go {
    /// Reads what follows `go`. What is not understood is passed over and told of, as the interface
    /// demands.
    fn parse(text: &str) -> (Self, Option<String>) {
        let (mut go, mut problem) = (Self::default(), None);
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let is_limit = matches!(word, "movetime" | "nodes" | "depth");
            let mut number = || {
                let found = words
                    .next_if(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_digit()));
                let number = match found {
                    // A clock may have run out.
                    Some(text) if text.starts_with('-') && !is_limit => Some(0),
                    found => found.and_then(parse_whole),
                };
                let number = number.filter(|number| *number > 0 || !is_limit);
                if number.is_none() {
                    let found = start_of(found.unwrap_or("nothing"));
                    let least = if is_limit { " above 0" } else { "" };
                    problem = Some(format!("go {word} {found}; expected a whole number{least}"));
                }
                number
            };
            let mut time = || number().map(Duration::from_millis);
            match word {
                "movetime" => go.time = time(),
                "wtime" => go.clocks[0] = time(),
                "btime" => go.clocks[1] = time(),
                "winc" => go.increments[0] = time().unwrap_or_default(),
                "binc" => go.increments[1] = time().unwrap_or_default(),
                "nodes" => go.nodes = number(),
                "depth" => go.depth = number().and_then(|depth| depth.try_into().ok()),
                // The clocks say enough.
                "movestogo" => _ = number(),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                _ => {
                    problem = Some(format!(
                        "go '{}'; expected movetime, nodes, depth, wtime, btime, winc, binc, \
                         infinite or ponder",
                        start_of(word)
                    ));
                }
            }
        }
        (go, problem)
    }

    /// What a search in this position may use.
    fn asked(&self, position: &Position) -> Asked {
        let at = usize::from(position.side() == Color::Black);
        let share = self.clocks[at].map(|left| share_of_clock(left, self.increments[at], position));
        let time = [self.time, share].into_iter().flatten().min();
        let asked = Asked { time, nodes: self.nodes, depth: self.depth, ponders: false };
        let is_open = self.infinite || self.depth.is_some() && time.is_none();
        if is_open { asked.open() } else { asked }
    }
}

/// Reads what follows `position`: `startpos` or `fen FEN`, then perhaps `moves` and moves.
fn read_position(text: &str) -> Result<Position, String> {
    let (board, moves) = match text.split_once("moves") {
        Some((board, moves)) => (board.trim(), moves),
        None => (text.trim(), ""),
    };
    let start = match board.split_once(char::is_whitespace) {
        None if board == "startpos" => Start::standard().position().clone(),
        Some(("fen", fen)) => fen.parse().map_err(|error| format!("{error}"))?,
        _ => {
            let found = start_of(board);
            return Err(format!("position '{found}'; expected startpos or fen FEN"));
        }
    };
    moves.split_whitespace().try_fold(start, |position: Position, text| {
        let mv: Move = text.parse().map_err(|_| {
            format!("'{}' is not a move; expected one as d1d7,d7g7", start_of(text))
        })?;
        position.play(mv).map_err(|illegal| illegal.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::written::Written;
    use crate::play::MoveLimit;

    fn answers(player: &str, input: &str) -> Vec<String> {
        let limit = MoveLimit { time: None, nodes: Some(50) };
        let engine = AdjustablePlayer::new(player, limit).unwrap();
        let written = Written::default();
        serve_uci(engine, io::Cursor::new(input.to_owned().into_bytes()), written.clone()).unwrap();
        written.text().lines().map(str::to_owned).collect()
    }

    #[test]
    fn an_engine_greets_with_its_options() {
        let lines = answers("alphabeta", "uci\nisready\n");
        for line in [
            "option name UCI_Variant type combo default amazons var amazons",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Hash type spin default 256 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 256",
            "option name width type string default 0",
            "option name fill type check default false",
            "option name finish type combo default none var none var judge",
            "option name clock type string default <empty>",
        ] {
            assert!(lines.iter().any(|said| said == line), "{line}: {lines:?}");
        }
        assert!(lines[0].starts_with("id name amazons "), "{lines:?}");
        assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn moves_are_answered_with_what_was_found() {
        let lines = answers(
            "alphabeta",
            "ucinewgame\nposition fen Q1*q w - - 0 1\ngo nodes 50\n\
             position startpos moves d1d7,d7g7\ngo depth 1\n",
        );
        let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!((best.len(), best[0].as_str()), (2, "bestmove a1b1,b1a1"));
        let told = lines.iter().filter(|line| line.starts_with("info multipv 1 depth 1 score cp"));
        assert_eq!(told.count(), 2, "{lines:?}");
        let mv = best[1].strip_prefix("bestmove ").unwrap();
        assert!(lines[lines.len() - 2].ends_with(&format!(" pv {mv}")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("depth 2")), "{lines:?}");
    }

    #[test]
    fn several_lines_are_in_order_and_begin_with_different_moves() {
        for player in ["alphabeta", "mcts"] {
            let lines = answers(
                player,
                "setoption name MultiPV value 4\nposition fen 3q/4/4/Q3 w\ngo nodes 4000\n",
            );
            let last = &lines[lines.len() - 5..lines.len() - 1];
            let part = |line: &str, before: &str| {
                let rest = line.split_once(before).unwrap_or_else(|| panic!("{lines:?}")).1;
                rest.split(' ').next().unwrap().to_owned()
            };
            let firsts: Vec<String> = last.iter().map(|line| part(line, " pv ")).collect();
            let values: Vec<i32> =
                last.iter().map(|line| part(line, " cp ").parse().unwrap()).collect();
            for (i, line) in last.iter().enumerate() {
                assert!(line.starts_with(&format!("info multipv {} ", i + 1)), "{lines:?}");
                assert!(!firsts[..i].contains(&firsts[i]), "{lines:?}");
            }
            assert!(player == "mcts" || values.is_sorted_by(|a, b| a >= b), "{lines:?}");
            assert_eq!(lines.last().unwrap(), &format!("bestmove {}", firsts[0]));
        }
    }

    #[test]
    fn options_reach_the_player() {
        let lines = answers(
            "alphabeta",
            "setoption name Hash value 8\nsetoption name depth value 2\nsetoption name Threads value 2\n\
             setoption name nodes value <empty>\nsetoption name UCI_Variant value amazons\nuci\n",
        );
        assert!(lines[0].ends_with(" alphabeta:depth=2,threads=2"), "{lines:?}");
    }

    #[test]
    fn an_unlimited_search_answers_once_it_is_stopped() {
        for player in ["alphabeta", "mcts"] {
            for end in ["stop\n", "quit\n", ""] {
                let lines = answers(player, &format!("position fen Q1*q w\ngo infinite\n{end}"));
                assert_eq!(lines.last().unwrap(), "bestmove a1b1,b1a1");
            }
        }
    }

    /// A search in the opponent's time answers once his move is played, and not before.
    #[test]
    fn a_search_may_begin_before_the_opponent_has_moved() {
        for (go, end) in [
            ("ponder wtime 600 btime 600", "ponderhit\n"),
            ("ponder nodes 20", "ponderhit\n"),
            ("ponder", "ponderhit\n"),
            ("ponder wtime 60000 btime 60000", "stop\n"),
            ("ponder", ""),
        ] {
            let input = format!(
                "setoption name Ponder value true\nposition startpos moves d1d7,d7g7 g10g9,g9g8\n\
                 go {go}\n{end}"
            );
            let lines = answers("alphabeta", &input);
            let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
            assert!(
                best.len() == 1 && !lines.iter().any(|line| line.contains("error")),
                "{lines:?}"
            );
        }
        let lines = answers(
            "alphabeta:nodes=20000",
            "setoption name Ponder value true\nposition fen Q3/4/4/3q w\ngo\n",
        );
        assert!(lines.last().unwrap().contains(" ponder "), "{lines:?}");
    }

    #[test]
    fn what_is_not_understood_is_said_and_nothing_ends() {
        let lines = answers(
            "alphabeta",
            "castle\ngo\nposition here\nposition fen Q2?q w\nposition startpos moves a1b1,b1a1\n\
             position startpos moves e2e4\nsetoption name depth value x\nsetoption\n\
             setoption name tree value 1\nsetoption name MultiPV value 0\n\
             setoption name Threads value 0\nsetoption name UCI_Variant value chess\nposition fen Q*q w\ngo fast nodes\n",
        );
        for (line, part) in lines.iter().zip([
            "expected uci, isready",
            "no position yet",
            "bestmove (none)",
            "expected startpos or fen FEN",
            "found '?'",
            "a1-b1/a1",
            "'e2e4' is not a move",
            "something like depth=0",
            "expected setoption name NAME",
            "no option 'tree'",
            "from 1 to 256",
            "threads=0; expected 1 to 256",
            "expected amazons",
            "expected a whole number",
            "no move",
            "bestmove (none)",
        ]) {
            assert!(line.contains(part), "{part}: {line}");
            assert!(line.starts_with("info string error: ") || line.starts_with("bestmove"));
        }
        assert_eq!(lines.len(), 16, "{lines:?}");
    }

    #[test]
    fn limits_are_read() {
        let read = |text| Go::parse(text).0;
        let position: Position = "Q2q b".parse().unwrap();
        let [one, two] = [1, 2].map(Duration::from_secs);
        let clocks = read("wtime 5000 btime 1000 winc 0 binc 2000 movestogo 40");
        assert_eq!((clocks.clocks[1], clocks.increments[1]), (Some(one), two));
        assert!(clocks.asked(&position).time < Some(one));
        assert_eq!(read("wtime -5 btime -20").clocks, [Some(Duration::ZERO); 2]);
        assert_eq!(read("depth 3").asked(&position).nodes, Some(u64::MAX));
        assert_eq!(read("movetime 2000 depth 3").asked(&position).time, Some(two));
        assert_eq!(read("").asked(&position), Asked::default());
        for limit in ["movetime -5", "movetime 0", "depth 0", "nodes 0", "nodes -1"] {
            let (go, problem) = Go::parse(limit);
            assert_eq!(go, Go::default(), "{limit}");
            assert!(problem.is_some_and(|said| said.contains("above 0")), "{limit}");
        }
    }
}
