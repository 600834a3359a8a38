//! One two-valued question about a position, as an AND/OR tree.
//!
//! The tree is the whole game, with every region on the board at once. Its only knowledge is when a
//! pass decides the question, so the search need not continue until both players have passed
//! (Kloetzer, Iida and Bouzy 2008, section III-B.1; they count passes, while this counts the moves
//! made alone, as the definition of the score does).

use crate::board::{Bitboard, Color, Placement, PlacementMove};
use crate::score::Rank;

/// "Can `first` reach at least `rank`?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player who asks, who is to move at the root. YES is good for this player.
    pub first: Color,
    /// The rank asked for, from the side of `first`.
    pub rank: Rank,
    /// Whether a player alone also fails as soon as it reaches fewer empty squares than it needs
    /// moves, each of which blocks one. Otherwise it tries all its moves.
    pub count_reach: bool,
}

/// A position in the tree that does not decide the question and in which the mover has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<B> {
    /// The placement.
    pub placement: Placement<B>,
    /// The player who moves next.
    pub mover: Color,
    /// `None` while both players are in the game. If the mover's opponent has run out and passes
    /// for ever: how many more moves, at least 1, the mover has to make to decide the question in
    /// its own favour.
    pub alone: Option<u32>,
}

/// The meaning of a position for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<B> {
    /// The answer is known: whether the first player reaches the rank.
    Decided(bool),
    /// It depends on the moves to come.
    Open(State<B>),
}

impl Question {
    /// Returns the root: the whole board, with `first` to move.
    pub fn root<B: Bitboard>(self, placement: Placement<B>) -> Node<B> {
        self.turn(placement, self.first)
    }

    /// Returns the position after a legal move in `state`.
    #[inline(always)]
    pub fn after<B: Bitboard>(self, state: &State<B>, mv: PlacementMove) -> Node<B> {
        let placement = state.placement.after(state.mover, mv);
        match state.alone {
            None => self.turn(placement, state.mover.other()),
            Some(left) => self.alone(placement, state.mover, left - 1),
        }
    }

    /// Both players have been in the game so far, and `mover` is to move.
    #[inline(always)]
    fn turn<B: Bitboard>(self, placement: Placement<B>, mover: Color) -> Node<B> {
        if placement.can_move(mover) {
            return Node::Open(State { placement, mover, alone: None });
        }
        // The mover runs out, so the opponent wins. The margin matters only if the question is
        // about a win of this opponent.
        let first_wins = mover != self.first;
        if first_wins != self.rank.wins() {
            return Node::Decided(first_wins);
        }
        // A win by `rank` takes the first player that many moves alone. The first player loses by
        // more than -1 - rank once the opponent has made -1 - rank + 1 moves alone.
        self.alone(placement, mover.other(), self.rank.get().unsigned_abs())
    }

    /// The opponent of `player` has run out, and `player` needs `left` more moves.
    #[inline(always)]
    fn alone<B: Bitboard>(self, placement: Placement<B>, player: Color, left: u32) -> Node<B> {
        if left == 0 {
            Node::Decided(player == self.first)
        } else if placement.can_move(player)
            && !(self.count_reach && reach(&placement, player) < left)
        {
            Node::Open(State { placement, mover: player, alone: Some(left) })
        } else {
            Node::Decided(player != self.first)
        }
    }
}

/// The number of empty squares that `player`'s amazons can reach while no other amazon moves.
fn reach<B: Bitboard>(placement: &Placement<B>, player: Color) -> u32 {
    (placement.amazons(player).flood(placement.empty) & placement.empty).count()
}

impl<B: Bitboard> State<B> {
    /// Returns a 128-bit hash of everything that the subtree depends on, for one [`Question`]: the
    /// amazons of the mover and of the opponent, which of the two asks, and the moves left to make
    /// alone.
    #[inline(always)]
    pub fn key(&self, question: Question) -> (u64, u64) {
        let role = u64::from(self.mover == question.first);
        let alone = self.alone.map_or(0, u64::from);
        let seed = (alone << 1 | role) + 1;
        self.placement.mix(
            self.mover,
            (seed.wrapping_mul(0x9FB2_1C65_1E98_DF25), seed.wrapping_mul(0xA24B_AED4_963E_E407)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::board::with_placement;
    use crate::judge::minimax;
    use crate::testing::RandomPositions;

    /// Plain search of the tree: whether the first player reaches the rank.
    fn yes<B: Bitboard>(question: Question, node: Node<B>) -> bool {
        match node {
            Node::Decided(yes) => yes,
            Node::Open(state) => {
                let wanted = state.mover == question.first;
                let mut found = false;
                state.placement.each_move(state.mover, |mv| {
                    found = yes(question, question.after(&state, mv)) == wanted;
                    !found
                });
                found == wanted
            }
        }
    }

    fn root(problem: &Position, rank: Rank) -> (Question, Node<u64>) {
        let question = Question { first: problem.side(), rank, count_reach: false };
        let (placement, _) = problem.placement().fit::<u64>().unwrap();
        (question, question.root(placement))
    }

    #[test]
    fn early_stopping_gives_every_rank_the_answer_of_minimax() {
        let mut random = RandomPositions::new(11);
        for _ in 0..1_000 {
            let problem = random.tiny(5);
            let value = minimax::rank(&problem);
            let e = problem.empties() as i32;
            let (placement, _) = problem.smallest_placement();
            for rank in (-2 - e..=e + 1).map(Rank::new) {
                for count_reach in [false, true] {
                    let question = Question { first: problem.side(), rank, count_reach };
                    let reached = with_placement!(placement, placement => yes(question, question.root(placement)));
                    assert_eq!(reached, value >= rank, "{problem} rank {rank}");
                }
            }
        }
    }

    #[test]
    fn a_pass_decides_as_soon_as_it_can() {
        // White cannot move, and Black has four moves alone: White loses by 4, rank -5.
        let white_out: Position = "Q*q4 w".parse().unwrap();
        assert_eq!(root(&white_out, Rank::WIN).1, Node::Decided(false));
        for rank in -6..0 {
            let Node::Open(state) = root(&white_out, Rank::new(rank)).1 else {
                panic!("rank {rank} takes moves of Black");
            };
            // A loss by at most -1 - rank is refuted by one more move.
            assert_eq!((state.mover, state.alone), (Color::Black, Some(-rank as u32)));
        }
        // Black cannot move. After White's move, this decides every loss and a win by 0; for a
        // larger win, White has to make that many moves alone.
        let black_out: Position = "Q4*q w".parse().unwrap();
        for (rank, left) in [(-1, None), (0, None), (1, Some(1)), (3, Some(3))] {
            let (question, Node::Open(state)) = root(&black_out, Rank::new(rank)) else {
                panic!("White can move");
            };
            // c1/b1 leaves two squares to move on.
            let mv = PlacementMove { from: 0, to: 2, arrow: 1 };
            match question.after(&state, mv) {
                Node::Decided(yes) => assert!(yes && left.is_none()),
                Node::Open(next) => assert_eq!((next.mover, next.alone), (Color::White, left)),
            }
        }
    }

    #[test]
    fn keys_tell_the_mover_the_asker_and_the_moves_left_apart() {
        let problem: Position = "Q2q w".parse().unwrap();
        let (placement, _) = problem.placement().fit::<u64>().unwrap();
        let mut keys = Vec::new();
        for first in Color::BOTH {
            for mover in Color::BOTH {
                for alone in [None, Some(1), Some(2)] {
                    let state = State { placement, mover, alone };
                    keys.push(state.key(Question { first, rank: Rank::WIN, count_reach: false }));
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 12);
    }
}
