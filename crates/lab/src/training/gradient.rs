//! Forward and backward passes of the learned evaluation: values of positions, and the slope of a
//! loss.

use amazons::board::{Bitboard, Color, Placement};
use amazons::eval::learned::{HIDDEN, SIZE, WIDTH, Weights, site_vector};
use amazons::eval::learned_features::{Globals, SITE_ROWS, View};

/// The intermediate results from which a position's value was computed.
#[derive(Clone, Debug, Default)]
struct Trace {
    /// The end of its sites in the list of sites.
    sites: usize,
    globals: Globals,
    sum: [f32; WIDTH],
    hidden: [f32; HIDDEN],
}

/// The slope of a loss, summed over positions.
///
/// Call [`Gradient::forward`] for each of a few positions, then [`Gradient::backward`] once with
/// the slopes of their values.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// The slope for each weight.
    pub slopes: Vec<f32>,
    sites: Vec<[u16; SITE_ROWS]>,
    /// Which lanes of a site's vector were not clipped to 0.
    lanes: Vec<u32>,
    traces: Vec<Trace>,
}

impl Default for Gradient {
    fn default() -> Self {
        Self::new()
    }
}

impl Gradient {
    /// An empty gradient.
    pub fn new() -> Self {
        Self { slopes: vec![0.0; SIZE], sites: Vec::new(), lanes: Vec::new(), traces: Vec::new() }
    }

    /// Computes the value of a position for `mover`, and records how it came about.
    pub fn forward<B: Bitboard>(
        &mut self,
        weights: &Weights,
        placement: &Placement<B>,
        mover: Color,
    ) -> f32 {
        let rows = weights.rows();
        let mut sum = [0.0; WIDTH];
        let globals = View::new(placement, mover).each_site(|site| {
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
        self.traces.push(Trace { sites: self.sites.len(), globals, sum, hidden });
        value
    }

    /// Adds the slopes of a loss, given its slopes `by_value` with respect to the values of the
    /// recorded positions, and forgets these positions.
    pub fn backward(&mut self, weights: &Weights, by_value: &[f32]) {
        let [_, global, mix, bias, out, offset] = Weights::starts();
        let slopes = &mut self.slopes;
        let mut from = 0;
        for (trace, &by_value) in self.traces.iter().zip(by_value) {
            let Trace { sites, globals, sum, hidden } = trace;
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

    /// Resets all slopes to 0.
    pub fn clear(&mut self) {
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
    use amazons::board::Position;
    use amazons::util::SeededRng;

    #[test]
    fn slopes_are_those_of_small_steps() {
        let position: Position = "Q3*/1*2q/2**1/*3Q/q1*2 w".parse().unwrap();
        let mut random = SeededRng::new(3);
        let mut weights = Weights::zero();
        for weight in weights.values_mut() {
            *weight = random.unit() - 0.5;
        }
        let mut gradient = Gradient::new();
        gradient.forward(&weights, position.placement(), Color::White);
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
