//! The positions of a search with what is proved of each.

use super::estimate::lead;
use crate::board::{Bitboard, Color, Placement};
use crate::game_value::known_values::Known;
use crate::region::RegionKind;
use crate::region::filling::Filler;
use crate::region::safe_squares::Safety;
use ahash::AHashMap;
use amazons_cgt::{Dyadic, Effort, Stopped, ThermographId, Thermographs};
use std::ops::Range;

/// The temperature 0⁻, at which the walls tell who moves last.
pub(super) const BELOW_ZERO: Dyadic = Thermographs::BELOW_ZERO;

/// Beyond every value of a region.
const FAR: i32 = 1000;

/// Why a question has no answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    /// It took more work than it was allowed. It may be asked again.
    Enough,
    /// A limit of the whole search is reached.
    Stopped,
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A position: contested regions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(u32);

/// What a move leaves: contested regions, if any, and the moves that White has more than Black in
/// one-sided ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub node: Option<NodeId>,
    moves: i16,
}

impl Choice {
    /// The number that its one-sided regions are worth.
    pub fn number(self) -> Dyadic {
        Dyadic::integer(self.moves.into())
    }

    /// The same from the view of a side.
    pub fn number_for(self, side: Color) -> Dyadic {
        for_side(side, self.number())
    }
}

/// A number of White's from the view of a side.
pub(super) fn for_side(side: Color, x: Dyadic) -> Dyadic {
    if side == Color::White { x } else { -x }
}

struct Node<B> {
    placement: Placement<B>,
    lower: ThermographId,
    upper: ThermographId,
    /// The places of the options of White and of Black, once they are made.
    options: [Option<(u32, u32)>; 2],
    /// The places of its regions, if there are several.
    parts: (u32, u32),
    /// Temperatures at which the scaffolds of the bounds meet.
    meets: [Dyadic; 2],
    /// In eighths of a move, positive for White.
    estimate: i16,
}

/// Which of the two bounds of a node is meant.
type Bound<B> = fn(&Node<B>) -> ThermographId;

impl<B> Node<B> {
    fn lower(&self) -> ThermographId {
        self.lower
    }

    fn upper(&self) -> ThermographId {
        self.upper
    }
}

/// The positions met so far, and the means to make more.
pub(super) struct Nodes<'a, B: Bitboard> {
    pub pool: Thermographs,
    pub effort: Effort,
    nodes: Vec<Node<B>>,
    index: AHashMap<Placement<B>, NodeId>,
    options: Vec<Choice>,
    parts: Vec<NodeId>,
    known: &'a mut Known,
    safety: Safety<'a, B>,
    memory: usize,
    /// Questions asked so far, and how many may be before the present one is given up.
    pub asked: u64,
    pub most: u64,
}

fn range((start, len): (u32, u32)) -> Range<usize> {
    start as usize..start as usize + len as usize
}

impl<'a, B: Bitboard> Nodes<'a, B> {
    pub fn new(
        known: &'a mut Known,
        filler: &'a mut Filler,
        memory: usize,
        effort: Effort,
    ) -> Self {
        Self {
            pool: Thermographs::new(),
            effort,
            nodes: Vec::new(),
            index: AHashMap::new(),
            options: Vec::new(),
            parts: Vec::new(),
            known,
            safety: Safety::new(filler),
            memory,
            asked: 0,
            most: u64::MAX,
        }
    }

    fn bytes(&self) -> usize {
        self.pool.bytes()
            + self.nodes.capacity() * size_of::<Node<B>>()
            + self.index.capacity() * (size_of::<(Placement<B>, NodeId)>() + 1)
            + self.options.capacity() * size_of::<Choice>()
            + self.parts.capacity() * size_of::<NodeId>()
            + self.known.bytes()
    }

    /// Returns an error if there is no room for more. Questions about positions that are all there
    /// still make thermographs.
    pub fn check_room(&self) -> Result<(), Stopped> {
        // What is full may double once more before this is checked again.
        if 2 * self.bytes() > self.memory { Err(Stopped::Memory) } else { Ok(()) }
    }

    fn node(&self, n: NodeId) -> &Node<B> {
        &self.nodes[n.0 as usize]
    }

