//! The small complete tables, 3 MB, which are built into the program so that an installed one has
//! them too.

use crate::tables::{TableError, Tables};
use std::path::Path;

/// Makes pairs of the name and the bytes of these files in `tables/`.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$((
            concat!($name, ".amt"),
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tables/", $name, ".amt")).as_slice(),
        )),*]
    };
}

/// Every table that is built into the program.
static FILES: [(&str, &[u8]); 45] = files![
    "1v0-1", "1v0-2", "1v0-3", "1v0-4", "1v0-5", "1v0-6", "1v0-7", "1v0-8", "1v1-2", "1v1-3",
    "1v1-4", "1v1-5", "1v1-6", "1v1-7", "1v1-8", "2v0-2", "2v0-3", "2v0-4", "2v0-5", "2v0-6",
    "2v1-3", "2v1-4", "2v1-5", "2v1-6", "2v1-7", "2v2-4", "2v2-5", "2v2-6", "2v2-7", "3v0-3",
    "3v0-4", "3v0-5", "3v0-6", "3v1-4", "3v1-5", "3v1-6", "3v1-7", "shapes-1", "shapes-2",
    "shapes-3", "shapes-4", "shapes-5", "shapes-6", "shapes-7", "shapes-8",
];

/// The tables that are built into the program.
///
/// # Errors
/// The program is damaged.
pub fn shipped_tables() -> Result<Tables, TableError> {
    Tables::of_program(Path::new("the program's own tables"), &FILES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_has_every_table_of_the_repository() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables");
        let mut found: Vec<String> = std::fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".amt") && !name.starts_with("judged-"))
            // Larger ones may have been built there.
            .filter(|name| FILES.iter().any(|(file, _)| file == name))
            .collect();
        found.sort();
        assert_eq!(found.len(), FILES.len());
        let tables = shipped_tables().unwrap();
        let region: crate::board::Position = "Q2q/1**1 w".parse().unwrap();
        let scores = tables.probe(region.placement()).unwrap().unwrap();
        assert_eq!(scores.score(region.side(), 0).to_string(), "W+3");
    }
}
