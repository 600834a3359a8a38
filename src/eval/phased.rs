//! Lieberum's terms with weights that were fitted to games, phase by phase.

use super::amazon_mobility::{ALPHA_UNITS, Room};
use super::distance::Distances;
use super::evaluation::{Evaluation, Term, Value, nearest, squares};
use super::lieberum::{FINE, exp2};
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, Placement};
use crate::util::safetensors::{Tensors, WeightsError};
use std::sync::OnceLock;

/// The terms of J. Lieberum, *An Evaluation Function for the Game of Amazons*, Theoretical Computer
/// Science 349 (2005), in a sum whose weights follow w and were fitted to games.
///
/// The terms are t₁ and t₂ without tied squares, the tied squares by either walk, c₁, c₂, the
/// mobility term m for three values of its constant c, and 1 for the move. Each has a weight at
/// seven values of w, and between two of them the weight changes linearly. At w = 0 nobody
/// contests a square, and the value is t₁.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phased;

/// The names of the terms.
const NAMES: [&str; TERMS] =
    ["t1", "tied1", "c1", "c2", "t2", "tied2", "m.05", "m.2", "m.8", "move"];

/// Number of terms.
pub const TERMS: usize = 10;

/// The least c in m = Σ √w e^(−c α); the other two versions have 4 and 16 times as much.
const SLOWEST: f32 = 0.05;

/// The values of w at which the terms have weights. The first has those of the filling phase.
pub const KNOTS: [f32; 7] = [0.0, 10.0, 22.0, 36.0, 50.0, 65.0, 80.0];

/// The weights of the filling phase: the value is t₁.
const FILLING: [f32; TERMS] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// The inputs that the weights in a file are for.
pub const INPUTS: &str = "phases 1";

static SHIPPED: &[u8] = include_bytes!("phased.safetensors");

/// The terms of a position, as its mover sees them, and w.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The terms.
    pub values: [f32; TERMS],
    /// How open the position is.
    pub w: f32,
}

impl Terms {
    /// Measures a position.
    #[inline]
    pub fn of<B: Bitboard>(placement: &Placement<B>, mover: Color) -> Self {
        let queen = Distances::new(placement, mover, Walk::Queen);
        let king = Distances::new(placement, mover, Walk::King);
        let w = queen.openness() as f32 / 64.0;
        let room = Room::new(placement.empty, [queen.enemy.reached, queen.own.reached]);
        let power = w.sqrt() * FINE;
        // In units, so that the sum does not depend on the order of the amazons.
        let mut shut_in = [0; 3];
        for (player, color, sign) in [(0, mover, -1), (1, mover.other(), 1)] {
            for square in placement.amazons(color).squares() {
                let alpha = room.alpha(square, player) as f32 / ALPHA_UNITS as f32;
                // Each constant is four times the one before.
                let fourth = |x: f32| (x * x) * (x * x);
                let slow = exp2(-SLOWEST * std::f32::consts::LOG2_E * alpha);
                let fades = [slow, fourth(slow), fourth(fourth(slow))];
                for (sum, fade) in shut_in.iter_mut().zip(fades) {
                    *sum += sign * nearest(power * fade);
                }
            }
        }
        let [m1, m2, m3] = shut_in.map(|sum| sum as f32 / FINE);
        let values = [
            queen.first_difference() as f32,
            queen.tied().count() as f32,
            queen.nearness(),
            king.capped_leads(),
            king.first_difference() as f32,
            king.tied().count() as f32,
            m1,
            m2,
            m3,
            1.0,
        ];
        Self { values, w }
    }

    /// Returns the knot at or below w, and how far w is on the way to the next one, from 0 to 1.
    #[inline(always)]
    pub fn knot(&self) -> (usize, f32) {
        let last = KNOTS.len() - 1;
        let knot = KNOTS[1..last].iter().filter(|&&at| self.w >= at).count();
        let way = (self.w - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]);
        (knot, way.clamp(0.0, 1.0))
    }
}

/// The weights of the terms at each knot.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseWeights([[f32; TERMS]; KNOTS.len()]);

impl PhaseWeights {
    /// Makes weights of one row per knot; the first row gives way to the filling phase.
    pub fn new(mut rows: [[f32; TERMS]; KNOTS.len()]) -> Self {
        rows[0] = FILLING;
        Self(rows)
    }

