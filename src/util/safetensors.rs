//! The part of the safetensors format that weights need: named arrays of 32-bit floats, and metadata.
//!
//! A file is the length of its header (8 bytes, little endian), the header as JSON, and the data.
//! The header gives each array's type, shape and place in the data, and metadata texts under
//! `__metadata__`. <https://github.com/huggingface/safetensors>

use super::start_of::start_of;
use std::collections::BTreeMap;

/// The arrays and metadata of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensors {
    /// Texts about the file.
    pub metadata: BTreeMap<String, String>,
    /// The arrays by name.
    pub tensors: BTreeMap<String, Tensor>,
}

/// An array of floats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensor {
    /// Its size in each dimension; the last one varies fastest.
    pub shape: Vec<usize>,
    /// Its values, as many as the product of the sizes.
    pub values: Vec<f32>,
}

/// Why some bytes are not such a file, or not the weights that their reader expects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes do not begin like a safetensors file.
    #[error("no safetensors file: {0}")]
    Foreign(String),
    /// The end is missing, or there is too much.
    #[error("cut or damaged: its header promises {expected} bytes, found {found}")]
    Length {
        /// The number of bytes according to the header.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// An array is described wrongly.
    #[error("tensor '{name}': {problem}")]
    Tensor {
        /// The array.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// An array is missing or does not have the shape that its reader expects.
    #[error("tensor '{name}': expected shape {expected:?}, found {}", found_shape(found))]
    Shape {
        /// The array.
        name: String,
        /// The expected shape.
        expected: Vec<usize>,
        /// The shape found; `None` without such an array.
        found: Option<Vec<usize>>,
    },
    /// A metadata entry is missing or unknown.
    #[error("metadata '{key}': expected {expected}, found {}", found.as_deref().unwrap_or("nothing"))]
    Metadata {
        /// The entry's name.
        key: &'static str,
        /// What is allowed there.
        expected: &'static str,
        /// What the file has there.
        found: Option<String>,
    },
    /// The weights are for other inputs.
    #[error("weights for inputs '{found}'; this program has '{expected}'")]
    Inputs {
        /// The inputs that the file names.
        found: String,
        /// The inputs of this kind of weights.
        expected: &'static str,
    },
    /// The layers of a network do not fit together.
    #[error("its layers do not fit together")]
    Layers,
}

fn found_shape(found: &Option<Vec<usize>>) -> String {
    found.as_ref().map_or_else(|| "no such tensor".to_owned(), |shape| format!("{shape:?}"))
}

/// What the header says about one array.
#[derive(serde::Serialize, serde::Deserialize)]
struct Described {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// The longest possible header; a greater number is the start of another kind of file.
const LONGEST_HEADER: u64 = 100_000_000;

impl Tensors {
    /// Reads a file's bytes.
    ///
    /// # Errors
    /// They are not a safetensors file, are truncated, or hold anything but finite 32-bit floats.
    pub fn parse(bytes: &[u8]) -> Result<Self, WeightsError> {
        let foreign = |problem: &str| WeightsError::Foreign(problem.to_owned());
        let (length, rest) =
            bytes.split_first_chunk::<8>().ok_or_else(|| foreign("it is shorter than 8 bytes"))?;
        let length = u64::from_le_bytes(*length);
        if length > LONGEST_HEADER {
            return Err(foreign("its first 8 bytes are not a header length"));
        }
        let length = length as usize;
        if rest.len() < length {
            return Err(WeightsError::Length { expected: 8 + length, found: bytes.len() });
        }
        let (header, data) = rest.split_at(length);
        let mut header: BTreeMap<String, serde_json::Value> = serde_json::from_slice(header)
            .map_err(|error| foreign(&format!("its header is not a JSON object ({error})")))?;
        let metadata = match header.remove("__metadata__") {
            None => BTreeMap::new(),
            Some(texts) => serde_json::from_value(texts)
                .map_err(|error| foreign(&format!("its metadata are not strings ({error})")))?,
        };
        let mut tensors = BTreeMap::new();
        let (mut end, mut all) = (0, 0usize);
        let mut described = Vec::new();
        for (name, value) in header {
            let wrong = |problem: String| WeightsError::Tensor { name: name.clone(), problem };
            let one: Described =
                serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
            let [from, to] = one.data_offsets;
            end = end.max(to);
            all = all.saturating_add(to.saturating_sub(from));
            described.push((name, one));
        }
        if end != data.len() {
            let expected = end.saturating_add(8 + length);
            return Err(WeightsError::Length { expected, found: bytes.len() });
        }
        // Arrays that share bytes could take any amount of memory.
        if all != data.len() {
            return Err(foreign(&format!(
                "its arrays have {all} bytes, and the file has {} for them",
                data.len()
            )));
        }
        for (name, Described { dtype, shape, data_offsets: [from, to] }) in described {
            let wrong = |problem: String| WeightsError::Tensor { name: name.clone(), problem };
            if dtype != "F32" {
                return Err(wrong(format!("expected type F32, found {dtype}")));
            }
            let size = shape.iter().try_fold(4usize, |size, &extent| size.checked_mul(extent));
            let piece = data.get(from..to).filter(|piece| Some(piece.len()) == size);
            let Some(piece) = piece else {
                return Err(wrong(format!("bytes {from} to {to} do not hold shape {shape:?}")));
            };
            let values: Vec<f32> =
                piece.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            if let Some(at) = values.iter().position(|value| !value.is_finite()) {
                return Err(wrong(format!("value {at} is {}; expected a number", values[at])));
            }
            tensors.insert(name, Tensor { shape, values });
        }
        Ok(Self { metadata, tensors })
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = serde_json::Map::new();
        if !self.metadata.is_empty() {
            header.insert("__metadata__".to_owned(), serde_json::json!(self.metadata));
        }
        let mut data = Vec::new();
        for (name, tensor) in &self.tensors {
            let from = data.len();
            data.extend(tensor.values.iter().flat_map(|value| value.to_le_bytes()));
            let described = Described {
                dtype: "F32".to_owned(),
                shape: tensor.shape.clone(),
                data_offsets: [from, data.len()],
            };
            header.insert(name.clone(), serde_json::json!(described));
        }
        let mut text = serde_json::Value::Object(header).to_string();
        while !text.len().is_multiple_of(8) {
            text.push(' ');
        }
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text.as_bytes());
        bytes.extend(data);
        bytes
    }

    /// Adds an array.
    pub fn insert(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        debug_assert_eq!(shape.iter().product::<usize>(), values.len());
        let tensor = Tensor { shape: shape.to_vec(), values: values.to_vec() };
        self.tensors.insert(name.to_owned(), tensor);
    }

    /// Checks that the metadata name these inputs.
    ///
    /// # Errors
    /// They name others.
    pub fn check_inputs(&self, expected: &'static str) -> Result<(), WeightsError> {
        match self.metadata.get("inputs").map_or("", String::as_str) {
            found if found == expected => Ok(()),
            found => Err(WeightsError::Inputs { found: start_of(found), expected }),
        }
    }

    /// Returns the values of an array of this shape.
    ///
    /// # Errors
    /// There is no array of this name and shape.
    pub fn get(&self, name: &str, shape: &[usize]) -> Result<&[f32], WeightsError> {
        match self.tensors.get(name) {
            Some(tensor) if tensor.shape == shape => Ok(&tensor.values),
            other => Err(WeightsError::Shape {
                name: name.to_owned(),
                expected: shape.to_vec(),
                found: other.map(|tensor| tensor.shape.clone()),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Tensors {
        let mut file = Tensors::default();
        file.metadata.insert("kind".into(), "a test".into());
        file.insert("a", &[2, 3], &[1.0, -2.5, 0.0, 1e-9, 3.0, 7.0]);
        file.insert("b", &[1], &[4.0]);
        file
    }

    #[test]
    fn a_file_reads_back() {
        let file = file();
        assert_eq!(Tensors::parse(&file.to_bytes()), Ok(file.clone()));
        assert_eq!(file.get("b", &[1]), Ok([4.0].as_slice()));
    }

    #[test]
    fn every_cut_file_is_refused() {
        let bytes = file().to_bytes();
        for length in 0..bytes.len() {
            assert!(Tensors::parse(&bytes[..length]).is_err(), "{length}");
        }
        let error = Tensors::parse(&bytes[..bytes.len() - 1]).unwrap_err().to_string();
        assert!(error.starts_with("cut or damaged"), "{error}");
    }

    #[test]
    fn foreign_files_and_other_shapes_are_named() {
        let error = |bytes: &[u8]| Tensors::parse(bytes).unwrap_err().to_string();
        assert!(error(b"<?xml version=\"1.0\"?>").contains("not a header length"));
        assert!(error(b"\x02\0\0\0\0\0\0\0[]").contains("not a JSON object"));
        let mut bytes = file().to_bytes();
        let at = bytes.windows(3).position(|three| three == b"F32").unwrap();
        bytes[at..at + 3].copy_from_slice(b"F64");
        assert!(error(&bytes).contains("expected type F32, found F64"));
        let mut nan = file();
        nan.insert("b", &[1], &[f32::NAN]);
        assert!(error(&nan.to_bytes()).contains("value 0 is NaN"));
        // Overlapping arrays could take any amount of memory.
        let mut shared = file();
        shared.insert("c", &[1], &[4.0]);
        let text = String::from_utf8_lossy(&shared.to_bytes()[8..]).into_owned();
        let header = &text[..text.rfind('}').unwrap() + 1];
        let mut header: serde_json::Value = serde_json::from_str(header).unwrap();
        header["c"]["data_offsets"] = header["b"]["data_offsets"].clone();
        let (header, data) = (header.to_string(), file().to_bytes());
        let data = &data[8 + u64::from_le_bytes(*data.first_chunk().unwrap()) as usize..];
        let length = (header.len() as u64).to_le_bytes();
        assert!(error(&[&length, header.as_bytes(), data].concat()).contains("the file has"));
        let wrong = file().get("a", &[3, 2]).unwrap_err().to_string();
        assert_eq!(wrong, "tensor 'a': expected shape [3, 2], found [2, 3]");
        assert!(file().get("c", &[1]).unwrap_err().to_string().contains("no such tensor"));
    }
}
