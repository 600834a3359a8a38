//! The problems of an open set: a row of JSON for each in a temporary file, and in memory only where
//! the rows are and what the list can be sorted by.

use amazons::problems::{Header, Problem, ProblemRow, SetError, SetReader};
use amazons::util::threads;
use serde::Serialize;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write, stderr};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The problems that are read before the set counts as open: the first page of the list.
const FIRST: usize = 500;

/// Rows that are written to the file at a time.
const TOGETHER: usize = 200;

/// The problems of an open set, of which the later ones may still be being read.
pub(super) struct ProblemList {
    title: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Rows, one behind the other: the text to search in, a line feed, the JSON, a line feed.
    file: Option<File>,
    end: u64,
    entries: Vec<RowPlace>,
    /// Whether everything has been read, or reading has ended with an error.
    done: bool,
    error: Option<String>,
}

/// Where a row is, and what the list can be sorted by.
#[derive(Clone, Copy)]
struct RowPlace {
    at: u64,
    length: u32,
    empties: u16,
    /// The first player's rank; `None` if the problem is not solved.
    rank: Option<i16>,
    /// The number of optimal moves.
    optimal: Option<u16>,
    difficulty: Option<u32>,
}

/// An order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The order of the set.
    Set,
    /// Fewest empty squares first.
    Size,
    /// Best score of the first player first.
    Score,
    /// Fewest optimal moves first.
    Optimal,
    /// Easiest puzzle first.
    Difficulty,
}

/// A page of the list.
#[derive(Serialize)]
pub(super) struct Page {
    /// Problems read so far.
    read: usize,
    /// Whether the whole set has been read.
    complete: bool,
    /// Why the rest could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Problems that fit.
    found: usize,
    /// Those of this page.
    problems: Vec<Box<RawValue>>,
}

impl ProblemList {
    /// Opens a set, and goes on reading it on a thread of its own after the first page.
    ///
    /// # Errors
    /// The file is not a set, or one of the first problems is wrong.
    pub fn open(path: &Path) -> Result<Arc<Self>, SetError> {
        let mut reader = SetReader::open(path)?;
        let header = reader.header().clone();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let title = if header.title.is_empty() { name } else { header.title.clone() };
        let list = Arc::new(Self { title, state: Mutex::default() });
        let first: Vec<Problem> = reader.by_ref().take(FIRST).collect::<Result<_, _>>()?;
        list.add(&header, &first);
        let rest = Arc::clone(&list);
        let read = move || rest.read(reader, &header);
        // Where the system refuses a thread, the list ends with what was read.
        if threads::start("set", read).is_err() {
            list.end(Some("the system allows no thread to read the rest of the set".to_owned()));
        }
        Ok(list)
    }

    /// The set's title, or its file name.
    pub fn title(&self) -> &str {
        &self.title
    }

    fn read(&self, mut reader: SetReader<Box<dyn BufRead + Send>>, header: &Header) {
        let mut error = None;
        while error.is_none() {
            let mut problems = Vec::new();
            for item in reader.by_ref().take(TOGETHER) {
                match item {
                    Ok(problem) => problems.push(problem),
                    Err(wrong) => {
                        error = Some(wrong.to_string());
                        break;
                    }
                }
            }
            if problems.is_empty() {
                break;
            }
            error = self.add(header, &problems).or(error);
        }
        if let Some(error) = &error {
            // A closed standard error is not an error.
            let _ = writeln!(stderr(), "error: {error}; the list ends before it");
        }
        self.end(error);
    }

