//! Memory-mapped tables on disk: formats and probing. See `docs/tables.md`.

pub(crate) mod builtin;
pub(crate) mod complete;
pub(crate) mod directory;
pub(crate) mod error;
pub(crate) mod format;
pub(crate) mod judged;
pub(crate) mod table_file;
pub(crate) mod values;

pub use complete::material::{MAX_SQUARES, Material};
pub use complete::region_facts::RegionFacts;
pub use complete::region_table::RegionTable;
pub use complete::scores::Scores;
pub use complete::shape::{SHAPE_COUNTS, Shape, ShapeEmbedding};
pub use complete::shape_list::ShapeList;
pub use directory::{EXTENSION, KnownShape, Tables, table_files};
pub use error::TableError;
pub use format::container::{Container, FORMAT_VERSION, RULES_VERSION, TableKind};
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub use format::mend::mend_checksums;
pub use judged::entry::{Judged, KnownMoves};
#[doc(hidden)]
pub use judged::recorder::JournalEntry;
pub use judged::recorder::{Recorder, is_journal, merge_segments, recover};
pub use judged::segment::{JudgedProblems, Segment};
pub use table_file::TableFile;
pub(crate) use values::atlas_index::{AtlasContent, PlaceContent};
pub use values::atlas_index::{AtlasIndex, AtlasPlace, ValueProperties};
pub use values::dictionary::{Dictionary, ListedTable};
pub(crate) use values::dictionary::{DictionaryContent, TableToList};
pub use values::different_regions::DifferentRegions;
pub use values::region_value::{RegionValue, ValuesInArena};
pub use values::statistics::ValueStatistics;
pub use values::table_values::TableValues;
pub use values::texts::ValueTexts;
pub use values::thermographs::ValueFacts;
pub(crate) use values::thermographs::WrittenThermograph;
pub use values::value_id::ValueId;
pub use values::value_table::ValueTable;
