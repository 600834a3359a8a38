//! Segments: sorted files of judged problems that never change.
//!
//! ```text
//! numbers   problems n; 0; 0; 0
//! section 1 where each record begins in section 2, and where the last ends: n + 1 numbers of 4
//!           bytes
//! section 2 records, sorted by their keys: the key (see `key`), then what is known
//!           (`Judged::encode`)
//! ```

use super::entry::{Judged, key, key_len, problem_of};
use crate::board::Position;
use crate::region::Canonical;
use crate::tables::error::TableError;
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::TableWriter;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

const STARTS: SectionName = 1;
const RECORDS: SectionName = 2;

/// An open segment.
#[derive(Debug)]
pub struct Segment {
    container: Container,
    count: usize,
    starts_at: usize,
    records_at: usize,
}

/// Judged problems to be written to a segment.
#[derive(Clone, Debug, Default)]
pub struct JudgedProblems {
    by_key: BTreeMap<Vec<u8>, Judged>,
}

impl JudgedProblems {
    /// Adds a problem in canonical form. Returns `false` if it contradicts what is there.
    pub fn add(&mut self, canonical: &Position, judged: Judged) -> bool {
        self.add_key(key(canonical), judged)
    }

    fn add_key(&mut self, key: Vec<u8>, judged: Judged) -> bool {
        let together = match self.by_key.remove(&key) {
            Some(known) => match known.clone().together(judged) {
                Some(together) => together,
                None => {
                    self.by_key.insert(key, known);
                    return false;
                }
            },
            None => judged,
        };
        self.by_key.insert(key, together);
        true
    }

    /// Adds a whole segment, after checking every byte of it.
    ///
    /// # Errors
    /// It is damaged, or it contradicts what is there, which came from one of `others`.
    pub fn add_segment(&mut self, segment: &Segment, others: &[PathBuf]) -> Result<(), TableError> {
        segment.container.verify()?;
        for index in 0..segment.count {
            let (key, judged) = segment.record(index)?;
            let rank = judged.rank;
            if !self.add_key(key.to_vec(), judged) {
                let problem = problem_of(key);
                let contradicts = |path: &&PathBuf| {
                    let other = Container::open(path).and_then(Segment::new);
                    let found =
                        problem.as_ref().and_then(|problem| other.ok()?.find(problem).ok()?);
                    found.is_some_and(|found| found.rank != rank)
                };
                let path = segment.container.path().to_owned();
                return Err(TableError::Contradiction {
                    other: others.iter().find(contradicts).unwrap_or(&path).clone(),
                    path,
                    what: format!("the problem {}", problem.map_or(String::new(), |p| p.to_fen())),
                });
            }
        }
        Ok(())
    }

    /// Returns whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Returns the number of problems.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Writes the problems as a segment into a directory, under a name made from the content, and
    /// returns the file.
    ///
    /// # Errors
    /// The file cannot be written, or the problems take more than 4 GiB.
    pub fn write(&self, directory: &Path) -> Result<PathBuf, TableError> {
        let mut records = Vec::new();
        let mut starts = Vec::with_capacity(4 * (self.by_key.len() + 1));
        let mut start = |length: usize| match u32::try_from(length) {
            Ok(length) => {
                starts.extend(length.to_le_bytes());
                Ok(())
            }
            Err(_) => Err(TableError::Refused(
                "more than 4 GiB of judged problems do not fit one segment".to_owned(),
            )),
        };
        for (key, judged) in &self.by_key {
            start(records.len())?;
            records.extend(key);
            judged.encode(&mut records);
        }
        start(records.len())?;
        let hash = xxhash_rust::xxh3::xxh3_64(&records);
        let path = directory.join(format!("judged-{hash:016x}.amt"));
        let numbers = [self.by_key.len() as u64, 0, 0, 0];
        let sections = [(STARTS, starts.len() as u64), (RECORDS, records.len() as u64)];
        let mut out = TableWriter::create(&path, TableKind::Judged, numbers, &sections)?;
        out.write_all(&starts)
            .and_then(|()| out.write_all(&records))
            .and_then(|()| out.commit())
            .map_err(TableError::io(&path))?;
        Ok(path)
    }
}

