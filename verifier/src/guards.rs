//! The leaf rule that counts moves: `docs/proofs.md`, rule 1.

use crate::rules::{Board, Position, Set, one};

/// The state of a filling: the squares that the loser cannot reach and that are still empty, the
/// winner's guards, and the winner's free amazons.
type Filling = (Set, Set, Set);

impl Board {
    /// The rule, with so many moves of the winner looked ahead.
    pub fn won_ahead(&self, position: Position, winner_moves: bool, margin: u32, k: u8) -> bool {
        let mover = if winner_moves { position.winner } else { position.loser };
        let mut next = self.moves(mover, position.empty).map(|m| position.after(m)).peekable();
        self.won_by_guards(position, winner_moves, margin)
            || k > 0 && winner_moves && next.any(|p| self.won_ahead(p, false, margin, k - 1))
            || k > 0
                && !winner_moves
                && next.peek().is_some()
                && next.all(|p| self.won_ahead(p, true, margin, k))
    }

    /// Whether the count says that the winner wins by `margin` or more.
    pub fn won_by_guards(&self, position: Position, winner_moves: bool, margin: u32) -> bool {
        let (flooded, beside) = self.flood(position.loser, position.empty);
        let loser_has = (flooded & position.empty).count_ones();
        let needed = (loser_has + u32::from(winner_moves)).saturating_add(margin);
        let (safe, guards) = (position.empty & !flooded, position.winner & beside);
        safe.count_ones() >= needed && self.fills((safe, guards, position.winner & !guards), needed)
    }

    /// What a king reaches from `start` over `open` squares, `start` included; and all squares
    /// that have a neighbour among these.
    fn flood(&self, start: Set, open: Set) -> (Set, Set) {
        let (mut flooded, mut beside, mut waiting) = (start, 0, start);
        while waiting != 0 {
            let near = self.near[waiting.trailing_zeros() as usize];
            beside |= near;
            waiting = waiting & (waiting - 1) | near & open & !flooded;
            flooded |= waiting;
        }
        (flooded, beside)
    }

    /// The number of safe squares that can be reached from the winner's amazons.
    fn reach(&self, (safe, guards, free): Filling) -> u32 {
        (self.flood(guards | free, safe | free).0 & safe).count_ones()
    }

    /// Whether the greedy filling makes so many moves.
    fn fills(&self, mut filling: Filling, needed: u32) -> bool {
        for made in 0..needed {
            let (safe, guards, free) = filling;
            let reach = self.reach(filling);
            let mut best = None;
            for [from, to, arrow] in self.moves(guards | free, safe) {
                let (left, hit) = (one(from), one(to) | one(arrow));
                // A guard shoots back.
                if guards & left != 0 && arrow != from {
                    continue;
                }
                let next = ((safe | left) & !hit, guards & !left, free & !left | one(to));
                let kept = self.reach(next);
                if best.is_none_or(|(most, _)| kept > most) {
                    best = Some((kept, next));
                }
                // Each move lowers the reach by one or more: none is better.
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
