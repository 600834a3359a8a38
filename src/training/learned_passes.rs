//! Training of the networks of the learned evaluation: first weights, forward and backward passes.

use super::model::{Model, Passes};
use crate::board::{Bitboard, Color, Placement};
use crate::eval::learned::{HIDDEN, INPUTS, SIZE, WIDTH, Weights, site_vector};
use crate::eval::learned_features::{Globals, SITE_ROWS, View};
use crate::eval::{Value, WeightsError};
use crate::util::SeededRng;
use crate::util::safetensors::Tensors;

/// The intermediate results from which a position's value was computed.
#[derive(Clone, Debug, Default)]
struct Trace {
    /// The end of its sites in the list of sites.
    sites: usize,
    globals: Globals,
    sum: [f32; WIDTH],
    hidden: [f32; HIDDEN],
    value: f32,
}

impl Model for Weights {
    type Passes = Gradient;

    const INPUTS: &str = INPUTS;

    /// Those of the last lane, which is not cut, are 0.
    fn first(seed: u64) -> Self {
        let mut random = SeededRng::new(seed);
        let mut weights = Self::zero();
        let [sites, globals, mix, bias, out, offset] = Self::starts();
        let values = weights.values_mut();
        let mut fill = |range: std::ops::Range<usize>, most: f32| {
            for value in &mut values[range] {
                *value = (2.0 * random.unit() - 1.0) * most;
            }
        };
        fill(sites..globals, 0.1);
        fill(globals..mix, 0.05);
        fill(mix..bias, 0.2);
        fill(out..offset, 0.3);
        for row in values[sites..globals].chunks_mut(WIDTH) {
            row[WIDTH - 1] = 0.0;
        }
        weights
    }

    fn values(&self) -> &[f32] {
        self.values()
    }

    fn values_mut(&mut self) -> &mut [f32] {
        self.values_mut()
    }

    fn round(&mut self) {
        self.round();
    }

    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        self.evaluate(placement, mover)
    }

    fn from_tensors(file: &Tensors) -> Result<Self, WeightsError> {
        Self::from_tensors(file)
    }

    fn write(&self, file: &mut Tensors) {
        self.write(file);
    }
}

/// The slope of a loss, summed over positions.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// The slope for each weight.
    slopes: Vec<f32>,
    sites: Vec<[u16; SITE_ROWS]>,
    /// Which lanes of a site's vector were not clipped to 0.
    lanes: Vec<u32>,
    traces: Vec<Trace>,
}

impl Default for Gradient {
    fn default() -> Self {
        Self { slopes: vec![0.0; SIZE], sites: Vec::new(), lanes: Vec::new(), traces: Vec::new() }
    }
}

impl Passes<Weights> for Gradient {
    fn add<B: Bitboard>(&mut self, weights: &Weights, placement: &Placement<B>, mover: Color) {
        let rows = weights.rows();
        let mut sum = [0.0; WIDTH];
        let globals = View::new(placement, mover).each_site(|_, site| {
            let vector = site_vector(rows, site);
            let mut lanes = 1 << (WIDTH - 1);
            for (i, value) in vector.iter().enumerate() {
                sum[i] += value;
                lanes |= u32::from(*value > 0.0) << i;
            }
            self.sites.push(*site);
            self.lanes.push(lanes);
        });
        let hidden = weights.hidden(&sum, &globals);
        let value = weights.result(&hidden, &sum);
        self.traces.push(Trace { sites: self.sites.len(), globals, sum, hidden, value });
    }

    fn values(&mut self, _: &Weights) -> Vec<f32> {
        self.traces.iter().map(|trace| trace.value).collect()
    }

    fn backward(&mut self, weights: &Weights, by_value: &[f32]) {
        let [_, global, mix, bias, out, offset] = Weights::starts();
        let slopes = &mut self.slopes;
        let mut from = 0;
        for (trace, &by_value) in self.traces.iter().zip(by_value) {
            let Trace { sites, globals, sum, hidden, value: _ } = trace;
            slopes[offset] += by_value;
            let mut by_hidden = [0.0; HIDDEN];
            for j in 0..HIDDEN {
                slopes[out + j] += by_value * hidden[j];
                by_hidden[j] = if hidden[j] > 0.0 { by_value * weights.out()[j] } else { 0.0 };
                slopes[bias + j] += by_hidden[j];
            }
            for &row in globals {
                let at = global + usize::from(row) * HIDDEN;
                add(&mut slopes[at..at + HIDDEN], &by_hidden);
            }
            let mut by_sum = [0.0; WIDTH];
            for (i, row) in weights.mix().iter().enumerate() {
                let at = mix + i * HIDDEN;
                let mut all = 0.0;
                for j in 0..HIDDEN {
                    slopes[at + j] += by_hidden[j] * sum[i];
                    all += by_hidden[j] * row[j];
                }
                by_sum[i] = all;
            }
            by_sum[WIDTH - 1] += by_value;
            for (site, lanes) in self.sites[from..*sites].iter().zip(&self.lanes[from..*sites]) {
                let by_site: [f32; WIDTH] =
                    std::array::from_fn(|i| if lanes >> i & 1 == 1 { by_sum[i] } else { 0.0 });
                for &row in site {
                    let at = usize::from(row) * WIDTH;
                    add(&mut slopes[at..at + WIDTH], &by_site);
                }
            }
            from = *sites;
        }
        self.sites.clear();
        self.lanes.clear();
        self.traces.clear();
    }

    fn slopes(&self) -> &[f32] {
        &self.slopes
    }

    fn clear(&mut self) {
        self.slopes.fill(0.0);
    }
}

#[inline(always)]
fn add(slopes: &mut [f32], more: &[f32]) {
    for (slope, more) in slopes.iter_mut().zip(more) {
        *slope += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::util::SeededRng;

    #[test]
    fn slopes_are_those_of_small_steps() {
        let position: Position = "Q3*/1*2q/2**1/*3Q/q1*2 w".parse().unwrap();
        let mut random = SeededRng::new(3);
        let mut weights = Weights::zero();
        for weight in weights.values_mut() {
            *weight = random.unit() - 0.5;
        }
        let mut gradient = Gradient::default();
        gradient.add(&weights, position.placement(), Color::White);
        gradient.backward(&weights, &[1.0]);
        let steep: Vec<usize> = (0..SIZE).filter(|&i| gradient.slopes[i] != 0.0).collect();
        assert!(steep.len() > 500);
        let mut close = 0;
        for &i in steep.iter().step_by(7) {
            let step = 1e-2;
            let [more, less] = [step, -step].map(|step| {
                let mut other = weights.clone();
                other.values_mut()[i] += step;
                other.value(&View::new(position.placement(), Color::White))
            });
            let slope = (more - less) / (2.0 * step);
            // A step across a kink of the function is rare.
            close += usize::from((slope - gradient.slopes[i]).abs() < 0.02 * slope.abs().max(1.0));
        }
        let all = steep.iter().step_by(7).count();
        assert!(close * 100 >= all * 95, "{close} of {all}");
    }
}
