//! The Norton product (*On Numbers and Games*, chapter 16; *Winning Ways*, chapter 8; Siegel,
//! *Combinatorial Game Theory*, II.7).

use super::arena::Arena;
use super::effort::OperationError;
use super::game::Game;

impl Arena {
    /// Returns the Norton product G·U: G in units of a positive game U.
    ///
    /// n·U for an integer n is the sum of n copies of U. For any other G, a move to an option earns
    /// U and an incentive Δ of U: G·U = {G^L·U + U + Δ | G^R·U − U − Δ}. The product is linear in G
    /// and preserves the order of G.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let [half, up] = ["1/2", "^"].map(|text| games.parse(text).unwrap());
    /// let product = games.norton_product(half, up)?;
    /// assert_eq!(games.text(product, 99).unwrap(), "{^2*|v*}");
    /// assert_eq!(games.sum(product, product)?, up);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OperationError::UnitNotPositive`], or a limit of the arena is reached.
    pub fn norton_product(&mut self, game: Game, unit: Game) -> Result<Game, OperationError> {
        if !self.is_positive(unit) {
            return Err(OperationError::UnitNotPositive);
        }
        // What a move earns. Only the best incentives count, since the options rise with them.
        let mut earned = self.incentives(unit)?;
        for incentive in &mut earned {
            *incentive = self.sum(unit, *incentive)?;
        }
        let product = self.image(
            game,
            |games, game| !games.is_integer(game),
            |games, game, products| {
                if let Some(n) = games.to_integer(game) {
                    return games.multiple(n, unit);
                }
                let (mut lefts, mut rights) = (Vec::new(), Vec::new());
                for &earned in &earned {
                    let spent = games.negative(earned)?;
                    for (options, product, bonus) in [
                        (games.left_options(game).to_vec(), &mut lefts, earned),
                        (games.right_options(game).to_vec(), &mut rights, spent),
                    ] {
                        for option in options {
                            product.push(games.sum(products[&option], bonus)?);
                        }
                    }
                }
                games.canonical(&lefts, &rights)
            },
        );
        Ok(product?)
    }
}
