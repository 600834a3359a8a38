//! Game values of the regions in complete tables: which region has which value, and one dictionary
//! of the values.

pub(crate) mod atlas_index;
pub(crate) mod bound;
pub(crate) mod dictionary;
pub(crate) mod different_regions;
pub(crate) mod find;
pub(crate) mod region_value;
pub(crate) mod statistics;
pub(crate) mod table_values;
pub(crate) mod texts;
pub(crate) mod thermographs;
pub(crate) mod value_id;
pub(crate) mod value_table;
