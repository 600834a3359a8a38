//! Lieberum's evaluation function, as the program Amazong used it.

use super::amazon_mobility::{ALPHA_UNITS, Room};
use super::distance::Distances;
use super::evaluation::{Evaluation, Term, Value, nearest, squares};
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, Placement};

/// t + m of J. Lieberum, *An Evaluation Function for the Game of Amazons*, Theoretical Computer
/// Science 349 (2005). Where Lieberum leaves constants open, they are those published by M.
/// Levasseur and others (*Amazons AI Report*, 2015).
///
/// The territory term, from the mover's side:
///
/// t = f₁(w) t₁ + f₂(w) c₁ + f₃(w) c₂ + f₄(w) t₂, f₁(w) = 2^(−w / h), f₂, f₃, f₄ = 0.18, 0.22,
/// 0.60 of 1 − f₁
///
/// - t₁, t₂: squares that the mover reaches first minus those that the opponent does, by queen
///   (t₁) or king moves (t₂); a tied square counts κ for the player to move.
/// - c₁ = 2 Σ (2^−D(own) − 2^−D(enemy)) by queen moves.
/// - c₂ = Σ min(1, max(−1, (D(enemy) − D(own)) / 6)) by king moves.
/// - w (ω in the report) = Σ 2^−|D(own) − D(enemy)| by queen moves over the squares that both
///   reach, where a difference above 6 counts as 6. It is 0 exactly in the filling phase.
///
/// The mobility term punishes amazons that are shut in while the fight is still open:
///
/// m = Σ f(w, α) over the opponent's amazons − Σ f(w, α) over the mover's, f(w, α) = a w^b e^(−c α)
///
/// - α of an amazon = Σ 2^−(d − 1) N over the squares one queen move away that the opponent
///   reaches at all, where d is the distance in king steps and N the number of empty neighbours
///   (the report's correction of Lieberum's formula).
///
/// The constants by name: `tie` κ = 0.12, `half` h = 45 e, the shares `c1`, `c2` and `t2` (what
/// they leave of 1 goes to t₁), and `a` = 1.5, `b` = 0.5, `c` = 0.2 of m; `a=0` leaves m out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lieberum {
    tie: f32,
    half: f32,
    c1: f32,
    c2: f32,
    t2: f32,
    a: f32,
    b: f32,
    c: f32,
}

/// Units per square in which the punishments are summed, so that the sum does not depend on the
/// order of the amazons.
pub(super) const FINE: f32 = 4096.0;

/// Computes 2^x for x ≤ 0 by arithmetic alone, so that results do not depend on the platform's
/// exponential function.
pub(super) fn exp2(x: f32) -> f32 {
    let x = x.max(-100.0);
    let whole = (x - 0.5) as i32;
    let y = (x - whole as f32) * std::f32::consts::LN_2;
    // The exponential series is exact to a float's last bit on [−0.35, 0.35].
    let series = 1.0
        + y * (1.0
            + y * (0.5
                + y * (1.0 / 6.0 + y * (1.0 / 24.0 + y * (1.0 / 120.0 + y * (1.0 / 720.0))))));
    f32::from_bits(((whole + 127) as u32) << 23) * series
}

/// The terms and weights of one position.
struct Terms {
    t1: f32,
    c1: f32,
    c2: f32,
    t2: f32,
    w: f32,
    f1: f32,
    m: f32,
}

impl Lieberum {
    /// f(w, α), with w^b given, in [`FINE`] units.
    fn punishment(&self, power: f32, alpha: u32) -> i32 {
        let alpha = alpha as f32 / ALPHA_UNITS as f32;
        let fade = exp2((-self.c * std::f32::consts::LOG2_E * alpha).min(0.0));
        nearest(self.a * power * fade * FINE)
    }

    /// m of a position whose w is not 0.
    fn mobility<B: Bitboard>(
        &self,
        placement: &Placement<B>,
        mover: Color,
        queen: &Distances<B>,
        w: f32,
    ) -> f32 {
        if self.a == 0.0 {
            return 0.0;
        }
        let power = if self.b == 0.5 { w.sqrt() } else { w.powf(self.b) };
        let room = Room::new(placement.empty, [queen.enemy.reached, queen.own.reached]);
        // In 64 bits: with constants chosen by a user, each term may fill 32 bits.
        let sum = |amazons: B, player: usize| -> i64 {
            let punishment = |square| self.punishment(power, room.alpha(square, player));
            amazons.squares().map(|square| i64::from(punishment(square))).sum()
        };
        let own = sum(placement.amazons(mover), 0);
        let enemy = sum(placement.amazons(mover.other()), 1);
        (enemy - own) as f32 / FINE
    }

