//! TD(λ) over whole games (Sutton 1988), as in M. Fugers, *A data-driven approach for making a
//! quick evaluation function for Amazons*, 2017, section 3.3.
//!
//! Values are from the first player's side: +1 for a win, −1 for a loss, 0 for even. A game is
//! processed backwards. The last position learns the outcome z. Each earlier position learns the
//! mixture (1 − λ) V(s′) + λ t′ of the value V(s′) and the target t′ of the next position s′. Thus
//! λ = 1 uses only the outcome, and λ = 0 only the next position.

use amazons::eval::multilayer::{Activity, Input, Multilayer};

/// How a network learns from games.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TemporalDifference {
    /// The learning rate.
    pub rate: f32,
    /// λ, from 0 to 1.
    pub lambda: f32,
    /// Whether the steepness β of the hidden units is learned too.
    pub adaptive_beta: bool,
}

/// A network's values are infinite, undefined, or far beyond the outcomes of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverged;

/// No value of a network that learns is this large: outcomes lie between −1 and 1.
const BEYOND: f32 = 1e3;

impl TemporalDifference {
    /// Learns from one game: the inputs of its positions, in order, and its outcome.
    ///
    /// # Errors
    /// The values diverge; the weights are then of no use.
    pub fn learn(
        &self,
        network: &mut Multilayer,
        activity: &mut Activity,
        positions: &[Vec<Input>],
        outcome: f32,
    ) -> Result<(), Diverged> {
        let mut target = outcome;
        for inputs in positions.iter().rev() {
            let value = network.feel(inputs, activity);
            if value.is_nan() || value.abs() > BEYOND {
                return Err(Diverged);
            }
            let step = self.rate * (target - value);
            network.learn(inputs, activity, step, self.adaptive_beta);
            target = (1.0 - self.lambda) * value + self.lambda * target;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::util::SeededRng;

    fn walk(rng: &mut SeededRng) -> (Vec<Vec<Input>>, f32) {
        // A random walk over seven squares: the right end wins, the left one loses.
        let (mut at, mut positions) = (3i32, Vec::new());
        loop {
            positions.push(vec![(at as u16, 1.0)]);
            at += if rng.below(2) == 0 { -1 } else { 1 };
            if !(0..7).contains(&at) {
                return (positions, if at > 0 { 1.0 } else { -1.0 });
            }
        }
    }

    /// The values of a random walk are known: they rise evenly (Sutton 1988, section 3.2).
    #[test]
    fn a_random_walk_is_learned() {
        for lambda in [0.0, 0.5, 1.0] {
            let mut rng = SeededRng::new(3);
            let mut network = Multilayer::random(7, &[6], 1.0, &mut rng);
            let mut activity = Activity::default();
            let way = TemporalDifference { rate: 0.002, lambda, adaptive_beta: false };
            for _ in 0..40_000 {
                let (positions, outcome) = walk(&mut rng);
                way.learn(&mut network, &mut activity, &positions, outcome).unwrap();
            }
            for at in 0..7 {
                let wanted = (at as f32 - 3.0) / 4.0;
                let value = network.value(&[(at, 1.0)]);
                assert!((value - wanted).abs() < 0.25, "λ {lambda}, {at}: {value}");
            }
        }
    }

    #[test]
    fn divergence_is_an_error() {
        let mut rng = SeededRng::new(3);
        let mut network = Multilayer::random(1, &[4], 3.0, &mut rng);
        let way = TemporalDifference { rate: 50.0, lambda: 0.5, adaptive_beta: false };
        let mut activity = Activity::default();
        let positions = vec![vec![(0, 30.0)]; 50];
        let result =
            (0..100).try_for_each(|_| way.learn(&mut network, &mut activity, &positions, 1.0));
        assert_eq!(result, Err(Diverged));
    }
}
