//! The tree of UCT: L. Kocsis and C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.
//!
//! One simulation walks down from the root along the children of highest priority, grows the tree
//! by at most one node's children, evaluates where it came to, and adds the result to every node
//! of its way. What differs between programs is behind [`Policy`].
//!
//! On demand the tree proves as it grows: each node then has bounds of its score beside its
//! rewards, which exact results at the leaves narrow and which are backed up like minimax values.
//! M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo Tree Search Solver", Computers and Games
//! 2008, for wins and losses; T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree
//! Search", Computers and Games 2010, for scores. Children that cannot improve on what is proved
//! of their parent are not visited any more.

use crate::board::{Bitboard, Color, Frame, Placement, PlacementMove};
use crate::eval::Value;
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use crate::solvers::exact_leaf::{ExactLeaves, Found, rank_of_value, value_of_rank};
use crate::solvers::solver::Answer;
use crate::solvers::spec::{Spec, SpecError};
use crate::util::SeededRng;
use crate::util::memory::as_many_as_fit;
use std::fmt;

/// What the tree proves: the option `prove` of its solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prove {
    /// Nothing (`none`).
    Nothing,
    /// Who wins (`win`): MCTS-Solver.
    Win,
    /// The score (`score`): score-bounded MCTS.
    Score,
}

impl Prove {
    /// Takes the option `prove`.
    ///
    /// # Errors
    /// It has an impossible value.
    pub fn take(spec: &mut Spec) -> Result<Self, SpecError> {
        match spec.take_text("prove").as_deref() {
            None | Some("none") => Ok(Self::Nothing),
            Some("win") => Ok(Self::Win),
            Some("score") => Ok(Self::Score),
            Some(other) => {
                Err(spec.error(format!("no prove '{other}'; expected none, win or score")))
            }
        }
    }

    /// Whether nothing is left to prove of a node with these bounds.
    fn is_settled(self, bounds: Bounds) -> bool {
        match self {
            Self::Nothing => false,
            Self::Win => bounds.low >= 0 || bounds.high < 0,
            Self::Score => bounds.low == bounds.high,
        }
    }

    /// Whether a child can be left out: it is settled, or cannot bring its parent more than is
    /// proved of him already.
    fn is_pruned(self, parent: Bounds, child: Bounds) -> bool {
        self.is_settled(child) || self == Self::Score && child.best_for_parent() <= parent.low
    }
}

impl fmt::Display for Prove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "none",
            Self::Win => "win",
            Self::Score => "score",
        })
    }
}

/// Proved bounds of the rank of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    low: i16,
    high: i16,
}

impl Bounds {
    /// Wider than any rank.
    const UNKNOWN: Self = Self { low: -1000, high: 1000 };

    /// Those of a result; one that is not proved is a lower bound of how much the winner wins by.
    fn of_found(found: Found) -> Self {
        let rank = rank_of_value(found.value) as i16;
        if found.proved {
            Self { low: rank, high: rank }
        } else {
            Self { high: rank, ..Self::UNKNOWN }
        }
    }

    /// What the parent's mover gets at best, and at least, by moving here.
    fn best_for_parent(self) -> i16 {
        -1 - self.low
    }
    fn assured_to_parent(self) -> i16 {
        -1 - self.high
    }

    /// A value within them, for the reward of a visit.
    fn value(self) -> Value {
        value_of_rank(Rank::from(if self.low >= 0 { self.low } else { self.high }))
    }
}

/// A node: a move and what the simulations through it gave.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    mv: PlacementMove,
    bounds: Bounds,
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
    fn new(mv: PlacementMove) -> Self {
        let bounds = Bounds::UNKNOWN;
        Self { mv, bounds, children: Children::Unknown, visits: 0, total: 0.0, squares: 0.0 }
    }

    fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.total += reward;
        self.squares += reward * reward;
    }
}

/// What distinguishes one UCT program from another. Rewards are 0 (worst) to 1.
pub trait Policy<B: Bitboard> {
    /// Orders the moves of a node; earlier ones are tried first. May stop early when the budget
    /// is exhausted.
    fn order(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        moves: &mut Vec<PlacementMove>,
        dice: &mut SeededRng,
        budget: &mut Budget,
    );

