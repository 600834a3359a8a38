//! Adding judged problems to a directory of tables.
//!
//! A run appends each finished problem to its own journal, a [ledger](crate::ledger). At its end, or
//! when the journal is long, it makes a segment of it; then it starts another. The journal of a
//! killed run is found by the next run, since no process holds its lock any more, and is then made
//! a segment. Any number of processes can add at the same time.

use super::entry::{Judged, KnownMoves};
use super::segment::{JudgedProblems, Segment};
use crate::board::{Color, Move, Position};
use crate::ledger::{Entry, Ledger, LedgerError, Reader};
use crate::region::Canonical;
use crate::score::Score;
use crate::tables::directory::table_files;
use crate::tables::error::TableError;
use crate::tables::format::container::Container;
use crate::util::atomic_file::{TEMPORARY, append_locked, lies_in, remove_if_there};
use crate::util::directory;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

const PREFIX: &str = "judged-";
const SUFFIX: &str = ".journal";

/// If there are more segments than this, the run that finds them merges them. So a directory to
/// which many short runs add stays quick to search.
const MANY_SEGMENTS: usize = 32;

/// Segments of at least this many bytes are not merged.
const LARGE_SEGMENT: u64 = 32 << 20;

/// On a file system without locks, a journal of this age is considered abandoned.
const UNUSED: Duration = Duration::from_secs(24 * 3600);

/// Bytes of a long journal, all of whose problems are in memory.
const LONG_JOURNAL: u64 = 64 << 20;

/// Adds the results of one run. Threads share it.
#[derive(Debug)]
pub struct Recorder {
    directory: PathBuf,
    /// Bytes of a long journal.
    long: u64,
    /// Journals of killed runs that had damaged lines.
    damaged: Vec<TableError>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    journal: Option<Ledger<JournalEntry>>,
    problems: JudgedProblems,
    /// Bytes of the journal.
    length: u64,
    /// The last segment made from an earlier journal of this run.
    segment: Option<PathBuf>,
}

/// An entry of the journal: one problem in canonical form.
#[derive(Debug, Serialize, Deserialize)]
pub struct JournalEntry {
    fen: String,
    score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Vec<Move>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<(Move, Score)>>,
}

impl Recorder {
    /// Opens a recorder for a directory, which is created if needed. Journals of killed runs become
    /// segments.
    ///
    /// # Errors
    /// The directory cannot be written to.
    pub fn open(directory: &Path) -> Result<Self, TableError> {
        directory::make(directory).map_err(TableError::io(directory))?;
        let damaged = recover(directory)?;
        // A file that cannot be created should be an error now, not when there is a first result.
        let probe = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(directory);
        probe.map_err(TableError::io(directory))?;
        let (directory, long) = (directory.to_owned(), LONG_JOURNAL);
        Ok(Self { directory, long, damaged, open: Mutex::new(Open::default()) })
    }

    /// Returns the journals of killed runs that had damaged lines.
    pub fn damaged(&self) -> &[TableError] {
        &self.damaged
    }

    /// Adds a problem in any form. Once this returns, a kill does not lose it.
    ///
    /// # Errors
    /// The journal cannot be written, a long journal cannot be made a segment, or the result
    /// contradicts one that this run added before.
    pub fn add(&self, problem: &Position, judged: Judged) -> Result<(), TableError> {
        let canonical = Canonical::of(problem);
        let judged = judged.mapped(|mv| canonical.inward(mv));
        let mut open = self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut journal = match open.journal.take() {
            Some(journal) => journal,
            None => self.journal()?,
        };
        let before = journal.length();
        let entry = JournalEntry::of(&canonical.position, &judged);
        let result = if open.problems.add(&canonical.position, judged) {
            journal.append(&entry).map_err(table_error)
        } else {
            let what = format!("the problem {}", canonical.position.to_fen());
            let path = journal.path().to_owned();
            Err(TableError::Contradiction { other: path.clone(), path, what })
        };
        open.length += journal.length() - before;
        open.journal = Some(journal);
        result?;
        if open.length >= self.long {
            // If this fails, it is tried again after as many more bytes.
            open.length = 0;
            open.end_journal(&self.directory)?;
        }
        Ok(())
    }

    /// Creates a new journal, locked before anyone can find it.
    fn journal(&self) -> Result<Ledger<JournalEntry>, TableError> {
        let error = || TableError::io(&self.directory);
        let hidden = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(&self.directory);
        let path = hidden.map_err(error())?.into_temp_path();
        let journal = Ledger::of_entries(&path, |_| Ok(())).map_err(table_error)?;
        let unique = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let unique = unique.trim_start_matches(TEMPORARY);
        let place = self.directory.join(format!("{PREFIX}{unique}{SUFFIX}"));
        path.persist_noclobber(&place).map_err(|failed| error()(failed.error))?;
        Ok(journal.moved_to(place))
    }

