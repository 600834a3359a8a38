//! Thermographs computed from those of the options (Siegel, *Combinatorial Game Theory*, II.5),
//! each kept once in a pool.
//!
//! The calculus goes a step below t = 0, to 0⁻ (cooling by −ε, where numbers are still frozen and
//! every move earns ε). There the walls tell who moves last: G ≥ x for a number x if and only if
//! the right wall of G at 0⁻ is ≥ x. So the options' thermographs alone decide whether a game is a
//! number, and which, and whether a game with stop 0 is won by moving first or second.

use super::dyadic::{Dyadic, End};
use super::effort::Stopped;
use super::game::Outcome;
use super::thermograph::{Corner, Thermograph};
use super::walls::Walls;
use crate::opaque_debug;
use ahash::RandomState;
use hashbrown::HashTable;

/// A thermograph of a pool. Two ids of one pool are equal if and only if their thermographs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThermographId(u32);

impl ThermographId {
    /// Returns its place in its pool, from 0 on.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A pool of thermographs.
#[derive(Clone)]
pub struct Thermographs {
    walls: Vec<Walls>,
    corners: Vec<Corner>,
    index: HashTable<u32>,
    hasher: RandomState,
    best: [Vec<Corner>; 2],
    spare: Vec<Corner>,
    moved: Vec<Corner>,
    pub(super) built: [Vec<Corner>; 2],
}

opaque_debug!([] Thermographs, "Thermographs");

impl Default for Thermographs {
    fn default() -> Self {
        Self::new()
    }
}

/// The side for which a wall or an envelope is better.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

impl Thermographs {
    /// Makes an empty pool.
    pub fn new() -> Self {
        Self {
            walls: Vec::new(),
            corners: Vec::new(),
            index: HashTable::new(),
            hasher: RandomState::with_seeds(1, 2, 3, 4),
            best: Default::default(),
            spare: Vec::new(),
            moved: Vec::new(),
            built: Default::default(),
        }
    }

    /// Returns the number of different thermographs.
    pub fn len(&self) -> usize {
        self.walls.len()
    }

    /// Returns whether the pool is empty.
    pub fn is_empty(&self) -> bool {
        self.walls.is_empty()
    }

    /// Returns the approximate number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.walls.capacity() * size_of::<Walls>()
            + self.corners.capacity() * size_of::<Corner>()
            + self.index.capacity() * 5
    }

    #[inline(always)]
    pub(crate) fn walls(&self, id: ThermographId) -> &Walls {
        &self.walls[id.0 as usize]
    }

    #[inline(always)]
    pub(super) fn left(&self, id: ThermographId) -> &[Corner] {
        let walls = self.walls(id);
        &self.corners[walls.start as usize..][..walls.lefts.into()]
    }

    #[inline(always)]
    pub(super) fn right(&self, id: ThermographId) -> &[Corner] {
        let walls = self.walls(id);
        &self.corners[walls.start as usize + usize::from(walls.lefts)..][..walls.rights.into()]
    }

    /// Returns a copy of a thermograph.
    pub fn get(&self, id: ThermographId) -> Thermograph {
        Thermograph {
            left_wall: self.left(id).to_vec(),
            right_wall: self.right(id).to_vec(),
            temperature: self.walls(id).temperature,
        }
    }

    /// Returns the thermograph at this place, the [`index`](ThermographId::index) of its id.
    ///
    /// # Panics
    /// If the pool has no such thermograph.
    pub fn id(&self, index: usize) -> ThermographId {
        assert!(index < self.walls.len(), "the pool has {} thermographs", self.walls.len());
        ThermographId(index as u32)
    }

    /// Adds a thermograph that is not that of a number and [`leans`](Self::leans) like this.
    pub fn insert(&mut self, thermograph: &Thermograph, leans: [bool; 2]) -> ThermographId {
        let walls = [&thermograph.left_wall, &thermograph.right_wall];
        for (built, wall) in self.built.iter_mut().zip(walls) {
            built.clone_from(wall);
        }
        self.intern(thermograph.temperature, leans, false)
    }

