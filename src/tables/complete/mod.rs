//! Complete tables: the scores of all regions of one size and material.

pub(crate) mod material;
pub(crate) mod region_facts;
pub(crate) mod region_table;
pub(crate) mod scores;
pub(crate) mod shape;
pub(crate) mod shape_list;
