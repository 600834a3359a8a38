//! The evaluation learned from exact scores.

use super::evaluation::{Evaluation, Term, Value, squares};
use super::learned_features::{GLOBAL_ROWS, ROWS, SITE_ROWS, View};
use super::phased::PhaseWeights;
use crate::board::{Bitboard, Color, Frame, Placement};
use crate::util::safetensors::{Tensors, WeightsError};
use std::ops::Range;
use std::sync::OnceLock;

/// A small network over the sites of a position, trained on the exact scores of moves in regions
/// and on the outcomes of games (docs/learning.md).
///
/// Each empty square and each amazon has twelve features: the queen and king distances of both
/// players, the squares around it, and who can go there. Their vectors are added, and negative
/// numbers are cut to 0. The sum over all sites goes through a hidden layer to one number: how many
/// more moves the mover will make. One lane of the vectors is not cut and goes to the result
/// directly. The network plays on any board. In openings and middle games
/// [`Phased`](super::Phased) takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learned;

/// Lanes of the site vectors. The last one is not cut.
pub const WIDTH: usize = 16;

/// Units of the hidden layer.
pub const HIDDEN: usize = 32;

/// The inputs that the weights in a file are for; a file for other inputs has another text.
pub const INPUTS: &str = "sites 1";

/// The weights of rows are whole multiples of 1/GRAIN, at most LARGEST in size. So sums over sites
/// are exact and do not depend on their order.
const GRAIN: f32 = 1024.0;
const LARGEST: f32 = 12.0;

static SHIPPED: &[u8] = include_bytes!("learned.safetensors");

/// The weights, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f32>);

/// Where a part of the weights lies, and its shape.
struct Place {
    name: &'static str,
    shape: [usize; 2],
    range: Range<usize>,
}

const GLOBAL: usize = ROWS * WIDTH;
const MIX: usize = GLOBAL + GLOBAL_ROWS * HIDDEN;
const BIAS: usize = MIX + WIDTH * HIDDEN;
const OUT: usize = BIAS + HIDDEN;
const OFFSET: usize = OUT + HIDDEN;

/// Total number of weights.
pub const SIZE: usize = OFFSET + 1;

const PLACES: [Place; 6] = [
    Place { name: "sites", shape: [ROWS, WIDTH], range: 0..GLOBAL },
    Place { name: "globals", shape: [GLOBAL_ROWS, HIDDEN], range: GLOBAL..MIX },
    Place { name: "mix", shape: [WIDTH, HIDDEN], range: MIX..BIAS },
    Place { name: "bias", shape: [1, HIDDEN], range: BIAS..OUT },
    Place { name: "out", shape: [1, HIDDEN], range: OUT..OFFSET },
    Place { name: "offset", shape: [1, 1], range: OFFSET..SIZE },
];

impl Weights {
    /// Returns weights that are all 0.
    pub fn zero() -> Self {
        Self(vec![0.0; SIZE])
    }

