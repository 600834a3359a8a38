//! Values of many positions in one request.

use super::Explorer;
use super::api_error::ApiError;
use super::params::Params;
use super::questions::{Answer, ignore, received, wanted};
use super::searchers::Tools;
use amazons::answers::Asked;
use amazons::board::{Position, is_comment};
use amazons::util::listed_lines::ListedLines;
use amazons::util::start_of::start_of;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::IntoResponse;
use std::sync::Arc;
use std::time::Instant;

/// The most positions of a request.
const MOST: usize = 1_000;

/// `values`: the positions of the body, one FEN a line, as one object of `amazons value` a line.
pub(super) async fn values(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let first = params.take_firsts()?;
    let query = params.take_query()?;
    let game_values = params.take_work("game-values", limits)?;
    let mut asked = params.take_limits(limits)?;
    params.finish("first, moves, winner, time, nodes, game-values")?;
    let body = received(&headers, body, limits.body).await?;
    let lines: Vec<String> = ListedLines::new(body.as_slice(), is_comment)
        .map(|line| Ok(line?.1.unwrap_or_else(|_| "a line that is too long".to_owned())))
        .collect::<std::io::Result<_>>()
        .map_err(ApiError::bad)?;
    match lines.len() {
        0 => return Err(ApiError::bad("no position in the body; expected a FEN on each line")),
        all if all > MOST => {
            return Err(ApiError::bad(format!("{all} positions; expected at most {MOST}")));
        }
        _ => {}
    }
    // `time` is for each search; all of them together get no more than any other request.
    let whole = limits.time;
    let search = move |tools: &mut Tools, abort: &_| {
        let end = Instant::now() + whole;
        asked.end = Some(end);
        let game_values = game_values.and_then(wanted).map(|mut work| {
            work.end = Some(end);
            work.until(abort)
        });
        let limits = asked.until(abort);
        let mut answers = String::new();
        for line in lines {
            let answer = match line.parse::<Position>() {
                Ok(position) => {
                    let (fen, first) = (Some(line.as_str()), first.of(&position));
                    let asked = Asked { fen, first, query, estimate: None };
                    let worth = game_values.as_ref();
                    let value = tools.value(&position, asked, &limits, worth, &|_, _| (), &ignore);
                    serde_json::to_string(&value)
                }
                Err(error) => {
                    let fen = start_of(&line);
                    serde_json::to_string(
                        &serde_json::json!({ "fen": fen, "error": error.to_string() }),
                    )
                }
            };
            answers += &answer.unwrap_or_default();
            answers.push('\n');
        }
        answers
    };
    let _turn = explorer.searchers.turn().await?;
    let answers = explorer.searchers.run(whole.saturating_mul(2), search).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], answers).into_response())
}
