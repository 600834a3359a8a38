//! Fits the weights of the evaluation `phased` to the winners of games and to the leads that they
//! led to.

use super::adam::Adam;
use amazons::board::Bitboard;
use amazons::board::{Color, Position, with_placement};
use amazons::eval::learned_features::View;
use amazons::eval::phased::{KNOTS, PhaseWeights, TERMS, Terms};
use amazons::eval::{Evaluator, SQUARE, Weights};
use amazons::limits::Abort;
use amazons::records::{RecordError, RecordOptions};
use amazons::util::SeededRng;
use serde::Serialize;
use std::path::Path;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PhasePlan {
    /// Number of steps.
    pub steps: usize,
    /// Positions per step.
    pub batch: usize,
    /// The longest step of Adam; steps shrink to nothing.
    pub rate: f32,
    /// The weight of the error in the lead, per square.
    pub lead_weight: f32,
    /// How strongly the weights of neighbouring knots are drawn together.
    pub smoothness: f32,
    /// The seed of the order.
    pub seed: u64,
}

impl Default for PhasePlan {
    fn default() -> Self {
        Self { steps: 12_000, batch: 512, rate: 0.05, lead_weight: 0.02, smoothness: 0.0, seed: 1 }
    }
}

/// The fewest squares that both players reach in a position that is learned from.
const LEAST_SHARED: u32 = 20;

/// With fewer squares that both players reach, the network for endgames knows the lead.
const ENDGAME: u32 = 24;

/// One game in so many is kept for the test.
const TEST: usize = 10;

/// The probability of winning grows so fast with the lead, in log odds (natural logarithm) per
/// square.
const ODDS: f32 = 0.25;

/// The error in the lead beyond which the loss becomes linear.
const LARGE_ERROR: f32 = 8.0;

/// What a term is divided by while weights are fitted, so that all are of one size.
const SCALES: [f32; TERMS] = [10.0, 10.0, 5.0, 5.0, 10.0, 10.0, 5.0, 5.0, 5.0, 1.0];

/// A position of a game, as its mover sees it.
struct Sample {
    terms: Terms,
    /// The squares that both players reach.
    shared: u32,
    won: bool,
    /// The lead to which the game led.
    lead: f32,
    /// Lieberum's value in squares.
    lieberum: f32,
}

/// Positions of finished games to learn from and to test on.
#[derive(Default)]
pub struct PhaseData {
    learned: Vec<Sample>,
    tested: Vec<Sample>,
    /// Number of games taken.
    pub games: usize,
    /// Number of games that were not played to their end.
    pub unfinished: usize,
    /// The defects of games that were skipped.
    pub defects: Vec<String>,
}

amazons::util::opaque_debug!([] PhaseData, "PhaseData");

impl PhaseData {
    /// Adds the games of a record that were played to their end. Every tenth game is kept for the
    /// test. Games with a defect are skipped and noted.
    ///
    /// # Errors
    /// The file cannot be opened, or is not a record.
    pub fn read(&mut self, path: &Path, reading: &RecordOptions) -> Result<(), RecordError> {
        for game in reading.open(path)? {
            match game {
                Err(defect) => self.defects.push(defect.to_string()),
                Ok(game) if game.now().can_move() => self.unfinished += 1,
                Ok(game) => {
                    self.games += 1;
                    let winner = game.now().side().other();
                    let positions: Vec<Position> = game.positions().collect();
                    let test = self.games.is_multiple_of(TEST);
                    let to = if test { &mut self.tested } else { &mut self.learned };
                    to.extend(samples(&positions, winner));
                }
            }
        }
        Ok(())
    }

    /// Returns how many positions are learned from.
    pub fn positions(&self) -> usize {
        self.learned.len()
    }
}

/// The contested positions of a game, from its end backwards.
fn samples(positions: &[Position], winner: Color) -> Vec<Sample> {
    let lieberum: Evaluator = "lieberum".parse().expect("it is known");
    let mut lead = 0.0;
    let mut found = Vec::new();
    for position in positions.iter().rev().filter(|position| position.can_move()) {
        let (placement, _) = position.smallest_placement();
        let mover = position.side();
        let sign = if mover == Color::White { 1.0 } else { -1.0 };
        with_placement!(placement, placement => {
            let view = View::new(&placement, mover);
            let shared = view.shared().count();
            if shared < ENDGAME {
                lead = sign * Weights::shipped().value(&view);
            }
            if shared >= LEAST_SHARED {
                found.push(Sample {
                    terms: Terms::of(&placement, mover),
                    shared,
                    won: mover == winner,
                    lead: sign * lead,
                    lieberum: lieberum.evaluate(&placement, mover) as f32 / SQUARE as f32,
                });
            }
        });
    }
    found
}

/// The fitted weights, and how well they foretell the winner.
#[derive(Clone, Debug)]
pub struct PhaseFit {
    /// The weights.
    pub weights: PhaseWeights,
    /// Phase by phase, on games that were not learned from.
    pub test: Vec<PhaseTest>,
}

/// How well winners are foretold in the positions of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PhaseTest {
    /// The fewest squares that both players reach.
    pub shared_from: u32,
    /// The most.
    pub shared_to: u32,
    /// Number of positions.
    pub positions: usize,
    /// The mean of −ln p(winner) by the fitted weights, with the best odds per square for the phase.
    pub loss: f64,
    /// The same by Lieberum's function.
    pub lieberum: f64,
}