    /// Makes a segment of what was added, and returns its file if there was anything to add.
    ///
    /// # Errors
    /// The segment cannot be written; the journal stays for the next run.
    pub fn finish(self) -> Result<Option<PathBuf>, TableError> {
        let mut open = self.open.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        open.end_journal(&self.directory)?;
        let Some(segment) = open.segment else { return Ok(None) };
        let mut segments = segments(&self.directory)?;
        segments
            .retain(|path| fs::metadata(path).is_ok_and(|segment| segment.len() < LARGE_SEGMENT));
        if segments.len() > MANY_SEGMENTS {
            // If this fails, the results are still safe, and 'tables merge' reports the
            // reason.
            return Ok(Some(merge_segments(&self.directory, &segments).unwrap_or(segment)));
        }
        Ok(Some(segment))
    }
}

impl Open {
    /// Makes a segment of the journal, if there is one.
    fn end_journal(&mut self, directory: &Path) -> Result<(), TableError> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let segment = self.problems.write(directory)?;
        // Removed before the lock is released, so no other run takes it.
        remove(journal.path())?;
        *self = Self { segment: Some(segment), ..Self::default() };
        Ok(())
    }
}

/// Makes segments of the journals that killed runs left in a directory. Returns what is wrong with
/// those that cannot be opened, and with those that have lines that cannot be read; these are kept
/// under another name.
///
/// # Errors
/// A journal cannot be read, or a segment cannot be written.
pub fn recover(directory: &Path) -> Result<Vec<TableError>, TableError> {
    recover_in_pieces(directory, LONG_JOURNAL)
}

/// Returns whether a file of this name is a journal of results.
pub fn is_journal(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// [`recover`] with a segment for every `long` bytes of a journal.
fn recover_in_pieces(directory: &Path, long: u64) -> Result<Vec<TableError>, TableError> {
    let mut damaged = Vec::new();
    for entry in fs::read_dir(directory).map_err(TableError::io(directory))? {
        let path = entry.map_err(TableError::io(directory))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !is_journal(&name) {
            continue;
        }
        // Held by a running process, or gone since the directory was read.
        let (file, locked) = match append_locked(&path) {
            Ok(opened) => opened,
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::ResourceBusy | io::ErrorKind::NotFound
                ) =>
            {
                continue;
            }
            Err(error) => {
                damaged.push(TableError::io(&path)(error));
                continue;
            }
        };
        if !locked && !is_old(&file) {
            continue;
        }
        let mut reader = match Reader::<JournalEntry>::open(&path) {
            Ok(reader) => reader,
            Err(LedgerError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                continue;
            }
            Err(error) => return Err(table_error(error)),
        };
        let (mut problems, mut written) = (JudgedProblems::default(), 0);
        let mut unreadable = Vec::new();
        while let Some(entry) = reader.next() {
            let number = reader.line();
            let entry = match entry {
                Err(error @ LedgerError::Io { .. }) => return Err(table_error(error)),
                entry => entry.ok().and_then(JournalEntry::judged),
            };
            let Some((problem, judged)) = entry else {
                unreadable.push(number);
                continue;
            };
            if !problems.add(&problem, judged) {
                let (other, what) = (path.clone(), format!("line {number}"));
                return Err(TableError::Contradiction { path, other, what });
            }
            if reader.length() - written >= long && !problems.is_empty() {
                std::mem::take(&mut problems).write(directory)?;
                written = reader.length();
            }
        }
        if !problems.is_empty() {
            problems.write(directory)?;
        }
        match unreadable.first() {
            None => remove(&path)?,
            Some(&first) => {
                let kept = path.with_extension("damaged");
                fs::rename(&path, &kept).map_err(TableError::io(&path))?;
                damaged.push(TableError::Journal { path: kept, first, lines: unreadable.len() });
            }
        }
        drop(file);
    }
    Ok(damaged)
}

/// Whether the last line is so old that its run has probably ended: a guess for where the file
/// system has no locks.
fn is_old(journal: &File) -> bool {
    let changed = journal.metadata().and_then(|data| data.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > UNUSED))
}

/// The segments of a directory, identified by their names.
fn segments(directory: &Path) -> Result<Vec<PathBuf>, TableError> {
    let mut files = table_files(directory)?;
    let named = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(PREFIX)
    };
    files.retain(|path| named(path));
    Ok(files)
}

