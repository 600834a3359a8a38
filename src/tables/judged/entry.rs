//! What is stored about a judged problem, and its encoding.

use crate::board::{Bitboard, Color, Move, Placement, Position, Square, Wide};
use crate::score::{Interval, Rank};

/// What is known about a judged problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The rank of the best move for the first player.
    pub rank: Rank,
    /// What is known about the moves.
    pub moves: KnownMoves,
}

/// What is known about the moves of a judged problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownMoves {
    /// Nothing.
    None,
    /// Every optimal move.
    Best(Vec<Move>),
    /// Every move with its rank for the first player.
    All(Vec<(Move, Rank)>),
}

impl KnownMoves {
    fn amount(&self) -> u8 {
        match self {
            Self::None => 0,
            Self::Best(_) => 1,
            Self::All(_) => 2,
        }
    }
}

impl Judged {
    /// Returns the optimal moves in ascending order, if they are known.
    pub fn best_moves(&self) -> Option<Vec<Move>> {
        let mut best = match &self.moves {
            KnownMoves::None => return None,
            KnownMoves::Best(moves) => moves.clone(),
            KnownMoves::All(moves) => {
                moves.iter().filter(|(_, rank)| *rank == self.rank).map(|(mv, _)| *mv).collect()
            }
        };
        best.sort_unstable();
        Some(best)
    }

    /// Returns whether this can be the solution of a problem: the rank is one that its size allows, and
    /// the moves are legal and have that rank at best.
    pub fn is_possible(&self, problem: &Position) -> bool {
        let ranks = Interval::of_size(problem.empties());
        let holds = |rank: Rank| (ranks.low..=ranks.high).contains(&rank);
        let legal = |mv: Move| problem.check(mv).is_ok();
        let moves_fit = match &self.moves {
            KnownMoves::None => true,
            KnownMoves::Best(moves) => moves.iter().all(|&mv| legal(mv)),
            KnownMoves::All(moves) => {
                moves.iter().all(|&(mv, rank)| legal(mv) && holds(rank))
                    && moves
                        .iter()
                        .map(|&(_, rank)| rank)
                        .max()
                        .is_none_or(|best| best == self.rank)
            }
        };
        holds(self.rank) && moves_fit
    }

    /// Every move with its rank, in ascending order of moves, if they are known.
    fn all_moves(&self) -> Option<Vec<(Move, Rank)>> {
        let KnownMoves::All(moves) = &self.moves else { return None };
        let mut moves = moves.clone();
        moves.sort_unstable();
        Some(moves)
    }

    /// Returns the same with the moves mapped to another form of the problem.
    #[must_use]
    pub fn mapped(self, map: impl Fn(Move) -> Move) -> Self {
        let moves = match self.moves {
            KnownMoves::None => KnownMoves::None,
            KnownMoves::Best(moves) => KnownMoves::Best(moves.into_iter().map(map).collect()),
            KnownMoves::All(moves) => {
                KnownMoves::All(moves.into_iter().map(|(mv, rank)| (map(mv), rank)).collect())
            }
        };
        Self { moves, ..self }
    }

    /// Combines two results for the same problem, or returns `None` if they contradict each other.
    pub fn together(self, other: Self) -> Option<Self> {
        let (a, b) = (self.best_moves(), other.best_moves());
        let (all_a, all_b) = (self.all_moves(), other.all_moves());
        let differ = self.rank != other.rank
            || matches!((a, b), (Some(a), Some(b)) if a != b)
            || matches!((all_a, all_b), (Some(a), Some(b)) if a != b);
        let more = self.moves.amount() >= other.moves.amount();
        (!differ).then_some(if more { self } else { other })
    }

    /// Appends the bytes behind the key in a segment: the rank (2), how much is known about the
    /// moves (1: 0 nothing, 1 the optimal ones, 2 all), how many moves follow (2), and the moves in
    /// ascending order: from, to, arrow (3: 16 rank + file) and, if all are known, the rank (2).
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        let rank = |rank: Rank| (rank.get() as i16).to_le_bytes();
        let put = |out: &mut Vec<u8>, mv: Move| {
            out.extend([mv.from, mv.to, mv.arrow].map(|square| square.rank << 4 | square.file));
        };
        out.extend(rank(self.rank));
        out.push(self.moves.amount());
        if let Some(moves) = self.all_moves() {
            out.extend((moves.len() as u16).to_le_bytes());
            for (mv, of) in moves {
                put(out, mv);
                out.extend(rank(of));
            }
        } else {
            let moves = self.best_moves().unwrap_or_default();
            out.extend((moves.len() as u16).to_le_bytes());
            moves.into_iter().for_each(|mv| put(out, mv));
        }
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (head, mut rest) = bytes.split_at_checked(5)?;
        let rank = |bytes: &[u8]| Rank::new(i16::from_le_bytes([bytes[0], bytes[1]]).into());
        let count = usize::from(u16::from_le_bytes([head[3], head[4]]));
        let square = |byte: u8| Square::new(usize::from(byte & 15), usize::from(byte >> 4));
        let mut next = |length: usize| {
            let (bytes, left) = rest.split_at_checked(length)?;
            rest = left;
            let mv = Move { from: square(bytes[0]), to: square(bytes[1]), arrow: square(bytes[2]) };
            Some((mv, bytes))
        };
        let moves = match head[2] {
            0 => KnownMoves::None,
            1 => KnownMoves::Best((0..count).map(|_| Some(next(3)?.0)).collect::<Option<_>>()?),
            2 => KnownMoves::All(
                (0..count)
                    .map(|_| next(5).map(|(mv, bytes)| (mv, rank(&bytes[3..]))))
                    .collect::<Option<_>>()?,
            ),
            _ => return None,
        };
        rest.is_empty().then(|| Self { rank: rank(head), moves })
    }
}