    /// How many of its `children` a node visited `visits` times chooses from.
    fn considered(&self, visits: u32, children: usize) -> usize;

    /// The priority of a child visited before; `ln_visits` is ln n of its parent.
    fn priority(&self, ln_visits: f64, child: &Node) -> f64;

    /// The reward, for `mover`, of a simulation from here.
    fn simulate(
        &mut self,
        placement: Placement<B>,
        mover: Color,
        dice: &mut SeededRng,
        endings: &mut ExactLeaves,
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
pub struct Tree<P> {
    policy: P,
    prove: Prove,
    /// With room for as many nodes as there may be. When it is full, the tree grows no more and
    /// simulations start at its leaves.
    nodes: Vec<Node>,
    dice: SeededRng,
    endings: ExactLeaves,
    budget: Budget,
}

impl<P> Tree<P> {
    /// An empty tree, which will take no more than `memory` bytes (but for the moves of the
    /// root). A search without any limit ends after 100,000 playouts.
    pub fn new(policy: P, prove: Prove, seed: u64, memory: usize, limits: &Limits) -> Self {
        let memory = memory.saturating_sub(FILLING_MEMORY);
        // Children are numbered by 32 bits.
        let capacity = (memory / size_of::<Node>()).clamp(1, u32::MAX as usize);
        let mut limits = limits.clone();
        if limits.are_open() {
            limits.nodes = Some(PLAYOUTS);
        }
        Self {
            policy,
            prove,
            nodes: Vec::with_capacity(as_many_as_fit::<Node>(capacity)),
            dice: SeededRng::new(seed),
            endings: ExactLeaves::new(FILLING_MEMORY, FILLING_NODES),
            budget: Budget::new(&limits, CLOCK_INTERVAL),
        }
    }

    /// Simulates from a position until a limit comes, and answers the move visited most.
    pub fn grow<B: Bitboard>(
        mut self,
        placement: &Placement<B>,
        mover: Color,
        frame: Frame,
    ) -> Answer
    where
        P: Policy<B>,
    {
        let mut answer = Answer::unknown(placement.empty.count() as usize);
        self.nodes.push(Node::new(PlacementMove { from: 0, to: 0, arrow: 0 }));
        self.expand(ROOT, placement, mover);
        if let Children::Some { first, count } = self.nodes[ROOT].children {
            while !self.prove.is_settled(self.nodes[ROOT].bounds)
                && !self.budget.exhausted()
                && self.budget.tick()
            {
                self.simulate(placement, mover);
            }
            let best = self.best_child(&self.nodes[first as usize..(first + count) as usize]);
            answer.best = best.map(|node| frame.outward_move::<B>(node.mv));
            let Bounds { low, high } = self.nodes[ROOT].bounds;
            answer.interval.low = answer.interval.low.max(low.into());
            answer.interval.high = answer.interval.high.min(high.into());
        } else {
            let Found { value, proved } = self.endings.ran_out(placement, mover, &mut || true);
            if proved {
                (answer.interval.low, answer.interval.high) =
                    (rank_of_value(value), rank_of_value(value));
            }
        }
        answer.nodes = self.budget.nodes();
        answer.time = self.budget.elapsed();
        answer
    }

    /// The root's child to play: of those that may still be best, or are proved to be, the one
    /// visited most, and of equals the one that stands first.
    fn best_child<'n>(&self, children: &'n [Node]) -> Option<&'n Node> {
        let root = self.nodes[ROOT].bounds;
        let settled = self.prove.is_settled(root);
        let may_be_best = |node: &&Node| {
            let (best, assured) = (node.bounds.best_for_parent(), node.bounds.assured_to_parent());
            self.prove == Prove::Nothing || assured >= root.low || !settled && best > root.low
        };
        let most = |nodes: &mut dyn Iterator<Item = &'n Node>| nodes.max_by_key(|node| node.visits);
        most(&mut children.iter().rev().filter(may_be_best)).or(most(&mut children.iter().rev()))
    }

