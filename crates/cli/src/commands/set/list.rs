//! `amazons set list`: one line per problem.

use crate::options::selection::{Features, tell_of_missing};
use crate::output::exit_status::Exit;
use crate::output::format::print_json;
use amazons::board::Move;
use amazons::problems::{Judgement, Problem, ProblemRow, Puzzle, Selecting};
use amazons::records::formats::{fairy_fen, uci_move};
use amazons::util::terminal::stdout;
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// List the problems of a set, one per line, for people or for other programs.
///
/// An id consists of the number of empty squares, a name for the region that does not depend on how
/// it is drawn, and -a or -b for its two problems: -a if the side that the name puts first moves
/// first. These letters are not colours.
#[derive(Debug, Args)]
pub struct List {
    /// The problem set; - for standard input.
    set: PathBuf,
    #[command(flatten)]
    features: Features,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// How a list of problems is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ListFormat {
    /// Tab-separated columns: id, FEN, score or bounds, number of optimal/legal moves.
    #[default]
    Text,
    /// One JSON object per line.
    #[value(alias = "jsonl")]
    Json,
    /// Comma-separated values with a header line.
    Csv,
    /// The positions alone, as 'amazons value --batch' reads them.
    Fen,
    /// The positions with id, best moves (bm) and score as EPD operations, a format that 'amazons
    /// set make' reads; for puzzles also goal, grade, difficulty, themes, the longest line (pv) and
    /// the whole solution.
    Epd,
    /// Comma-separated values with the columns of lichess's puzzles; those of players stay
    /// empty (docs/formats.md).
    Lichess,
}

/// The columns of lichess's table of puzzles.
const LICHESS: [&str; 9] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
];

const COLUMNS: [&str; 22] = [
    "id",
    "fen",
    "empties",
    "white_amazons",
    "black_amazons",
    "legal_moves",
    "record",
    "game",
    "ply",
    "corner",
    "score",
    "best_moves",
    "at_least",
    "at_most",
    "spent",
    "split",
    "attempts",
    "goal",
    "grade",
    "difficulty",
    "themes",
    "solution",
];

impl List {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let selector = self.features.selector()?;
        let mut selecting = Selecting::new(&selector);
        let mut out = std::io::BufWriter::new(stdout());
        match self.format {
            ListFormat::Csv => csv::Writer::from_writer(&mut out).write_record(COLUMNS)?,
            ListFormat::Lichess => csv::Writer::from_writer(&mut out).write_record(LICHESS)?,
            _ => {}
        }
        let (_, status) = crate::commands::set::each_problem(&self.set, |header, problem| {
            if !selecting.takes(&problem, header)? {
                return Ok(());
            }
            let row = ProblemRow::new(&problem, header);
            match self.format {
                ListFormat::Text => writeln!(out, "{row}")?,
                ListFormat::Json => print_json(&mut out, &row)?,
                ListFormat::Csv => csv::Writer::from_writer(&mut out).write_record(cells(row)?)?,
                ListFormat::Fen => writeln!(out, "{}", row.fen)?,
                ListFormat::Epd => writeln!(out, "{}", epd(&row))?,
                ListFormat::Lichess => {
                    csv::Writer::from_writer(&mut out).write_record(lichess(&problem))?;
                }
            }
            Ok(())
        })?;
        out.flush()?;
        let selected = selecting.finish().with_context(|| self.set.display().to_string())?;
        tell_of_missing(&selected);
        Ok(status)
    }
}

/// A problem as a line of EPD.
fn epd(row: &ProblemRow) -> String {
    let mut line = format!("{} id \"{}\";", row.fen, row.id);
    if let Some(moves) = row.best_moves.as_ref().filter(|moves| !moves.is_empty()) {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        line += &format!(" bm {};", moves.join(" "));
    }
    if let Some(score) = row.score {
        line += &format!(" score {score};");
    }
    if let Some(puzzle) = &row.puzzle {
        let Puzzle { goal, grade, difficulty, solution, .. } = puzzle;
        let moves: Vec<String> = solution.longest_line().iter().map(Move::to_string).collect();
        line += &format!(" goal {goal}; grade {grade}; difficulty {difficulty};");
        if !puzzle.themes.is_empty() {
            line += &format!(" themes {};", themes(puzzle));
        }
        line += &format!(" pv {}; solution \"{solution}\";", moves.join(" "));
    }
    line
}

/// The cells of a problem as a puzzle of lichess. Players have not solved it there, so that rating,
/// its deviation, popularity, plays and game stay empty; so do the moves unless only one is right.
fn lichess(problem: &Problem) -> [String; 9] {
    let line = match (&problem.puzzle, &problem.judgement) {
        (Some(puzzle), _) => puzzle.solution.longest_line(),
        (None, Judgement::Solved { optimal, .. }) if optimal.len() == 1 => optimal.clone(),
        _ => Vec::new(),
    };
    let moves: Vec<String> = line.into_iter().map(uci_move).collect();
    let mut themes = Vec::new();
    if let Some(Puzzle { goal, grade, themes: about, .. }) = &problem.puzzle {
        themes.extend([goal.to_string(), format!("grade{grade}")]);
        themes.extend(about.iter().map(|theme| theme.name().to_owned()));
    }
    let unknown = String::new;
    [
        problem.id.clone(),
        fairy_fen(&problem.position),
        moves.join(" "),
        unknown(),
        unknown(),
        unknown(),
        unknown(),
        themes.join(" "),
        unknown(),
    ]
}

/// The cells of a problem's line; empty where its JSON has null, or no such key.
fn cells(row: ProblemRow) -> anyhow::Result<[String; 22]> {
    fn text(value: Option<impl ToString>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    let moves = row
        .best_moves
        .map(|moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    let attempts = match row.attempts.is_empty() {
        true => String::new(),
        false => serde_json::to_string(&row.attempts)?,
    };
    let puzzle = row.puzzle.as_ref();
    Ok([
        row.id,
        row.fen,
        row.empties.to_string(),
        row.white_amazons.to_string(),
        row.black_amazons.to_string(),
        row.legal_moves.to_string(),
        text(row.record),
        text(row.game),
        text(row.ply),
        text(row.corner),
        text(row.score),
        text(moves),
        text(row.at_least),
        text(row.at_most),
        text(row.spent),
        text(row.split),
        attempts,
        text(puzzle.map(|puzzle| puzzle.goal)),
        text(puzzle.map(|puzzle| puzzle.grade)),
        text(puzzle.map(|puzzle| puzzle.difficulty)),
        text(puzzle.map(themes)),
        text(puzzle.map(|puzzle| &puzzle.solution)),
    ])
}

/// The themes of a puzzle, separated by blanks.
fn themes(puzzle: &Puzzle) -> String {
    let names: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    names.join(" ")
}
