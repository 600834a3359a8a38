//! Reads a whole set from its file, and writes it.

use super::error::SetError;
use super::read::SetReader;
use super::write::SetWriter;
use crate::problems::set::ProblemSet;
use std::io::{BufWriter, Write};
use std::path::Path;

impl ProblemSet {
    /// Reads a whole set.
    ///
    /// # Errors
    /// The first defect of the file. [`SetReader`] continues after a wrong problem.
    pub fn load(path: &Path) -> Result<Self, SetError> {
        let mut reader = SetReader::open(path)?;
        let problems = reader.by_ref().collect::<Result<_, _>>()?;
        Ok(Self { header: reader.into_header(), problems })
    }

    /// Writes a set.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: impl Write) -> std::io::Result<()> {
        let mut writer = SetWriter::new(BufWriter::new(out), &self.header)?;
        for problem in &self.problems {
            writer.problem(problem)?;
        }
        writer.finish()?.flush()
    }
}
