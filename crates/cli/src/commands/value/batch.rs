//! Values of many positions, one a line.

use super::earlier::Earlier;
use super::{Tools, ValueCommand};
use crate::options::hints;
use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::tables_dir::{finish, warn_once};
use crate::options::values::threads;
use crate::output::exit_status::{Exit, Status};
use crate::output::progress::{progress, spinner};
use crate::output::say::{say, with_causes};
use crate::output::sheet::{SheetFormat, csv_line};
use crate::output::value_row::{VALUE_COLUMNS, error_row};
use amazons::answers::{BatchFile, Value};
use amazons::board::{FenError, Position, is_comment};
use amazons::util::atomic_file::{is_stdout, writes_through};
use amazons::util::input_file;
use amazons::util::listed_lines::{LONGEST, Listed, ListedLines};
use amazons::util::parallel::{Work, bundled};
use amazons::util::start_of::start_of;
use amazons::util::terminal::{one_line, stdout};
use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A line of the batch that is neither empty nor a comment.
struct Line {
    number: u64,
    text: String,
}

/// The result for one line.
enum Answered {
    /// An answer as complete as the limits allow.
    Whole(Status, String),
    /// The line is not a position.
    Defective(Line, FenError),
    /// The work was interrupted first.
    CutShort,
}

/// Where the answers go.
enum Output {
    Stdout,
    File(BatchFile),
    /// Nowhere any more.
    Closed,
}

impl Output {
    /// Adds answers, unless the output is closed.
    fn add(&mut self, answers: &[String]) -> anyhow::Result<()> {
        match self {
            Self::Stdout if answers.is_empty() => {}
            Self::Stdout => {
                let mut out = stdout();
                out.write_all((answers.join("\n") + "\n").as_bytes())?;
                out.flush()?;
            }
            Self::File(file) => file.add(answers)?,
            Self::Closed => {}
        }
        Ok(())
    }
}

/// What was answered so far.
struct Answers<'a> {
    command: &'a ValueCommand,
    name: &'a str,
    out: Output,
    count: u64,
    status: Status,
    bar: ProgressBar,
}

impl Answers<'_> {
    fn add(&mut self, results: Vec<io::Result<Answered>>) -> anyhow::Result<()> {
        let mut texts = Vec::with_capacity(results.len());
        let mut cut_short = false;
        for result in results {
            let (status, text) = match result? {
                Answered::CutShort if self.command.unordered => continue,
                // Later answers would take its place in the output.
                Answered::CutShort => {
                    cut_short = true;
                    break;
                }
                _ if matches!(self.out, Output::Closed) => break,
                Answered::Whole(status, text) => (status, text),
                Answered::Defective(line, error) => {
                    let Self { name, bar, .. } = self;
                    bar.suspend(|| say!("error: {name}, line {}: {error}", line.number));
                    (Status::BadInput, self.command.print_error(&line, &error)?)
                }
            };
            texts.push(text);
            self.status = self.status.worse(status);
        }
        self.bar.suspend(|| self.out.add(&texts))?;
        self.count += texts.len() as u64;
        self.bar.inc(texts.len() as u64);
        if self.bar.length().is_none() {
            self.bar.set_message(format!("{} answers", self.count));
        }
        if cut_short {
            self.out = Output::Closed;
        }
        Ok(())
    }
}

