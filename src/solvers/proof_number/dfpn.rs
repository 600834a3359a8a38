//! Depth-first proof-number search: A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and
//! Its Applications", Ph.D. thesis, University of Tokyo, 2001.
//!
//! | thesis | here | meaning |
//! |---|---|---|
//! | n.φ, n.δ | [`ProofNumbers::phi`], [`ProofNumbers::delta`] | cost to prove that the mover of n wins, loses |
//! | n.φ = min n_c.δ | [`Children::phi`] | the mover needs only its best child |
//! | n.δ = Σ n_c.φ | [`Rule::delta`] of [`Sum`] | all children must fail the mover |
//! | th(n).φ, th(n).δ | `Thresholds` | the search leaves n when one of them is reached |
//! | n_1, n_2 | [`Children::best`], [`Children::second_delta`] | the children of least δ |
//! | th(n_1).φ = th(n).δ + n_1.φ − n.δ | [`Rule::phi_threshold`] of [`Sum`] | |
//! | th(n_1).δ = min(th(n).φ, n_2.δ + 1) | `Search::delta_threshold` | |
//! | MID(n) | `Search::mid` | multiple iterative deepening |
//!
//! Every move blocks a square, so the positions form a directed acyclic graph, and no special care
//! for loops is needed. Nothing below a child can lead to one of its siblings. So a node holds the
//! numbers of its children itself while it is searched, and the table only serves later visits.
//!
//! The search is generic over the [`Rule`] that combines the children. So other proof-number
//! searches differ from this one only in what their authors changed.

use super::multi_valued::{AfterLimit, LimitOf, Verdict, get_value};
use super::pn_table::PnTable;
use super::proof_numbers::{INFINITY, ProofNumbers, Thresholds};
use super::question::{Node, Question, State};
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Frame, Placement, PlacementMove, Position};
use crate::limits::{Budget, Limits};
use crate::solvers::options::{Configured, Options};
use crate::solvers::solver::{Answer, Solver};
use crate::solvers::spec::Spec;

/// A move of a node, and the numbers of the child after it from the side of the opponent of the
/// node's mover.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: PlacementMove,
    bounds: ProofNumbers,
}

/// What the formulas need to know about the children of a node.
#[derive(Clone, Copy, Debug)]
pub struct Children {
    /// n_1: the index of the first child of least δ.
    pub best: usize,
    /// φ of that child.
    pub best_phi: u32,
    /// min n_c.δ, which is φ of the node.
    pub phi: u32,
    /// n_2.δ: the least δ among the others.
    pub second_delta: u32,
    /// Σ n_c.φ.
    pub phi_sum: u64,
    /// max n_c.φ.
    pub phi_max: u32,
    /// How many children have φ ≠ 0, that is, do not yet fail the mover.
    pub unsolved: u32,
}

impl Children {
    #[inline(always)]
    fn of(children: &[Child]) -> Self {
        let mut all = Self {
            best: 0,
            best_phi: 0,
            phi: INFINITY,
            second_delta: INFINITY,
            phi_sum: 0,
            phi_max: 0,
            unsolved: 0,
        };
        for (i, Child { bounds, .. }) in children.iter().enumerate() {
            if bounds.delta < all.phi {
                (all.best, all.best_phi) = (i, bounds.phi);
                (all.phi, all.second_delta) = (bounds.delta, all.phi);
            } else if bounds.delta < all.second_delta {
                all.second_delta = bounds.delta;
            }
            all.phi_sum += u64::from(bounds.phi);
            all.phi_max = all.phi_max.max(bounds.phi);
            all.unsolved += u32::from(bounds.phi != 0);
        }
        all
    }
}

/// How a proof-number search combines the numbers of the children of a node.
pub trait Rule: Clone + Copy + Default + Send + Sync + 'static {
    /// The solver's name.
    const NAME: &'static str;
    /// Returns δ of a node none of whose children is a win for its mover; 0 if all children fail
    /// the mover.
    fn delta(children: &Children) -> u64;
    /// Returns the threshold of φ at which the best child must be left because δ of the node has
    /// reached `delta_threshold`. It is greater than the child's φ as long as δ has not.
    fn phi_threshold(delta_threshold: u64, children: &Children) -> u64;
}