    /// Makes the children of a node if there is room for them; the root's in any case.
    fn expand<B: Bitboard>(&mut self, node: usize, placement: &Placement<B>, mover: Color)
    where
        P: Policy<B>,
    {
        let mut moves = placement.moves(mover);
        let children = if moves.is_empty() {
            Children::None
        } else if node == ROOT || self.nodes.len() + moves.len() <= self.nodes.capacity() {
            self.policy.order(placement, mover, &mut moves, &mut self.dice, &mut self.budget);
            let first = self.nodes.len() as u32;
            self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
            Children::Some { first, count: moves.len() as u32 }
        } else {
            Children::Unknown
        };
        self.nodes[node].children = children;
    }

    /// One simulation from the root.
    fn simulate<B: Bitboard>(&mut self, placement: &Placement<B>, mover: Color)
    where
        P: Policy<B>,
    {
        let (mut placement, mut mover) = (*placement, mover);
        let mut way = vec![ROOT];
        let mut node = ROOT;
        let reward = loop {
            let Node { bounds, children, visits, .. } = self.nodes[node];
            if self.prove.is_settled(bounds) {
                break self.policy.reward(bounds.value());
            }
            if children == Children::Unknown && visits >= EXPAND_AT {
                if self.prove != Prove::Nothing
                    && let Some(found) = self.endings.settled(&placement, mover, &mut || true)
                {
                    self.nodes[node].bounds = Bounds::of_found(found);
                    break self.policy.reward(found.value);
                }
                self.expand(node, &placement, mover);
            }
            match self.nodes[node].children {
                Children::Some { first, count } => {
                    let Some(child) = self.choose(bounds, visits, first as usize, count as usize)
                    else {
                        break self.policy.reward(bounds.value());
                    };
                    node = child;
                    placement = placement.after(mover, self.nodes[node].mv);
                    mover = mover.other();
                    way.push(node);
                }
                _ if !placement.can_move(mover) => {
                    let found = self.endings.ran_out(&placement, mover, &mut || true);
                    self.nodes[node].bounds = Bounds::of_found(found);
                    break self.policy.reward(found.value);
                }
                _ => {
                    let Self { policy, dice, endings, .. } = self;
                    break policy.simulate(placement, mover, dice, endings);
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
        if self.prove != Prove::Nothing {
            self.back_up(&way);
        }
    }

    /// Narrows the bounds of the nodes of a way, from its end on as long as that changes any.
    fn back_up(&mut self, way: &[usize]) {
        for &parent in way[..way.len() - 1].iter().rev() {
            let Children::Some { first, count } = self.nodes[parent].children else { return };
            let old = self.nodes[parent].bounds;
            let (mut low, mut high) = (old.low, i16::MIN);
            for child in &self.nodes[first as usize..(first + count) as usize] {
                low = low.max(child.bounds.assured_to_parent());
                high = high.max(child.bounds.best_for_parent());
            }
            let new = Bounds { low, high: high.min(old.high) };
            if new == old {
                return;
            }
            self.nodes[parent].bounds = new;
        }
    }

    /// The child to walk down to: the first one never visited, or that of highest priority; `None`
    /// if no child can improve on what is proved.
    fn choose<B: Bitboard>(
        &self,
        bounds: Bounds,
        visits: u32,
        first: usize,
        count: usize,
    ) -> Option<usize>
    where
        P: Policy<B>,
    {
        let considered = self.policy.considered(visits, count).clamp(1, count);
        let ln_visits = f64::from(visits.max(1)).ln();
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        let open = self.nodes[first..first + count].iter().enumerate().filter(|(_, node)| {
            self.prove == Prove::Nothing || !self.prove.is_pruned(bounds, node.bounds)
        });
        for (child, node) in open.take(considered) {
            if node.visits == 0 {
                return Some(first + child);
            }
            let priority = self.policy.priority(ln_visits, node);
            if priority > highest || best.is_none() {
                highest = priority;
                best = Some(first + child);
            }
        }
        best
    }
}
