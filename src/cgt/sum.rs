//! Sums of canonical forms.

use super::arena::{Arena, Game};
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::order::spread;

/// Sums already made, in a table where the newer one stays. It grows up to a fixed size. 0 marks a
/// free entry: sums with 0 are never kept.
pub(super) struct SumMemo {
    entries: Vec<[u32; 3]>,
    stored: usize,
    most: usize,
}

impl SumMemo {
    /// Entries at first.
    const LEAST: usize = 1 << 12;

    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<[u32; 3]>()).max(2).ilog2();
        Self { entries: vec![[0; 3]; Self::LEAST.min(most)], stored: 0, most }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<[u32; 3]>()
    }

    #[inline]
    fn slot(&self, a: u32, b: u32) -> usize {
        spread(u64::from(a) << 32 | u64::from(b)) & (self.entries.len() - 1)
    }

    #[inline]
    fn get(&self, g: Game, h: Game) -> Option<Game> {
        let [a, b, sum] = self.entries[self.slot(g.0, h.0)];
        ((a, b) == (g.0, h.0)).then_some(Game(sum))
    }

    fn put(&mut self, g: Game, h: Game, sum: Game) {
        self.stored += 1;
        if self.stored > self.entries.len() / 2 && self.entries.len() < self.most {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![[0; 3]; 2 * old.len()];
            for entry in old.into_iter().filter(|entry| *entry != [0; 3]) {
                let slot = self.slot(entry[0], entry[1]);
                self.entries[slot] = entry;
            }
        }
        let slot = self.slot(g.0, h.0);
        self.entries[slot] = [g.0, h.0, sum.0];
    }
}

impl Arena {
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
        if let Some(sum) = self.sums.get(g, h) {
            return Ok(sum);
        }
        self.effort.step()?;
        let lefts = self.sums_of_options(g, h, Self::left_options)?;
        let rights = self.sums_of_options(g, h, Self::right_options)?;
        let sum = self.canonical(&lefts, &rights)?;
        self.sums.put(g, h, sum);
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
        if let Some(sum) = self.sums.get(game, number) {
            return Ok(sum);
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
        self.sums.put(game, number, sum);
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