/// The rule of df-pn: δ is the sum over the children.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum;

impl Rule for Sum {
    const NAME: &'static str = "dfpn";

    #[inline(always)]
    fn delta(children: &Children) -> u64 {
        children.phi_sum
    }

    #[inline(always)]
    fn phi_threshold(delta_threshold: u64, children: &Children) -> u64 {
        delta_threshold - (children.phi_sum - u64::from(children.best_phi))
    }
}

/// The solver `dfpn`.
pub type DfPn = DepthFirst<Sum>;

/// A depth-first proof-number search as a solver. Its nodes are the positions that it generates.
///
/// Options:
/// - `tt=SIZE`: bytes of the table; by default and at most 15/16 of the memory limit.
/// - `epsilon=E`: 0, the default, is the thesis; otherwise th(n_1).δ = min(th(n).φ,
///   max(n_2.δ + 1, n_2.δ (1 + ε))).
/// - `alone=search` (the default): a player whose opponent has run out tries all moves; `reach`: it
///   gives up when it reaches too few squares.
/// - `after-limit=unsolved` (the default) or `loss-branch`: what follows when a limit is reached.
/// - `limit=iteration` (the default) or `choice`: what the limits are for.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirst<R> {
    rule: std::marker::PhantomData<R>,
    tt: Option<usize>,
    epsilon: f64,
    count_reach: bool,
    after_limit: AfterLimit,
    limit_of: LimitOf,
    /// Bytes in total.
    memory: usize,
}

impl<R: Rule> DepthFirst<R> {
    /// Bytes of the table. The rest of the limit is for the children along the current line.
    fn table_bytes(&self) -> usize {
        let most = self.memory / 16 * 15;
        self.tt.map_or(most, |tt| tt.min(most))
    }
}

impl<R: Rule> Configured for DepthFirst<R> {
    const NAME: &'static str = R::NAME;

    fn unset(spec: &Spec) -> Self {
        Self { memory: spec.memory(), ..Self::default() }
    }

    fn each_option(&mut self, options: &mut Options<'_>) {
        let alone = [("search", false), ("reach", true)];
        let (after_limit, limit_of) = (AfterLimit::Unsolved, LimitOf::Iteration);
        options.size("tt", &mut self.tt);
        options.within("epsilon", &mut self.epsilon, 0.0, 0.0..=16.0);
        options.choice("alone", &mut self.count_reach, &alone, false);
        options.choice("after-limit", &mut self.after_limit, &AfterLimit::CHOICES, after_limit);
        options.choice("limit", &mut self.limit_of, &LimitOf::CHOICES, limit_of);
    }
}

impl<R: Rule> Solver for DepthFirst<R> {
    fn spec(&self) -> String {
        self.text()
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        let (placement, frame) = problem.smallest_placement();
        let first = problem.side();
        let mut table = PnTable::new(self.table_bytes());
        let Self { after_limit, limit_of, count_reach, epsilon, .. } = *self;
        with_placement!(placement, placement => {
            get_value(problem, limits, after_limit, limit_of, |rank, budget| {
                table.clear();
                let question = Question { first, rank, count_reach };
                Search::<R>::run(question, placement, &frame, &mut table, budget, 1.0 + epsilon)
            })
        })
    }

    fn limits_each_iteration(&self) -> bool {
        self.limit_of == LimitOf::Iteration
    }
}

/// One two-valued search.
struct Search<'s, R> {
    question: Question,
    table: &'s mut PnTable,
    budget: &'s mut Budget,
    /// 1 + ε.
    growth: f64,
    /// The children of every node on the line from the root to the current node.
    children: Vec<Child>,
    /// The winning move of the node that was last proved to be won by its mover.
    winning: Option<PlacementMove>,
    rule: std::marker::PhantomData<R>,
}

