//! A set that is being judged, of which the memory holds only the problems with work left.

use super::problem::{Judgement, Problem};
use super::set::ProblemSet;
use super::waiting::{Place, WaitingProblems};
use std::io::{self, Write};
use std::path::Path;

/// A set that is being judged. Solved problems wait in a temporary file.
#[derive(Debug)]
pub struct JudgedSet {
    /// The problems that may have work left, and the header of the whole set.
    pub open: ProblemSet,
    /// Their places in the set, in order.
    places: Vec<u64>,
    others: WaitingProblems,
    /// The number of all problems.
    problems: u64,
}

impl JudgedSet {
    /// Makes room for a set that is written to `output` in the end.
    pub fn beside(output: &Path) -> Self {
        Self {
            open: ProblemSet::default(),
            places: Vec::new(),
            others: WaitingProblems::beside(output),
            problems: 0,
        }
    }

    /// Adds the next problem; it stays in memory if it is `open`.
    ///
    /// # Errors
    /// The temporary file cannot be written.
    pub fn push(&mut self, problem: Problem, open: bool) -> io::Result<()> {
        if open {
            self.places.push(self.problems);
            self.open.problems.push(problem);
        } else {
            self.others.push(&problem)?;
        }
        self.problems += 1;
        Ok(())
    }

    /// Returns the number of all problems.
    pub fn problems(&self) -> u64 {
        self.problems
    }

    /// Returns the number of solved problems.
    pub fn solved(&self) -> u64 {
        self.problems - self.count(|judgement| !matches!(judgement, Judgement::Solved { .. }))
    }

    /// Returns the number of problems of which only bounds are known.
    pub fn bounded(&self) -> u64 {
        self.count(|judgement| matches!(judgement, Judgement::Bounded { .. }))
    }

    /// The number of problems in memory with such a judgement.
    fn count(&self, test: impl Fn(&Judgement) -> bool) -> u64 {
        self.open.problems.iter().filter(|problem| test(&problem.judgement)).count() as u64
    }

    /// Writes the whole set.
    ///
    /// # Errors
    /// Those of `out`, or the temporary file cannot be read.
    pub fn write(self, out: impl Write) -> io::Result<()> {
        let mut open = self.places.iter().zip(&self.open.problems).peekable();
        self.others.write(out, &self.open.header, |number| {
            match open.next_if(|(place, _)| **place == number) {
                Some((_, problem)) => Place::Other(problem),
                None => Place::Waiting,
            }
        })
    }
}
