//! Who plays whom in which game.

use std::fmt;

/// How contestants are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Everyone against everyone.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
    /// Given pairs, as experiments have them.
    Pairs,
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round robin",
            Self::Gauntlet => "gauntlet",
            Self::Pairs => "given pairs",
        })
    }
}

/// One game's place in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The number of White in the list of contestants.
    pub white: usize,
    /// The number of Black.
    pub black: usize,
    /// The number of the opening.
    pub opening: usize,
}

/// The games of a match in their order: in each round every pair plays one opening twice, with
/// colours swapped, so that the first games of a longer match are those of a shorter one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    games: usize,
}

impl Schedule {
    /// `games` games for every pair, an odd number rounded up to an even one.
    pub fn new(contestants: usize, pairing: Pairing, games: usize) -> Self {
        let firsts = match pairing {
            Pairing::RoundRobin => 0..contestants,
            Pairing::Gauntlet => 0..contestants.min(1),
            Pairing::Pairs => 0..0,
        };
        let pairs = firsts.flat_map(|a| (a + 1..contestants).map(move |b| (a, b))).collect();
        Self::of_pairs(pairs, games)
    }

    /// `games` games for each of these pairs, an odd number rounded up to an even one.
    pub fn of_pairs(pairs: Vec<(usize, usize)>, games: usize) -> Self {
        let games = pairs.len() * games.div_ceil(2) * 2;
        Self { pairs, games }
    }

    /// All games of the match.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The place of a game, counted from 0.
    pub fn slot(&self, game: usize) -> Slot {
        let (round, rest) = (game / (2 * self.pairs.len()), game % (2 * self.pairs.len()));
        let (a, b) = self.pairs[rest / 2];
        let (white, black) = if rest % 2 == 0 { (a, b) } else { (b, a) };
        Slot { white, black, opening: round }
    }

    /// The pairs, by their numbers in the list of contestants.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_plays_each_opening_with_both_colours() {
        let schedule = Schedule::new(3, Pairing::RoundRobin, 3);
        assert_eq!(schedule.games(), 12);
        for round in 0..2 {
            let mut met: Vec<_> = (6 * round..6 * round + 6)
                .map(|game| schedule.slot(game))
                .map(|slot| (slot.white, slot.black, slot.opening))
                .collect();
            met.sort();
            let want: Vec<_> =
                [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)].map(|(w, b)| (w, b, round)).into();
            assert_eq!(met, want);
        }
        let gauntlet = Schedule::new(4, Pairing::Gauntlet, 2);
        assert_eq!(gauntlet.pairs(), [(0, 1), (0, 2), (0, 3)]);
        let longer = Schedule::new(4, Pairing::Gauntlet, 8);
        assert!((0..gauntlet.games()).all(|game| gauntlet.slot(game) == longer.slot(game)));
    }
}
