//! The study's log: a [ledger](amazons::ledger) whose header is followed by all problems, then by
//! answers and judgements in the order in which they were finished.

use super::error::StudyError;
use super::record::{AnswerLine, Build, Header, Judgement, Line, Problem};
use crate::FileError;
use crate::engine::ENGINE_LOG_NAME;
use amazons::board::Move;
use amazons::ledger::{Entry, Header as _, Ledger, LedgerError, Reader};
use amazons::util::atomic_file::Alone;
use amazons::util::directory;
use hashbrown::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The log's name in a report directory.
pub const LOG_NAME: &str = "log.jsonl";

/// Everything that a log says. Of two lines about the same thing, the first counts.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The log's first line.
    pub header: Header,
    /// The problems, in the set's order.
    pub problems: Vec<Problem>,
    answers: HashMap<(String, String), AnswerLine>,
    judgements: HashMap<(String, Option<Move>), Judgement>,
    /// Other builds of the program that continued the study.
    pub continued_by: Vec<Build>,
}

impl Contents {
    /// The contents of a study of which nothing has run yet.
    pub fn new(header: Header, problems: Vec<Problem>) -> Self {
        let (answers, judgements) = (HashMap::new(), HashMap::new());
        Self { header, problems, answers, judgements, continued_by: Vec::new() }
    }

    /// The answer of `solver` to a problem.
    pub fn answer(&self, problem: &str, solver: &str) -> Option<&AnswerLine> {
        self.answers.get(&(problem.to_owned(), solver.to_owned()))
    }

    /// All answers to a problem, in the order of the solvers.
    pub(super) fn answers_to<'a>(
        &'a self,
        problem: &'a str,
    ) -> impl Iterator<Item = &'a AnswerLine> {
        self.header.solvers.iter().filter_map(move |solver| self.answer(problem, solver))
    }

    /// The judgement of a problem, or of one of its moves.
    pub fn judgement(&self, problem: &str, mv: Option<Move>) -> Option<&Judgement> {
        self.judgements.get(&(problem.to_owned(), mv))
    }

    /// All judgements, in no certain order.
    pub fn judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements.values()
    }

    /// The number of answers.
    pub fn answered(&self) -> usize {
        self.answers.len()
    }

    /// Adds a line.
    pub fn add(&mut self, line: Line) {
        match line {
            Line::Problem(problem) => self.problems.push(problem),
            Line::Continued(build) => self.continued_by.push(build),
            Line::Answer(line) => {
                self.answers.entry((line.problem.clone(), line.solver.clone())).or_insert(line);
            }
            Line::Judgement(line) => {
                self.judgements.entry((line.problem.clone(), line.mv)).or_insert(line);
            }
        }
    }
}

/// Checks that a new study may begin in `directory`, before anything is run for it.
///
/// # Errors
/// The directory holds files already, or cannot be read.
pub fn check_new(directory: &Path) -> Result<(), StudyError> {
    if directory.exists() && holds_files(directory).map_err(LedgerError::io(directory))? {
        let problem =
            format!("is not empty and holds no study (no {LOG_NAME}); choose a new directory");
        return Err(StudyError::directory(directory, problem));
    }
    Ok(())
}

/// Opens the log in `directory` to continue the same study, or starts a new one.
///
/// # Errors
/// The directory holds other files, or it cannot be written; or those of [`Ledger::continued`].
pub fn open_log(
    directory: &Path,
    header: &Header,
    problems: &[Problem],
) -> Result<(Ledger<Line>, Contents), StudyError> {
    let path = directory.join(LOG_NAME);
    let failed = LedgerError::io(&path);
    directory::make(directory).map_err(LedgerError::io(directory))?;
    // When two studies start at once, the second must not replace the first one's log.
    let beginning = Alone::with(&path).map_err(&failed)?;
    let mut begun = header.clone();
    if !path.exists() {
        check_new(directory)?;
        // All at once, so that no log lacks a problem.
        let lines: Vec<Line> = problems.iter().cloned().map(Line::Problem).collect();
        Ledger::write(&path, header, &lines)?;
    } else {
        // Even if it has no problem: a part may be empty. A log that lacks problems was cut by
        // somebody, and stays as it is.
        let found = read_beginning(&mut Reader::open(&path)?, &path)?;
        header.check_same(&found.header, &path, Line::LEDGER)?;
        begun = found.header;
    }
    let mut contents = Contents::new(begun, Vec::new());
    let log = Ledger::continued(&path, header, |line| {
        contents.add(line);
        Ok(())
    })?;
    drop(beginning);
    Ok((log, contents))
}