/// Merges several segments into one in a directory, and removes those of them that lie in it.
///
/// # Errors
/// One of them is damaged, or two contradict each other; then nothing is changed. Or the merged
/// file cannot be written.
pub fn merge_segments(directory: &Path, files: &[PathBuf]) -> Result<PathBuf, TableError> {
    let mut problems = JudgedProblems::default();
    for (index, path) in files.iter().enumerate() {
        let segment = Segment::new(Container::open(path)?)?;
        problems.add_segment(&segment, &files[..index])?;
    }
    let merged = problems.write(directory)?;
    for path in files {
        if lies_in(path, directory) && path.file_name() != merged.file_name() {
            remove(path)?;
        }
    }
    Ok(merged)
}

fn remove(path: &Path) -> Result<(), TableError> {
    remove_if_there(path).map_err(TableError::io(path))
}

/// The error of a journal as that of a table.
fn table_error(error: LedgerError) -> TableError {
    match error {
        LedgerError::Io { path, source } => TableError::io(&path)(source),
        other => TableError::Refused(other.to_string()),
    }
}

impl Entry for JournalEntry {
    const LEDGER: &'static str = "journal of results";
    const BEGINS: &'static [&'static str] = &["{\"fen\":\""];
}

impl JournalEntry {
    /// Makes the entry of a problem in canonical form.
    pub fn of(canonical: &Position, judged: &Judged) -> Self {
        let score = |rank| Score::from_rank(rank, Color::White);
        let (best, moves) = match &judged.moves {
            KnownMoves::None => (None, None),
            KnownMoves::Best(best) => (Some(best.clone()), None),
            KnownMoves::All(all) => {
                (None, Some(all.iter().map(|&(mv, rank)| (mv, score(rank))).collect()))
            }
        };
        Self { fen: canonical.to_fen(), score: score(judged.rank), best, moves }
    }

