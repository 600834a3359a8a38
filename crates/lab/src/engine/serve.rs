//! This program as an engine of the line protocol.

use super::adjustable::AdjustablePlayer;
use super::protocol::{BestMove, GoLimits, INCREMENT, NEW_GAME, Reply, Request, VERSION};
use super::requests::{LONGEST_REQUEST, asks_for_search, read_ahead};
use super::running_search::RunningSearch;
use super::search_report::info_lines;
use super::searching::{Asked, at_most_short, search_for};
use crate::play::clock::share_of_clock;
use amazons::board::Position;
use amazons::judge::{Judge, Query};
use amazons::limits::{Abort, Limits};
use amazons::score::Interval;
use amazons::solvers::{Thought, Watch};
use amazons::util::bounded_line::Line;
use std::io::{self, Write};
use std::sync::Arc;

/// What a judge question may use if it sets no limit.
const JUDGE_NODES: u64 = 1_000_000;

/// Bytes of the judge.
const JUDGE_MEMORY: usize = 128 << 20;

/// The requests that ask for a search.
const SEARCHES: [&str; 2] = ["go", "judge"];

/// Answers requests with the moves of a player, which they may adjust, until `quit` or the end of
/// the input. It continues whatever the input: a request that cannot be served is answered with
/// `error`. A `stop` that arrives while a move is being chosen ends the choice with an answer, a
/// `quit` ends it without one. A search that is stopped as it begins still gets a moment. A `quit`
/// in the same piece of input as the last request for a search leaves that search all its time.
///
/// # Errors
/// Reading or writing failed.
pub fn serve(
    mut engine: AdjustablePlayer,
    input: impl io::Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let search = Arc::new(RunningSearch::default());
    let mut position: Option<Position> = None;
    for read in read_ahead(input, &search, &SEARCHES, |_| false)? {
        let line = match read? {
            Line::Whole(line) if line.trim().is_empty() => continue,
            Line::Whole(line) => line,
            Line::TooLong => {
                let problem = format!("a line longer than {LONGEST_REQUEST} bytes");
                writeln!(output, "{}", Reply::Error(problem))?;
                output.flush()?;
                continue;
            }
        };
        let begun = asks_for_search(&line, &SEARCHES).then(|| search.begin());
        let replies = match Request::parse(&line) {
            Err(problem) => {
                // A client that missed the error must not get a move in another position.
                if line.trim_start().starts_with("position") {
                    position = None;
                }
                vec![Reply::Error(problem)]
            }
            Ok(Request::NewGame) => {
                engine.begin_game();
                position = None;
                Vec::new()
            }
            // Acted on when it was read, and not passed on.
            Ok(Request::Stop) => Vec::new(),
            Ok(Request::Quit) => break,
            Ok(Request::Hello(VERSION)) => {
                let spec = engine.player().spec();
                let name = Reply::Id(format!("amazons {} {spec}", env!("CARGO_PKG_VERSION")));
                // A client that does not know options ignores `info` lines.
                let options = engine.lines().into_iter().map(Reply::Info);
                let features = Reply::Info(format!("feature {NEW_GAME} {INCREMENT}"));
                let known = options.chain([features]);
                [name].into_iter().chain(known).chain([Reply::Ready]).collect()
            }
            Ok(Request::SetOption(name, value)) => match engine.set(&name, value.as_deref()) {
                Ok(()) => vec![Reply::Ready],
                Err(problem) => vec![Reply::Error(problem.to_string())],
            },
            Ok(Request::Hello(version)) => {
                vec![Reply::Error(format!("version {version}; this engine speaks {VERSION}"))]
            }
            Ok(Request::Position(start, moves)) => {
                match moves.into_iter().try_fold(start, |now, mv| now.play(mv)) {
                    Ok(now) => {
                        position = Some(now);
                        Vec::new()
                    }
                    Err(illegal) => {
                        position = None;
                        vec![Reply::Error(illegal.to_string())]
                    }
                }
            }
            Ok(Request::Go(limits)) => {
                let begun = begun.unwrap_or_default();
                vec![go(&mut engine, position.as_ref(), limits, begun, &search, &mut output)]
            }
            Ok(Request::Judge(limits)) => {
                vec![judge(position.as_ref(), limits, begun.unwrap_or_default())]
            }
        };
        if search.has_quit() {
            break;
        }
        for reply in replies {
            writeln!(output, "{reply}")?;
        }
        output.flush()?;
    }
    Ok(())
}

fn no_position() -> Reply {
    Reply::Error("no position yet; send position FEN first".to_owned())
}

/// Answers `go`, and writes what the search finds while it runs. `begun` is what ends the search
/// early, and whether it was already told to stop.
fn go(
    engine: &mut AdjustablePlayer,
    position: Option<&Position>,
    limits: GoLimits,
    begun: (Abort, bool),
    search: &RunningSearch,
    output: &mut impl Write,
) -> Reply {
    let Some(position) = position else { return no_position() };
    if let Err(problem) = engine.player().check_board(position) {
        return Reply::Error(problem.to_string());
    }
    let shared = limits
        .clock
        .map(|[own, _]| share_of_clock(own, limits.increment.unwrap_or_default(), position));
    let asked = Asked { time: limits.time.or(shared), nodes: limits.nodes, ..Asked::default() };
    let mut tell = |thought: &Thought| {
        for (_, line) in info_lines(thought, |mv| mv.to_string()) {
            // An output that is closed is noticed with the answer.
            let _ = writeln!(output, "{}", Reply::Info(line)).and_then(|()| output.flush());
        }
    };
    let watch = &mut Watch::new(1, &mut tell);
    let Some(choice) = search_for(engine, position, asked, begun, search, watch) else {
        return Reply::Error("the side to move has no move".to_owned());
    };
    let nothing = Interval::of_size(position.empties());
    let (at_least, at_most) = choice.interval.scores(position.side());
    let (lowest, highest) = nothing.scores(position.side());
    Reply::BestMove(BestMove {
        mv: Some(choice.mv),
        at_least: (at_least != lowest).then_some(at_least),
        at_most: (at_most != highest).then_some(at_most),
        nodes: (choice.nodes > 0).then_some(choice.nodes),
    })
}

