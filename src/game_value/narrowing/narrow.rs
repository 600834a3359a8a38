//! The questions about a whole position, until it is known or a limit is reached.

use super::narrowed::Narrowed;
use super::nodes::{BELOW_ZERO, Choice, Halt, NodeId, Nodes};
use super::questions::between;
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Placement, Position};
use crate::game_value::known_values::Known;
use crate::region::filling::Filler;
use crate::util::opaque_debug;
use amazons_cgt::{Dyadic, Effort, Outcome, Stopped, Thermograph, Thermographs};

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The mean and the temperature, then the stops.
    Facts,
    /// The whole thermograph.
    Walls,
}

/// Narrows what is proved of the thermographs of positions. It remembers nothing from one position
/// to the next.
pub struct Narrowing {
    known: Known,
    filler: Filler,
    memory: usize,
}

opaque_debug!([] Narrowing, "Narrowing");

/// The questions about a position that are asked before the first of them is repeated with more
/// work, and that work.
const ROUND: i32 = 9;
const FIRST_WORK: u64 = 500;
const GROWTH: u64 = 3;
/// The most answers in a row that narrow nothing.
const MOST_STALE: u32 = 64;

impl Narrowing {
    /// Makes an instance that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let filler = (memory / 32).min(4 << 20);
        Self { known: Known::default(), filler: Filler::new(filler), memory: memory - filler }
    }

    /// The same with values that are known beforehand.
    pub(in crate::game_value) fn with_known(self, known: Known) -> Self {
        Self { known, ..self }
    }

    /// Returns what is proved of a position within the effort, and the thermograph if that is known.
    ///
    /// # Errors
    /// The limits are reached before anything is proved.
    pub fn narrow(
        &mut self,
        position: &Position,
        goal: Goal,
        effort: Effort,
    ) -> Result<(Narrowed, Option<Thermograph>), Stopped> {
        let mut known = self.known.fresh();
        let (placement, _) = position.smallest_placement();
        with_placement!(placement, placement => {
            let nodes = Nodes::new(&mut known, &mut self.filler, self.memory, effort);
            Root::new(nodes, &placement)?.narrow(goal)
        })
    }
}

/// A position to be narrowed.
struct Root<'a, B: Bitboard> {
    nodes: Nodes<'a, B>,
    choice: Choice,
    /// No temperature of a position is above the number of its empty squares.
    empties: i32,
    /// An integer near the mean, at a guess.
    guess: Dyadic,
    /// The questions about the mean since the last answer.
    unanswered: i32,
    last: Option<Dyadic>,
}

impl<'a, B: Bitboard> Root<'a, B> {
    fn new(mut nodes: Nodes<'a, B>, placement: &Placement<B>) -> Result<Self, Stopped> {
        let choice = nodes.choice(placement)?;
        let guess = nodes.estimate(Color::White, choice) - choice.number();
        let guess = guess + Dyadic::ONE.half().unwrap_or_default();
        Ok(Self {
            nodes,
            choice,
            empties: placement.empty.count() as i32,
            guess: Dyadic::integer(guess.floor()),
            unanswered: 0,
            last: None,
        })
    }

    fn narrow(mut self, goal: Goal) -> Result<(Narrowed, Option<Thermograph>), Stopped> {
        let Some(root) = self.choice.node else {
            let mut pool = Thermographs::new();
            let number = pool.number(self.choice.number());
            let thermograph = pool.get(number);
            return Ok((Narrowed::of(&thermograph, pool.outcome(number)), Some(thermograph)));
        };
        let whole = Narrowed {
            temperature: [-Dyadic::ONE, Dyadic::integer(self.empties)],
            ..self.facts(root, [Dyadic::ZERO; 2])
        };
        // Whatever stops the search, what is proved so far is the answer.
        let Ok(found) = self.search(root, goal) else { return Ok((whole, None)) };
        let (lower, upper) = self.nodes.bounds(root);
        let thermograph = (lower == upper).then(|| {
            let moved = self.nodes.pool.translated(lower, self.choice.number());
            self.nodes.pool.get(moved)
        });
        Ok((found.and(whole), thermograph))
    }

    /// Everything but the temperature of the root, which is given.
    fn facts(&self, root: NodeId, temperature: [Dyadic; 2]) -> Narrowed {
        let number = self.choice.number();
        let moved = |bounds: [Dyadic; 2]| bounds.map(|x| x + number);
        let wall = |side, t| self.nodes.own_wall(side, root, t);
        let negative = |[low, high]: [Dyadic; 2]| [-high, -low];
        // Who moves last is told a step below 0.
        let left = moved(wall(Color::White, BELOW_ZERO)).map(|x| x > Dyadic::ZERO);
        let right = moved(negative(wall(Color::Black, BELOW_ZERO))).map(|x| x >= Dyadic::ZERO);
        let known = left[0] == left[1] && right[0] == right[1];
        Narrowed {
            outcome: known.then(|| Outcome::of(left[0], right[0])),
            mean: moved(self.nodes.mean(Color::White, root)),
            temperature,
            left_stop: moved(wall(Color::White, Dyadic::ZERO)),
            right_stop: moved(negative(wall(Color::Black, Dyadic::ZERO))),
        }
    }

