//! One two-valued question about a position, as an AND/OR tree.
//!
//! The tree is the whole game with every region on the board at once. Its only knowledge is when
//! a pass decides the question, so that the search need not go on until both players have passed
//! (Kloetzer, Iida and Bouzy 2008, section III-B.1; they count passes, this counts the moves made
//! alone, as the definition of the score does).

use crate::board::{Bits, Color, Grid, GridMove};
use crate::score::Rank;

/// "Can `first` reach at least `rank`?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player who asks. At the root he is to move; YES is good for him.
    pub first: Color,
    /// The rank asked for, from his side.
    pub rank: Rank,
}

/// A position in the tree that does not decide the question. The mover has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<B> {
    /// The placement.
    pub grid: Grid<B>,
    /// The player who moves next.
    pub mover: Color,
    /// `None` while both players are in the game. When the mover's opponent has run out and
    /// passes for ever: how many more moves the mover has to make to decide the question for
    /// himself, at least 1.
    pub alone: Option<u32>,
}

/// What a position is for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<B> {
    /// The answer is known: whether the first player reaches the rank.
    Decided(bool),
    /// It depends on the moves to come.
    Open(State<B>),
}

impl Question {
    /// The root: the whole board, `first` to move.
    pub fn root<B: Bits>(self, grid: Grid<B>) -> Node<B> {
        self.turn(grid, self.first)
    }

    /// The position after a legal move in `state`.
    #[inline(always)]
    pub fn after<B: Bits>(self, state: &State<B>, mv: GridMove) -> Node<B> {
        let grid = state.grid.after(state.mover, mv);
        match state.alone {
            None => self.turn(grid, state.mover.other()),
            Some(left) => self.alone(grid, state.mover, left - 1),
        }
    }

    /// Both players were in the game so far, and `mover` is to move.
    #[inline(always)]
    fn turn<B: Bits>(self, grid: Grid<B>, mover: Color) -> Node<B> {
        if grid.can_move(mover) {
            return Node::Open(State { grid, mover, alone: None });
        }
        // The mover runs out, so his opponent wins: by how much matters only if the question is
        // about a win of this opponent.
        let first_wins = mover != self.first;
        if first_wins == (self.rank < 0) {
            return Node::Decided(first_wins);
        }
        // A win by `rank` takes the first player that many moves alone. He loses by more than
        // -1 - rank once his opponent has made -1 - rank + 1 moves alone.
        self.alone(grid, mover.other(), self.rank.unsigned_abs())
    }

    /// The opponent of `player` has run out; `player` needs `left` more moves.
    #[inline(always)]
    fn alone<B: Bits>(self, grid: Grid<B>, player: Color, left: u32) -> Node<B> {
        if left == 0 {
            Node::Decided(player == self.first)
        } else if grid.can_move(player) {
            Node::Open(State { grid, mover: player, alone: Some(left) })
        } else {
            Node::Decided(player != self.first)
        }
    }
}

impl<B: Bits> State<B> {
    /// A 128-bit hash of everything the subtree depends on, for one [`Question`]: the mover's and
    /// his opponent's amazons, which of the two asks, and the moves left to make alone.
    #[inline(always)]
    pub fn key(&self, question: Question) -> (u64, u64) {
        let role = u64::from(self.mover == question.first);
        let alone = self.alone.map_or(0, u64::from);
        let seed = (alone << 1 | role) + 1;
        self.grid.mix(
            self.mover,
            (seed.wrapping_mul(0x9FB2_1C65_1E98_DF25), seed.wrapping_mul(0xA24B_AED4_963E_E407)),
        )
    }
}