    fn f1(&self, w: f32) -> f32 {
        exp2(-w / self.half.max(1e-3))
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Terms {
        let queen = Distances::new(placement, mover, Walk::Queen);
        let king = Distances::new(placement, mover, Walk::King);
        let w = queen.openness() as f32 / 64.0;
        Terms {
            t1: queen.territory(self.tie),
            c1: queen.nearness(),
            c2: king.capped_leads(),
            t2: king.territory(self.tie),
            w,
            f1: self.f1(w),
            m: if w == 0.0 { 0.0 } else { self.mobility(placement, mover, &queen, w) },
        }
    }

    /// t + m.
    fn sum(&self, terms: &Terms) -> f32 {
        let rest = self.c1 * terms.c1 + self.c2 * terms.c2 + self.t2 * terms.t2;
        let share = 1.0 - self.c1 - self.c2 - self.t2;
        terms.f1 * terms.t1 + (1.0 - terms.f1) * (rest + share * terms.t1) + terms.m
    }
}

impl Evaluation for Lieberum {
    const DEFAULT: Self = Self {
        tie: 0.12,
        half: 45.0 * std::f32::consts::E,
        c1: 0.18,
        c2: 0.22,
        t2: 0.60,
        a: 1.5,
        b: 0.5,
        c: 0.2,
    };

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        squares(self.sum(&self.terms(placement, mover)))
    }

    fn terms<B: Bitboard>(
        &self,
        placement: &Placement<B>,
        mover: Color,
        frame: Frame,
    ) -> Vec<Term> {
        let terms = self.terms(placement, mover);
        let mut terms = vec![
            Term::new("t1", terms.t1),
            Term::new("c1", terms.c1),
            Term::new("c2", terms.c2),
            Term::new("t2", terms.t2),
            Term::new("w", terms.w),
            Term::new("f1", terms.f1),
            Term::new("f2", self.c1 * (1.0 - terms.f1)),
            Term::new("f3", self.c2 * (1.0 - terms.f1)),
            Term::new("f4", self.t2 * (1.0 - terms.f1)),
            Term::new("m", terms.m),
        ];
        let queen = Distances::new(placement, mover, Walk::Queen);
        let room = Room::new(placement.empty, [queen.enemy.reached, queen.own.reached]);
        for (player, color) in [mover, mover.other()].into_iter().enumerate() {
            for square in placement.amazons(color).squares() {
                let alpha = room.alpha(square, player);
                let name = format!("alpha {}", frame.outward::<B>(square));
                terms.push(Term { name, value: f64::from(alpha) / f64::from(ALPHA_UNITS) });
            }
        }
        terms
    }

    fn constants(&mut self) -> Vec<(&'static str, &mut f32)> {
        vec![
            ("tie", &mut self.tie),
            ("half", &mut self.half),
            ("c1", &mut self.c1),
            ("c2", &mut self.c2),
            ("t2", &mut self.t2),
            ("a", &mut self.a),
            ("b", &mut self.b),
            ("c", &mut self.c),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_right_to_the_last_digits() {
        for i in 0..=3000 {
            let x = -(i as f32) / 100.0;
            let want = f64::from(x).exp2();
            assert!((f64::from(exp2(x)) / want - 1.0).abs() < 4e-7, "{x}");
        }
    }

    #[test]
    fn the_mobility_function_meets_the_four_conditions() {
        let function = Lieberum::DEFAULT;
        let f =
            |w: f32, alpha: f32| function.punishment(w.sqrt(), (alpha * ALPHA_UNITS as f32) as u32);
        assert_eq!(f(0.0, 3.0), 0);
        for step in 1..200 {
            let (w, alpha) = (step as f32 / 2.0, step as f32 / 4.0);
            assert!(f(w + 0.5, 1.0) >= f(w, 1.0));
            assert!(f(30.0, alpha + 0.25) <= f(30.0, alpha));
            assert!(2 * f(w, 5.0) < f(w, 0.0));
        }
    }
}
