//! `atlas`: which regions have a value, as the command line's JSON or as a page.

use super::Explorer;
use super::api_error::ApiError;
use super::params::Params;
use super::questions::{Answer, json};
use amazons::answers::{Atlas, AtlasAnswer, AtlasError, AtlasQuestion, Condition};
use amazons::limits::Abort;
use amazons::tables::{Material, TableError};
use amazons::util::start_of::start_of;
use amazons_lab::drawing::atlas_page;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use std::str::FromStr;
use std::sync::Arc;

/// The most regions of an answer.
const MOST: u64 = 300;
/// The regions of a page, if nothing else is said.
const PAGE: usize = 24;

/// What a page may load: the style sheet inside of it, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

const KNOWN: &str = "value, temperature, mean, number, nimber, infinitesimal, all-small, switch, tiny, \
                     atomic-weight, defective, class, squares, count, format";

/// Takes a parameter that is read from text.
fn take<T: FromStr>(params: &mut Params, name: &str) -> Result<Option<T>, ApiError>
where
    T::Err: std::fmt::Display,
{
    let Some(text) = params.take(name)? else { return Ok(None) };
    text.parse().map(Some).map_err(|error| ApiError::bad(format!("{name}: {error}")))
}

fn take_question(params: &mut Params) -> Result<AtlasQuestion, ApiError> {
    let count = params.take_number("count")?;
    if count.is_some_and(|count| !(1..=MOST).contains(&count)) {
        return Err(ApiError::bad(format!("count: expected 1 to {MOST}")));
    }
    Ok(AtlasQuestion {
        value: params.take("value")?,
        temperature: take::<Condition>(params, "temperature")?,
        mean: take(params, "mean")?,
        number: params.take_switch("number")?,
        nimber: params.take_switch("nimber")?,
        infinitesimal: params.take_switch("infinitesimal")?,
        all_small: params.take_switch("all-small")?,
        switch: params.take_switch("switch")?,
        tiny: params.take_switch("tiny")?,
        atomic_weight: params.take("atomic-weight")?,
        defect: take(params, "defective")?,
        class: take::<Material>(params, "class")?,
        squares: take(params, "squares")?,
        count: count.map(|count| count as usize),
    })
}

/// `atlas`: the object of `amazons atlas`, or a page with `format=html`.
pub(super) async fn atlas(State(explorer): State<Arc<Explorer>>, uri: Uri) -> Answer {
    let mut params = Params::of(&uri)?;
    let mut question = take_question(&mut params)?;
    let page = params.take_word("format", &[("json", false), ("html", true)])?.unwrap_or(false);
    params.finish(KNOWN)?;
    if page {
        question.count.get_or_insert(PAGE);
    }
    let (shared, asked) = (Arc::clone(&explorer), question.clone());
    let search = move |_: &mut _, abort: &Abort| shared.atlas(&asked, abort);
    let answer = explorer.searchers.run(explorer.searchers.limits().time, search).await??;
    if !page {
        return json(&answer);
    }
    let title = match &question.value {
        Some(value) => format!("Regions worth {}", start_of(value)),
        None => "Regions of the atlas".to_owned(),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, atlas_page(&title, &answer)).into_response())
}

impl Explorer {
    /// Whether its tables have game values, which the atlas is made of.
    pub(super) fn has_atlas(&self) -> bool {
        self.searchers.tables().is_some_and(|tables| !tables.dictionaries().is_empty())
    }

    /// The answer of the atlas of its tables, which is opened with the first question.
    fn atlas(&self, question: &AtlasQuestion, abort: &Abort) -> Result<AtlasAnswer, ApiError> {
        let tables = self.searchers.tables().ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no tables are in use (--no-tables)")
        })?;
        let atlas = match self.atlas.get() {
            Some(atlas) => atlas,
            None => {
                let opened = Atlas::of(Arc::clone(tables), abort);
                let opened = opened.map_err(|error| refused(error.into()))?;
                self.atlas.get_or_init(|| opened)
            }
        };
        atlas.ask(question, abort).map_err(refused)
    }
}

fn refused(error: AtlasError) -> ApiError {
    let status = match &error {
        AtlasError::Value(_) => StatusCode::BAD_REQUEST,
        AtlasError::Table(TableError::Refused(_)) => StatusCode::NOT_FOUND,
        AtlasError::Table(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let causes = match std::error::Error::source(&error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    ApiError::new(status, causes)
}
