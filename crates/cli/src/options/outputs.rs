//! Output files named by the user.

use crate::output::reporting::reporting;
use crate::output::say::Said;
use amazons::util::atomic_file::{
    Alone, AtomicFile, is_stdout, place_of, same_file, write_whole, writes_through,
};
use amazons::util::compression::OutputFile;
use amazons::util::terminal::stdout;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::Path;

/// Starts an output file, compressed if its name says so. It must not be a file that the command
/// reads.
///
/// # Errors
/// It cannot be written, or is one of the inputs.
pub fn create(path: &Path, inputs: &[&Path]) -> anyhow::Result<OutputFile> {
    refuse_inputs(path, inputs)?;
    OutputFile::create(path).with_context(|| cannot_write(path))
}

/// Writes a whole output file. It must not be a file that the command reads.
///
/// # Errors
/// It cannot be written, or is one of the inputs.
pub fn write(path: &Path, inputs: &[&Path], text: &str) -> anyhow::Result<()> {
    fill(create(path, inputs)?, path, text)
}

/// Writes the whole of an output file that was started for this path.
///
/// # Errors
/// It cannot be written.
pub fn fill(mut file: OutputFile, path: &Path, text: &str) -> anyhow::Result<()> {
    let written = file.write_all(text.as_bytes()).and_then(|()| file.commit());
    written.with_context(|| cannot_write(path))
}

/// Where a command reports what it wrote to `output`: standard output, or standard error if the
/// output is standard output itself.
pub fn beside(output: &Path) -> Box<dyn Write> {
    if is_stdout(output) { Box::new(Said) } else { Box::new(reporting()) }
}

/// Like [`beside`], for an optional output.
pub fn beside_any(output: Option<&Path>) -> Box<dyn Write> {
    output.map_or_else(|| Box::new(stdout()) as Box<dyn Write>, beside)
}

/// Refuses an output that is one of the files that the command reads.
///
/// # Errors
/// The output is one of them.
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

/// Checks before the work starts that a file can be written: the command does not read it, and its
/// directory is writable.
///
/// # Errors
/// It cannot be written.
pub fn check(path: &Path, inputs: &[&Path]) -> anyhow::Result<()> {
    refuse_inputs(path, inputs)?;
    AtomicFile::check(path).with_context(|| cannot_write(path))
}

/// Locks an output for this process.
///
/// # Errors
/// Another run has locked it, or its directory is not writable.
pub fn alone(path: &Path) -> anyhow::Result<Alone> {
    Alone::with(path).with_context(|| cannot_write(path))
}

/// Writes a whole file that was checked.
///
/// # Errors
/// It cannot be written.
pub fn write_checked(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_whole(path, bytes).with_context(|| cannot_write(path))
}

/// Refuses outputs if two of them are the same file.
///
/// # Errors
/// Two are the same file.
pub fn refuse_twice<'a>(outputs: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    let outputs: Vec<&Path> = outputs.into_iter().collect();
    for (i, one) in outputs.iter().enumerate() {
        // New files have nothing but their place in common; devices and pipes may be shared.
        let same = |other: &&&Path| {
            let places = (place_of(one), place_of(other));
            one == *other || !writes_through(one) && matches!(places, (Ok(a), Ok(b)) if a == b)
        };
        if outputs[..i].iter().any(|other| same(&other) || same_file(one, other)) {
            bail!("{} is named for two outputs; choose another file for one", one.display());
        }
    }
    Ok(())
}

/// The beginning of an error about an output.
pub fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Says what happened to an output for which there is nothing to write.
pub fn not_written(path: &Path) -> String {
    let what = if path.is_file() { "stays as it was" } else { "was not written" };
    format!("{} {what}", path.display())
}
