//! Alpha-beta as a solver: of a problem, or of the positions of one game, where a search finds in the
//! table what the one before has searched.

use super::iterative_deepening::AlphaBeta;
use super::transposition::Table;
use crate::board::{Frame, Position};
use crate::limits::Limits;
use crate::solvers::options::Configured;
use crate::solvers::solver::{Answer, Solver};
use crate::solvers::watch::Watch;
use std::sync::{Mutex, PoisonError};

impl Solver for AlphaBeta {
    fn spec(&self) -> String {
        self.text()
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        self.solve_watched(problem, limits, &mut Watch::nobody())
    }

    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        self.search(problem, limits, watch, |bytes, _| Table::new(bytes)).0
    }

    fn for_one_game(&self) -> Option<Box<dyn Solver>> {
        self.for_games.then(|| Box::new(AtGame::new(*self)) as Box<dyn Solver>)
    }

    fn ends_by_itself(&self) -> bool {
        self.depth != 0
    }
}

/// Alpha-beta with the table of its last search.
struct AtGame {
    options: AlphaBeta,
    /// The table, and where on the board its positions lie: elsewhere their keys are others.
    kept: Mutex<Option<(Frame, Table)>>,
}

/// How many times the positions of one search the table has room for: most of them do not come up
/// again, and the next searches add theirs.
const SEARCHES: usize = 4;

impl AtGame {
    fn new(options: AlphaBeta) -> Self {
        Self { options, kept: Mutex::new(None) }
    }
}

impl Solver for AtGame {
    fn spec(&self) -> String {
        self.options.spec()
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        self.solve_watched(problem, limits, &mut Watch::nobody())
    }

    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut place = Frame::WHOLE;
        let (answer, table) = self.options.search(problem, limits, watch, |bytes, frame| {
            place = frame;
            match kept.take() {
                Some((before, mut table)) if before == frame && table.bytes() >= bytes => {
                    table.begin_search();
                    table
                }
                _ => {
                    Table::new(bytes.saturating_mul(SEARCHES).min(self.options.most_table_bytes()))
                }
            }
        });
        *kept = Some((place, table));
        answer
    }

    fn for_one_game(&self) -> Option<Box<dyn Solver>> {
        self.options.for_one_game()
    }

    fn ends_by_itself(&self) -> bool {
        self.options.ends_by_itself()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::minimax::move_ranks;
    use crate::score::Rank;
    use crate::solvers::spec::Spec;
    use crate::testing::RandomPositions;

    /// Games between searches that remember, with tables so small that entries of all searches meet
    /// in them: what is claimed holds, and a proved move is optimal.
    #[test]
    fn what_is_remembered_proves_nothing_wrong() {
        let mut random = RandomPositions::new(58);
        for game in 0..400 {
            let table = if game % 2 == 0 { "tt=96" } else { "tt=1MB" };
            let spec = Spec::parse(&format!("alphabeta:{table}")).unwrap().for_games(true);
            let solver = AtGame::new(AlphaBeta::from_spec(spec).unwrap());
            let mut position = random.tiny(7);
            loop {
                let ranks = move_ranks(&position);
                let Some(most) = ranks.iter().map(|&(_, rank)| rank).max() else { break };
                let answer = solver.solve(&position, &Limits::nodes(100));
                let mv = answer.best.expect("there are moves");
                let reached: Rank = ranks.iter().find(|one| one.0 == mv).unwrap().1;
                assert!(
                    answer.interval.low <= reached && most <= answer.interval.high,
                    "{position}"
                );
                position = position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn a_game_is_the_same_whenever_it_is_played() {
        let spec = Spec::parse("alphabeta").unwrap().for_games(true);
        let options = AlphaBeta::from_spec(spec).unwrap();
        let play = || {
            let solver = AtGame::new(options);
            let mut position = Position::start(6, 6).unwrap();
            while let Some(mv) = solver.solve(&position, &Limits::nodes(300)).best {
                position = position.play(mv).unwrap();
            }
            position.to_string()
        };
        assert_eq!(play(), play());
    }
}
