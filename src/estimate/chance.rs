//! The chance of winning that goes with a lead.

use crate::board::{Color, Position};

/// The numbers of the curve. `scripts/fit-estimates.py` fits them to games of the strongest player
/// ([`STRONGEST`](crate::solvers::STRONGEST)) and prints this table; it is run again when the player
/// changes.
#[derive(Clone, Copy, Debug)]
struct Curve {
    /// The lead, in squares, at which the odds of winning are e : 1, with one empty square on a board
    /// of 100 squares.
    scale: f64,
    /// How it grows with the empty squares plus one: the exponent of a power.
    by_empties: f64,
    /// How it grows with the squares of the board, in hundreds: the exponent of a power.
    by_board: f64,
    /// What the right to move is worth beyond what the search makes of it, in squares.
    tempo: f64,
}

const CURVE: Curve = Curve { scale: 0.45, by_empties: 0.5, by_board: 0.0, tempo: 0.0 };

/// Returns the chance that White wins a position in which a search sees this lead: squares, positive
/// for White. It is a logistic curve of the lead, flatter the more squares are empty.
pub fn white_wins(lead: f64, position: &Position) -> f64 {
    let Curve { scale, by_empties, by_board, tempo } = CURVE;
    let tempo = if position.side() == Color::White { tempo } else { -tempo };
    let squares = (position.width() * position.height()) as f64;
    let empties = (position.empties() + 1) as f64;
    let scale = scale * empties.powf(by_empties) * (squares / 100.0).powf(by_board);
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
