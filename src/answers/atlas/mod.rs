//! The atlas: which regions have a value, or a value with properties. The answer of `amazons atlas`.

pub(crate) mod answer;
pub(crate) mod atlas_tables;
pub(crate) mod condition;
pub(crate) mod question;
pub(crate) mod survey;
