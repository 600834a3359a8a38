//! The study's log: append-only JSON lines, each with a checksum, that survive a kill at any time.

use super::record::{AnswerLine, Header, Judgement, LOG_VERSION, Line, Problem};
use crate::engine::ENGINE_LOG_NAME;
use amazons::board::Move;
use amazons::util::PartOf;
use amazons::util::append_log::{AppendLog, whole_length, whole_lines};
use amazons::util::atomic_file::{Alone, AtomicFile};
use amazons::util::directory;
use amazons::util::sealed_line::{seal, unseal};
use hashbrown::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The log's name in a report directory.
pub const LOG_NAME: &str = "log.jsonl";

/// The log cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// Reading or writing failed.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The directory has no log.
    #[error("{} holds no study (no {LOG_NAME}); expected a directory that 'amazons study' made", .0.display())]
    Missing(PathBuf),
    /// The directory is not empty and holds no study.
    #[error("{} is not empty and holds no study (no {LOG_NAME}); choose a new directory", .0.display())]
    Occupied(PathBuf),
    /// A line is not a line of a study.
    #[error("{}: line {line}: {problem}", path.display())]
    Damaged {
        /// The log.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What was found.
        problem: String,
    },
    /// The log belongs to another study.
    #[error(
        "{} belongs to another study: its {what} is {found}, here {expected}; choose another output directory",
        path.display()
    )]
    Foreign {
        /// The log.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// The log's value.
        found: String,
        /// This study's value.
        expected: String,
    },
}

/// Everything that a log says. Of two lines about the same thing, the first counts.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The log's first line.
    pub header: Header,
    /// The problems, in the set's order.
    pub problems: Vec<Problem>,
    answers: HashMap<(String, String), AnswerLine>,
    judgements: HashMap<(String, Option<Move>), Judgement>,
}

impl Contents {
    /// The contents of a study of which nothing has run yet.
    pub fn new(header: Header, problems: Vec<Problem>) -> Self {
        Self { header, problems, answers: HashMap::new(), judgements: HashMap::new() }
    }

    /// The answer of `solver` to a problem.
    pub fn answer(&self, problem: &str, solver: &str) -> Option<&AnswerLine> {
        self.answers.get(&(problem.to_owned(), solver.to_owned()))
    }

    /// The judgement of a problem, or of one of its moves.
    pub fn judgement(&self, problem: &str, mv: Option<Move>) -> Option<&Judgement> {
        self.judgements.get(&(problem.to_owned(), mv))
    }

    /// The number of answers.
    pub fn answered(&self) -> usize {
        self.answers.len()
    }

    /// Adds an answer.
    pub fn add_answer(&mut self, line: AnswerLine) {
        self.answers.entry((line.problem.clone(), line.solver.clone())).or_insert(line);
    }

    /// Adds a judgement.
    pub fn add_judgement(&mut self, line: Judgement) {
        self.judgements.entry((line.problem.clone(), line.mv)).or_insert(line);
    }
}

/// A log open for appending.
#[derive(Debug)]
pub struct Log(AppendLog);

impl Log {
    /// Opens the log in `directory` to continue the same study, or starts a new one.
    ///
    /// A torn last line, left by a kill, is cut off.
    ///
    /// # Errors
    /// The directory holds other files, it or the log cannot be written, another run has the log
    /// open, or the log is damaged or belongs to another study.
    pub fn open(
        directory: &Path,
        header: &Header,
        problems: &[Problem],
    ) -> Result<(Self, Contents), LogError> {
        let path = directory.join(LOG_NAME);
        let io_error = |source| LogError::Io { path: path.clone(), source };
        directory::make(directory)
            .map_err(|source| LogError::Io { path: directory.to_owned(), source })?;
        // When two studies start at once, the second must not replace the first one's log.
        let beginning = Alone::with(&path).map_err(io_error)?;
        if !path.exists() {
            if holds_files(directory).map_err(io_error)? {
                return Err(LogError::Occupied(directory.to_owned()));
            }
            create(&path, header, problems).map_err(io_error)?;
        }
        let log = AppendLog::open(&path).map_err(io_error)?;
        drop(beginning);
        let (contents, whole) = read(&path)?;
        refuse_foreign(&path, &contents.header, header)?;
        log.cut(whole).map_err(io_error)?;
        Ok((Self(log), contents))
    }

    /// Appends a line, which has been handed to the system when this returns.
    ///
    /// # Errors
    /// Writing failed.
    pub fn append(&mut self, line: &Line) -> Result<(), LogError> {
        self.0
            .append(to_line(line))
            .map_err(|source| LogError::Io { path: self.0.path().to_owned(), source })
    }
}

