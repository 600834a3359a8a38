//! Minimal distance: the plain count of the squares that each player reaches first.

use super::distance::{Distances, Wave};
use super::evaluation::{Evaluation, SQUARE, Term, Value};
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, Placement};

/// The territory estimate "minimal distance" (Müller & Tegos 2002, *Experiments in Computer
/// Amazons*; Lieberum 2005; Fugers 2017, section 3.2). An empty square belongs to the player whose
/// amazons reach it in fewer queen moves, and to nobody on a tie. The value is the number of the
/// mover's squares minus the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimalDistance;

impl Evaluation for MinimalDistance {
    const DEFAULT: Self = Self;

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        let (mut own, mut enemy) =
            (Wave::new(placement.amazons(mover)), Wave::new(placement.amazons(mover.other())));
        let (mut first_own, mut first_enemy) = (B::NONE, B::NONE);
        loop {
            own.advance(Walk::Queen, placement.empty);
            enemy.advance(Walk::Queen, placement.empty);
            let (ahead_own, ahead_enemy) =
                (own.front.without(enemy.reached), enemy.front.without(own.reached));
            first_own |= ahead_own;
            first_enemy |= ahead_enemy;
            // A player that reached nothing new never will, so all that the other still reaches is
            // its own.
            if own.front.is_none() || enemy.front.is_none() {
                break;
            }
        }
        let rest = |wave: &Wave<B>| wave.front.flood(placement.empty).without(wave.reached);
        first_own |= rest(&own).without(enemy.reached);
        first_enemy |= rest(&enemy).without(own.reached);
        SQUARE * (first_own.count() as Value - first_enemy.count() as Value)
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        Distances::new(placement, mover, Walk::Queen).counts()
    }
}
