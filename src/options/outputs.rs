//! Files that a user names to be written.

use crate::output::say::Said;
use crate::util::atomic_file::{Alone, AtomicFile, is_stdout, same_file, write_whole};
use crate::util::compression::OutputFile;
use anyhow::{Context, bail};
use std::io::{Write, stdout};
use std::path::Path;

/// Starts a file that a user named, compressed where its name says so; it is none of the files that the command reads.
///
/// # Errors
/// It cannot be written, or is one of the inputs.
pub fn create(path: &Path, inputs: &[&Path]) -> anyhow::Result<OutputFile> {
    refuse_inputs(path, inputs)?;
    OutputFile::create(path).with_context(|| cannot_write(path))
}

/// Writes a file that a user named, whole; it is none of the files that the command reads.
///
/// # Errors
/// It cannot be written, or is one of the inputs.
pub fn write(path: &Path, inputs: &[&Path], text: &str) -> anyhow::Result<()> {
    let mut file = create(path, inputs)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.commit());
    written.with_context(|| cannot_write(path))
}

/// Where a command tells what it wrote to `output`: on standard output, or on standard error where
/// that is the output.
pub fn beside(output: &Path) -> Box<dyn Write> {
    if is_stdout(output) { Box::new(Said) } else { Box::new(stdout()) }
}

/// The same where an output may be named.
pub fn beside_any(output: Option<&Path>) -> Box<dyn Write> {
    output.map_or_else(|| Box::new(stdout()) as Box<dyn Write>, beside)
}

/// Refuses an output that is one of the files that the command reads.
///
/// # Errors
/// It is one.
pub fn refuse_inputs(output: &Path, inputs: &[&Path]) -> anyhow::Result<()> {
    match inputs.iter().find(|input| same_file(output, input)) {
        Some(input) if *input == Path::new("-") => {
            bail!("{} is read from standard input; choose another output", output.display())
        }
        Some(input) if *input == output => {
            bail!("{} is read by the command; choose another output", output.display())
        }
        Some(input) => bail!(
            "{} is the same file as {}, which is read by the command; choose another output",
            output.display(),
            input.display()
        ),
        None => Ok(()),
    }
}

/// Finds out whether a file may be written before the work begins: it is none of the files that the
/// command reads, and its place can be written to.
///
/// # Errors
/// It may not.
pub fn check(path: &Path, inputs: &[&Path]) -> anyhow::Result<()> {
    refuse_inputs(path, inputs)?;
    AtomicFile::check(path).with_context(|| cannot_write(path))
}

/// Takes an output for this process alone.
///
/// # Errors
/// Another run has it, or its place cannot be written to.
pub fn alone(path: &Path) -> anyhow::Result<Alone> {
    Alone::with(path).with_context(|| cannot_write(path))
}

/// Writes a file that was checked, whole.
///
/// # Errors
/// It cannot be written.
pub fn write_checked(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_whole(path, bytes).with_context(|| cannot_write(path))
}

/// Refuses outputs of which two are one file.
///
/// # Errors
/// Two are.
pub fn refuse_twice<'a>(outputs: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    let outputs: Vec<&Path> = outputs.into_iter().collect();
    for (i, one) in outputs.iter().enumerate() {
        if outputs[..i].iter().any(|other| one == other || same_file(one, other)) {
            bail!("{} is named for two outputs; choose another file for one", one.display());
        }
    }
    Ok(())
}

/// The beginning of an error about an output.
pub fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// What became of an output that there is nothing for.
pub fn not_written(path: &Path) -> String {
    let what = if path.is_file() { "stays as it was" } else { "was not written" };
    format!("{} {what}", path.display())
}
