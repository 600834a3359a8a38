//! The companion of a game (Fraser, Hirshberg and Wolfe, "The structure of the distributive lattice
//! of games born by day n", 2005; Siegel, *Combinatorial Game Theory*, III.1).

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;

impl Arena {
    /// Returns the companion: the game in which 0 and * have changed places.
    ///
    /// Of all moves that a game could be given without a change of its value, those to 0 and *
    /// count here as if they were written down; then 0 becomes * and * becomes 0 in every follower.
    /// A number other than 0 is its own companion, the companion of ↑ is ↑*. The companion of the
    /// companion is the game itself, the order of games and of their negatives is preserved, and so
    /// is every birthday but that of 0.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// # let mut text = |text: &str| {
    /// #     let game = games.parse(text).unwrap();
    /// #     let companion = games.companion(game).unwrap();
    /// #     games.text(companion, 99).unwrap()
    /// # };
    /// assert_eq!((text("^"), text("{1|0}"), text("±1")), ("^*".into(), "{1|*}".into(), "±1".into()));
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn companion(&mut self, game: Game) -> Result<Game, Stopped> {
        let star = self.nimber(1)?;
        self.image(game, Self::is_no_number, |games, game, companions| {
            if game == Self::ZERO {
                return Ok(star);
            }
            if games.to_number(game).is_some() {
                return Ok(game);
            }
            let options =
                |options: &[Game]| options.iter().map(|option| companions[option]).collect();
            let mut lefts: Vec<Game> = options(games.left_options(game));
            let mut rights: Vec<Game> = options(games.right_options(game));
            for (zero_or_star, companion) in [(Self::ZERO, star), (star, Self::ZERO)] {
                if !games.at_most(game, zero_or_star)? {
                    lefts.push(companion);
                }
                if !games.at_most(zero_or_star, game)? {
                    rights.push(companion);
                }
            }
            games.canonical(&lefts, &rights)
        })
    }
}
