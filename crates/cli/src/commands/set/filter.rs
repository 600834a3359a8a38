//! `amazons set filter`: choose problems.

use crate::options::outputs;
use crate::options::values::{parse_number, parse_score};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::board::Color;
use amazons::problems::{AtStake, Place, Selecting, Selection, Selector, Theme, WaitingProblems};
use amazons::score::Score;
use amazons::util::atomic_file::same_file;
use amazons::util::number::Count;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Select the problems of a set that have certain features.
///
/// They are written to another set, or back to the same one. If no problem has the features,
/// nothing is written and the exit code is 1.
#[derive(Debug, Args)]
pub struct Filter {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// The set to write; - for standard output.
    #[arg(short, long, value_name = "SET.xml")]
    output: PathBuf,
    /// Minimum number of empty squares.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    min_empties: Option<usize>,
    /// Maximum number of empty squares.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    max_empties: Option<usize>,
    /// Minimum number of amazons of both sides together.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    min_amazons: Option<usize>,
    /// Maximum number of amazons of both sides together.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    max_amazons: Option<usize>,
    /// Only problems with an exact score.
    #[arg(long, conflicts_with = "unjudged")]
    judged: bool,
    /// Only problems without an exact score.
    #[arg(long)]
    unjudged: bool,
    /// Only problems where this side moves first.
    #[arg(long, value_enum)]
    first: Option<First>,
    /// Only problems from records whose name or origin contains this text.
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// Only solved problems whose score is at least this, from White's point of view, e.g. W+0.
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    min_score: Option<Score>,
    /// Only solved problems whose score is at most this, from White's point of view, e.g. B+3.
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    max_score: Option<Score>,
    /// Only solved problems with exactly one optimal move.
    #[arg(long)]
    single_best: bool,
    /// Only puzzles with this theme, e.g. zugzwang; may be repeated: with all of them.
    #[arg(long = "theme", value_name = "THEME")]
    themes: Vec<Theme>,
    /// Only puzzles of at least this grade: 1, easy, to 5.
    #[arg(long, value_name = "GRADE", value_parser = parse_number::<u8>)]
    min_grade: Option<u8>,
    /// Only puzzles of at most this grade.
    #[arg(long, value_name = "GRADE", value_parser = parse_number::<u8>)]
    max_grade: Option<u8>,
    /// Maximum number of problems with the same number of empty squares.
    ///
    /// The first ones are kept, or random ones with --seed.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    max_per_size: Option<usize>,
    /// Seed for the random choice.
    #[arg(long, requires = "max_per_size", value_parser = parse_number::<u64>)]
    seed: Option<u64>,
    /// Write the set even if it holds no problems.
    #[arg(long)]
    allow_empty: bool,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    White,
    Black,
}

impl Filter {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let number = |option: Option<usize>| option.map(|number| number as i64);
        let rank =
            |option: Option<Score>| option.map(|score| i64::from(score.rank(Color::White).get()));
        for (what, least, most) in [
            ("empties", number(self.min_empties), number(self.max_empties)),
            ("amazons", number(self.min_amazons), number(self.max_amazons)),
            ("score", rank(self.min_score), rank(self.max_score)),
            ("grade", self.min_grade.map(i64::from), self.max_grade.map(i64::from)),
        ] {
            if least.zip(most).is_some_and(|(least, most)| least > most) {
                bail!("--min-{what} is above --max-{what}: no problem is left");
            }
        }
        let mut output = outputs::create(&self.output, &[])?;
        let selector = Selector {
            min_empties: self.min_empties,
            max_empties: self.max_empties,
            min_amazons: self.min_amazons,
            max_amazons: self.max_amazons,
            judged: match (self.judged, self.unjudged) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            first: self.first.map(|first| match first {
                First::White => Color::White,
                First::Black => Color::Black,
            }),
            source: self.source,
            min_score: self.min_score,
            max_score: self.max_score,
            single_best: self.single_best,
            themes: self.themes,
            min_grade: self.min_grade,
            max_grade: self.max_grade,
            max_per_size: self.max_per_size,
            seed: self.seed,
        };
        let lost = !same_file(&self.output, &self.set);
        let mut at_stake = lost.then(|| AtStake::at(&self.output)).transpose()?;
        let context = || outputs::cannot_write(&self.output);
        let mut selecting = Selecting::new(&selector);
        let mut taken = WaitingProblems::beside(&self.output);
        let (mut header, status) = super::each_problem(&self.set, |header, problem| {
            if let Some(at_stake) = &mut at_stake {
                at_stake.keep(&problem);
            }
            match selecting.takes(&problem, header) {
                true => taken.push(&problem).with_context(context),
                false => Ok(()),
            }
        })?;
        super::whole(status, &self.output)?;
        if let Some(at_stake) = at_stake {
            at_stake.refuse()?;
        }
        let selected = selecting.finish();
        let Selection { from, kept, .. } = selected.note;
        if kept == 0 && !self.allow_empty {
            say!(
                "no problem of {from} has these features; {} was not written (--allow-empty \
                 writes a set without problems)",
                self.output.display()
            );
            return Ok(Status::Negative);
        }
        header.selections.push(selected.note.clone());
        let place = |number| if selected.keeps(number) { Place::Waiting } else { Place::LeftOut };
        taken.write(&mut output, &header, place).with_context(context)?;
        output.commit().with_context(context)?;
        let mut out = outputs::beside(&self.output);
        match self.format {
            Format::Text => writeln!(out, "kept {kept} of {}", Count(from, "problem"))?,
            Format::Json => {
                print_json(&mut out, &serde_json::json!({ "from": from, "kept": kept }))?;
            }
        }
        Ok(status)
    }
}
