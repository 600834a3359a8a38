//! The options of a method, and their defaults.

use std::fmt;

/// An option of a method.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: OptionKind,
    /// All its values, if it is a choice.
    pub choices: Vec<String>,
    /// Its least and its largest value, if it is a number with bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[String; 2]>,
    /// Its default value, if there is one.
    pub default: Option<String>,
}

/// The kind of an option's values.
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
    /// Makes an option that is not a choice.
    pub fn new(name: &str, kind: OptionKind, default: Option<String>) -> Self {
        Self { name: name.to_owned(), kind, choices: Vec::new(), range: None, default }
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
