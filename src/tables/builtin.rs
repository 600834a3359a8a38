//! The small complete tables, 3 MB of scores and 4 MB of game values, which are built into the
//! library so that everything that uses it has them.

use super::{TableError, Tables};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The name and the bytes of a file in `tables/`.
#[cfg(feature = "builtin-tables")]
macro_rules! file {
    ($name:expr) => {
        (
            concat!($name, ".amt"),
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tables/", $name, ".amt"))
                .as_slice(),
        )
    };
}

/// Makes a list of files: each of the first with the values of its regions, then the others.
#[cfg(feature = "builtin-tables")]
macro_rules! files {
    (with values: $($table:literal),*; others: $($other:literal),* $(,)?) => {
        &[$(file!($table), file!(concat!($table, ".values"))),*, $(file!($other)),*]
    };
}

/// Every table that is built in.
#[cfg(feature = "builtin-tables")]
#[rustfmt::skip]
static FILES: &[(&str, &[u8])] = files![
    with values:
    "1v0-1", "1v0-2", "1v0-3", "1v0-4", "1v0-5", "1v0-6", "1v0-7", "1v0-8", "1v1-2", "1v1-3",
    "1v1-4", "1v1-5", "1v1-6", "1v1-7", "1v1-8", "2v0-2", "2v0-3", "2v0-4", "2v0-5", "2v0-6",
    "2v1-3", "2v1-4", "2v1-5", "2v1-6", "2v1-7", "2v2-4", "2v2-5", "2v2-6", "2v2-7", "3v0-3",
    "3v0-4", "3v0-5", "3v0-6", "3v1-4", "3v1-5", "3v1-6", "3v1-7";
    others:
    "dictionary.values", "shapes-1", "shapes-2", "shapes-3", "shapes-4", "shapes-5", "shapes-6",
    "shapes-7", "shapes-8",
];

/// Without the feature `builtin-tables` there are none.
#[cfg(not(feature = "builtin-tables"))]
static FILES: &[(&str, &[u8])] = &[];

impl Tables {
    /// Opens the complete tables that are built into the library with the feature `builtin-tables`:
    /// regions of at most 6 to 8 squares, by material. Without the feature the set is empty.
    ///
    /// # Errors
    /// The program is damaged.
    pub fn builtin() -> Result<Self, TableError> {
        Self::of_program(Path::new("the program's own tables"), FILES)
    }

    /// Returns the built-in tables, opened once for the whole process; `None` if there are none.
    pub fn shared_builtin() -> Option<&'static Arc<Self>> {
        static BUILTIN: OnceLock<Option<Arc<Tables>>> = OnceLock::new();
        let open = || Self::builtin().ok().filter(|_| !FILES.is_empty()).map(Arc::new);
        BUILTIN.get_or_init(open).as_ref()
    }
}

#[cfg(all(test, feature = "builtin-tables"))]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_library_has_every_table_of_the_repository() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables");
        let tracked = std::process::Command::new("git")
            .args(["ls-files", "*.amt"])
            .current_dir(&directory)
            .output();
        let Ok(tracked) = tracked.map(|output| String::from_utf8(output.stdout).unwrap()) else {
            eprintln!("SKIPPED: git does not run here");
            return;
        };
        if tracked.is_empty() {
            eprintln!("SKIPPED: this is no checkout");
            return;
        }
        let built_in: BTreeSet<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(tracked.lines().collect::<BTreeSet<_>>(), built_in);
    }

    #[test]
    fn small_regions_are_known_without_any_file() {
        let tables = Tables::builtin().unwrap();
        let region: crate::board::Position = "Q2q/1**1 w".parse().unwrap();
        let scores = tables.probe(region.placement()).unwrap().unwrap();
        assert_eq!(scores.score(region.side(), 0).to_string(), "W+3");
        let value = tables.probe_value(region.placement()).unwrap().unwrap();
        assert_eq!(value.facts().unwrap().temperature.to_string(), "3");
    }

    #[test]
    fn every_table_of_scores_has_its_values() {
        let tables = Tables::builtin().unwrap();
        for class in crate::tables::Material::ALL {
            for squares in 0..=crate::tables::MAX_SQUARES {
                let scores = tables.region_tables(class, squares).len();
                assert_eq!(
                    tables.value_tables(class, squares).count(),
                    scores,
                    "{class}-{squares}"
                );
            }
        }
    }
}
