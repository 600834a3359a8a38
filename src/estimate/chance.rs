//! The chance of winning that goes with a lead.

use crate::board::{Color, Position};

/// The numbers of the curve. `scripts/fit-estimates.py` fits them to games of the strongest player
/// ([`STRONGEST`](crate::solvers::STRONGEST)) and prints this table; it is run again when the player
/// changes.
#[derive(Clone, Copy, Debug)]
struct Curve {
    /// The lead, in squares, at which the odds of winning are e : 1, when hardly a square is empty.
    scale: f64,
    /// How its logarithm grows with the share of the board's squares that are empty.
    by_share: f64,
    /// What the right to move is worth beyond what the search makes of it, in squares.
    tempo: f64,
}

const CURVE: Curve = Curve { scale: 0.0270, by_share: 7.4870, tempo: -0.2502 };

/// Smaller boards, of which the fit knows nothing, count as this many squares.
const SMALLEST: usize = 36;

/// Returns the chance that White wins a position in which a search sees this lead: squares, positive
/// for White. It is a logistic curve of the lead, flatter the more squares are empty.
pub fn white_wins(lead: f64, position: &Position) -> f64 {
    let Curve { scale, by_share, tempo } = CURVE;
    let tempo = if position.side() == Color::White { tempo } else { -tempo };
    let squares = (position.width() * position.height()).max(SMALLEST);
    let scale = scale * (by_share * position.empties() as f64 / squares as f64).exp();
    1.0 / (1.0 + (-(lead + tempo) / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_means_more_the_fewer_squares_are_empty_and_as_much_for_either_side() {
        let position = |fen: &str| -> Position { fen.parse().unwrap() };
        let start = Position::start(10, 10).unwrap();
        let late = position("Q2*q2/7/3q3/7/Q6 w");
        for lead in [0.5, 3.0, 10.0] {
            assert!(white_wins(lead, &late) > white_wins(lead, &start));
            assert!(white_wins(lead + 1.0, &start) > white_wins(lead, &start));
            for one in [&start, &late] {
                let swapped = white_wins(-lead, &one.swapped());
                assert!((white_wins(lead, one) + swapped - 1.0).abs() < 1e-12);
            }
        }
    }
}
