//! Thermographs as bounds of others: a wall at one temperature, the better of two bounds, and bounds
//! of sums.
//!
//! A thermograph bounds another from below if neither of its walls is anywhere above the other's,
//! the step below t = 0 included. The thermograph of a game rises with those of its options, so
//! bounds of the options give bounds of the game by [`Thermographs::of_options`].

use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::thermograph::{Corner, Thermograph};
use super::thermograph_arena::{Side, ThermographId, Thermographs, along, outer, push};
use super::walls::Walls;

impl Thermographs {
    /// The temperature that stands for 0⁻, a step below 0: there the walls tell who moves last.
    pub const BELOW_ZERO: Dyadic = Dyadic::BELOW_ZERO;

    /// Returns the value of the left wall at a temperature of 0 or more, or at
    /// [`BELOW_ZERO`](Self::BELOW_ZERO).
    #[inline]
    pub fn left_at(&self, id: ThermographId, temperature: Dyadic) -> Dyadic {
        if temperature < Dyadic::ZERO {
            let walls = self.walls(id);
            return if walls.left_leans { walls.left_stop - temperature } else { walls.left_stop };
        }
        Thermograph::wall_at(self.left(id), temperature)
    }

    /// Returns the value of the right wall, as [`left_at`](Self::left_at) does that of the left one.
    #[inline]
    pub fn right_at(&self, id: ThermographId, temperature: Dyadic) -> Dyadic {
        if temperature < Dyadic::ZERO {
            let walls = self.walls(id);
            return if walls.right_leans {
                walls.right_stop + temperature
            } else {
                walls.right_stop
            };
        }
        Thermograph::wall_at(self.right(id), temperature)
    }

    /// Returns the temperature.
    pub fn temperature(&self, id: ThermographId) -> Dyadic {
        self.walls(id).temperature
    }

    /// Returns whether `bound` bounds `id` from below; every thermograph bounds itself.
    pub fn bounds_from_below(&self, bound: ThermographId, id: ThermographId) -> bool {
        self.at_most(bound, id)
    }

    /// Returns the walls of the better of two bounds from below: the higher one at each temperature.
    pub fn higher(&mut self, a: ThermographId, b: ThermographId) -> ThermographId {
        self.better(Side::Left, a, b)
    }

    /// Returns the walls of the better of two bounds from above: the lower one at each temperature.
    pub fn lower(&mut self, a: ThermographId, b: ThermographId) -> ThermographId {
        self.better(Side::Right, a, b)
    }

    fn better(&mut self, side: Side, a: ThermographId, b: ThermographId) -> ThermographId {
        let (above, below) = if side == Side::Left { (a, b) } else { (b, a) };
        if self.at_most(below, above) {
            return a;
        }
        if self.at_most(above, below) {
            return b;
        }
        let mut built = std::mem::take(&mut self.built);
        outer(side, self.left(a), self.left(b), &mut built[0]);
        outer(side, self.right(a), self.right(b), &mut built[1]);
        self.built = built;
        // At 0⁻ the better stop decides, and among equal stops the better lean.
        let walls = [self.walls(a), self.walls(b)];
        let lefts = walls.map(|walls| (walls.left_stop, walls.left_leans));
        let rights = walls.map(|walls| (walls.right_stop, !walls.right_leans));
        let pick = |pair: [(Dyadic, bool); 2]| match side {
            Side::Left => pair[0].max(pair[1]).1,
            Side::Right => pair[0].min(pair[1]).1,
        };
        let leans = [pick(lefts), !pick(rights)];
        self.intern_meeting(leans)
    }

    /// Interns the walls in `built`, which are those of a bound: they end in one mast.
    fn intern_meeting(&mut self, leans: [bool; 2]) -> ThermographId {
        let mut temperature = Dyadic::ZERO;
        along(&self.built[0], &self.built[1], |now, left, right| {
            temperature = now;
            left != right
        });
        self.intern(temperature, leans, false)
    }

    /// The sum of two parts, if one of them is a number.
    fn sum_with_number(&mut self, a: ThermographId, b: ThermographId) -> Option<ThermographId> {
        let (x, other) = match self.number_of(a) {
            Some(x) => (x, b),
            None => (self.number_of(b)?, a),
        };
        Some(self.translated(other, x))
    }

