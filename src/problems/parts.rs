//! Parts of a set that are judged separately, and the whole set made from them.

use super::problem::{Judgement, Problem};
use super::set::{GENERATOR, Header, ProblemSet, Selection};
use super::xml::error::SetError;
use super::xml::read::SetReader;
use super::xml::write::SetWriter;
use crate::ledger::{MergeError, Part, PartOf, Partition, Parts};
use crate::region::Canonical;
use crate::util::atomic_file::holds_something;
use crate::util::compression::OutputFile;
use hashbrown::{HashMap, HashSet};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

/// What marks a part among the selections of its header.
const FILTER: &str = "--partition ";

/// Reduces a set to one part of its problems, which are dealt out in turn, and notes this in the
/// header.
pub fn take_part(set: &mut ProblemSet, part: Partition) {
    let from = set.problems.len() as u64;
    let mut index = 0..from;
    set.problems.retain(|_| index.next().is_some_and(|index| part.holds(index)));
    set.header.selections.push(Selection {
        generator: GENERATOR.to_owned(),
        filter: format!("{FILTER}{part}"),
        from,
        kept: set.problems.len() as u64,
    });
}

/// The part that a set is, by its header.
fn part_of(header: &Header) -> Option<PartOf> {
    let last = header.selections.last()?;
    let part = last.filter.strip_prefix(FILTER)?.parse().ok()?;
    Some(PartOf { part, items: last.from })
}

/// Returns whether a set is a part that was judged separately.
pub fn is_part(header: &Header) -> bool {
    part_of(header).is_some()
}

/// Why the results of an earlier run cannot be adopted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdoptError {
    /// The file is wrong.
    #[error("{0}; it would be overwritten: choose another output")]
    Set(#[from] SetError),
    /// It is a different part, or a part of another set.
    #[error("{} is part {found} of a set; this is part {expected}; choose another output", path.display())]
    OtherPart {
        /// The file.
        path: PathBuf,
        /// The part that it is.
        found: PartOf,
        /// The part to be written.
        expected: PartOf,
    },
    /// It has solutions that what is to be written has not.
    #[error(
        "{}: {solved} solutions that it has would be lost; remove it, or choose another output",
        path.display()
    )]
    OtherSet {
        /// The file.
        path: PathBuf,
        /// The number of problems solved in it.
        solved: usize,
    },
}

/// Fills in what an earlier run on the same set or part wrote to `path`, if anything.
///
/// # Errors
/// The file is not a readable set, is another part, or has solutions that the set has not.
pub fn adopt_judged(set: &mut ProblemSet, path: &Path) -> Result<(), AdoptError> {
    let Some(before) = written_before(path)? else { return Ok(()) };
    if before.header != set.header {
        return match (part_of(&before.header), part_of(&set.header)) {
            (Some(found), Some(expected)) => {
                Err(AdoptError::OtherPart { path: path.to_owned(), found, expected })
            }
            _ => refuse_to_lose(path, &set.problems),
        };
    }
    let mut known: HashMap<String, Judgement> =
        before.problems.into_iter().map(|p| (p.position.to_fen(), p.judgement)).collect();
    for problem in &mut set.problems {
        let before = known.remove(&problem.position.to_fen());
        if let (Judgement::Open, Some(judgement)) = (&problem.judgement, before) {
            problem.judgement = judgement;
        }
    }
    Ok(())
}

/// Refuses to overwrite a file that is not a set, or a set with solutions that `kept` does not have.
///
/// # Errors
/// The file at `path` is not a readable set, or has solutions that would be lost.
pub fn refuse_to_lose<'a>(
    path: &Path,
    kept: impl IntoIterator<Item = &'a Problem>,
) -> Result<(), AdoptError> {
    let mut at_stake = AtStake::at(path)?;
    kept.into_iter().for_each(|problem| at_stake.keep(problem));
    at_stake.refuse()
}

/// The solutions of a file that a new file would lose, by hashes of the problems in canonical form.
struct AtStake {
    path: PathBuf,
    solved: HashSet<u128>,
}

impl AtStake {
    fn at(path: &Path) -> Result<Self, AdoptError> {
        let mut solved = HashSet::new();
        if holds_something(path) {
            for problem in SetReader::open(path)? {
                let problem = problem?;
                if is_solved(&problem) {
                    solved.insert(hash_of(&problem));
                }
            }
        }
        Ok(Self { path: path.to_owned(), solved })
    }