    /// The thermographs that bound that of a node from below and from above.
    pub fn bounds(&self, n: NodeId) -> (ThermographId, ThermographId) {
        (self.node(n).lower, self.node(n).upper)
    }

    /// The regions of a node that has several.
    pub fn parts(&self, n: NodeId) -> Range<usize> {
        range(self.node(n).parts)
    }

    pub fn part(&self, at: usize) -> NodeId {
        self.parts[at]
    }

    pub fn option(&self, at: usize) -> Choice {
        self.options[at]
    }

    /// Bounds of a wall from the view of a side: the wall when that side moves first.
    pub fn own_wall(&self, side: Color, n: NodeId, t: Dyadic) -> [Dyadic; 2] {
        let (lower, upper) = self.bounds(n);
        match side {
            Color::White => [lower, upper].map(|id| self.pool.left_at(id, t)),
            Color::Black => [upper, lower].map(|id| -self.pool.right_at(id, t)),
        }
    }

    /// The same when the opponent moves first.
    pub fn other_wall(&self, side: Color, n: NodeId, t: Dyadic) -> [Dyadic; 2] {
        let [low, high] = self.own_wall(side.other(), n, t);
        [-high, -low]
    }

    /// Bounds of the mean from the view of a side.
    pub fn mean(&self, side: Color, n: NodeId) -> [Dyadic; 2] {
        let (lower, upper) = self.bounds(n);
        let [low, high] = [lower, upper].map(|id| self.pool.mean(id));
        if side == Color::White { [low, high] } else { [-high, -low] }
    }

    /// The temperature at which the best that the options of both sides may be meet, from the view of
    /// a side.
    pub fn meeting(&self, side: Color, n: NodeId) -> Dyadic {
        self.node(n).meets[usize::from(side == Color::White)]
    }

    /// An estimate of a choice in moves from the view of a side.
    pub fn estimate(&self, side: Color, choice: Choice) -> Dyadic {
        let eighths = choice.node.map_or(0, |n| self.node(n).estimate);
        let estimate = Dyadic::new(eighths.into(), 3).unwrap_or_default();
        for_side(side, estimate + choice.number())
    }

    /// The position with these regions.
    pub fn choice(&mut self, placement: &Placement<B>) -> Result<Choice, Stopped> {
        let mut moves = 0;
        let mut contested: Vec<NodeId> = Vec::new();
        let mut joint = Placement { empty: B::NONE, white: B::NONE, black: B::NONE };
        for part in placement.components() {
            let region = placement.restricted(part);
            match RegionKind::of(&region) {
                RegionKind::Dead => {}
                RegionKind::OneSided(color) => {
                    let own = self.filling(region.empty, region.amazons(color))?;
                    moves += if color == Color::White { own } else { -own };
                }
                RegionKind::Contested => {
                    let n = self.region(&region)?;
                    let (lower, upper) = self.bounds(n);
                    let number = self.pool.number_of(lower).filter(|_| lower == upper);
                    if let Some(integer) = number.and_then(Dyadic::to_integer) {
                        moves += integer as i16;
                        continue;
                    }
                    contested.push(n);
                    joint.empty |= region.empty;
                    joint.white |= region.white;
                    joint.black |= region.black;
                }
            }
        }
        let node = match contested.as_slice() {
            [] => None,
            &[only] => Some(only),
            several => Some(self.sum(joint, several)?),
        };
        Ok(Choice { node, moves })
    }

    /// The moves that one side makes alone in its own region.
    fn filling(&mut self, empty: B, amazons: B) -> Result<i16, Stopped> {
        let effort = &mut self.effort;
        let length = self.safety.filler.longest(empty, amazons, &mut || effort.step().is_ok());
        let stopped = || self.effort.look().err().unwrap_or(Stopped::Time);
        length.exact().map(|moves| moves as i16).ok_or_else(stopped)
    }

