//! Layer 5: tables on disk, memory-mapped: formats and probing. See `docs/tables.md`.

mod bytes;
mod class;
mod container;
mod directory;
mod error;
mod file;
mod judged;
mod recorder;
mod region_table;
mod scores;
mod segment;
mod shape;
mod shape_list;
mod writer;

pub use class::{Class, MAX_SQUARES, ParseClassError};
pub use container::{Container, FORMAT_VERSION, Kind, RULES_VERSION};
pub use directory::{EXTENSION, KnownShape, Tables, table_files};
pub use error::TableError;
pub use file::TableFile;
pub use judged::{Judged, KnownMoves};
pub use recorder::{Recorder, merge_segments, recover};
pub use region_table::{RegionFacts, RegionTable};
pub use scores::Scores;
pub use segment::{JudgedProblems, Segment};
pub use shape::{Drawing, SHAPE_COUNTS, Shape};
pub use shape_list::ShapeList;