    /// Returns the number whose thermograph this is, if it is that of a number.
    pub fn number_of(&self, id: ThermographId) -> Option<Dyadic> {
        let walls = self.walls(id);
        walls.is_number.then_some(walls.left_stop)
    }

    /// Returns who wins a game with this thermograph.
    pub fn outcome(&self, id: ThermographId) -> Outcome {
        self.walls(id).outcome()
    }

    /// Returns whether the first to move gets the last move at the stop: Left on the left wall, Right
    /// on the right one. The walls, the temperature and this tell a thermograph from all others.
    pub fn leans(&self, id: ThermographId) -> [bool; 2] {
        let walls = self.walls(id);
        [walls.left_leans, walls.right_leans]
    }

    /// Returns the mean value.
    pub fn mean(&self, id: ThermographId) -> Dyadic {
        let wall = self.left(id);
        wall[wall.len() - 1].value
    }

    /// Returns the thermograph of a number.
    pub fn number(&mut self, x: Dyadic) -> ThermographId {
        let mast = Corner { temperature: Dyadic::ZERO, value: x };
        for wall in &mut self.built {
            wall.clear();
            wall.push(mast);
        }
        // The largest k is 40, so −1/2^40 is still exact.
        let temperature = -Dyadic::new(1, x.exponent()).unwrap_or(Dyadic::ONE);
        self.intern(temperature, [false; 2], true)
    }

    /// Returns the thermograph of −G.
    pub fn negative(&mut self, id: ThermographId) -> ThermographId {
        let walls = *self.walls(id);
        let mut built = std::mem::take(&mut self.built);
        let negated = |c: &Corner| Corner { temperature: c.temperature, value: -c.value };
        for (wall, source) in built.iter_mut().zip([self.right(id), self.left(id)]) {
            wall.clear();
            wall.extend(source.iter().map(negated));
        }
        self.built = built;
        let leans = [walls.right_leans, walls.left_leans];
        self.intern(walls.temperature, leans, walls.is_number)
    }

    /// Returns the thermograph of G + x for a number x, which is exact, also at 0⁻.
    pub fn translated(&mut self, id: ThermographId, x: Dyadic) -> ThermographId {
        let walls = *self.walls(id);
        if walls.is_number {
            return self.number(walls.left_stop + x);
        }
        let mut built = std::mem::take(&mut self.built);
        let moved = |c: &Corner| Corner { temperature: c.temperature, value: c.value + x };
        for (wall, source) in built.iter_mut().zip([self.left(id), self.right(id)]) {
            wall.clear();
            wall.extend(source.iter().map(moved));
        }
        self.built = built;
        self.intern(walls.temperature, [walls.left_leans, walls.right_leans], false)
    }

    /// Whether the walls of `a` are nowhere above those of `b`, which G ≤ H implies.
    pub(crate) fn at_most(&self, a: ThermographId, b: ThermographId) -> bool {
        if a == b {
            return true;
        }
        let (wa, wb) = (self.walls(a), self.walls(b));
        (wa.left_stop, wa.left_leans) <= (wb.left_stop, wb.left_leans)
            && (wa.right_stop, !wa.right_leans) <= (wb.right_stop, !wb.right_leans)
            && nowhere_above(self.left(a), self.left(b))
            && nowhere_above(self.right(a), self.right(b))
    }

    /// Returns the thermograph of the game with these options.
    ///
    /// # Errors
    /// [`Stopped::TooFine`].
    pub fn of_options(
        &mut self,
        lefts: &[ThermographId],
        rights: &[ThermographId],
    ) -> Result<ThermographId, Stopped> {
        let unmoved = |&option: &ThermographId| (option, Dyadic::ZERO);
        self.of_translated(lefts.iter().map(unmoved), rights.iter().map(unmoved))
    }

