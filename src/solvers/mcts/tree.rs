//! The tree of UCT: L. Kocsis and C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.
//!
//! One simulation walks down from the root along the children of highest priority, grows the tree
//! by at most one node's children, evaluates the position it reached, and adds the result to every
//! node on its path. The differences between programs are behind [`Policy`].
//!
//! A node is a position after a move or, with [`Levels::Two`], also one after an amazon's step
//! whose arrow is still to be shot. Then a move is two levels of the tree, as in the 2008 study's
//! Monte-Carlo program.
//!
//! On demand the tree proves as it grows ([`Prove`]). Each node then has [`Bounds`] of its score in
//! addition to its rewards. Exact results at the leaves narrow them, and they are backed up like
//! minimax values. What is proved affects three things:
//!
//! - visits: children that can no longer matter are skipped, and others take their place. What
//!   matters is given by a window (α, β) of proved scores, as in alpha-beta;
//! - rewards: a reward outside the bounds of a node that it passes counts as the nearer bound, and
//!   so does a child's mean. So visits from before a proof do not count against it;
//! - the answer: among the moves that are proved to reach what is proved for the root, the one with
//!   the best rewards after their uncertainty is subtracted. While another move is the favourite, a
//!   share of the simulations tries to prove that it reaches as much.

use super::bounds::{Bounds, Prove};
use super::ceilings::Ceilings;
use super::node::{Children, NO_ARROW, Node, is_step, targets};
use crate::board::{Bitboard, Color, Frame, Move, Placement, PlacementMove};
use crate::eval::Value;
use crate::limits::{Budget, Limits};
use crate::score::{Interval, Rank};
use crate::solvers::exact_leaf::{Ends, ExactLeaves, Found, rank_of_value};
use crate::solvers::solver::{Answer, Iteration, IterationEnd};
use crate::solvers::watch::{Thought, Variation, Watch};
use crate::util::SeededRng;
use crate::util::memory::as_many_as_fit;
use std::cmp::Reverse;
use std::ops::Range;
use std::time::Duration;

/// The number of tree levels that a move takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Levels {
    /// One.
    #[default]
    One,
    /// Two: the amazon's step, then its arrow.
    Two,
}

/// The options of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeOptions {
    /// What the tree proves.
    pub prove: Prove,
    /// The value of the end of a game.
    pub ends: Ends,
    /// Levels of a move.
    pub levels: Levels,
    /// The seed of all random choices.
    pub seed: u64,
    /// Bytes that the tree may take.
    pub memory: usize,
}

/// The differences between UCT programs. Rewards go from 0 (worst) to 1.
pub trait Policy<B: Bitboard> {
    /// Orders the moves or steps of a node, which are tried in this order. It may stop early when
    /// the budget is exhausted.
    fn order(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        moves: &mut Vec<PlacementMove>,
        dice: &mut SeededRng,
        budget: &mut Budget,
    );

    /// Returns from how many of its `children` a node visited `visits` times chooses.
    fn considered(&self, visits: u32, children: usize) -> usize;

    /// Returns the priority of a child visited before. `ln_visits` is ln n of its parent.
    fn priority(&self, ln_visits: f64, child: &Node) -> f64;

    /// Returns C: the priority of a child is at most its mean reward + C √(ln n / n_i).
    fn widest(&self) -> f64;

    /// Returns how often a node with `siblings` siblings is visited, at least once, before its
    /// children are made and ordered: it has about as many.
    fn expand_at(&self, _siblings: u32) -> u32 {
        EXPAND_AT
    }

    /// Returns the reward, for `mover`, of a simulation from here.
    fn simulate(
        &mut self,
        placement: Placement<B>,
        mover: Color,
        dice: &mut SeededRng,
        endings: &mut ExactLeaves,
    ) -> f64;

    /// Returns the reward of a result, given as the value for the same player.
    fn reward(&self, value: Value) -> f64;

    /// Returns the value that has this reward, in hundredths of a square; `None` if rewards say
    /// nothing about margins.
    fn value(&self, reward: f64) -> Option<Value>;
}

/// The default number of visits at which a node's children are made, which saves memory at little
/// cost.
pub(super) const EXPAND_AT: u32 = 4;

