//! Bounds that narrow while the user watches: the moves of a position as server-sent events.

use super::Explorer;
use super::api_error::ApiError;
use super::params::Params;
use super::questions::ESTIMATED_MOVES;
use super::searchers::{StopOnDrop, Tools};
use amazons::board::{Color, Move, Position};
use amazons::estimate::Estimate;
use amazons::judge::Query;
use amazons::limits::{Abort, Limits};
use amazons::score::{Interval, Rank, Score};
use axum::extract::State;
use axum::http::Uri;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// How long changes are collected before they are sent.
const GATHER: Duration = Duration::from_millis(50);

/// A report of the search.
enum News {
    /// A move's rank for the mover.
    Move(Move, Interval),
    /// The mover's rank.
    Root(Interval),
    /// What a search believes; `None` once the score is proved.
    Estimate(Option<Box<Estimate>>),
    /// The search has ended; whether everything is proved.
    Done(bool),
}

/// What is proved about a score, from White's side.
#[derive(Serialize)]
struct Known {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<Move>,
    /// Null if it is not proved.
    score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<Score>,
    /// Null if it is not proved.
    winner: Option<Color>,
}

impl Known {
    fn new(mv: Option<Move>, ranks: Interval, side: Color) -> Self {
        let (least, most) = ranks.scores(side);
        let exact = ranks.exact().is_some();
        Self {
            mv,
            score: exact.then_some(least),
            at_least: (!exact).then_some(least),
            at_most: (!exact).then_some(most),
            winner: (least.winner == most.winner).then_some(least.winner),
        }
    }
}

/// `live`: the events `moves` (a list of the moves with new bounds), `value` (the position) and
/// `done`. With `moves=none` only the position is reported. With `estimate=true` there are events
/// `estimate` too: they sharpen for a while before the proofs begin, and the last one is null if the
/// score is proved.
pub(super) async fn live(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let (_, position) = params.take_position()?;
    let sides = [("white", Color::White), ("black", Color::Black), ("mover", position.side())];
    let side = params.take_word("first", &sides)?;
    let position = position.with_side(side.unwrap_or(position.side()));
    let moves = params.take_word("moves", &[("all", true), ("none", false)])?.unwrap_or(true);
    let asked = params.take_limits(limits)?;
    let estimate = params.take_switch("estimate")?;
    params.finish("fen, first, moves, time, nodes, estimate")?;
    let abort = Abort::new();
    let stop = StopOnDrop(abort.clone());
    let side = position.side();
    let (send, receive) = unbounded_channel();
    let told = send.clone();
    let work = move |tools: &mut Tools, abort: &Abort| {
        let asked = asked.until(abort);
        match estimate {
            true => estimating(tools, &position, &asked, moves, &told),
            false => search(tools, &position, &asked, moves, &told).complete,
        }
    };
    let search = explorer.searchers.start(abort, work).await?;
    tokio::spawn(async move {
        let complete = search.await.unwrap_or(false);
        let _ = send.send(News::Done(complete));
    });
    let feed = Feed { receive, side, begun: Instant::now(), next: Vec::new(), over: false, stop };
    Ok(Sse::new(unfold(feed, Feed::event)).keep_alive(KeepAlive::default()))
}

/// The most time for an estimate before the proofs begin.
const FIRST: Duration = Duration::from_secs(1);

/// Estimates for a moment, searches for proofs, and estimates again with what time is left if the
/// score is still open; returns whether everything is proved.
fn estimating(
    tools: &mut Tools,
    position: &Position,
    limits: &Limits,
    moves: bool,
    told: &UnboundedSender<News>,
) -> bool {
    let whole = Interval::of_size(position.empties());
    let mut nodes = 0;
    let mut estimate = |tools: &mut Tools, known: Interval, limits: Limits| {
        if limits.abort.is_set() {
            return whole;
        }
        let mut tell = |estimate: &Estimate| {
            // A later search begins anew: until it sees further, the earlier one stands.
            if estimate.nodes > nodes {
                nodes = estimate.nodes;
                let _ = told.send(News::Estimate(Some(Box::new(estimate.clone()))));
            }
        };
        let Tools { estimator, .. } = tools;
        let found = estimator.estimate(position, known, ESTIMATED_MOVES, &limits, &mut tell);
        found.estimate.iter().for_each(tell);
        found.known
    };
    let is_proved = |known: Interval| known.exact().is_some();
    let known = tools.lookup.as_mut().and_then(|lookup| lookup.answer(position, Query::Score).ok());
    let mut proved = known.flatten().is_some_and(|known| is_proved(known.interval));
    if !proved {
        let mut first = limits.share(1, 8);
        first.time = first.time.map(|time| time.min(FIRST));
        let known = estimate(tools, whole, first);
        proved = is_proved(known);
    }
    let found = search(tools, position, &limits.share(5, 8), moves, told);
    if !proved && !is_proved(found.known) {
        proved = is_proved(estimate(tools, found.known, limits.share(1, 4)));
    }
    if proved || is_proved(found.known) {
        let _ = told.send(News::Estimate(None));
    }
    found.complete
}