    /// Returns the thermograph of the game with these options, each moved by a number.
    ///
    /// # Errors
    /// [`Stopped::TooFine`].
    pub fn of_translated(
        &mut self,
        lefts: impl Iterator<Item = (ThermographId, Dyadic)>,
        rights: impl Iterator<Item = (ThermographId, Dyadic)>,
    ) -> Result<ThermographId, Stopped> {
        let low = self.envelope(Side::Left, lefts);
        let high = self.envelope(Side::Right, rights);
        // The game is a number if there is an x with no Left option ≥ x and no Right option ≤ x.
        let number = match (low, high) {
            (Some(low), Some(high)) => {
                low.at < high.at || (low.at == high.at && low.closed && high.closed)
            }
            _ => true,
        };
        if number {
            let x = Dyadic::simplest(low, high).map_err(|()| Stopped::TooFine)?;
            return Ok(self.number(x));
        }
        let leans = [low, high].map(|end| end.is_some_and(|end| !end.closed));
        let temperature = self.meet()?;
        Ok(self.intern(temperature, leans, false))
    }

    /// Puts the best wall among the options into `best`. Returns the end that it sets to the
    /// numbers that the game may be, `closed` if the game's own wall at 0⁻ does not lean.
    fn envelope(
        &mut self,
        side: Side,
        options: impl Iterator<Item = (ThermographId, Dyadic)>,
    ) -> Option<End> {
        let mut best = std::mem::take(&mut self.best[side as usize]);
        let mut spare = std::mem::take(&mut self.spare);
        let mut moved = std::mem::take(&mut self.moved);
        best.clear();
        let mut end: Option<End> = None;
        for (option, by) in options {
            let walls = self.walls(option);
            let (at, closed, wall) = match side {
                Side::Left => (walls.right_stop, walls.right_leans, self.right(option)),
                Side::Right => (walls.left_stop, walls.left_leans, self.left(option)),
            };
            let at = at + by;
            let wall = if by == Dyadic::ZERO {
                wall
            } else {
                moved.clear();
                moved.extend(wall.iter().map(|c| Corner { value: c.value + by, ..*c }));
                moved.as_slice()
            };
            let Some(end) = &mut end else {
                end = Some(End { at, closed });
                best.extend_from_slice(wall);
                continue;
            };
            let better = if side == Side::Left { at > end.at } else { at < end.at };
            if better {
                *end = End { at, closed };
            } else if at == end.at {
                end.closed &= closed;
            }
            let needless = match side {
                Side::Left => nowhere_above(wall, &best),
                Side::Right => nowhere_above(&best, wall),
            };
            if !needless {
                outer(side, &best, wall, &mut spare);
                std::mem::swap(&mut best, &mut spare);
            }
        }
        self.best[side as usize] = best;
        self.spare = spare;
        self.moved = moved;
        end
    }

    /// Taxes the two envelopes by t up to where they meet, and puts the walls into `built`. Returns
    /// the temperature. Called only if the left scaffold at 0 is not below the right one.
    fn meet(&mut self) -> Result<Dyadic, Stopped> {
        let [left, right] = &self.best;
        let [left_wall, right_wall] = &mut self.built;
        left_wall.clear();
        right_wall.clear();
        let (mut i, mut j) = (0, 0);
        let mut now = Dyadic::ZERO;
        loop {
            let (l, r) =
                (Thermograph::wall_at(left, now) - now, Thermograph::wall_at(right, now) + now);
            push(left_wall, Corner { temperature: now, value: l });
            push(right_wall, Corner { temperature: now, value: r });
            if l == r {
                return Ok(now);
            }
            while left.get(i).is_some_and(|c| c.temperature <= now) {
                i += 1;
            }
            while right.get(j).is_some_and(|c| c.temperature <= now) {
                j += 1;
            }
            let next = [left.get(i), right.get(j)].into_iter().flatten().map(|c| c.temperature);
            let next = next.min();
            let gap = l - r;
            // Up to the next corner, each wall moves in by 1 or stands still. Behind the last
            // corner, both options' walls are masts.
            let (left_moves, right_moves) = match next {
                Some(next) => (
                    Thermograph::wall_at(left, next) == l + now,
                    Thermograph::wall_at(right, next) == r - now,
                ),
                None => (true, true),
            };
            let meeting = match (left_moves, right_moves) {
                (true, true) => Some(now + gap.half().ok_or(Stopped::TooFine)?),
                (false, false) => None,
                _ => Some(now + gap),
            };
            now = match (meeting, next) {
                (Some(meeting), Some(next)) => meeting.min(next),
                (Some(at), None) | (None, Some(at)) => at,
                (None, None) => return Err(Stopped::TooFine),
            };
        }
    }

