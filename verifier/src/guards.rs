//! The leaf rule that counts moves: `docs/proof-rules.md`, rule 1.

use crate::rules::{Board, Move, Position, Set, one};

/// The state of a filling: the empty squares that the loser cannot reach, the winner's guards, and
/// the winner's free amazons.
type Filling = (Set, Set, Set);

/// The rule, looking some moves of the winner ahead.
pub struct LookAhead<'a> {
    board: &'a Board,
    margin: u32,
    /// Moves that were decisive recently, for each number of moves ahead and each player. They are
    /// tried first, which changes no answer.
    known: Vec<[[Move; 2]; 2]>,
}

impl<'a> LookAhead<'a> {
    pub fn new(board: &'a Board, margin: u32, k: u8) -> Self {
        Self { board, margin, known: vec![[[[0; 3]; 2]; 2]; usize::from(k) + 1] }
    }

    /// won_k if the winner is to move, otherwise lost_k.
    pub fn won(&mut self, position: Position, winner_moves: bool, k: usize) -> bool {
        let (board, Position { winner, loser, empty }) = (self.board, position);
        let counted = board.won_by_guards(position, winner_moves, self.margin);
        if counted || k == 0 {
            return counted;
        }
        // After the winner's last move there is one empty square less, and the squares that the
        // loser reaches must be at least `margin` fewer than those that remain. If it reaches too
        // many even when all arrows are shot at once, no arrow needs to be tried.
        let sum = empty.count_ones().checked_sub(self.margin.saturating_add(1));
        let worth = |rest: Set| {
            let reached = || (board.flood(loser, rest).0 & rest).count_ones();
            !winner_moves || k > 1 || sum.is_some_and(|sum| 2 * reached() <= sum)
        };
        let (mover, side) = if winner_moves { (winner, 1) } else { (loser, 0) };
        let known = self.known[k][side];
        let first = known.into_iter().filter(|&m| board.is_legal(m, mover, empty));
        // A move decides if it wins for the winner, or does not lose for the loser.
        let decides =
            |&m: &Move| self.won(position.after(m), !winner_moves, k - side) == winner_moves;
        let found = first.chain(board.moves_where(worth, mover, empty)).find(decides);
        if let Some(found) = found.filter(|&found| found != known[0]) {
            self.known[k][side] = [found, known[0]];
        }
        let can_move = || board.moves(mover, empty).next().is_some();
        found.is_some() == winner_moves && (winner_moves || can_move())
    }
}

impl Board {
    /// Whether the count says that the winner wins by `margin` or more.
    pub fn won_by_guards(&self, position: Position, winner_moves: bool, margin: u32) -> bool {
        let (flooded, beside) = self.flood(position.loser, position.empty);
        let loser_has = (flooded & position.empty).count_ones();
        let needed = (loser_has + u32::from(winner_moves)).saturating_add(margin);
        let (safe, guards) = (position.empty & !flooded, position.winner & beside);
        safe.count_ones() >= needed && self.fills((safe, guards, position.winner & !guards), needed)
    }

    /// The squares that a king reaches from `start` over `open` squares, including `start`; and all
    /// squares that have a neighbour among these.
    fn flood(&self, start: Set, open: Set) -> (Set, Set) {
        let mut flooded = start;
        loop {
            let beside = self.near.of(flooded);
            if beside & open & !flooded == 0 {
                return (flooded, beside);
            }
            flooded |= beside & open;
        }
    }

    /// The number of safe squares that can be reached from the winner's amazons.
    fn reach(&self, (safe, guards, free): Filling) -> u32 {
        (self.flood(guards | free, safe | free).0 & safe).count_ones()
    }

    /// Whether the greedy filling makes `needed` moves.
    fn fills(&self, mut filling: Filling, needed: u32) -> bool {
        for made in 0..needed {
            let (safe, guards, free) = filling;
            let reach = self.reach(filling);
            let mut best = None;
            for [from, to, arrow] in self.moves(guards | free, safe) {
                let (left, hit) = (one(from), one(to) | one(arrow));
                // A guard must shoot back at the square that it left.
                if guards & left != 0 && arrow != from {
                    continue;
                }
                let next = ((safe | left) & !hit, guards & !left, free & !left | one(to));
                let kept = self.reach(next);
                if best.is_none_or(|(most, _)| kept > most) {
                    best = Some((kept, next));
                }
                // Each move lowers the reach by at least one, so this one is best.
                if kept + 1 == reach {
                    break;
                }
            }
            match best {
                Some((_, next)) if made + reach >= needed => filling = next,
                _ => return false,
            }
        }
        true
    }
}
