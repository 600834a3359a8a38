//! Random playouts.

use super::draw::Draw;
use super::line_board::LineBoard;
use crate::board::Color;
use crate::util::SeededRng;

/// Plays random moves until a player has run out, and returns the opponent, who is the winner.
#[inline]
pub fn random_playout(
    board: &mut LineBoard,
    mut mover: Color,
    draw: Draw,
    dice: &mut SeededRng,
) -> Color {
    while board.play(mover, draw, dice).is_some() {
        mover = mover.other();
    }
    mover.other()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Frame, PlacementMove, Position, Wide};
    use std::collections::HashMap;

    /// How often each move of a position is drawn, as a share.
    fn drawn(position: &Position, draw: Draw) -> HashMap<PlacementMove, f64> {
        const DRAWS: u32 = 20_000;
        let mut dice = SeededRng::new(1);
        let mut board = LineBoard::default();
        let mut found: HashMap<PlacementMove, f64> = HashMap::new();
        for _ in 0..DRAWS {
            board.load(position.placement());
            let mv = board.play(position.side(), draw, &mut dice).unwrap();
            *found.entry(mv.in_layout::<Wide>()).or_default() += 1.0 / f64::from(DRAWS);
        }
        found
    }

    fn assert_drawn(position: &Position, draw: Draw, want: HashMap<PlacementMove, f64>) {
        let found = drawn(position, draw);
        assert_eq!(found.len(), want.len());
        for (mv, share) in found {
            assert!((share - want[&mv]).abs() < 0.02, "{share} {}", want[&mv]);
        }
    }

    // The amazon on a3 has one destination, the one on c1 two; both may shoot back.
    const FEW_MOVES: &str = "Q1*/***/*1Q w";

    #[test]
    fn each_step_is_drawn_evenly() {
        let position: Position = FEW_MOVES.parse().unwrap();
        let moves = position.legal_moves();
        let count = |of: &dyn Fn(&crate::board::Move) -> bool| {
            moves.iter().filter(|mv| of(mv)).map(|mv| (mv.from, mv.to)).collect::<Vec<_>>()
        };
        let mut amazons: Vec<_> = moves.iter().map(|mv| mv.from).collect();
        amazons.dedup();
        let mut want = HashMap::new();
        for mv in &moves {
            let mut targets = count(&|other| other.from == mv.from);
            targets.sort();
            targets.dedup();
            let arrows = count(&|other| (other.from, other.to) == (mv.from, mv.to)).len();
            let chance = 1.0 / (amazons.len() * targets.len() * arrows) as f64;
            want.insert(Frame::WHOLE.inward_move::<Wide>(*mv), chance);
        }
        assert_drawn(&position, Draw::Steps, want);
    }

    #[test]
    fn every_legal_move_is_drawn_evenly() {
        let position: Position = FEW_MOVES.parse().unwrap();
        let moves = position.legal_moves();
        let chance = 1.0 / moves.len() as f64;
        let inward = |mv| (Frame::WHOLE.inward_move::<Wide>(mv), chance);
        assert_drawn(&position, Draw::Moves, moves.iter().copied().map(inward).collect());
    }

    #[test]
    fn who_is_stuck_draws_nothing() {
        let stuck: Position = "Q*1q w".parse().unwrap();
        for draw in [Draw::Steps, Draw::Moves] {
            let mut board = LineBoard::default();
            board.load(stuck.placement());
            assert_eq!(board.play(Color::White, draw, &mut SeededRng::new(1)), None);
        }
    }

    #[test]
    fn playouts_end_where_the_loser_has_no_move() {
        let start = Position::start(6, 6).unwrap();
        let mut dice = SeededRng::new(2);
        let mut board = LineBoard::default();
        let mut wins = 0;
        for round in 0..200 {
            let draw = if round % 2 == 0 { Draw::Steps } else { Draw::Moves };
            board.load(start.placement());
            let (mut placement, mut mover) = (*start.placement(), Color::White);
            while let Some(mv) = board.play(mover, draw, &mut dice) {
                let mv = mv.in_layout::<Wide>();
                assert!(placement.is_legal(mover, mv));
                placement = placement.after(mover, mv);
                mover = mover.other();
            }
            assert!(!placement.can_move(mover));
            wins += u32::from(mover == Color::Black);
        }
        assert!((50..150).contains(&wins));
    }
}
