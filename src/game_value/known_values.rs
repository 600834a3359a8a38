//! Values of regions that need not be expanded.

use crate::board::{Bitboard, Placement};
use amazons_cgt::{Arena, Game, ThermographId, Thermographs};

/// Values of regions that are known beforehand, such as those in tables. What is brought into an arena
/// or a pool is remembered, so each instance serves one of either.
pub trait KnownValues: Send {
    /// Returns the value of a region, all of the placement's open squares, as a game of the arena, or
    /// `None` if it is not known or there is no room for it.
    fn value(&mut self, region: &Placement<u128>, games: &mut Arena) -> Option<Game>;

    /// Returns the thermograph of a region in the pool, or `None` if it is not known.
    fn thermograph(
        &mut self,
        region: &Placement<u128>,
        pool: &mut Thermographs,
    ) -> Option<ThermographId>;

    /// Returns the same knowledge for another arena or pool.
    fn fresh(&self) -> Box<dyn KnownValues>;

    /// Returns the approximate number of bytes taken.
    fn bytes(&self) -> usize;
}

/// What is known beforehand, if anything is.
#[derive(Default)]
pub(super) struct Known(Option<Box<dyn KnownValues>>);

impl Known {
    /// The most squares of a region that tables may know; others are not asked for.
    const MOST_SQUARES: u32 = 16;

    pub fn new(known: Box<dyn KnownValues>) -> Self {
        Self(Some(known))
    }

    /// The same knowledge for another arena or pool.
    pub fn fresh(&self) -> Self {
        Self(self.0.as_ref().map(|known| known.fresh()))
    }

    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Whether a region of so many squares may be known.
    #[inline]
    pub fn may_cover(&self, squares: u32) -> bool {
        self.0.is_some() && squares <= Self::MOST_SQUARES
    }

    pub fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |known| known.bytes())
    }

    #[inline]
    pub fn value(&mut self, region: &Placement<u128>, games: &mut Arena) -> Option<Game> {
        let known = self.0.as_mut()?;
        (region.open().count() <= Self::MOST_SQUARES).then(|| known.value(region, games))?
    }

    #[inline]
    pub fn thermograph(
        &mut self,
        region: &Placement<u128>,
        pool: &mut Thermographs,
    ) -> Option<ThermographId> {
        let known = self.0.as_mut()?;
        (region.open().count() <= Self::MOST_SQUARES).then(|| known.thermograph(region, pool))?
    }
}
