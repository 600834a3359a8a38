//! Training of a convolutional network: first weights, forward and backward passes. The slopes are
//! computed by the library candle.

use super::model::{Model, Passes};
use crate::board::{Bitboard, Color, Placement};
use crate::eval::convolution::{
    CHANNELS, ConvolutionalNetwork, INPUTS, LAYERS, PLACES, SIZE, Sites, WINDOW,
};
use crate::eval::learned_features::{GLOBALS, OWN_SITE_ROWS, View};
use crate::eval::{Value, WeightsError};
use crate::util::SeededRng;
use crate::util::safetensors::Tensors;
use candle_core::{Device, Result, Tensor, Var};

impl Model for ConvolutionalNetwork {
    type Passes = ConvolutionPasses;

    const INPUTS: &str = INPUTS;

    fn first(seed: u64) -> Self {
        let mut random = SeededRng::new(seed);
        let mut weights = vec![0.0; SIZE];
        for place in &PLACES {
            // A sum over some twenty sites goes to the hidden layer.
            let most = match place.name {
                "sites" => 0.2,
                "convolutions" => 0.1,
                "mix" | "globals" => 0.05,
                "out" => 0.3,
                _ => 0.0,
            };
            for weight in &mut weights[place.range.clone()] {
                *weight = (2.0 * random.unit() - 1.0) * most;
            }
        }
        Self(weights)
    }

    fn values(&self) -> &[f32] {
        &self.0
    }

    fn values_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    fn round(&mut self) {}

    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        self.evaluate(placement, mover)
    }

    fn from_tensors(file: &Tensors) -> std::result::Result<Self, WeightsError> {
        Self::from_tensors(file)
    }

    fn write(&self, file: &mut Tensors) {
        self.write(file);
    }
}

/// The slope of a loss, summed over positions.
#[derive(Debug)]
pub struct ConvolutionPasses {
    slopes: Vec<f32>,
    /// The features of all sites, of one position after the other.
    rows: Vec<u32>,
    /// The numbers of all sites and their neighbours, from 1.
    windows: Vec<u32>,
    /// The position to which each site belongs.
    positions: Vec<u32>,
    /// The features of all positions.
    globals: Vec<u32>,
    /// Backward passes so far.
    rounds: usize,
    /// The variables and the values of the last forward pass.
    last: Option<([Var; PLACES.len()], Tensor)>,
}

impl Default for ConvolutionPasses {
    fn default() -> Self {
        Self {
            slopes: vec![0.0; SIZE],
            rows: Vec::new(),
            windows: Vec::new(),
            positions: Vec::new(),
            globals: Vec::new(),
            rounds: 0,
            last: None,
        }
    }
}

impl Passes<ConvolutionalNetwork> for ConvolutionPasses {
    /// Positions of each round are turned or mirrored in another way. Only the order of neighbours
    /// tells.
    fn add<B: Bitboard>(
        &mut self,
        _: &ConvolutionalNetwork,
        placement: &Placement<B>,
        mover: Color,
    ) {
        let sites = Sites::of(&View::new(placement, mover));
        let (earlier, number) = (self.positions.len(), self.globals.len() / GLOBALS);
        self.rows.extend(sites.rows.iter().flatten().map(|&row| u32::from(row)));
        let (turn, mirrored) = (2 * (self.rounds % 4), self.rounds / 4 % 2 == 1);
        for window in &sites.windows {
            let mut turned = *window;
            for (i, neighbour) in turned[1..].iter_mut().enumerate() {
                let i = if mirrored { 8 - i } else { i };
                *neighbour = window[1 + (i + turn) % 8];
            }
            self.windows.extend(turned.map(|site| match site {
                0 => 0,
                site => earlier as u32 + u32::from(site),
            }));
        }
        self.positions.extend(sites.rows.iter().map(|_| number as u32));
        self.globals.extend(sites.globals.map(u32::from));
    }

    fn values(&mut self, model: &ConvolutionalNetwork) -> Vec<f32> {
        let (variables, values) = self.forward(model).expect("the shapes fit together");
        let numbers = values.to_vec1().expect("values are one list");
        self.last = Some((variables, values));
        numbers
    }

    fn backward(&mut self, _: &ConvolutionalNetwork, by_value: &[f32]) {
        if let Some((variables, values)) = self.last.take() {
            self.add_slopes(&variables, &values, by_value).expect("the shapes fit together");
        }
        self.rows.clear();
        self.windows.clear();
        self.positions.clear();
        self.globals.clear();
        self.rounds += 1;
    }

    fn slopes(&self) -> &[f32] {
        &self.slopes
    }

    fn clear(&mut self) {
        self.slopes.fill(0.0);
    }
}

