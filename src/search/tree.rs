//! The tree of UCT: L. Kocsis and C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.
//!
//! One simulation walks down from the root along the children of highest priority, grows the tree
//! by at most one node's children, evaluates where it came to, and adds the result to every node
//! of its way. What differs between programs is behind [`Policy`].

use super::dice::Dice;
use super::endings::{Endings, Found, rank_of_value};
use super::limits::{Budget, Limits};
use super::solver::Answer;
use crate::board::{Bits, Color, Frame, Grid, GridMove};
use crate::eval::Value;
use std::sync::atomic::AtomicBool;

/// A node: a move and what the simulations through it gave.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    mv: GridMove,
    children: Children,
    /// n: simulations through it.
    pub visits: u32,
    /// Sum of their rewards, for the player who made the move.
    pub total: f64,
    /// Sum of the squares of the rewards.
    pub squares: f64,
}

/// Where a node's children are: next to each other in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Children {
    /// Not made yet.
    Unknown,
    /// There are none: the player to move has run out, and every visit gives the same.
    None,
    /// `count` of them, from the node `first` on.
    Some { first: u32, count: u32 },
}

impl Node {
    fn new(mv: GridMove) -> Self {
        Self { mv, children: Children::Unknown, visits: 0, total: 0.0, squares: 0.0 }
    }

    fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.total += reward;
        self.squares += reward * reward;
    }
}

/// What distinguishes one UCT program from another. Rewards are 0 (worst) to 1.
pub trait Policy<B: Bits> {
    /// Orders the moves of a node; earlier ones are tried first. May stop early when the budget
    /// is exhausted.
    fn order(
        &mut self,
        grid: &Grid<B>,
        mover: Color,
        moves: &mut Vec<GridMove>,
        dice: &mut Dice,
        budget: &mut Budget,
    );

    /// How many of its `children` a node visited `visits` times chooses from.
    fn considered(&self, visits: u32, children: usize) -> usize;

    /// The priority of a child visited before; `ln_visits` is ln n of its parent.
    fn priority(&self, ln_visits: f64, child: &Node) -> f64;

    /// The reward, for `mover`, of a simulation from here.
    fn simulate(
        &mut self,
        grid: Grid<B>,
        mover: Color,
        dice: &mut Dice,
        endings: &mut Endings,
    ) -> f64;

    /// The reward of a result, given as the value for the same player.
    fn reward(&self, value: Value) -> f64;
}

/// A node's children are made when it is visited this many times, which saves memory for little.
const EXPAND_AT: u32 = 4;

/// Playouts between two looks at the clock; one takes some 10 microseconds.
const CLOCK_INTERVAL: u64 = 4;

/// Nodes of the filling search for one ending, and the bytes it remembers fillings in.
const FILLING_NODES: u32 = 500;
const FILLING_MEMORY: usize = 1 << 18;

/// Playouts of a search without any limit.
const PLAYOUTS: u64 = 100_000;

/// The root of the tree.
const ROOT: usize = 0;

/// A tree under way, with all that simulations need.
pub struct Tree<'a, P> {
    policy: P,
    /// With room for as many nodes as there may be. When it is full, the tree grows no more and
    /// simulations start at its leaves.
    nodes: Vec<Node>,
    dice: Dice,
    endings: Endings,
    budget: Budget<'a>,
}

impl<'a, P> Tree<'a, P> {
    /// An empty tree, which will take no more memory than `limits` allow (but for the moves of
    /// the root). A search without any limit ends after 100,000 playouts.
    pub fn new(policy: P, seed: u64, limits: &Limits, abort: &'a AtomicBool) -> Self {
        let memory = limits.memory.saturating_sub(FILLING_MEMORY);
        // Children are numbered by 32 bits.
        let capacity = (memory / size_of::<Node>()).clamp(1, u32::MAX as usize);
        let unlimited = limits.time.is_none() && limits.nodes.is_none();
        let limits = if unlimited { Limits { nodes: Some(PLAYOUTS), ..*limits } } else { *limits };
        Self {
            policy,
            nodes: Vec::with_capacity(capacity),
            dice: Dice::new(seed),
            endings: Endings::new(FILLING_MEMORY, FILLING_NODES),
            budget: Budget::new(&limits, CLOCK_INTERVAL, abort),
        }
    }

