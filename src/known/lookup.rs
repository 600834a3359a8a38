//! Answers from tables: whole positions and their moves, without search.

use crate::board::with_placement;
use crate::board::{Bitboard, Color, Frame, Move, Placement, Position};
use crate::judge::{Query, Solution};
use crate::region::RegionKind;
use crate::region::filling::Filler;
use crate::score::{Interval, Rank};
use crate::tables::{Judged, KnownMoves, KnownShape, Scores, TableError, Tables};
use crate::util::opaque_debug;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nodes for all fillings of an answer that no table covers, which take a tenth of a second at
/// most. Beyond them, the position counts as not covered.
const FILLING_NODES: u32 = 10_000;

/// Answers problems from tables. Each thread uses its own.
pub struct Lookup {
    tables: Arc<Tables>,
    filler: Filler,
}

opaque_debug!([] Lookup, "Lookup");

/// What the tables know about a whole position.
struct Found<'a> {
    /// White's spare moves minus Black's, from the one-sided regions.
    spare: i32,
    /// The only contested region, if there is one.
    contested: Option<Scores<'a>>,
}

/// The regions that an arrow leaves, looked up once for all moves that shoot there.
struct Cut<'a, B> {
    arrow: usize,
    parts: Vec<(B, Option<KnownShape<'a>>)>,
}

impl Found<'_> {
    /// White's total moves minus Black's.
    fn excess(&self, first: Color) -> i32 {
        self.contested.map_or(self.spare, |scores| scores.excess(first, self.spare))
    }

    fn rank(&self, first: Color) -> Rank {
        let excess = self.excess(first);
        Rank::of_x(if first == Color::White { excess } else { -excess })
    }
}

impl Lookup {
    /// Bytes for fillings that no table covers.
    const FILLER: usize = 1 << 20;

    /// Makes a look-up in these tables.
    pub fn new(tables: Arc<Tables>) -> Self {
        Self { tables, filler: Filler::new(Self::FILLER) }
    }

    /// Returns the answer to a query about a problem, or `None` if the tables lack it or one of the
    /// moves that are asked for.
    ///
    /// Positions with two contested regions are never covered, since their scores do not add.
    ///
    /// # Errors
    /// A table that is needed is damaged.
    pub fn answer(
        &mut self,
        problem: &Position,
        question: Query,
    ) -> Result<Option<Solution>, TableError> {
        let answers = self.answers(problem, &[problem.side()], question)?;
        Ok(answers.and_then(|answers| answers.into_iter().next()))
    }