/// Answers `judge`, with `begun` as for [`go`].
fn judge(position: Option<&Position>, limits: GoLimits, (abort, stopped): (Abort, bool)) -> Reply {
    let Some(position) = position else { return no_position() };
    let asked = limits.time.is_some() || limits.nodes.is_some();
    let nodes = if asked { limits.nodes } else { Some(JUDGE_NODES) };
    let time = if stopped { at_most_short(limits.time) } else { limits.time };
    let limits = Limits::new(time, nodes).until(&abort);
    let verdict =
        Judge::builder().memory(JUDGE_MEMORY).build().ask(position, Query::BestMoves, &limits);
    let (at_least, at_most) = verdict.interval.scores(position.side());
    Reply::Judged { at_least, at_most, best: verdict.best_moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::MoveLimit;

    fn all_answers(input: &str, player: &str) -> Vec<String> {
        let limit = MoveLimit { time: None, nodes: Some(50) };
        let engine = AdjustablePlayer::new(player, limit).unwrap();
        let mut output = Vec::new();
        serve(engine, io::Cursor::new(input.to_owned().into_bytes()), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    /// The answers without what is told during searches.
    fn answers(input: &str) -> Vec<String> {
        let mut lines = all_answers(input, "alphabeta");
        lines.retain(|line| !line.starts_with("info depth"));
        lines
    }

    #[test]
    fn an_engine_greets_moves_and_judges() {
        let lines = answers(
            "amazons 1\nposition Q1*q w\ngo\nposition Q1*q w moves a1-b1/a1\njudge\nquit\ngo\n",
        );
        assert!(lines[0].starts_with("id amazons"), "{lines:?}");
        assert!(lines.iter().any(|line| line == "info option depth number default 0"), "{lines:?}");
        let (options, rest) = lines[1..].split_at(lines.len() - 4);
        // What is proved comes with the move.
        let (features, options) = options.split_last().unwrap();
        assert_eq!(features, "info feature newgame increment");
        assert!(options.iter().all(|line| line.starts_with("info option ")), "{lines:?}");
        let best = "bestmove a1-b1/a1 at_least W+0 at_most W+0 nodes ";
        assert!(rest[0] == "ready" && rest[1].starts_with(best), "{rest:?}");
        assert_eq!(rest[2..], ["judged at_least W+0 at_most W+0 best"]);
    }

    #[test]
    fn a_search_tells_what_it_has_found() {
        for player in ["alphabeta", "mcts", "uct"] {
            let lines = all_answers("position Q2q/4 w\ngo\n", player);
            let told: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
            assert!(!told.is_empty(), "{player}: {lines:?}");
            let (best, last) = (lines.last().unwrap(), told.last().unwrap());
            let mv = best.strip_prefix("bestmove ").unwrap().split(' ').next().unwrap();
            for part in [" score cp ", " nodes ", " time ", &format!(" pv {mv}")] {
                assert!(last.contains(part), "{player}: {part}: {lines:?}");
            }
        }
    }

    #[test]
    fn options_hold_from_one_search_to_the_next() {
        let lines = answers(
            "setoption depth 2\nposition Q1*q w\ngo\nsetoption depth deep\nsetoption tree 1\n\
             amazons 1\nsetoption depth\namazons 1\n",
        );
        let names: Vec<_> = lines.iter().filter(|line| line.starts_with("id ")).collect();
        assert!(names[0].ends_with(" alphabeta:depth=2"), "{names:?}");
        assert!(names[1].ends_with(" alphabeta:nodes=50"), "{names:?}");
        assert!(lines[0] == "ready" && lines[1].starts_with("bestmove a1-b1/a1 "), "{lines:?}");
        assert!(lines[2].starts_with("error ") && lines[2].contains("something like depth=0"));
        assert!(lines[3].starts_with("error no option 'tree'; expected one of eval, tt"));
    }

    #[test]
    fn a_position_that_was_refused_leaves_none() {
        let lines = answers(
            "position Q1*q w\nposition Q1*q w mvoes a1-b1/a1\ngo\nposition start a1\ngo\n\
             position Q1*q w moves a1-b1/b1\njudge\n",
        );
        let errors = ["'mvoes' after", "no position", "'a1' after", "no position", "illegal", "no"];
        assert_eq!(lines.len(), errors.len(), "{lines:?}");
        for (line, part) in lines.iter().zip(errors) {
            assert!(line.starts_with("error ") && line.contains(part), "{line}");
        }
    }

    #[test]
    fn wrong_requests_are_answered_and_nothing_ends() {
        let lines =
            answers("go\nhello\nposition Q1q w moves a1-c1/a1\nposition Q*q w\ngo\namazons 9");
        assert_eq!(lines.len(), 5);
        for (line, part) in lines.iter().zip([
            "no position yet",
            "expected amazons",
            "a1-c1/a1",
            "no move",
            "this engine speaks 1",
        ]) {
            assert!(line.starts_with("error ") && line.contains(part), "{line}");
        }
    }
}
