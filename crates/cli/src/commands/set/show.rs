//! `amazons set show`: draw problems of a set.

use crate::options::outputs;
use crate::output::exit_status::Exit;
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::board::Position;
use amazons::problems::{Attempt, Goal, Problem, ProblemRow, Puzzle};
use amazons::render;
use amazons::render::SvgOptions;
use anyhow::bail;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Draw a problem of a set, with everything that is known about it.
#[derive(Debug, Args)]
pub struct Show {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// The problem's id, or the beginning of one.
    ///
    /// The ids of a region's two problems have the same beginning.
    id: String,
    /// Also write the picture as SVG, with up to three optimal moves marked.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Show {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let mut found: Option<Position> = None;
        let (mut matches, mut drawn) = (0, String::new());
        let mut out = outputs::beside_any(self.svg.as_deref());
        let (_, status) = crate::commands::set::each_problem(&self.set, |header, problem| {
            if !problem.id.starts_with(&self.id) {
                return Ok(());
            }
            matches += 1;
            let row = ProblemRow::new(&problem, header);
            match self.format {
                Format::Text => writeln!(out, "{}", in_words(&problem, &row))?,
                Format::Json => print_json(&mut out, &row)?,
            }
            if let (Some(path), None) = (&self.svg, &found) {
                let moves = row.best_moves.into_iter().flatten().take(3).collect();
                drawn.clone_from(&row.id);
                let options = SvgOptions { moves, caption: row.id, ..SvgOptions::default() };
                outputs::write(path, &[&self.set], &render::svg(&problem.position, &options))?;
            }
            found.get_or_insert(problem.position);
            Ok(())
        })?;
        if let (Some(path), true) = (&self.svg, matches > 1) {
            let (path, id) = (path.display(), &drawn);
            say!("note: {matches} problems begin with '{}'; {path} shows {id}", self.id);
        }
        if found.is_none() {
            bail!("{}: no problem whose id begins with '{}'", self.set.display(), self.id);
        }
        Ok(status)
    }
}

fn in_words(problem: &Problem, row: &ProblemRow) -> String {
    let mut text = format!("{}  {}\n", row.id, row.fen);
    if let (Some(record), Some(game), Some(ply), Some(corner)) =
        (&row.record, row.game, row.ply, &row.corner)
    {
        text += &format!("from {record}, game {game}, after {ply} plies, corner at {corner}\n");
    }
    text += &render::text(&problem.position);
    match (&row.score, &row.best_moves) {
        (Some(score), Some(best)) => {
            let moves: Vec<String> = best.iter().map(ToString::to_string).collect();
            let (count, legal) = (best.len(), row.legal_moves);
            text +=
                &format!("score {score}, {count} of {legal} moves optimal: {}\n", moves.join(" "));
        }
        _ => match (&row.at_least, &row.at_most, &row.spent) {
            (Some(least), Some(most), Some(spent)) => {
                text += &format!("not judged in {spent}: at least {least}, at most {most}\n");
            }
            _ => text += "not judged yet\n",
        },
    }
    if let Some(split) = row.split {
        text += &format!("part {split}\n");
    }
    for Attempt { by, limit, nodes, solved, .. } in &row.attempts {
        let how = if *solved { "solved" } else { "not solved" };
        text += &format!("{how} by {by} in {nodes} nodes; its limit {limit}\n");
    }
    if let Some(Puzzle { goal, grade, difficulty, themes, solution }) = &problem.puzzle {
        let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
        let of =
            if themes.is_empty() { String::new() } else { format!(" ({})", themes.join(", ")) };
        text += &format!(
            "puzzle of grade {grade}, difficulty {difficulty}: {}{of}\nsolution: {solution}\n",
            match goal {
                Goal::Win => "the only move that wins",
                Goal::Best => "the only best move",
            }
        );
    }
    text
}
