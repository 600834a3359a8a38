//! Weights of several arrays, one after the other in one list.

use super::learned::WeightsError;
use crate::util::safetensors::Tensors;
use crate::util::start_of::start_of;
use std::ops::Range;

/// Where one array lies in the list, and its name and shape in a file.
pub(crate) struct Place {
    pub(crate) name: &'static str,
    pub(crate) shape: [usize; 2],
    pub(crate) range: Range<usize>,
}

/// Reads all arrays of a file for these inputs. The last place ends the list.
pub(super) fn read(
    inputs: &str,
    places: &[Place],
    file: &Tensors,
) -> Result<Vec<f32>, WeightsError> {
    let found = file.metadata.get("inputs").map_or("", String::as_str);
    if found != inputs {
        return Err(WeightsError::Inputs { found: start_of(found) });
    }
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
