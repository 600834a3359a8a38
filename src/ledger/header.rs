//! What all entries of a ledger are about, as facts that can be compared.

use super::error::LedgerError;
use super::partition::PartOf;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::iter::zip;
use std::path::Path;

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

/// The first line of a ledger. Other facts make other work: a ledger is continued, and parts are
/// merged, only if they agree.
pub trait Header: Serialize + DeserializeOwned {
    /// The key of the format's version, and the version that is read.
    const VERSION: (&'static str, u64);

    /// What all parts of the work agree in, the same facts in the same order for every header.
    fn facts(&self) -> Vec<Fact>;

    /// Which part of the work it is; `None` for all of it.
    fn part(&self) -> Option<PartOf>;

    /// What else must not change when a run continues, though parts may differ in it.
    fn facts_of_run(&self) -> Vec<Fact> {
        vec![Fact::new("part", self.part().map_or("the whole".to_owned(), |part| part.to_string()))]
    }

    /// Checks that the header found at `path` is of the same work and part as this one.
    ///
    /// # Errors
    /// A fact differs; the first that does is named. `ledger` is what messages call the file.
    fn check_same(
        &self,
        found: &Self,
        path: &Path,
        ledger: &'static str,
    ) -> Result<(), LedgerError> {
        let all = |header: &Self| [header.facts(), header.facts_of_run()].concat();
        match first_difference(all(found), all(self)) {
            None => Ok(()),
            Some((what, found, expected)) => {
                Err(LedgerError::Other { path: path.to_owned(), ledger, what, found, expected })
            }
        }
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
