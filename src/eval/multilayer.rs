//! Fully connected networks with Elliot units, as in M. Fugers, *A data-driven approach for making
//! a quick evaluation function for Amazons*, 2017, chapter 3.
//!
//! A hidden unit outputs y = βx/(1 + |βx|), where x is the weighted sum of its inputs and a bias.
//! The single output is linear. Most inputs of a board are 0, so inputs are a list of those that
//! are not.

use crate::util::SeededRng;

/// An input that is not 0: its number and its value. The inputs of games are kept by the million.
pub type Input = (u16, f32);

/// A network of one or more hidden layers and one output.
#[derive(Clone, Debug, PartialEq)]
pub struct Multilayer {
    layers: Vec<Layer>,
    /// Weights of the output, by unit of the last hidden layer; the bias comes last.
    output: Vec<f32>,
}

/// A hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of units.
    pub units: usize,
    /// Weights by input and unit, units varying fastest; the biases come last.
    pub weights: Vec<f32>,
    /// Steepness of each unit.
    pub beta: Vec<f32>,
}

/// What a network computed from some inputs, kept for learning.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// By layer: the weighted sum of each unit.
    sums: Vec<Vec<f32>>,
    /// By layer: the output of each unit.
    given: Vec<Vec<f32>>,
    /// By layer: the derivative of the network's output with respect to each unit's sum.
    slopes: Vec<Vec<f32>>,
}

impl Layer {
    fn is_whole(&self) -> bool {
        self.weights.len() == (self.inputs + 1) * self.units && self.beta.len() == self.units
    }

    fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.units..][..self.units]
    }

    fn row_mut(&mut self, input: usize) -> &mut [f32] {
        &mut self.weights[input * self.units..][..self.units]
    }

    /// Computes the sums of the units.
    fn sum(&self, inputs: impl Iterator<Item = (usize, f32)> + Clone, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(self.row(self.inputs));
        // This many units at a time stay in registers; the thesis's layers are multiples of 40.
        let rest = self.add_together::<40>(inputs.clone(), sums);
        let rest = self.add_together::<16>(inputs.clone(), rest);
        let rest = self.add_together::<8>(inputs.clone(), rest);
        self.add_together::<1>(inputs, rest);
    }

    /// Adds the inputs to the sums of the last units, `N` units at a time; returns the sums that
    /// are left.
    fn add_together<'a, const N: usize>(
        &self,
        inputs: impl Iterator<Item = (usize, f32)> + Clone,
        sums: &'a mut [f32],
    ) -> &'a mut [f32] {
        let first = self.units - sums.len();
        let (together, rest) = sums.as_chunks_mut::<N>();
        for (sums, first) in together.iter_mut().zip((first..).step_by(N)) {
            let mut kept = *sums;
            for (input, value) in inputs.clone() {
                let Some(weights) = self.row(input)[first..].first_chunk::<N>() else { break };
                for (sum, weight) in kept.iter_mut().zip(weights) {
                    *sum += value * weight;
                }
            }
            *sums = kept;
        }
        rest
    }
}

/// The Elliot function of x.
#[inline(always)]
fn elliot(beta: f32, x: f32) -> f32 {
    let x = beta * x;
    x / (1.0 + x.abs())
}

/// Its derivative with respect to x: β/(1 + |βx|)².
#[inline(always)]
fn slope(beta: f32, x: f32) -> f32 {
    let one = 1.0 + (beta * x).abs();
    beta / (one * one)
}

impl Multilayer {
    /// Makes a network with these numbers of units and weights drawn from [−0.2, 0.2].
    ///
    /// # Panics
    /// There is no hidden layer, or one without units.
    pub fn random(inputs: usize, hidden: &[usize], beta: f32, rng: &mut SeededRng) -> Self {
        assert!(!hidden.is_empty() && !hidden.contains(&0), "hidden layers have units");
        let mut draw =
            |count: usize| -> Vec<f32> { (0..count).map(|_| 0.4 * rng.unit() - 0.2).collect() };
        let mut layers = Vec::new();
        let mut from = inputs;
        for &units in hidden {
            let weights = draw((from + 1) * units);
            layers.push(Layer { inputs: from, units, weights, beta: vec![beta; units] });
            from = units;
        }
        Self { layers, output: draw(from + 1) }
    }

