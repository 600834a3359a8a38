//! Parts of the puzzles of one input that were made separately, and the set that one run makes.

use super::difficulty::choose;
use amazons::problems::{Header, MergePartsError, ProblemSet};
use amazons::util::PartOf;
use amazons::util::parts::{PartsError, in_order, other};
use std::path::PathBuf;

/// Begins the words of a selection of puzzles.
pub const PUZZLES: &str = "puzzles ";

/// Precedes the part in these words, at their end.
pub const PARTITION: &str = " --partition ";

/// Precedes the most puzzles of a grade.
pub const PER_GRADE: &str = " --per-grade ";

/// Ends the words of a set that is not finished.
pub const INTERRUPTED: &str = " (interrupted)";

/// Returns the part that a set of puzzles is, by its header; `None` if it is none.
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
pub fn merge_puzzles(paths: &[PathBuf]) -> Result<ProblemSet, MergePartsError> {
    let mut opened = Vec::new();
    for path in paths {
        let set = ProblemSet::load(path)?;
        opened.push((path.clone(), puzzle_part(&set.header), set));
    }
    let mut parts = in_order(opened)?.into_iter().map(|(file, part, mut set)| {
        let last = set.header.selections.last_mut().expect("a part is a selection");
        if last.filter.ends_with(INTERRUPTED) {
            let found = "the end".to_owned();
            return Err(PartsError::Incomplete { file, part: part.part, found });
        }
        let end = last.filter.rfind(PARTITION).expect("it names a part");
        last.filter.truncate(end);
        last.kept = 0;
        Ok((file, set))
    });
    let (first, mut whole) = parts.next().ok_or(PartsError::None)??;
    for part in parts {
        let (file, set) = part?;
        if set.header != whole.header {
            let (found, expected) = (described(&set.header), described(&whole.header));
            return Err(other(&file, &first, "set of puzzles", found, expected).into());
        }
        whole.problems.extend(set.problems);
    }
    let last = whole.header.selections.last_mut().expect("a part is a selection");
    let most = last.filter.split_once(PER_GRADE).and_then(|(_, rest)| {
        let number = rest.split(' ').next()?;
        number.parse().ok()
    });
    whole.problems = choose(whole.problems, most);
    last.kept = whole.problems.len() as u64;
    Ok(whole)
}

fn described(header: &Header) -> String {
    let words = header.selections.last().map_or("", |selection| &selection.filter);
    format!("'{}' by '{words}' from {} records", header.title, header.records().count())
}
