//! Atomic weight and far star (*On Numbers and Games*, chapter 16; *Winning Ways*, chapter 8;
//! Siegel, *Combinatorial Game Theory*, II.7).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::game::Game;
use std::cmp::Ordering;

impl Arena {
    /// Returns a nimber that acts as the far star ☆ for the game: *N for the smallest power of two
    /// N that exceeds every nimber among the followers.
    ///
    /// The game compares with every larger nimber as it does with this one.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn far_star(&mut self, game: Game) -> Result<Game, Stopped> {
        // Let no follower be a nimber from *m on. Then for all k > m: G ≥ *k implies G ≥ *m, since
        // Right has more moves in *k and the others are alike by induction. And G ≥ *m implies
        // G ≥ *k: for all j from m to k − 1, G ≥ *j by induction, so G > *j, so that Right's
        // additional moves to *j lose.
        let nimbers = self.nimbers_among(&self.followers_below(game, Self::is_no_number));
        let largest = nimbers.into_values().max().unwrap_or(0);
        self.nimber((largest + 1).next_power_of_two())
    }

    /// Returns the order of the game and the far star ☆, or `None` if they are confused: the sign of
    /// an all-small game's weight in large nimbers.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn compare_with_far_star(&mut self, game: Game) -> Result<Option<Ordering>, Stopped> {
        let far_star = self.far_star(game)?;
        self.compare(game, far_star)
    }

    /// Returns the atomic weight, or `None` if the game is not all small.
    ///
    /// It counts the game in units of ↑: the weight of a sum is the sum of the weights, that of ↑ is
    /// 1, that of a nimber is 0. With a weight of 2 or more the game is positive, with 1 or more
    /// Left wins moving first.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.parse("±(^2) + ^*3")?;
    /// let weight = games.atomic_weight(game)?.unwrap();
    /// assert_eq!(games.text(weight, 99).unwrap(), "1*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn atomic_weight(&mut self, game: Game) -> Result<Option<Game>, Stopped> {
        if !self.is_all_small(game) {
            return Ok(None);
        }
        let far_star = self.far_star(game)?;
        let minus_two = self.integer(-2);
        let weight = self.image(
            game,
            |_, _| true,
            |games, game, weights| {
                if game == Self::ZERO {
                    return Ok(Self::ZERO);
                }
                let near = games.with_bonus(game, weights, minus_two)?;
                if !games.is_integer(near) {
                    return Ok(near);
                }
                // Several integers may fit between the options.
                let two = games.integer(2);
                let n = match games.compare(game, far_star)? {
                    None | Some(Ordering::Equal) => 0,
                    Some(Ordering::Less) => {
                        let mut least = i32::MIN;
                        for left in games.left_options(game).to_vec() {
                            let bound = games.difference(weights[&left], two)?;
                            least = least.max(games.least_not_below(bound));
                        }
                        least
                    }
                    Some(Ordering::Greater) => {
                        let mut most = i32::MAX;
                        for right in games.right_options(game).to_vec() {
                            let bound = games.sum(weights[&right], two)?;
                            most = most.min(games.largest_not_above(bound));
                        }
                        most
                    }
                };
                games.number_within(Some(Dyadic::integer(n)))
            },
        );
        Ok(Some(weight?))
    }

    /// The least integer that is not ≤ the game.
    fn least_not_below(&self, game: Game) -> i32 {
        let walls = self.walls(game);
        let stop = walls.right_stop.ceil();
        if walls.at_least(Dyadic::integer(stop)) { stop + 1 } else { stop }
    }

    /// The largest integer that is not ≥ the game.
    fn largest_not_above(&self, game: Game) -> i32 {
        let walls = self.walls(game);
        let stop = walls.left_stop.floor();
        if walls.at_most(Dyadic::integer(stop)) { stop - 1 } else { stop }
    }
}
