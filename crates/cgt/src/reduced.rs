//! The reduced canonical form (Calistrate 1996; Grossman and Siegel, "Reductions of partizan games",
//! *Games of No Chance 3*, 2009; Siegel, *Combinatorial Game Theory*, II.6).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::game::Game;
use super::simplify::Side;

impl Arena {
    /// Returns the reduced canonical form: the simplest game that differs from this one by an
    /// infinitesimal. Two games differ by an infinitesimal if and only if their reduced canonical
    /// forms are the same.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.parse("{1*,{3|0}|0^} + +_3")?;
    /// let reduced = games.reduced(game)?;
    /// assert_eq!(games.text(reduced, 99).unwrap(), "{1|0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn reduced(&mut self, game: Game) -> Result<Game, Stopped> {
        let followers = self.followers_below(game, Self::is_hot);
        let stops = followers.iter().map(|&follower| self.walls(follower).left_stop);
        let finest = stops.map(Dyadic::exponent).max().unwrap_or(0);
        // All stops of differences of reduced followers are multiples of 1/2^finest, so half of
        // that tells them from 0.
        let margin = Dyadic::new(1, finest + 1).ok_or(Stopped::TooFine)?;
        let margin = self.number(margin);
        self.image(game, Self::is_hot, |games, game, reduced| {
            if !games.is_hot(game) {
                return Ok(games.number(games.walls(game).left_stop));
            }
            let options = |options: &[Game]| options.iter().map(|option| reduced[option]).collect();
            let lefts: Vec<Game> = options(games.left_options(game));
            let rights: Vec<Game> = options(games.right_options(game));
            let mut now = games.canonical(&lefts, &rights)?;
            while let Some(simpler) = games.reduced_once(now, margin)? {
                now = simpler;
            }
            Ok(now)
        })
    }

    /// Whether G exceeds H by an infinitesimal at most: the left stop of G − H is not above 0.
    fn is_almost_at_most(&mut self, g: Game, h: Game, margin: Game) -> Result<bool, Stopped> {
        let above = self.sum(h, margin)?;
        self.at_most(g, above)
    }

    /// The game without one option that is dominated or reversible up to an infinitesimal. The
    /// game is hot, and its options are reduced.
    fn reduced_once(&mut self, game: Game, margin: Game) -> Result<Option<Game>, Stopped> {
        for side in [Side::Left, Side::Right] {
            let options = self.options(game, side).to_vec();
            for (i, &option) in options.iter().enumerate() {
                self.effort.step()?;
                let Some(instead) = self.replaced(game, option, side, margin)? else { continue };
                let mut sides =
                    [self.left_options(game), self.right_options(game)].map(<[_]>::to_vec);
                let changed = &mut sides[side as usize];
                changed.swap_remove(i);
                changed.extend(instead);
                return Ok(Some(self.canonical(&sides[0], &sides[1])?));
            }
        }
        Ok(None)
    }

    /// What takes the place of an option: nothing if it is dominated, what it reverses to if it is
    /// reversible, up to an infinitesimal. `None` if it stays.
    fn replaced(
        &mut self,
        game: Game,
        option: Game,
        side: Side,
        margin: Game,
    ) -> Result<Option<Vec<Game>>, Stopped> {
        for other in self.options(game, side).to_vec() {
            let dominates = other != option
                && match side {
                    Side::Left => self.is_almost_at_most(option, other, margin)?,
                    Side::Right => self.is_almost_at_most(other, option, margin)?,
                };
            if dominates {
                return Ok(Some(Vec::new()));
            }
        }
        // Nobody moves in a number.
        if self.to_number(option).is_some() {
            return Ok(None);
        }
        for answer in self.options(option, side.other()).to_vec() {
            let reverses = match side {
                Side::Left => self.is_almost_at_most(answer, game, margin)?,
                Side::Right => self.is_almost_at_most(game, answer, margin)?,
            };
            if reverses {
                return Ok(Some(match self.to_number(answer) {
                    Some(_) => vec![answer],
                    None => self.options(answer, side).to_vec(),
                }));
            }
        }
        Ok(None)
    }
}