    /// Asks until the goal is reached or a limit. An error means that not even all moves were made.
    fn search(&mut self, root: NodeId, goal: Goal) -> Result<Narrowed, Stopped> {
        for side in Color::BOTH {
            self.nodes.options(root, side)?;
        }
        let mut work = FIRST_WORK;
        let (mut last, mut stale) = (None, 0);
        loop {
            if !self.nodes.parts(root).is_empty() {
                self.nodes.add_parts(root)?;
            }
            self.nodes.update(root)?;
            let temperature = self.nodes.temperature(root)?;
            let found = self.facts(root, temperature);
            let (lower, upper) = self.nodes.bounds(root);
            stale = if last == Some((lower, upper, found)) { stale + 1 } else { 0 };
            last = Some((lower, upper, found));
            let reached = lower == upper || (goal == Goal::Facts && found.is_exact());
            if reached || stale == MOST_STALE {
                return Ok(found);
            }
            self.nodes.most = self.nodes.asked + work;
            let asked = self.ask(root, &found);
            self.nodes.most = u64::MAX;
            match asked {
                Ok(()) => self.unanswered = 0,
                Err(Halt::Enough) => {
                    stale = 0;
                    self.unanswered += 1;
                    let [low, high] = found.mean;
                    if low == high || self.unanswered == ROUND {
                        self.unanswered = 0;
                        work *= GROWTH;
                    }
                }
                Err(Halt::Stopped) => {
                    self.nodes.update(root)?;
                    let temperature = self.nodes.temperature(root)?;
                    return Ok(self.facts(root, temperature));
                }
            }
        }
    }

