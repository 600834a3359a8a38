//! Names for common values: a number with ups and a nimber, switches, tiny and miny.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::game::Game;
use ahash::AHashMap;

/// The sum x + n·↑ + *m.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberUpStar {
    /// x.
    pub number: Dyadic,
    /// n, negative for ↓.
    pub ups: i32,
    /// m.
    pub nimber: u16,
}

impl Arena {
    /// Returns the game as a number, ups and a nimber, if it is such a sum.
    ///
    /// The canonical forms are those of Siegel, II.3: *m has the smaller nimbers as options of both
    /// sides, ↑* = {0, * | 0}, and otherwise n·↑ + *m = {0 | (n−1)·↑ + *(m⊕1)}.
    pub fn number_up_star(&self, game: Game) -> Option<NumberUpStar> {
        self.number_up_star_of(game, &mut AHashMap::new())
    }

    /// The same with the answers `known` so far, since each option of a nimber has every smaller
    /// nimber below it.
    fn number_up_star_of(
        &self,
        game: Game,
        known: &mut AHashMap<Game, Option<NumberUpStar>>,
    ) -> Option<NumberUpStar> {
        if let Some(&answer) = known.get(&game) {
            return answer;
        }
        let answer = self.find_number_up_star(game, known);
        known.insert(game, answer);
        answer
    }

    fn find_number_up_star(
        &self,
        game: Game,
        known: &mut AHashMap<Game, Option<NumberUpStar>>,
    ) -> Option<NumberUpStar> {
        if let Some(number) = self.to_number(game) {
            return Some(NumberUpStar { number, ups: 0, nimber: 0 });
        }
        if self.walls(game).temperature != Dyadic::ZERO {
            return None;
        }
        let number = self.walls(game).left_stop;
        // All these forms have few different options; a long list belongs to a nimber or to none of
        // them.
        let mut rest = |games: &[Game]| -> Option<Vec<(i32, u16)>> {
            let mut parts = Vec::with_capacity(games.len());
            for &option in games {
                let part =
                    self.number_up_star_of(option, known).filter(|part| part.number == number)?;
                parts.push((part.ups, part.nimber));
            }
            parts.sort_unstable();
            Some(parts)
        };
        let (lefts, rights) = (rest(self.left_options(game))?, rest(self.right_options(game))?);
        let nimbers =
            |parts: &[(i32, u16)]| parts.iter().enumerate().all(|(i, &part)| part == (0, i as u16));
        let (ups, nimber) = if lefts == rights && nimbers(&lefts) {
            (0, lefts.len() as u16)
        } else {
            let up = match (lefts.as_slice(), rights.as_slice()) {
                ([(0, 0), (0, 1)], [(0, 0)]) => Some((1, 1)),
                ([(0, 0)], &[(n @ 0.., m)]) => Some((n + 1, m ^ 1)),
                _ => None,
            };
            let down = match (lefts.as_slice(), rights.as_slice()) {
                ([(0, 0)], [(0, 0), (0, 1)]) => Some((-1, 1)),
                (&[(n @ ..=0, m)], [(0, 0)]) => Some((n - 1, m ^ 1)),
                _ => None,
            };
            up.or(down)?
        };
        Some(NumberUpStar { number, ups, nimber })
    }

    /// Whether the game is ±{…}, its own negative.
    pub(super) fn is_switch(&mut self, game: Game) -> bool {
        let walls = self.walls(game);
        if walls.left_stop != -walls.right_stop
            || self.left_options(game).len() != self.right_options(game).len()
        {
            return false;
        }
        self.negative(game).is_ok_and(|negative| negative == game)
    }

    /// The g of tiny g = {0 || 0 | −g}, returned as −g. g is positive.
    pub(super) fn tiny_threat(&self, game: Game) -> Option<Game> {
        let [hot] = self.right_options(game) else { return None };
        let zero = [Self::ZERO];
        let [threat] = self.right_options(*hot) else { return None };
        let named = self.left_options(game) == zero
            && self.left_options(*hot) == zero
            && self.walls(*threat).at_most(Dyadic::ZERO);
        named.then_some(*threat)
    }

    /// The g of miny g = {g | 0 || 0}. g is positive.
    pub(super) fn miny_threat(&self, game: Game) -> Option<Game> {
        let [hot] = self.left_options(game) else { return None };
        let zero = [Self::ZERO];
        let [threat] = self.left_options(*hot) else { return None };
        let named = self.right_options(game) == zero
            && self.right_options(*hot) == zero
            && self.walls(*threat).at_least(Dyadic::ZERO);
        named.then_some(*threat)
    }
}
