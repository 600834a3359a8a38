//! The judged study, from which every exporter of the report takes its data.

use crate::study::error::StudyError;
use crate::study::features::features;
use crate::study::log::Contents;
use crate::study::record::{Build, Header, Problem};
use crate::study::statistics::{Statistics, times_at_limit};
use crate::study::verdict::{Row, Verdict, judge_answers};

/// The judged study.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was run.
    pub header: Header,
    /// Other builds of the program that continued it.
    pub continued_by: Vec<Build>,
    /// The problems it was run on.
    pub problems: Vec<Problem>,
    /// Every answer with its verdict, by problem, then by solver.
    pub rows: Vec<Row>,
    /// The numbers.
    pub statistics: Statistics,
}

impl Report {
    /// Judges the contents of a log.
    ///
    /// # Errors
    /// The set's solutions and the judge contradict each other.
    pub fn new(contents: &Contents) -> Result<Self, StudyError> {
        let rows = judge_answers(contents)?;
        let header = contents.header.clone();
        let specs: Vec<_> = header.specs().map(|(_, spec)| spec.to_owned()).collect();
        let statistics = Statistics {
            equal_time: times_at_limit(contents),
            ..Statistics::new(&features(contents), &header.solvers, &specs, &rows)
        };
        let continued_by = contents.continued_by.clone();
        Ok(Self { header, continued_by, problems: contents.problems.clone(), rows, statistics })
    }

    /// The rows of the judged problems: those on which every solver's verdict is known.
    pub fn judged_rows(&self) -> impl Iterator<Item = &Row> {
        let judged = |rows: &&[Row]| rows.iter().all(|row| row.verdict != Verdict::Unjudged);
        self.rows.chunk_by(|a, b| a.problem == b.problem).filter(judged).flatten()
    }

    /// Whether time was limited, which makes times worth comparing.
    pub fn timed(&self) -> bool {
        self.header.is_timed()
    }
}
