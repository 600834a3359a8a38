//! Evaluations whose weights are read from a file: `net:FILE`.

use super::board_inputs::BoardSize;
use super::board_network::{BoardNetwork, KIND};
use super::evaluation::{Term, Value, squares};
use super::learned::Weights;
use super::learned_features::View;
use super::phased::{INPUTS, PhaseWeights};
use crate::board::{Bitboard, Color, Frame, Placement};
use crate::util::input_file;
use crate::util::safetensors::Tensors;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A network read from a safetensors file. It is a handle; files stay in memory once read.
#[derive(Clone, Copy, Debug)]
pub struct Net {
    loaded: &'static Loaded,
    /// How placements lie on their board; networks for one board size need to know.
    frame: Frame,
}

#[derive(Debug)]
struct Loaded {
    path: PathBuf,
    network: Kind,
}

/// The kinds of networks.
#[derive(Debug)]
enum Kind {
    /// Like `phased`, for any board.
    Phases(Box<PhaseWeights>),
    /// Like `learned`, for any board.
    Sites(Weights),
    /// For a board of one size.
    Board(BoardNetwork),
}

/// The files read so far.
static LOADED: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

impl PartialEq for Net {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.loaded, other.loaded) && self.frame == other.frame
    }
}

impl Net {
    /// Reads a file, only once however often it is named.
    ///
    /// # Errors
    /// The text names the file and says what is wrong: it cannot be read, is truncated, is of
    /// another kind, or holds weights for other inputs.
    pub fn open(path: &Path) -> Result<Self, String> {
        let mut loaded = LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(one) = loaded.iter().find(|one| one.path == path) {
            return Ok(Self { loaded: one, frame: Frame::WHOLE });
        }
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = input_file::bytes(path).map_err(|error| named(&error))?;
        let file = Tensors::parse(&bytes).map_err(|error| named(&error))?;
        let network = if file.metadata.get("kind").is_some_and(|kind| kind == KIND) {
            Kind::Board(BoardNetwork::from_tensors(&file).map_err(|error| named(&error))?)
        } else if file.metadata.get("inputs").is_some_and(|inputs| inputs == INPUTS) {
            Kind::Phases(Box::new(
                PhaseWeights::from_tensors(&file).map_err(|error| named(&error))?,
            ))
        } else {
            Kind::Sites(Weights::from_tensors(&file).map_err(|error| named(&error))?)
        };
        let one: &'static Loaded = Box::leak(Box::new(Loaded { path: path.to_owned(), network }));
        loaded.push(one);
        Ok(Self { loaded: one, frame: Frame::WHOLE })
    }

    /// Returns the path of its file.
    pub fn path(&self) -> &Path {
        &self.loaded.path
    }

    /// Returns the largest board that it can play on; `None` if it plays on any.
    pub fn largest_board(&self) -> Option<BoardSize> {
        match &self.loaded.network {
            Kind::Phases(_) | Kind::Sites(_) => None,
            Kind::Board(network) => Some(network.size),
        }
    }

    /// Returns the same network for placements that lie on their board as `frame` says.
    #[must_use]
    pub fn on(self, frame: Frame) -> Self {
        Self { frame, ..self }
    }

    /// Evaluates as [`Evaluation::evaluate`](super::Evaluation::evaluate) does.
    #[inline]
    pub fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        match &self.loaded.network {
            Kind::Phases(weights) => squares(weights.value(placement, mover)),
            Kind::Sites(weights) => weights.evaluate(placement, mover),
            Kind::Board(network) => network.evaluate(placement, mover, self.frame),
        }
    }

    /// Returns the terms as [`Evaluation::terms`](super::Evaluation::terms) does.
    pub fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Vec<Term> {
        match &self.loaded.network {
            Kind::Phases(weights) => weights.terms(placement, mover),
            Kind::Sites(weights) => weights.terms(&View::new(placement, mover)),
            Kind::Board(network) => network.terms(placement, mover, self.frame),
        }
    }
}
