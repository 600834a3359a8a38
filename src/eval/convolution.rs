//! A small convolutional network over the sites of a position.

use super::evaluation::{Part, Value};
use super::flat_weights::{self, Place};
use super::learned::{WeightsError, add, blended, opening};
use super::learned_features::{
    CELLS, GLOBAL_ROWS, Globals, MARGIN, OWN_ROWS, OWN_SITE_ROWS, View, ring,
};
use crate::board::{Bitboard, Color, Placement};
use crate::util::safetensors::Tensors;

/// The inputs that the weights in a file are for.
pub const INPUTS: &str = "convolution 1";

/// Numbers per site.
pub const CHANNELS: usize = 24;

/// Convolutions, one after the other.
pub const LAYERS: usize = 3;

/// Units of the last hidden layer.
pub const UNITS: usize = 32;

/// A site and its eight neighbours.
pub const WINDOW: usize = 9;

const CONVOLUTIONS: usize = OWN_ROWS * CHANNELS;
const BIASES: usize = CONVOLUTIONS + LAYERS * WINDOW * CHANNELS * CHANNELS;
const GLOBALS: usize = BIASES + LAYERS * CHANNELS;
const MIX: usize = GLOBALS + GLOBAL_ROWS * UNITS;
const BIAS: usize = MIX + CHANNELS * UNITS;
const OUT: usize = BIAS + UNITS;
const LINEAR: usize = OUT + UNITS;
const OFFSET: usize = LINEAR + CHANNELS;

/// Total number of weights.
pub const SIZE: usize = OFFSET + 1;

/// The arrays, in the order in which they lie.
pub(crate) const PLACES: [Place; 9] = [
    Place { name: "sites", shape: [OWN_ROWS, CHANNELS], range: 0..CONVOLUTIONS },
    Place {
        name: "convolutions",
        shape: [LAYERS * WINDOW * CHANNELS, CHANNELS],
        range: CONVOLUTIONS..BIASES,
    },
    Place { name: "biases", shape: [LAYERS, CHANNELS], range: BIASES..GLOBALS },
    Place { name: "globals", shape: [GLOBAL_ROWS, UNITS], range: GLOBALS..MIX },
    Place { name: "mix", shape: [CHANNELS, UNITS], range: MIX..BIAS },
    Place { name: "bias", shape: [1, UNITS], range: BIAS..OUT },
    Place { name: "out", shape: [UNITS, 1], range: OUT..LINEAR },
    Place { name: "linear", shape: [CHANNELS, 1], range: LINEAR..OFFSET },
    Place { name: "offset", shape: [1, 1], range: OFFSET..SIZE },
];

/// A network of three 3 × 3 convolutions over the sites of a position.
///
/// A site is an empty square or an amazon. It has the features of [`Learned`](super::Learned) except
/// for those of its neighbours; these come by the convolutions, to each of which a blocked square is
/// 0. Each convolution adds to what it was given. The sum over all sites goes through a hidden layer,
/// with the features of the whole position, and directly, to one number: how many more moves the
/// mover will make.
///
/// Kernels are not symmetric, so symmetric positions have slightly different values.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvolutionalNetwork(pub(crate) Vec<f32>);

/// What the network sees of a position.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// The features of each site.
    pub rows: Vec<[u16; OWN_SITE_ROWS]>,
    /// The numbers of each site and its neighbours in ring order, from 1; 0 where there is none.
    pub windows: Vec<[u16; WINDOW]>,
    /// The features of the whole position.
    pub globals: Globals,
}

impl Sites {
    /// Collects them.
    pub fn of<B: Bitboard>(view: &View<B>) -> Self {
        let mut rows = Vec::new();
        let mut squares = Vec::new();
        let globals = view.each_site(|square, site| {
            rows.push(*site.first_chunk().expect("a site has more features"));
            squares.push(square);
        });
        let mut numbers = [0u16; CELLS];
        for (number, square) in (1..).zip(&squares) {
            numbers[square + MARGIN] = number;
        }
        let ring = ring::<B>();
        let window = |square: usize| {
            let mut window = [numbers[square + MARGIN]; WINDOW];
            for (number, step) in window[1..].iter_mut().zip(ring) {
                *number = numbers[(square + MARGIN).wrapping_add_signed(step)];
            }
            window
        };
        let windows = squares.into_iter().map(window).collect();
        Self { rows, windows, globals }
    }
}

impl ConvolutionalNetwork {
    /// Reads the weights from a file's arrays.
    ///
    /// # Errors
    /// They are for other inputs, or arrays are missing.
    pub fn from_tensors(file: &Tensors) -> Result<Self, WeightsError> {
        flat_weights::read(INPUTS, &PLACES, file).map(Self)
    }

    /// Adds the weights to a file.
    pub fn write(&self, file: &mut Tensors) {
        flat_weights::write(&PLACES, &self.0, file);
    }

    /// Returns how many more moves the mover is expected to make.
    pub fn value<B: Bitboard>(&self, view: &View<B>) -> f32 {
        let (sum, inner) = self.layers(&Sites::of(view));
        self.linear(&sum) + inner + self.0[OFFSET]
    }

