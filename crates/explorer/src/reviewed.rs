//! The review of a game whose positions were judged by questions of their own.

use super::Explorer;
use super::api_error::ApiError;
use super::params::Params;
use super::questions::{Answer, json, received};
use amazons::answers::{Finding, GameReview, ReviewTotals};
use amazons::board::{Color, MAX_SIDE, Move, Position};
use amazons::estimate::Estimate;
use amazons::judge::{Query, Solution};
use amazons::limits::Limits;
use amazons::records::Game;
use amazons::score::{Interval, Score};
use amazons_lab::drawing::review_page;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// The body of the request.
#[derive(Deserialize)]
struct Judged {
    record: Option<String>,
    game: Option<usize>,
    white: Option<String>,
    black: Option<String>,
    start: String,
    moves: Vec<Move>,
    /// One entry for each position, the last one included.
    found: Vec<Found>,
}

/// What `value` said about a position with its side to move first.
#[derive(Deserialize)]
struct Found {
    score: Option<Score>,
    at_least: Option<Score>,
    at_most: Option<Score>,
    best_moves: Option<Vec<Move>>,
    estimate: Option<Estimate>,
}

/// `reviewed`: the object of `amazons review` for a game whose positions were judged before, or its
/// page with `format=html`. Nothing is searched.
pub(super) async fn reviewed(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let time = params.take_time("time", limits)?;
    let page = params.take_word("format", &[("json", false), ("html", true)])?.unwrap_or(false);
    params.finish("time, format")?;
    let body = received(&headers, body, limits.body).await?;
    let judged: Judged = serde_json::from_slice(&body).map_err(|error| {
        let expected = "expected {\"start\": FEN, \"moves\": […], \"found\": [{\"score\": …}, …]}";
        ApiError::bad(format!("{error}; {expected}"))
    })?;
    // A long game has thousands of squares to draw.
    let make = move || -> Result<GameReview, ApiError> { judged.review() };
    let review = explorer.searchers.read(make).await??;
    if !page {
        return json(&review);
    }
    let mut totals = ReviewTotals::default();
    totals.add(&review);
    let limits = time.map(|time: Duration| Limits::time(time).to_string());
    let text = review_page(&[review], &totals, limits.as_deref().unwrap_or("some time"));
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response())
}

impl Judged {
    fn review(self) -> Result<GameReview, ApiError> {
        let start: Position = self.start.parse().map_err(ApiError::bad)?;
        let mut game = Game::new(start);
        for mv in &self.moves {
            game.push(*mv).map_err(ApiError::bad)?;
        }
        for (tag, name) in [("PW", self.white), ("PB", self.black)] {
            if let Some(name) = name {
                game.set_tag(tag, name);
            }
        }
        let positions: Vec<Position> = game.positions().collect();
        if self.found.len() != positions.len() {
            return Err(ApiError::bad(format!(
                "found has {} entries; expected {}, one for each position of the game",
                self.found.len(),
                positions.len()
            )));
        }
        let estimated = self.found.iter().any(|found| found.estimate.is_some());
        let mut findings = Vec::with_capacity(positions.len());
        for (i, (position, found)) in positions.iter().zip(self.found).enumerate() {
            let finding = found.finding(position, estimated);
            findings.push(finding.map_err(|error| ApiError::bad(format!("found[{i}]: {error}")))?);
        }
        for (i, pair) in findings.windows(2).enumerate() {
            // The mover can do no worse than the move that was played.
            if pair[0].solution.interval.high < pair[1].solution.interval.for_opponent().low {
                let next = i + 1;
                return Err(ApiError::bad(format!("found[{i}] and found[{next}] contradict")));
            }
        }
        let Some(last) = findings.pop() else {
            return Err(ApiError::bad("no position; expected at least the start"));
        };
        let record = self.record.as_deref().unwrap_or("the request");
        Ok(GameReview::of(record, self.game.unwrap_or(1), &game, findings, last))
    }
}

impl Found {
    /// What is said about a position, if it can be.
    fn finding(self, position: &Position, estimated: bool) -> Result<Finding, String> {
        let first = position.side();
        let size = Interval::of_size(position.empties());
        let rank = |score: Option<Score>| score.map(|score| score.rank(first));
        let (least, most) = (rank(self.score.or(self.at_least)), rank(self.score.or(self.at_most)));
        // What is worst for White is best for Black.
        let (low, high) = match first {
            Color::White => (least, most),
            Color::Black => (most, least),
        };
        let interval = Interval { low: low.unwrap_or(size.low), high: high.unwrap_or(size.high) };
        if interval.low > interval.high || interval.low < size.low || interval.high > size.high {
            let (least, most) = interval.scores(first);
            let (lowest, highest) = size.scores(first);
            return Err(format!(
                "{least} to {most}; expected scores in order, from {lowest} to {highest}"
            ));
        }
        for mv in self.best_moves.iter().flatten() {
            position.check(*mv).map_err(|error| error.to_string())?;
        }
        if let Some(Estimate { lead, white_wins, .. }) = self.estimate {
            let most = (MAX_SIDE * MAX_SIDE) as f64;
            if lead.abs() > most || !(0.0..=1.0).contains(&white_wins) {
                return Err(format!(
                    "an estimated lead of {lead} and a chance of {white_wins}; expected at most \
                     {most} squares, and a chance from 0 to 1"
                ));
            }
        }
        let query = Query::BestMoves;
        let solution = Solution::new(first, interval, query, None, 0, Duration::ZERO);
        let solution = Solution { best_moves: self.best_moves, ..solution };
        let estimate = estimated.then_some(self.estimate);
        Ok(Finding { estimate, ..Finding::of(solution) })
    }
}