    /// Returns a bound from below of a sum, given bounds from below of two parts.
    ///
    /// # Errors
    /// [`Stopped::TooFine`].
    pub fn sum_from_below(
        &mut self,
        a: ThermographId,
        b: ThermographId,
    ) -> Result<ThermographId, Stopped> {
        if let Some(sum) = self.sum_with_number(a, b) {
            return Ok(sum);
        }
        // If Left answers in the part in which Right moves, Left gets both right walls; and if Left
        // starts, the left wall of either part and the right wall of the other.
        let [(la, ra), (lb, rb)] = [a, b].map(|id| (line(self.left(id)), line(self.right(id))));
        let rights = sum(&ra, &rb);
        let lefts = larger(&sum(&la, &rb), &sum(&ra, &lb))?;
        let (wa, wb) = (self.walls(a), self.walls(b));
        let first = |one: &Walls, other: &Walls| {
            let lean = i32::from(one.left_leans) - i32::from(other.right_leans);
            (one.left_stop + other.right_stop, lean > 0)
        };
        let (stop, left_leans) = first(wa, wb).max(first(wb, wa));
        let right_leans = wa.right_leans || wb.right_leans;
        let [steady_lefts, steady_rights] = [steady(&lefts, 0), steady(&rights, 1)];
        // Where a stop is higher than that of the sum of the walls, its lean is not known.
        let leans = [
            left_leans && steady_lefts[0].value == stop,
            right_leans || steady_rights[0].value > rights[0].value,
        ];
        self.built = [steady_lefts, steady_rights].map(|line| {
            let corner = |piece: Piece| Corner { temperature: piece.from, value: piece.value };
            let mut wall = Vec::with_capacity(line.len());
            line.into_iter().for_each(|piece| push(&mut wall, corner(piece)));
            wall
        });
        Ok(self.intern_meeting(leans))
    }

    /// Returns a bound from above of a sum, given bounds from above of two parts.
    ///
    /// # Errors
    /// [`Stopped::TooFine`].
    pub fn sum_from_above(
        &mut self,
        a: ThermographId,
        b: ThermographId,
    ) -> Result<ThermographId, Stopped> {
        if let Some(sum) = self.sum_with_number(a, b) {
            return Ok(sum);
        }
        let (a, b) = (self.negative(a), self.negative(b));
        let negative = self.sum_from_below(a, b)?;
        Ok(self.negative(negative))
    }
}

/// A straight piece of a line over the temperatures.
#[derive(Clone, Copy)]
struct Piece {
    /// The temperature at which it begins; it ends where the next piece begins.
    from: Dyadic,
    /// The value there.
    value: Dyadic,
    /// How much the value grows with each degree.
    slope: i32,
}

impl Piece {
    fn at(&self, temperature: Dyadic) -> Dyadic {
        self.value + times(temperature - self.from, self.slope)
    }
}

/// A number times −2 to 2.
fn times(x: Dyadic, n: i32) -> Dyadic {
    let multiple = (0..n.abs()).fold(Dyadic::ZERO, |sum, _| sum + x);
    if n < 0 { -multiple } else { multiple }
}

/// The pieces of a wall; the last one stands still.
fn line(wall: &[Corner]) -> Vec<Piece> {
    let slope = |i: usize| wall.get(i + 1).map_or(0, |next| next.value.cmp(&wall[i].value) as i32);
    let piece =
        |(i, c): (usize, &Corner)| Piece { from: c.temperature, value: c.value, slope: slope(i) };
    wall.iter().enumerate().map(piece).collect()
}

/// Visits the stretches on which both lines are straight: where each begins and ends, and the two
/// pieces.
fn stretches(
    a: &[Piece],
    b: &[Piece],
    mut visit: impl FnMut(Dyadic, Option<Dyadic>, &Piece, &Piece),
) {
    let (mut i, mut j) = (0, 0);
    let mut from = Dyadic::ZERO;
    loop {
        let [next_a, next_b] = [(a, i), (b, j)].map(|(line, i)| line.get(i + 1).map(|p| p.from));
        let until = [next_a, next_b].into_iter().flatten().min();
        visit(from, until, &a[i], &b[j]);
        let Some(until) = until else { return };
        i += usize::from(next_a == Some(until));
        j += usize::from(next_b == Some(until));
        from = until;
    }
}

fn sum(a: &[Piece], b: &[Piece]) -> Vec<Piece> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    stretches(a, b, |from, _, a, b| {
        out.push(Piece { from, value: a.at(from) + b.at(from), slope: a.slope + b.slope });
    });
    out
}

