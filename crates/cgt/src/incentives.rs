//! Incentives: what a move gains (*Winning Ways*, chapter 6; Siegel, *Combinatorial Game Theory*,
//! II.7).

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;
use super::simplify::Side;

impl Arena {
    /// Returns Left's incentives G^L − G without those below another of them.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.parse("{3|{1|0}}")?;
    /// let [gain] = games.left_incentives(game)?[..] else { unreachable!() };
    /// assert_eq!(games.text(gain, 99).unwrap(), "{{3|2}|0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn left_incentives(&mut self, game: Game) -> Result<Vec<Game>, Stopped> {
        let mut gains = self.left_options(game).to_vec();
        for gain in &mut gains {
            *gain = self.difference(*gain, game)?;
        }
        self.best(gains)
    }

    /// Returns Right's incentives G − G^R without those below another of them.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn right_incentives(&mut self, game: Game) -> Result<Vec<Game>, Stopped> {
        let mut gains = self.right_options(game).to_vec();
        for gain in &mut gains {
            *gain = self.difference(game, *gain)?;
        }
        self.best(gains)
    }

    /// Returns the incentives of both players without those below another of them.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn incentives(&mut self, game: Game) -> Result<Vec<Game>, Stopped> {
        let mut gains = self.left_incentives(game)?;
        gains.extend(self.right_incentives(game)?);
        self.best(gains)
    }

    /// The games that are below no other of them, each once, sorted as texts list them.
    fn best(&mut self, mut gains: Vec<Game>) -> Result<Vec<Game>, Stopped> {
        gains.sort_unstable();
        gains.dedup();
        let mut best = self.undominated(gains, Side::Left)?;
        self.sort_as_listed(&mut best);
        Ok(best)
    }
}
