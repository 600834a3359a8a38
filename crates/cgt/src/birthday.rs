//! The birthday and the number of stops: how large the canonical form is.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::game::Game;
use ahash::AHashMap;

impl Arena {
    /// Returns the birthday: the most moves that can be made in the canonical form, which is the
    /// least in any form (Siegel, *Combinatorial Game Theory*, II.2).
    pub fn birthday(&self, game: Game) -> u32 {
        let mut known: AHashMap<Game, u32> = AHashMap::new();
        let mut last = 0;
        for follower in self.followers_below(game, Self::is_no_number) {
            last = match self.to_number(follower) {
                Some(x) => birthday_of(x),
                None => {
                    let (lefts, rights) =
                        (self.left_options(follower), self.right_options(follower));
                    let options = lefts.iter().chain(rights);
                    options.map(|option| 1 + known[option]).max().unwrap_or(0)
                }
            };
            known.insert(follower, last);
        }
        last
    }

    /// Returns the number of stops: in how many lines of play of the canonical form, with moves in
    /// any order and ended at the first number, a number is reached. `None` if it is 2⁶⁴ or more.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.parse("{3|{1|0}}")?;
    /// assert_eq!(games.stop_count(game), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop_count(&self, game: Game) -> Option<u64> {
        let mut known: AHashMap<Game, u64> = AHashMap::new();
        let mut last = 0;
        for follower in self.followers_below(game, Self::is_no_number) {
            last = match self.to_number(follower) {
                Some(_) => 1,
                None => {
                    let (lefts, rights) =
                        (self.left_options(follower), self.right_options(follower));
                    let mut counts = lefts.iter().chain(rights).map(|option| known[option]);
                    counts.try_fold(0u64, u64::checked_add)?
                }
            };
            known.insert(follower, last);
        }
        Some(last)
    }
}

/// The birthday of a number: n for n and −n, and n + 1 + k for a number between n and n + 1 with
/// the denominator 2^k.
fn birthday_of(x: Dyadic) -> u32 {
    let whole = if x < Dyadic::ZERO { (-x).floor() } else { x.floor() };
    match x.exponent() {
        0 => whole.unsigned_abs(),
        k => whole.unsigned_abs() + 1 + k,
    }
}