    /// Returns the problem and what is known of it; `None` if it has no position.
    pub fn judged(self) -> Option<(Position, Judged)> {
        let rank = |score: Score| score.rank(Color::White);
        let moves = match (self.best, self.moves) {
            (_, Some(all)) => {
                KnownMoves::All(all.into_iter().map(|(mv, score)| (mv, rank(score))).collect())
            }
            (Some(best), None) => KnownMoves::Best(best),
            (None, None) => KnownMoves::None,
        };
        Some((self.fen.parse().ok()?, Judged { rank: rank(self.score), moves }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::line;
    use crate::score::Rank;
    use crate::tables::directory::Tables;

    fn problem(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn judged(rank: i32) -> Judged {
        Judged { rank: Rank::new(rank), moves: KnownMoves::None }
    }

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn results_of_several_runs_are_found() {
        let directory = tempfile::tempdir().unwrap();
        let (one, two) =
            (Recorder::open(directory.path()).unwrap(), Recorder::open(directory.path()).unwrap());
        one.add(&problem("Q9q w"), judged(3)).unwrap();
        two.add(&problem("Q10q w"), judged(4)).unwrap();
        // A run that starts in the meantime leaves the others' journals alone.
        drop(Recorder::open(directory.path()).unwrap());
        assert_eq!(names(directory.path()).len(), 2);
        one.finish().unwrap().unwrap();
        two.finish().unwrap().unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        let rank =
            |fen: &str| tables.judged(&problem(fen)).unwrap().map(|judged| judged.rank.get());
        assert_eq!((rank("Q9q w"), rank("q10Q b"), rank("Q9q b")), (Some(3), Some(4), Some(3)));
        assert_eq!(rank("Q11q w"), None);
    }

    #[test]
    fn a_long_run_does_not_keep_everything_in_memory() {
        let directory = tempfile::tempdir().unwrap();
        let fens = ["Q1q w", "Q2q w", "Q3q w", "Q4q w", "Q5q w", "Q6q w", "Q7q w"];
        let all_there = || {
            let tables = Tables::open(directory.path()).unwrap();
            fens.iter().all(|fen| tables.judged(&problem(fen)).unwrap().is_some())
        };
        let line = line(&JournalEntry::of(&problem(fens[0]), &judged(0))).len() as u64;
        let run = Recorder { long: 2 * line, ..Recorder::open(directory.path()).unwrap() };
        for fen in fens {
            run.add(&problem(fen), judged(0)).unwrap();
        }
        assert_eq!(run.open.lock().unwrap().problems.len(), 1);
        run.finish().unwrap().unwrap();
        assert_eq!(names(directory.path()).len(), 4);
        assert!(all_there());

        // The journal of a killed run becomes several segments, too.
        for name in names(directory.path()) {
            fs::remove_file(directory.path().join(name)).unwrap();
        }
        let run = Recorder::open(directory.path()).unwrap();
        fens.iter().for_each(|fen| run.add(&problem(fen), judged(0)).unwrap());
        drop(run);
        recover_in_pieces(directory.path(), 3 * line).unwrap();
        assert_eq!(names(directory.path()).len(), 3);
        assert!(all_there());
    }

    #[test]
    fn what_a_killed_run_finished_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let run = Recorder::open(directory.path()).unwrap();
        run.add(&problem("Q9q w"), judged(3)).unwrap();
        run.add(&problem("Q10q w"), judged(4)).unwrap();
        // Killed in the middle of a third line.
        let open = run.open.into_inner().unwrap();
        let journal = open.journal.unwrap().path().to_owned();
        let text = fs::read_to_string(&journal).unwrap();
        fs::write(&journal, text + "{\"fen\":\"Q").unwrap();
        assert!(journal.exists());
        drop(Recorder::open(directory.path()).unwrap());
        assert!(!journal.exists());
        let tables = Tables::open(directory.path()).unwrap();
        assert!(tables.judged(&problem("Q9q w")).unwrap().is_some());
        assert!(tables.judged(&problem("Q10q w")).unwrap().is_some());
        assert_eq!(names(directory.path()).len(), 1);
    }

    #[test]
    fn what_cannot_be_read_of_a_journal_is_not_thrown_away() {
        let directory = tempfile::tempdir().unwrap();
        let run = Recorder::open(directory.path()).unwrap();
        run.add(&problem("Q9q w"), judged(3)).unwrap();
        let journal = run.open.into_inner().unwrap().journal.unwrap().path().to_owned();
        let text = fs::read_to_string(&journal).unwrap();
        let more = line(&JournalEntry::of(&problem("Q8q w"), &judged(4)));
        let text = text + "an own note\n" + &more;
        fs::write(&journal, &text).unwrap();
        let run = Recorder::open(directory.path()).unwrap();
        let [TableError::Journal { path, first: 2, lines: 1 }] = run.damaged() else {
            panic!("{:?}", run.damaged());
        };
        assert_eq!(fs::read_to_string(path).unwrap(), text);
        let tables = Tables::open(directory.path()).unwrap();
        assert!(tables.judged(&problem("Q9q w")).unwrap().is_some());
        assert!(tables.judged(&problem("Q8q w")).unwrap().is_some());
        // It is told of once.
        assert!(Recorder::open(directory.path()).unwrap().damaged().is_empty());
    }

    #[allow(clippy::disallowed_methods, reason = "a test may panic where a thread is refused")]
    #[test]
    fn runs_that_end_and_begin_at_once_do_not_stop_each_other() {
        let directory = tempfile::tempdir().unwrap();
        let run_again_and_again = |of: usize| {
            for number in 0..6 {
                let run = Recorder::open(directory.path()).unwrap();
                let (width, blocked) = (number + 5, "*".repeat(of));
                let fen = format!("Q{}q/{blocked}{} w", width - 2, width - of);
                run.add(&problem(&fen), judged(0)).unwrap();
                run.finish().unwrap();
            }
        };
        std::thread::scope(|scope| {
            for of in 0..4 {
                scope.spawn(move || run_again_and_again(of));
            }
        });
        assert!(names(directory.path()).iter().all(|name| !name.ends_with(SUFFIX)));
    }

    #[test]
    fn many_segments_become_one() {
        let directory = tempfile::tempdir().unwrap();
        for length in 1..=MANY_SEGMENTS + 5 {
            let run = Recorder::open(directory.path()).unwrap();
            let region =
                "1".repeat(length / 12) + &format!("Q{}q/Q{}q w", length % 12 + 1, length / 3 % 12);
            if let Ok(problem) = region.parse() {
                run.add(&problem, judged(length as i32)).unwrap();
            }
            run.finish().unwrap();
        }
        assert!(names(directory.path()).len() <= MANY_SEGMENTS);
    }

    #[test]
    fn a_result_that_contradicts_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for (fen, rank) in [("Q9q w", 1), ("Q8q w", 0), ("Q9q w", 2)] {
            let run = Recorder::open(directory.path()).unwrap();
            run.add(&problem(fen), judged(rank)).unwrap();
            files.extend(run.finish().unwrap());
        }
        let before = names(directory.path());
        let error = merge_segments(directory.path(), &files).unwrap_err();
        let TableError::Contradiction { path, other, .. } = error else { panic!("{error}") };
        assert_eq!((path, other), (files[2].clone(), files[0].clone()));
        assert_eq!(names(directory.path()), before);
        // A look-up that finds both reports this, too.
        let tables = Tables::open(directory.path()).unwrap();
        assert!(tables.judged(&problem("Q9q w")).is_err());
    }
}
