//! A connected part of a shape, as a shape of its own.

use crate::tables::MAX_SQUARES;

/// A connected part of a shape, as a shape of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Component {
    /// Its squares, as squares of the whole shape.
    pub mask: u16,
    /// Number of squares.
    pub squares: u8,
    /// The number of its shape.
    pub shape: u32,
    /// The squares of its shape, indexed by those of the whole shape.
    pub(super) to: [u8; MAX_SQUARES],
}

impl Component {
    /// A set of the whole shape's squares as a set of the part's squares.
    #[inline(always)]
    pub fn place(&self, mut set: u16) -> u16 {
        let mut placed = 0;
        while set != 0 {
            placed |= 1 << self.to[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        placed
    }
}
