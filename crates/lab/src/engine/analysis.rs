//! This program as an analysis engine: requests and answers are JSON, one object a line, and answers
//! come as they are ready. The model is the analysis engine of KataGo.

use super::requests::LONGEST_REQUEST;
use super::searching::Asked;
use crate::play::{MoveLimit, Player};
use amazons::board::{Color, Move, Position};
use amazons::eval::SQUARE;
use amazons::limits::Abort;
use amazons::records::Start;
use amazons::score::{Interval, Score};
use amazons::solvers::{SpecError, Thought, Watch};
use amazons::util::bounded_line::{BoundedLines, Line};
use amazons::util::start_of::start_of;
use amazons::util::threads;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most lines that a request may ask for.
const MOST_LINES: usize = 256;

/// Questions that may wait; more are read once some are answered.
const MOST_WAITING: usize = 1 << 14;

/// A request: a position to analyse, or an action.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    id: String,
    #[serde(default)]
    action: Option<Action>,
    /// The request that `terminate` ends.
    #[serde(default)]
    terminate: Option<String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// After how many of the moves there is a question; after all of them if absent.
    #[serde(default)]
    turns: Option<Vec<usize>>,
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    lines: Option<usize>,
    /// How often to tell what is found while the search runs.
    #[serde(default)]
    report_every: Option<String>,
    #[serde(default)]
    priority: i64,
}

/// A request that is no question.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    QueryVersion,
    Terminate,
    TerminateAll,
}

/// A position to analyse.
struct Question {
    id: String,
    turn: usize,
    position: Position,
    asked: Asked,
    lines: usize,
    report_every: Option<Duration>,
    abort: Abort,
}

/// What was found about a position.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    turn: usize,
    fen: String,
    /// Whether the search is still running.
    during_search: bool,
    #[serde(rename = "move")]
    best: Option<Move>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<AnsweredLine>,
    /// What is proved of the score; null before anything is.
    at_least: Option<Score>,
    at_most: Option<Score>,
}

/// A move and what is expected after it.
#[derive(Serialize)]
struct AnsweredLine {
    #[serde(rename = "move")]
    first: Option<Move>,
    /// In squares, positive for White.
    lead: Option<f64>,
    line: Vec<Move>,
}

/// The questions that wait, by priority, and those that are being searched.
#[derive(Default)]
struct Queue {
    /// The most urgent first: by priority, downwards, and then in order.
    waiting: BTreeMap<(std::cmp::Reverse<i64>, u64), Question>,
    running: Vec<(String, Abort)>,
    asked: u64,
    ended: bool,
}

/// The queue, and what wakes those who wait for it.
#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next question; `None` once there will be none.
    fn next(&self) -> Option<Question> {
        let mut queue = self.queue();
        loop {
            if let Some((_, question)) = queue.waiting.pop_first() {
                queue.running.push((question.id.clone(), question.abort.clone()));
                self.changed.notify_all();
                return Some(question);
            }
            if queue.ended {
                return None;
            }
            queue = self.wait(queue);
        }
    }

    fn add(&self, questions: Vec<Question>, priority: i64) {
        let mut queue = self.queue();
        while queue.waiting.len() >= MOST_WAITING {
            queue = self.wait(queue);
        }
        for question in questions {
            queue.asked += 1;
            let place = (std::cmp::Reverse(priority), queue.asked);
            queue.waiting.insert(place, question);
        }
        self.changed.notify_all();
    }

    fn done(&self, question: &Question) {
        let mut queue = self.queue();
        let at = queue.running.iter().position(|(id, _)| *id == question.id);
        at.map(|at| queue.running.swap_remove(at));
    }

    /// Ends the questions of a request, or all: those that run answer with what they have found, and
    /// those that wait are answered in a moment.
    fn terminate(&self, id: Option<&str>) {
        let queue = self.queue();
        let named = |other: &str| id.is_none_or(|id| id == other);
        queue.running.iter().filter(|(id, _)| named(id)).for_each(|(_, abort)| _ = abort.set());
        let waiting = queue.waiting.values().filter(|question| named(&question.id));
        waiting.for_each(|question| _ = question.abort.set());
    }

    fn end(&self) {
        self.queue().ended = true;
        self.changed.notify_all();
    }
}

