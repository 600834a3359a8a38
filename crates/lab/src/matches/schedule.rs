//! Which participants play each other in which game.

use amazons::ledger::Partition;
use std::fmt;

/// How participants are paired.
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
    /// White's number in the list of participants.
    pub white: usize,
    /// Black's number.
    pub black: usize,
    /// The number of the opening.
    pub opening: usize,
}

/// The games of a match in order. In each round every pair plays one opening twice, with colours
/// swapped, so that the first games of a longer match are those of a shorter one.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    pairs: Vec<(usize, usize)>,
    games: usize,
    /// What a game of each pair costs, in any unit.
    costs: Vec<f64>,
}

impl Schedule {
    /// Schedules `games` games for every pair; an odd number is rounded up to an even one.
    pub fn new(participants: usize, pairing: Pairing, games: usize) -> Self {
        let firsts = match pairing {
            Pairing::RoundRobin => 0..participants,
            Pairing::Gauntlet => 0..participants.min(1),
            Pairing::Pairs => 0..0,
        };
        let pairs = firsts.flat_map(|a| (a + 1..participants).map(move |b| (a, b))).collect();
        Self::of_pairs(pairs, games)
    }

    /// Schedules `games` games for each of these pairs; an odd number is rounded up to an even one.
    pub fn of_pairs(pairs: Vec<(usize, usize)>, games: usize) -> Self {
        let games = pairs.len() * games.div_ceil(2) * 2;
        let costs = vec![1.0; pairs.len()];
        Self { pairs, games, costs }
    }

    /// Reorders the games so that at any time about as much is spent on every pair, where a game of
    /// each pair costs `costs`. An unfinished match then says something about every pair, and most
    /// about the cheap ones. The numbers of games do not change.
    #[must_use]
    pub fn with_costs(self, costs: Vec<f64>) -> Self {
        assert_eq!(costs.len(), self.pairs.len(), "a cost a pair");
        Self { costs, ..self }
    }

    /// Returns the numbers of the games of a part in the order in which they are played.
    pub fn order(&self, part: Partition) -> Box<dyn Iterator<Item = usize> + Send> {
        let numbers = part.numbers(self.games as u64).map(|number| number as usize);
        if self.costs.windows(2).all(|costs| costs[0] == costs[1]) {
            // However many there are, they are not kept in memory.
            return Box::new(numbers);
        }
        let mut order: Vec<usize> = numbers.collect();
        let spent = |game: usize| {
            let (round, rest) = (game / (2 * self.pairs.len()), game % (2 * self.pairs.len()));
            (round + 1) as f64 * self.costs[rest / 2]
        };
        order.sort_by(|&a, &b| spent(a).total_cmp(&spent(b)).then(a.cmp(&b)));
        Box::new(order.into_iter())
    }

    /// Returns the number of games of the match.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns how many openings every pair plays.
    pub fn rounds(&self) -> usize {
        self.games / (2 * self.pairs.len()).max(1)
    }

    /// Returns the place of a game, counted from 0.
    pub fn slot(&self, game: usize) -> Slot {
        let (round, rest) = (game / (2 * self.pairs.len()), game % (2 * self.pairs.len()));
        let (a, b) = self.pairs[rest / 2];
        let (white, black) = if rest % 2 == 0 { (a, b) } else { (b, a) };
        Slot { white, black, opening: round }
    }

    /// Returns the pairs, by their numbers in the list of participants.
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
        assert_eq!(
            schedule.order(Partition::WHOLE).collect::<Vec<_>>(),
            (0..12).collect::<Vec<_>>()
        );
        let longer = Schedule::new(4, Pairing::Gauntlet, 8);
        assert!((0..gauntlet.games()).all(|game| gauntlet.slot(game) == longer.slot(game)));
    }
    #[test]
    fn as_much_is_spent_on_every_pair() {
        let schedule = Schedule::of_pairs(vec![(0, 2), (1, 2)], 8).with_costs(vec![3.0, 1.0]);
        let order: Vec<usize> = schedule.order(Partition::WHOLE).collect();
        // Three rounds of the cheap pair, one of the dear one, and so on.
        assert_eq!(order, [2, 3, 6, 7, 0, 1, 10, 11, 14, 15, 4, 5, 8, 9, 12, 13]);
    }
}
