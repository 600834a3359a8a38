//! The answers of a batch that an earlier run has written.

use crate::output::exit_status::Status;

/// The parts of an earlier run's answer that matter.
pub(super) struct Earlier {
    pub fen: String,
    /// The number of the line, of answers in any order.
    pub line: Option<u64>,
    pub error: Option<String>,
    pub status: Status,
}

impl Earlier {
    pub fn of(answer: &serde_json::Value) -> Self {
        let text = |key: &str| answer[key].as_str().map(str::to_owned);
        Self {
            fen: text("fen").unwrap_or_default(),
            line: answer["line"].as_u64(),
            error: text("error"),
            status: status_of(answer),
        }
    }
}

fn status_of(answer: &serde_json::Value) -> Status {
    let problems = || [&answer["white_first"], &answer["black_first"]].into_iter();
    let open = |problem: &serde_json::Value| {
        let null = |key: &str| problem.get(key).is_some_and(serde_json::Value::is_null);
        match problem.get("winner") {
            Some(winner) => winner.is_null(),
            None => null("score") || null("best_moves") || null("moves"),
        }
    };
    match answer.get("error") {
        Some(_) => Status::BadInput,
        None if problems().any(open) => Status::Negative,
        None => Status::Done,
    }
}