    /// Makes a network of these layers; `None` if their shapes do not fit or a number is not
    /// finite.
    pub fn of(layers: Vec<Layer>, output: Vec<f32>) -> Option<Self> {
        let joined = layers.windows(2).all(|pair| pair[0].units == pair[1].inputs);
        let ends = layers.last().is_some_and(|last| output.len() == last.units + 1);
        let network = Self { layers, output };
        (joined && ends && network.layers.iter().all(Layer::is_whole) && network.is_finite())
            .then_some(network)
    }

    /// Returns the number of inputs.
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs
    }

    /// Returns the hidden layers.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the weights of the output, the bias last.
    pub fn output(&self) -> &[f32] {
        &self.output
    }

    /// Returns whether all weights are finite numbers.
    pub fn is_finite(&self) -> bool {
        let all = |weights: &[f32]| weights.iter().all(|weight| weight.is_finite());
        all(&self.output) && self.layers.iter().all(|layer| all(&layer.weights) && all(&layer.beta))
    }

    /// Computes the output for inputs that are below [`inputs`](Self::inputs).
    pub fn value(&self, inputs: &[Input]) -> f32 {
        let mut sums = Vec::with_capacity(self.layers[0].units);
        self.layers[0].sum(numbered(inputs), &mut sums);
        let mut given = activated(&self.layers[0], &sums);
        for layer in &self.layers[1..] {
            layer.sum(given.iter().copied().enumerate(), &mut sums);
            given = activated(layer, &sums);
        }
        self.out(&given)
    }

    fn out(&self, given: &[f32]) -> f32 {
        let bias = self.output[self.output.len() - 1];
        bias + given.iter().zip(&self.output).map(|(unit, weight)| unit * weight).sum::<f32>()
    }

    /// Computes the output as [`value`](Self::value) does, and keeps it in `activity` for
    /// [`learn`](Self::learn).
    pub fn feel(&self, inputs: &[Input], activity: &mut Activity) -> f32 {
        let Activity { sums, given, .. } = activity;
        sums.resize(self.layers.len(), Vec::new());
        given.resize(self.layers.len(), Vec::new());
        for (i, layer) in self.layers.iter().enumerate() {
            match i {
                0 => layer.sum(numbered(inputs), &mut sums[0]),
                _ => layer.sum(given[i - 1].iter().copied().enumerate(), &mut sums[i]),
            }
            given[i] = activated(layer, &sums[i]);
        }
        self.out(&given[self.layers.len() - 1])
    }

    /// Moves the weights by `step` along the gradient of the output, for the inputs that were last
    /// [felt](Self::feel) with these weights. If `steepness` is set, the steepness of the units
    /// moves too (Patist and Wiering 2004).
    pub fn learn(&mut self, inputs: &[Input], activity: &mut Activity, step: f32, steepness: bool) {
        let Activity { sums, given, slopes } = activity;
        slopes.resize(self.layers.len(), Vec::new());
        let last = self.layers.len() - 1;
        // Derivatives with respect to the units' outputs, from the network's output backwards; then
        // with respect to their sums.
        let mut by_unit: Vec<f32> = self.output[..self.output.len() - 1].to_vec();
        let bias = self.output.len() - 1;
        for (weight, unit) in self.output[..bias].iter_mut().zip(&given[last]) {
            *weight += step * unit;
        }
        self.output[bias] += step;
        for i in (0..=last).rev() {
            let layer = &mut self.layers[i];
            slopes[i].clear();
            for unit in 0..layer.units {
                let (beta, x) = (layer.beta[unit], sums[i][unit]);
                slopes[i].push(by_unit[unit] * slope(beta, x));
                if steepness {
                    let one = 1.0 + (beta * x).abs();
                    layer.beta[unit] = (beta + step * by_unit[unit] * x / (one * one)).max(0.01);
                }
            }
            if i > 0 {
                by_unit = (0..layer.inputs)
                    .map(|input| {
                        layer.row(input).iter().zip(&slopes[i]).map(|(w, slope)| w * slope).sum()
                    })
                    .collect();
                for (input, &value) in given[i - 1].iter().enumerate() {
                    add(layer.row_mut(input), &slopes[i], step * value);
                }
            } else {
                for (input, value) in numbered(inputs) {
                    add(layer.row_mut(input), &slopes[i], step * value);
                }
            }
            let bias = layer.inputs;
            add(layer.row_mut(bias), &slopes[i], step);
        }
    }
}

