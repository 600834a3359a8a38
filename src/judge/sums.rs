//! The winner of several contested regions, found from their game values.

use super::node::Stopped;
use super::question::Question;
use super::search::Search;
use super::sum_memory::Sums;
use crate::board::{Bitboard, Placement};
use crate::limits::Limits;
use amazons_cgt::Effort;

impl<B: Bitboard> Search<'_, B> {
    /// The bound of x that says whether the mover of a reduced node of several contested regions
    /// wins, if their values decide this within a part of what is left of the budget.
    pub fn wins_sum(&mut self, q: &Question<B>) -> Result<Option<i32>, Stopped> {
        let node = &q.node;
        // White is the mover.
        let board = Placement { empty: node.empty, white: node.own, black: node.enemy };
        let regions: Option<Vec<Placement<u64>>> = board
            .components()
            .map(|part| board.restricted(part))
            .map(|part| part.fit().map(|(region, _)| region))
            .collect();
        let Some(regions) = regions.filter(|regions| regions.len() > 1) else { return Ok(None) };
        if self.sums.memory < Sums::LEAST {
            return Ok(None);
        }
        let winners = self.sums.winners();
        let time = self.budget.time_left().map(|time| time / 3);
        let effort = Effort::new(&Limits::new(time, None).until(self.budget.abort()));
        let mut left = (self.budget.nodes_left() / 3).min(Sums::MOST);
        let mut nodes = Sums::FIRST;
        loop {
            nodes = nodes.min(left);
            let effort = effort.clone().within(nodes * Sums::STEPS_A_NODE);
            let wins = winners.first_wins(&regions, node.spare, effort);
            let spent = winners.steps() / Sums::STEPS_A_NODE;
            if !self.budget.spend(spent) {
                return Err(Stopped);
            }
            left = left.saturating_sub(spent);
            match wins {
                Ok(wins) => return Ok(Some(self.won(q, wins))),
                Err(amazons_cgt::Stopped::Time | amazons_cgt::Stopped::Steps)
                    if spent >= nodes && left > 0 =>
                {
                    nodes *= 2
                }
                Err(_) => return Ok(None),
            }
        }
    }
}
