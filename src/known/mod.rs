//! What is known is asked before anything is searched: look-ups in tables, and adding to them.

pub(crate) mod lookup;
pub(crate) mod store;

pub use lookup::Lookup;
pub use store::ResultStore;
