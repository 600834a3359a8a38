//! A file of answers, one JSON object per line, which the same command can continue.

use super::outputs::cannot_write;
use amazons::util::append_log::AppendLog;
use anyhow::{Context, bail};
use serde_json::Value;
use std::path::Path;

/// The file to which answers are added.
#[derive(Debug)]
pub struct Answers {
    log: AppendLog,
    /// What is asked of every position, in words.
    asked: String,
}

/// The key that states the question in each line of the file.
const ASKED: &str = "asked";

/// The possible beginnings of an answer.
const HEADS: [&[u8]; 2] = [b"{\"fen\":\"", b"{\"error\":\""];

impl Answers {
    /// Opens or creates a file of answers to the question `asked`, which is stated in words.
    ///
    /// `earlier` is given each answer that the file holds, in order. A last line that was torn by a
    /// kill is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, another run has it open, or it holds something else.
    pub fn open(
        path: &Path,
        asked: String,
        mut earlier: impl FnMut(&Value),
    ) -> anyhow::Result<Self> {
        let name = || cannot_write(path);
        let log = AppendLog::open(path).with_context(name)?;
        let answers = Self { log, asked };
        if !answers.log.is_regular().with_context(name)? {
            return Ok(answers);
        }
        let mut lines = answers.log.lines().with_context(name)?;
        while let Some((number, line)) = lines.next_line().with_context(name)? {
            let place = || format!("{}, line {number}", path.display());
            match serde_json::from_slice::<Value>(line) {
                Ok(answer) if answer["fen"].is_string() => {
                    let found = answer[ASKED].as_str().unwrap_or("nothing");
                    if found != answers.asked {
                        let asked = &answers.asked;
                        bail!(
                            "{}: an answer to a different question: found {found}, expected \
                             {asked}; choose another output",
                            place()
                        );
                    }
                    earlier(&answer);
                }
                _ => bail!("{}: not an answer of this command; choose another output", place()),
            }
        }
        // Only a torn line of such a file may be cut off, which its beginning shows.
        if !HEADS.iter().any(|head| lines.torn_begins_with(head)) {
            bail!("{}: not a file of answers; choose another output", path.display());
        }
        answers.log.cut(lines.length()).with_context(name)?;
        Ok(answers)
    }

    /// Adds an answer, a JSON object, in a single write; the question is appended as its last key.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, answer: &str) -> anyhow::Result<()> {
        let keys = answer.strip_suffix('}').unwrap_or(answer);
        let line = format!("{keys},\"{ASKED}\":{}}}\n", serde_json::json!(self.asked));
        self.log.append(line).with_context(|| cannot_write(self.log.path()))
    }
}
