//! Parts of a set that are judged separately, and the whole set made from them.

use super::attempt::add_attempts;
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

/// Notes in the header of a set that it is one part of so many problems, which are dealt out in
/// turn, and holds `kept` of them.
pub fn note_part(header: &mut Header, part: Partition, from: u64, kept: u64) {
    let filter = format!("{FILTER}{part}");
    header.selections.push(Selection { generator: GENERATOR.to_owned(), filter, from, kept });
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

/// What an earlier run wrote to the output of a run that judges a set or a part of one.
#[derive(Debug)]
pub struct WrittenBefore {
    path: PathBuf,
    /// `None` if there is nothing.
    header: Option<Header>,
    /// What would be lost, if it is not the same set or a part of one.
    at_stake: Option<AtStake>,
}

impl WrittenBefore {
    /// Looks at the file at `path`, which takes the part of a set with this header, or the whole of
    /// it.
    ///
    /// # Errors
    /// The file is not a readable set.
    pub fn at(path: &Path, set: &Header, part: Option<Partition>) -> Result<Self, AdoptError> {
        let reader = holds_something(path).then(|| SetReader::open(path)).transpose()?;
        let header = reader.map(SetReader::into_header);
        // A part that the same command did not write is refused, whatever it holds.
        let other = |before: &Header| match (is_part(before), part.is_some() || is_part(set)) {
            (true, true) => false,
            (false, false) => before != set,
            _ => true,
        };
        let at_stake = header.as_ref().is_some_and(other).then(|| AtStake::at(path)).transpose()?;
        Ok(Self { path: path.to_owned(), header, at_stake })
    }

    /// Takes in a problem of the set to be judged: if it is solved, its solution is not lost.
    pub fn keep(&mut self, problem: &Problem) {
        if let Some(at_stake) = &mut self.at_stake {
            at_stake.keep(problem);
        }
    }

    /// Fills in what the file has of the same set or part. Of the set, only the problems with work
    /// left have to be there.
    ///
    /// # Errors
    /// The file is another part, or has solutions that the set has not, or is wrong.
    pub fn adopt(self, set: &mut ProblemSet) -> Result<(), AdoptError> {
        let Self { path, header, at_stake } = self;
        let Some(before) = header else { return Ok(()) };
        if let Some(at_stake) = at_stake {
            return at_stake.refuse();
        }
        if before != set.header
            && let (Some(found), Some(expected)) = (part_of(&before), part_of(&set.header))
        {
            return Err(AdoptError::OtherPart { path, found, expected });
        }
        let mut places = HashMap::new();
        for (index, problem) in set.problems.iter().enumerate() {
            places.entry(problem.position.to_fen()).or_insert(index);
        }
        for problem in SetReader::open(&path)? {
            let Problem { position, judgement, attempts, .. } = problem?;
            if let Some(&index) = places.get(&position.to_fen()) {
                let problem = &mut set.problems[index];
                add_attempts(&mut problem.attempts, attempts);
                if problem.judgement == Judgement::Open {
                    problem.judgement = judgement;
                }
            }
        }
        Ok(())
    }
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
#[derive(Debug)]
pub struct AtStake {
    path: PathBuf,
    solved: HashSet<u128>,
}

impl AtStake {
    /// Reads which problems the file at `path` has solutions of.
    ///
    /// # Errors
    /// The file is not a readable set.
    pub fn at(path: &Path) -> Result<Self, AdoptError> {
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
    pub fn keep(&mut self, problem: &Problem) {
        if is_solved(problem) && !self.solved.is_empty() {
            self.solved.remove(&hash_of(problem));
        }
    }

    /// Refuses to lose what was not taken in.
    ///
    /// # Errors
    /// There are such solutions.
    pub fn refuse(self) -> Result<(), AdoptError> {
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
            let taken: Partition = part.parse().unwrap();
            let mut numbers = 0..11;
            own.problems.retain(|_| taken.holds(numbers.next().unwrap()));
            note_part(&mut own.header, taken, 11, own.problems.len() as u64);
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
        let part = Some("2/3".parse().unwrap());
        let before = WrittenBefore::at(&path("part.xml"), &set.header, part).unwrap();
        before.adopt(&mut again).unwrap();
        assert_eq!(again, judged);
    }
}