    fn region(&mut self, region: &Placement<B>) -> Result<NodeId, Stopped> {
        if let Some(&n) = self.index.get(region) {
            return Ok(n);
        }
        if self.known.may_cover(region.open().count())
            && let Some((fitted, _)) = region.fit::<u128>()
            && let Some(exact) = self.known.thermograph(&fitted, &mut self.pool)
        {
            return Ok(self.add(*region, exact, exact, (0, 0), 0));
        }
        // Whatever is played elsewhere, the counts of safe squares hold for whoever moves second.
        let e = region.empty.count() as i32;
        let mut safe = |own, enemy| self.safety.of(region.empty, own, enemy).counted(2);
        let (low, high) =
            (safe(region.white, region.black) - e, e - safe(region.black, region.white));
        let [lower, upper] = [low, high].map(|bound| self.pool.number(Dyadic::integer(bound)));
        Ok(self.add(*region, lower, upper, (0, 0), lead(region)))
    }

    fn add(
        &mut self,
        placement: Placement<B>,
        lower: ThermographId,
        upper: ThermographId,
        parts: (u32, u32),
        estimate: i16,
    ) -> NodeId {
        let n = NodeId(self.nodes.len() as u32);
        let (options, meets) = ([None; 2], [BELOW_ZERO; 2]);
        self.nodes.push(Node { placement, lower, upper, options, parts, meets, estimate });
        self.index.insert(placement, n);
        n
    }

    fn sum(&mut self, joint: Placement<B>, parts: &[NodeId]) -> Result<NodeId, Stopped> {
        if let Some(&n) = self.index.get(&joint) {
            return Ok(n);
        }
        let span = (self.parts.len() as u32, parts.len() as u32);
        self.parts.extend_from_slice(parts);
        let estimate = parts.iter().map(|&part| self.node(part).estimate).sum();
        let (lower, upper) = self.bounds_of_sum(range(span))?;
        Ok(self.add(joint, lower, upper, span, estimate))
    }

    fn bounds_of_sum(
        &mut self,
        parts: Range<usize>,
    ) -> Result<(ThermographId, ThermographId), Stopped> {
        let zero = self.pool.number(Dyadic::ZERO);
        let (mut lower, mut upper) = (zero, zero);
        for at in parts {
            let (low, high) = self.bounds(self.parts[at]);
            lower = self.pool.sum_from_below(lower, low)?;
            upper = self.pool.sum_from_above(upper, high)?;
        }
        Ok((lower, upper))
    }

    /// Improves the bounds of a node of several regions by those of its regions.
    pub fn add_parts(&mut self, n: NodeId) -> Result<(), Stopped> {
        let (lower, upper) = self.bounds_of_sum(self.parts(n))?;
        self.improve(n, lower, upper);
        Ok(())
    }

    fn improve(&mut self, n: NodeId, lower: ThermographId, upper: ThermographId) {
        let (low, high) = self.bounds(n);
        let lower = self.pool.higher(low, lower);
        let upper = self.pool.lower(high, upper);
        let node = &mut self.nodes[n.0 as usize];
        (node.lower, node.upper) = (lower, upper);
    }

    /// The places of a side's options. Of options that differ by a number, only the best is there.
    pub fn options(&mut self, n: NodeId, side: Color) -> Result<Range<usize>, Stopped> {
        if let Some(known) = self.node(n).options[side as usize] {
            return Ok(range(known));
        }
        self.effort.step()?;
        self.effort.look()?;
        self.check_room()?;
        let placement = self.node(n).placement;
        let mut choices = Vec::new();
        for mv in placement.moves(side) {
            choices.push(self.choice(&placement.after(side, mv))?);
        }
        choices.sort_unstable_by_key(|choice| (choice.node, choice.moves));
        if side == Color::White {
            choices.reverse();
        }
        choices.dedup_by_key(|choice| choice.node);
        let span = (self.options.len() as u32, choices.len() as u32);
        self.options.extend_from_slice(&choices);
        self.nodes[n.0 as usize].options[side as usize] = Some(span);
        Ok(range(span))
    }

    /// The options of a node with one of their bounds; none where they are not made.
    fn listed(
        &self,
        n: NodeId,
        side: Color,
        zero: ThermographId,
        bound: Bound<B>,
    ) -> impl Iterator<Item = (ThermographId, Dyadic)> {
        let list = self.node(n).options[side as usize].map_or(0..0, range);
        self.options[list]
            .iter()
            .map(move |choice| (choice.node.map_or(zero, |n| bound(self.node(n))), choice.number()))
    }

