//! Sums of canonical forms.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::game::Game;

impl Arena {
    /// Returns G + H.
    ///
    /// # Errors
    /// The time or the memory is used up, a number is too large, or the sum is too deep.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        match (self.to_number(g), self.to_number(h)) {
            (Some(x), Some(y)) => return self.number_within(x.checked_add(y)),
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

    /// G + x for a number x, also given as the game `number`, and a game G that is not a number. By
    /// the number translation theorem it is {G^L + x | G^R + x}. That is the canonical form,
    /// because comparisons of options and reversing answers are translated along with everything
    /// else.
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

    /// Returns G − H.
    ///
    /// # Errors
    /// As for [`sum`](Self::sum).
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }
}
