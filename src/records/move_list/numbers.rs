//! The numbers of moves, and whether those of a game fit its moves.

use crate::records::note::Decision;
use std::fmt;

/// `12.`, or `12...` before the second move of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::records) struct MoveNumber {
    pub number: usize,
    pub second: bool,
}

impl MoveNumber {
    /// Whether this is the number of the next move, or of the next ply, after some plies.
    pub(super) fn fits(self, plies: usize) -> bool {
        self == Count::Pairs { second_first: false }.expected(plies)
            || self == Count::Plies.expected(plies)
    }

    /// Whether this may stand where another is expected: the dots of a second move may be left out.
    fn may_be(self, expected: Self) -> bool {
        self.number == expected.number && (expected.second || !self.second)
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.second { "..." } else { "." })
    }
}

/// The numbers of a game, each with its line and the plies before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers(Vec<(usize, MoveNumber, usize)>);

/// What the numbers of a game may count.
#[derive(Clone, Copy)]
enum Count {
    /// A move of each side, from the side that moves first on, or with the second side's move first.
    Pairs { second_first: bool },
    /// Every move.
    Plies,
}

impl Count {
    /// The number before the next move after some plies.
    fn expected(self, plies: usize) -> MoveNumber {
        match self {
            Self::Plies => MoveNumber { number: plies + 1, second: false },
            Self::Pairs { second_first } => {
                let plies = plies + usize::from(second_first);
                MoveNumber { number: plies / 2 + 1, second: plies % 2 == 1 }
            }
        }
    }
}

impl Numbers {
    pub(super) fn push(&mut self, line: usize, number: MoveNumber, plies: usize) {
        self.0.push((line, number, plies));
    }

    /// The first number that fits no way to count moves, among those before the moves that were
    /// `played`, and its line. A game that begins in the middle may begin with any number;
    /// `second_first` says whether its first move may be the second of a pair.
    pub(super) fn misfit(
        &self,
        played: usize,
        second_first: bool,
        in_the_middle: bool,
    ) -> Option<(usize, Decision)> {
        let before = self.0.iter().filter(|(_, _, plies)| *plies <= played);
        let (_, first, first_plies) = *before.clone().next()?;
        let mut latest: Option<(usize, usize, Decision)> = None;
        let pairs = |second_first| Count::Pairs { second_first };
        for count in [pairs(false), pairs(true), Count::Plies] {
            if matches!(count, Count::Pairs { second_first: true }) && !second_first {
                continue;
            }
            let base = match in_the_middle {
                true => first.number.saturating_sub(count.expected(first_plies).number),
                false => 0,
            };
            let expected = |plies| {
                let expected = count.expected(plies);
                MoveNumber { number: expected.number.saturating_add(base), ..expected }
            };
            let mut numbers = before.clone().enumerate();
            let (at, (line, found, plies)) =
                numbers.find(|(_, (_, found, plies))| !found.may_be(expected(*plies)))?;
            if latest.as_ref().is_none_or(|(best, ..)| at > *best) {
                let (found, expected) = (found.to_string(), expected(*plies).to_string());
                latest = Some((at, *line, Decision::NumberMisfit { found, expected }));
            }
        }
        latest.map(|(_, line, decision)| (line, decision))
    }
}
