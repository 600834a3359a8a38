//! The report of a study: figures, tables and pages.

pub(crate) mod cactus;
mod chart;
pub(crate) mod csv;
pub(crate) mod directory;
pub(crate) mod figures;
pub(crate) mod html;
mod labels;
pub(crate) mod latex;
pub(crate) mod markdown;
pub(crate) mod marks;
pub(crate) mod paper;
pub(crate) mod report_data;
pub(crate) mod tables;
pub(crate) mod worst;