    /// The pooled thermograph with the walls in `built`.
    pub(super) fn intern(
        &mut self,
        temperature: Dyadic,
        [left_leans, right_leans]: [bool; 2],
        is_number: bool,
    ) -> ThermographId {
        let [left, right] = &mut self.built;
        straighten(left);
        straighten(right);
        let hash = self.hasher.hash_one((&*left, &*right, left_leans, right_leans, is_number));
        let (all, corners) = (&self.walls, &self.corners);
        let same = |&id: &u32| {
            let walls: &Walls = &all[id as usize];
            let stored = &corners[walls.start as usize..];
            let (stored_left, rest) = stored.split_at(walls.lefts.into());
            (walls.left_leans, walls.right_leans) == (left_leans, right_leans)
                && walls.is_number == is_number
                && stored_left == left.as_slice()
                && &rest[..walls.rights.into()] == right.as_slice()
        };
        if let Some(&id) = self.index.find(hash, same) {
            return ThermographId(id);
        }
        let id = self.walls.len() as u32;
        self.walls.push(Walls {
            start: self.corners.len() as u32,
            lefts: left.len() as u16,
            rights: right.len() as u16,
            left_stop: left[0].value,
            right_stop: right[0].value,
            temperature,
            left_leans,
            right_leans,
            is_number,
        });
        self.corners.extend_from_slice(left);
        self.corners.extend_from_slice(right);
        let (walls, corners, hasher) = (&self.walls, &self.corners, &self.hasher);
        self.index.insert_unique(hash, id, |&id| {
            let walls = &walls[id as usize];
            let (left, rest) = corners[walls.start as usize..].split_at(walls.lefts.into());
            let right = &rest[..walls.rights.into()];
            hasher.hash_one((left, right, walls.left_leans, walls.right_leans, walls.is_number))
        });
        ThermographId(id)
    }
}

/// Appends a corner. A corner in the middle of a straight line is dropped.
#[inline]
pub(super) fn push(wall: &mut Vec<Corner>, corner: Corner) {
    if let [.., a, b] = wall.as_slice()
        && (b.value.cmp(&a.value) == corner.value.cmp(&b.value))
    {
        wall.pop();
    }
    wall.push(corner);
}

/// Drops the last corner if the mast continues straight through it.
fn straighten(wall: &mut Vec<Corner>) {
    while let [.., a, b] = wall.as_slice()
        && a.value == b.value
    {
        wall.pop();
    }
}

/// Runs along two walls and calls `visit(t, a, b)` at every corner of either, in order.
#[inline(always)]
pub(super) fn along(
    a: &[Corner],
    b: &[Corner],
    mut visit: impl FnMut(Dyadic, Dyadic, Dyadic) -> bool,
) {
    let (mut i, mut j) = (0, 0);
    let (mut at_a, mut at_b) = (a[0].value, b[0].value);
    let mut now = Dyadic::ZERO;
    loop {
        if !visit(now, at_a, at_b) {
            return;
        }
        let next = match (a.get(i + 1), b.get(j + 1)) {
            (None, None) => return,
            (Some(c), None) | (None, Some(c)) => c.temperature,
            (Some(c), Some(d)) => c.temperature.min(d.temperature),
        };
        advance(a, &mut i, &mut at_a, next - now, next);
        advance(b, &mut j, &mut at_b, next - now, next);
        now = next;
    }
}

