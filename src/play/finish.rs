//! How a player ends a game perfectly, once only small regions are left.

use crate::board::{Bitboard, Move, Position};
use crate::cgt::Effort;
use crate::game_value::GameValueAnalyzer;
use crate::judge::{Judge, Query};
use crate::limits::Limits;
use crate::region::{RegionKind, regions};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game is finished so once no contested region has more empty squares than this.
const MOST_EMPTIES: usize = 16;

/// What the judge may use for a move at most.
const LIMITS: Limits = Limits { nodes: Some(200_000), time: None, memory: 32 << 20 };

/// Steps with game values for a move at most, of some 100 ns each.
const STEPS: u64 = 4_000_000;

/// A perfect move where all contested regions are small: an optimal one by the judge, or where it
/// does not find the score and several regions are contested, one that wins their sum, in the
/// hottest region in which a move does. `None` where neither is found.
pub(super) fn perfect_move(
    position: &Position,
    time: Option<Duration>,
    abort: &AtomicBool,
) -> Option<Move> {
    let contested: Vec<usize> = regions(position)
        .iter()
        .filter(|region| region.kind == RegionKind::Contested)
        .map(|region| (region.squares & position.placement().empty).count() as usize)
        .collect();
    if contested.iter().any(|&empties| empties > MOST_EMPTIES) {
        return None;
    }
    let limits = Limits { time: time.map(|time| time / 2), ..LIMITS };
    let mut judge = Judge::new(limits.memory);
    let verdict = judge.ask(position, Query::BestMoves, &limits, abort, &mut |_, _| {});
    if let Some(best) = verdict.best_moves {
        return best.into_iter().next();
    }
    if contested.len() < 2 || verdict.first_wins() == Some(false) {
        return None;
    }
    let effort = Effort::new(time.map(|time| time / 4), None).within(STEPS);
    let play = GameValueAnalyzer::new(limits.memory).play_sum(position, effort).ok()?;
    let wins = play.winner == position.side().key();
    play.recommended.filter(|_| wins).map(|recommended| recommended.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three hot regions: too much for a search of all together, little for their values.
    #[test]
    fn sums_are_won() {
        let position: Position = "Q2*Q2*Q2/3*3*3/2q*2q*1q1 w".parse().unwrap();
        let abort = AtomicBool::new(false);
        let best = perfect_move(&position, None, &abort).expect("White wins");
        let after = position.play(best).unwrap();
        let limits = Limits::NONE;
        let mut judge = Judge::new(limits.memory);
        let verdict = judge.ask(&after, Query::Winner, &limits, &abort, &mut |_, _| {});
        assert_eq!(verdict.first_wins(), Some(false));
    }
}
