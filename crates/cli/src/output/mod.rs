//! What commands print: exit codes, formats, progress, tables, messages.

pub(crate) mod columns;
pub(crate) mod exit_status;
pub(crate) mod format;
pub(crate) mod progress;
pub(crate) mod region_table;
pub(crate) mod reporting;
pub(crate) mod review_table;
pub(crate) mod say;
pub(crate) mod sheet;
pub(crate) mod value_row;