    /// Asks one question about what is not known.
    fn ask(&mut self, root: NodeId, found: &Narrowed) -> Result<(), Halt> {
        let nodes = &mut self.nodes;
        let mean = nodes.mean(Color::White, root);
        if mean[0] < mean[1] {
            let x = self.next_mean(mean);
            self.last = Some(x);
            self.nodes.mean_reaches(Color::White, root, x, None)?;
            return Ok(());
        }
        let [least, most] = found.temperature;
        if least < most {
            // A temperature is above t if one of the scaffolds at t is beyond the mean.
            let t = match between([least, most]) {
                _ if most <= Dyadic::ZERO => BELOW_ZERO,
                _ if least < Dyadic::ZERO => Dyadic::ZERO,
                t if t == most => most + BELOW_ZERO,
                t => t,
            };
            for side in Color::BOTH {
                let beyond = nodes.mean(side, root)[0] + Dyadic::FINEST;
                if nodes.option_reaches(side, root, t, beyond)? {
                    break;
                }
            }
            return Ok(());
        }
        for t in self.corners(root) {
            for side in Color::BOTH {
                let [low, high] = self.nodes.own_wall(side, root, t);
                if low < high {
                    self.nodes.wall_reaches(side, root, t, between([low, high]))?;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The number that the next question about the mean is about: the guess, or further from it with
    /// each question that was not answered.
    fn next_mean(&self, bounds: [Dyadic; 2]) -> Dyadic {
        let [low, high] = bounds;
        let away = 2 * (self.unanswered / 3);
        let x = match self.unanswered % 3 {
            0 => self.guess,
            1 => self.guess + Dyadic::integer(away + 2),
            _ => self.guess - Dyadic::integer(away + 1),
        };
        let fits = low < x && x <= high && self.last != Some(x);
        if fits { x } else { between(bounds) }
    }

    /// The temperatures at which the walls of the bounds may differ: 0, the corners, and 0⁻.
    fn corners(&self, root: NodeId) -> Vec<Dyadic> {
        let (lower, upper) = self.nodes.bounds(root);
        let mut all = vec![Dyadic::ZERO];
        for bound in [lower, upper].map(|id| self.nodes.pool.get(id)) {
            let walls = [bound.left_wall(), bound.right_wall()];
            all.extend(walls.iter().flat_map(|wall| wall.iter().map(|corner| corner.temperature)));
        }
        all.push(BELOW_ZERO);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_value::canonical_forms::CanonicalForms;
    use crate::testing::RandomPositions;

    fn small(random: &mut RandomPositions, i: usize) -> Position {
        loop {
            let position = match i % 3 {
                0 => random.tiny(8),
                1 => random.board(6, 5, 60, [2, 2]),
                _ => random.region(9, [1, 1]),
            };
            if position.empties() <= 9 {
                return position;
            }
        }
    }

    fn holds([low, high]: [Dyadic; 2], x: Dyadic) -> bool {
        low <= x && x <= high
    }

    fn within([low, high]: [Dyadic; 2], [least, most]: [Dyadic; 2]) -> bool {
        least <= low && high <= most
    }

    /// The exact values come from canonical forms; budgets are so small that most intervals stay wide.
    #[test]
    fn intervals_hold_the_exact_value_and_narrow_with_more_work() {
        let mut random = RandomPositions::new(41);
        let mut narrowing = Narrowing::new(64 << 20);
        let (mut forms, mut wide) = (CanonicalForms::new(256 << 20), 0);
        let (mut closed, mut unlimited) = (0, 0);
        for i in 0..1000 {
            let position = small(&mut random, i);
            let Ok(value) = forms.value(&position, Effort::UNLIMITED) else {
                forms = CanonicalForms::new(256 << 20);
                continue;
            };
            let exact = forms.games().thermograph(value);
            let outcome = forms.games().outcome(value);
            let mut before: Option<Narrowed> = None;
            for steps in [1, 5, 30, 200] {
                let effort = || Effort::UNLIMITED.within(steps);
                let narrow = |narrowing: &mut Narrowing, position: &Position| {
                    narrowing.narrow(position, Goal::Facts, effort()).unwrap().0
                };
                let found = narrow(&mut narrowing, &position);
                let all = [found.mean, found.temperature, found.left_stop, found.right_stop];
                let want =
                    [exact.mean(), exact.temperature(), exact.left_stop(), exact.right_stop()];
                for (bounds, want) in all.into_iter().zip(want) {
                    assert!(holds(bounds, want), "{position} {steps}: {found:?} {exact:?}");
                }
                assert!(found.outcome.is_none_or(|found| found == outcome), "{position}");
                wide += usize::from(!found.is_exact());
                if let Some(before) = before {
                    let pairs = [
                        (found.mean, before.mean),
                        (found.temperature, before.temperature),
                        (found.left_stop, before.left_stop),
                        (found.right_stop, before.right_stop),
                    ];
                    let narrower = pairs.iter().all(|&(now, then)| within(now, then));
                    assert!(narrower, "{position} {steps}: {before:?} {found:?}");
                }
                before = Some(found);
            }
            let swapped = narrowing.narrow(&position.swapped(), Goal::Facts, Effort::UNLIMITED);
            let found = swapped.unwrap().0;
            let all = [
                (found.mean, -exact.mean()),
                (found.temperature, exact.temperature()),
                (found.left_stop, -exact.right_stop()),
                (found.right_stop, -exact.left_stop()),
            ];
            for (bounds, want) in all {
                assert!(holds(bounds, want), "{position}: {found:?}");
            }
            // A few means that are fractions stay intervals.
            closed += usize::from(all.iter().all(|&([low, high], _)| low == high));
            unlimited += 1;
        }
        assert!(closed * 100 >= unlimited * 97, "{closed} of {unlimited}");
        assert!(wide > 300, "{wide}");
    }

    #[test]
    fn without_limits_the_thermograph_is_that_of_the_canonical_form() {
        let mut random = RandomPositions::new(21);
        let mut narrowing = Narrowing::new(64 << 20);
        for i in 0..600 {
            let position = small(&mut random, i);
            let mut forms = CanonicalForms::new(64 << 20);
            let Ok(value) = forms.value(&position, Effort::UNLIMITED) else { continue };
            let (found, own) = narrowing.narrow(&position, Goal::Walls, Effort::UNLIMITED).unwrap();
            assert_eq!(own, Some(forms.games().thermograph(value)), "{position}");
            assert_eq!(found.outcome, Some(forms.games().outcome(value)), "{position}");
        }
    }

    #[test]
    fn a_memory_or_a_number_of_steps_that_is_too_small_leaves_an_interval() {
        let position: Position = "X.....|......|......|.....O".parse().unwrap();
        for (memory, effort) in
            [(1 << 20, Effort::UNLIMITED), (64 << 20, Effort::UNLIMITED.within(3000))]
        {
            let (found, walls) =
                Narrowing::new(memory).narrow(&position, Goal::Facts, effort).unwrap();
            assert_eq!(walls, None);
            assert!(found.mean[0] < found.mean[1] && holds(found.mean, Dyadic::ZERO), "{found:?}");
        }
    }
}
