//! Random playouts.

use crate::board::{Bitboard, Color, Placement, PlacementMove};
use crate::util::SeededRng;

/// A random move by equal draws at each step: an amazon that can move, its destination, its
/// arrow. `None` if the player has no move.
#[inline]
pub fn random_step<B: Bitboard>(
    placement: &Placement<B>,
    mover: Color,
    dice: &mut SeededRng,
) -> Option<Placement<B>> {
    let able = placement.amazons(mover) & placement.empty.neighbours();
    if able.is_none() {
        return None;
    }
    let from = dice.square(able);
    let to = dice.square(B::queen(from, placement.empty));
    let free = (placement.empty | B::bit(from)).without(B::bit(to));
    let arrow = dice.square(B::queen(to, free));
    Some(
        placement
            .after(mover, PlacementMove { from: from as u16, to: to as u16, arrow: arrow as u16 }),
    )
}

/// Plays random moves until a player has run out, and names his opponent, the winner, with the
/// position at the end.
#[inline]
pub fn random_playout<B: Bitboard>(
    mut placement: Placement<B>,
    mut mover: Color,
    dice: &mut SeededRng,
) -> (Color, Placement<B>) {
    while let Some(next) = random_step(&placement, mover, dice) {
        placement = next;
        mover = mover.other();
    }
    (mover.other(), placement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Frame, Position, Wide};
    use std::collections::HashMap;

    #[test]
    fn each_step_is_drawn_evenly() {
        // The amazon on a3 has one destination, the one on c1 two; both may shoot back.
        let position: Position = "Q1*/***/*1Q w".parse().unwrap();
        let placement = position.placement();
        let mut want: HashMap<Placement<Wide>, f64> = HashMap::new();
        let moves = position.legal_moves();
        let count = |of: &dyn Fn(&crate::board::Move) -> bool| {
            moves.iter().filter(|mv| of(mv)).map(|mv| (mv.from, mv.to)).collect::<Vec<_>>()
        };
        let mut amazons: Vec<_> = moves.iter().map(|mv| mv.from).collect();
        amazons.dedup();
        for mv in &moves {
            let mut targets = count(&|other| other.from == mv.from);
            targets.sort();
            targets.dedup();
            let arrows = count(&|other| (other.from, other.to) == (mv.from, mv.to)).len();
            let chance = 1.0 / (amazons.len() * targets.len() * arrows) as f64;
            let after = placement.after(position.side(), Frame::WHOLE.inward_move::<Wide>(*mv));
            *want.entry(after).or_default() += chance;
        }
        let mut dice = SeededRng::new(1);
        let mut found: HashMap<Placement<Wide>, u32> = HashMap::new();
        const DRAWS: u32 = 20_000;
        for _ in 0..DRAWS {
            *found.entry(random_step(placement, Color::White, &mut dice).unwrap()).or_default() +=
                1;
        }
        assert_eq!(found.len(), want.len());
        for (after, count) in found {
            let share = f64::from(count) / f64::from(DRAWS);
            assert!((share - want[&after]).abs() < 0.02, "{share} {}", want[&after]);
        }
    }

    #[test]
    fn playouts_end_where_the_loser_has_no_move() {
        let start = Position::start(6, 6).unwrap();
        let mut dice = SeededRng::new(2);
        let mut wins = 0;
        for _ in 0..200 {
            let (winner, end) = random_playout(*start.placement(), Color::White, &mut dice);
            assert!(!end.can_move(winner.other()));
            wins += u32::from(winner == Color::White);
        }
        assert!((50..150).contains(&wins));
    }
}
