//! The regions of a board with their scores and game values: the answer of `amazons regions`.

use super::sum_play;
use crate::board::{Color, Position};
use crate::game_value::{BoardReport, Play, outcome_of};
use crate::judge::{Judge, Query};
use crate::limits::Limits;
use crate::region::regions;
use crate::score::Score;
use serde::Serialize;

/// The regions of a board, with what each is worth.
#[derive(Clone, Debug, Serialize)]
pub struct RegionScores {
    /// The position as given.
    pub fen: String,
    /// The sum of the regions, and how to play it.
    #[serde(flatten)]
    pub board: BoardReport,
    /// The scores of the regions played alone, one entry per region: White first, then Black first;
    /// null if a limit was reached.
    pub scores: Vec<[Option<Score>; 2]>,
}

impl RegionScores {
    /// Adds to the game values the scores, each within the limits. If the game values do not say
    /// how to play, the judge does, for each first player within the time limit.
    pub fn judge(
        fen: &str,
        position: &Position,
        mut board: BoardReport,
        judge: &mut Judge,
        limits: &Limits,
    ) -> Self {
        let mut score = |region: &Position, first: Color| {
            let problem = region.with_side(first);
            let verdict = judge.ask(&problem, Query::Score, limits);
            verdict.rank().map(|rank| Score::from_rank(rank, first))
        };
        let parts = regions(position);
        let scores: Vec<[Option<Score>; 2]> = parts
            .iter()
            .map(|part| {
                let region = position.restricted(part.squares);
                Color::BOTH.map(|first| score(&region, first))
            })
            .collect();
        for (region, scores) in board.regions.iter_mut().zip(&scores) {
            if let [Some(white_first), Some(black_first)] = *scores {
                // A region's score alone also tells who wins it in a sum with nothing else.
                let outcome = outcome_of([white_first, black_first].map(|score| score.winner));
                region.worth.outcome.get_or_insert(outcome);
            }
        }
        if board.play.is_none() && limits.time.is_some() {
            let mut play =
                |first| sum_play::play(position, &parts, &board.regions, first, judge, limits);
            board.play = play(Color::White).zip(play(Color::Black)).map(<[Play; 2]>::from);
        }
        if let Some(play) = &board.play {
            board.add_winners(play.each_ref().map(|play| play.winner));
        }
        Self { fen: fen.to_owned(), board, scores }
    }

    /// Returns whether every score and every worth is known.
    pub fn complete(&self) -> bool {
        self.board.sum.stopped.is_none()
            && self.board.regions.iter().all(|region| region.worth.stopped.is_none())
            && self.scores.iter().flatten().all(Option::is_some)
    }
}
