//! Protects existing files: only weights of the same kind of training may be overwritten.

use amazons::eval::board_network::BoardNetwork;
use amazons::eval::learned::Weights;
use amazons::eval::phased::PhaseWeights;
use amazons::util::atomic_file::writes_through;
use amazons::util::input_file;
use amazons::util::safetensors::Tensors;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The kinds of training, by the files they write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingKind {
    /// From games alone, by TD(λ).
    Network,
    /// From exact scores.
    Learned,
    /// From games, weights for the terms of Lieberum.
    Phased,
}

/// The place for the weights holds a file that this training did not write.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EarlierWeightsError {
    /// The file is something else.
    #[error(
        "{}: expected nothing or {expected}, found {found}; remove it, or write to another file",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What this training writes.
        expected: TrainingKind,
        /// What is there.
        found: String,
    },
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl fmt::Display for TrainingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Network => "weights of 'train GAMES'",
            Self::Learned => "weights of 'train learned'",
            Self::Phased => "weights of 'train phased'",
        })
    }
}

impl TrainingKind {
    /// The training that wrote a file of weights; `None` for a file from elsewhere.
    fn of(file: &Tensors) -> Option<Self> {
        if !file.metadata.contains_key("plan") {
            return None;
        }
        if BoardNetwork::from_tensors(file).is_ok() {
            return Some(Self::Network);
        }
        if PhaseWeights::from_tensors(file).is_ok() {
            return Some(Self::Phased);
        }
        Weights::from_tensors(file).is_ok().then_some(Self::Learned)
    }

    /// The weights that this kind of training left at `path`; `None` if there is nothing that could
    /// be lost.
    ///
    /// # Errors
    /// The file is something else, or it cannot be read.
    pub fn earlier(self, path: &Path) -> Result<Option<Tensors>, EarlierWeightsError> {
        if writes_through(path) {
            return Ok(None);
        }
        let bytes = match input_file::bytes(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => {
                return Err(EarlierWeightsError::File { path: path.to_owned(), source });
            }
        };
        if bytes.is_empty() {
            return Ok(None);
        }
        let found = match Tensors::parse(&bytes) {
            Err(error) => error.to_string(),
            Ok(file) => match Self::of(&file) {
                Some(kind) if kind == self => return Ok(Some(file)),
                Some(kind) => kind.to_string(),
                None => "a safetensors file of something else".to_owned(),
            },
        };
        Err(EarlierWeightsError::Other { path: path.to_owned(), expected: self, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_weights_of_the_same_training_may_be_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("w");
        assert!(matches!(TrainingKind::Learned.earlier(&path), Ok(None)));
        let learned = include_bytes!("../../../../src/eval/learned.safetensors");
        let mut foreign = Tensors::default();
        foreign.insert("a", &[1], &[1.0]);
        let foreign = foreign.to_bytes();
        let refused = |bytes: &[u8], kind: TrainingKind| {
            std::fs::write(&path, bytes).unwrap();
            kind.earlier(&path).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(refused(b"", TrainingKind::Network), "");
        assert_eq!(refused(learned, TrainingKind::Learned), "");
        let network = TrainingKind::Network;
        assert!(refused(learned, network).contains("found weights of 'train learned'; remove it"));
        assert!(refused(&learned[..999], network).contains("found cut or damaged"));
        assert!(refused(&foreign, network).contains("a safetensors file of something else"));
        assert!(refused(b"my thesis", network).contains("found no safetensors file"));
    }
}