    /// Returns the weights for endgames that ship with the program.
    pub fn shipped() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Self::brought(SHIPPED))
    }

    /// Parses weights that are part of the program.
    pub(super) fn brought(bytes: &[u8]) -> Self {
        Self::parse(bytes).expect("the shipped weights are whole")
    }

    /// Returns the metadata in the file of the shipped weights.
    pub fn provenance() -> Vec<(String, String)> {
        let file = Tensors::parse(SHIPPED).expect("the shipped weights are whole");
        file.metadata.into_iter().collect()
    }

    /// Reads the bytes of a safetensors file.
    ///
    /// # Errors
    /// The file is damaged or foreign, or its weights are for other inputs.
    pub fn parse(bytes: &[u8]) -> Result<Self, WeightsError> {
        Self::from_tensors(&Tensors::parse(bytes)?)
    }

    /// Reads the weights from a file's arrays.
    ///
    /// # Errors
    /// They are for other inputs, or arrays are missing.
    pub fn from_tensors(file: &Tensors) -> Result<Self, WeightsError> {
        file.check_inputs(INPUTS)?;
        let mut weights = Self::zero();
        for Place { name, shape, range } in PLACES {
            weights.0[range].copy_from_slice(file.get(name, &shape)?);
        }
        weights.round();
        Ok(weights)
    }

    /// Adds the weights to a file; each array's name follows `prefix`.
    pub fn write(&self, prefix: &str, file: &mut Tensors) {
        for Place { name, shape, range } in PLACES {
            file.insert(&format!("{prefix}{name}"), &shape, &self.0[range]);
        }
    }

    /// Rounds the weights of rows to whole numbers of the grain, within their limits.
    pub fn round(&mut self) {
        for weight in &mut self.0[..GLOBAL] {
            *weight = (weight.clamp(-LARGEST, LARGEST) * GRAIN).round() / GRAIN;
        }
    }

    /// Returns the weights, one after the other.
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// Returns the weights for changing, one after the other.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    /// Returns the vectors of the features of sites.
    #[inline(always)]
    pub fn rows(&self) -> &[[f32; WIDTH]] {
        self.0[..GLOBAL].as_chunks().0
    }

    /// Returns the hidden layer's vectors of the features of whole positions.
    #[inline(always)]
    pub fn globals(&self) -> &[[f32; HIDDEN]] {
        self.0[GLOBAL..MIX].as_chunks().0
    }

    /// Returns the weights from the sum over sites to the hidden layer.
    #[inline(always)]
    pub fn mix(&self) -> &[[f32; HIDDEN]] {
        self.0[MIX..BIAS].as_chunks().0
    }

    /// Returns the hidden layer's bias.
    #[inline(always)]
    pub fn bias(&self) -> &[f32; HIDDEN] {
        self.0[BIAS..OUT].first_chunk().expect("it has this length")
    }

    /// Returns the weights from the hidden layer to the result.
    #[inline(always)]
    pub fn out(&self) -> &[f32; HIDDEN] {
        self.0[OUT..OFFSET].first_chunk().expect("it has this length")
    }

    /// Returns the result's bias.
    #[inline(always)]
    pub fn offset(&self) -> f32 {
        self.0[OFFSET]
    }

    /// Returns where each part of the weights begins: sites, globals, mix, bias, out, offset.
    pub const fn starts() -> [usize; 6] {
        [0, GLOBAL, MIX, BIAS, OUT, OFFSET]
    }

    /// Computes the hidden layer from the sum over sites and the position's features, cut at 0.
    #[inline(always)]
    pub fn hidden(&self, sum: &[f32; WIDTH], globals: &[u16]) -> [f32; HIDDEN] {
        let mut hidden = *self.bias();
        for &row in globals {
            add(&mut hidden, &self.globals()[usize::from(row)]);
        }
        for (value, row) in sum.iter().zip(self.mix()) {
            for (unit, weight) in hidden.iter_mut().zip(row) {
                *unit += value * weight;
            }
        }
        cut(&mut hidden);
        hidden
    }

    /// Computes the result from a hidden layer and the sum over sites.
    #[inline(always)]
    pub fn result(&self, hidden: &[f32; HIDDEN], sum: &[f32; WIDTH]) -> f32 {
        let inner: f32 = hidden.iter().zip(self.out()).map(|(unit, weight)| unit * weight).sum();
        inner + sum[WIDTH - 1] + self.offset()
    }

    /// Computes the sum over sites and the hidden layer of a position.
    #[inline(always)]
    fn layers<B: Bitboard>(&self, view: &View<B>) -> ([f32; WIDTH], [f32; HIDDEN]) {
        let rows = self.rows();
        let mut sum = [0.0; WIDTH];
        let globals = view.each_site(|site| add(&mut sum, &site_vector(rows, site)));
        let hidden = self.hidden(&sum, &globals);
        (sum, hidden)
    }

    /// Returns how many more moves the mover is expected to make.
    #[inline]
    pub fn value<B: Bitboard>(&self, view: &View<B>) -> f32 {
        let (sum, hidden) = self.layers(view);
        self.result(&hidden, &sum)
    }

    /// Evaluates as [`Evaluation::evaluate`] does, with the network up to openings: a file may hold
    /// weights that were trained on middle games.
    #[inline]
    pub fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        by_phase(placement, mover, OPENINGS, |view| self.value(view))
    }

    /// Returns the terms as [`Evaluation::terms`] does.
    pub fn terms<B: Bitboard>(&self, view: &View<B>) -> Vec<Term> {
        let (sum, hidden) = self.layers(view);
        let linear = sum[WIDTH - 1];
        vec![
            Term::new("linear", linear),
            Term::new("hidden layer", self.result(&hidden, &sum) - linear - self.offset()),
            Term::new("offset", self.offset()),
        ]
    }
}

