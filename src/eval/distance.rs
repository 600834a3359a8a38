//! How far both players are from every empty square, computed bit-parallel.

use super::evaluation::Term;
use super::twin::{Twin, Walk};
use crate::board::{Bitboard, Color, Placement};

/// The largest lead that counts, in moves; a larger one counts as this many.
pub const MAX_LEAD: usize = 6;

/// The distances of one player to the empty squares.
///
/// A distance is the least number of moves that one of the player's amazons needs to reach the
/// square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach<B> {
    /// The squares that the player reaches at all.
    pub reached: B,
    /// `lead[j]`: the squares that the player reaches more than `j` moves earlier than the
    /// opponent. A square that the opponent never reaches is in all of them.
    pub lead: [B; MAX_LEAD],
    /// Σ 2^(1−distance) over the squares reached, in units of 2^−15.
    pub closeness: u32,
}

/// The distances of both players, measured by the same walk.
#[derive(Clone, Copy, Debug)]
pub struct Distances<B> {
    /// The mover's distances.
    pub own: Reach<B>,
    /// The opponent's distances.
    pub enemy: Reach<B>,
}

/// One unit of [`Reach::closeness`] in squares.
pub const CLOSENESS_UNIT: f32 = 1.0 / 32_768.0;

/// The wave of one player's walk: what it has reached, and what it reached last.
#[derive(Clone, Copy)]
pub(super) struct Wave<B> {
    pub(super) reached: B,
    pub(super) front: B,
}

impl<B: Bitboard> Wave<B> {
    pub(super) fn new(amazons: B) -> Self {
        Self { reached: B::NONE, front: amazons }
    }

    /// Walks one move further. Only squares not reached before have to be crossed: what lies behind
    /// a square reached earlier is reached from that square at least as early.
    #[inline(always)]
    pub(super) fn advance(&mut self, walk: Walk, empty: B) {
        let open = empty.without(self.reached);
        self.front = match walk {
            Walk::Queen => self.front.queens(open),
            Walk::King => self.front.neighbours() & open,
        };
        self.reached |= self.front;
    }
}

/// Yields the squares that `color` reaches in exactly 1, 2, 3, … moves, until there are no more.
pub fn fronts<B: Bitboard>(
    placement: &Placement<B>,
    color: Color,
    walk: Walk,
) -> impl Iterator<Item = B> + use<B> {
    let (mut wave, empty) = (Wave::new(placement.amazons(color)), placement.empty);
    std::iter::from_fn(move || {
        wave.advance(walk, empty);
        wave.front.any().then_some(wave.front)
    })
}

impl<B: Bitboard> Distances<B> {
    /// Measures the distances of both players, from `mover`'s side.
    #[inline]
    pub fn new(placement: &Placement<B>, mover: Color, walk: Walk) -> Self {
        let [own, enemy] = [mover, mover.other()].map(|color| placement.amazons(color));
        let empty = Twin::new(placement.empty, placement.empty);
        let mut front = Twin::new(own, enemy);
        let (mut open, mut reached) = (empty, Twin::NONE);
        let mut lead = [Twin::NONE; MAX_LEAD];
        let mut closeness = [0; 2];
        let mut weight = 1 << 15;
        loop {
            front = front.advanced(walk, open);
            if front.is_none() {
                break;
            }
            open = open.without(front);
            reached = reached.or(front);
            if walk == Walk::Queen {
                for (sum, front) in closeness.iter_mut().zip(front.apart()) {
                    *sum += weight * front.count();
                }
                weight >>= 1;
            }
            // Each round in which only one player has reached a square adds one to the lead there.
            let mut ahead = reached.without(reached.exchanged());
            for lead in &mut lead {
                let shifted = lead.and(ahead);
                *lead = lead.or(ahead);
                ahead = shifted;
            }
        }
        let alone = reached.without(reached.exchanged());
        let [own, enemy] = reached.apart();
        let lead = lead.map(|lead| lead.or(alone).apart());
        let side = |player: usize, reached| Reach {
            reached,
            lead: lead.map(|players| players[player]),
            closeness: closeness[player],
        };
        Self { own: side(0, own), enemy: side(1, enemy) }
    }

    /// Returns the squares that both players reach.
    #[inline(always)]
    pub fn shared(&self) -> B {
        self.own.reached & self.enemy.reached
    }

    /// Returns the squares that both players reach equally early.
    #[inline(always)]
    pub fn tied(&self) -> B {
        self.shared().without(self.own.lead[0] | self.enemy.lead[0])
    }