impl ValueCommand {
    pub(super) fn batch(&self, path: &Path) -> Exit {
        let name = input_file::name_of(path);
        let input = input_file::open(path).with_context(|| name.clone());
        let input = input.map_err(|error| match hints::instead_of_file(path) {
            Some(hint) => anyhow!("{}\n{hint}", with_causes(&error)),
            None => error,
        })?;
        if let Some(hint) = hints::instead_of_positions(path) {
            bail!("{name}: expected positions, one FEN per line\n{hint}");
        }
        let threads = threads(self.threads);
        let (out, before) = self.answers()?;
        let results = self.tables.adding()?;
        let status = before.iter().fold(Status::Done, |worst, earlier| worst.worse(earlier.status));
        let count = before.len() as u64;
        let mut lines = ListedLines::new(input, is_comment);
        let between = self.pass_over(before, &mut lines, &name)?;
        let bar = match number_of_lines(path) {
            Some(all) => progress(all, "answers"),
            None => spinner(),
        };
        bar.set_position(count);
        // Until here a signal ends the command at once: nothing new was found.
        let abort = interrupt_flag();
        let mut answers = Answers { command: self, name: &name, out, count, status, bar };
        if self.format == SheetFormat::Csv {
            answers.out.add(&[csv_line(VALUE_COLUMNS)?])?;
        }
        let further = lines.bundles().map(|bundle| {
            bundle.into_iter().map(|listed| line_of(listed, &name)).collect::<Vec<_>>()
        });
        let bundles = between.into_iter().map(|line| vec![Ok(line)]).chain(further);
        bundled(
            bundles.take_while(|_| !abort.is_set()),
            !self.unordered,
            threads,
            || Tools::new(results.as_ref(), self.memory / threads, 1),
            Work {
                quick: |tools: &mut Tools<'_>, line: &io::Result<Line>| {
                    self.known(line.as_ref().ok()?, tools).transpose()
                },
                full: |tools: &mut Tools<'_>, line: io::Result<Line>| self.answer(line?, tools),
            },
            |results| answers.add(results),
        )?;
        answers.bar.finish_and_clear();
        finish(results);
        if answers.count == 0 && !abort.is_set() {
            say!("hint: {name} holds no position; expected one FEN per line");
        }
        if abort.is_set() {
            let kept = self.output.as_deref().is_some_and(|path| !writes_through(path));
            let goes_on = if kept { "; run the same command to continue" } else { "" };
            say!("interrupted after {} answers{goes_on}", answers.count);
            return Ok(answers.status.worse(Status::Negative));
        }
        Ok(answers.status)
    }

    /// The answer of the tables to a line, if they cover everything asked.
    fn known(&self, line: &Line, tools: &mut Tools<'_>) -> io::Result<Option<Answered>> {
        let Ok(position) = line.text.parse::<Position>() else { return Ok(None) };
        let asked = self.asks(&line.text, &position);
        let known = tools.known(&position, asked, self.work().limits().is_some(), &warn_once);
        known.map(|value| self.whole(&value, line)).transpose()
    }

    fn answer(&self, line: Line, tools: &mut Tools<'_>) -> io::Result<Answered> {
        match line.text.parse() {
            Ok(position) => {
                let asked = self.asks(&line.text, &position);
                let value = self.value(&position, asked, tools, &|_, _| ());
                // Though all scores are there, game values may be missing.
                if interrupt_flag().is_set() {
                    return Ok(Answered::CutShort);
                }
                self.whole(&value, &line)
            }
            Err(error) => Ok(Answered::Defective(line, error)),
        }
    }

    fn whole(&self, value: &Value, line: &Line) -> io::Result<Answered> {
        let status = if value.complete() { Status::Done } else { Status::Negative };
        let text = self.print(value, self.number(line))?;
        Ok(Answered::Whole(status, self.with_line(text, line)))
    }

    /// The number of a line where answers state it: in any order, and in a table.
    fn number(&self, line: &Line) -> Option<u64> {
        (self.unordered || self.format == SheetFormat::Csv).then_some(line.number)
    }

    /// Adds the number of the line to an answer in JSON.
    fn with_line(&self, text: String, line: &Line) -> String {
        match (self.format, self.unordered) {
            (SheetFormat::Json, true) => {
                let keys = text.strip_suffix('}').unwrap_or(&text);
                format!("{keys},\"line\":{}}}", line.number)
            }
            _ => text,
        }
    }

    fn print_error(&self, line: &Line, error: &FenError) -> io::Result<String> {
        let fen = &line.text;
        // What is no position may be anything.
        let shown = one_line(fen);
        Ok(match (self.format, self.number(line)) {
            (SheetFormat::Json, _) => {
                let text = serde_json::json!({ "fen": fen, "error": error.to_string() });
                self.with_line(text.to_string(), line)
            }
            (SheetFormat::Csv, _) => csv_line(error_row(&shown, line.number, error))?,
            (SheetFormat::Text, None) => format!("{}\n  error: {error}", start_of(&shown)),
            (SheetFormat::Text, Some(line)) => {
                format!("{line}: {}\n  error: {error}", start_of(&shown))
            }
        })
    }

    /// Reads the lines that an earlier run answered, and checks that the answers are about them.
    /// Returns the lines between them that it has not answered.
    fn pass_over(
        &self,
        before: Vec<Earlier>,
        lines: &mut impl Iterator<Item = Listed>,
        name: &str,
    ) -> anyhow::Result<Vec<Line>> {
        let output = self.output.as_deref().unwrap_or(Path::new("the output"));
        let other = |number: usize, fen: &str, found: &str| {
            anyhow!(
                "{}, line {number}: an answer about \"{fen}\", but {name} has {found}; choose \
                 another output",
                output.display()
            )
        };
        let numbered = (1..).zip(before);
        // Without --unordered, the answers stand in the order of the lines.
        let mut left: BTreeMap<u64, (usize, Earlier)> = match self.unordered {
            true => {
                numbered.map(|(at, earlier)| (earlier.line.unwrap_or(0), (at, earlier))).collect()
            }
            false => numbered.map(|(at, earlier)| (at as u64, (at, earlier))).collect(),
        };
        let (mut between, mut entry) = (Vec::new(), 0);
        while let Some((_, (at, earlier))) = left.first_key_value() {
            let Some(line) = lines.next().map(|listed| line_of(listed, name)).transpose()? else {
                return Err(other(*at, &earlier.fen, "nothing"));
            };
            entry += 1;
            let key = if self.unordered { line.number } else { entry };
            let Some((at, earlier)) = left.remove(&key) else {
                between.push(line);
                continue;
            };
            if let Some(error) = &earlier.error {
                say!("error: {name}, line {}: {error}", line.number);
            }
            if line.text != earlier.fen {
                return Err(other(at, &earlier.fen, &line.text));
            }
        }
        Ok(between)
    }

    /// The output, and the answers that it already holds.
    fn answers(&self) -> anyhow::Result<(Output, Vec<Earlier>)> {
        let path = match &self.output {
            Some(path) if !is_stdout(path) => path,
            _ => return Ok((Output::Stdout, Vec::new())),
        };
        let inputs: Vec<&Path> = self.batch.iter().map(PathBuf::as_path).collect();
        outputs::refuse_inputs(path, &inputs)?;
        let mut before = Vec::new();
        let earlier = |answer: &_| before.push(Earlier::of(answer));
        let answers = BatchFile::open(path, self.asked(), earlier)?;
        Ok((Output::File(answers), before))
    }
}

/// A listed line. One that is too long is an invalid line, not the end of the batch.
fn line_of(listed: Listed, name: &str) -> io::Result<Line> {
    let (number, text) =
        listed.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    let too_long = |_| format!("<a-line-of-more-than-{LONGEST}-bytes>");
    Ok(Line { number, text: text.unwrap_or_else(too_long) })
}

/// How many positions a file has; `None` if it can be read only once.
fn number_of_lines(path: &Path) -> Option<u64> {
    let again = path.metadata().is_ok_and(|file| file.is_file());
    let input: Box<dyn Read> = again.then(|| input_file::open(path).ok()).flatten()?;
    Some(ListedLines::new(input, is_comment).count() as u64)
}
