//! The formats in which results are printed.

use std::io::{self, Write};

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON, one object per line.
    Json,
}

/// The version of the keys in printed objects; it increases when a key changes its meaning or is
/// removed.
pub const VERSION: u32 = 1;

#[derive(serde::Serialize)]
struct Versioned<'a, T> {
    #[serde(flatten)]
    object: &'a T,
    version: u32,
}

/// An object as one line of JSON, with `version` as its last key.
///
/// # Errors
/// It is not an object.
pub fn json_line<T: serde::Serialize>(object: &T) -> serde_json::Result<String> {
    serde_json::to_string(&Versioned { object, version: VERSION })
}

/// Prints an object as a line of JSON.
///
/// # Errors
/// Those of `out` and of [`json_line`].
pub fn print_json<T: serde::Serialize>(out: &mut impl Write, object: &T) -> io::Result<()> {
    writeln!(out, "{}", json_line(object)?)
}