    /// Returns how many squares each player reaches first and how many are tied, as terms of an
    /// evaluation.
    pub fn counts(&self) -> Vec<Term> {
        vec![
            Term::new("own squares", self.own.lead[0].count() as f32),
            Term::new("enemy squares", self.enemy.lead[0].count() as f32),
            Term::new("tied squares", self.tied().count() as f32),
        ]
    }

    /// Returns the number of squares that the mover reaches first minus the opponent's number.
    #[inline(always)]
    pub fn first_difference(&self) -> i32 {
        self.own.lead[0].count() as i32 - self.enemy.lead[0].count() as i32
    }

    /// Returns t of Lieberum 2005: the number of squares that the mover reaches first minus the
    /// opponent's number, where a tied square is worth `tie` to the mover.
    #[inline(always)]
    pub fn territory(&self, tie: f32) -> f32 {
        self.first_difference() as f32 + tie * self.tied().count() as f32
    }

    /// Returns c₁ of Lieberum 2005: 2 Σ (2^−D(own) − 2^−D(enemy)), by queen moves.
    #[inline(always)]
    pub fn nearness(&self) -> f32 {
        (self.own.closeness as f32 - self.enemy.closeness as f32) * CLOSENESS_UNIT
    }

    /// Returns c₂ of Lieberum 2005: Σ min(1, max(−1, (D(enemy) − D(own)) / 6)).
    #[inline(always)]
    pub fn capped_leads(&self) -> f32 {
        let leads: i32 = (self.own.lead.iter().zip(&self.enemy.lead))
            .map(|(own, enemy)| own.count() as i32 - enemy.count() as i32)
            .sum();
        leads as f32 / MAX_LEAD as f32
    }

    /// Returns w of Lieberum 2005 in 64ths: Σ 2^−|D(own) − D(enemy)| over the squares that both
    /// reach, where a lead above [`MAX_LEAD`] counts as that many moves.
    #[inline(always)]
    pub fn openness(&self) -> u32 {
        let shared = self.shared();
        let mut w = 64 * shared.count();
        for j in 0..MAX_LEAD {
            let ahead = (self.own.lead[j] | self.enemy.lead[j]) & shared;
            if ahead.is_none() {
                break;
            }
            w -= (32 >> j) * ahead.count();
        }
        w
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Frame, Position, Wide};
    use std::collections::HashMap;

    /// Distances by breadth-first search over single squares.
    fn walked(placement: &Placement<Wide>, color: Color, walk: Walk) -> HashMap<usize, usize> {
        let mut found = HashMap::new();
        let mut front: Vec<usize> = placement.amazons(color).squares().collect();
        for distance in 1.. {
            let mut next = Vec::new();
            for &from in &front {
                let targets = match walk {
                    Walk::Queen => Wide::queen(from, placement.empty),
                    Walk::King => Wide::bit(from).neighbours() & placement.empty,
                };
                for to in targets.squares() {
                    found.entry(to).or_insert_with(|| {
                        next.push(to);
                        distance
                    });
                }
            }
            if next.is_empty() {
                return found;
            }
            front = next;
        }
        unreachable!()
    }

    fn check(fen: &str) {
        let position: Position = fen.parse().unwrap();
        let placement = position.placement();
        for walk in [Walk::Queen, Walk::King] {
            let distances = Distances::new(placement, Color::White, walk);
            let white = walked(placement, Color::White, walk);
            let black = walked(placement, Color::Black, walk);
            for (side, own, other) in
                [(&distances.own, &white, &black), (&distances.enemy, &black, &white)]
            {
                for square in placement.empty.squares() {
                    assert_eq!(side.reached.has(square), own.contains_key(&square));
                    let lead = match (own.get(&square), other.get(&square)) {
                        (None, _) => 0,
                        (Some(_), None) => MAX_LEAD,
                        (Some(a), Some(b)) => b.saturating_sub(*a).min(MAX_LEAD),
                    };
                    for (j, set) in side.lead.iter().enumerate() {
                        let name = Frame::WHOLE.outward::<Wide>(square);
                        assert_eq!(set.has(square), j < lead, "{fen} {name} {walk:?} {j}");
                    }
                }
                if walk == Walk::Queen {
                    let want: u32 = own.values().map(|d| (1 << 15) >> (d - 1)).sum();
                    assert_eq!(side.closeness, want);
                }
            }
        }
    }

    #[test]
    fn layers_equal_single_square_walks() {
        for fen in [
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
            "Q4/****1/5/1****/4q w",
            "Q2*2/3*1q/6/2**2 w",
            "Q11/11*/*11/11* w",
            "3q2q3/2*1*1*2*/1*2*2*2/q1*4*1q/**1*1*1*2/2*3*3/Q1*1*1*2Q/1*6*1/2*2*1*2/3Q2Q3 b",
        ] {
            check(fen);
        }
    }
}
