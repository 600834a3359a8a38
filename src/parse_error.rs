//! The error of a text that cannot be read: the same for moves, scores, starts and all other texts
//! that are read alone.

use std::borrow::Cow;
use std::fmt;

/// The error for a text that is not what it should be: what was found, and what was expected.
///
/// ```
/// use amazons::Square;
///
/// let error = "a17".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "'a17' is not a square; expected a1 to p16");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The text, or its beginning; `None` where `expected` says it all.
    found: Option<String>,
    expected: Cow<'static, str>,
}

impl ParseError {
    /// Makes the error `'{found}' {expected}`. `found` is quoted as it is: a text of any length is
    /// cut before.
    pub(crate) fn of(found: String, expected: impl Into<Cow<'static, str>>) -> Self {
        Self { found: Some(found), expected: expected.into() }
    }

    /// Makes the error of a text that is none of some names.
    #[doc(hidden)]
    pub fn one_of(names: &[&str]) -> Self {
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        Self::expected(format!("expected {} or {last}", others.join(", ")))
    }

    /// Makes an error that says `expected` alone.
    pub(crate) fn expected(expected: impl Into<Cow<'static, str>>) -> Self {
        Self { found: None, expected: expected.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(found) = &self.found {
            write!(f, "'{found}' ")?;
        }
        f.write_str(&self.expected)
    }
}

impl std::error::Error for ParseError {}