/// The key of a canonical problem: columns, rows, and two bits per square, rank by rank from the
/// first: 0 blocked, 1 empty, 2 white, 3 black. White moves first.
pub(crate) fn key(problem: &Position) -> Vec<u8> {
    let (width, height) = (problem.width(), problem.height());
    let mut key = vec![width as u8, height as u8];
    key.resize(2 + (width * height).div_ceil(4), 0);
    let placement = problem.placement();
    for index in 0..width * height {
        let square = Wide::index(index % width, index / width);
        let cell = u8::from(placement.empty.has(square))
            + 2 * u8::from(placement.white.has(square))
            + 3 * u8::from(placement.black.has(square));
        key[2 + index / 4] |= cell << (2 * (index % 4));
    }
    key
}

/// The length of the key at the start of a record.
pub(crate) fn key_len(record: &[u8]) -> Option<usize> {
    let squares = usize::from(*record.first()?) * usize::from(*record.get(1)?);
    Some(2 + squares.div_ceil(4)).filter(|length| *length <= record.len())
}

/// The problem with this key.
pub(crate) fn problem_of(key: &[u8]) -> Option<Position> {
    if key_len(key)? != key.len() {
        return None;
    }
    let (width, height) = (usize::from(key[0]), usize::from(key[1]));
    if !(1..=16).contains(&width) || !(1..=16).contains(&height) {
        return None;
    }
    let mut placement = Placement::<Wide>::default();
    for index in 0..width * height {
        let square = Wide::bit(Wide::index(index % width, index / width));
        match key[2 + index / 4] >> (2 * (index % 4)) & 3 {
            0 => {}
            1 => placement.empty |= square,
            2 => placement.white |= square,
            _ => placement.black |= square,
        }
    }
    Position::new(width, height, placement, Color::White).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    fn judged(rank: i32, moves: KnownMoves) -> Judged {
        Judged { rank: Rank::new(rank), moves }
    }

    /// All moves, given with their ranks as numbers.
    fn all(moves: &[(Move, i32)]) -> KnownMoves {
        KnownMoves::All(moves.iter().map(|&(mv, rank)| (mv, Rank::new(rank))).collect())
    }

    #[test]
    fn bytes_come_back() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let (a, b) = (mv("a1-p16/b2"), mv("c3-a1/c3"));
        for moves in [
            KnownMoves::None,
            KnownMoves::Best(vec![a, b]),
            all(&[(a, 3), (b, -128)]),
            KnownMoves::Best(vec![]),
        ] {
            let judged = judged(-3, moves);
            let mut bytes = Vec::new();
            judged.encode(&mut bytes);
            assert_eq!(Judged::decode(&bytes), Some(judged));
            for length in 0..bytes.len() {
                assert_eq!(Judged::decode(&bytes[..length]), None);
            }
        }
        let mut random = RandomPositions::new(8);
        for _ in 0..100 {
            let problem = random.region(20, [2, 2]).with_side(Color::White);
            let key = key(&problem);
            assert_eq!(key_len(&key), Some(key.len()));
            assert_eq!(problem_of(&key), Some(problem));
        }
    }

    #[test]
    fn more_is_kept_and_contradictions_are_found() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let (a, b) = (mv("a1-b1/a1"), mv("a1-c1/a1"));
        let (none, best) = (judged(2, KnownMoves::None), judged(2, KnownMoves::Best(vec![a])));
        let every = judged(2, all(&[(b, 1), (a, 2)]));
        assert_eq!(none.clone().together(best.clone()), Some(best.clone()));
        assert_eq!(best.clone().together(every.clone()), Some(every.clone()));
        assert_eq!(every.clone().together(none), Some(every.clone()));
        for wrong in [
            judged(1, KnownMoves::None),
            judged(2, KnownMoves::Best(vec![b])),
            judged(2, all(&[(b, 0), (a, 2)])),
        ] {
            assert_eq!(every.clone().together(wrong), None);
        }
    }
}