    /// Returns the answers to a query about a position with each of these first players, in this
    /// order, or `None` if the tables lack one of them.
    ///
    /// # Errors
    /// A table that is needed is damaged.
    pub fn answers(
        &mut self,
        position: &Position,
        first: &[Color],
        question: Query,
    ) -> Result<Option<Vec<Solution>>, TableError> {
        let start = Instant::now();
        let (placement, frame) = position.smallest_placement();
        // One look-up tells the scores of both.
        let together = match question {
            Query::Score | Query::Winner => first.len().max(1),
            Query::BestMoves | Query::AllMoves => 1,
        };
        let mut answers = Vec::with_capacity(first.len());
        for first in first.chunks(together) {
            let Self { tables, filler } = self;
            // What is answered does not depend on what was asked before.
            filler.clear();
            let found = with_placement!(placement, placement => {
                ranks(tables, filler, &placement, frame, first, question)
            })?;
            let time = start.elapsed();
            for (&side, found) in first.iter().zip(found) {
                match self.solution(position, side, found, question, time)? {
                    Some(solution) => answers.push(solution),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(answers))
    }

    /// The solution that was found, or else that of a judged problem.
    fn solution(
        &self,
        position: &Position,
        first: Color,
        found: Option<Ranks>,
        question: Query,
        time: Duration,
    ) -> Result<Option<Solution>, TableError> {
        let (rank, best_moves, moves) = match found {
            Some((rank, moves)) => {
                let best = |moves: &Vec<(Move, Rank)>| {
                    moves.iter().filter(|(_, of)| *of == rank).map(|(mv, _)| *mv).collect()
                };
                (rank, moves.as_ref().map(best), moves)
            }
            None => {
                let judged = self.tables.judged(&position.with_side(first))?;
                match judged.map(|judged| known(judged, question)) {
                    Some(Some(known)) => known,
                    _ => return Ok(None),
                }
            }
        };
        Ok(Some(Solution {
            move_bounds: None,
            first,
            interval: Interval::exactly(rank),
            best_moves,
            moves: moves.filter(|_| question == Query::AllMoves),
            nodes: 0,
            time,
        }))
    }
}

/// A verdict's rank of the best move, its optimal moves, and all its moves with their ranks.
type Known = (Rank, Option<Vec<Move>>, Option<Vec<(Move, Rank)>>);

/// A judged problem as the answer to a query, or `None` if less is known than asked.
fn known(judged: Judged, question: Query) -> Option<Known> {
    let Judged { rank, ref moves } = judged;
    match (question, moves) {
        (Query::Score | Query::Winner, _) => Some((rank, None, None)),
        (Query::BestMoves, _) => {
            let mut best = judged.best_moves()?;
            best.sort_by_cached_key(Move::to_string);
            Some((rank, Some(best), None))
        }
        (Query::AllMoves, KnownMoves::All(moves)) => {
            let mut moves = moves.clone();
            moves.sort_by_cached_key(|(mv, rank)| (Reverse(*rank), mv.to_string()));
            let best = moves.iter().filter(|(_, of)| *of == rank).map(|(mv, _)| *mv).collect();
            Some((rank, Some(best), Some(moves)))
        }
        (Query::AllMoves, _) => None,
    }
}

type Ranks = (Rank, Option<Vec<(Move, Rank)>>);

/// What the tables know with each first player: nothing, or the rank, with the moves if they are
/// asked for.
fn ranks<B: Bitboard>(
    tables: &Tables,
    filler: &mut Filler,
    placement: &Placement<B>,
    frame: Frame,
    first: &[Color],
    question: Query,
) -> Result<Vec<Option<Ranks>>, TableError> {
    let mut nodes = FILLING_NODES;
    let parts = look_up(tables, placement.components())?;
    let Some(found) = sum(filler, &mut nodes, placement, &parts)? else {
        return Ok(vec![None; first.len()]);
    };
    let answer = |&side: &Color| -> Result<Option<Ranks>, TableError> {
        let rank = found.rank(side);
        if matches!(question, Query::Score | Query::Winner) {
            return Ok(Some((rank, None)));
        }
        let moves = moves_on(tables, filler, &mut nodes, placement, frame, side)?;
        Ok(moves.map(|moves| (rank, Some(moves))))
    };
    first.iter().map(answer).collect()
}

/// All moves of a player with their ranks, the best ones first, or `None` if one is not covered.
fn moves_on<B: Bitboard>(
    tables: &Tables,
    filler: &mut Filler,
    nodes: &mut u32,
    placement: &Placement<B>,
    frame: Frame,
    side: Color,
) -> Result<Option<Vec<(Move, Rank)>>, TableError> {
    let mut moves = Vec::new();
    let mut cuts: Vec<Cut<'_, B>> = Vec::new();
    for mv in placement.moves(side) {
        let after = placement.after(side, mv);
        let arrow = usize::from(mv.arrow);
        let cut = match cuts.iter().position(|cut| cut.arrow == arrow) {
            Some(cut) => cut,
            None => {
                cuts.push(Cut { arrow, parts: look_up(tables, after.components())? });
                cuts.len() - 1
            }
        };
        let parts = &cuts[cut].parts;
        let Some(found) = sum(filler, nodes, &after, parts)? else { return Ok(None) };
        moves.push((frame.outward_move::<B>(mv), found.rank(side.other()).for_opponent()));
    }
    moves.sort_by_cached_key(|(mv, rank)| (Reverse(*rank), mv.to_string()));
    Ok(Some(moves))
}

fn look_up<B: Bitboard>(
    tables: &Tables,
    parts: impl Iterator<Item = B>,
) -> Result<Vec<(B, Option<KnownShape<'_>>)>, TableError> {
    parts.map(|part| Ok((part, tables.shape(part)?))).collect()
}

/// All parts of a position together, or `None` if one is not covered or two are contested.
fn sum<'a, B: Bitboard>(
    filler: &mut Filler,
    nodes: &mut u32,
    placement: &Placement<B>,
    parts: &[(B, Option<KnownShape<'a>>)],
) -> Result<Option<Found<'a>>, TableError> {
    let mut found = Found { spare: 0, contested: None };
    for (part, shape) in parts {
        let region = placement.restricted(*part);
        let kind = RegionKind::of(&region);
        if kind == RegionKind::Dead {
            continue;
        }
        let scores = match shape {
            Some(shape) => shape.probe(&region)?,
            None => None,
        };
        match (kind, scores) {
            (RegionKind::Contested, Some(scores)) if found.contested.is_none() => {
                found.contested = Some(scores);
            }
            (RegionKind::OneSided(_), Some(scores)) => {
                found.spare += scores.excess(Color::White, 0)
            }
            (RegionKind::OneSided(color), None) => {
                let mut tick = || {
                    *nodes = nodes.saturating_sub(1);
                    *nodes > 0
                };
                let amazons = region.amazons(color);
                let length = filler.longest(region.empty, amazons, &mut tick);
                let Some(length) = length.exact() else { return Ok(None) };
                found.spare += if color == Color::White { length as i32 } else { -(length as i32) };
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(found))
}
