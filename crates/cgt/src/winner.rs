//! The winner of a sum, without the sum's canonical form.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::game::Game;
use crate::opaque_debug;
use ahash::AHashMap;

/// A search for the winner of sums of games. It remembers what it proved about the games of its
/// arena.
///
/// Numbers are added up and never moved in (number avoidance). Stops, means and temperatures bound
/// the sum. One game and a number are settled by the game's walls, two games by a comparison. Only
/// sums of three games or more are searched, with moves in the hottest game first.
pub struct WinnerSearch {
    known: AHashMap<(Vec<Game>, Dyadic, bool), bool>,
    most: usize,
}

opaque_debug!([] WinnerSearch, "WinnerSearch");

impl WinnerSearch {
    /// Approximate bytes of a remembered sum: the entry twice, since a full map doubles, and the
    /// list of its games.
    const ENTRY: usize = 2 * size_of::<((Vec<Game>, Dyadic, bool), bool)>() + 64;

    /// Makes a search that remembers sums in at most `memory` bytes and forgets them all when these
    /// are full.
    pub fn within(memory: usize) -> Self {
        Self { known: AHashMap::new(), most: memory / Self::ENTRY }
    }

    /// Returns whether Left wins the sum of `parts` with Left (or Right) to move.
    ///
    /// # Errors
    /// The time or the memory of the arena is used up.
    pub fn left_wins(
        &mut self,
        games: &mut Arena,
        parts: &[Game],
        left_moves: bool,
    ) -> Result<bool, Stopped> {
        let mut number = Dyadic::ZERO;
        let mut hot = Vec::with_capacity(parts.len());
        for &part in parts {
            match games.to_number(part) {
                Some(x) => number = number + x,
                None => hot.push(part),
            }
        }
        hot.sort_unstable();
        // A game and its negative cancel.
        let mut i = 0;
        while i < hot.len() {
            let negative = games.negative(hot[i])?;
            let twin = (i + 1..hot.len()).find(|&j| hot[j] == negative);
            match twin {
                Some(j) => {
                    hot.remove(j);
                    hot.remove(i);
                }
                None => i += 1,
            }
        }
        match *hot.as_slice() {
            [] => Ok(if left_moves { number > Dyadic::ZERO } else { number >= Dyadic::ZERO }),
            [one] => {
                let walls = games.walls(one);
                Ok(if left_moves { !walls.at_most(-number) } else { walls.at_least(-number) })
            }
            [one, two] => {
                let number = games.number(number);
                let one = games.sum(one, number)?;
                let negative = games.negative(two)?;
                Ok(if left_moves {
                    !games.at_most(one, negative)?
                } else {
                    games.at_most(negative, one)?
                })
            }
            _ => self.search(games, hot, number, left_moves),
        }
    }

    fn search(
        &mut self,
        games: &mut Arena,
        hot: Vec<Game>,
        number: Dyadic,
        left_moves: bool,
    ) -> Result<bool, Stopped> {
        if let Some(decided) = by_bounds(games, &hot, number) {
            return Ok(decided);
        }
        let key = (hot, number, left_moves);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        games.effort().step()?;
        let (hot, ..) = &key;
        let mut order: Vec<usize> = (0..hot.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(games.walls(hot[i]).temperature));
        let mut wins = false;
        'moves: for i in order {
            let options = match left_moves {
                true => games.left_options(hot[i]).to_vec(),
                false => games.right_options(hot[i]).to_vec(),
            };
            for option in options {
                let mut after = hot.clone();
                after[i] = option;
                let rest = games.number(number);
                after.push(rest);
                wins = self.left_wins(games, &after, !left_moves)? == left_moves;
                if wins {
                    break 'moves;
                }
            }
        }
        let answer = wins == left_moves;
        if self.known.len() >= self.most {
            self.known.clear();
        }
        if self.most > 0 {
            self.known.insert(key, answer);
        }
        Ok(answer)
    }
}

/// The winner if it does not depend on who moves: the stops of a sum lie between the sums of the
/// stops, and within the highest temperature of the sum of the means.
fn by_bounds(games: &Arena, hot: &[Game], number: Dyadic) -> Option<bool> {
    let (mut low, mut high, mut mean) = (number, number, number);
    let mut temperature = Dyadic::ZERO;
    for &game in hot {
        let walls = games.walls(game);
        low = low + walls.right_stop;
        high = high + walls.left_stop;
        mean = mean + games.thermographs().mean(games.thermograph_id(game));
        temperature = temperature.max(walls.temperature);
    }
    if low.max(mean - temperature) > Dyadic::ZERO {
        Some(true)
    } else if high.min(mean + temperature) < Dyadic::ZERO {
        Some(false)
    } else {
        None
    }
}
