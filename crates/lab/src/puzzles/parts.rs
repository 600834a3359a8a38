//! Parts of the puzzles of one input that were made separately, and the set that one run makes.

use super::difficulty::choose;
use amazons::ledger::{MergeError, Part, PartOf, Parts};
use amazons::problems::{Header, ProblemSet};
use std::path::PathBuf;

/// Begins the words of a selection of puzzles.
pub const PUZZLES: &str = "puzzles ";

/// Precedes the part in these words, at their end.
pub const PARTITION: &str = " --partition ";

/// Precedes the most puzzles of a grade.
pub const PER_GRADE: &str = " --per-grade ";

/// Ends the words of a set that is not finished.
pub const INTERRUPTED: &str = " (interrupted)";

/// Returns the part that a set of puzzles is, by its header; `None` for a whole set.
pub fn puzzle_part(header: &Header) -> Option<PartOf> {
    let last = header.selections.last()?;
    let words = last.filter.strip_prefix(PUZZLES)?;
    let words = words.strip_suffix(INTERRUPTED).unwrap_or(words);
    let (_, part) = words.rsplit_once(PARTITION)?;
    Some(PartOf { part: part.parse().ok()?, items: last.from })
}

/// Returns the set that one run makes, from its parts. Grades, and how many puzzles there may be of
/// each, concern all of them together.
///
/// # Errors
/// A part is missing, given twice, unfinished or made from something else or in another way; or a
/// file cannot be read.
pub fn merge_puzzles(paths: &[PathBuf]) -> Result<ProblemSet, MergeError> {
    let mut opened = Vec::new();
    for path in paths {
        let mut set = ProblemSet::load(path)?;
        let part = puzzle_part(&set.header);
        let last = set.header.selections.last_mut();
        let mut finished = true;
        if let Some(last) = last.filter(|_| part.is_some()) {
            finished = !last.filter.ends_with(INTERRUPTED);
            last.filter.truncate(last.filter.rfind(PARTITION).unwrap_or(last.filter.len()));
        }
        let (file, facts) = (path.clone(), set.header.facts());
        opened.push(Part { file, part, facts, items: (set, finished) });
    }
    let parts = Parts::new(opened)?;
    if let Some(part) = parts.iter().find(|part| !part.items.1) {
        return Err(part.incomplete("the end".to_owned()));
    }
    let sets = parts.into_parts().into_iter().map(|part| part.items.0);
    let mut whole = sets
        .reduce(|mut whole, set| {
            whole.problems.extend(set.problems);
            whole
        })
        .ok_or(MergeError::None)?;
    let last = whole.header.selections.last_mut().expect("a part is a selection");
    let most = last.filter.split_once(PER_GRADE).and_then(|(_, rest)| {
        let number = rest.split(' ').next()?;
        number.parse().ok()
    });
    whole.problems = choose(whole.problems, most);
    last.kept = whole.problems.len() as u64;
    Ok(whole)
}
