//! The questions of the interface: they take parameters and return the command line's JSON.

use super::Explorer;
use super::api_error::ApiError;
use super::builtin;
use super::game_moves::{add_trees, games_up_to_defects};
use super::params::Params;
use super::problem_list::Order;
use super::searchers::Tools;
use amazons::answers::{Asked, DrawnThermograph, Evaluations, GameReview, RegionScores, Reviewer};
use amazons::board::{Color, Move, Position, is_comment};
use amazons::cgt::Effort;
use amazons::estimate::Estimator;
use amazons::judge::Query;
use amazons::limits::Limits;
use amazons::records::{
    Game, RecordError, TreeNode, branches_of, up_to_defect, write_sgf, write_sgf_tree,
};
use amazons::render::{SvgOptions, svg, thermograph_svg};
use amazons::tables::TableError;
use amazons::util::start_of::start_of;
use amazons_lab::play::{MoveLimit, Player, share_of_clock};
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) type Answer = Result<Response, ApiError>;

/// The default time for game values, as on the command line.
const GAME_VALUES: Duration = Duration::from_millis(5);

/// The default time for scores and game values of regions.
const REGIONS: Duration = Duration::from_secs(2);

/// The least time for a move, which a clock that has run out still leaves.
const LEAST: Duration = Duration::from_millis(10);

/// The default time for a move.
const MOVE: Duration = Duration::from_secs(1);

/// The moves that an estimate names.
pub(super) const ESTIMATED_MOVES: usize = 5;

/// The bytes by which a body that holds no games is recognised.
const HEAD: usize = 1 << 12;

/// The longest time for sending the body of a request.
const SENDING: Duration = Duration::from_secs(20);

