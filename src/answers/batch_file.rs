//! The answers of a batch: a [ledger](crate::ledger) in which each entry states the question as its
//! last key, so that it also stands alone.

use crate::ledger::{Entry, Ledger, LedgerError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;

/// The file to which answers are added.
#[derive(Debug)]
pub struct BatchFile {
    ledger: Ledger<BatchAnswer>,
    /// What is asked of every position, in words.
    asked: String,
}

/// An answer as any reader sees it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct BatchAnswer(Value);

impl Entry for BatchAnswer {
    const LEDGER: &'static str = "file of answers";
    const BEGINS: &'static [&'static str] = &["{\"fen\":\"", "{\"error\":\""];
}

/// The key that states the question.
const ASKED: &str = "asked";

impl BatchFile {
    /// Opens or creates a file of answers to the question `asked`, which is stated in words.
    /// `earlier` is given each answer that the file holds, in order.
    ///
    /// # Errors
    /// Those of [`Ledger::of_entries`]; or an answer is to another question.
    pub fn open(
        path: &Path,
        asked: String,
        mut earlier: impl FnMut(&Value),
    ) -> Result<Self, LedgerError> {
        let ledger = Ledger::of_entries(path, |BatchAnswer(answer)| {
            let found = answer[ASKED].as_str().unwrap_or("nothing");
            if !answer["fen"].is_string() {
                return Err("not an answer of this command; choose another output".to_owned());
            }
            if found != asked {
                return Err(format!(
                    "an answer to a different question: found {found}, expected {asked}; choose \
                     another output"
                ));
            }
            earlier(&answer);
            Ok(())
        })?;
        Ok(Self { ledger, asked })
    }

    /// Adds answers, each a JSON object, in a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, answers: &[String]) -> Result<(), LedgerError> {
        let asked = json!(self.asked);
        let with_question = |answer: &String| {
            let keys = answer.strip_suffix('}').unwrap_or(answer);
            format!("{keys},\"{ASKED}\":{asked}}}")
        };
        self.ledger.append_json(answers.iter().map(with_question))
    }
}
