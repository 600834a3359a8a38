//! Named facts about work, which can be compared.

use std::iter::zip;

/// A named fact about work, such as a limit of 300 nodes.
#[derive(Clone, Debug)]
pub struct Fact {
    what: &'static str,
    value: String,
    shown: Option<String>,
}

impl Fact {
    /// Makes a fact about `what`.
    pub fn new(what: &'static str, value: impl ToString) -> Self {
        Self { what, value: value.to_string(), shown: None }
    }

    /// Shows another text than the one that is compared, such as a name instead of a hash.
    #[must_use]
    pub fn shown_as(self, text: impl ToString) -> Self {
        Self { shown: Some(text.to_string()), ..self }
    }
}

impl PartialEq for Fact {
    fn eq(&self, other: &Self) -> bool {
        (self.what, &self.value) == (other.what, &other.value)
    }
}

/// Returns what the first fact is about that differs, with both that it says.
pub(super) fn first_difference(
    found: Vec<Fact>,
    expected: Vec<Fact>,
) -> Option<(&'static str, String, String)> {
    let (found, expected) = zip(found, expected).find(|(found, expected)| found != expected)?;
    let text = |fact: Fact| fact.shown.unwrap_or(fact.value);
    Some((found.what, text(found), text(expected)))
}
