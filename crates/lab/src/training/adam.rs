//! Adam: gradient descent whose steps adapt to each weight.

/// Adam with decoupled weight decay.
///
/// D. P. Kingma, J. Ba, *Adam: a Method for Stochastic Optimization* (2015), algorithm 1, with the
/// usual β₁ = 0.9 and ε = 10⁻⁸. Weights shrink independently of the gradient, as in I. Loshchilov,
/// F. Hutter, *Decoupled Weight Decay Regularization* (2019).
#[derive(Clone, Debug)]
pub struct Adam {
    /// The running means of gradients and of their squares.
    pub moments: [Vec<f32>; 2],
    /// The number of steps made.
    pub steps: u64,
}

const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

impl Adam {
    /// The initial state for `size` weights.
    pub fn new(size: usize) -> Self {
        Self { moments: [vec![0.0; size], vec![0.0; size]], steps: 0 }
    }

    /// Makes one step of length `rate` against the gradient. First each weight shrinks by the share
    /// `rate` × `decay`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        let kept = 1.0 - rate * decay;
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [first, second] = BETA.map(|beta| 1.0 - beta.powi(steps));
        let rate = rate / first;
        let [means, squares] = &mut self.moments;
        for (((weight, &slope), mean), square) in
            weights.iter_mut().zip(gradient).zip(means).zip(squares)
        {
            *mean += (1.0 - BETA[0]) * (slope - *mean);
            *square += (1.0 - BETA[1]) * (slope * slope - *square);
            *weight = kept * *weight - rate * *mean / ((*square / second).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_walks_to_the_least_value() {
        let (mut weights, mut adam) = (vec![3.0f32, -2.0], Adam::new(2));
        for _ in 0..2000 {
            let gradient = [2.0 * (weights[0] - 1.0), 20.0 * (weights[1] - 0.5)];
            adam.step(&mut weights, &gradient, 0.01, 0.0);
        }
        assert!((weights[0] - 1.0).abs() < 0.02 && (weights[1] - 0.5).abs() < 0.02, "{weights:?}");
    }
}