impl ConvolutionPasses {
    /// The variables that hold the weights, and the values of all positions.
    fn forward(&self, model: &ConvolutionalNetwork) -> Result<([Var; PLACES.len()], Tensor)> {
        let device = &Device::Cpu;
        let mut variables = Vec::with_capacity(PLACES.len());
        for place in &PLACES {
            let weights = &model.values()[place.range.clone()];
            variables.push(Var::from_slice(weights, &place.shape, device)?);
        }
        let variables: [Var; PLACES.len()] =
            variables.try_into().expect("there is a variable for each place");
        let [sites, kernels, biases, globals, mix, bias, out, linear, offset] =
            variables.each_ref().map(Var::as_tensor);

        let list = |numbers: &[u32]| Tensor::new(numbers, device);
        let (count, positions) = (self.positions.len(), self.globals.len() / GLOBALS);
        let rows = sites.index_select(&list(&self.rows)?, 0)?;
        let mut vectors = rows.reshape((count, OWN_SITE_ROWS, CHANNELS))?.sum(1)?.relu()?;
        let windows = list(&self.windows)?;
        for layer in 0..LAYERS {
            // Number 0 stands for blocked squares.
            let numbered = vectors.pad_with_zeros(0, 1, 0)?;
            let windows = numbered.index_select(&windows, 0)?;
            let windows = windows.reshape((count, WINDOW * CHANNELS))?;
            let length = WINDOW * CHANNELS;
            let sums = windows.matmul(&kernels.narrow(0, layer * length, length)?)?;
            let sums = sums.broadcast_add(&biases.narrow(0, layer, 1)?)?;
            vectors = (vectors + sums.relu()?)?;
        }
        let sums = Tensor::zeros((positions, CHANNELS), vectors.dtype(), device)?;
        let sums = sums.index_add(&list(&self.positions)?, &vectors, 0)?;
        let whole = globals.index_select(&list(&self.globals)?, 0)?;
        let whole = whole.reshape((positions, GLOBALS, ()))?.sum(1)?;
        let units = (sums.matmul(mix)? + whole)?.broadcast_add(bias)?.relu()?;
        let values = (units.matmul(out)? + sums.matmul(linear)?)?.broadcast_add(offset)?;
        let values = values.flatten_all()?;
        Ok((variables, values))
    }

    fn add_slopes(
        &mut self,
        variables: &[Var; PLACES.len()],
        values: &Tensor,
        by_value: &[f32],
    ) -> Result<()> {
        let loss = (values * Tensor::new(by_value, &Device::Cpu)?)?.sum_all()?;
        let gradients = loss.backward()?;
        for (variable, place) in variables.iter().zip(&PLACES) {
            let Some(gradient) = gradients.get(variable) else { continue };
            let slopes = gradient.flatten_all()?.to_vec1::<f32>()?;
            for (sum, slope) in self.slopes[place.range.clone()].iter_mut().zip(slopes) {
                *sum += slope;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    #[test]
    fn both_forward_passes_agree_and_slopes_are_those_of_small_steps() {
        let model = ConvolutionalNetwork::first(3);
        let mut positions = RandomPositions::new(4);
        let mut passes = ConvolutionPasses::default();
        let positions: Vec<_> = (0..6).map(|i| positions.region(9 + 3 * i, [1, 2])).collect();
        for position in &positions {
            passes.add(&model, position.placement(), position.side());
        }
        let values = passes.values(&model);
        for (position, value) in positions.iter().zip(&values) {
            let own = model.value(&View::new(position.placement(), position.side()));
            assert!((own - value).abs() < 1e-4 * own.abs().max(1.0), "{own} {value}");
        }
        let by_value = [1.0, -2.0, 0.5, 1.0, 3.0, -1.0];
        passes.backward(&model, &by_value);
        let loss = |model: &ConvolutionalNetwork| -> f32 {
            let all = positions.iter().zip(by_value);
            all.map(|(one, slope)| slope * model.value(&View::new(one.placement(), one.side())))
                .sum()
        };
        let steep: Vec<usize> = (0..SIZE).filter(|&i| passes.slopes()[i] != 0.0).collect();
        assert!(steep.len() > 10_000, "{}", steep.len());
        let (mut close, mut all) = (0, 0);
        for &i in steep.iter().step_by(71) {
            let step = 1e-2;
            let [more, less] = [step, -step].map(|step| {
                let mut other = model.clone();
                other.values_mut()[i] += step;
                loss(&other)
            });
            let slope = (more - less) / (2.0 * step);
            close += usize::from((slope - passes.slopes()[i]).abs() < 0.05 * slope.abs().max(0.2));
            all += 1;
        }
        // A step across a kink of the function is rare.
        assert!(close * 100 >= all * 95, "{close} of {all}");
    }
}
