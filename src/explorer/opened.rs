//! What the explorer is opened with: a position, a game record, a problem set, or a study.

use super::questions::{GameMoves, games_up_to_defects};
use crate::board::{FenError, Position};
use crate::problems::{ProblemRow, ProblemSet, SetError};
use crate::records::{RecordError, Records};
use crate::study::{Contradiction, FigureError, LOG_NAME, LogError, Report, figures, read_log};
use serde::Serialize;
use std::io::{Write, stderr};
use std::path::Path;

/// What is shown at first.
pub enum Opened {
    /// A position.
    Position(Position),
    /// The games of a record.
    Games(OpenedGames),
    /// The problems of a set.
    Set(OpenedSet),
    /// A study.
    Study(Box<OpenedStudy>),
}

/// The games of a record.
pub struct OpenedGames {
    record: String,
    games: Vec<GameMoves>,
}

/// The problems of a set.
pub struct OpenedSet {
    title: String,
    problems: Vec<ProblemRow>,
}

/// A study.
pub struct OpenedStudy {
    report: Report,
    figures: Vec<(&'static str, String, String)>,
}

/// What was named cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It is neither a file nor a position.
    #[error("'{text}' is neither a file nor a position: {source}")]
    Neither {
        /// What was named.
        text: String,
        /// Why it is no position.
        source: FenError,
    },
    /// The directory holds no study.
    #[error("{directory}: no study, which has a {LOG_NAME}")]
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
    /// The study's log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The study contradicts itself.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A figure cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
}

impl Opened {
    /// Opens a file, a study's directory, or a position; the standard start if nothing is named.
    ///
    /// # Errors
    /// It is none of these, or cannot be read. Games with a defect are used up to it.
    pub fn open(what: Option<&str>) -> Result<Self, OpenError> {
        let Some(text) = what else {
            let start = Position::start(10, 10).expect("10 x 10 has a standard start");
            return Ok(Self::Position(start));
        };
        let path = Path::new(text);
        if path.is_dir() {
            return Self::study(path);
        }
        if !path.is_file() && text != "-" {
            let source = |source| OpenError::Neither { text: text.to_owned(), source };
            return Ok(Self::Position(text.parse().map_err(source)?));
        }
        // The name tells a set from a record.
        let name = text.trim_end_matches(".gz").trim_end_matches(".zst");
        if name.ends_with(".xml") {
            return Self::set(path);
        }
        Self::games(path)
    }

    fn games(path: &Path) -> Result<Self, OpenError> {
        let records = Records::open(path)?;
        let record = records.file().to_owned();
        let mut defects = Vec::new();
        let games = games_up_to_defects(records, |defect| defects.push(defect.to_string()))?;
        for defect in defects {
            // Whoever closed standard error wants to hear nothing.
            let _ = writeln!(stderr(), "warning: {defect}");
        }
        Ok(Self::Games(OpenedGames { record, games }))
    }

    fn set(path: &Path) -> Result<Self, OpenError> {
        let set = ProblemSet::load(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let title = if set.header.title.is_empty() { name } else { set.header.title.clone() };
        let row = |problem| ProblemRow::new(problem, &set.header);
        Ok(Self::Set(OpenedSet { title, problems: set.problems.iter().map(row).collect() }))
    }

    fn study(directory: &Path) -> Result<Self, OpenError> {
        if !directory.join(LOG_NAME).is_file() {
            return Err(OpenError::NoStudy { directory: directory.display().to_string() });
        }
        let report = Report::new(&read_log(directory)?)?;
        let figures = figures(&report.statistics, report.timed())?;
        let figures = figures.into_iter().map(|f| (f.name, f.caption, f.svg)).collect();
        Ok(Self::Study(Box::new(OpenedStudy { report, figures })))
    }

    /// All of it for the page.
    pub(super) fn summary(&self) -> impl Serialize + '_ {
        match self {
            Self::Position(position) => {
                serde_json::json!({ "kind": "position", "fen": position.to_fen() })
            }
            Self::Games(OpenedGames { record, games }) => {
                serde_json::json!({ "kind": "games", "record": record, "games": games })
            }
            Self::Set(OpenedSet { title, problems }) => {
                serde_json::json!({ "kind": "set", "title": title, "problems": problems })
            }
            Self::Study(study) => {
                let figures: Vec<_> = study
                    .figures
                    .iter()
                    .map(|(name, caption, _)| serde_json::json!({ "name": name, "caption": caption }))
                    .collect();
                serde_json::json!({
                    "kind": "study",
                    "title": study.report.header.set,
                    "solvers": study.report.header.solvers,
                    "figures": figures,
                    "rows": study.report.rows,
                })
            }
        }
    }

    /// A figure of the study.
    pub(super) fn figure(&self, name: &str) -> Option<&str> {
        let Self::Study(study) = self else { return None };
        let figure = study.figures.iter().find(|(known, ..)| *known == name)?;
        Some(&figure.2)
    }
}
