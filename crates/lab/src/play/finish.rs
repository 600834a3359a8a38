//! Exact play at the end of a game, once only small regions are left.
//!
//! A search of the whole board may give away a sum of regions that the judge decides in a thousand
//! nodes. So the judge looks first, with a small part of the move's limits. If it finds all optimal
//! moves, one of them is played. If it only finds that the mover wins, the move that the search
//! chooses is played if the judge proves that it keeps the win, and otherwise one that does.

use amazons::board::{Bitboard, Move, Position};
use amazons::cgt::Effort;
use amazons::game_value::GameValueAnalyzer;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::region::{RegionKind, regions};
use amazons::score::{Interval, Rank};
use amazons::tables::Tables;
use std::time::Instant;

/// The most empty squares that a contested region may have for the judge, and for game values.
const MOST_EMPTIES: usize = 32;
const MOST_FOR_VALUES: usize = 16;

/// One of so many parts of a move's limits is for one question.
const PARTS: u32 = 10;

/// The most nodes for one question of a move whose time is not limited.
const NODES: u64 = 200_000;

/// The judge's memory in bytes.
const MEMORY: usize = 32 << 20;

/// The most steps with game values for one move, at some 100 ns each, and how many stand for a node
/// of the judge.
const STEPS: u64 = 4_000_000;
const STEPS_PER_NODE: u64 = 16;

/// The nodes of a first look at each move, of each further look in terms of the one before, and of
/// the last.
const FIRST_LOOK: u64 = 64;
const FURTHER: u64 = 8;
const LAST_LOOK: u64 = 1 << 18;

/// What the judge makes of a position before it is searched.
pub(super) struct Finish<'a> {
    position: &'a Position,
    /// Those of the whole move.
    limits: &'a Limits,
    judge: Judge,
    /// The judge's nodes.
    pub nodes: u64,
    /// What is proved of the mover's rank.
    pub interval: Interval,
    /// An optimal move, or one that wins the sum of the regions.
    pub perfect: Option<Move>,
}

impl<'a> Finish<'a> {
    /// Asks the judge who wins, and for the optimal moves; if it does not find the score and several
    /// regions are contested, their values may win. `None` where a contested region is too large.
    pub fn of(position: &'a Position, limits: &'a Limits) -> Option<Self> {
        let contested: Vec<usize> = regions(position)
            .iter()
            .filter(|region| region.kind == RegionKind::Contested)
            .map(|region| (region.squares & position.placement().empty).count() as usize)
            .collect();
        if contested.iter().any(|&empties| empties > MOST_EMPTIES) {
            return None;
        }
        let tables = Tables::shared_builtin();
        let mut judge = Judge::builder().memory(MEMORY).maybe_tables(tables).build();
        let part = part_of(limits);
        let verdict = judge.ask(position, Query::BestMoves, &part);
        let by_judge = verdict.best_moves.as_ref().and_then(|best| best.first().copied());
        let may_win = contested.len() > 1
            && contested.iter().all(|&empties| empties <= MOST_FOR_VALUES)
            && verdict.first_wins() != Some(false);
        let by_values = || {
            let steps = part.nodes.map_or(STEPS, |nodes| STEPS.min(nodes * STEPS_PER_NODE));
            let effort = Effort::new(&Limits { nodes: Some(steps), ..part });
            let play = GameValueAnalyzer::new(MEMORY).play_sum(position, effort).ok()?;
            let wins = play.winner == position.side();
            play.recommended.filter(|_| wins).map(|recommended| recommended.mv)
        };
        let perfect = by_judge.or_else(|| may_win.then(by_values).flatten());
        let (nodes, interval) = (verdict.nodes, verdict.interval);
        Some(Self { position, limits, judge, nodes, interval, perfect })
    }

    /// Whether the mover is proved to win.
    fn wins(&self) -> bool {
        self.interval.reaches(Rank::WIN) == Some(true)
    }

