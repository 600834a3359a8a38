//! The routes.

use super::Explorer;
use super::api_error::ApiError;
use super::assets::ASSETS;
use super::guard::guard;
use super::{atlas, batch, live, questions, reviewed};
use amazons::util::start_of::start_of;
use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use std::sync::Arc;

/// The service: the page, and the interface under `/api/v1`.
pub fn router(explorer: Arc<Explorer>) -> Router {
    let api = Router::new()
        .route("/value", get(questions::value))
        .route("/values", post(batch::values))
        .route("/moves", get(questions::moves))
        .route("/regions", get(questions::regions))
        .route("/game_value", get(questions::game_value))
        .route("/thermograph", get(questions::thermograph))
        .route("/evaluate", get(questions::evaluate))
        .route("/atlas", get(atlas::atlas))
        .route("/review", post(questions::review))
        .route("/reviewed", post(reviewed::reviewed))
        .route("/live", get(live::live))
        .route("/position", get(questions::position))
        .route("/game", post(questions::game))
        .route("/sgf", get(questions::sgf).post(questions::sgf_tree))
        .route("/svg", get(questions::board_svg))
        .route("/players", get(questions::players))
        .route("/play", get(questions::play))
        .route("/opened", get(questions::opened))
        .route("/problems", get(questions::problems))
        .route("/figure", get(questions::figure))
        .route("/status", get(questions::status));
    let mut router = Router::new().nest("/api/v1", api);
    for asset in &ASSETS {
        router = router.route(asset.path, get(move || async move { asset }));
    }
    router
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&explorer), guard))
        .with_state(explorer)
}

async fn not_found(uri: Uri) -> ApiError {
    let path = start_of(uri.path());
    ApiError::new(StatusCode::NOT_FOUND, format!("nothing at '{path}'"))
}

async fn wrong_method() -> ApiError {
    let message = "values, review, reviewed and game take a POST, sgf both, everything else a GET";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message)
}