    /// Takes in a problem of the new set. If it is solved, its solution is not lost.
    fn keep(&mut self, problem: &Problem) {
        if is_solved(problem) && !self.solved.is_empty() {
            self.solved.remove(&hash_of(problem));
        }
    }

    fn refuse(self) -> Result<(), AdoptError> {
        match self.solved.len() {
            0 => Ok(()),
            solved => Err(AdoptError::OtherSet { path: self.path, solved }),
        }
    }
}

fn hash_of(problem: &Problem) -> u128 {
    xxh3_128(Canonical::of(&problem.position).position.to_fen().as_bytes())
}

fn is_solved(problem: &Problem) -> bool {
    matches!(problem.judgement, Judgement::Solved { .. })
}

/// The set at a path, if there is one.
fn written_before(path: &Path) -> Result<Option<ProblemSet>, SetError> {
    holds_something(path).then(|| ProblemSet::load(path)).transpose()
}

impl From<SetError> for MergeError {
    fn from(error: SetError) -> Self {
        Self::failed(error)
    }
}

impl From<AdoptError> for MergeError {
    fn from(error: AdoptError) -> Self {
        Self::failed(error)
    }
}

/// Writes the problems of all parts in their order: the same bytes that one run writes. One problem
/// per part is in memory at a time. Returns the number of problems.
///
/// # Errors
/// A part is missing, appears twice or belongs to another set; or a file cannot be read or written.
pub fn merge_parts(parts: &[PathBuf], output: &Path) -> Result<u64, MergeError> {
    let mut opened = Vec::new();
    let mut header = None;
    for path in parts {
        let reader = SetReader::open(path)?;
        let part = part_of(reader.header());
        let mut whole = reader.header().clone();
        whole.selections.pop();
        let items = reader.map(|problem| problem.map_err(MergeError::from));
        opened.push(Part { file: path.clone(), part, facts: whole.facts(), items });
        header.get_or_insert(whole);
    }
    let parts = Parts::new(opened)?;
    let header = header.ok_or(MergeError::None)?;
    let failed = MergeError::io(output);
    let file = OutputFile::create(output).map_err(&failed)?;
    let mut at_stake = AtStake::at(output)?;
    let mut writer = SetWriter::new(BufWriter::new(file), &header).map_err(&failed)?;
    let problems = parts.in_turn("problem", |_, problem| {
        at_stake.keep(&problem);
        writer.problem(&problem).map(|()| true).map_err(&failed)
    })?;
    at_stake.refuse()?;
    let mut file = writer.finish().map_err(&failed)?;
    file.flush().map_err(&failed)?;
    let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.commit().map_err(&failed)?;
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::problem::Problem;
    use crate::testing::RandomPositions;

    #[test]
    fn parts_make_the_whole_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let mut random = RandomPositions::new(3);
        let mut set = ProblemSet::default();
        set.header.title = "t".into();
        set.problems =
            (0..11).map(|_| Problem::new(random.board(5, 4, 10, [1, 1]), None)).collect();
        let save = |set: &ProblemSet, path: &Path| {
            let mut file = OutputFile::create(path).unwrap();
            set.write(&mut file).unwrap();
            file.commit().unwrap();
        };
        save(&set, &path("whole.xml"));
        let mut names = Vec::new();
        for part in ["2/3", "1/3", "3/3"] {
            let mut own = set.clone();
            take_part(&mut own, part.parse().unwrap());
            assert!(is_part(&own.header) && !is_part(&set.header));
            names.push(path(&format!("{}.xml.gz", part.replace('/', "-"))));
            save(&own, &names[names.len() - 1]);
        }
        assert_eq!(merge_parts(&names, &path("merged.xml")).unwrap(), 11);
        let read = |name| std::fs::read(path(name)).unwrap();
        assert_eq!(read("merged.xml"), read("whole.xml"));
        let error = merge_parts(&names[..2], &path("m.xml")).unwrap_err().to_string();
        assert_eq!(error, "part 3/3 is missing");
        let error = merge_parts(&[path("whole.xml")], &path("m.xml")).unwrap_err().to_string();
        assert!(error.contains("not a part"), "{error}");

        let mut judged = ProblemSet::load(&names[0]).unwrap();
        let mut again = judged.clone();
        judged.problems[1].judgement = Judgement::Bounded {
            at_least: "B+1".parse().unwrap(),
            at_most: "W+1".parse().unwrap(),
            spent: "1 nodes".into(),
        };
        save(&judged, &path("part.xml"));
        adopt_judged(&mut again, &path("part.xml")).unwrap();
        assert_eq!(again, judged);
    }
}
