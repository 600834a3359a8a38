//! Questions about walls and means.
//!
//! All numbers are seen by the side that is asked about: its own wall is the one when it moves first.
//! Its scaffold is the best of its options' walls of the opponent, less the temperature.

use super::nodes::{BELOW_ZERO, Choice, Halt, NodeId, Nodes};
use crate::board::{Bitboard, Color};
use amazons_cgt::Dyadic;

/// The questions that an option is allowed at first, and the factor by which that grows until one
/// option answers or all are refuted: a bad guess costs no more than the others did.
const FIRST_SHARE: u64 = 20;
const GROWTH: u64 = 4;

/// The most temperatures at which one question about a mean looks, far more than it should need.
const MOST_ROUNDS: u32 = 10_000;

/// The least step between two numbers.
const STEP: Dyadic = Dyadic::FINEST;

impl<B: Bitboard> Nodes<'_, B> {
    /// Returns whether the wall of a node, when `side` moves first, is at least `x` at a temperature.
    pub fn wall_reaches(
        &mut self,
        side: Color,
        n: NodeId,
        t: Dyadic,
        x: Dyadic,
    ) -> Result<bool, Halt> {
        if let Some(answer) = reaches(self.own_wall(side, n, t), x) {
            return Ok(answer);
        }
        self.count_question()?;
        if !self.parts(n).is_empty()
            && let Some(answer) = self.parts_reach(side, n, t, x)?
        {
            return Ok(answer);
        }
        if self.option_reaches(side, n, t, x)? {
            return Ok(true);
        }
        self.mean_reaches(side, n, x, Some(t))
    }

    /// Returns whether the scaffold of a side is at least `x` at a temperature.
    pub fn option_reaches(
        &mut self,
        side: Color,
        n: NodeId,
        t: Dyadic,
        x: Dyadic,
    ) -> Result<bool, Halt> {
        let answer = self.try_options(side, n, t, x);
        // What was proved on the way counts even if the question was given up.
        self.update(n)?;
        answer
    }

    fn try_options(&mut self, side: Color, n: NodeId, t: Dyadic, x: Dyadic) -> Result<bool, Halt> {
        let want = x + t;
        let mut open: Vec<(Dyadic, Choice, NodeId)> = Vec::new();
        for at in self.options(n, side)? {
            let choice = self.option(at);
            let [low, high] = self.wall_after(side, choice, t);
            if low >= want {
                return Ok(true);
            }
            if high >= want
                && let Some(node) = choice.node
            {
                open.push((self.promise(side, choice, [low, high]), choice, node));
            }
        }
        let all = self.most;
        let mut share = FIRST_SHARE;
        while !open.is_empty() {
            open.sort_unstable_by_key(|&(promise, choice, _)| {
                (std::cmp::Reverse(promise), choice.node)
            });
            let only = open.len() == 1;
            let mut kept = 0;
            for i in 0..open.len() {
                let (_, choice, node) = open[i];
                let number = choice.number_for(side);
                if !only {
                    self.most = all.min(self.asked + share);
                }
                // The opponent, to move, must not bring the option below.
                let refuted = self.wall_reaches(side.other(), node, t, number - want + STEP);
                self.most = all;
                match refuted {
                    Ok(false) => return Ok(true),
                    Ok(true) => {}
                    Err(Halt::Enough) if self.asked < all => {
                        let walls = self.wall_after(side, choice, t);
                        open[kept] = (self.promise(side, choice, walls), choice, node);
                        kept += 1;
                    }
                    Err(halt) => return Err(halt),
                }
            }
            open.truncate(kept);
            share *= GROWTH;
        }
        Ok(false)
    }

    /// Counts a question.
    fn count_question(&mut self) -> Result<(), Halt> {
        self.effort.step()?;
        self.check_room()?;
        self.asked += 1;
        if self.asked >= self.most { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Bounds of the wall that a side's choice leaves, from its view.
    fn wall_after(&self, side: Color, choice: Choice, t: Dyadic) -> [Dyadic; 2] {
        let number = choice.number_for(side);
        match choice.node {
            Some(node) => self.other_wall(side, node, t).map(|wall| wall + number),
            None => [number; 2],
        }
    }

    /// The estimate of a choice, within what is proved.
    fn promise(&self, side: Color, choice: Choice, [low, high]: [Dyadic; 2]) -> Dyadic {
        self.estimate(side, choice).max(low).min(high)
    }

    /// Returns whether the scaffold of the opponent leaves `side` at least `x` at a temperature.
    fn answers_leave(
        &mut self,
        side: Color,
        n: NodeId,
        t: Dyadic,
        x: Dyadic,
    ) -> Result<bool, Halt> {
        Ok(!self.option_reaches(side.other(), n, t, STEP - x)?)
    }

    /// Returns whether the mean is at least `x`, or, given a temperature at which the scaffold is
    /// below `x`, whether the side's wall there is.
    ///
    /// As t grows, the side's scaffold falls and the opponent's rises, and they meet at the mean. So
    /// one temperature at which both are at least `x`, or both below, answers.
    pub fn mean_reaches(
        &mut self,
        side: Color,
        n: NodeId,
        x: Dyadic,
        below_at: Option<Dyadic>,
    ) -> Result<bool, Halt> {
        // At `cold` the opponent's scaffold is below x, at `hot` the side's own.
        let mut cold = BELOW_ZERO;
        let mut hot = below_at;
        for round in 0..MOST_ROUNDS {
            let bounds = match below_at {
                Some(t) => self.own_wall(side, n, t),
                None => self.mean(side, n),
            };
            if let Some(answer) = reaches(bounds, x) {
                return Ok(answer);
            }
            self.count_question()?;
            let crossing = self.meeting(side, n);
            let between = match hot {
                _ if round == 0 => self.guessed_temperature(n)?.map(halves),
                Some(hot) if hot - cold > Dyadic::ONE => (hot + cold).half().map(halves),
                _ => None,
            };
            let inside = |t: &Dyadic| *t > cold && hot.is_none_or(|hot| *t < hot);
            let t = between.filter(inside).unwrap_or(crossing);
            if t < Dyadic::ZERO {
                self.narrow_number(side, n)?;
                continue;
            }
            let own = self.option_reaches(side, n, t, x)?;
            let other = self.answers_leave(side, n, t, x)?;
            match (own, other) {
                (true, false) => cold = cold.max(t),
                (false, true) => hot = Some(hot.map_or(t, |hot| hot.min(t))),
                (true, true) | (false, false) => {}
            }
        }
        Err(Halt::Stopped)
    }

    /// An estimate of the temperature: half the difference between the best options of both sides.
    fn guessed_temperature(&mut self, n: NodeId) -> Result<Option<Dyadic>, Halt> {
        let mut sum = Dyadic::ZERO;
        for side in Color::BOTH {
            let mut best = None;
            for at in self.options(n, side)? {
                let choice = self.option(at);
                let number = choice.number_for(side);
                let walls = match choice.node {
                    Some(node) => self.mean(side, node).map(|mean| mean + number),
                    None => [number; 2],
                };
                best = best.max(Some(self.promise(side, choice, walls)));
            }
            let Some(best) = best else { return Ok(None) };
            sum = sum + best;
        }
        Ok(sum.half())
    }

    /// Narrows the scaffolds at 0⁻, which tell whether a node is a number, and which.
    fn narrow_number(&mut self, side: Color, n: NodeId) -> Result<(), Halt> {
        let mut widest: Option<(Dyadic, Color, [Dyadic; 2])> = None;
        for side in [side, side.other()] {
            let Some([low, high]) = self.scaffold(side, n, BELOW_ZERO)? else { continue };
            if widest.is_none_or(|(gap, ..)| high - low > gap) {
                widest = Some((high - low, side, [low, high]));
            }
        }
        match widest {
            Some((_, side, bounds)) => {
                self.option_reaches(side, n, BELOW_ZERO, between(bounds))?;
            }
            None => self.update(n)?,
        }
        Ok(())
    }

    /// Bounds of the scaffold of a side.
    fn scaffold(&mut self, side: Color, n: NodeId, t: Dyadic) -> Result<Option<[Dyadic; 2]>, Halt> {
        let mut best: Option<[Dyadic; 2]> = None;
        for at in self.options(n, side)? {
            let [low, high] = self.wall_after(side, self.option(at), t).map(|wall| wall - t);
            best = Some(best.map_or([low, high], |best| [best[0].max(low), best[1].max(high)]));
        }
        Ok(best)
    }

    /// Returns whether a wall of a node of several regions is at least `x`, if the walls of its
    /// regions at this temperature tell. They do unless two regions are hotter.
    fn parts_reach(
        &mut self,
        side: Color,
        n: NodeId,
        t: Dyadic,
        x: Dyadic,
    ) -> Result<Option<bool>, Halt> {
        loop {
            self.add_parts(n)?;
            let answer = reaches(self.own_wall(side, n, t), x);
            if answer.is_some() {
                return Ok(answer);
            }
            let mut widest: Option<(Dyadic, NodeId, Color, [Dyadic; 2])> = None;
            for at in self.parts(n) {
                let part = self.part(at);
                for side in Color::BOTH {
                    let [low, high] = self.own_wall(side, part, t);
                    if high > low && widest.is_none_or(|(gap, ..)| high - low > gap) {
                        widest = Some((high - low, part, side, [low, high]));
                    }
                }
            }
            let Some((_, part, side, bounds)) = widest else { return Ok(None) };
            self.wall_reaches(side, part, t, between(bounds))?;
        }
    }
}

/// Whether what lies between these bounds is at least `x`, if they tell.
fn reaches([low, high]: [Dyadic; 2], x: Dyadic) -> Option<bool> {
    (low >= x || high < x).then_some(low >= x)
}

/// The next half below or at a number.
fn halves(t: Dyadic) -> Dyadic {
    Dyadic::new((t + t).floor().into(), 1).unwrap_or(t)
}

/// A number above the lower end of an interval: an integer near its middle, or the upper end.
pub(super) fn between([low, high]: [Dyadic; 2]) -> Dyadic {
    let middle = (low + high).half().map_or(high, |middle| Dyadic::integer(middle.floor()));
    if high - low > Dyadic::ONE && middle > low { middle } else { high }
}
