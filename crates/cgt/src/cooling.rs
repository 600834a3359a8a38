//! Cooling and freezing (Siegel, *Combinatorial Game Theory*, II.5; *Winning Ways*, chapter 6).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::{OperationError, Stopped};
use super::game::Game;

impl Arena {
    /// Returns the game cooled by t ≥ 0: every move costs t, until the game is
    /// infinitesimally close to a number, which is not cooled any further.
    ///
    /// G cooled by t is {G^L cooled by t, − t | G^R cooled by t, + t} up to the temperature of G,
    /// and the mean of G above it.
    ///
    /// ```
    /// # use amazons_cgt::{Arena, Dyadic};
    /// # let mut games = Arena::new(1 << 20);
    /// # let mut text = |text: &str, t: &str| {
    /// #     let game = games.parse(text).unwrap();
    /// #     let cooled = games.cooled(game, t.parse::<Dyadic>().unwrap()).unwrap();
    /// #     games.text(cooled, 99).unwrap()
    /// # };
    /// assert_eq!(text("{3|{1|0}}", "1/2"), "{5/2|1*}");
    /// assert_eq!(text("±1", "1"), "*");
    /// assert_eq!(text("±1", "9/8"), "0");
    /// ```
    ///
    /// # Errors
    /// [`OperationError::NegativeTemperature`], or a limit of the arena is reached.
    pub fn cooled(&mut self, game: Game, t: Dyadic) -> Result<Game, OperationError> {
        if t < Dyadic::ZERO {
            return Err(OperationError::NegativeTemperature(t));
        }
        let tax = self.number_within(Some(-t))?;
        let is_frozen = |games: &Self, game: Game| games.walls(game).temperature < t;
        let cooled = self.image(
            game,
            |games, game| !is_frozen(games, game),
            |games, game, cooled| {
                if is_frozen(games, game) {
                    return Ok(games.number(games.mean(game)));
                }
                games.with_bonus(game, cooled, tax)
            },
        );
        Ok(cooled?)
    }

    /// Returns the game cooled by its temperature: its mean plus an infinitesimal, the game's
    /// *particle*, that shows who gets the last move at that temperature. A number is frozen
    /// already.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.parse("{4|{1|-1}}")?;
    /// let frozen = games.frozen(game)?;
    /// assert_eq!(games.text(frozen, 99).unwrap(), "2*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn frozen(&mut self, game: Game) -> Result<Game, Stopped> {
        let temperature = self.walls(game).temperature.max(Dyadic::ZERO);
        match self.cooled(game, temperature) {
            Ok(frozen) => Ok(frozen),
            Err(OperationError::Stopped(stopped)) => Err(stopped),
            // The temperature is 0 or more.
            Err(_) => Ok(game),
        }
    }

    /// The mean of a game.
    pub(super) fn mean(&self, game: Game) -> Dyadic {
        self.thermographs().mean(self.thermograph_id(game))
    }
}
