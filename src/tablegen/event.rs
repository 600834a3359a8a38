//! What the building of tables tells its caller.

use std::path::Path;

/// What happens while tables are built.
#[derive(Clone, Copy, Debug)]
pub enum BuildEvent<'a> {
    /// Entries that need not be built because their file is there.
    Kept(usize),
    /// Entries that were solved.
    Solved(usize),
    /// A table is complete.
    Finished {
        /// The file.
        path: &'a Path,
        /// Its entries.
        entries: usize,
    },
    /// The index of the values is written.
    Indexed {
        /// The file.
        path: &'a Path,
        /// Pairs of a table and a value that its regions have.
        places: usize,
    },
}