/// Answers requests until the end of the input, `jobs` at a time, each by a player of `spec`. A
/// request without limits of its own gets `limit`, unless the player has one.
///
/// # Errors
/// The player cannot be made; or reading or writing failed.
pub fn serve_analysis(
    spec: &str,
    limit: MoveLimit,
    jobs: NonZeroUsize,
    input: impl io::Read,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let wrong = |error: SpecError| io::Error::new(io::ErrorKind::InvalidInput, error);
    let (shared, output) = (Arc::new(Shared::default()), Arc::new(Mutex::new(output)));
    let mut workers = Vec::new();
    for _ in 0..jobs.get() {
        let player = Player::from_spec(spec, limit).map_err(wrong)?;
        let (shared, output) = (Arc::clone(&shared), Arc::clone(&output));
        workers.push(threads::start("analysis", move || work(&player, &shared, &output))?);
    }
    let player = Player::from_spec(spec, limit).map_err(wrong)?;
    let mut lines = BoundedLines::new(input, LONGEST_REQUEST);
    let read = loop {
        match lines.next() {
            Err(error) => break Err(error),
            Ok(None) => break Ok(()),
            Ok(Some((Line::TooLong, _))) => {
                let problem = format!("a line longer than {LONGEST_REQUEST} bytes");
                if let Err(error) = complain(&output, None, &problem) {
                    break Err(error);
                }
            }
            Ok(Some((Line::Whole(line), _))) if line.trim().is_empty() => {}
            Ok(Some((Line::Whole(line), _))) => {
                if let Err(error) = take(&line, &player, &shared, &output) {
                    break Err(error);
                }
            }
        }
    };
    if read.is_err() {
        shared.terminate(None);
    }
    shared.end();
    let ended = workers.into_iter().map(|worker| worker.join().unwrap_or(Ok(())));
    ended.fold(read, Result::and)
}

/// Writes one object in a line.
fn say(output: &Mutex<impl Write>, object: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    output.write_all(&line)?;
    output.flush()
}

fn complain(output: &Mutex<impl Write>, id: Option<&str>, problem: &str) -> io::Result<()> {
    match id {
        Some(id) => say(output, &serde_json::json!({ "id": id, "error": problem })),
        None => say(output, &serde_json::json!({ "error": problem })),
    }
}

/// Acts on a line of the input.
fn take(
    line: &str,
    player: &Player,
    shared: &Shared,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    let json = match serde_json::from_str::<Json>(line) {
        Ok(json) => json,
        Err(error) => {
            return complain(output, None, &format!("'{}': {error}", start_of(line)));
        }
    };
    let id = json.get("id").and_then(Json::as_str).map(str::to_owned);
    let request = match serde_json::from_value::<Request>(json) {
        Ok(request) => request,
        Err(error) => return complain(output, id.as_deref(), &error.to_string()),
    };
    let Request { id, action, terminate, priority, .. } = &request;
    match (action, terminate) {
        (Some(Action::QueryVersion), _) => {
            let (version, spec) = (env!("CARGO_PKG_VERSION"), player.spec());
            let object = serde_json::json!({
                "id": id, "action": "query_version", "version": version, "player": spec,
            });
            say(output, &object)
        }
        (Some(Action::Terminate), None) => {
            complain(output, Some(id), "terminate; expected \"terminate\": the id of a request")
        }
        (Some(Action::Terminate), Some(other)) => {
            shared.terminate(Some(other));
            say(output, &serde_json::json!({ "id": id, "action": "terminate", "terminate": other }))
        }
        (Some(Action::TerminateAll), _) => {
            shared.terminate(None);
            say(output, &serde_json::json!({ "id": id, "action": "terminate_all" }))
        }
        (None, _) => match questions(&request, player) {
            Ok(questions) => {
                shared.add(questions, *priority);
                Ok(())
            }
            Err(problem) => complain(output, Some(id), &problem),
        },
    }
}

/// Reads a time such as `500ms`.
fn time(name: &str, text: Option<&str>) -> Result<Option<Duration>, String> {
    let read = |text: &str| {
        humantime::parse_duration(text).ok().filter(|time| !time.is_zero()).ok_or_else(|| {
            format!("{name} '{}' is not a time above 0; expected e.g. \"10s\"", start_of(text))
        })
    };
    text.map(read).transpose()
}