    /// Evaluates as [`Evaluation::evaluate`](super::Evaluation::evaluate) does: the network's value
    /// in endgames, Lieberum's in openings.
    pub fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        let view = View::new(placement, mover);
        blended(placement, mover, &view, || self.value(&view))
    }

    /// Returns the parts as [`Evaluation::parts`](super::Evaluation::parts) does.
    pub fn parts<B: Bitboard>(&self, view: &View<B>) -> Vec<Part> {
        let (sum, inner) = self.layers(&Sites::of(view));
        vec![
            Part::new("linear", self.linear(&sum)),
            Part::new("hidden layer", inner),
            Part::new("offset", self.0[OFFSET]),
            Part::new("opening", opening(view)),
        ]
    }

    /// What goes to the result directly.
    fn linear(&self, sum: &[f32; CHANNELS]) -> f32 {
        sum.iter().zip(&self.0[LINEAR..OFFSET]).map(|(value, weight)| value * weight).sum()
    }

    /// Computes the sum over sites after the last convolution, and what the hidden layer adds to the
    /// result.
    fn layers(&self, sites: &Sites) -> ([f32; CHANNELS], f32) {
        let rows: &[[f32; CHANNELS]] = self.0[..CONVOLUTIONS].as_chunks().0;
        let kernels: &[[f32; CHANNELS]] = self.0[CONVOLUTIONS..BIASES].as_chunks().0;
        let biases: &[[f32; CHANNELS]] = self.0[BIASES..GLOBALS].as_chunks().0;
        // Number 0 stands for blocked squares.
        let mut before = vec![[0.0; CHANNELS]; sites.rows.len() + 1];
        for (vector, site) in before[1..].iter_mut().zip(&sites.rows) {
            for &row in site {
                add(vector, &rows[usize::from(row)]);
            }
            *vector = vector.map(|value| value.max(0.0));
        }
        let mut after = before.clone();
        for (kernel, bias) in kernels.chunks(WINDOW * CHANNELS).zip(biases) {
            for (window, vector) in sites.windows.iter().zip(&mut after[1..]) {
                let mut sum = *bias;
                for (&number, weights) in window.iter().zip(kernel.chunks(CHANNELS)) {
                    if number == 0 {
                        continue;
                    }
                    for (&value, row) in before[usize::from(number)].iter().zip(weights) {
                        add_times(&mut sum, value, row);
                    }
                }
                add(vector, &sum.map(|value| value.max(0.0)));
            }
            before.copy_from_slice(&after);
        }
        let mut sum = [0.0; CHANNELS];
        for vector in &after[1..] {
            add(&mut sum, vector);
        }
        let mut units: [f32; UNITS] = *self.0[BIAS..OUT].first_chunk().expect("it is as long");
        let globals: &[[f32; UNITS]] = self.0[GLOBALS..MIX].as_chunks().0;
        for &row in &sites.globals {
            add(&mut units, &globals[usize::from(row)]);
        }
        let mix: &[[f32; UNITS]] = self.0[MIX..BIAS].as_chunks().0;
        for (&value, row) in sum.iter().zip(mix) {
            add_times(&mut units, value, row);
        }
        let inner = units.iter().zip(&self.0[OUT..LINEAR]).map(|(unit, out)| unit.max(0.0) * out);
        (sum, inner.sum())
    }
}

#[inline(always)]
fn add_times<const N: usize>(sum: &mut [f32; N], factor: f32, more: &[f32; N]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += factor * more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::testing::RandomPositions;
    use crate::util::SeededRng;

    #[test]
    fn values_do_not_depend_on_colour_or_layout() {
        let mut random = SeededRng::new(2);
        let weights: Vec<f32> = (0..SIZE).map(|_| 0.2 * (random.unit() - 0.5)).collect();
        let network = ConvolutionalNetwork(weights);
        let mut positions = RandomPositions::new(8);
        for round in 0..50 {
            let position = positions.region(6 + round % 20, [1 + round % 2, 1]);
            let value = network.value(&View::new(position.placement(), position.side()));
            let swapped = position.swapped();
            let other = View::new(swapped.placement(), swapped.side());
            assert_eq!(network.value(&other), value, "{position}");
            if let Some((small, _)) = position.placement().fit::<u128>() {
                let small = View::new(&small, position.side());
                assert_eq!(network.value(&small), value, "{position}");
            }
        }
    }

    #[test]
    fn a_window_is_a_site_and_its_neighbours_in_ring_order() {
        let position: Position = "Q1/1*/1q w".parse().unwrap();
        let sites = Sites::of(&View::new(position.placement(), position.side()));
        // The mover's amazon, the opponent's, then empty squares from the first rank.
        let [own, enemy] = [1, 2];
        let empties = &sites.windows[2..];
        let middle = empties.iter().find(|window| window.contains(&own) && window.contains(&enemy));
        let middle = middle.unwrap();
        assert_eq!(middle[1], 0, "the next file is blocked");
        assert_eq!((middle[3], middle[8]), (own, enemy));
        assert_eq!(sites.windows[0][0], own);
    }
}
