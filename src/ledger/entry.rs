//! What a ledger holds: entries, and before them what all of them are about.

use super::error::LedgerError;
use super::fact::{Fact, first_difference};
use super::partition::PartOf;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// One finished item, which is one line of a ledger.
pub trait Entry: Serialize + DeserializeOwned {
    /// What messages call the file.
    const LEDGER: &'static str;

    /// How the first line of the file may begin.
    const BEGINS: &'static [&'static str];
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