    /// A thermograph of the options of both sides, each with the bound that is asked for, and of one
    /// more option of one side.
    fn of_bounds(
        &mut self,
        n: NodeId,
        [lefts, rights]: [Bound<B>; 2],
        more: [Option<ThermographId>; 2],
    ) -> Result<ThermographId, Stopped> {
        let zero = self.pool.number(Dyadic::ZERO);
        let mut pool = std::mem::take(&mut self.pool);
        let [more_left, more_right] = more.map(|id| id.map(|id| (id, Dyadic::ZERO)));
        let lefts = self.listed(n, Color::White, zero, lefts).chain(more_left);
        let rights = self.listed(n, Color::Black, zero, rights).chain(more_right);
        let found = pool.of_translated(lefts, rights);
        self.pool = pool;
        found
    }

    /// An option whose wall, taxed, stands for long at a number: for options of a side that are not
    /// made, of which only the node's own bound is known.
    fn standing(&mut self, side: Color, at: Dyadic) -> Result<ThermographId, Stopped> {
        let number = self.pool.number(at);
        match side {
            Color::White => {
                let far = self.pool.number(Dyadic::integer(FAR));
                self.pool.of_options(&[far], &[number])
            }
            Color::Black => {
                let far = self.pool.number(Dyadic::integer(-FAR));
                self.pool.of_options(&[number], &[far])
            }
        }
    }

    /// Improves the bounds of a node by those of its options.
    pub fn update(&mut self, n: NodeId) -> Result<(), Stopped> {
        let (low, high) = self.bounds(n);
        if low == high {
            return Ok(());
        }
        let missing = |side: Color| self.node(n).options[side as usize].is_none();
        let [no_lefts, no_rights] = Color::BOTH.map(missing);
        // The best that Left can have is no better than the bound of the wall from above. A wall that
        // leans beyond its stop stays within the next integer.
        let mut ceiling = None;
        if no_lefts {
            let stop = self.pool.left_at(high, Dyadic::ZERO);
            let leans = self.pool.left_at(high, BELOW_ZERO) > stop;
            let at = if leans { Dyadic::integer(stop.floor() + 1) } else { stop };
            ceiling = Some(self.standing(Color::White, at)?);
        }
        let mut floor = None;
        if no_rights {
            let stop = self.pool.right_at(low, Dyadic::ZERO);
            let leans = self.pool.right_at(low, BELOW_ZERO) < stop;
            let at = if leans { Dyadic::integer(stop.ceil() - 1) } else { stop };
            floor = Some(self.standing(Color::Black, at)?);
        }
        let lower = self.of_bounds(n, [Node::lower; 2], [None, floor])?;
        let upper = self.of_bounds(n, [Node::upper; 2], [ceiling, None])?;
        self.nodes[n.0 as usize].meets = [lower, upper].map(|id| self.pool.temperature(id));
        self.improve(n, lower, upper);
        Ok(())
    }

    /// Bounds of the temperature of a node whose options are all made. That of a number is −1/2^k;
    /// where it is not known whether a node is a number, or which, it is between −1 and 0.
    pub fn temperature(&mut self, n: NodeId) -> Result<[Dyadic; 2], Stopped> {
        let (low, high) = self.bounds(n);
        if low == high {
            return Ok([self.pool.temperature(low); 2]);
        }
        let cold = self.of_bounds(n, [Node::lower, Node::upper], [None; 2])?;
        let hot = self.of_bounds(n, [Node::upper, Node::lower], [None; 2])?;
        let least = match self.pool.number_of(cold) {
            Some(_) => -Dyadic::ONE,
            None => self.pool.temperature(cold),
        };
        if self.pool.number_of(hot).is_none() {
            return Ok([least, self.pool.temperature(hot)]);
        }
        // It is surely a number.
        let [mean, most] = self.mean(Color::White, n);
        if mean == most {
            let number = self.pool.number(mean);
            return Ok([self.pool.temperature(number); 2]);
        }
        Ok([-Dyadic::ONE, Dyadic::ZERO])
    }
}
