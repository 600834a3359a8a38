//! Relative territory evaluation (RTE).

use super::distance::Wave;
use super::evaluation::{Evaluation, Term, Value, squares};
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, Placement};

/// Relative territory evaluation: Σ Δ₂(D(own), D(enemy)) over the empty squares, by queen moves,
/// where Δ₂ is D(enemy) − D(own) if both players reach the square, ±5 if only one does, and 0 if
/// neither does.
///
/// H. Kato, M. Takaya and A. Yamamura, *UCT versus Alpha-Beta in Amazons*, section 3.3. The
/// constant `alone` is the 5. As a [`Value`], the sum is divided by it, so that a square that only
/// one player reaches counts as one square, as it does at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeTerritory {
    /// The difference of distances where one of them is infinite.
    alone: f32,
}

/// The terms of the sum.
struct Sums {
    /// Σ (D(enemy) − D(own)) over the squares both reach.
    shared: i32,
    own_alone: u32,
    enemy_alone: u32,
}

fn sums<B: Bitboard>(placement: &Placement<B>, mover: Color) -> Sums {
    let (own, enemy) = (placement.amazons(mover), placement.amazons(mover.other()));
    let reach = |amazons: B| amazons.flood(placement.empty | amazons) & placement.empty;
    let (own_reach, enemy_reach) = (reach(own), reach(enemy));
    let shared = own_reach & enemy_reach;
    let (mut own, mut enemy) = (Wave::new(own), Wave::new(enemy));
    let mut sum = 0;
    // A square counts once for each round in which one player has reached it and the other has not.
    while !shared.without(own.reached & enemy.reached).is_none() {
        own.advance(Walk::Queen, placement.empty);
        enemy.advance(Walk::Queen, placement.empty);
        sum += (own.reached & shared).count() as i32 - (enemy.reached & shared).count() as i32;
    }
    Sums {
        shared: sum,
        own_alone: own_reach.without(shared).count(),
        enemy_alone: enemy_reach.without(shared).count(),
    }
}

impl RelativeTerritory {
    /// RT of the paper.
    fn sum(&self, sums: &Sums) -> f32 {
        let alone = sums.own_alone as f32 - sums.enemy_alone as f32;
        sums.shared as f32 + self.alone * alone
    }
}

impl Evaluation for RelativeTerritory {
    const DEFAULT: Self = Self { alone: 5.0 };

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        squares(self.sum(&sums(placement, mover)) / self.alone.max(1.0))
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        let sums = sums(placement, mover);
        vec![
            Term::new("sum", self.sum(&sums)),
            Term::new("shared", sums.shared as f32),
            Term::new("own alone", sums.own_alone as f32),
            Term::new("enemy alone", sums.enemy_alone as f32),
        ]
    }

    fn constants(&mut self) -> Vec<(&'static str, &mut f32)> {
        vec![("alone", &mut self.alone)]
    }
}
