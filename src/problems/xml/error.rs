//! What is wrong with a problem-set file, and where.

use std::io;

/// A defect of a problem set: file, line, problem and reason.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {reason}", at(.file, .line), named(.problem.as_deref()))]
pub struct SetError {
    /// The file's name as given.
    pub file: String,
    /// The line in the file, from 1; 0 if the file cannot be opened.
    pub line: usize,
    /// The problem's id, if the problem is wrong.
    pub problem: Option<String>,
    /// What is wrong.
    pub reason: Box<SetReason>,
}

/// What is wrong with a problem set.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetReason {
    /// The file cannot be read.
    #[error("{0}")]
    Io(io::Error),
    /// The text is not XML.
    #[error("not well-formed XML: {0}")]
    Syntax(String),
    /// The file ends too early.
    #[error("truncated: the file ends within <{0}>")]
    Truncated(String),
    /// The file is of another kind.
    #[error("found {found}; expected a problem set, <problem-set version=\"2\">")]
    Foreign {
        /// What the file holds instead.
        found: String,
    },
    /// An element is in the wrong place.
    #[error("found {found} within <{parent}>; expected {expected}")]
    Element {
        /// The element around it.
        parent: String,
        /// What was found.
        found: String,
        /// What may be there.
        expected: &'static str,
    },
    /// An attribute is missing.
    #[error("<{element}> without {attribute}=\"…\"")]
    Missing {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// An attribute does not belong there.
    #[error("unknown attribute '{attribute}' of <{element}>")]
    Attribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// An attribute has an impossible value.
    #[error("<{element} {attribute}=\"{found}\">: {expected}")]
    Value {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
        /// Its value.
        found: String,
        /// What was expected.
        expected: String,
    },
}

fn at(file: &str, line: &usize) -> String {
    if *line == 0 { file.to_owned() } else { format!("{file}:{line}") }
}

fn named(problem: Option<&str>) -> String {
    problem.map(|id| format!(": problem {id}")).unwrap_or_default()
}
