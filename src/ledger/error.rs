//! Why a ledger cannot be used, and why parts do not make one whole.

use super::fact::{Fact, first_difference};
use super::partition::Partition;
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

/// Why a ledger cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line is damaged, or does not belong there.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file holds something else.
    #[error("{}: not a {ledger}; choose another output", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was expected.
        ledger: &'static str,
    },
    /// The ledger is about other work.
    #[error(
        "{} belongs to another {ledger}: its {what} is {found}, here {expected}; choose another \
         output",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        ledger: &'static str,
        /// What differs.
        what: &'static str,
        /// What it says.
        found: String,
        /// What was expected.
        expected: String,
    },
}

impl LedgerError {
    /// Returns a function that adds a path to an error of the system.
    pub fn io(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Io { path: path.clone(), source }
    }
}

/// Why parts do not make one whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no parts.
    #[error("no parts to merge")]
    None,
    /// A file was not made with `--partition`.
    #[error("{}: not a part; expected a file written with --partition m/n", .0.display())]
    NoPart(PathBuf),
    /// A part belongs to other work than the first part.
    #[error("{}: different {what}: {found}; {} has {expected}", file.display(), first.display())]
    Different {
        /// The part.
        file: PathBuf,
        /// The first part.
        first: PathBuf,
        /// What differs.
        what: &'static str,
        /// What it says.
        found: String,
        /// What the first part says.
        expected: String,
    },
    /// Two files are the same part.
    #[error("part {part} is given twice: {} and {}", first.display(), second.display())]
    Twice {
        /// The part.
        part: Partition,
        /// Where it is.
        first: PathBuf,
        /// Where it is again.
        second: PathBuf,
    },
    /// Some parts are missing.
    #[error("part {0} is missing")]
    Missing(String),
    /// A part is not finished.
    #[error(
        "{} is incomplete: {found} of part {part} is missing; run the command that made it to \
         continue",
        file.display()
    )]
    Incomplete {
        /// The part's file.
        file: PathBuf,
        /// The part.
        part: Partition,
        /// What is missing.
        found: String,
    },
    /// A part holds more than belongs to it.
    #[error("{}: {found} after the end of part {part}", file.display())]
    Surplus {
        /// The part's file.
        file: PathBuf,
        /// The part.
        part: Partition,
        /// What was found.
        found: String,
    },
    /// The output would lose what it has.
    #[error(
        "{} holds another {what} than the parts for {item}; choose another output",
        output.display()
    )]
    Lost {
        /// The output.
        output: PathBuf,
        /// What differs.
        what: &'static str,
        /// The item that it is about.
        item: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    Failed(#[from] Box<dyn Error + Send + Sync>),
}

impl MergeError {
    /// Returns the error of a file that cannot be read or written.
    pub fn failed(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Failed(Box::new(error))
    }

    /// Checks that a file says the same as the first part.
    ///
    /// # Errors
    /// A fact differs; the first that does is named.
    pub fn check_same(
        (file, found): (&Path, Vec<Fact>),
        (first, expected): (&Path, Vec<Fact>),
    ) -> Result<(), Self> {
        let Some((what, found, expected)) = first_difference(found, expected) else {
            return Ok(());
        };
        let (file, first) = (file.to_owned(), first.to_owned());
        Err(Self::Different { file, first, what, found, expected })
    }

    /// Returns a function that adds the path of a file to an error of the system.
    pub fn io(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let add_path = LedgerError::io(path);
        move |source| add_path(source).into()
    }
}

impl From<LedgerError> for MergeError {
    fn from(error: LedgerError) -> Self {
        Self::failed(error)
    }
}
