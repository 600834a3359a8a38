//! Heating and overheating (Siegel, *Combinatorial Game Theory*, II.5; *Winning Ways*, chapter 6;
//! Berlekamp, "Blockbusting and Domineering", 1988).

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;

impl Arena {
    /// Returns the game heated by `t`, ∫ᵗG: every move earns t, and numbers stay as they are.
    ///
    /// Heating by a number t ≥ 0 is undone by cooling by t. On all-small games it is linear and
    /// preserves the order; in other games a move to a number may become worth making. The result is that of G's canonical form.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let (up, one) = (games.parse("^")?, games.integer(1));
    /// let heated = games.heated(up, one)?;
    /// assert_eq!(games.text(heated, 99).unwrap(), "{1|{0|-2}}");
    /// let cooled = games.cooled(heated, "1".parse()?)?;
    /// assert_eq!(cooled, up);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn heated(&mut self, game: Game, t: Game) -> Result<Game, Stopped> {
        self.image(game, Self::is_no_number, |games, game, heated| {
            if games.to_number(game).is_some() {
                return Ok(game);
            }
            games.with_bonus(game, heated, t)
        })
    }

    /// Returns the game overheated from `s` to `t`: an integer n becomes n·s, and every move in
    /// any other game earns t.
    ///
    /// The result is that of G's canonical form. Overheating from 1* to 1 is the *warming* of Go
    /// endgames (Berlekamp and Wolfe, *Mathematical Go*, 1994) and is linear; with other games it
    /// need not be.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let [half, one, one_star] = ["1/2", "1", "1*"].map(|text| games.parse(text).unwrap());
    /// let warmed = games.overheated(half, one_star, one)?;
    /// assert_eq!(games.text(warmed, 99).unwrap(), "{1|*}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn overheated(&mut self, game: Game, s: Game, t: Game) -> Result<Game, Stopped> {
        self.image(
            game,
            |games, game| !games.is_integer(game),
            |games, game, overheated| match games.to_integer(game) {
                Some(n) => games.multiple(n, s),
                None => games.with_bonus(game, overheated, t),
            },
        )
    }
}