/// Fits the weights; `None` if `abort` was set or there is nothing to learn from.
pub fn fit_phases(data: &PhaseData, plan: &PhasePlan, abort: &Abort) -> Option<PhaseFit> {
    const SIZE: usize = TERMS * KNOTS.len();
    if data.learned.is_empty() {
        return None;
    }
    let mut scaled = filling();
    let mut adam = Adam::new(SIZE);
    let mut slopes = vec![0.0; SIZE];
    let mut random = SeededRng::new(plan.seed);
    for step in 0..plan.steps {
        if abort.is_set() {
            return None;
        }
        slopes.fill(0.0);
        for _ in 0..plan.batch {
            let sample = &data.learned[random.below(data.learned.len())];
            let inputs = inputs(&sample.terms);
            let value: f32 = inputs.iter().map(|&(at, input)| scaled[at] * input).sum();
            let beyond = (value - sample.lead).clamp(-LARGE_ERROR, LARGE_ERROR);
            let slope = ODDS * (likelihood(ODDS * value) - f32::from(u8::from(sample.won)))
                + plan.lead_weight * beyond;
            for (at, input) in inputs {
                slopes[at] += slope * input / plan.batch as f32;
            }
        }
        for at in TERMS..SIZE - TERMS {
            let drawn = plan.smoothness * (scaled[at] - scaled[at + TERMS]);
            slopes[at] += drawn;
            slopes[at + TERMS] -= drawn;
        }
        // The filling phase is known.
        slopes[..TERMS].fill(0.0);
        let left = 1.0 - step as f32 / plan.steps as f32;
        adam.step(&mut scaled, &slopes, plan.rate * left, 0.0);
    }
    let mut rows = [[0.0; TERMS]; KNOTS.len()];
    for (row, scaled) in rows.iter_mut().zip(scaled.chunks(TERMS)) {
        *row = std::array::from_fn(|term| scaled[term] / SCALES[term]);
    }
    let weights = PhaseWeights::new(rows);
    let test = test(&data.tested, &weights);
    Some(PhaseFit { weights, test })
}

/// Scaled weights of the filling phase at every knot.
fn filling() -> Vec<f32> {
    let mut scaled = vec![0.0; TERMS * KNOTS.len()];
    scaled.iter_mut().step_by(TERMS).for_each(|weight| *weight = SCALES[0]);
    scaled
}

/// The weights that a position needs, and what each is multiplied by.
fn inputs(terms: &Terms) -> [(usize, f32); 2 * TERMS] {
    let (knot, way) = terms.knot();
    std::array::from_fn(|i| {
        let (term, next) = (i % TERMS, i / TERMS);
        let share = if next == 1 { way } else { 1.0 - way };
        ((knot + next) * TERMS + term, share * terms.values[term] / SCALES[term])
    })
}

/// The probability of these log odds.
fn likelihood(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Tests in phases of so many shared squares.
const PHASE: u32 = 8;

fn test(samples: &[Sample], weights: &PhaseWeights) -> Vec<PhaseTest> {
    let most = samples.iter().map(|sample| sample.shared).max().unwrap_or(0);
    let phases = (LEAST_SHARED..=most).step_by(PHASE as usize);
    let of = |from: u32| {
        let here: Vec<&Sample> =
            samples.iter().filter(|sample| (from..from + PHASE).contains(&sample.shared)).collect();
        let loss = |odds: &dyn Fn(&Sample) -> f32| {
            let one = |sample: &&Sample| {
                let won = likelihood(odds(sample));
                let right = if sample.won { won } else { 1.0 - won };
                -f64::from(right.max(f32::MIN_POSITIVE)).ln()
            };
            here.iter().map(one).sum::<f64>() / here.len() as f64
        };
        let best = |value: &dyn Fn(&Sample) -> f32| {
            let scales = (0..60).map(|scale| scale as f32 / 100.0);
            scales.map(|scale| loss(&|sample| scale * value(sample))).fold(f64::INFINITY, f64::min)
        };
        PhaseTest {
            shared_from: from,
            shared_to: from + PHASE - 1,
            positions: here.len(),
            loss: best(&|sample| weights.sum(&sample.terms)),
            lieberum: best(&|sample| sample.lieberum),
        }
    };
    phases.map(of).filter(|phase| phase.positions > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{MoveLimit, Player, play_game};
    use amazons::records::Game;

    /// Games of a player against one that moves at random.
    fn data(games: usize) -> PhaseData {
        let limit = MoveLimit { time: None, nodes: Some(200) };
        let good = Player::from_spec("one-ply:lieberum", limit).unwrap();
        let bad = Player::from_spec("random", limit).unwrap();
        let mut data = PhaseData::default();
        for number in 0..games {
            let start = Game::new(Position::start(7, 7).unwrap());
            let [white, black] = if number % 2 == 0 { [&good, &bad] } else { [&bad, &good] };
            let game = play_game(start, white, black, &Abort::new()).unwrap();
            let winner = game.now().side().other();
            let found = samples(&game.positions().collect::<Vec<_>>(), winner);
            if number % 5 == 0 { data.tested.extend(found) } else { data.learned.extend(found) }
        }
        data
    }

    #[test]
    fn a_fit_foretells_winners_and_is_the_same_again() {
        let data = data(20);
        let plan = PhasePlan { steps: 300, batch: 64, ..PhasePlan::default() };
        let fit = fit_phases(&data, &plan, &Abort::new()).unwrap();
        let positions: usize = fit.test.iter().map(|phase| phase.positions).sum();
        let sum: f64 = fit.test.iter().map(|one| one.loss * one.positions as f64).sum();
        let guess = std::f64::consts::LN_2;
        assert!(sum / (positions as f64) < 0.9 * guess, "{:?}", fit.test);
        assert_eq!(fit_phases(&data, &plan, &Abort::new()).unwrap().weights, fit.weights);
        let interrupted = Abort::new();
        interrupted.set();
        assert!(fit_phases(&data, &plan, &interrupted).is_none());
        assert!(fit_phases(&PhaseData::default(), &plan, &Abort::new()).is_none());
    }
}
