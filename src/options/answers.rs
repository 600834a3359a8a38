//! A file of answers, a JSON object a line, that the same command goes on with.

use crate::util::atomic_file::append_alone;
use anyhow::{Context, bail};
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The file, and what it held before.
#[derive(Debug)]
pub struct Answers {
    file: File,
    before: Vec<Value>,
}

impl Answers {
    /// Opens or creates a file of answers; a last line that a kill tore is cut off.
    ///
    /// # Errors
    /// It cannot be read or written, another run has it, or it holds something else.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let name = || format!("cannot write {}", path.display());
        let file = append_alone(path).with_context(name)?;
        if !file.metadata().with_context(name)?.is_file() {
            return Ok(Self { file, before: Vec::new() });
        }
        let text = std::fs::read(path).with_context(name)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut before = Vec::new();
        for (number, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            match serde_json::from_slice::<Value>(line) {
                Ok(answer) if answer["fen"].is_string() => before.push(answer),
                _ => bail!("{}, line {}: no answer of this command", path.display(), number + 1),
            }
        }
        file.set_len(whole as u64).with_context(name)?;
        Ok(Self { file, before })
    }

    /// The answers that were there, in order.
    pub fn before(&self) -> &[Value] {
        &self.before
    }

    /// Adds an answer in one write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, line: &str) -> std::io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}
