//! Known results: look-ups in tables before any search, and adding to the tables.

pub(crate) mod lookup;
pub(crate) mod store;

pub use lookup::Lookup;
pub use store::ResultStore;
