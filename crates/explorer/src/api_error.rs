//! Errors as the interface returns them: a status and `{"error": "…"}`.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Display;

/// Why a request has no answer.
#[derive(Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    message: String,
}

impl ApiError {
    pub fn new(status: StatusCode, message: impl Display) -> Self {
        Self { status, message: message.to_string() }
    }

    /// The error for an invalid question.
    pub fn bad(message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = serde_json::json!({ "error": self.message }).to_string();
        (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}