/// Playouts between two looks at the clock. A playout takes about 10 microseconds.
const CLOCK_INTERVAL: u64 = 4;

/// Nodes of the filling search for one ending, and the bytes in which it remembers fillings.
const FILLING_NODES: u32 = 500;
const FILLING_MEMORY: usize = 1 << 18;

/// Playouts of a search without any limit.
const PLAYOUTS: u64 = 100_000;

/// Bytes that a node and its bound take.
const NODE_BYTES: usize = size_of::<Node>() + Ceilings::BYTES;

/// The root of the tree.
const ROOT: usize = 0;

/// How far too high a mean of n rewards may be, times √n. Among moves that are proved to reach the
/// same, the one that is best after this is subtracted is played (Winands' secure child).
const SECURE: f64 = 0.15;

/// If the favourite of the root is not proved to reach what is proved for the root, one in this
/// many simulations asks just that; and the favourite is determined again after this many.
const ASK_EVERY: u64 = 4;
const FAVOURITE_EVERY: u64 = 64;

/// A search that is watched tells what it has found this often, and looks at the clock after so many
/// playouts.
const TELL_EVERY: Duration = Duration::from_millis(500);
const TELL_CHECK: u64 = 256;

/// The playouts after which a search logs the move that it would play: 1, 2, 5, 10 and so on.
#[derive(Clone, Copy, Debug, Default)]
struct Steps {
    /// The nodes and the time of all steps so far.
    logged: (u64, Duration),
}

impl Steps {
    fn ends_at(self, played: u64) -> bool {
        let power = 10u64.pow(played.max(1).ilog10());
        [1, 2, 5].iter().any(|digit| played == digit * power)
    }

    /// Adds what was done since the last step, if anything was.
    fn add(
        &mut self,
        answer: &mut Answer,
        outcome: IterationEnd,
        (played, elapsed): (u64, Duration),
        best: Option<Move>,
    ) {
        let nodes = played - self.logged.0;
        if nodes > 0 {
            let target = i32::try_from(played).unwrap_or(i32::MAX);
            let time = elapsed.saturating_sub(self.logged.1);
            answer.iterations.push(Iteration { target, outcome, nodes, time, best });
            self.logged = (played, elapsed);
        }
    }
}

/// What is certain elsewhere for the player to move, and for the opponent. Scores outside it do not
/// matter.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: i16,
    beta: i16,
}

impl Window {
    /// The window in which everything matters.
    const OPEN: Self = Self { alpha: i16::MIN + 1, beta: i16::MAX - 1 };

    /// The window of the other player.
    fn for_opponent(self) -> Self {
        Self { alpha: -1 - self.beta, beta: -1 - self.alpha }
    }

    /// The window narrowed by what is proved about a node.
    fn within(self, bounds: Bounds) -> Self {
        Self { alpha: self.alpha.max(bounds.low), beta: self.beta.min(bounds.high) }
    }
}

/// A running tree, with everything that simulations need.
pub struct Tree<P> {
    policy: P,
    options: TreeOptions,
    /// The nodes, with capacity for as many as there may be. When it is full, the tree grows no
    /// more, and playouts start at its leaves.
    nodes: Vec<Node>,
    ceilings: Ceilings,
    dice: SeededRng,
    endings: ExactLeaves,
    budget: Budget,
}