impl<R: Rule> Search<'_, R> {
    fn run<B: Bitboard>(
        question: Question,
        placement: Placement<B>,
        frame: &Frame,
        table: &mut PnTable,
        budget: &mut Budget,
        growth: f64,
    ) -> Verdict {
        let verdict = |yes, mv| if yes { Verdict::Proved(mv) } else { Verdict::Refuted };
        let root = match question.root(placement) {
            Node::Decided(yes) => return verdict(yes, None),
            Node::Open(root) => root,
        };
        let (children, rule) = (Vec::new(), std::marker::PhantomData);
        let mut search =
            Search::<R> { question, table, budget, growth, children, winning: None, rule };
        let known = search.mid(&root, Thresholds::NONE);
        if !known.solved() {
            return Verdict::Limit;
        }
        // If the first player has no move, the root's mover is the opponent.
        let asks = root.mover == question.first;
        let best = search.winning.filter(|_| asks).map(|mv| frame.outward_move::<B>(mv));
        verdict((known.phi == 0) == asks, best)
    }

    /// MID(n): searches below `node` until it is solved or reaches a threshold, and returns its
    /// numbers. Once the budget is exhausted, unsolved numbers have no meaning.
    fn mid<B: Bitboard>(&mut self, node: &State<B>, thresholds: Thresholds) -> ProofNumbers {
        let before = self.budget.nodes();
        let start = self.children.len();
        self.expand(node);
        let known = loop {
            let children = Children::of(&self.children[start..]);
            if children.phi == 0 {
                self.winning = Some(self.children[start + children.best].mv);
                break ProofNumbers::WON;
            }
            // From here on, unsolved numbers are not kept, nor is a loss, because children may be
            // missing.
            if self.budget.exhausted() {
                break ProofNumbers::LEAF;
            }
            let delta = R::delta(&children);
            if delta == 0 {
                break ProofNumbers::LOST;
            }
            if u64::from(children.phi) >= thresholds.phi || delta >= thresholds.delta {
                break ProofNumbers {
                    phi: children.phi,
                    delta: delta.min(u64::from(INFINITY - 1)) as u32,
                };
            }
            let best = start + children.best;
            let thresholds = Thresholds {
                phi: R::phi_threshold(thresholds.delta, &children),
                delta: self.delta_threshold(thresholds.phi, &children),
            };
            self.children[best].bounds = self.descend(node, self.children[best].mv, thresholds);
        };
        self.children.truncate(start);
        if known.solved() || !self.budget.exhausted() {
            let work = self.budget.nodes() - before;
            self.table.put(node.key(self.question), known, work);
        }
        known
    }

    /// th(n_1).δ = min(th(n).φ, n_2.δ + 1), or the larger step that 1 + ε gives.
    #[inline(always)]
    fn delta_threshold(&self, phi_threshold: u64, children: &Children) -> u64 {
        let second = children.second_delta;
        let step = (f64::from(second) * self.growth) as u64;
        phi_threshold.min(step.max(u64::from(second) + 1))
    }

    /// Generates the children of `node`, up to the first that wins for its mover.
    fn expand<B: Bitboard>(&mut self, node: &State<B>) {
        node.placement.each_move(node.mover, |mv| {
            let bounds = match self.question.after(node, mv) {
                Node::Decided(yes) if yes == self.asks(node.mover) => ProofNumbers::LOST,
                Node::Decided(_) => ProofNumbers::WON,
                Node::Open(child) => {
                    let known =
                        self.table.get(child.key(self.question)).unwrap_or(ProofNumbers::LEAF);
                    known.turned(child.mover == node.mover)
                }
            };
            self.children.push(Child { mv, bounds });
            self.budget.tick() && bounds.delta != 0
        });
    }

    /// Searches the child that `mv` leads to. If the opponent passes for ever, the same player
    /// moves again: this is the pass node between them, which has one child and therefore the
    /// child's numbers.
    fn descend<B: Bitboard>(
        &mut self,
        node: &State<B>,
        mv: PlacementMove,
        thresholds: Thresholds,
    ) -> ProofNumbers {
        match self.question.after(node, mv) {
            Node::Open(child) => {
                let turned = child.mover == node.mover;
                self.mid(&child, thresholds.turned(turned)).turned(turned)
            }
            Node::Decided(yes) if yes == self.asks(node.mover) => ProofNumbers::LOST,
            Node::Decided(_) => ProofNumbers::WON,
        }
    }

    #[inline(always)]
    fn asks(&self, player: Color) -> bool {
        player == self.question.first
    }
}