/// Reads the log in `directory` and ignores a torn last line.
///
/// # Errors
/// There is no log, it cannot be read, or it is damaged.
pub fn read_log(directory: &Path) -> Result<Contents, LogError> {
    let path = directory.join(LOG_NAME);
    if !path.exists() {
        return Err(LogError::Missing(directory.to_owned()));
    }
    Ok(read(&path)?.0)
}

fn to_line(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).expect("a log line has no maps with odd keys");
    seal(&text) + "\n"
}

/// Whether there are files other than those that a start leaves: the lock, the remains of a killed
/// `create`, and what engines wrote when they were greeted.
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

/// Writes the header and the problems to a temporary file, then renames it, so that no log lacks a
/// problem.
fn create(path: &Path, header: &Header, problems: &[Problem]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(to_line(header).as_bytes())?;
    for problem in problems {
        file.write_all(to_line(&Line::Problem(problem.clone())).as_bytes())?;
    }
    file.commit()
}

/// Reads the contents and the number of bytes in complete lines.
fn read(path: &Path) -> Result<(Contents, u64), LogError> {
    let text =
        std::fs::read(path).map_err(|source| LogError::Io { path: path.to_owned(), source })?;
    read_text(&text, path)
}

/// Reads the same from the text of the log at `path`. A torn last line may end in the middle of a
/// character.
pub fn read_text(text: &[u8], path: &Path) -> Result<(Contents, u64), LogError> {
    let damaged = |line, problem| LogError::Damaged { path: path.to_owned(), line, problem };
    let mut lines = whole_lines(text).map(|(number, line)| match unseal(line) {
        Ok(line) => Ok((number, line)),
        Err(error) => Err(damaged(number, error.to_string())),
    });

    let (_, first) = lines.next().ok_or_else(|| {
        damaged(
            1,
            "nothing found; expected a header. Remove the study's directory to start over".into(),
        )
    })??;
    // Check the version first: the other keys may have changed with it.
    let version = serde_json::from_slice::<serde_json::Value>(&first)
        .ok()
        .and_then(|value| value.get("log_version")?.as_u64())
        .ok_or_else(|| damaged(1, "not a study's header; expected a 'log_version'".into()))?;
    if version != u64::from(LOG_VERSION) {
        return Err(damaged(1, format!("log version {version}; expected {LOG_VERSION}")));
    }
    let header: Header =
        serde_json::from_slice(&first).map_err(|e| damaged(1, format!("bad header: {e}")))?;

    let mut contents = Contents::new(header, Vec::new());
    for line in lines {
        let (number, line) = line?;
        let line = serde_json::from_slice(&line).map_err(|e| damaged(number, e.to_string()))?;
        match line {
            Line::Problem(problem) => contents.problems.push(problem),
            Line::Answer(answer) => contents.add_answer(answer),
            Line::Judgement(judgement) => contents.add_judgement(judgement),
        }
    }
    if contents.problems.len() != contents.header.problems {
        let (found, expected) = (contents.problems.len(), contents.header.problems);
        return Err(damaged(1, format!("{found} problems follow; the header names {expected}")));
    }
    Ok((contents, whole_length(text) as u64))
}

fn refuse_foreign(path: &Path, found: &Header, expected: &Header) -> Result<(), LogError> {
    let foreign = |what, found: String, expected: String| {
        Err(LogError::Foreign { path: path.to_owned(), what, found, expected })
    };
    let limits = crate::study::describe_with_memory;
    if found.set_hash != expected.set_hash {
        return foreign(
            "set of problems",
            format!("{} ({}, {})", found.set, found.selection, found.set_hash),
            format!("{} ({}, {})", expected.set, expected.selection, expected.set_hash),
        );
    }
    if found.part != expected.part {
        let part = |part: Option<PartOf>| part.map_or("the whole".to_owned(), |p| p.to_string());
        return foreign("part", part(found.part), part(expected.part));
    }
    if found.solvers != expected.solvers {
        return foreign("list of solvers", found.solvers.join(" "), expected.solvers.join(" "));
    }
    if found.limits != expected.limits {
        return foreign("limit", limits(&found.limits), limits(&expected.limits));
    }
    if found.judge_limits != expected.judge_limits {
        return foreign(
            "judge's limit",
            limits(&found.judge_limits),
            limits(&expected.judge_limits),
        );
    }
    if found.engine_grace != expected.engine_grace {
        let grace = |grace: Option<std::time::Duration>| {
            humantime::format_duration(grace.unwrap_or_default()).to_string()
        };
        return foreign("grace", grace(found.engine_grace), grace(expected.engine_grace));
    }
    if found.program != expected.program {
        return foreign("program's version", found.program.clone(), expected.program.clone());
    }
    // Times from two machines do not belong in one table; node counts do.
    if expected.limits.time.is_some() && found.machine != expected.machine {
        return foreign("machine", found.machine.to_string(), expected.machine.to_string());
    }
    Ok(())
}
