//! Evaluations whose weights are read from a file: `net:FILE`.

use super::evaluation::{Part, Value};
use super::learned::Weights;
use crate::board::{Bitboard, Color, Placement};
use crate::util::safetensors::Tensors;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A network read from a safetensors file. It is a handle; files once read stay in memory.
#[derive(Clone, Copy, Debug)]
pub struct Net(&'static Loaded);

#[derive(Debug)]
struct Loaded {
    path: PathBuf,
    weights: Weights,
}

/// The files that were read.
static LOADED: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

impl PartialEq for Net {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Net {
    /// Reads a file, once however often it is named.
    ///
    /// # Errors
    /// The text names the file and tells what is wrong: it cannot be read, is cut, foreign, or
    /// holds weights for other inputs.
    pub fn open(path: &Path) -> Result<Self, String> {
        let mut loaded = LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(one) = loaded.iter().find(|one| one.path == path) {
            return Ok(Self(one));
        }
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(path).map_err(|error| named(&error))?;
        let file = Tensors::parse(&bytes).map_err(|error| named(&error))?;
        let weights = Weights::from_tensors(&file).map_err(|error| named(&error))?;
        let one: &'static Loaded = Box::leak(Box::new(Loaded { path: path.to_owned(), weights }));
        loaded.push(one);
        Ok(Self(one))
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// As [`Evaluation::evaluate`](super::Evaluation::evaluate).
    #[inline]
    pub fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        self.0.weights.evaluate(placement, mover)
    }

    /// As [`Evaluation::parts`](super::Evaluation::parts).
    pub fn parts<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Vec<Part> {
        self.0.weights.parts(placement, mover)
    }
}