    /// Simulates from a position until a limit comes, and answers the move visited most.
    pub fn grow<B: Bits>(mut self, grid: &Grid<B>, mover: Color, frame: Frame) -> Answer
    where
        P: Policy<B>,
    {
        let mut answer = Answer::unknown(grid.empty.count() as usize);
        self.nodes.push(Node::new(GridMove { from: 0, to: 0, arrow: 0 }));
        self.expand(ROOT, grid, mover);
        if let Children::Some { first, count } = self.nodes[ROOT].children {
            while !self.budget.exhausted() && self.budget.tick() {
                self.simulate(grid, mover);
            }
            // Of equals the one that stands first.
            let children = &self.nodes[first as usize..(first + count) as usize];
            let best = children.iter().rev().max_by_key(|node| node.visits);
            answer.best = best.map(|node| frame.outward_move::<B>(node.mv));
        } else {
            let Found { value, proved } = self.endings.ran_out(grid, mover, &mut || true);
            if proved {
                (answer.at_least, answer.at_most) = (rank_of_value(value), rank_of_value(value));
            }
        }
        answer.nodes = self.budget.nodes();
        answer.time = self.budget.elapsed();
        answer
    }

    /// Makes the children of a node if there is room for them; the root's in any case.
    fn expand<B: Bits>(&mut self, node: usize, grid: &Grid<B>, mover: Color)
    where
        P: Policy<B>,
    {
        let mut moves = grid.moves(mover);
        let children = if moves.is_empty() {
            Children::None
        } else if node == ROOT || self.nodes.len() + moves.len() <= self.nodes.capacity() {
            self.policy.order(grid, mover, &mut moves, &mut self.dice, &mut self.budget);
            let first = self.nodes.len() as u32;
            self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
            Children::Some { first, count: moves.len() as u32 }
        } else {
            Children::Unknown
        };
        self.nodes[node].children = children;
    }

    /// One simulation from the root.
    fn simulate<B: Bits>(&mut self, grid: &Grid<B>, mover: Color)
    where
        P: Policy<B>,
    {
        let (mut grid, mut mover) = (*grid, mover);
        let mut way = vec![ROOT];
        let mut node = ROOT;
        let reward = loop {
            let Node { children, visits, .. } = self.nodes[node];
            if children == Children::Unknown && visits >= EXPAND_AT {
                self.expand(node, &grid, mover);
            }
            match self.nodes[node].children {
                Children::Some { first, count } => {
                    node = self.choose(visits, first as usize, count as usize);
                    grid = grid.after(mover, self.nodes[node].mv);
                    mover = mover.other();
                    way.push(node);
                }
                _ if !grid.can_move(mover) => {
                    let found = self.endings.ran_out(&grid, mover, &mut || true);
                    break self.policy.reward(found.value);
                }
                _ => {
                    let Self { policy, dice, endings, .. } = self;
                    break policy.simulate(grid, mover, dice, endings);
                }
            }
        };
        // The reward is for the player to move at the end; a node keeps that of the player who
        // moved there.
        let mut reward = 1.0 - reward;
        for &node in way.iter().rev() {
            self.nodes[node].add(reward);
            reward = 1.0 - reward;
        }
    }

    /// The child to walk down to: the first one never visited, or that of highest priority.
    fn choose<B: Bits>(&self, visits: u32, first: usize, count: usize) -> usize
    where
        P: Policy<B>,
    {
        let considered = self.policy.considered(visits, count).clamp(1, count);
        let ln_visits = f64::from(visits.max(1)).ln();
        let mut best = first;
        let mut highest = f64::NEG_INFINITY;
        for (child, node) in self.nodes[first..first + considered].iter().enumerate() {
            if node.visits == 0 {
                return first + child;
            }
            let priority = self.policy.priority(ln_visits, node);
            if priority > highest {
                highest = priority;
                best = first + child;
            }
        }
        best
    }
}