/// Makes the questions of a request.
fn questions(request: &Request, player: &Player) -> Result<Vec<Question>, String> {
    let Request { id, fen, moves, turns, nodes, depth, lines, .. } = request;
    let start = match fen {
        None => Start::standard().position().clone(),
        Some(fen) => fen.parse().map_err(|error| format!("fen: {error}"))?,
    };
    player.check_board(&start).map_err(|error| error.to_string())?;
    let mut positions = vec![start];
    for text in moves {
        let mv: Move = text.parse().map_err(|error| format!("moves: {error}"))?;
        let next = positions[positions.len() - 1].play(mv);
        positions.push(next.map_err(|illegal| format!("moves: {illegal}"))?);
    }
    let lines = lines.unwrap_or(1);
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(format!("lines {lines}; expected 1 to {MOST_LINES}"));
    }
    for (name, zero) in [("nodes", *nodes == Some(0)), ("depth", *depth == Some(0))] {
        if zero {
            return Err(format!("{name} 0; expected 1 or more"));
        }
    }
    let time_limit = time("time", request.time.as_deref())?;
    let asked = Asked { time: time_limit, nodes: *nodes, depth: *depth, ponders: false };
    let asked = if depth.is_some() && time_limit.is_none() { asked.open() } else { asked };
    let report_every = time("report_every", request.report_every.as_deref())?;
    let last = positions.len() - 1;
    let turns = turns.clone().unwrap_or_else(|| vec![last]);
    let of_turn = |turn: usize| {
        let position = positions.get(turn).cloned().ok_or_else(|| {
            format!("turns: {turn}; expected 0 to {last}, the number of moves before a position")
        })?;
        Ok(Question {
            id: id.clone(),
            turn,
            position,
            asked,
            lines,
            report_every,
            abort: Abort::new(),
        })
    };
    turns.into_iter().map(of_turn).collect()
}

/// Answers questions until there are no more.
fn work(player: &Player, shared: &Shared, output: &Mutex<impl Write>) -> io::Result<()> {
    while let Some(question) = shared.next() {
        let said = answer(&question, player, output);
        shared.done(&question);
        if let Err(error) = said {
            // Nobody reads any more.
            shared.terminate(None);
            return Err(error);
        }
    }
    Ok(())
}

fn answer(question: &Question, player: &Player, output: &Mutex<impl Write>) -> io::Result<()> {
    let Question { position, asked, abort, .. } = question;
    let mut last: Option<Thought> = None;
    let (mut told, mut said) = (Instant::now(), Ok(()));
    let ended = abort.clone();
    let mut tell = |thought: &Thought| {
        if asked.is_reached(thought) {
            ended.set();
        }
        if question.report_every.is_some_and(|every| told.elapsed() >= every) && said.is_ok() {
            told = Instant::now();
            said = say(output, &question.answer(Some(thought), None, true));
        }
        last = Some(thought.clone());
    };
    let begun = Instant::now();
    let watch = &mut Watch::new(question.lines, &mut tell);
    let chosen = player.choose_watched(position, asked.time, asked.nodes, abort, watch);
    said?;
    let mut found = question.answer(last.as_ref(), chosen.map(|choice| choice.interval), false);
    found.best = chosen.map(|choice| choice.mv);
    found.nodes = chosen.map_or(found.nodes, |choice| choice.nodes.max(found.nodes));
    found.seconds = begun.elapsed().as_secs_f64();
    say(output, &found)
}

