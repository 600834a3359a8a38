//! How often evaluations name the wrong winner, by ply.

use crate::drawing::{Curve, Plot};
use amazons::board::{Color, Position, with_placement};
use amazons::eval::{Evaluator, Value};
use amazons::records::Game;

/// Positions of games, and how many of them each evaluation gives to the loser.
pub(super) struct ErrorsByPly {
    /// The number of all positions.
    pub boards: usize,
    names: Vec<String>,
    /// By evaluation and ply: the number of positions and of errors.
    by_ply: Vec<Vec<(f64, f64)>>,
}

/// The fewest positions of a ply for a point in a figure.
const FEWEST: f64 = 10.0;

/// The value from White's side.
fn white_value(evaluator: &Evaluator, position: &Position) -> Value {
    let (placement, frame) = position.smallest_placement();
    let evaluator = evaluator.on(frame);
    let value =
        with_placement!(placement, placement => evaluator.evaluate(&placement, position.side()));
    if position.side() == Color::White { value } else { -value }
}

impl ErrorsByPly {
    /// Computes the errors of evaluations, each with its name in tables and figures. A value of 0
    /// counts as half an error.
    pub(super) fn of<'g>(
        evaluators: &[(String, Evaluator)],
        games: impl Iterator<Item = &'g (Game, Color)>,
    ) -> Self {
        let names = evaluators.iter().map(|(name, _)| name.clone()).collect();
        let mut errors = Self { boards: 0, names, by_ply: vec![Vec::new(); evaluators.len()] };
        for (game, winner) in games {
            for (ply, position) in game.positions().enumerate() {
                errors.boards += 1;
                for ((_, evaluator), by_ply) in evaluators.iter().zip(&mut errors.by_ply) {
                    by_ply.resize(by_ply.len().max(ply + 1), (0.0, 0.0));
                    by_ply[ply].0 += 1.0;
                    by_ply[ply].1 += match (white_value(evaluator, &position).signum(), winner) {
                        (0, _) => 0.5,
                        (1, Color::White) | (-1, Color::Black) => 0.0,
                        _ => 1.0,
                    };
                }
            }
        }
        errors
    }

    /// The share of positions from a ply on that an evaluation misjudges, 0 to 1, as a cell of a
    /// table; a dash if no game gets that far.
    pub(super) fn share(&self, evaluator: usize, from_ply: usize) -> String {
        let late = self.by_ply[evaluator].iter().skip(from_ply);
        let (boards, wrong) =
            late.fold((0.0, 0.0), |(boards, wrong), at| (boards + at.0, wrong + at.1));
        if boards > 0.0 { format!("{:.3}", wrong / boards) } else { "–".to_owned() }
    }

    /// The curve of each evaluation.
    pub(super) fn curves(&self) -> Vec<Curve> {
        let curve = |(name, by_ply): (&String, &Vec<(f64, f64)>)| {
            let seen = by_ply.iter().enumerate().filter(|(_, (boards, _))| *boards >= FEWEST);
            let points = seen.map(|(ply, (boards, wrong))| (ply as f64, wrong / boards)).collect();
            Curve { name: name.clone(), points }
        };
        self.names.iter().zip(&self.by_ply).map(curve).collect()
    }
}

/// A figure of errors by ply.
pub(super) fn plot_by_ply(title: &str, curves: Vec<Curve>) -> Plot {
    Plot {
        title: title.to_owned(),
        x_title: "ply".to_owned(),
        y_title: "error".to_owned(),
        y: 0.0..0.7,
        curves,
    }
}
