//! Networks that see a whole board of one size, and their files.
//!
//! The file format is safetensors. Hidden layer *n*, counted from 0, has the arrays
//! `hidden.n.weight` (units × inputs), `hidden.n.bias` and `hidden.n.beta` (units). The output has
//! `output.weight` (1 × units) and `output.bias` (1). The metadata name the `kind`, the `inputs`,
//! the board (`files`, `ranks`) and whether inputs are `scaled`, and they record how the weights
//! were made.

use super::board_inputs::{BoardInputs, BoardSize};
use super::evaluation::{MAX_ESTIMATE, SQUARE, Term, Value};
use super::multilayer::{Layer, Multilayer};
use crate::board::{Bitboard, Color, Frame, Placement};
use crate::util::safetensors::{Tensors, WeightsError};
use crate::util::start_of::start_of;
use std::collections::BTreeMap;

/// The kind that the metadata of such a file give.
pub const KIND: &str = "board network 1";

/// A value of 1, the certain win, in squares: far enough apart to order moves, and well below the
/// value of a proved result.
const CERTAIN: f32 = 50.0;

/// A network and what it is told about a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardNetwork {
    /// The weights.
    pub network: Multilayer,
    /// What it is told about each square.
    pub inputs: BoardInputs,
    /// The board that it was made for.
    pub size: BoardSize,
    /// Whether numbers of squares are divided by that of the board.
    pub scaled: bool,
}

impl BoardNetwork {
    /// Returns the value of a placement from White's side: about 1 where White wins, −1 where Black
    /// does. On a smaller board the squares beyond are blocked; on a larger one the value means
    /// nothing.
    pub fn white_value<B: Bitboard>(&self, placement: &Placement<B>, frame: Frame) -> f32 {
        self.network.value(&self.inputs.of(placement, frame, self.size, self.scaled))
    }

    /// Returns the same value as an estimate from the side of `mover`.
    pub fn evaluate<B: Bitboard>(
        &self,
        placement: &Placement<B>,
        mover: Color,
        frame: Frame,
    ) -> Value {
        let value = self.white_value(placement, frame) * CERTAIN * SQUARE as f32;
        let value = (value.round() as Value).clamp(-MAX_ESTIMATE, MAX_ESTIMATE);
        if mover == Color::White { value } else { -value }
    }

    /// Returns the value as a part of an evaluation.
    pub fn terms<B: Bitboard>(
        &self,
        placement: &Placement<B>,
        mover: Color,
        frame: Frame,
    ) -> Vec<Term> {
        let value = self.white_value(placement, frame);
        vec![Term::new("network", if mover == Color::White { value } else { -value })]
    }

    /// Returns the file's arrays and metadata; `about` records how the weights were made.
    pub fn to_tensors(&self, about: &BTreeMap<String, String>) -> Tensors {
        let mut file = Tensors { metadata: about.clone(), ..Tensors::default() };
        let mut say = |key: &str, text: String| file.metadata.insert(key.to_owned(), text);
        say("kind", KIND.to_owned());
        say("inputs", self.inputs.name().to_owned());
        say("files", self.size.files.to_string());
        say("ranks", self.size.ranks.to_string());
        say("scaled", self.scaled.to_string());
        for (n, layer) in self.network.layers().iter().enumerate() {
            let Layer { inputs, units, weights, beta } = layer;
            let (by_input, bias) = weights.split_at(inputs * units);
            let by_unit = transposed(by_input, *inputs, *units);
            file.insert(&format!("hidden.{n}.weight"), &[*units, *inputs], &by_unit);
            file.insert(&format!("hidden.{n}.bias"), &[*units], bias);
            file.insert(&format!("hidden.{n}.beta"), &[*units], beta);
        }
        let output = self.network.output();
        let (weights, bias) = output.split_at(output.len() - 1);
        file.insert("output.weight", &[1, weights.len()], weights);
        file.insert("output.bias", &[1], bias);
        file
    }

