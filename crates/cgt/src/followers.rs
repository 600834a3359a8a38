//! The followers of a game: everything that play in it can reach.

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;
use ahash::{AHashMap, AHashSet};

/// What an operation makes of each follower.
pub(super) type Images = AHashMap<Game, Game>;

impl Arena {
    /// Returns the game and everything that can be reached from it, each once. Options come before
    /// the games that have them; the game itself is last.
    pub fn followers(&self, game: Game) -> Vec<Game> {
        self.followers_below(game, |_, _| true)
    }

    /// Returns a game of another arena as a game of this one.
    ///
    /// # Errors
    /// A limit of this arena is reached.
    pub fn copied(&mut self, from: &Self, game: Game) -> Result<Game, Stopped> {
        let mut images = Images::new();
        let mut last = Self::ZERO;
        for follower in from.followers_below(game, Self::is_no_number) {
            self.effort.step()?;
            last = match from.to_number(follower) {
                Some(x) => self.number_within(Some(x))?,
                None => {
                    let image = |option: &Game| images[option];
                    let lefts: Vec<Game> = from.left_options(follower).iter().map(image).collect();
                    let rights: Vec<Game> =
                        from.right_options(follower).iter().map(image).collect();
                    self.canonical(&lefts, &rights)?
                }
            };
            images.insert(follower, last);
        }
        Ok(last)
    }

    /// The followers, without what can only be reached through a game on which `opens` is false.
    pub(super) fn followers_below(
        &self,
        game: Game,
        opens: impl Fn(&Self, Game) -> bool,
    ) -> Vec<Game> {
        let mut met = AHashSet::from_iter([game]);
        let mut found = vec![game];
        let mut at = 0;
        while let Some(&next) = found.get(at) {
            at += 1;
            if opens(self, next) {
                let options = self.left_options(next).iter().chain(self.right_options(next));
                found.extend(options.filter(|&&option| met.insert(option)));
            }
        }
        // An arena has the options of a game before the game.
        found.sort_unstable();
        found
    }

    /// The image of a game under an operation that is defined by the images of the options.
    ///
    /// `image` gives the image of one follower, from those of its options if `opens` is true on
    /// it. The followers come in order, so that depth takes no stack.
    pub(super) fn image(
        &mut self,
        game: Game,
        opens: impl Fn(&Self, Game) -> bool,
        mut image: impl FnMut(&mut Self, Game, &Images) -> Result<Game, Stopped>,
    ) -> Result<Game, Stopped> {
        let mut images = Images::new();
        let mut last = Self::ZERO;
        for follower in self.followers_below(game, opens) {
            self.effort.step()?;
            last = image(self, follower, &images)?;
            images.insert(follower, last);
        }
        Ok(last)
    }

    /// {G^L′ + bonus | G^R′ − bonus}, the images of the options with a bonus for the mover.
    pub(super) fn with_bonus(
        &mut self,
        game: Game,
        images: &Images,
        bonus: Game,
    ) -> Result<Game, Stopped> {
        let malus = self.negative(bonus)?;
        let mut sides = [self.left_options(game).to_vec(), self.right_options(game).to_vec()];
        for (side, bonus) in sides.iter_mut().zip([bonus, malus]) {
            for option in side {
                *option = self.sum(images[option], bonus)?;
            }
        }
        self.canonical(&sides[0], &sides[1])
    }

    /// Whether a game is something other than a number.
    pub(super) fn is_no_number(&self, game: Game) -> bool {
        self.to_number(game).is_none()
    }
}
