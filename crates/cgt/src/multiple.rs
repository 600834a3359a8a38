//! Integer multiples of a game.

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;

impl Arena {
    /// Returns n·G, the sum of n copies of G, or of −n copies of −G for negative n.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn multiple(&mut self, n: i32, game: Game) -> Result<Game, Stopped> {
        let mut power = if n < 0 { self.negative(game)? } else { game };
        let mut left = n.unsigned_abs();
        let mut sum = Self::ZERO;
        // By doubling. The last double is not made: it may be beyond the limits.
        loop {
            if left & 1 == 1 {
                sum = self.sum(sum, power)?;
            }
            left >>= 1;
            if left == 0 {
                return Ok(sum);
            }
            power = self.sum(power, power)?;
        }
    }
}
