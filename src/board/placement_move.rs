//! A move as bit numbers of a layout.

/// A move as bit numbers of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacementMove {
    /// Where the amazon stood.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
    /// The square that its arrow blocks.
    pub arrow: u16,
}
