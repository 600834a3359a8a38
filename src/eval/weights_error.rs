//! Why the weights in a file cannot be used.

use crate::util::safetensors::TensorError;

/// Why weights are rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is damaged or of another kind.
    #[error(transparent)]
    File(#[from] TensorError),
    /// The weights are for other inputs.
    #[error("weights for inputs '{found}'; this program has '{expected}'")]
    Inputs {
        /// The inputs that the file names.
        found: String,
        /// The inputs of this kind of weights.
        expected: &'static str,
    },
}
