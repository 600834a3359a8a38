//! Winning moves: a question is answered, then the winning moves are read from the same tables.
//!
//! A [`Judge`](super::Judge) forgets a problem once it has answered. A caller that writes down the
//! winner's strategy asks for a move in one position after another, and the search has met nearly
//! all of them. So a [`Strategist`] keeps its tables from question to question. The table of
//! intervals marks the move that decided, in 8 bits; the mark identifies the move if it fits one
//! whose child is proved. If the table has lost a proof, or if a bound proved the position without
//! a move, the moves are searched again, easy ones first.
//!
//! Positions are whole boards: spare moves become moves of a longest filling.

use super::memory::Memory;
use super::node::{Node, SEED, Stopped};
use super::ordering::order;
use super::packed_move::PackedMove;
use super::proof_number::question_key;
use super::relevance_zones::Step;
use super::search::{Role, Search};
use super::search_params::SearchParams;
use crate::board::{Bitboard, Color, Placement, PlacementMove};
use crate::limits::{Budget, Limits};
use crate::util::opaque_debug;
use std::io::{self, Read, Write};
use std::time::Duration;

/// What a strategist remembers from one search to the next. What is proved stays, since it is true
/// of a position wherever it occurs.
pub struct StrategyMemory(Memory);

opaque_debug!([] StrategyMemory, "StrategyMemory");

impl StrategyMemory {
    /// Makes a memory that takes at most `bytes`, growing with the claim.
    pub fn new(bytes: usize) -> Self {
        Self(Memory::new(bytes, None, false))
    }

    /// Makes memories for concurrent searches of several positions of a board, which take at most
    /// `bytes` together. What one of them proves is known to all.
    pub fn of_positions(bytes: usize, count: usize) -> Vec<Self> {
        Memory::of_problems(bytes, count).into_iter().map(Self).collect()
    }

    /// Forgets the progress of the questions that are still open, for another position of the
    /// board.
    pub fn forget_numbers(&mut self) {
        self.0.shared.forget_numbers(1);
    }

    /// Writes what is needed to continue a search that was ended: the numbers of every question of
    /// the proof-number search, including the solved ones.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        self.0.shared.proofs().save(out)
    }

    /// Reads what [`StrategyMemory::save`] wrote, up to the end of `input`.
    ///
    /// # Errors
    /// Those of `input`, and an end in the middle.
    pub fn load(&mut self, input: &mut impl Read) -> io::Result<()> {
        self.0.shared.proofs().load(input)
    }
}

/// The reason for a missing answer: a limit or the abort flag ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unanswered;

impl From<Stopped> for Unanswered {
    fn from(_: Stopped) -> Self {
        Self
    }
}

/// Proves which player reaches a target, and then knows the winner's moves.
///
/// Targets count x as `docs/judge.md` does: the mover's moves minus the opponent's. The mover wins
/// if and only if x ≥ 1. If White, to move, wants x ≥ t, Black, to move, wants x ≥ 2 − t.
pub struct Strategist<'a, B> {
    search: Search<'a, B>,
}

