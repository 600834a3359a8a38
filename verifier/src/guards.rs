//! The leaf rule that counts moves: `docs/proofs.md`, rule 1.

use crate::board::{Board, Position, Set, one, pop};

impl Board {
    /// The rule with the winner to move, who looks so many of their own moves ahead.
    pub fn won_looking_ahead(&self, position: &Position, margin: u32, ahead: u8) -> bool {
        let wins = |played| {
            let after = position.after(played);
            self.lost_looking_ahead(&after, margin, ahead - 1).then_some(())
        };
        self.won_by_guards(position, true, margin)
            || ahead > 0 && self.find_move(position.winner, position.empty, wins).is_some()
    }

    /// The rule with the loser to move and so many moves of the winner looked ahead.
    fn lost_looking_ahead(&self, position: &Position, margin: u32, ahead: u8) -> bool {
        let mut has_run_out = true;
        let saves = |reply| {
            has_run_out = false;
            let after = position.after(reply);
            (!self.won_looking_ahead(&after, margin, ahead)).then_some(())
        };
        self.won_by_guards(position, false, margin)
            || ahead > 0
                && self.find_move(position.loser, position.empty, saves).is_none()
                && !has_run_out
    }

    /// Whether counting says that the winner wins by `margin` or more.
    pub fn won_by_guards(&self, position: &Position, winner_moves: bool, margin: u32) -> bool {
        let (flooded, around) = self.flood(position.loser, position.empty);
        let needed = (flooded & position.empty).count_ones() + u32::from(winner_moves);
        let needed = needed.saturating_add(margin);
        let safe = position.empty & !flooded;
        let guards = position.winner & around;
        let filling = Filling { safe, guards, free: position.winner & !guards };
        safe.count_ones() >= needed && filling.makes(self, needed)
    }

    /// The squares of `start` and all that a king reaches from there over `open` squares; and all
    /// squares that have a neighbour among these.
    fn flood(&self, start: Set, open: Set) -> (Set, Set) {
        let (mut flooded, mut around, mut waiting) = (start, 0, start);
        while let Some(square) = pop(&mut waiting) {
            around |= self.near[square];
            waiting |= self.near[square] & open & !flooded;
            flooded |= waiting;
        }
        (flooded, around)
    }
}

/// The state of the greedy filling.
#[derive(Clone, Copy)]
struct Filling {
    /// The empty squares that the loser cannot reach.
    safe: Set,
    /// The winner's amazons next to what the loser can flood.
    guards: Set,
    /// The winner's other amazons.
    free: Set,
}

impl Filling {
    /// Whether the filling makes so many moves.
    fn makes(mut self, board: &Board, needed: u32) -> bool {
        for made in 0..needed {
            let reach = self.reach(board);
            // Each move lowers the reach by one or more.
            match self.best_move(board, reach) {
                Some(next) if made + reach >= needed => self = next,
                _ => return false,
            }
        }
        true
    }

    /// How many safe squares can be reached from the winner's amazons.
    fn reach(&self, board: &Board) -> u32 {
        let (reached, _) = board.flood(self.guards | self.free, self.safe | self.free);
        (reached & self.safe).count_ones()
    }

    /// The filling after the quiet move that keeps the largest reach, the first of several.
    fn best_move(&self, board: &Board, reach: u32) -> Option<Self> {
        let mut best: Option<(u32, Self)> = None;
        let best_possible = board.find_move(self.guards | self.free, self.safe, |[from, to, arrow]| {
            let is_guard = self.guards & one(from) != 0;
            if is_guard && arrow != from {
                return None;
            }
            let free = (self.free | one(to)) & !one(from);
            let safe = (self.safe | one(from)) & !one(to) & !one(arrow);
            let next = Self { safe, guards: self.guards & !one(from), free };
            let kept = next.reach(board);
            if best.is_none_or(|(most, _)| kept > most) {
                best = Some((kept, next));
            }
            (kept + 1 == reach).then_some(next)
        });
        best_possible.or(best.map(|(_, next)| next))
    }
}