    /// Returns the weights that ship with the program.
    pub fn shipped() -> &'static Self {
        static WEIGHTS: OnceLock<PhaseWeights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            let file = Tensors::parse(SHIPPED).expect("the shipped weights are whole");
            Self::from_tensors(&file).expect("the shipped weights are whole")
        })
    }

    /// Reads the weights from a file's arrays.
    ///
    /// # Errors
    /// They are for other inputs, or missing.
    pub fn from_tensors(file: &Tensors) -> Result<Self, WeightsError> {
        file.check_inputs(INPUTS)?;
        let values = file.get("weights", &[KNOTS.len(), TERMS])?;
        if !values.iter().all(|value| value.is_finite()) {
            let problem = "a weight is not finite".to_owned();
            return Err(WeightsError::Tensor { name: "weights".to_owned(), problem });
        }
        let mut rows = [[0.0; TERMS]; KNOTS.len()];
        rows.as_flattened_mut().copy_from_slice(values);
        Ok(Self::new(rows))
    }

    /// Returns a file with the weights and these texts about them.
    pub fn to_tensors(&self, about: &[(&str, String)]) -> Tensors {
        let mut file = Tensors::default();
        let texts = about.iter().map(|(name, text)| ((*name).to_owned(), text.clone()));
        file.metadata = texts.collect();
        file.metadata.insert("inputs".to_owned(), INPUTS.to_owned());
        file.insert("weights", &[KNOTS.len(), TERMS], self.0.as_flattened());
        file
    }

    /// Returns the weight of each term at the position's w.
    #[inline(always)]
    fn at(&self, terms: &Terms) -> [f32; TERMS] {
        let (knot, way) = terms.knot();
        let (here, next) = (&self.0[knot], &self.0[knot + 1]);
        std::array::from_fn(|i| here[i] + way * (next[i] - here[i]))
    }

    /// Returns the value of measured terms in squares.
    #[inline(always)]
    pub fn sum(&self, terms: &Terms) -> f32 {
        self.at(terms).iter().zip(&terms.values).map(|(weight, value)| weight * value).sum()
    }

    /// Returns the value of a position in squares.
    #[inline]
    pub fn value<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> f32 {
        self.sum(&Terms::of(placement, mover))
    }

    /// Returns what each term adds to the value, and w.
    pub fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Vec<Term> {
        let terms = Terms::of(placement, mover);
        let weights = self.at(&terms);
        // Adding 0 makes −0 a plain 0.
        let of = |i: usize| Term::new(NAMES[i], weights[i] * terms.values[i] + 0.0);
        (0..TERMS).map(of).chain([Term::new("w", terms.w)]).collect()
    }
}

impl Evaluation for Phased {
    const DEFAULT: Self = Self;

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        squares(PhaseWeights::shipped().value(placement, mover))
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        PhaseWeights::shipped().terms(placement, mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use std::collections::BTreeMap;

    #[test]
    fn weights_change_linearly_from_knot_to_knot() {
        let mut rows = [[0.0; TERMS]; KNOTS.len()];
        for (knot, row) in rows.iter_mut().enumerate() {
            row[TERMS - 1] = knot as f32;
        }
        let weights = PhaseWeights::new(rows);
        let value = |w: f32| {
            let mut values = [0.0; TERMS];
            values[TERMS - 1] = 1.0;
            weights.sum(&Terms { values, w })
        };
        for (w, want) in
            [(0.0, 0.0), (5.0, 0.5), (10.0, 1.0), (29.0, 2.5), (80.0, 6.0), (99.0, 6.0)]
        {
            assert!((value(w) - want).abs() < 1e-6, "{w}");
        }
    }

    #[test]
    fn separated_territories_are_counted() {
        let position: Position = "Q2*q/3*1/3*1 w".parse().unwrap();
        let value = Phased.evaluate(position.placement(), Color::White);
        assert_eq!(value, 6 * crate::eval::SQUARE);
    }

    #[test]
    fn a_file_reads_back_and_others_are_refused() {
        let weights = PhaseWeights::shipped();
        let file = weights.to_tensors(&[("seed", "1".to_owned())]);
        let read = Tensors::parse(&file.to_bytes()).unwrap();
        assert_eq!(PhaseWeights::from_tensors(&read).as_ref(), Ok(weights));
        let mut other = read.clone();
        other.metadata = BTreeMap::from([("inputs".to_owned(), "pixels".to_owned())]);
        let error = PhaseWeights::from_tensors(&other).unwrap_err().to_string();
        assert!(error.contains("'pixels'") && error.contains(INPUTS), "{error}");
        let mut endless = read;
        endless.insert("weights", &[KNOTS.len(), TERMS], &[f32::NAN; KNOTS.len() * TERMS]);
        let error = PhaseWeights::from_tensors(&endless).unwrap_err().to_string();
        assert!(error.contains("not finite"), "{error}");
    }
}
