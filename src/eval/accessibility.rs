//! Accessibility: who reaches each square first, by queen moves and by king moves.

use super::distance::Distances;
use super::evaluation::{Evaluation, Term, Value, squares};
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, Placement};

/// The territory term t of Lieberum, *An Evaluation Function for the Game of Amazons*,
/// Theoretical Computer Science 349 (2005), from the mover's side:
///
/// t = f₁(w) t₁ + f₂(w) c₁ + f₃(w) c₂ + f₄(w) t₂
///
/// - t₁, t₂: squares that the mover reaches first minus those that the opponent does, by queen
///   (t₁) or king moves (t₂); a square that both reach equally early counts κ for the player to
///   move.
/// - c₁ = 2 Σ (2^−D(own) − 2^−D(enemy)) by queen moves: rewards being near.
/// - c₂ = Σ min(1, max(−1, (D(enemy) − D(own)) / 6)) by king moves: early in the game, many small
///   leads beat one clear one.
/// - w = Σ 2^−|D(own) − D(enemy)| by queen moves over the squares that both reach, where a
///   difference above 6 counts as 6: how open the fight still is. It is 0 exactly in the filling
///   phase, where t = t₁ is the difference of the territories.
///
/// The paper leaves the f open except for f₁ + f₂ + f₃ + f₄ = 1 and f₁(0) = 1. Here f₁ halves every
/// 45 e of w, and the rest is shared as 18 : 22 : 60, a published full set of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessibility;

/// κ: what a tied square is worth to the player to move, in squares.
const TIE: f32 = 0.12;

/// Shares of c₁, c₂ and t₂ in what f₁ leaves over.
const SHARES: [f32; 3] = [0.18, 0.22, 0.60];

/// f₁ at w = 0, 1, 2, …: f₁(w) = 2^(−w / 45e). This is a table so that results do not depend on the
/// platform's exponential function.
static TERRITORY_WEIGHT: [f32; 130] = {
    // 2^(−1 / 45e).
    const STEP: f64 = 0.994_349_477_983_274_4;
    let mut table = [1.0; 130];
    let mut value = 1.0;
    let mut w = 1;
    while w < table.len() {
        value *= STEP;
        table[w] = value as f32;
        w += 1;
    }
    table
};

/// Interpolates f₁ linearly between the whole numbers; `w` is in 64ths.
fn territory_weight(w: u32) -> f32 {
    let (whole, part) = ((w / 64) as usize, (w % 64) as f32 / 64.0);
    let (low, high) = (TERRITORY_WEIGHT[whole], TERRITORY_WEIGHT[whole + 1]);
    low + (high - low) * part
}

impl Evaluation for Accessibility {
    const DEFAULT: Self = Self;

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        let queen = Distances::new(placement, mover, Walk::Queen);
        let t1 = queen.territory(TIE);
        let w = queen.openness();
        if w == 0 {
            return squares(t1);
        }
        let king = Distances::new(placement, mover, Walk::King);
        let [c1, c2, t2] = [queen.nearness(), king.capped_leads(), king.territory(TIE)];
        let f1 = territory_weight(w);
        let rest = SHARES[0] * c1 + SHARES[1] * c2 + SHARES[2] * t2;
        squares(f1 * t1 + (1.0 - f1) * rest)
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        let queen = Distances::new(placement, mover, Walk::Queen);
        let king = Distances::new(placement, mover, Walk::King);
        let w = queen.openness();
        vec![
            Term::new("t1", queen.territory(TIE)),
            Term::new("c1", queen.nearness()),
            Term::new("c2", king.capped_leads()),
            Term::new("t2", king.territory(TIE)),
            Term::new("w", w as f32 / 64.0),
            Term::new("f1", territory_weight(w)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn weights_halve_every_45_e() {
        let half = 45.0 * std::f32::consts::E;
        assert!((territory_weight((half * 64.0) as u32) - 0.5).abs() < 1e-3);
        assert_eq!(territory_weight(0), 1.0);
    }

    #[test]
    fn separated_territories_are_counted() {
        let position: Position = "Q2*q/3*1/3*1 w".parse().unwrap();
        let value = Accessibility.evaluate(position.placement(), Color::White);
        assert_eq!(value, 6 * crate::eval::SQUARE);
        assert_eq!(Accessibility.evaluate(position.placement(), Color::Black), -value);
    }
}