pub(super) fn json(answer: &impl Serialize) -> Answer {
    let text = serde_json::to_string(answer)
        .map_err(|error| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn drawing(svg: String) -> Answer {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// Ignores a damaged table; the position is searched instead.
pub(super) fn ignore(_: &TableError) {}

/// The work to spend on game values; `None` if it is 0, which leaves them out.
pub(super) fn wanted(work: Limits) -> Option<Limits> {
    let none = work.time == Some(Duration::ZERO) || work.nodes == Some(0);
    (!none).then_some(work)
}

/// `value`: the object of `amazons value`.
pub(super) async fn value(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    value_of(explorer, uri, None).await
}

/// `moves`: like `value`, with the score of every move.
pub(super) async fn moves(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    value_of(explorer, uri, Some(Query::AllMoves)).await
}

async fn value_of(explorer: Arc<Explorer>, uri: Uri, query: Option<Query>) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let (fen, position) = params.take_position()?;
    let first = params.take_first(&position)?;
    let (query, known) = match query {
        Some(query) => (query, "fen, first, time, nodes, game-values, estimate"),
        None => {
            (params.take_query()?, "fen, first, moves, winner, time, nodes, game-values, estimate")
        }
    };
    let estimate = params.take_switch("estimate")?.then_some(ESTIMATED_MOVES);
    let game_values = params.take_work("game-values", limits)?;
    let asked = params.take_limits(limits)?;
    let game_values = game_values.unwrap_or_else(|| Limits::new(Some(GAME_VALUES), asked.nodes));
    params.finish(known)?;
    let within = limits.time.saturating_mul(3);
    let search = move |tools: &mut Tools, abort: &_| {
        let game_values = wanted(game_values).map(|work| work.until(abort));
        let question = Asked { fen: Some(&fen), first, query, estimate };
        let limits = asked.until(abort);
        tools.value(&position, question, &limits, game_values.as_ref(), &|_, _| (), &ignore)
    };
    json(&explorer.searchers.run(within, search).await?)
}

/// `regions`: the object of `amazons regions`.
pub(super) async fn regions(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let (fen, position) = params.take_position()?;
    let time = params.take_time("time", limits)?.unwrap_or(limits.time.min(REGIONS));
    params.finish("fen, time")?;
    let within = limits.time.saturating_mul(3);
    let search = move |tools: &mut Tools, abort: &_| {
        let limits = Limits::time(time).until(abort);
        let worth = tools.analyzer.board(&position, &limits);
        RegionScores::judge(&fen, &position, worth, &mut tools.judge, &limits)
    };
    json(&explorer.searchers.run(within, search).await?)
}

/// `game_value`: the sum of a position's regions, the regions, and how to play the sum.
pub(super) async fn game_value(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    #[derive(Serialize)]
    struct GameValue {
        fen: String,
        #[serde(flatten)]
        board: amazons::game_value::BoardReport,
    }
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let (fen, position) = params.take_position()?;
    let time = params.take_time("time", limits)?.unwrap_or(limits.time.min(REGIONS));
    params.finish("fen, time")?;
    let search = move |tools: &mut Tools, abort: &_| {
        let board = tools.analyzer.board(&position, &Limits::time(time).until(abort));
        GameValue { fen, board }
    };
    json(&explorer.searchers.run(limits.time.saturating_mul(2), search).await?)
}

/// `thermograph`: the object of `amazons thermograph`, or its drawing with `format=svg`.
pub(super) async fn thermograph(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let (fen, position) = params.take_position()?;
    let time = params.take_time("time", limits)?.unwrap_or(limits.time.min(REGIONS));
    let svg = params.take_word("format", &[("json", false), ("svg", true)])?.unwrap_or(false);
    params.finish("fen, time, format")?;
    let search = move |tools: &mut Tools, abort: &_| {
        tools.analyzer.thermograph(&position, Effort::new(&Limits::time(time).until(abort)))
    };
    let (worth, drawn) = explorer.searchers.run(limits.time.saturating_mul(2), search).await?;
    let thermograph = drawn.ok_or_else(|| {
        let proved = format!("no thermograph: {worth}");
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, proved)
    })?;
    if svg {
        return drawing(thermograph_svg(&thermograph, &start_of(&fen)));
    }
    json(&DrawnThermograph::new(Some(fen), None, worth, Some(&thermograph)))
}

/// `evaluate`: the object of `amazons evaluate`.
pub(super) async fn evaluate(uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let (fen, position) = params.take_position()?;
    let chosen = params
        .take_all("eval")
        .iter()
        .map(|name| builtin::evaluation(name))
        .collect::<Result<Vec<_>, _>>()?;
    if chosen.len() > 20 {
        return Err(ApiError::bad("more than 20 evaluations"));
    }
    let maps = !params.take_switch("no-maps")?;
    params.finish("fen, eval, no-maps")?;
    json(&Evaluations::new(&fen, &position, &chosen, maps).map_err(ApiError::bad)?)
}

/// One line of the answer to `review`.
#[derive(Serialize)]
struct ReviewedGame {
    /// The number of a game that has no review.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(flatten)]
    review: Option<GameReview>,
    /// The defect at which the review stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Why a game of a request has no review.
fn over(whole: Duration) -> String {
    let whole = humantime::format_duration(whole);
    format!("not reviewed: the time of the whole request, {whole}, is up (--max-time)")
}

/// The error for a body that holds no games, with what it may be instead.
fn unread(error: &RecordError, body: &[u8]) -> ApiError {
    let text = String::from_utf8_lossy(&body[..body.len().min(HEAD)]);
    let position = text.lines().map(str::trim).find(|line| !line.is_empty() && !is_comment(line));
    if text.contains("<problem-set") {
        return ApiError::bad(format!("{error}; this is a problem set: amazons judge judges it"));
    }
    if position.is_some_and(|line| line.parse::<Position>().is_ok()) {
        let expected = "this is a position: value?fen=… and values value it";
        return ApiError::bad(format!("{error}; {expected}"));
    }
    ApiError::bad(error)
}

/// `review`: the games of the body, one object of `amazons review` per line.
pub(super) async fn review(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let limited = params.has("time") || params.has("nodes");
    let mut asked = params.take_limits(limits)?;
    if !limited {
        asked.time = Some(limits.time.min(MOVE));
    }
    let winner_only = params.take_switch("winner")?;
    let estimates = params.take_switch("estimate")?;
    let reading = params.take_reading()?;
    params.finish("time, nodes, winner, estimate, start, lines")?;
    let text = received(&headers, body, limits.body).await?;
    // `time` is for each ply; all of them together get no more than any other request.
    let (whole, memory) = (limits.time, limits.share());
    let search = move |tools: &mut Tools, abort: &_| {
        let end = Instant::now() + whole;
        asked.end = Some(end);
        let head = text[..text.len().min(HEAD)].to_vec();
        let records = reading.read("the request", Cursor::new(text));
        let records = records.map_err(|error| unread(&error, &head))?.map(up_to_defect);
        let records: Vec<(Option<Game>, Option<RecordError>)> = records.collect();
        if estimates {
            // Every ply has an estimate, so that all of them share the time.
            let games = records.iter().filter_map(|(game, _)| game.as_ref());
            let positions: usize = games.map(|game| game.moves().len() + 1).sum();
            let share = whole / u32::try_from(positions).unwrap_or(u32::MAX).max(1);
            asked.time = asked.time.map(|time| time.min(share));
        }
        let judge =
            std::mem::replace(&mut tools.judge, amazons::judge::Judge::builder().memory(1).build());
        let lookup = tools.lookup.take();
        let mut reviewer = Reviewer::asking(judge, lookup, asked.until(abort), winner_only)
            .estimating(estimates.then(|| Estimator::strongest(memory)));
        let (mut lines, mut useful, mut first) = (String::new(), false, None);
        for (i, (game, defect)) in records.into_iter().enumerate() {
            let error = defect.as_ref().map(ToString::to_string);
            let game = game.filter(|game| defect.is_none() || !game.moves().is_empty());
            useful |= game.is_some();
            let late = Instant::now() >= end;
            let game = game.filter(|_| !late);
            let error = error.or_else(|| late.then(|| over(whole)));
            let line = ReviewedGame {
                game: game.is_none().then_some(i + 1),
                review: game.map(|game| reviewer.review("the request", i + 1, &game, |_| ())),
                error,
            };
            lines += &serde_json::to_string(&line).unwrap_or_default();
            lines.push('\n');
            first = first.or(defect);
        }
        (tools.judge, tools.lookup) = reviewer.into_tools();
        match first {
            Some(defect) if !useful => Err(ApiError::bad(defect)),
            _ => Ok(lines),
        }
    };
    let _turn = explorer.searchers.turn().await?;
    let lines = explorer.searchers.run(limits.time.saturating_mul(2), search).await??;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response())
}

/// `game`: the games of the body as start positions and moves.
pub(super) async fn game(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let mut params = Params::of(&uri)?;
    let reading = params.take_reading()?;
    params.finish("start, lines")?;
    let text = received(&headers, body, explorer.searchers.limits().body).await?;
    // Reading megabytes of games takes a while; other questions are answered meanwhile.
    let read = move || -> Result<_, ApiError> {
        let records = reading.read("the text", Cursor::new(text.clone()));
        let mut games =
            games_up_to_defects(records.map_err(|error| unread(&error, &text))?, |_| ())
                .map_err(ApiError::bad)?;
        add_trees(&mut games, &text);
        Ok(games)
    };
    json(&explorer.searchers.read(read).await??)
}

/// `sgf`: a start position and moves as a record.
pub(super) async fn sgf(uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let (_, position) = params.take_position()?;
    let moves = params.take("moves")?.unwrap_or_default();
    params.finish("fen, moves")?;
    let mut game = Game::new(position);
    for word in moves.split_ascii_whitespace() {
        let mv: Move = word.parse().map_err(ApiError::bad)?;
        game.push(mv).map_err(ApiError::bad)?;
    }
    let mut bytes = Vec::new();
    write_sgf(&game, &mut bytes).map_err(ApiError::bad)?;
    Ok(([(header::CONTENT_TYPE, "application/x-go-sgf")], bytes).into_response())
}

/// `sgf` with a body: a start position and a tree of moves, set-ups and comments, as a record.
pub(super) async fn sgf_tree(
    State(explorer): State<Arc<Explorer>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    #[derive(Deserialize)]
    struct Tree {
        fen: String,
        nodes: Vec<TreeNode>,
        white: Option<String>,
        black: Option<String>,
        result: Option<String>,
    }
    Params::of(&uri)?.finish("none")?;
    let body = received(&headers, body, explorer.searchers.limits().body).await?;
    let Tree { fen, nodes, white, black, result } =
        serde_json::from_slice(&body).map_err(|error| {
            ApiError::bad(format!(
                "{error}; expected {{\"fen\": …, \"nodes\": [{{\"parent\": …}}]}}"
            ))
        })?;
    let position: Position = fen.parse().map_err(ApiError::bad)?;
    if let Some((at, node)) = (1..).zip(nodes.iter().skip(1)).find(|(at, node)| node.parent >= *at)
    {
        return Err(ApiError::bad(format!(
            "nodes[{at}].parent is {}; expected the place of a node before it, 0 to {}",
            node.parent,
            at - 1
        )));
    }
    let empty = |node: &TreeNode| node.mv.is_none() && node.position.is_none();
    if let Some(at) = nodes.iter().skip(1).position(empty) {
        return Err(ApiError::bad(format!("nodes[{}]: no move and no fen; expected one", at + 1)));
    }
    for mv in nodes.iter().filter_map(|node| node.mv) {
        on_board(&position, mv)?;
    }
    let fits =
        |other: &Position| (other.width(), other.height()) == (position.width(), position.height());
    if let Some(other) =
        nodes.iter().filter_map(|node| node.position.as_ref()).find(|other| !fits(other))
    {
        let (width, height) = (position.width(), position.height());
        return Err(ApiError::bad(format!(
            "a board of {} x {} is set up; expected {width} x {height}, as at the start",
            other.width(),
            other.height()
        )));
    }
    let mut game = Game::new(position);
    let ends = ["W+", "B+", "W+R", "B+R", "W+T", "B+T", "W+F", "B+F"];
    if let Some(found) = result.as_deref().filter(|result| !ends.contains(result)) {
        let (found, ends) = (start_of(found), ends.join(", "));
        return Err(ApiError::bad(format!("result '{found}'; expected one of {ends}")));
    }
    for (tag, text) in [("PW", white), ("PB", black), ("RE", result)] {
        if let Some(text) = text {
            game.set_tag(tag, text);
        }
    }
    let comment = nodes.first().map_or("", |start| &start.comment);
    let mut bytes = Vec::new();
    write_sgf_tree(&game, comment, &branches_of(&nodes), &mut bytes).map_err(ApiError::bad)?;
    Ok(([(header::CONTENT_TYPE, "application/x-go-sgf")], bytes).into_response())
}

/// `position`: a position in any notation, as FEN.
pub(super) async fn position(uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let (_, position) = params.take_position()?;
    params.finish("fen")?;
    json(&serde_json::json!({
        "fen": position.to_fen(),
        "width": position.width(),
        "height": position.height(),
        "empties": position.empties(),
        "white_moves": position.placement().count_moves(Color::White),
        "black_moves": position.placement().count_moves(Color::Black),
    }))
}

/// `svg`: the drawing of `amazons show --svg`.
pub(super) async fn board_svg(uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let (_, position) = params.take_position()?;
    let marks = params.take_all("mark");
    let moves: Vec<Move> =
        marks.iter().map(|text| text.parse().map_err(ApiError::bad)).collect::<Result<_, _>>()?;
    params.finish("fen, mark")?;
    for mv in &moves {
        on_board(&position, *mv)?;
    }
    drawing(svg(&position, &SvgOptions { moves, ..SvgOptions::default() }))
}

fn on_board(position: &Position, mv: Move) -> Result<(), ApiError> {
    let inside = [mv.from, mv.to, mv.arrow].iter().all(|square| {
        usize::from(square.file) < position.width() && usize::from(square.rank) < position.height()
    });
    if inside { Ok(()) } else { Err(ApiError::bad(format!("{mv} is not on the board"))) }
}

/// `players`: the players on offer.
pub(super) async fn players(uri: Uri) -> Answer {
    Params::of(&uri)?.finish("none")?;
    json(&builtin::offers())
}

/// `play`: a player's move.
pub(super) async fn play(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    let limits = explorer.searchers.limits();
    let mut params = Params::of(&uri)?;
    let (fen, position) = params.take_position()?;
    let name = params.take("player")?.unwrap_or_else(|| Player::DEFAULT.to_owned());
    let time = params.take_positive_time("time", limits)?;
    let nodes = params.take_nodes()?;
    let clock = params.take_duration("clock")?;
    let increment = params.take_duration("increment")?;
    params.finish("fen, player, time, nodes, clock, increment")?;
    if clock.is_some() && time.is_some() || clock.is_none() && increment.is_some() {
        return Err(ApiError::bad("expected either time, or clock and perhaps increment"));
    }
    let share = |left| share_of_clock(left, increment.unwrap_or_default(), &position);
    let time = time.or_else(|| clock.map(|left| share(left).clamp(LEAST, limits.time)));
    let limit = match (time, nodes) {
        (None, None) => MoveLimit { time: Some(limits.time.min(MOVE)), nodes: None },
        (time, nodes) => MoveLimit { time: time.or(Some(limits.time)), nodes },
    };
    let player = builtin::player(&name, limit, limits.share())?;
    let search = move |_: &mut Tools, abort: &_| {
        let chosen = player.choose_limited(&position, limit.time, limit.nodes, abort);
        (player.spec(), chosen.map(|choice| choice.mv))
    };
    let (player, chosen) = explorer.searchers.run(limits.time.saturating_mul(2), search).await?;
    json(&serde_json::json!({ "fen": fen, "player": player, "move": chosen }))
}

/// `opened`: what the program was started with.
pub(super) async fn opened(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    Params::of(&uri)?.finish("none")?;
    let json = explorer.opened.json().clone();
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The problems that `problems` lists unless told otherwise, and the most.
const LISTED: [u64; 2] = [100, 1000];

/// `problems`: a page of the open set.
pub(super) async fn problems(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let words = params.take("words")?.unwrap_or_default().to_lowercase();
    let orders = [
        ("set", Order::Set),
        ("size", Order::Size),
        ("score", Order::Score),
        ("optimal", Order::Optimal),
        ("difficulty", Order::Difficulty),
    ];
    let order = params.take_word("order", &orders)?.unwrap_or(Order::Set);
    let from = params.take_number("from")?.unwrap_or(0);
    let count = params.take_number("count")?.unwrap_or(LISTED[0]);
    params.finish("words, order, from, count")?;
    if count > LISTED[1] {
        return Err(ApiError::bad(format!("count={count}; expected at most {}", LISTED[1])));
    }
    let Some(list) = explorer.opened.problems() else {
        return Err(ApiError::new(StatusCode::NOT_FOUND, "no problem set is open"));
    };
    let list = Arc::clone(list);
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    // A large set is searched in its file.
    let page = move || list.page(&words, order, from, count as usize);
    let page = explorer.searchers.read(page).await?;
    json(&page.map_err(|error| {
        let message = format!("the temporary file of the list: {error}");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    })?)
}

/// `figure`: a figure of the open study.
pub(super) async fn figure(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let name = params.take("name")?.unwrap_or_default();
    params.finish("name")?;
    match explorer.opened.figure(&name) {
        Some(svg) => drawing(svg.to_owned()),
        None => {
            Err(ApiError::new(StatusCode::NOT_FOUND, format!("no figure '{}'", start_of(&name))))
        }
    }
}

/// `status`: what the server is doing and what it allows.
pub(super) async fn status(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    Params::of(&uri)?.finish("none")?;
    let limits = explorer.searchers.limits();
    json(&serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "running": explorer.searchers.running(),
        "waiting": explorer.searchers.waiting(),
        "searches": limits.searches,
        "queue": limits.queue,
        "max_time": humantime::format_duration(limits.time).to_string(),
        "max_body": limits.body,
        "atlas": explorer.has_atlas(),
    }))
}

/// Receives the body of a request.
pub(super) async fn received(
    headers: &HeaderMap,
    body: Body,
    most: usize,
) -> Result<Vec<u8>, ApiError> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|text| text.to_str().ok());
    let length = length.and_then(|text| text.parse::<usize>().ok());
    let too_long = || {
        let message = format!("the body is longer than {most} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    // A body that is declared too long is refused without waiting for it.
    if length.is_some_and(|length| length > most) {
        return Err(too_long());
    }
    let bytes = tokio::time::timeout(SENDING, to_bytes(body, most)).await;
    match bytes {
        Ok(Ok(bytes)) => Ok(bytes.to_vec()),
        Ok(Err(error)) if is_over_the_limit(&error) => Err(too_long()),
        Ok(Err(_)) => Err(ApiError::bad("the body is cut off or malformed")),
        Err(_) => Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    }
}

/// Whether a body came in order, but was longer than what [`to_bytes`] may take.
fn is_over_the_limit(error: &axum::Error) -> bool {
    let first = std::error::Error::source(error);
    !std::iter::successors(first, |error| error.source()).any(|error| error.is::<hyper::Error>())
}
