//! How game records are read: which files, where their games start, how their lines are read, and
//! what is said of records that could be read in two ways.

use crate::options::values::one_of;
use crate::output::say::say;
use amazons::records::{Decision, FormatCounts, Lines, RecordError, RecordOptions, Records, Start};
use anyhow::{Context, bail};
use clap::Args;
use hashbrown::HashSet;
use indicatif::ProgressBar;
use std::fs;
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Options of every command that reads game records.
#[derive(Args, Clone, Debug)]
pub struct ReadingOptions {
    /// Where games start whose record does not say it: a FEN, 'standard', 'cross' (Little Golem's),
    /// or a size such as 8x8.
    ///
    /// Without it that is the standard start or, where the moves are illegal from there, another
    /// from which all are legal.
    #[arg(long, value_name = "START")]
    start: Option<Start>,
    #[command(flatten)]
    lines: LineOptions,
}

/// Which remarks are said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// The first of each kind in each file.
    All,
    /// Those about one game.
    Game(usize),
}

/// How lines of move lists are read, for commands whose `--start` says more.
#[derive(Args, Clone, Debug)]
pub struct LineOptions {
    /// How to read the lines of a move list that could be read in two ways.
    #[arg(long, value_parser = one_of(&Lines::ALL, |one| [one.name(), about(one)]), default_value = "decided")]
    lines: Lines,
}

fn about(lines: Lines) -> &'static str {
    match lines {
        Lines::Decided => "numbers decide, then which moves are legal",
        Lines::Apart => "each line is a game",
        Lines::Joined => "a line goes on with the game before, where that is legal",
    }
}

/// A file to read.
#[derive(Clone, Debug)]
pub struct InputFile {
    pub path: PathBuf,
    /// Whether it was found in a directory. What is wrong with such a file leaves the others as
    /// they are; a file that was named must be readable.
    pub found: bool,
}

impl InputFile {
    /// Opens the file; `None` if it is of no use and was found, of which `report` is told.
    ///
    /// # Errors
    /// It was named, and cannot be read or holds no games.
    pub fn open(
        &self,
        options: &RecordOptions,
        report: impl FnOnce(&RecordError),
    ) -> Result<Option<Records>, RecordError> {
        match options.open(&self.path) {
            Err(error) if self.found => {
                report(&error);
                Ok(None)
            }
            opened => opened.map(Some),
        }
    }
}

impl ReadingOptions {
    /// Returns how records are read. Remarks go to standard error.
    pub fn records(&self) -> RecordOptions {
        self.records_beside(&ProgressBar::hidden())
    }

    /// Returns how records are read while a bar is shown.
    pub fn records_beside(&self, bar: &ProgressBar) -> RecordOptions {
        self.lines.options(self.start.clone(), About::All, bar)
    }

    /// Returns how records are read of which one game is used.
    pub fn records_of_game(&self, number: usize) -> RecordOptions {
        self.lines.options(self.start.clone(), About::Game(number), &ProgressBar::hidden())
    }

    /// Whether one of the options was given.
    pub fn is_given(&self) -> bool {
        self.start.is_some() || self.lines.is_given()
    }
}

impl LineOptions {
    /// Whether the option was given.
    pub fn is_given(&self) -> bool {
        self.lines != Lines::default()
    }

    /// Returns how records are read that begin from `start` if they do not say it.
    pub fn records(&self, start: Option<Start>) -> RecordOptions {
        self.options(start, About::All, &ProgressBar::hidden())
    }

    fn options(&self, start: Option<Start>, about: About, bar: &ProgressBar) -> RecordOptions {
        let said: Mutex<HashSet<(String, Discriminant<Decision>)>> = Mutex::default();
        let bar = bar.clone();
        let options = RecordOptions::default().lines(self.lines).on_note(move |note| {
            if matches!(about, About::Game(number) if number != note.game) {
                return;
            }
            let kind = (note.file.clone(), discriminant(&note.decision));
            if said.lock().unwrap_or_else(PoisonError::into_inner).insert(kind) {
                bar.suspend(|| say!("note: {note}"));
            }
        });
        match start {
            Some(start) => options.start(start),
            None => options,
        }
    }
}

/// Returns the files that are named, and those in the directories that are named and below them, in
/// the order of their names. Names that begin with a dot are passed over.
///
/// # Errors
/// A directory cannot be read, or holds no file.
pub fn files_of(named: &[PathBuf]) -> anyhow::Result<Vec<InputFile>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(InputFile { path: path.clone(), found: false });
            continue;
        }
        let before = files.len();
        find(path, &mut files)?;
        if files.len() == before {
            bail!("{}: no file in this directory; expected game records", path.display());
        }
    }
    Ok(files)
}

fn find(directory: &Path, files: &mut Vec<InputFile>) -> anyhow::Result<()> {
    let context = || directory.display().to_string();
    let mut entries: Vec<_> = fs::read_dir(directory)
        .with_context(context)?
        .collect::<Result<_, _>>()
        .with_context(context)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        // A link to a directory may lead around in a circle.
        if entry.file_type().with_context(context)?.is_dir() {
            find(&path, files)?;
        } else if !path.is_dir() {
            files.push(InputFile { path, found: true });
        }
    }
    Ok(())
}

/// The paths of files, as an output must not be one of them.
pub fn paths(files: &[InputFile]) -> Vec<&Path> {
    files.iter().map(|file| file.path.as_path()).collect()
}

/// A line with the games of each format, if there are several.
pub fn by_format(formats: &FormatCounts) -> String {
    if formats.iter().len() > 1 { format!("games by format: {formats}\n") } else { String::new() }
}
