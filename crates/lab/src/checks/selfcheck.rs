//! Asks everything that answers the same question, and compares the answers.
//!
//! The positions are random boards of many shapes, with one region or several, and the reference is
//! plain minimax. It is compared with the judge, with several numbers of threads and with hardly
//! any memory; the tables; every solver, for what it claims to have proved; and game values, for
//! who wins. Each of the eight symmetries and the colours swapped must give the same score.

use amazons::board::{Cell, Color, Move, Position, Square};
use amazons::cgt::Outcome;
use amazons::game_value::GameValueAnalyzer;
use amazons::judge::{Judge, Query, minimax};
use amazons::known::Lookup;
use amazons::limits::{Abort, Limits};
use amazons::score::Rank;
use amazons::solvers::{SOLVERS, Solver, solver_within};
use amazons::tables::Tables;
use amazons::testing::RandomPositions;
use amazons::util::parallel::in_order;
use std::fmt;
use std::sync::Arc;

/// Two different answers to one question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The position.
    pub fen: String,
    /// The method whose answer differs from minimax.
    pub method: String,
    /// What was found.
    pub found: String,
    /// The answer of minimax.
    pub expected: String,
    /// The number of the position under the seed, from 0.
    pub number: u64,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fen, method, found, expected, number } = self;
        write!(f, "position {number}, '{fen}': {method} says {found}; minimax says {expected}")
    }
}

/// A campaign of comparisons.
#[derive(Clone, Debug)]
pub struct SelfCheck {
    /// Seed of the positions.
    pub seed: u64,
    /// How many positions.
    pub positions: u64,
    /// The most empty squares, at most [`MOST_EMPTIES`](Self::MOST_EMPTIES).
    pub empties: usize,
    /// Threads at work.
    pub threads: usize,
    /// Tables to include in the comparison.
    pub tables: Option<Arc<Tables>>,
}

/// How a campaign ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions compared without a difference.
    pub positions: u64,
    /// Comparisons made.
    pub comparisons: u64,
    /// The first difference, with its position made as small as still shows it.
    pub difference: Option<Difference>,
}

/// Why a comparison ended early.
#[derive(Clone, Debug)]
enum Ended {
    /// Two answers differ.
    Different(Difference),
    /// The flag was set; incomplete answers are not compared.
    Interrupted,
}

/// One position in this many is also put to a judge with several threads, to all symmetries and to
/// game values with many steps, which take as long as everything else.
const NOW_AND_THEN: u64 = 16;

/// Bytes of the judge with hardly any memory, and of the others.
const TINY: usize = 1 << 12;
const MEMORY: usize = 4 << 20;

/// Nodes of an iteration of a proof-number solver, and of any other solver.
const PROOF_NODES: u64 = 5_000;
const NODES: u64 = 100;

/// Steps of game values, usually and now and then: a few boards with many open squares would take
/// most of the time of a campaign.
const STEPS: u64 = 20_000;
const MORE_STEPS: u64 = 200_000;

impl SelfCheck {
    /// The most empty squares given to plain minimax. Such a board takes minutes; each further
    /// square takes ten times the time and the memory.
    pub const MOST_EMPTIES: usize = 11;

    /// Compares until the first difference, the end, or `abort`; `seen` is called with the number
    /// of positions done.
    pub fn run(&self, abort: &Abort, mut seen: impl FnMut(u64)) -> Checked {
        let mut checked = Checked::default();
        let numbers = (0..self.positions).take_while(|_| !abort.is_set());
        let outcome = in_order(
            numbers,
            self.threads,
            || Examiner::new(self.tables.clone(), abort),
            |examiner, number| {
                let thorough = number.is_multiple_of(NOW_AND_THEN);
                (number, examiner.examine(&self.position(number), number, thorough))
            },
            |(number, outcome)| match outcome {
                Ok(comparisons) => {
                    checked.positions += 1;
                    checked.comparisons += comparisons;
                    seen(checked.positions);
                    Ok(())
                }
                Err(Ended::Interrupted) => Ok(()),
                Err(Ended::Different(difference)) => Err((number, difference)),
            },
        );
        if let Err((number, difference)) = outcome {
            checked.difference = Some(self.shrunk(number, difference, abort));
        }
        checked
    }

    /// Returns the position with a number.
    pub fn position(&self, number: u64) -> Position {
        let seed = self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        RandomPositions::new(seed).tiny(self.empties)
    }