    /// What the search of the position may use: something is left to look whether its move keeps a
    /// win.
    pub fn limits_of_search(&self) -> Limits {
        let left = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes).max(1));
        match self.wins() {
            true => self.limits.share(2, 3),
            false => Limits { nodes: left, ..self.limits.clone() },
        }
    }

    /// Returns a move that keeps the win if there is one: the chosen move, unless another one is
    /// proved to and it is not.
    pub fn keeping_the_win(&mut self, chosen: Move) -> Move {
        if !self.wins() {
            return chosen;
        }
        let (begun, part) = (Instant::now(), part_of(self.limits));
        let mut nodes = part.nodes.map_or(u64::MAX, |nodes| 2 * nodes);
        let deadline = self.limits.deadline(begun);
        let mut wins_by = |mv: Move, look: u64| {
            let after = self.position.play(mv).ok()?;
            let limits = Limits { nodes: Some(look.min(nodes)), ..part.clone() };
            let verdict = self.judge.ask(&after, Query::Winner, &limits);
            nodes = nodes.saturating_sub(verdict.nodes.max(1));
            self.nodes += verdict.nodes;
            let is_over = nodes == 0
                || self.limits.abort.is_set()
                || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            Some((verdict.first_wins().map(|wins| !wins), is_over))
        };
        let mut open = self.position.legal_moves();
        match wins_by(chosen, u64::MAX) {
            Some((Some(false), false)) => open.retain(|mv| *mv != chosen),
            Some((None, false)) => {}
            _ => return chosen,
        }
        let mut look = FIRST_LOOK;
        while look <= LAST_LOOK && !open.is_empty() {
            let mut left = Vec::new();
            for mv in open {
                match wins_by(mv, look) {
                    Some((Some(true), _)) => return mv,
                    Some((None, false)) => left.push(mv),
                    Some((Some(false), false)) => {}
                    _ => return chosen,
                }
            }
            open = left;
            look *= FURTHER;
        }
        chosen
    }
}

/// What one question may use.
fn part_of(limits: &Limits) -> Limits {
    let part = limits.share(1, PARTS);
    match limits.time {
        Some(_) => part,
        None => Limits { nodes: Some(part.nodes.map_or(NODES, |nodes| nodes.min(NODES))), ..part },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::judge::minimax::move_ranks;
    use amazons::testing::RandomPositions;

    /// Three hot regions: too much for a search of them together, little for their values.
    #[test]
    fn sums_are_won() {
        let position: Position = "Q2*Q2*Q2/3*3*3/2q*2q*1q1 w".parse().unwrap();
        let limits = Limits::none();
        let best = Finish::of(&position, &limits).unwrap().perfect.expect("White wins");
        let after = position.play(best).unwrap();
        let mut judge = Judge::builder().build();
        let verdict = judge.ask(&after, Query::Winner, &limits);
        assert_eq!(verdict.first_wins(), Some(false));
    }

    /// Whatever is chosen and however little may be spent, a win that is kept is kept.
    #[test]
    fn a_move_that_gives_a_win_away_is_replaced() {
        let mut random = RandomPositions::new(91);
        let mut replaced = 0;
        for nodes in [None, Some(3_000), Some(100)].into_iter().cycle().take(300) {
            let position = random.tiny(8);
            let ranks = move_ranks(&position);
            let wins = |mv: Move| ranks.iter().any(|&(one, rank)| one == mv && rank >= Rank::WIN);
            let limits = Limits::new(None, nodes);
            let mut finish = Finish::of(&position, &limits).unwrap();
            for &(mv, rank) in ranks.iter().take(5) {
                let kept = finish.keeping_the_win(mv);
                assert!(
                    kept == mv || finish.wins() && rank < Rank::WIN && wins(kept),
                    "{position}"
                );
                replaced += u32::from(kept != mv);
                assert!(nodes.is_some() || !finish.wins() || wins(kept), "{position}: {mv}");
            }
        }
        assert!(replaced > 20, "{replaced}");
    }
}