/// What a search proved.
struct Proved {
    /// Whether that is everything that was asked.
    complete: bool,
    /// The mover's ranks.
    known: Interval,
}

/// Searches until everything is proved, a limit is reached or the client has left.
fn search(
    tools: &mut Tools,
    position: &Position,
    limits: &Limits,
    moves: bool,
    told: &UnboundedSender<News>,
) -> Proved {
    let query = if moves { Query::AllMoves } else { Query::Score };
    let known = tools.lookup.as_mut().and_then(|lookup| lookup.answer(position, query).ok());
    if let Some(Some(known)) = known {
        for (mv, rank) in known.moves.into_iter().flatten() {
            let _ = told.send(News::Move(mv, Interval::exactly(rank)));
        }
        let _ = told.send(News::Root(known.interval));
        return Proved { complete: true, known: known.interval };
    }
    if moves && position.can_move() {
        let mut report = |mv, known| {
            let _ = told.send(News::Move(mv, known));
        };
        let moves = tools.judge.narrow_moves(position, limits, &mut report);
        let best = |of: fn(&Interval) -> Rank| moves.iter().map(|(_, known)| of(known)).max();
        let mut known = Interval::of_size(position.empties());
        if let (Some(low), Some(high)) = (best(|known| known.low), best(|known| known.high)) {
            known = Interval { low, high };
            let _ = told.send(News::Root(known));
        }
        let complete = moves.iter().all(|(_, known)| known.exact().is_some());
        return Proved { complete, known };
    }
    let mut report = |known| {
        let _ = told.send(News::Root(known));
    };
    let found = tools.judge.ask_reporting(position, Query::Score, limits, &mut report);
    let _ = told.send(News::Root(found.interval));
    Proved { complete: found.rank().is_some(), known: found.interval }
}

/// The events of one request. The search ends when it is dropped.
struct Feed {
    receive: UnboundedReceiver<News>,
    side: Color,
    begun: Instant,
    next: Vec<Event>,
    over: bool,
    #[allow(dead_code, reason = "it acts when it is dropped")]
    stop: StopOnDrop,
}

impl Feed {
    async fn event(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        while self.next.is_empty() {
            if self.over {
                return None;
            }
            self.gather().await;
        }
        let event = self.next.pop()?;
        Some((Ok(event), self))
    }

    /// Waits for reports, collects those that follow shortly, and makes events of them.
    async fn gather(&mut self) {
        let (mut moves, mut root, mut done) = (BTreeMap::new(), None, None);
        let mut estimate = None;
        let mut first = self.receive.recv().await;
        if first.is_none() {
            self.over = true;
            return;
        }
        // The first reports are sent at once.
        if self.begun.elapsed() > GATHER {
            tokio::time::sleep(GATHER).await;
        }
        while let Some(news) = first {
            match news {
                News::Move(mv, known) => {
                    moves.insert(mv, known);
                }
                News::Root(known) => root = Some(known),
                News::Estimate(new) => estimate = Some(new),
                News::Done(complete) => done = Some(complete),
            }
            first = self.receive.try_recv().ok();
        }
        // Events are taken from the end.
        if let Some(complete) = done {
            self.over = true;
            let seconds = self.begun.elapsed().as_secs_f64();
            let done = serde_json::json!({ "complete": complete, "seconds": seconds });
            self.next.push(event("done", &done));
        }
        if let Some(estimate) = estimate {
            self.next.push(event("estimate", &estimate));
        }
        if let Some(known) = root {
            self.next.push(event("value", &Known::new(None, known, self.side)));
        }
        if !moves.is_empty() {
            let side = self.side;
            let moves: Vec<Known> =
                moves.into_iter().map(|(mv, known)| Known::new(Some(mv), known, side)).collect();
            self.next.push(event("moves", &moves));
        }
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    Event::default().event(name).data(serde_json::to_string(data).unwrap_or_default())
}
