//! Bounds that narrow while the user watches: the moves of a position as server-sent events.

use super::Explorer;
use super::api_error::ApiError;
use super::params::Params;
use super::searchers::{StopOnDrop, Tools};
use amazons::board::{Color, Move, Position};
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
/// `done`. With `moves=none` only the position is reported.
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
    params.finish("fen, first, moves, time, nodes")?;
    let abort = Abort::new();
    let stop = StopOnDrop(abort.clone());
    let side = position.side();
    let (send, receive) = unbounded_channel();
    let told = send.clone();
    let work = move |tools: &mut Tools, abort: &Abort| {
        search(tools, &position, &asked.until(abort), moves, &told)
    };
    let search = explorer.searchers.start(abort, work).await?;
    tokio::spawn(async move {
        let complete = search.await.unwrap_or(false);
        let _ = send.send(News::Done(complete));
    });
    let feed = Feed { receive, side, begun: Instant::now(), next: Vec::new(), over: false, stop };
    Ok(Sse::new(unfold(feed, Feed::event)).keep_alive(KeepAlive::default()))
}

/// Searches until everything is proved, a limit is reached or the client has left; returns whether
/// everything is proved.
fn search(
    tools: &mut Tools,
    position: &Position,
    limits: &Limits,
    moves: bool,
    told: &UnboundedSender<News>,
) -> bool {
    let query = if moves { Query::AllMoves } else { Query::Score };
    let known = tools.lookup.as_mut().and_then(|lookup| lookup.answer(position, query).ok());
    if let Some(Some(known)) = known {
        for (mv, rank) in known.moves.into_iter().flatten() {
            let _ = told.send(News::Move(mv, Interval::exactly(rank)));
        }
        let _ = told.send(News::Root(known.interval));
        return true;
    }
    if moves && position.can_move() {
        let mut report = |mv, known| {
            let _ = told.send(News::Move(mv, known));
        };
        let moves = tools.judge.narrow_moves(position, limits, &mut report);
        let best = |of: fn(&Interval) -> Rank| moves.iter().map(|(_, known)| of(known)).max();
        if let (Some(low), Some(high)) = (best(|known| known.low), best(|known| known.high)) {
            let _ = told.send(News::Root(Interval { low, high }));
        }
        return moves.iter().all(|(_, known)| known.exact().is_some());
    }
    let mut report = |known| {
        let _ = told.send(News::Root(known));
    };
    let found = tools.judge.ask_reporting(position, Query::Score, limits, &mut report);
    let _ = told.send(News::Root(found.interval));
    found.rank().is_some()
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
