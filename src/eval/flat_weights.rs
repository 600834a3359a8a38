//! Weights of several arrays, one after the other in one list.

use crate::util::safetensors::{TensorError, Tensors};
use std::ops::Range;

/// Where one array lies in the list, and its name and shape in a file.
pub(crate) struct Place {
    pub(crate) name: &'static str,
    pub(crate) shape: [usize; 2],
    pub(crate) range: Range<usize>,
}

/// Reads all arrays of a file. The last place ends the list.
pub(super) fn read(places: &[Place], file: &Tensors) -> Result<Vec<f32>, TensorError> {
    let mut values = Vec::new();
    for Place { name, shape, range } in places {
        debug_assert_eq!(range.start, values.len());
        values.extend(file.get(name, shape)?);
    }
    Ok(values)
}

/// Adds all arrays to a file.
pub(super) fn write(places: &[Place], values: &[f32], file: &mut Tensors) {
    for Place { name, shape, range } in places {
        file.insert(name, shape, &values[range.clone()]);
    }
}
