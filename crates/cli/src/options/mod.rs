//! Options that several commands share, and the flag that an interrupt sets.

pub(crate) mod hints;
pub(crate) mod interrupt;
pub(crate) mod one_game;
pub(crate) mod open_files;
pub(crate) mod outputs;
pub(crate) mod points;
pub(crate) mod records;
pub(crate) mod selection;
pub(crate) mod tables_dir;
pub(crate) mod values;