/// Where [`Phased`](super::Phased) takes over from a network: from half of it at so many squares
/// that both players reach, in steps from `middle` − `spread` to `middle` + `spread`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seam {
    middle: f32,
    spread: f32,
}

/// The seams of networks that were trained on endgames, and on middle games too.
pub(super) const ENDGAMES: Seam = Seam { middle: 24.0, spread: 2.0 };
const OPENINGS: Seam = Seam { middle: 68.0, spread: 4.0 };

impl Seam {
    /// Returns the share of [`Phased`](super::Phased) in the value, from 0 to 1.
    #[inline(always)]
    pub(super) fn share<B: Bitboard>(self, placement: &Placement<B>) -> f32 {
        let empty = placement.empty;
        let least = self.middle - self.spread;
        if empty.count() as f32 <= least {
            return 0.0;
        }
        // What an amazon reaches by queen moves, it reaches by king steps.
        let shared = placement.white.flood(empty) & placement.black.flood(empty) & empty;
        let shared = shared.count() as f32;
        ((shared - self.middle) / (2.0 * self.spread) + 0.5).clamp(0.0, 1.0)
    }
}

/// Evaluates by a network below the seam and by [`Phased`](super::Phased) above it.
#[inline(always)]
pub(super) fn by_phase<B: Bitboard>(
    placement: &Placement<B>,
    mover: Color,
    seam: Seam,
    network: impl FnOnce(&View<B>) -> f32,
) -> Value {
    let share = seam.share(placement);
    if share >= 1.0 {
        return squares(PhaseWeights::shipped().value(placement, mover));
    }
    let value = network(&View::new(placement, mover));
    if share <= 0.0 {
        return squares(value);
    }
    let other = PhaseWeights::shipped().value(placement, mover);
    squares(value + share * (other - value))
}

/// Returns the vector of a site: the sum of its features' rows, cut at 0 except for the last lane.
#[inline(always)]
pub fn site_vector(rows: &[[f32; WIDTH]], site: &[u16; SITE_ROWS]) -> [f32; WIDTH] {
    let mut vector = [0.0; WIDTH];
    for &row in site {
        add(&mut vector, &rows[usize::from(row)]);
    }
    let linear = vector[WIDTH - 1];
    cut(&mut vector);
    vector[WIDTH - 1] = linear;
    vector
}

#[inline(always)]
pub(super) fn add<const N: usize>(sum: &mut [f32; N], more: &[f32; N]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

#[inline(always)]
fn cut<const N: usize>(vector: &mut [f32; N]) {
    for value in vector {
        *value = if *value > 0.0 { *value } else { 0.0 };
    }
}

impl Evaluation for Learned {
    const DEFAULT: Self = Self;

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        by_phase(placement, mover, ENDGAMES, |view| Weights::shipped().value(view))
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        let view = View::new(placement, mover);
        let mut terms = Weights::shipped().terms(&view);
        terms.extend([
            Term::new("phased", PhaseWeights::shipped().value(placement, mover)),
            Term::new("share of phased", ENDGAMES.share(placement)),
        ]);
        terms
    }
}