impl<P> Tree<P> {
    /// Makes an empty tree, which will take no more than the given memory (except for the moves of
    /// the root). A search without any limit ends after 100,000 playouts.
    pub fn new(policy: P, options: TreeOptions, limits: &Limits) -> Self {
        let memory = options.memory.saturating_sub(FILLING_MEMORY);
        // Children are numbered by 32 bits.
        let capacity = (memory / NODE_BYTES).clamp(1, u32::MAX as usize);
        let mut limits = limits.clone();
        if limits.are_open() {
            limits.nodes = Some(PLAYOUTS);
        }
        // Visits are counted by 32 bits.
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(u32::MAX.into()));
        let (nodes, ceilings) = as_many_as_fit::<[u8; NODE_BYTES], _>(capacity, |nodes| {
            (Vec::with_capacity(nodes), Ceilings::with_capacity(nodes))
        });
        Self {
            policy,
            options,
            ceilings,
            nodes,
            dice: SeededRng::new(options.seed),
            endings: ExactLeaves::new(FILLING_MEMORY, FILLING_NODES, options.ends),
            budget: Budget::new(&limits, CLOCK_INTERVAL),
        }
    }

    /// Simulates from a position until a limit is reached or everything is proved. Answers with the
    /// move that is proved best, or else visited most.
    pub fn grow<B: Bitboard>(
        mut self,
        placement: &Placement<B>,
        mover: Color,
        frame: Frame,
        watch: &mut Watch<'_>,
    ) -> Answer
    where
        P: Policy<B>,
    {
        let mut answer = Answer::unknown(placement.empty.count() as usize);
        self.nodes.push(Node::new(PlacementMove { from: 0, to: 0, arrow: 0 }));
        self.ceilings.extend(1);
        self.expand(ROOT, placement, mover, true);
        if !self.children(ROOT).is_empty() {
            let mut favourite = None;
            let mut told = Duration::ZERO;
            let mut steps = Steps::default();
            while !self.is_settled(self.nodes[ROOT].bounds)
                && !self.budget.exhausted()
                && self.budget.tick()
            {
                let played = self.budget.nodes();
                if played.is_multiple_of(FAVOURITE_EVERY) {
                    favourite = self.unproved_favourite(ROOT);
                }
                let asked = favourite.filter(|_| played.is_multiple_of(ASK_EVERY));
                self.simulate(placement, mover, asked);
                if steps.ends_at(played) {
                    let best = self.best_so_far().map(|best| self.nodes[best].mv);
                    let best = best.map(|mv| frame.outward_move::<B>(mv));
                    steps.add(
                        &mut answer,
                        IterationEnd::Proved,
                        (played, self.budget.elapsed()),
                        best,
                    );
                }
                if watch.is_watched()
                    && played.is_multiple_of(TELL_CHECK)
                    && self.budget.elapsed().saturating_sub(told) >= TELL_EVERY
                {
                    told = self.budget.elapsed();
                    self.tell(frame, watch);
                }
            }
            let Bounds { mut low, high } = self.nodes[ROOT].bounds;
            self.tell(frame, watch);
            if let Some(best) = self.best_move(placement, mover) {
                answer.best = Some(frame.outward_move::<B>(self.nodes[best].mv));
                // No more is claimed than what the move is proved to reach.
                low = low.min(self.nodes[best].bounds_for_maker().low);
            }
            let (settled, played) = (self.is_settled(self.nodes[ROOT].bounds), self.budget.nodes());
            let outcome = if settled { IterationEnd::Proved } else { IterationEnd::Limit };
            let best = answer.best;
            steps.add(&mut answer, outcome, (played, self.budget.elapsed()), best);
            answer.interval.low = answer.interval.low.max(Rank::new(low.into()));
            answer.interval.high = answer.interval.high.min(Rank::new(high.into()));
        } else {
            let Found { value, proved } = self.endings.ran_out(placement, mover, &mut || true);
            if proved {
                answer.interval = Interval::exactly(rank_of_value(value));
            }
        }
        answer.nodes = self.budget.nodes();
        answer.time = self.budget.elapsed();
        answer
    }

    fn is_settled(&self, bounds: Bounds) -> bool {
        self.options.prove.is_settled(self.options.ends, bounds)
    }

    fn proves(&self) -> bool {
        self.options.prove != Prove::Nothing
    }

    /// The node of the move to play: the best child or, after a step, the best of its arrows.
    fn best_move<B: Bitboard>(&mut self, placement: &Placement<B>, mover: Color) -> Option<usize>
    where
        P: Policy<B>,
    {
        let best = self.best_child(ROOT)?;
        if !self.nodes[best].is_step() {
            return Some(best);
        }
        if self.nodes[best].children.is_none() {
            self.expand(best, placement, mover, true);
        }
        self.best_child(best)
    }

    /// The move to play if the search ended now, as far as the tree has it.
    fn best_so_far<B: Bitboard>(&self) -> Option<usize>
    where
        P: Policy<B>,
    {
        let best = self.best_child(ROOT)?;
        if self.nodes[best].is_step() { self.best_child(best) } else { Some(best) }
    }

    /// The child to play: the best by secure value among those that are proved to reach what is
    /// required, or among all. If nothing is to be proved, or if only wins count and none is
    /// proved, it is the most visited child that may still be best. Among equals it is the first.
    fn best_child<B: Bitboard>(&self, parent: usize) -> Option<usize>
    where
        P: Policy<B>,
    {
        let children = || self.children(parent).rev();
        let bounds = self.nodes[parent].bounds;
        let most = |children: &mut dyn Iterator<Item = usize>| {
            children.max_by_key(|&child| self.nodes[child].visits)
        };
        if !self.proves() {
            return most(&mut children());
        }
        let visits = |child: usize| self.nodes[child].visits;
        let securest = |children: &mut dyn Iterator<Item = usize>| {
            children.max_by(|&a, &b| {
                self.secure(a).total_cmp(&self.secure(b)).then(visits(a).cmp(&visits(b)))
            })
        };
        let of = |child: usize| self.nodes[child].bounds_for_maker();
        if let Some(proved) = self.options.prove.required(bounds) {
            return securest(&mut children().filter(|&child| of(child).low >= proved));
        }
        if self.options.ends == Ends::Score {
            return securest(&mut children());
        }
        let open = |child: &usize| of(*child).high >= 0 || bounds.high < 0;
        most(&mut children().filter(open)).or(most(&mut children()))
    }

    /// The numbers of a node's children that have been made.
    fn children(&self, parent: usize) -> Range<usize> {
        self.nodes[parent].children.map_or(0..0, Children::numbers)
    }

    /// The value of a child for its parent's mover, minus the amount by which its mean may be too
    /// high.
    fn secure<B: Bitboard>(&self, child: usize) -> f64
    where
        P: Policy<B>,
    {
        let node = &self.nodes[child];
        let n = f64::from(node.visits.max(1));
        self.within(node.bounds_for_maker(), node.total / n - SECURE / n.sqrt())
    }

    /// The most visited child that may exceed what is proved for its parent, if its secure value
    /// exceeds it and the child is not yet proved to reach as much.
    fn unproved_favourite<B: Bitboard>(&self, parent: usize) -> Option<usize>
    where
        P: Policy<B>,
    {
        let bounds = self.nodes[parent].bounds;
        let proved = self.options.prove.required(bounds)?;
        let open = |child: &usize| self.nodes[*child].bounds_for_maker().high > bounds.low;
        let most = self.children(parent).rev().filter(open);
        let favourite = most.max_by_key(|&child| self.nodes[child].visits)?;
        let reward = self.policy.reward(bounds.values(self.options.ends).0);
        let unproved = self.nodes[favourite].bounds_for_maker().low < proved;
        (unproved && self.secure(favourite) > reward).then_some(favourite)
    }

    /// Tells what the best children of the root are worth.
    fn tell<B: Bitboard>(&self, frame: Frame, watch: &mut Watch<'_>)
    where
        P: Policy<B>,
    {
        let Some(best) = self.best_child(ROOT).filter(|_| watch.is_watched()) else { return };
        let visited = |child: &usize| *child != best && self.nodes[*child].visits > 0;
        let mut others: Vec<usize> = self.children(ROOT).filter(visited).collect();
        others.sort_by_key(|&child| Reverse(self.nodes[child].visits));
        let shown = [best].into_iter().chain(others).take(watch.lines());
        let lines: Vec<Variation> = shown.map(|child| self.line(child, frame)).collect();
        let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
        let (nodes, time) = (self.budget.nodes(), self.budget.elapsed());
        watch.tell(&Thought { depth, finished: true, nodes, time, lines });
    }

    /// The line of a child of the root, along the children visited most.
    fn line<B: Bitboard>(&self, child: usize, frame: Frame) -> Variation
    where
        P: Policy<B>,
    {
        let node = &self.nodes[child];
        let mean = node.total / f64::from(node.visits.max(1));
        let value = self.policy.value(self.within(node.bounds_for_maker(), mean));
        let mut moves = Vec::new();
        let mut next = Some(child);
        while let Some(node) = next {
            if !self.nodes[node].is_step() {
                moves.push(frame.outward_move::<B>(self.nodes[node].mv));
            }
            let visited = self.children(node).rev().filter(|&child| self.nodes[child].visits > 0);
            next = visited.max_by_key(|&child| self.nodes[child].visits);
        }
        Variation { value: value.filter(|_| node.visits > 0), moves }
    }

    /// A reward, moved into the bounds of the same player's rank.
    fn within<B: Bitboard>(&self, bounds: Bounds, reward: f64) -> f64
    where
        P: Policy<B>,
    {
        if !self.proves() || bounds == Bounds::UNKNOWN {
            return reward;
        }
        let (low, high) = bounds.values(self.options.ends);
        reward.min(self.policy.reward(high)).max(self.policy.reward(low))
    }

    /// Makes the children of a node if there is room for them, or `in_any_case`.
    fn expand<B: Bitboard>(
        &mut self,
        node: usize,
        placement: &Placement<B>,
        mover: Color,
        in_any_case: bool,
    ) where
        P: Policy<B>,
    {
        let mv = self.nodes[node].mv;
        let mut moves = if is_step(mv) {
            let arrows = targets(placement, mv).squares();
            arrows.map(|arrow| PlacementMove { arrow: arrow as u16, ..mv }).collect()
        } else if self.options.levels == Levels::Two {
            let mut steps = Vec::new();
            for from in placement.amazons(mover).squares() {
                let to = B::queen(from, placement.empty).squares();
                let step = |to| PlacementMove { from: from as u16, to: to as u16, arrow: NO_ARROW };
                steps.extend(to.map(step));
            }
            steps
        } else {
            placement.moves(mover)
        };
        if !in_any_case && self.nodes.len() + moves.len() > self.nodes.capacity() {
            return;
        }
        self.policy.order(placement, mover, &mut moves, &mut self.dice, &mut self.budget);
        self.nodes[node].children = Some(Children::new(self.nodes.len(), moves.len()));
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
        self.ceilings.extend(moves.len());
    }

    /// Runs one simulation from the root. If a child is `asked` about, it starts with this child,
    /// only to find out whether it reaches what is proved for the root.
    fn simulate<B: Bitboard>(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        mut asked: Option<usize>,
    ) where
        P: Policy<B>,
    {
        // If only the winner is to be proved, nothing above the node itself counts.
        let windowed = self.options.prove == Prove::Score || asked.is_some();
        let mut window = Window::OPEN;
        if asked.is_some() {
            let proved = self.options.prove.required(self.nodes[ROOT].bounds);
            window.alpha = proved.map_or(Window::OPEN.alpha, |proved| proved - 1);
        }
        let (mut placement, mut mover) = (*placement, mover);
        let mut way = vec![ROOT];
        let mut node = ROOT;
        let mut siblings = 0;
        let reward = loop {
            let Node { mv, bounds, children, visits, .. } = self.nodes[node];
            if self.is_settled(bounds) {
                break self.policy.reward(bounds.decided(self.options.ends));
            }
            // Arrows are made with the first visit of their step, since they cost little.
            if children.is_none() && (is_step(mv) || visits >= self.policy.expand_at(siblings)) {
                if self.proves()
                    && !is_step(mv)
                    && let Some(found) = self.endings.settled(&placement, mover, &mut || true)
                {
                    self.nodes[node].bounds = Bounds::of_found(found);
                    break self.policy.reward(found.value);
                }
                self.expand(node, &placement, mover, false);
            }
            match self.nodes[node].children {
                Some(children) if !children.is_empty() => {
                    siblings = children.count();
                    if asked.is_none() {
                        let outer = if windowed { window } else { Window::OPEN };
                        window = outer.within(bounds);
                    }
                    let alpha = window.alpha;
                    let chosen =
                        asked.take().or_else(|| self.choose(bounds, alpha, visits, children));
                    let Some(child) = chosen else {
                        // No child yields more than α, so the node does not either.
                        break self.policy.reward(bounds.values(self.options.ends).1);
                    };
                    node = child;
                    let mv = self.nodes[node].mv;
                    // The placement waits for the arrow.
                    if !is_step(mv) {
                        placement = placement.after(mover, mv);
                        mover = mover.other();
                        window = window.for_opponent();
                    }
                    way.push(node);
                }
                _ if is_step(mv) => {
                    let arrow = self.dice.square(targets(&placement, mv)) as u16;
                    let next = placement.after(mover, PlacementMove { arrow, ..mv });
                    let Self { policy, dice, endings, .. } = self;
                    break 1.0 - policy.simulate(next, mover.other(), dice, endings);
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
        self.credit(&way, reward);
    }

    /// Adds a visit to each node on a path, with the reward for the player to move at its end.
    fn credit<B: Bitboard>(&mut self, way: &[usize], mut reward: f64)
    where
        P: Policy<B>,
    {
        if self.proves() {
            self.back_up(way);
        }
        for &node in way.iter().rev() {
            reward = self.within(self.nodes[node].bounds, reward);
            // From the player to move here to the one who moved here.
            if !self.nodes[node].is_step() {
                reward = 1.0 - reward;
            }
            self.nodes[node].add(reward);
            let Node { visits, total, .. } = self.nodes[node];
            self.ceilings.update(node, visits, total);
        }
    }

    /// Narrows the bounds of the nodes on a path, from its end on, as long as any of them changes.
    fn back_up(&mut self, way: &[usize]) {
        for &parent in way[..way.len() - 1].iter().rev() {
            let old = self.nodes[parent].bounds;
            let (mut low, mut high) = (old.low, i16::MIN);
            for child in &self.nodes[self.children(parent)] {
                let bounds = child.bounds_for_maker();
                low = low.max(bounds.low);
                high = high.max(bounds.high);
            }
            let new = Bounds { low, high: high.min(old.high) };
            if new == old {
                return;
            }
            self.nodes[parent].bounds = new;
        }
    }

    /// The child to walk down to: the first one never visited, or else the one of highest priority.
    /// `None` if no child can matter.
    fn choose<B: Bitboard>(
        &self,
        bounds: Bounds,
        alpha: i16,
        visits: u32,
        children: Children,
    ) -> Option<usize>
    where
        P: Policy<B>,
    {
        let numbers = children.numbers();
        let considered = self.policy.considered(visits, numbers.len()).clamp(1, numbers.len());
        let ln_visits = f64::from(visits.max(1)).ln();
        if self.proves() {
            let TreeOptions { prove, ends, .. } = self.options;
            let open = numbers.filter(|&child| {
                !prove.is_pruned(ends, bounds, alpha, self.nodes[child].bounds_for_maker())
            });
            self.choose_among(open.take(considered), ln_visits)
        } else {
            Some(self.choose_freely(numbers.start..numbers.start + considered, ln_visits))
        }
    }

    /// [`Self::choose`] among children some of which may have proved bounds.
    fn choose_among<B: Bitboard>(
        &self,
        children: impl Iterator<Item = usize>,
        ln_visits: f64,
    ) -> Option<usize>
    where
        P: Policy<B>,
    {
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for child in children {
            let node = &self.nodes[child];
            if node.visits == 0 {
                return Some(child);
            }
            let n = f64::from(node.visits);
            let total = n * self.within(node.bounds_for_maker(), node.total / n);
            let priority = self.policy.priority(ln_visits, &Node { total, ..*node });
            if priority > highest || best.is_none() {
                highest = priority;
                best = Some(child);
            }
        }
        best
    }

    /// [`Self::choose`] among some children, at least one, if nothing is proved. First visits are
    /// made one child after the other.
    fn choose_freely<B: Bitboard>(&self, children: Range<usize>, ln_visits: f64) -> usize
    where
        P: Policy<B>,
    {
        if self.nodes[children.end - 1].visits == 0 {
            let visited = self.nodes[children.clone()].partition_point(|node| node.visits > 0);
            return children.start + visited;
        }
        let slack = self.policy.widest() * ln_visits.sqrt();
        let mut best = children.start;
        let mut highest = self.policy.priority(ln_visits, &self.nodes[best]);
        let mut next = best + 1;
        while let Some(child) = self.ceilings.first_above(next..children.end, slack, highest) {
            let priority = self.policy.priority(ln_visits, &self.nodes[child]);
            if priority > highest {
                (best, highest) = (child, priority);
            }
            next = child + 1;
        }
        best
    }
}