/// Makes a directory for a study that is written as a whole. One that holds a study already stays
/// as it is, unless it `may_go`.
///
/// # Errors
/// The directory holds something else, or cannot be made.
pub(super) fn prepare_output(
    directory: &Path,
    may_go: impl Fn(&Header) -> bool,
) -> Result<(), StudyError> {
    directory::make(directory).map_err(LedgerError::io(directory))?;
    let path = directory.join(LOG_NAME);
    let goes = match path.exists() {
        true => Reader::<Line>::open(&path)?.header()?.is_some_and(|header| may_go(&header)),
        false => !holds_files(directory).map_err(LedgerError::io(directory))?,
    };
    match goes {
        true => Ok(()),
        false => {
            let problem = "holds other files; choose a new directory";
            Err(StudyError::directory(directory, problem))
        }
    }
}

/// Reads the log in `directory` and ignores a torn last line.
///
/// # Errors
/// There is no log, it cannot be read, or it is damaged.
pub fn read_log(directory: &Path) -> Result<Contents, StudyError> {
    let path = directory.join(LOG_NAME);
    if !path.exists() {
        let problem = format!(
            "holds no study (no {LOG_NAME}); expected a directory that 'amazons study' made"
        );
        return Err(StudyError::directory(directory, problem));
    }
    let file = File::open(&path).map_err(LedgerError::io(&path))?;
    Ok(read_log_from(BufReader::new(file), &path)?)
}

/// Reads a log as [`read_log`] does, and refuses one part of a study.
///
/// # Errors
/// As for [`read_log`], or the study is a part.
pub(super) fn read_whole_log(directory: &Path) -> Result<Contents, StudyError> {
    let contents = read_log(directory)?;
    match contents.header.part {
        None => Ok(contents),
        Some(part) => {
            let advice = "bring the parts together with 'amazons merge' first";
            let problem = format!("part {} of a study; {advice}", part.part);
            Err(FileError::about(directory, problem).into())
        }
    }
}

/// Reads a log as [`read_log`] does, from an input that messages call `path`.
///
/// # Errors
/// The input cannot be read, or is damaged.
pub fn read_log_from(input: impl BufRead, path: &Path) -> Result<Contents, LedgerError> {
    let mut reader = Reader::of(input, path);
    let mut contents = read_beginning(&mut reader, path)?;
    for line in reader {
        contents.add(line?);
    }
    Ok(contents)
}

/// Reads the header and all problems.
fn read_beginning(
    reader: &mut Reader<Line, impl BufRead>,
    path: &Path,
) -> Result<Contents, LedgerError> {
    let header: Header = reader.header()?.ok_or_else(|| {
        let expected = "expected a header; remove the study's directory to start over";
        reader.wrong(format!("nothing found; {expected}"))
    })?;
    let mut contents = Contents::new(header, Vec::new());
    while contents.problems.len() < contents.header.problems {
        match reader.next().transpose()? {
            Some(line @ Line::Problem(_)) => contents.add(line),
            _ => {
                let (found, expected) = (contents.problems.len(), contents.header.problems);
                let reason = format!("{found} problems follow; the header names {expected}");
                return Err(LedgerError::Line { path: path.to_owned(), line: 1, reason });
            }
        }
    }
    Ok(contents)
}

/// Whether there are files other than those that a start leaves: the lock, the remains of a killed
/// one, and what engines wrote when they were greeted.
fn holds_files(directory: &Path) -> io::Result<bool> {
    for entry in std::fs::read_dir(directory)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let lock = name.strip_suffix(".lock") == Some(LOG_NAME);
        if !lock && name != ENGINE_LOG_NAME && !name.starts_with('.') {
            return Ok(true);
        }
    }
    Ok(false)
}
