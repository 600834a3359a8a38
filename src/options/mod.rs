//! What several commands share: options, output formats, interruption, progress.

pub(crate) mod common;
pub(crate) mod tables_dir;