impl Question {
    fn answer(
        &self,
        thought: Option<&Thought>,
        proved: Option<Interval>,
        during_search: bool,
    ) -> Answer<'_> {
        let side = self.position.side();
        let sign = if side == Color::White { 1.0 } else { -1.0 };
        let lines = thought.map(|thought| thought.lines.as_slice()).unwrap_or_default();
        let unknown = Interval::of_size(self.position.empties());
        let (lowest, highest) = unknown.scores(side);
        let scores = proved.map(|proved| proved.scores(side));
        Answer {
            id: &self.id,
            turn: self.turn,
            fen: self.position.to_fen(),
            during_search,
            best: lines.first().and_then(|line| line.moves.first().copied()),
            depth: thought.map_or(0, |thought| thought.depth),
            nodes: thought.map_or(0, |thought| thought.nodes),
            seconds: thought.map_or(0.0, |thought| thought.time.as_secs_f64()),
            lines: lines
                .iter()
                .map(|line| AnsweredLine {
                    first: line.moves.first().copied(),
                    lead: line.value.map(|value| sign * f64::from(value) / f64::from(SQUARE)),
                    line: line.moves.clone(),
                })
                .collect(),
            at_least: scores.map(|(low, _)| low).filter(|low| *low != lowest),
            at_most: scores.map(|(_, high)| high).filter(|high| *high != highest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::written::Written;

    fn answers(input: &str, jobs: usize) -> Vec<Json> {
        let written = Written::default();
        let limit = MoveLimit { time: None, nodes: Some(500) };
        let jobs = NonZeroUsize::new(jobs).unwrap();
        serve_analysis("alphabeta", limit, jobs, input.as_bytes(), written.clone()).unwrap();
        written.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_turn_asked_for_is_answered_with_its_id() {
        let input = r#"{"id":"a","fen":"Q2q/4 w","moves":["a2-b2/a2"],"turns":[0,1],"lines":2}
{"id":"b","fen":"Q1*q b"}"#;
        let mut lines = answers(input, 2);
        assert_eq!(lines.len(), 3);
        lines.sort_by_key(|line| (line["id"].to_string(), line["turn"].as_u64()));
        assert_eq!(lines[0]["fen"], "Q2q/4 w");
        assert_eq!(lines[0]["lines"].as_array().unwrap().len(), 2);
        assert_eq!(lines[0]["lines"][0]["move"], lines[0]["move"]);
        assert_eq!((&lines[1]["turn"], &lines[1]["during_search"]), (&1.into(), &false.into()));
        // Black has run out, and White has a move more.
        assert_eq!((&lines[2]["id"], &lines[2]["move"]), (&"b".into(), &Json::Null));
    }

    #[test]
    fn leads_are_whites_and_proofs_come_along() {
        let lines = answers(r#"{"id":"a","fen":"Q1*q w","depth":4}"#, 1);
        let line = &lines[0];
        assert_eq!((&line["at_least"], &line["at_most"]), (&"W+0".into(), &"W+0".into()));
        assert_eq!(line["lines"][0]["lead"], 0.5);
        let black = &answers(r#"{"id":"a","fen":"Q*1q b","depth":4}"#, 1)[0];
        assert_eq!(
            (&black["at_least"], &black["lines"][0]["lead"]),
            (&"B+0".into(), &(-0.5).into())
        );
    }

    #[test]
    fn what_is_urgent_comes_first_and_what_is_ended_at_once() {
        let input = r#"{"id":"long","time":"1h"}
{"id":"last","fen":"Q1*q w","priority":-1}
{"id":"soon","fen":"Q1*q w","priority":7}
{"id":"x","action":"terminate","terminate":"long"}"#;
        let lines = answers(input, 1);
        let ids: Vec<_> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
        let at = |id| ids.iter().position(|other| *other == id).unwrap();
        assert!(at("x") < at("long") || at("long") < at("last"), "{ids:?}");
        assert!(at("soon") < at("last"), "{ids:?}");
        assert!(lines[at("long")]["move"].is_string(), "{lines:?}");
    }

    #[test]
    fn searches_report_while_they_run() {
        let lines = answers(r#"{"id":"a","nodes":20000,"report_every":"1ms"}"#, 1);
        let (last, during) = lines.split_last().unwrap();
        assert!(!during.is_empty() && during.iter().all(|line| line["during_search"] == true));
        assert_eq!(last["during_search"], false);
    }

    #[test]
    fn wrong_requests_are_answered_with_their_ids() {
        let input = r#"what
{"fen":"Q2q w"}
{"id":"a","fen":"Q?q w"}
{"id":"b","fen":"Q2q w","moves":["a1-a9/a1"]}
{"id":"c","fen":"Q2q w","turns":[1]}
{"id":"d","time":"soon"}
{"id":"e","nodes":0}
{"id":"f","lines":0}
{"id":"g","colour":"w"}
{"id":"h","action":"dance"}
{"id":"i","action":"terminate"}
{"id":"j","action":"query_version"}"#;
        let lines = answers(input, 1);
        for (line, (id, part)) in lines.iter().zip([
            (Json::Null, "'what'"),
            (Json::Null, "missing field `id`"),
            ("a".into(), "found '?'"),
            ("b".into(), "a1-a9/a1"),
            ("c".into(), "expected 0 to 0"),
            ("d".into(), "is not a time"),
            ("e".into(), "nodes 0; expected 1"),
            ("f".into(), "expected 1 to 256"),
            ("g".into(), "unknown field `colour`"),
            ("h".into(), "unknown variant `dance`"),
            ("i".into(), "expected \"terminate\""),
        ]) {
            assert!(line["error"].as_str().unwrap().contains(part), "{part}: {line}");
            assert_eq!(line["id"], id, "{line}");
        }
        assert_eq!((lines.len(), &lines[11]["player"]), (12, &"alphabeta:nodes=500".into()));
    }
}