#[inline(always)]
fn advance(wall: &[Corner], i: &mut usize, at: &mut Dyadic, run: Dyadic, next: Dyadic) {
    let Some(corner) = wall.get(*i + 1) else { return };
    if corner.temperature == next {
        *i += 1;
        *at = corner.value;
    } else {
        *at = match corner.value.cmp(at) {
            std::cmp::Ordering::Less => *at - run,
            std::cmp::Ordering::Equal => *at,
            std::cmp::Ordering::Greater => *at + run,
        };
    }
}

/// Whether wall `a` is nowhere above wall `b`. Both are straight between corners.
#[inline]
fn nowhere_above(a: &[Corner], b: &[Corner]) -> bool {
    let mut holds = true;
    along(a, b, |_, at_a, at_b| {
        holds = at_a <= at_b;
        holds
    });
    holds
}

/// The larger (for Left) or smaller (for Right) of two walls. The slopes of walls of one kind
/// differ by at most 1, so the gap is the distance to the crossing.
pub(super) fn outer(side: Side, a: &[Corner], b: &[Corner], out: &mut Vec<Corner>) {
    out.clear();
    let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
    let best = |a: Dyadic, b: Dyadic| if side == Side::Left { a.max(b) } else { a.min(b) };
    along(a, b, |now, at_a, at_b| {
        if let Some((then, was_a, was_b)) = before {
            let crosses = (was_a < was_b && at_a > at_b) || (was_a > was_b && at_a < at_b);
            if crosses {
                let gap = if was_a > was_b { was_a - was_b } else { was_b - was_a };
                // One of the two stands still; its value is that of the crossing.
                let value = if was_a == at_a { at_a } else { at_b };
                push(out, Corner { temperature: then + gap, value });
            }
        }
        push(out, Corner { temperature: now, value: best(at_a, at_b) });
        before = Some((now, at_a, at_b));
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn a_switch_and_its_sums() {
        let mut pool = Thermographs::new();
        let (three, one) = (pool.number(number("3")), pool.number(number("1")));
        let zero = pool.number(Dyadic::ZERO);
        let switch = pool.of_options(&[one], &[zero]).unwrap();
        let hot = pool.of_options(&[three], &[switch]).unwrap();
        let drawn = pool.get(hot);
        assert_eq!(drawn.temperature(), number("5/4"));
        assert_eq!(drawn.mean(), number("7/4"));
        assert_eq!((drawn.left_stop(), drawn.right_stop()), (number("3"), number("1")));
        // The right wall stands at 1 until the switch freezes at 1/2, then leans to the mast.
        let corners = |wall: &[Corner]| {
            wall.iter().map(|c| format!("{}@{}", c.value, c.temperature)).collect::<Vec<_>>()
        };
        assert_eq!(corners(drawn.right_wall()), ["1@0", "1@1/2", "7/4@5/4"]);
        let moved = pool.translated(hot, number("-7/4"));
        assert_eq!(pool.mean(moved), Dyadic::ZERO);
        let back = pool.negative(hot);
        assert_eq!(pool.negative(back), hot);
    }

    #[test]
    fn infinitesimals_lean() {
        let mut pool = Thermographs::new();
        let zero = pool.number(Dyadic::ZERO);
        let star = pool.of_options(&[zero], &[zero]).unwrap();
        assert_eq!(pool.outcome(star), Outcome::Next);
        let up = pool.of_options(&[zero], &[star]).unwrap();
        assert_eq!(pool.outcome(up), Outcome::Left);
        assert_eq!(pool.get(up).temperature(), Dyadic::ZERO);
        // {*|*} = 0 and {^|v} are numbers although their options are not.
        let both = pool.of_options(&[star], &[star]).unwrap();
        assert_eq!(pool.number_of(both), Some(Dyadic::ZERO));
        let one = pool.number(Dyadic::ONE);
        let half = pool.of_options(&[zero, star], &[one]).unwrap();
        assert_eq!(pool.number_of(half), Some(number("1/2")));
    }
}