    /// Reads the network of a file.
    ///
    /// # Errors
    /// The file is of another kind, or its arrays do not fit.
    pub fn from_tensors(file: &Tensors) -> Result<Self, WeightsError> {
        let text = |key: &'static str| file.metadata.get(key).map(String::as_str);
        let wrong = |key, expected| {
            let found = text(key).map(start_of);
            WeightsError::Metadata { key, expected, found }
        };
        if text("kind") != Some(KIND) {
            return Err(wrong("kind", KIND));
        }
        let inputs = text("inputs")
            .and_then(|name| name.parse::<BoardInputs>().ok())
            .ok_or_else(|| wrong("inputs", "units, mobility, bits or distances"))?;
        let side = |key| {
            let side = text(key).and_then(|side| side.parse().ok());
            side.filter(|side| (1..=16).contains(side)).ok_or_else(|| wrong(key, "1 to 16"))
        };
        let size = BoardSize { files: side("files")?, ranks: side("ranks")? };
        let scaled = text("scaled").and_then(|scaled| scaled.parse().ok());
        let scaled = scaled.ok_or_else(|| wrong("scaled", "true or false"))?;
        let mut layers = Vec::new();
        let mut from = inputs.count(size);
        while let Some(bias) = file.tensors.get(&format!("hidden.{}.bias", layers.len())) {
            let (n, units) = (layers.len(), bias.values.len());
            let by_unit = file.get(&format!("hidden.{n}.weight"), &[units, from])?;
            let mut weights = transposed(by_unit, units, from);
            weights.extend(&bias.values);
            let beta = file.get(&format!("hidden.{n}.beta"), &[units])?.to_vec();
            layers.push(Layer { inputs: from, units, weights, beta });
            from = units;
        }
        let mut output = file.get("output.weight", &[1, from])?.to_vec();
        output.extend(file.get("output.bias", &[1])?);
        let network = Multilayer::of(layers, output).ok_or(WeightsError::Layers)?;
        Ok(Self { network, inputs, size, scaled })
    }
}

/// Transposes a matrix of `rows` × `columns`, stored row by row.
fn transposed(values: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    (0..columns).flat_map(|c| (0..rows).map(move |r| values[r * columns + c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::util::SeededRng;

    fn network(hidden: &[usize]) -> BoardNetwork {
        let size = BoardSize { files: 5, ranks: 4 };
        let inputs = BoardInputs::Mobility;
        let mut rng = SeededRng::new(5);
        let network = Multilayer::random(inputs.count(size), hidden, 3.0, &mut rng);
        BoardNetwork { network, inputs, size, scaled: true }
    }

    #[test]
    fn a_file_reads_back() {
        for hidden in [&[4][..], &[5, 3]] {
            let network = network(hidden);
            let about = BTreeMap::from([("seed".to_owned(), "5".to_owned())]);
            let file = network.to_tensors(&about);
            let read = Tensors::parse(&file.to_bytes()).unwrap();
            assert_eq!(BoardNetwork::from_tensors(&read), Ok(network));
            assert_eq!(read.metadata["seed"], "5");
        }
    }

    #[test]
    fn wrong_files_are_named() {
        let file = network(&[4]).to_tensors(&BTreeMap::new());
        let error = |change: &dyn Fn(&mut Tensors)| {
            let mut file = file.clone();
            change(&mut file);
            BoardNetwork::from_tensors(&file).unwrap_err().to_string()
        };
        let set = |key: &'static str, text: &'static str| {
            move |file: &mut Tensors| _ = file.metadata.insert(key.into(), text.into())
        };
        assert_eq!(
            error(&set("kind", "sites 1")),
            "metadata 'kind': expected board network 1, found sites 1"
        );
        assert!(error(&set("inputs", "pixels")).contains("units, mobility, bits or distances"));
        assert!(error(&set("inputs", "bits")).contains("expected shape [4, 83], found [4, 43]"));
        assert!(error(&set("files", "6")).contains("expected shape [4, 51]"));
        assert!(error(&|file| _ = file.metadata.remove("ranks")).contains("found nothing"));
        let no_output = error(&|file| _ = file.tensors.remove("output.bias"));
        assert!(no_output.contains("no such tensor"), "{no_output}");
        let no_layer = error(&|file| _ = file.tensors.remove("hidden.0.bias"));
        assert!(no_layer.contains("output.weight"), "{no_layer}");
    }

    #[test]
    fn the_mover_sees_whites_value_or_its_negative() {
        let network = network(&[4]);
        let position: Position = "Q3q/5/5/5 w".parse().unwrap();
        let of = |mover| network.evaluate(position.placement(), mover, Frame::WHOLE);
        assert_eq!(of(Color::White), -of(Color::Black));
        assert_ne!(of(Color::White), 0);
    }
}
