//! Random playouts.

use crate::board::{Bitboard, Color, Placement, PlacementMove};
use crate::solvers::spec::{Spec, SpecError};
use crate::util::SeededRng;
use std::fmt;

/// How a playout draws a move: the option `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// By equal draws at each step (`steps`): an amazon that can move, its destination, its arrow.
    Steps,
    /// Every legal move is as likely (`moves`), as in the program of M. Levasseur and others that
    /// played their tournament: slower, and amazons with many moves move more often.
    Moves,
}

impl Draw {
    /// Takes the option `draw`.
    ///
    /// # Errors
    /// It has an impossible value.
    pub fn take(spec: &mut Spec) -> Result<Self, SpecError> {
        let choices = [("steps", Self::Steps), ("moves", Self::Moves)];
        spec.take_choice("draw", &choices, Self::Steps)
    }

    /// A random move played. `None` if the player has no move.
    #[inline]
    pub fn step<B: Bitboard>(
        self,
        placement: &Placement<B>,
        mover: Color,
        dice: &mut SeededRng,
    ) -> Option<Placement<B>> {
        match self {
            Self::Steps => random_step(placement, mover, dice),
            Self::Moves => random_move(placement, mover, dice),
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "steps",
            Self::Moves => "moves",
        })
    }
}

/// Any legal move, each as likely. `None` if the player has no move.
pub fn random_move<B: Bitboard>(
    placement: &Placement<B>,
    mover: Color,
    dice: &mut SeededRng,
) -> Option<Placement<B>> {
    let count = placement.count_moves(mover) as usize;
    if count == 0 {
        return None;
    }
    let mut left = dice.below(count);
    for from in placement.amazons(mover).squares() {
        let vacated = placement.empty | B::bit(from);
        for to in B::queen(from, placement.empty).squares() {
            let targets = B::queen(to, vacated.without(B::bit(to)));
            let count = targets.count() as usize;
            if left < count {
                let arrow = targets.squares().nth(left)?;
                let mv = PlacementMove { from: from as u16, to: to as u16, arrow: arrow as u16 };
                return Some(placement.after(mover, mv));
            }
            left -= count;
        }
    }
    None
}

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
    draw: Draw,
    dice: &mut SeededRng,
) -> (Color, Placement<B>) {
    while let Some(next) = draw.step(&placement, mover, dice) {
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
    fn every_legal_move_is_drawn_evenly() {
        let position: Position = "Q1*/***/*1Q w".parse().unwrap();
        let placement = position.placement();
        let moves = position.legal_moves().len();
        let mut dice = SeededRng::new(1);
        let mut found: HashMap<Placement<Wide>, u32> = HashMap::new();
        const DRAWS: u32 = 20_000;
        for _ in 0..DRAWS {
            *found.entry(random_move(placement, Color::White, &mut dice).unwrap()).or_default() +=
                1;
        }
        assert_eq!(found.len(), moves);
        for count in found.values() {
            let share = f64::from(*count) / f64::from(DRAWS);
            assert!((share - 1.0 / moves as f64).abs() < 0.02, "{share}");
        }
        let stuck: Position = "Q*1q w".parse().unwrap();
        assert!(random_move(stuck.placement(), Color::White, &mut dice).is_none());
    }

    #[test]
    fn playouts_end_where_the_loser_has_no_move() {
        let start = Position::start(6, 6).unwrap();
        let mut dice = SeededRng::new(2);
        let mut wins = 0;
        for round in 0..200 {
            let draw = if round % 2 == 0 { Draw::Steps } else { Draw::Moves };
            let (winner, end) = random_playout(*start.placement(), Color::White, draw, &mut dice);
            assert!(!end.can_move(winner.other()));
            wins += u32::from(winner == Color::White);
        }
        assert!((50..150).contains(&wins));
    }
}
