//! Games with a name.

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;

impl Arena {
    /// Returns the nimber `*n`.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn nimber(&mut self, n: u16) -> Result<Game, Stopped> {
        let mut nimbers: Vec<Game> = vec![Self::ZERO];
        for _ in 0..n {
            let next = self.canonical(&nimbers, &nimbers)?;
            nimbers.push(next);
        }
        Ok(nimbers[usize::from(n)])
    }

    /// Returns the sum of `n` times ↑ (↓ for negative `n`) and `*nimber`.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn ups(&mut self, n: i32, nimber: u16) -> Result<Game, Stopped> {
        let star = self.nimber(1)?;
        let mut sum = self.nimber(nimber)?;
        let step = match n.signum() {
            -1 => self.canonical(&[star], &[Self::ZERO])?,
            _ => self.canonical(&[Self::ZERO], &[star])?,
        };
        for _ in 0..n.unsigned_abs() {
            sum = self.sum(sum, step)?;
        }
        Ok(sum)
    }

    /// Returns the switch {G | H}.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let (three, one) = (games.integer(3), games.integer(1));
    /// let switch = games.switch(three, one)?;
    /// assert_eq!(games.text(switch, 99).unwrap(), "{3|1}");
    /// # Ok::<(), amazons_cgt::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn switch(&mut self, left: Game, right: Game) -> Result<Game, Stopped> {
        self.canonical(&[left], &[right])
    }

    /// Returns ±{G, …} = {G, … | −G, …}.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn plus_minus(&mut self, options: &[Game]) -> Result<Game, Stopped> {
        let mut negatives = options.to_vec();
        for option in &mut negatives {
            *option = self.negative(*option)?;
        }
        self.canonical(options, &negatives)
    }

    /// Returns tiny G = {0 || 0 | −G}, which is positive and infinitesimal for a positive number G.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let two = games.integer(2);
    /// let tiny = games.tiny(two)?;
    /// assert!(games.is_positive(tiny) && games.is_infinitesimal(tiny));
    /// # Ok::<(), amazons_cgt::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn tiny(&mut self, game: Game) -> Result<Game, Stopped> {
        let threat = self.negative(game)?;
        let hot = self.canonical(&[Self::ZERO], &[threat])?;
        self.canonical(&[Self::ZERO], &[hot])
    }

    /// Returns miny G = {G | 0 || 0}, the negative of tiny G.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn miny(&mut self, game: Game) -> Result<Game, Stopped> {
        let tiny = self.tiny(game)?;
        self.negative(tiny)
    }
}
