//! Sums of canonical forms.

use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::games::{Game, Games};

/// Sums already made, in a table of fixed size where the newer one stays. 0 marks a free entry:
/// sums with 0 are never kept.
pub(super) struct SumMemo(Vec<[u32; 3]>);

impl SumMemo {
    pub fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<[u32; 3]>()).max(2);
        Self(vec![[0; 3]; 1 << entries.ilog2()])
    }

    #[inline]
    fn slot(&self, a: Game, b: Game) -> usize {
        let mixed = (u64::from(a.0) << 32 | u64::from(b.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24) as usize
            & (self.0.len() - 1)
    }
}

impl Games {
    /// G + H.
    ///
    /// # Errors
    /// The time or the memory is used up, or a number is too fine.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        match (self.to_number(g), self.to_number(h)) {
            (Some(x), Some(y)) => return Ok(self.number(x + y)),
            (Some(x), None) => return self.translated(h, x, g),
            (None, Some(x)) => return self.translated(g, x, h),
            (None, None) => {}
        }
        let (g, h) = (g.min(h), g.max(h));
        let slot = self.sums.slot(g, h);
        if let [a, b, sum] = self.sums.0[slot]
            && (a, b) == (g.0, h.0)
        {
            return Ok(Game(sum));
        }
        self.effort.step()?;
        let lefts = self.sums_of_options(g, h, Self::left_options)?;
        let rights = self.sums_of_options(g, h, Self::right_options)?;
        let sum = self.canonical(&lefts, &rights)?;
        self.sums.0[slot] = [g.0, h.0, sum.0];
        Ok(sum)
    }

    fn sums_of_options(
        &mut self,
        g: Game,
        h: Game,
        options: fn(&Self, Game) -> &[Game],
    ) -> Result<Vec<Game>, Stopped> {
        let mut sums = Vec::with_capacity(options(self, g).len() + options(self, h).len());
        for (moved, other) in [(g, h), (h, g)] {
            for i in 0..options(self, moved).len() {
                sums.push(self.sum(options(self, moved)[i], other)?);
            }
        }
        Ok(sums)
    }

    /// G + x for a number x, given as the game `number` too, and no number G. By the number
    /// translation theorem it is {G^L + x | G^R + x}, and that is the canonical form: an order of
    /// options or an answer that reverses is moved along with everything else.
    fn translated(&mut self, game: Game, x: Dyadic, number: Game) -> Result<Game, Stopped> {
        if x == Dyadic::ZERO {
            return Ok(game);
        }
        let slot = self.sums.slot(game, number);
        if let [a, b, sum] = self.sums.0[slot]
            && (a, b) == (game.0, number.0)
        {
            return Ok(Game(sum));
        }
        self.effort.step()?;
        let moved = |games: &mut Self, options: fn(&Self, Game) -> &[Game]| {
            let mut list = options(games, game).to_vec();
            for option in &mut list {
                *option = games.sum(*option, number)?;
            }
            list.sort_unstable();
            Ok(list)
        };
        let lefts = moved(self, Self::left_options)?;
        let rights = moved(self, Self::right_options)?;
        let thermograph = self.translated_thermograph(game, x);
        let sum = self.intern(&lefts, &rights, thermograph)?;
        self.sums.0[slot] = [game.0, number.0, sum.0];
        Ok(sum)
    }

    /// G − H.
    ///
    /// # Errors
    /// As for [`sum`](Self::sum).
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }
}
