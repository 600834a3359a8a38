//! Protects existing files: only weights of the same kind of training may be overwritten.

use crate::FileError;
use amazons::eval::board_network::BoardNetwork;
use amazons::eval::learned::Weights;
use amazons::eval::phased::PhaseWeights;
use amazons::util::atomic_file::writes_through;
use amazons::util::input_file;
use amazons::util::safetensors::Tensors;
use std::fmt;
use std::io;
use std::path::Path;

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
    pub fn earlier(self, path: &Path) -> Result<Option<Tensors>, FileError> {
        if writes_through(path) {
            return Ok(None);
        }
        let bytes = match input_file::bytes(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FileError::io(path)(error)),
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
        let advice = "remove it, or write to another file";
        let problem = format!("expected nothing or {self}, found {found}; {advice}");
        Err(FileError::about(path, problem))
    }
}

/// The error of a checkpoint that belongs to another training than the one to be continued, which
/// differs in `what`.
pub fn another_training(checkpoint: &Path, what: &str) -> FileError {
    let advice = "remove it, or write to another file";
    FileError::about(checkpoint, format!("a checkpoint of another training ({what}); {advice}"))
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
