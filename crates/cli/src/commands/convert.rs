//! `amazons convert`: writes game records in another format.

use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::records::{ReadingOptions, by_format, files_of, paths};
use crate::options::values::one_of;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format as OutputFormat, print_json};
use crate::output::progress::{OnceASecond, progress};
use crate::output::say::say;
use amazons::records::formats::{FORMATS, Format, WriteError};
use amazons::records::{FormatCounts, Game, up_to_defect};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// Write game records in another format.
///
/// Reads SGF with the dialects of Little Golem and of Go programs, move lists in any spelling and
/// however wrapped, records of the Chinese championships, UCI moves, lists of OpenSpiel, Kaggle's
/// replays, trials of Ludii, and JSON; docs/formats.md shows an example of each.
///
/// Moves, start and tags (players, result, event, …) are converted; comments and variations are
/// not. What else the new format cannot hold is said: tags that are left out in a note, a game that
/// does not fit in an error.
///
/// A game with a defect is written up to the defect, and the exit code is then 2. A named file that
/// is missing, or that holds no game, ends the command, and nothing is written. Such a file in a
/// directory is reported, and the others are converted.
#[derive(Debug, Args)]
pub struct Convert {
    /// Game records, or directories of them; - for standard input.
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// The file to write; - for standard output. Names ending in .gz and .zst are compressed.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The format to write; defaults to the one that the ending of FILE names.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&WRITTEN, shown))]
    to: Option<&'static Format>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

/// The formats that are written, which are the first of all.
static WRITTEN: [&Format; 5] = [&FORMATS[0], &FORMATS[1], &FORMATS[2], &FORMATS[3], &FORMATS[4]];

fn shown(format: &'static Format) -> [&'static str; 2] {
    [format.name, format.owner]
}

/// What became of the games.
#[derive(Default)]
struct Counts {
    read: FormatCounts,
    written: u64,
    /// Games that the format cannot hold.
    left_out: u64,
    /// Tags that were left out, and in how many games.
    tags: BTreeSet<String>,
    without_tags: u64,
}

impl Convert {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let format = self.target()?;
        let files = files_of(&self.records)?;
        let mut output = outputs::create(&self.output, &paths(&files))?;
        let abort = interrupt_flag();
        let bar = progress(files.len() as u64, "records");
        let options = self.reading.records_beside(&bar);
        let mut counts = Counts::default();
        let mut status = Status::Done;
        let mut report = |error: &dyn std::fmt::Display| {
            status = Status::BadInput;
            bar.suspend(|| say!("error: {error}"));
        };
        let mut now_and_then = OnceASecond::default();
        for input in &files {
            let opened = input.open(&options, |error| report(error));
            let opened = opened.with_context(|| outputs::not_written(&self.output))?;
            let Some(mut records) = opened else { continue };
            let file = records.file().to_owned();
            for (item, number) in records.by_ref().zip(1..) {
                let (game, defect) = up_to_defect(item);
                if let Some(defect) = defect {
                    if defect.is_io() && !input.found {
                        bail!("{defect}; {}", outputs::not_written(&self.output));
                    }
                    report(&defect);
                    if game.as_ref().is_none_or(|game| game.moves().is_empty()) {
                        continue;
                    }
                }
                let Some(game) = game else { continue };
                match format.write(&game, &mut output) {
                    Ok(()) => counts.wrote(&game, format),
                    Err(WriteError::Io(error)) => {
                        return Err(error).with_context(|| outputs::cannot_write(&self.output));
                    }
                    Err(error) => {
                        counts.left_out += 1;
                        report(&format_args!("{file}: game {number}: {error}; it was left out"));
                    }
                }
                if now_and_then.is_due() {
                    bar.set_message(format!("{} games", counts.written));
                }
                if abort.is_set() {
                    bar.finish_and_clear();
                    say!("interrupted; {}", outputs::not_written(&self.output));
                    return Ok(Status::Negative);
                }
            }
            counts.read.add(records.counts());
            bar.inc(1);
        }
        bar.finish_and_clear();
        if counts.written == 0 {
            let files: Vec<String> =
                self.records.iter().map(|path| path.display().to_string()).collect();
            let files = files.join(", ");
            bail!("no game of {files} can be written; {}", outputs::not_written(&self.output));
        }
        output.commit().with_context(|| outputs::cannot_write(&self.output))?;
        if counts.without_tags > 0 {
            let tags: Vec<&str> = counts.tags.iter().map(String::as_str).collect();
            say!(
                "note: {} holds no tags; left out in {} of {} games: {}",
                format.name,
                counts.without_tags,
                counts.written,
                tags.join(", ")
            );
        }
        self.print(&counts, format)?;
        Ok(status)
    }

    /// The format to write.
    fn target(&self) -> anyhow::Result<&'static Format> {
        if let Some(format) = self.to.or_else(|| Format::of_path(&self.output)) {
            return Ok(format);
        }
        let names: Vec<&str> = WRITTEN.iter().map(|format| format.name).collect();
        let endings: Vec<String> =
            WRITTEN.iter().flat_map(|format| format.endings).map(|end| format!(".{end}")).collect();
        bail!(
            "{}: its name tells no format; expected one that ends in {}, or --to {}",
            self.output.display(),
            endings.join(" "),
            names.join("|")
        )
    }

    fn print(&self, counts: &Counts, format: &Format) -> anyhow::Result<()> {
        let mut out = outputs::beside(&self.output);
        match self.format {
            OutputFormat::Text => {
                let (output, games) = (self.output.display(), counts.written);
                let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
                writeln!(out, "{output}: {games} as {}", format.name)?;
                write!(out, "{}", by_format(&counts.read))?;
            }
            OutputFormat::Json => print_json(
                &mut out,
                &json!({
                    "games": counts.written, "left_out": counts.left_out, "to": format.name,
                    "formats": counts.read,
                }),
            )?,
        }
        Ok(())
    }
}

impl Counts {
    fn wrote(&mut self, game: &Game, format: &Format) {
        self.written += 1;
        if !format.keeps_tags() && !game.tags().is_empty() {
            self.without_tags += 1;
            self.tags.extend(game.tags().iter().map(|(name, _)| name.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_that_is_written_can_be_asked_for() {
        let names: Vec<&str> = WRITTEN.iter().map(|format| format.name).collect();
        let all: Vec<&str> =
            FORMATS.iter().filter(|format| format.writes()).map(|format| format.name).collect();
        assert_eq!(names, all);
    }
}