    /// Looks for the smallest position that shows a difference of the same method, until `abort` is
    /// set.
    fn shrunk(&self, number: u64, mut smallest: Difference, abort: &Abort) -> Difference {
        let mut examiner = Examiner::new(self.tables.clone(), abort);
        let Ok(mut position) = smallest.fen.parse::<Position>() else { return smallest };
        loop {
            let smaller = squares(&position).find_map(|square| {
                let smaller = with_blocked(&position, square)?;
                let Err(Ended::Different(difference)) = examiner.examine(&smaller, number, true)
                else {
                    return None;
                };
                (difference.method == smallest.method).then_some((smaller, difference))
            });
            let Some((smaller, difference)) = smaller else { break };
            (position, smallest) = (smaller, Difference { number, ..difference });
        }
        smallest
    }
}

fn squares(position: &Position) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (position.width(), position.height());
    (0..width * height).map(move |i| Square::new(i % width, i / width))
}

/// The position with one more square blocked; `None` if it is blocked already.
fn with_blocked(position: &Position, square: Square) -> Option<Position> {
    use amazons::board::{Bitboard, Wide};
    if position.cell(square) == Cell::Blocked {
        return None;
    }
    let bit = Wide::bit(Wide::index(square.file.into(), square.rank.into()));
    Some(position.restricted(position.placement().open().without(bit)))
}

/// What one thread compares with.
struct Examiner {
    judge: Judge,
    tiny: Judge,
    many: [Judge; 2],
    values: GameValueAnalyzer,
    solvers: Vec<Box<dyn Solver>>,
    lookup: Option<Lookup>,
    abort: Abort,
}

/// Counts comparisons and notes the first that fails.
struct Comparison<'a> {
    fen: &'a Position,
    number: u64,
    made: u64,
    abort: Abort,
}

impl Comparison<'_> {
    fn same<T: fmt::Debug + PartialEq>(
        &mut self,
        method: &str,
        found: T,
        expected: T,
    ) -> Result<(), Ended> {
        // What was found may have been cut short.
        if self.abort.is_set() {
            return Err(Ended::Interrupted);
        }
        self.made += 1;
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
        let (fen, method) = (self.fen.to_string(), method.to_owned());
        let number = self.number;
        Err(Ended::Different(Difference { fen, method, found, expected, number }))
    }
}

impl Examiner {
    fn new(tables: Option<Arc<Tables>>, abort: &Abort) -> Self {
        let judge = |memory, threads| Judge::builder().memory(memory).threads(threads).build();
        let solvers = SOLVERS.iter().filter_map(|entry| solver_within(entry.name, MEMORY).ok());
        Self {
            judge: judge(MEMORY, 1),
            tiny: judge(TINY, 1),
            many: [judge(MEMORY, 2), judge(MEMORY, 3)],
            values: GameValueAnalyzer::new(16 << 20),
            solvers: solvers.collect(),
            lookup: tables.map(Lookup::new),
            abort: abort.clone(),
        }
    }

    /// Compares everything that can be said about a position; returns the number of comparisons.
    /// `number` chooses the limits, and `thorough` whether slow comparisons are among them.
    fn examine(&mut self, position: &Position, number: u64, thorough: bool) -> Result<u64, Ended> {
        let abort = self.abort.clone();
        let mut comparison = Comparison { fen: position, number, made: 0, abort: abort.clone() };
        let at = &mut comparison;
        let found = minimax::rank_and_moves_until(position, &abort);
        let (rank, ranks) = found.ok_or(Ended::Interrupted)?;
        let moves = ranked(ranks.clone());
        let all = Query::AllMoves;
        let none = Limits::none().until(&abort);

        let judged = self.judge.ask(position, all, &none);
        at.same("judge", judged.rank(), Some(rank))?;
        at.same("judge, moves", judged.moves.map(ranked), Some(moves.clone()))?;
        let judged = self.tiny.ask(position, all, &none);
        at.same("judge of 4 KiB", judged.rank(), Some(rank))?;
        at.same("judge of 4 KiB, moves", judged.moves.map(ranked), Some(moves.clone()))?;
        let few = Limits::nodes(1 + number % 200).until(&abort);
        let limited = self.judge.ask(position, Query::Score, &few);
        at.same("judge within nodes", contains(limited.interval, rank), true)?;

        if let Some(lookup) = &mut self.lookup {
            let known = lookup.answer(position, all);
            let trouble = known.as_ref().err().map_or(String::new(), ToString::to_string);
            at.same("tables", trouble, String::new())?;
            if let Ok(Some(known)) = known {
                at.same("tables", known.rank(), Some(rank))?;
                at.same("tables, moves", known.moves.map(ranked), Some(moves.clone()))?;
            }
        }
        if position.can_move() {
            self.solvers(at, position, rank, &ranks)?;
        }
        self.game_values(at, position, rank, if thorough { MORE_STEPS } else { STEPS })?;
        self.drawings(at, position, rank, thorough)?;
        if thorough {
            for judge in &mut self.many {
                let judged = judge.ask(position, all, &none);
                at.same("judge of several threads", judged.rank(), Some(rank))?;
                let found = judged.moves.map(ranked);
                at.same("judge of several threads, moves", found, Some(moves.clone()))?;
            }
        }
        Ok(comparison.made)
    }