impl Segment {
    /// Reads the segment in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let [count, ..] = container.numbers();
        let starts = count.checked_add(1).and_then(|n| n.checked_mul(4));
        let Some(starts) = starts else {
            return Err(container.damaged("numbers", count, "the number of problems"));
        };
        Ok(Self {
            count: count as usize,
            starts_at: container.section(STARTS, Some(starts))?,
            records_at: container.section(RECORDS, None)?,
            container,
        })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the number of problems.
    pub fn count(&self) -> usize {
        self.count
    }

    fn bytes(&self, index: usize) -> Result<&[u8], TableError> {
        let bytes = self.container.read(self.starts_at, 4 * index..4 * index + 8)?;
        let number = |at: usize| {
            let bytes = bytes[at..at + 4].try_into().expect("8 bytes were read");
            u32::from_le_bytes(bytes) as usize
        };
        self.container.read(self.records_at, number(0)..number(4))
    }

    fn key(&self, index: usize) -> Result<(&[u8], &[u8]), TableError> {
        let bytes = self.bytes(index)?;
        let length = key_len(bytes).ok_or_else(|| self.bad_record(index))?;
        Ok(bytes.split_at(length))
    }

    fn record(&self, index: usize) -> Result<(&[u8], Judged), TableError> {
        let (key, rest) = self.key(index)?;
        Ok((key, Judged::decode(rest).ok_or_else(|| self.bad_record(index))?))
    }

    fn bad_record(&self, index: usize) -> TableError {
        self.container.damaged(format!("record {index}"), "other bytes", "a judged problem")
    }

    /// Returns the problem of this number and what is known about it.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn problem(&self, index: usize) -> Result<(Position, Judged), TableError> {
        let (key, judged) = self.record(index)?;
        Ok((problem_of(key).ok_or_else(|| self.bad_record(index))?, judged))
    }

    /// Returns what is known about a problem in canonical form.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn find(&self, canonical: &Position) -> Result<Option<Judged>, TableError> {
        let wanted = key(canonical);
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.key(middle)?.0.cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Ok(Some(self.record(middle)?.1)),
            }
        }
        Ok(None)
    }

    /// Checks that the problems are canonical and ascending, and that their solutions are possible.
    ///
    /// # Errors
    /// The first record for which this does not hold.
    pub fn check(&self) -> Result<(), TableError> {
        let mut last: Option<&[u8]> = None;
        for index in 0..self.count {
            let (problem, judged) = self.problem(index)?;
            let key = self.key(index)?.0;
            if last.is_some_and(|last| last >= key)
                || Canonical::of(&problem).position != problem
                || !judged.is_possible(&problem)
            {
                return Err(self.bad_record(index));
            }
            last = Some(key);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Rank;
    use crate::tables::judged::entry::KnownMoves;
    use crate::testing::RandomPositions;

    #[test]
    fn problems_come_back_and_others_are_not_there() {
        let directory = tempfile::tempdir().unwrap();
        let mut random = RandomPositions::new(4);
        let mut problems = JudgedProblems::default();
        let mut expected = Vec::new();
        for rank in 0..50 {
            let problem = Canonical::of(&random.region(9, [1, 1])).position;
            let judged = Judged {
                rank: Rank::new(rank % 9),
                moves: KnownMoves::Best(problem.legal_moves()),
            };
            if problems.find(&problem).is_none() {
                assert!(problems.add(&problem, judged.clone()));
                expected.push((problem, judged));
            }
        }
        let path = problems.write(directory.path()).unwrap();
        let segment = Segment::new(Container::open(&path).unwrap()).unwrap();
        segment.check().unwrap();
        assert_eq!(segment.count(), expected.len());
        for (problem, judged) in &expected {
            let found = segment.find(problem).unwrap().unwrap();
            assert_eq!(found.rank, judged.rank);
            assert_eq!(found.best_moves(), judged.best_moves());
        }
        let other = Canonical::of(&random.region(10, [1, 1])).position;
        assert_eq!(segment.find(&other).unwrap(), None);

        // The same again is not a contradiction, but another rank is.
        problems.add_segment(&segment, &[]).unwrap();
        let (problem, _) = &expected[0];
        let mut wrong = JudgedProblems::default();
        wrong.add(problem, Judged { rank: Rank::new(77), moves: KnownMoves::None });
        let error = wrong.add_segment(&segment, &[]).unwrap_err().to_string();
        assert!(error.contains("contradict") && error.contains(&problem.to_fen()), "{error}");
    }

    impl JudgedProblems {
        fn find(&self, canonical: &Position) -> Option<&Judged> {
            self.by_key.get(&key(canonical))
        }
    }
}
