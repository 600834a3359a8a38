//! What can be set of a method, and what holds where it is not.

use std::fmt;

/// An option of a method.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: OptionKind,
    /// All its values, where it is a choice.
    pub choices: Vec<String>,
    /// Its value where it is not set, if there is one.
    pub default: Option<String>,
}

/// What the values of an option are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// Bytes, such as `64MB`.
    Size,
    /// A time, such as `100ms`.
    Time,
    /// One of a few words.
    Choice,
    /// Any text.
    Text,
}

impl OptionInfo {
    /// One that is no choice.
    pub fn new(name: &str, kind: OptionKind, default: Option<String>) -> Self {
        Self { name: name.to_owned(), kind, choices: Vec::new(), default }
    }
}

impl fmt::Display for OptionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.default {
            Some(default) => write!(f, "{}={default}", self.name),
            None => write!(f, "{}=…", self.name),
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "flag",
            Self::Number => "number",
            Self::Size => "size",
            Self::Time => "time",
            Self::Choice => "choice",
            Self::Text => "text",
        })
    }
}