opaque_debug!([B] Strategist<'_, B>, "Strategist");

/// A move of the winner that may be the one sought.
struct Candidate<B> {
    node: Node<B>,
    mv: PackedMove,
    /// It is proved to win.
    proved: bool,
    /// It fits the table's mark, which other moves may share.
    marked: bool,
    order: i32,
}

/// Nodes between two looks at the clock.
const INTERVAL: u64 = 64;

/// Runs `work` with a strategist for one board and its limits. Also returns the nodes that it took.
pub fn with_strategist<B: Bitboard, R>(
    memory: &mut StrategyMemory,
    params: SearchParams,
    board: &Placement<B>,
    limits: &Limits,
    work: impl FnOnce(&mut Strategist<'_, B>) -> R,
) -> (R, u64, Duration) {
    let mut budget = Budget::new(limits, INTERVAL);
    let Memory { shared, own } = &mut memory.0;
    // The dead ends belong to the board, whichever side moves.
    let problem = Node::of(board, Color::White);
    // Only a search of the whole board leaves moves behind.
    let params = SearchParams { pairs: false, sums: false, ..params };
    let search = Search::new(problem, shared, own, params, &mut budget);
    let result = work(&mut Strategist { search });
    (result, budget.nodes(), budget.elapsed())
}

impl<B: Bitboard> Strategist<'_, B> {
    /// Nodes of a first look at each move about which nothing is known. Each further look takes
    /// eight times as many.
    const FIRST_LOOK: u64 = 16;
    /// Nodes of a look from which on moves are searched to the end.
    const LAST_LOOK: u64 = 1 << 16;

    /// Checks the limits now and then, for work between searches.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn pulse(&mut self) -> Result<(), Unanswered> {
        if self.search.budget.pulse() { Ok(()) } else { Err(Unanswered) }
    }

    /// Returns whether x ≥ `target` for the player to move.
    ///
    /// # Errors
    /// A limit came first.
    pub fn reaches(
        &mut self,
        board: &Placement<B>,
        mover: Color,
        target: i32,
    ) -> Result<bool, Unanswered> {
        debug_assert!(self.search.role == Role::Alone);
        let node = self.search.reduce(Node::of(board, mover))?;
        Ok(self.search.prove(&node, target)? >= target)
    }

    /// Returns moves that are known to secure x ≥ `target`, starting with those by which the search
    /// decided; at least one if there is one.
    ///
    /// # Errors
    /// A limit came first.
    pub fn winning_moves(
        &mut self,
        board: &Placement<B>,
        mover: Color,
        target: i32,
    ) -> Result<Vec<PlacementMove>, Unanswered> {
        let node = self.search.reduce(Node::of(board, mover))?;
        if node.empty.is_none() {
            let wins = node.spare >= target;
            let filling = if wins { self.filling_move(board, mover)? } else { None };
            return Ok(filling.into_iter().collect());
        }
        let known = self.search.bounds(&node);
        if known.high < target {
            return Ok(Vec::new());
        }
        let proved = match self.numbers(&node, target) {
            Some((0, _)) => true,
            Some((_, 0)) => return Ok(Vec::new()),
            _ => known.low >= target,
        };
        if !proved && self.search.prove(&node, target)? < target {
            return Ok(Vec::new());
        }
        let mut moves = Vec::new();
        for mv in self.winning_reduced(&node, target)? {
            if mv == PackedMove::SPARE {
                moves.extend(self.filling_move(board, mover)?);
            } else {
                let (from, to, arrow) = mv.squares();
                let [from, to, arrow] = [from, to, arrow].map(|square| square as u16);
                moves.push(PlacementMove { from, to, arrow });
            }
        }
        Ok(moves)
    }

    /// The same within a reduced node.
    fn winning_reduced(&mut self, node: &Node<B>, target: i32) -> Result<Vec<PackedMove>, Stopped> {
        let asked = 2 - target;
        let (_, mark) = self.search.table.get(node.hash(SEED), node.spare);
        let mut candidates = Vec::new();
        let steps: Vec<Step<B>> = Step::all(node.empty, node.own).collect();
        for Step { from, to, arrows } in steps {
            for arrow in arrows.squares() {
                let mv = PackedMove::of(from, to, arrow);
                self.add_candidate(node, mv, asked, mark, &mut candidates)?;
            }
        }
        if node.spare > 0 {
            self.add_candidate(node, PackedMove::SPARE, asked, mark, &mut candidates)?;
        }
        candidates.sort_unstable_by_key(|c| (!c.proved, !c.marked, c.order, c.mv));
        if candidates.first().is_some_and(|first| first.proved) {
            return Ok(candidates.iter().filter(|c| c.proved).map(|c| c.mv).collect());
        }
        Ok(self.searched_move(candidates, asked)?.into_iter().collect())
    }

    /// The first of these moves that a search proves to win, easy ones first.
    fn searched_move(
        &mut self,
        mut candidates: Vec<Candidate<B>>,
        asked: i32,
    ) -> Result<Option<PackedMove>, Stopped> {
        let mut nodes = Self::FIRST_LOOK;
        while nodes < Self::LAST_LOOK {
            let mut kept = Vec::with_capacity(candidates.len());
            for candidate in candidates {
                let Candidate { node, marked, mv, .. } = candidate;
                let question = self.search.question(node, asked);
                let nodes = if marked { 64 * nodes } else { nodes };
                match self.search.attempt(&question, nodes)? {
                    Some(x) if x < asked => return Ok(Some(mv)),
                    Some(_) => {}
                    None => kept.push(candidate),
                }
            }
            candidates = kept;
            nodes *= 8;
        }
        for Candidate { node, mv, .. } in candidates {
            if self.search.prove(&node, asked)? < asked {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn add_candidate(
        &mut self,
        node: &Node<B>,
        mv: PackedMove,
        asked: i32,
        mark: u8,
        candidates: &mut Vec<Candidate<B>>,
    ) -> Result<(), Stopped> {
        let child = self.search.child(node, mv)?;
        let bounds = self.search.bounds(&child);
        // The proof-number search may know more than the bounds, since it remembers longer.
        let proved = match self.numbers(&child, asked) {
            Some((0, _)) => return Ok(()),
            Some((_, 0)) => true,
            _ => bounds.high < asked,
        };
        if bounds.low < asked {
            candidates.push(Candidate {
                node: child,
                mv,
                proved,
                marked: mv.mark() == mark,
                order: order(&child, bounds),
            });
        }
        Ok(())
    }

    /// The proof and disproof number of whether x ≥ `target` at a node, if known.
    fn numbers(&self, node: &Node<B>, target: i32) -> Option<(u32, u32)> {
        self.search.shared.proofs().numbers(question_key(node, target))
    }

    /// Returns `count` moves in a row of `mover`, whose opponent has run out, or `None` if there
    /// are fewer.
    ///
    /// # Errors
    /// A limit came first.
    pub fn moves_alone(
        &mut self,
        board: &Placement<B>,
        mover: Color,
        count: u32,
    ) -> Result<Option<Vec<PlacementMove>>, Unanswered> {
        let (mut board, mut moves) = (*board, Vec::new());
        for left in (0..count).rev() {
            let Some(mv) = self.leaving(&board, mover, left)? else { return Ok(None) };
            board = board.after(mover, mv);
            moves.push(mv);
        }
        Ok(Some(moves))
    }

    /// A move after which at least `left` more can be made alone.
    fn leaving(
        &mut self,
        board: &Placement<B>,
        mover: Color,
        left: u32,
    ) -> Result<Option<PlacementMove>, Stopped> {
        for mv in board.moves(mover) {
            let after = board.after(mover, mv);
            if self.longest(after.empty, after.amazons(mover))? >= left {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The length of the longest filling of these squares.
    fn longest(&mut self, empty: B, own: B) -> Result<u32, Stopped> {
        let budget = &mut *self.search.budget;
        let length = self.search.safety.filler.longest(empty, own, &mut || budget.tick());
        length.exact().ok_or(Stopped)
    }

    /// A move of a longest filling of one of the regions in which only the mover has amazons.
    fn filling_move(
        &mut self,
        board: &Placement<B>,
        mover: Color,
    ) -> Result<Option<PlacementMove>, Stopped> {
        for part in board.components() {
            let part = board.restricted(part);
            if part.amazons(mover).is_none() || part.amazons(mover.other()).any() {
                continue;
            }
            let length = self.longest(part.empty, part.amazons(mover))?;
            if length > 0 {
                return self.leaving(&part, mover, length - 1);
            }
        }
        Ok(None)
    }

    /// Returns the moves of a position whose search a limit ended, starting with those that seem
    /// nearest to a proof of x ≥ `target`. Refuted moves are left out.
    ///
    /// # Errors
    /// A limit came first.
    pub fn promising_moves(
        &mut self,
        board: &Placement<B>,
        mover: Color,
        target: i32,
    ) -> Result<Vec<PlacementMove>, Unanswered> {
        let root = self.search.reduce(Node::of(board, mover))?;
        let key = question_key(&root, target);
        let open: Vec<(PackedMove, u32)> = {
            let proofs = self.search.shared.proofs();
            let mut list = proofs.open_moves(key).map(|(list, _)| list.to_vec());
            if let Some(list) = &mut list {
                proofs.update(list);
            }
            list.unwrap_or_default().iter().map(|open| (open.mv, open.delta)).collect()
        };
        let mut ranked = Vec::new();
        for mv in board.moves(mover) {
            let after = board.after(mover, mv);
            let node = self.search.reduce(Node::of(&after, mover.other()))?;
            let bounds = self.search.bounds(&node);
            if bounds.low >= 2 - target {
                continue;
            }
            let packed = PackedMove::of(mv.from.into(), mv.to.into(), mv.arrow.into());
            // The list of open moves is the oldest entry of the table, so it is the first to be
            // lost.
            let delta = match self.numbers(&node, 2 - target) {
                Some((0, _)) => continue,
                Some((_, delta)) => delta,
                None => {
                    open.iter().find(|(open, _)| *open == packed).map_or(u32::MAX, |open| open.1)
                }
            };
            ranked.push((delta, order(&node, bounds), packed, mv));
        }
        ranked.sort_unstable_by_key(|&(delta, order, packed, _)| (delta, order, packed));
        Ok(ranked.into_iter().map(|(.., mv)| mv).collect())
    }
}
