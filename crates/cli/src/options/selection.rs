//! The options that choose problems of a set by their features.

use crate::options::values::{parse_number, parse_positive, parse_score};
use crate::output::say::say;
use amazons::board::{Color, is_comment};
use amazons::problems::{IdList, Selected, Selector, SolvedProblems, Span, Split, Theme};
use amazons::score::Score;
use amazons::util::input_file;
use amazons::util::listed_lines::ListedLines;
use amazons::util::number::Count;
use amazons_lab::study::{solved_by, study_and_method};
use anyhow::{Context, Error, bail};
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Which problems of a set are used.
#[derive(Debug, Default, Args)]
pub struct Features {
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
    /// Only problems of games for development, or of games for tests.
    #[arg(long, value_name = "development|test")]
    split: Option<Split>,
    /// Only problems whose ids this file lists, one a line; - for standard input.
    #[arg(long, value_name = "FILE")]
    ids: Option<PathBuf>,
    /// Only solved problems whose score is at least this, from White's point of view, e.g. W+0.
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    min_score: Option<Score>,
    /// Only solved problems whose score is at most this, from White's point of view, e.g. B+3.
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    max_score: Option<Score>,
    /// Only solved problems with so many optimal moves, e.g. 2..5, 10.. or ..3.
    #[arg(long, value_name = "MIN..MAX", value_parser = parse_span)]
    best_moves: Option<Span>,
    /// Only solved problems with exactly one optimal move.
    #[arg(long, conflicts_with = "best_moves")]
    single_best: bool,
    /// Only problems that took the judge so many nodes, as 'judge --solver judge' wrote them.
    #[arg(long, value_name = "MIN..MAX", value_parser = parse_span)]
    judge_nodes: Option<Span>,
    /// Only problems that this method solved in the study in this directory: the log has an exact
    /// proof of the score.
    #[arg(long, value_name = "DIR:METHOD")]
    solved_by: Option<String>,
    /// Only those solved with at most this many nodes in every iteration, or in all for a method
    /// that has no limit for each iteration.
    #[arg(long, value_name = "NODES", requires = "solved_by", value_parser = parse_positive::<u64>)]
    solved_within: Option<u64>,
    /// Only puzzles with this theme, e.g. zugzwang; may be repeated: with all of them.
    #[arg(long = "theme", value_name = "THEME")]
    themes: Vec<Theme>,
    /// Only puzzles of at least this grade: 1, easy, to 5.
    #[arg(long, value_name = "GRADE", value_parser = parse_number::<u8>)]
    min_grade: Option<u8>,
    /// Only puzzles of at most this grade.
    #[arg(long, value_name = "GRADE", value_parser = parse_number::<u8>)]
    max_grade: Option<u8>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    White,
    Black,
}

/// Parses `MIN..MAX`, of which either may be missing, or one number, for clap.
fn parse_span(text: &str) -> Result<Span, String> {
    let end = |text: &str| match text.trim() {
        "" => Ok(None),
        text => parse_number(text).map(Some),
    };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let span = Span { least: end(least)?, most: end(most.trim_start_matches('='))? };
    match (span.least, span.most) {
        (None, None) => Err("expected MIN..MAX, MIN.. or ..MAX, such as 2..5".to_owned()),
        (Some(least), Some(most)) if least > most => {
            Err(format!("{least} is above {most}: no number is between"))
        }
        _ => Ok(span),
    }
}

impl Features {
    /// Makes the selector, which reads the files that options name.
    ///
    /// # Errors
    /// A file cannot be read, or no problem can have all features.
    pub fn selector(self) -> anyhow::Result<Selector> {
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
        let one = Span { least: Some(1), most: Some(1) };
        Ok(Selector {
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
            split: self.split,
            ids: self.ids.as_deref().map(read_ids).transpose()?,
            min_score: self.min_score,
            max_score: self.max_score,
            best_moves: self.best_moves.or(self.single_best.then_some(one)),
            judge_nodes: self.judge_nodes,
            solved: match &self.solved_by {
                Some(text) => Some(read_solved(text, self.solved_within)?),
                None => None,
            },
            themes: self.themes,
            min_grade: self.min_grade,
            max_grade: self.max_grade,
            ..Selector::default()
        })
    }
}

/// Reads the ids of a file, one a line.
fn read_ids(path: &Path) -> anyhow::Result<IdList> {
    let name = input_file::name_of(path);
    let input = input_file::open(path).with_context(|| name.clone())?;
    let mut ids = BTreeSet::new();
    for line in ListedLines::new(input, is_comment) {
        let (number, line) = line.with_context(|| name.clone())?;
        let id = line.map_err(Error::msg).with_context(|| format!("{name}, line {number}"))?;
        if let Some((first, _)) = id.split_once(char::is_whitespace) {
            bail!(
                "{name}, line {number}: more than one word after '{first}'; expected one id a line"
            );
        }
        ids.insert(id);
    }
    if ids.is_empty() {
        bail!("{name}: no id; expected one a line");
    }
    let file = path.file_name().map_or(name.clone().into(), |name| name.to_string_lossy());
    Ok(IdList { file: file.into_owned(), ids })
}

/// Reads which problems a method solved in a study, `DIR:METHOD`.
fn read_solved(text: &str, within: Option<u64>) -> anyhow::Result<SolvedProblems> {
    let Some((study, method)) = study_and_method(text) else {
        bail!("--solved-by {text}: expected a study's directory and a method, such as report:dfpn");
    };
    solved_by(study, method, within).with_context(|| format!("--solved-by {text}"))
}

/// Says how many problems of the set the study does not have.
pub fn tell_of_missing(selected: &Selected) {
    if selected.not_in_study > 0 {
        let missing = Count(selected.not_in_study, "problem");
        say!("note: {missing} of the set are not in the study and left out");
    }
}
