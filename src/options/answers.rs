//! A file of answers, a JSON object a line, that the same command goes on with.

use super::outputs::cannot_write;
use crate::util::atomic_file::append_alone;
use anyhow::{Context, bail};
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file, and what it held before.
#[derive(Debug)]
pub struct Answers {
    path: PathBuf,
    file: File,
    /// What is asked of every position, in words.
    asked: String,
    before: Vec<Value>,
}

/// The key of what was asked in a line of the file.
const ASKED: &str = "asked";

/// How answers begin.
const HEADS: [&[u8]; 2] = [b"{\"fen\":\"", b"{\"error\":\""];

impl Answers {
    /// Opens or creates a file of answers to a question, which it says in words; a last line that a kill
    /// tore is cut off.
    ///
    /// # Errors
    /// It cannot be read or written, another run has it, or it holds something else.
    pub fn open(path: &Path, asked: String) -> anyhow::Result<Self> {
        let name = || cannot_write(path);
        let file = append_alone(path).with_context(name)?;
        let mut answers = Self { path: path.to_owned(), file, asked, before: Vec::new() };
        if !answers.file.metadata().with_context(name)?.is_file() {
            return Ok(answers);
        }
        let text = std::fs::read(path).with_context(name)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        for (number, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let place = || format!("{}, line {}", path.display(), number + 1);
            match serde_json::from_slice::<Value>(line) {
                Ok(answer) if answer["fen"].is_string() => {
                    let found = answer[ASKED].as_str().unwrap_or("nothing");
                    if found != answers.asked {
                        let asked = &answers.asked;
                        bail!(
                            "{}: an answer to another question: found {found}, expected {asked}; \
                             choose another output",
                            place()
                        );
                    }
                    answers.before.push(answer);
                }
                _ => bail!("{}: no answer of this command; choose another output", place()),
            }
        }
        // What is torn off can only be the end of such a file: its beginning says so.
        let torn = &text[whole..];
        if !HEADS.iter().any(|head| head.starts_with(torn) || torn.starts_with(head)) {
            bail!("{}: no file of answers; choose another output", path.display());
        }
        answers.file.set_len(whole as u64).with_context(name)?;
        Ok(answers)
    }

    /// The answers that were there, in order.
    pub fn before(&self) -> &[Value] {
        &self.before
    }

    /// Adds an answer, one object of JSON, in one write; what was asked is its last key.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, answer: &str) -> anyhow::Result<()> {
        let keys = answer.strip_suffix('}').unwrap_or(answer);
        let line = format!("{keys},\"{ASKED}\":{}}}\n", serde_json::json!(self.asked));
        self.file.write_all(line.as_bytes()).with_context(|| cannot_write(&self.path))
    }
}
