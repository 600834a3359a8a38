//! The ordinal sum (*Winning Ways*, chapter 7: the colon principle; Siegel, *Combinatorial Game
//! Theory*, II.6 and VIII.2).

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;

impl Arena {
    /// Returns the ordinal sum G:H: both games side by side, and a move in the base G ends H.
    ///
    /// The value depends on H only by its value, but on the form of the base, which is here the
    /// canonical one.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// // A blue petal on a green stem of Hackenbush.
    /// let [stem, petal] = ["*", "1"].map(|text| games.parse(text).unwrap());
    /// let flower = games.ordinal_sum(stem, petal)?;
    /// assert_eq!(games.text(flower, 99).unwrap(), "^*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn ordinal_sum(&mut self, base: Game, top: Game) -> Result<Game, Stopped> {
        self.image(
            top,
            |_, _| true,
            |games, top, sums| {
                let mut lefts = games.left_options(base).to_vec();
                let mut rights = games.right_options(base).to_vec();
                lefts.extend(games.left_options(top).iter().map(|option| sums[option]));
                rights.extend(games.right_options(top).iter().map(|option| sums[option]));
                games.canonical(&lefts, &rights)
            },
        )
    }
}