    /// What solvers claim must hold, and their moves must be legal.
    fn solvers(
        &self,
        at: &mut Comparison<'_>,
        position: &Position,
        rank: Rank,
        ranks: &[(Move, Rank)],
    ) -> Result<(), Ended> {
        for solver in &self.solvers {
            let spec = solver.spec();
            let nodes = if solver.limits_each_iteration() { PROOF_NODES } else { NODES };
            let answer = solver.solve(position, &Limits::nodes(nodes).until(&self.abort));
            at.same(&spec, contains(answer.interval, rank), true)?;
            if let Some(mv) = answer.best {
                at.same(&format!("{spec}, legal move"), position.check(mv).is_ok(), true)?;
                // A proved rank comes with a move that keeps it.
                if let Some(proved) = answer.interval.exact() {
                    let kept = ranks.iter().find(|(legal, _)| *legal == mv).map(|&(_, rank)| rank);
                    at.same(&format!("{spec}, proved move"), kept, Some(proved))?;
                }
            }
        }
        Ok(())
    }

    /// Normal play must agree: the player that runs out of moves first loses by score, too.
    fn game_values(
        &mut self,
        at: &mut Comparison<'_>,
        position: &Position,
        rank: Rank,
        steps: u64,
    ) -> Result<(), Ended> {
        let board = self.values.board(position, &Limits::nodes(steps).until(&self.abort));
        let side = position.side();
        if let Some(outcome) = board.sum.outcome {
            at.same("game value, outcome", first_wins(outcome, side), rank.wins())?;
        }
        let winner = if rank.wins() { side } else { side.other() };
        for play in board.play.iter().flatten().filter(|play| play.first == side) {
            at.same("game value, winner of the sum", play.winner, winner)?;
        }
        Ok(())
    }

    /// The same problem drawn differently has the same score.
    fn drawings(
        &mut self,
        at: &mut Comparison<'_>,
        position: &Position,
        rank: Rank,
        all: bool,
    ) -> Result<(), Ended> {
        let one = at.number % 8;
        for symmetry in (0..8).filter(|symmetry| all || u64::from(*symmetry) == one) {
            let turned = position.transformed(symmetry);
            for (method, drawn) in
                [("judge, turned", turned.clone()), ("judge, colours swapped", turned.swapped())]
            {
                let none = Limits::none().until(&self.abort);
                let judged = self.judge.ask(&drawn, Query::Score, &none);
                at.same(method, judged.rank(), Some(rank))?;
            }
        }
        Ok(())
    }
}

fn contains(interval: amazons::score::Interval, rank: Rank) -> bool {
    (interval.low..=interval.high).contains(&rank)
}

fn first_wins(outcome: Outcome, first: Color) -> bool {
    match outcome.letter() {
        'N' => true,
        'P' => false,
        letter => (letter == 'L') == (first == Color::White),
    }
}

/// Moves with their ranks, sorted as text.
fn ranked(mut moves: Vec<(Move, Rank)>) -> Vec<(String, Rank)> {
    moves.sort_by_cached_key(|(mv, _)| mv.to_string());
    moves.into_iter().map(|(mv, rank)| (mv.to_string(), rank)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(seed: u64, positions: u64) -> SelfCheck {
        SelfCheck { seed, positions, empties: 6, threads: 2, tables: None }
    }

    #[test]
    fn everything_agrees_on_small_boards() {
        let checked = check(1, 60).run(&Abort::new(), |_| ());
        assert_eq!(checked.difference, None);
        assert!(checked.positions == 60 && checked.comparisons > 600, "{checked:?}");
    }

    #[test]
    fn an_interruption_is_no_difference() {
        let campaign = check(1, 40);
        let abort = Abort::new();
        let checked = campaign.run(&abort, |done| {
            if done == 5 {
                abort.set();
            }
        });
        assert_eq!(checked.difference, None);
        assert!((5..40).contains(&checked.positions), "{checked:?}");
    }

    #[test]
    fn a_difference_is_shown_on_the_smallest_board_that_has_it() {
        // A position with nothing wrong stays as it is.
        let campaign = check(3, 1);
        let fen = campaign.position(5).to_string();
        let difference = Difference {
            fen: fen.clone(),
            method: "nobody".to_owned(),
            found: String::new(),
            expected: String::new(),
            number: 5,
        };
        assert_eq!(campaign.shrunk(5, difference, &Abort::new()).fen, fen);
        let position: Position = "Q2q/4 w".parse().unwrap();
        let blocked = squares(&position).filter_map(|square| with_blocked(&position, square));
        assert_eq!(blocked.map(|smaller| smaller.empties()).min(), Some(5));
    }
}
