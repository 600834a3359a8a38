//! What the explorer is opened with: a position, a game record, a problem set, or a study.

use super::game_moves::{add_trees, games_up_to_defects};
use super::problem_list::ProblemList;
use amazons::board::{FenError, Position};
use amazons::problems::SetError;
use amazons::records::{RecordError, RecordOptions};
use amazons::util::compression::plain_name;
use amazons::util::input_file;
use amazons::util::opaque_debug;
use amazons_lab::study::{LOG_NAME, Report, StudyError, figures, read_log};
use axum::body::Bytes;
use serde::Serialize;
use serde_json::json;
use std::io::{Write, stderr};
use std::path::Path;
use std::sync::Arc;

/// What is shown first, in the form that the page requests.
pub struct Opened {
    /// The whole as JSON, made only once: a study of ten thousand problems is megabytes of JSON. The
    /// problems of a set are in a list of their own.
    json: Bytes,
    problems: Option<Arc<ProblemList>>,
    /// The figures of a study: names and drawings.
    figures: Vec<(&'static str, String)>,
}

opaque_debug!([] Opened, "Opened");

/// The longest record whose comments and variations are shown, in bytes.
const ANNOTATED: u64 = 4 << 20;

/// The explorer's argument cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// It is neither a file nor a position.
    #[error("'{text}' is neither a file nor a position: {source}")]
    Neither {
        /// The argument.
        text: String,
        /// Why it is not a position.
        source: FenError,
    },
    /// The directory holds no study.
    #[error("{directory}: not a study (no {LOG_NAME})")]
    NoStudy {
        /// The directory.
        directory: String,
    },
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The set cannot be read.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The study's log cannot be read, or contradicts itself, or a figure cannot be drawn.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// It cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Opened {
    /// Opens a file, a study's directory, or a position; `None` is the standard start. Game records
    /// are read as `reading` says.
    ///
    /// # Errors
    /// It is something else, or cannot be read. Games with a defect are used up to the defect.
    pub fn open(what: Option<&str>, reading: &RecordOptions) -> Result<Self, OpenError> {
        let Some(text) = what else {
            let start = Position::start(10, 10).expect("10 x 10 has a standard start");
            return Self::position(&start);
        };
        let path = Path::new(text);
        if path.is_dir() {
            return Self::study(path);
        }
        if !path.is_file() && text != "-" {
            let source = |source| OpenError::Neither { text: text.to_owned(), source };
            return Self::position(&text.parse().map_err(source)?);
        }
        // The name distinguishes a set from a record.
        if plain_name(text).ends_with(".xml") {
            return Self::set(path);
        }
        Self::games(path, reading)
    }

    fn new(summary: &impl Serialize) -> Result<Self, OpenError> {
        Ok(Self { json: serde_json::to_vec(summary)?.into(), problems: None, figures: Vec::new() })
    }

    fn position(position: &Position) -> Result<Self, OpenError> {
        Self::new(&json!({ "kind": "position", "fen": position.to_fen() }))
    }

    fn games(path: &Path, reading: &RecordOptions) -> Result<Self, OpenError> {
        let records = reading.open(path)?;
        let record = records.file().to_owned();
        let mut defects = Vec::new();
        let mut games = games_up_to_defects(records, |defect| defects.push(defect.to_string()))?;
        if path.metadata().is_ok_and(|file| file.is_file() && file.len() <= ANNOTATED) {
            add_trees(&mut games, &input_file::bytes(path).unwrap_or_default());
        }
        for defect in defects {
            // A closed standard error is not an error.
            let _ = writeln!(stderr(), "warning: {defect}");
        }
        Self::new(&json!({ "kind": "games", "record": record, "games": games }))
    }

    fn set(path: &Path) -> Result<Self, OpenError> {
        let list = ProblemList::open(path)?;
        let opened = Self::new(&json!({ "kind": "set", "title": list.title() }))?;
        Ok(Self { problems: Some(list), ..opened })
    }

    fn study(directory: &Path) -> Result<Self, OpenError> {
        if !directory.join(LOG_NAME).is_file() {
            return Err(OpenError::NoStudy { directory: directory.display().to_string() });
        }
        let report = Report::new(&read_log(directory)?)?.labelled();
        let figures = figures(&report).map_err(StudyError::from)?;
        let captions: Vec<_> =
            figures.iter().map(|f| json!({ "name": f.name, "caption": f.caption })).collect();
        let opened = Self::new(&json!({
            "kind": "study",
            "title": report.header.set,
            "solvers": report.header.solvers,
            "figures": captions,
            "rows": report.rows,
        }))?;
        Ok(Self { figures: figures.into_iter().map(|f| (f.name, f.svg)).collect(), ..opened })
    }

    /// The whole, in JSON for the page.
    pub(super) fn json(&self) -> &Bytes {
        &self.json
    }

    /// The problems of the set.
    pub(super) fn problems(&self) -> Option<&Arc<ProblemList>> {
        self.problems.as_ref()
    }

    /// A figure of the study.
    pub(super) fn figure(&self, name: &str) -> Option<&str> {
        self.figures.iter().find(|(known, _)| *known == name).map(|(_, svg)| svg.as_str())
    }
}