/// The larger of two lines whose slopes differ by at most 2.
fn larger(a: &[Piece], b: &[Piece]) -> Result<Vec<Piece>, Stopped> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let mut fine = true;
    stretches(a, b, |from, until, a, b| {
        let (at_a, at_b) = (a.at(from), b.at(from));
        let a_is_larger = (at_a, a.slope) >= (at_b, b.slope);
        let (now, later) = if a_is_larger { (a, b) } else { (b, a) };
        out.push(Piece { from, value: now.at(from), slope: now.slope });
        let gap = now.at(from) - later.at(from);
        let run = match later.slope - now.slope {
            1 => gap,
            2 => gap.half().unwrap_or_else(|| {
                fine = false;
                gap
            }),
            _ => return,
        };
        let crossing = from + run;
        if until.is_none_or(|until| crossing < until) {
            out.push(Piece { from: crossing, value: later.at(crossing), slope: later.slope });
        }
    });
    if fine { Ok(out) } else { Err(Stopped::TooFine) }
}

/// The best bound from below that a line gives for a wall that grows by at most `slope` with each
/// degree: the wall cannot be far below now what it must reach later. The line never grows by less
/// than `slope` − 1.
fn steady(line: &[Piece], slope: i32) -> Vec<Piece> {
    let mut back = Vec::with_capacity(line.len() + 2);
    let mut later: Option<(Dyadic, Dyadic)> = None;
    for &piece in line.iter().rev() {
        let Some((until, reach)) = later else {
            back.push(piece);
            later = Some((piece.from, piece.value));
            continue;
        };
        let run = until - piece.from;
        let gap = reach - piece.at(until);
        let from = if piece.slope >= slope || gap >= run {
            Piece { from: piece.from, value: reach - times(run, slope), slope }
        } else {
            if gap > Dyadic::ZERO {
                let value = reach - times(gap, slope);
                back.push(Piece { from: until - gap, value, slope });
            }
            piece
        };
        back.push(from);
        later = Some((from.from, from.value));
    }
    back.reverse();
    back
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arena, Game};

    /// Small games, those of few moves first.
    fn games(arena: &mut Arena) -> Vec<Game> {
        let texts = [
            "0",
            "1",
            "-1/2",
            "3/4",
            "*",
            "^",
            "v*",
            "{2|-1}",
            "{3|{1|0}}",
            "{{4|1}|-2}",
            "±{3,{4|0}}",
            "{{3|0},{5|-6}|{0|-4}}",
            "{1|{1|-3}}",
            "{2||1|0}",
            "{{9|2}|{1|-8}}",
            "+_2",
            "{4|3||2|-5}",
        ];
        texts.map(|text| arena.parse(text).unwrap()).into()
    }

    fn insert(pool: &mut Thermographs, arena: &mut Arena, game: Game) -> ThermographId {
        if let Some(x) = arena.to_number(game) {
            return pool.number(x);
        }
        let (walls, thermograph) = (*arena.walls(game), arena.thermograph(game));
        pool.insert(&thermograph, [walls.left_leans, walls.right_leans])
    }

    #[test]
    fn sums_lie_between_their_bounds() {
        let mut arena = Arena::new(64 << 20);
        let mut pool = Thermographs::new();
        let games = games(&mut arena);
        let mut close = 0;
        for &a in &games {
            for &b in &games {
                let whole = arena.sum(a, b).unwrap();
                let [a, b, whole] = [a, b, whole].map(|game| insert(&mut pool, &mut arena, game));
                let below = pool.sum_from_below(a, b).unwrap();
                let above = pool.sum_from_above(a, b).unwrap();
                let texts = [a, b, below, whole, above].map(|id| pool.get(id));
                assert!(pool.bounds_from_below(below, whole), "{texts:?}");
                assert!(pool.bounds_from_below(whole, above), "{texts:?}");
                close += usize::from(below == above);
            }
        }
        assert!(close > games.len(), "{close}");
    }

    #[test]
    fn the_better_of_two_bounds_is_bounded_by_both() {
        let mut arena = Arena::new(64 << 20);
        let mut pool = Thermographs::new();
        let games = games(&mut arena);
        for &a in &games {
            for &b in &games {
                let [a, b] = [a, b].map(|game| insert(&mut pool, &mut arena, game));
                let (higher, lower) = (pool.higher(a, b), pool.lower(a, b));
                for id in [a, b] {
                    assert!(pool.bounds_from_below(id, higher));
                    assert!(pool.bounds_from_below(lower, id));
                }
                for t in [Thermographs::BELOW_ZERO, Dyadic::ZERO, Dyadic::ONE, Dyadic::integer(9)] {
                    let both = [pool.left_at(a, t), pool.left_at(b, t)];
                    assert_eq!(pool.left_at(higher, t), both[0].max(both[1]));
                    let both = [pool.right_at(a, t), pool.right_at(b, t)];
                    assert_eq!(pool.right_at(lower, t), both[0].min(both[1]));
                }
            }
        }
    }
}