fn numbered(inputs: &[Input]) -> impl Iterator<Item = (usize, f32)> + Clone + '_ {
    inputs.iter().map(|&(input, value)| (usize::from(input), value))
}

fn activated(layer: &Layer, sums: &[f32]) -> Vec<f32> {
    sums.iter().zip(&layer.beta).map(|(&x, &beta)| elliot(beta, x)).collect()
}

fn add(weights: &mut [f32], slopes: &[f32], step: f32) {
    for (weight, slope) in weights.iter_mut().zip(slopes) {
        *weight += step * slope;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(hidden: &[usize]) -> Multilayer {
        Multilayer::random(6, hidden, 2.0, &mut SeededRng::new(7))
    }

    /// A step along the gradient raises the output by the step times the gradient's square.
    #[test]
    fn a_step_follows_the_gradient() {
        let inputs = [(0, 1.0), (3, -2.0), (5, 0.5)];
        for hidden in [&[5][..], &[4, 3], &[3, 4, 2]] {
            let before = network(hidden);
            let mut activity = Activity::default();
            let value = before.feel(&inputs, &mut activity);
            assert_eq!(value, before.value(&inputs));
            let step = 1e-3;
            let mut after = before.clone();
            after.learn(&inputs, &mut activity, step, false);
            let moved = |a: &[f32], b: &[f32]| -> f32 {
                a.iter().zip(b).map(|(a, b)| ((b - a) / step).powi(2)).sum()
            };
            let layers = before.layers.iter().zip(&after.layers);
            let square = layers.map(|(a, b)| moved(&a.weights, &b.weights)).sum::<f32>()
                + moved(&before.output, &after.output);
            let raised = (after.value(&inputs) - value) / step;
            assert!((raised - square).abs() < 0.03 * square, "{hidden:?}: {raised} {square}");
        }
    }

    /// The gradient of each weight is the slope of the output along it.
    #[test]
    fn gradients_are_slopes() {
        let inputs = [(0, 1.0), (1, 1.0), (2, -1.5)];
        let before = network(&[4, 3]);
        let mut activity = Activity::default();
        let value = f64::from(before.feel(&inputs, &mut activity));
        let mut after = before.clone();
        after.learn(&inputs, &mut activity, 1.0, false);
        for layer in 0..2 {
            for weight in 0..before.layers[layer].weights.len() {
                let gradient =
                    after.layers[layer].weights[weight] - before.layers[layer].weights[weight];
                let mut nudged = before.clone();
                nudged.layers[layer].weights[weight] += 1e-2;
                let slope = (f64::from(nudged.value(&inputs)) - value) / 1e-2;
                assert!((slope - f64::from(gradient)).abs() < 2e-2, "{layer} {weight}");
            }
        }
    }

    #[test]
    fn a_network_learns_what_one_layer_cannot_add_up() {
        let mut network = Multilayer::random(2, &[8], 3.0, &mut SeededRng::new(1));
        let mut activity = Activity::default();
        let cases = [(0.0, 0.0, -1.0), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, -1.0)];
        for _ in 0..4000 {
            for (a, b, wanted) in cases {
                let inputs = [(0, a), (1, b)];
                let value = network.feel(&inputs, &mut activity);
                network.learn(&inputs, &mut activity, 0.05 * (wanted - value), true);
            }
        }
        for (a, b, wanted) in cases {
            assert!((network.value(&[(0, a), (1, b)]) - wanted).abs() < 0.3);
        }
    }

    #[test]
    fn shapes_are_checked() {
        let whole = network(&[4, 3]);
        assert_eq!(Multilayer::of(whole.layers.clone(), whole.output.clone()), Some(whole.clone()));
        assert_eq!(Multilayer::of(whole.layers.clone(), vec![0.0; 3]), None);
        assert_eq!(Multilayer::of(whole.layers[1..].to_vec(), vec![f32::NAN; 4]), None);
        assert_eq!(Multilayer::of(Vec::new(), vec![0.0]), None);
    }
}
