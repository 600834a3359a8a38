//! Perfect play at the end of a game, once only small regions are left.

use amazons::board::{Bitboard, Move, Position};
use amazons::cgt::Effort;
use amazons::game_value::GameValueAnalyzer;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::region::{RegionKind, regions};

/// The most empty squares that a contested region may have for this.
const MOST_EMPTIES: usize = 16;

/// The most nodes that the judge may use for one move.
const NODES: u64 = 200_000;

/// The judge's memory in bytes.
const MEMORY: usize = 32 << 20;

/// The most steps with game values for one move, at some 100 ns each.
const STEPS: u64 = 4_000_000;

/// Returns a perfect move if all contested regions are small. It is an optimal one by the judge. If
/// the judge does not find the score and several regions are contested, it is one that wins their
/// sum, in the hottest region in which a move does. `None` if neither is found.
pub(super) fn perfect_move(position: &Position, limits: &Limits) -> Option<Move> {
    let contested: Vec<usize> = regions(position)
        .iter()
        .filter(|region| region.kind == RegionKind::Contested)
        .map(|region| (region.squares & position.placement().empty).count() as usize)
        .collect();
    if contested.iter().any(|&empties| empties > MOST_EMPTIES) {
        return None;
    }
    let limits = Limits::new(limits.time.map(|time| time / 2), Some(NODES)).until(&limits.abort);
    let mut judge = Judge::builder().memory(MEMORY).build();
    let verdict = judge.ask(position, Query::BestMoves, &limits);
    if let Some(best) = verdict.best_moves {
        return best.into_iter().next();
    }
    if contested.len() < 2 || verdict.first_wins() == Some(false) {
        return None;
    }
    let half = limits.time.map(|time| time / 2);
    let effort = Effort::new(&Limits::new(half, Some(STEPS)).until(&limits.abort));
    let play = GameValueAnalyzer::new(MEMORY).play_sum(position, effort).ok()?;
    let wins = play.winner == position.side();
    play.recommended.filter(|_| wins).map(|recommended| recommended.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three hot regions: too much for a search of them together, little for their values.
    #[test]
    fn sums_are_won() {
        let position: Position = "Q2*Q2*Q2/3*3*3/2q*2q*1q1 w".parse().unwrap();
        let best = perfect_move(&position, &Limits::none()).expect("White wins");
        let after = position.play(best).unwrap();
        let limits = Limits::none();
        let mut judge = Judge::builder().build();
        let verdict = judge.ask(&after, Query::Winner, &limits);
        assert_eq!(verdict.first_wins(), Some(false));
    }
}
