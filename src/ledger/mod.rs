//! Work that is a list: what is finished is kept, the same command continues, and parts of the list
//! that were done separately are merged.
//!
//! A [`Ledger`] is a file of sealed lines of JSON, one for each finished [`Entry`], perhaps after a
//! [`Header`] that says what all of them are about. A kill at any time leaves whole lines and
//! perhaps the beginning of another; whoever continues cuts that off. [`run`] works on the items
//! that a ledger lacks, on several threads. A [`Partition`] is a part of the list, and [`Parts`]
//! brings the files of all parts together.
//!
//! A new long command is a header and an entry:
//!
//! ```
//! use amazons::ledger::{Entry, Fact, Header, Ledger, PartOf, run};
//! use amazons::limits::Abort;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Squares {
//!     version: u32,
//!     up_to: u64,
//! }
//!
//! impl Header for Squares {
//!     const VERSION: (&'static str, u64) = ("version", 1);
//!
//!     fn facts(&self) -> Vec<Fact> {
//!         vec![Fact::new("limit", self.up_to)]
//!     }
//!
//!     fn part(&self) -> Option<PartOf> {
//!         None
//!     }
//! }
//!
//! #[derive(Serialize, Deserialize)]
//! struct Square {
//!     of: u64,
//!     is: u64,
//! }
//!
//! impl Entry for Square {
//!     const LEDGER: &'static str = "list of squares";
//!     const BEGINS: &'static [&'static str] = &["{\"version\":1,\"up_to\":"];
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("squares.jsonl");
//! let header = Squares { version: 1, up_to: 10 };
//! for _ in 0..2 {
//!     let mut known = Vec::new();
//!     let mut ledger = Ledger::continued(&path, &header, |square: Square| {
//!         known.push(square.of);
//!         Ok(())
//!     })?;
//!     let missing = (0..header.up_to).filter(|number| !known.contains(number));
//!     let square = |_: &mut (), of| Some(Square { of, is: of * of });
//!     run(missing, 2, &Abort::new(), || (), square, |square| ledger.append(&square))?;
//! }
//! assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 11);
//! # Ok(())
//! # }
//! ```

mod entry;
mod error;
mod fact;
mod file;
mod grown_file;
mod lines;
mod merge;
mod partition;
mod reader;
mod run;
mod seal;

pub use entry::{Entry, Header};
pub use error::{LedgerError, MergeError};
pub use fact::Fact;
pub use file::{Ledger, line};
pub use grown_file::GrownFile;
pub use lines::AppendLog;
pub use merge::{Part, Parts};
pub use partition::{PartOf, Partition};
pub use reader::Reader;
pub use run::run;
pub use seal::{seal, unseal};
