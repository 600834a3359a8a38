//! Tests of a game for a property (Siegel, *Combinatorial Game Theory*, II.3 to II.6).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::game::{Game, Outcome};
use ahash::AHashMap;

impl Arena {
    /// Returns whether the game is a number.
    pub fn is_number(&self, game: Game) -> bool {
        self.to_number(game).is_some()
    }

    /// Returns the integer that the game equals, if it is one.
    pub fn to_integer(&self, game: Game) -> Option<i32> {
        self.to_number(game).and_then(Dyadic::to_integer)
    }

    /// Returns whether the game is an integer.
    pub fn is_integer(&self, game: Game) -> bool {
        self.to_integer(game).is_some()
    }

    /// Returns whether the game is above 0.
    pub fn is_positive(&self, game: Game) -> bool {
        self.outcome(game) == Outcome::Left
    }

    /// Returns the n of the nimber *n that the game equals, if it is a nimber. 0 is *0.
    pub fn to_nimber(&self, game: Game) -> Option<u16> {
        if self.left_options(game) != self.right_options(game) {
            return None;
        }
        self.nimbers_among(&self.followers_below(game, Self::is_no_number)).get(&game).copied()
    }

    /// Returns whether the game is a nimber. 0 is *0.
    pub fn is_nimber(&self, game: Game) -> bool {
        self.to_nimber(game).is_some()
    }

    /// The nimbers in a list of games that has the options of its games before them.
    pub(super) fn nimbers_among(&self, games: &[Game]) -> AHashMap<Game, u16> {
        let mut nimbers: AHashMap<Game, u16> = AHashMap::new();
        for &game in games {
            // With the same nimbers for both players a game is a nimber, and in canonical form
            // these are all smaller ones.
            let options = self.left_options(game);
            let is_nimber = options == self.right_options(game)
                && options.iter().all(|option| nimbers.contains_key(option));
            if is_nimber {
                nimbers.insert(game, options.len() as u16);
            }
        }
        nimbers
    }

    /// Returns whether the game is infinitesimal: between every negative and every positive number.
    /// 0 is infinitesimal.
    pub fn is_infinitesimal(&self, game: Game) -> bool {
        let walls = self.walls(game);
        walls.left_stop == Dyadic::ZERO && walls.right_stop == Dyadic::ZERO
    }

    /// Returns whether the game is infinitesimally close to a number: its stops are equal.
    pub fn is_numberish(&self, game: Game) -> bool {
        let walls = self.walls(game);
        walls.left_stop == walls.right_stop
    }

    /// Returns whether the game is hot: its left stop is above its right stop, so that both players
    /// want to move first.
    pub fn is_hot(&self, game: Game) -> bool {
        !self.is_numberish(game)
    }

    /// Returns whether the game is all small: in each follower either both players can move or
    /// neither can. All-small games are infinitesimal.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let [up, tiny] = ["^*2", "+_1"].map(|text| games.parse(text).unwrap());
    /// assert!(games.is_all_small(up) && games.is_infinitesimal(tiny));
    /// assert!(!games.is_all_small(tiny));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_all_small(&self, game: Game) -> bool {
        // A number other than 0 is not, so it is enough to look down to the numbers.
        self.is_infinitesimal(game)
            && self.followers_below(game, Self::is_no_number).iter().all(|&follower| {
                self.left_options(follower).is_empty() == self.right_options(follower).is_empty()
                    && self.to_number(follower).is_none_or(|x| x == Dyadic::ZERO)
            })
    }
}