    fn end(&self, error: Option<String>) {
        let mut state = self.state();
        state.done = true;
        state.error = error;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds problems, and returns what is wrong if they cannot be kept.
    fn add(&self, header: &Header, problems: &[Problem]) -> Option<String> {
        let (mut text, mut entries) = (Vec::new(), Vec::new());
        for problem in problems {
            let start = text.len();
            let row = ProblemRow::new(problem, header);
            text.extend(searched(&row).into_bytes());
            text.push(b'\n');
            serde_json::to_writer(&mut text, &row).expect("memory takes everything");
            text.push(b'\n');
            let rank = row.score.map(|score| score.rank(problem.first()).get() as i16);
            entries.push(RowPlace {
                at: start as u64,
                length: (text.len() - start) as u32,
                empties: row.empties as u16,
                rank,
                optimal: row.best_moves.map(|moves| moves.len() as u16),
                difficulty: row.puzzle.map(|puzzle| puzzle.difficulty),
            });
        }
        let mut state = self.state();
        match state.append(&text) {
            Ok(start) => {
                let placed = entries.into_iter().map(|one| RowPlace { at: start + one.at, ..one });
                state.entries.extend(placed);
                None
            }
            Err(error) => Some(format!("the temporary file of the list: {error}")),
        }
    }

    /// Returns `count` problems from the `from`th on, of those that contain all `words`, in this
    /// order.
    ///
    /// # Errors
    /// The temporary file cannot be read.
    pub fn page(
        &self,
        words: &[String],
        order: Order,
        from: usize,
        count: usize,
    ) -> io::Result<Page> {
        let mut found = self.found(words)?;
        match order {
            Order::Set => {}
            Order::Size => found.sort_by_key(|one| one.empties),
            Order::Score => found.sort_by_key(|one| one.rank.map_or(i16::MAX, |rank| -rank)),
            Order::Optimal => found.sort_by_key(|one| one.optimal.unwrap_or(u16::MAX)),
            Order::Difficulty => found.sort_by_key(|one| one.difficulty.unwrap_or(u32::MAX)),
        }
        let mut state = self.state();
        let shown = found.iter().skip(from).take(count);
        let problems = shown.map(|one| state.row(*one)).collect::<io::Result<_>>()?;
        Ok(Page {
            read: state.entries.len(),
            complete: state.done,
            error: state.error.clone(),
            found: found.len(),
            problems,
        })
    }

    fn found(&self, words: &[String]) -> io::Result<Vec<RowPlace>> {
        let state = self.state();
        let entries = state.entries.clone();
        let Some(file) = state.file.as_ref().filter(|_| !words.is_empty()) else {
            return Ok(entries);
        };
        let mut file = file.try_clone()?;
        // Clones of a file share their place in it, so the list stays locked.
        file.seek(SeekFrom::Start(0))?;
        let mut rows = BufReader::with_capacity(1 << 16, file);
        let (mut found, mut line) = (Vec::new(), Vec::new());
        for entry in entries {
            line.clear();
            rows.read_until(b'\n', &mut line)?;
            let text = String::from_utf8_lossy(&line);
            if words.iter().all(|word| text.contains(word.as_str())) {
                found.push(entry);
            }
            rows.seek_relative(i64::from(entry.length) - line.len() as i64)?;
        }
        Ok(found)
    }
}

impl State {
    /// Appends text to the file and returns where it begins.
    fn append(&mut self, text: &[u8]) -> io::Result<u64> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(text)?;
        let start = self.end;
        self.end += text.len() as u64;
        Ok(start)
    }

    fn row(&mut self, entry: RowPlace) -> io::Result<Box<RawValue>> {
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(entry.at))?;
        let mut bytes = vec![0; entry.length as usize];
        file.read_exact(&mut bytes)?;
        let json = bytes.split(|&byte| byte == b'\n').nth(1).unwrap_or_default();
        Ok(serde_json::from_slice(json)?)
    }
}

/// The text in which words are searched, in small letters.
fn searched(row: &ProblemRow) -> String {
    let mut text = format!("{} {} {}", row.id, row.fen, row.empties);
    if let Some(puzzle) = &row.puzzle {
        for theme in &puzzle.themes {
            text += " ";
            text += theme.name();
        }
        text += &format!(" grade{}", puzzle.grade);
    }
    text.to_lowercase().replace('\n', " ")
}
