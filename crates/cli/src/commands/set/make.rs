//! `amazons set make`: makes a set of given positions.

use crate::options::outputs;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::board::{Position, is_comment};
use amazons::problems::{GENERATOR, Problem, ProblemSet, Selection, refuse_to_lose, split_by_game};
use amazons::region::Canonical;
use amazons::util::input_file;
use amazons::util::listed_lines::ListedLines;
use anyhow::{Context, bail};
use clap::Args;
use hashbrown::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make a set from positions, one FEN per line.
///
/// The side to move is the first player. It may be followed by EPD operations: 'id "NAME";' names
/// the problem, and all others are ignored, so 'amazons judge' has to find the best moves. Blocked
/// squares around a position are cut off. A problem that occurs more than once, also turned or with
/// colours swapped, is kept once.
#[derive(Debug, Args)]
pub struct Make {
    /// File of positions; - for standard input.
    positions: PathBuf,
    /// The set to write; - for standard output.
    #[arg(short, long, value_name = "SET.xml")]
    output: PathBuf,
    /// Title of the set.
    #[arg(long, default_value = "")]
    title: String,
    /// Also make each position's problem with the other player moving first.
    #[arg(long)]
    both: bool,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Make {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let output = outputs::create(&self.output, &[&self.positions])?;
        refuse_to_lose(&self.output, &[])?;
        let name = input_file::name_of(&self.positions);
        let input = input_file::open(&self.positions).with_context(|| name.clone())?;
        let (mut set, mut duplicates) = (ProblemSet::default(), 0);
        let (mut known, mut ids) = (HashSet::new(), HashSet::new());
        let mut wrong = 0;
        for line in ListedLines::new(input, is_comment) {
            let (number, line) = line.with_context(|| name.clone())?;
            let line = line.map_err(anyhow::Error::msg);
            let problems = match line.and_then(|line| self.problems(&line)) {
                Ok(problems) => problems,
                Err(error) => {
                    say!("error: {name}, line {number}: {error}");
                    wrong += 1;
                    continue;
                }
            };
            for problem in problems {
                if !known.insert(Canonical::of(&problem.position).position.to_fen()) {
                    duplicates += 1;
                } else if !ids.insert(problem.id.clone()) {
                    say!("error: {name}, line {number}: duplicate id {}", problem.id);
                    wrong += 1;
                } else {
                    set.problems.push(problem);
                }
            }
        }
        if wrong > 0 {
            bail!("{}", outputs::not_written(&self.output));
        }
        if set.problems.is_empty() {
            bail!("{name}: no position; {}", outputs::not_written(&self.output));
        }
        split_by_game(&mut set);
        set.header.title = self.title;
        let kept = set.problems.len() as u64;
        let record =
            Path::new(&name).file_name().map_or(name.clone().into(), |n| n.to_string_lossy());
        set.header.selections.push(Selection {
            generator: GENERATOR.to_owned(),
            filter: format!("set make {record}{}", if self.both { " --both" } else { "" }),
            from: kept + duplicates,
            kept,
        });
        super::write(&set, output, &self.output)?;
        let mut out = outputs::beside(&self.output);
        match self.format {
            Format::Text => writeln!(
                out,
                "{}: {kept} problems; duplicates left out: {duplicates}",
                self.output.display()
            )?,
            Format::Json => {
                let row = serde_json::json!({ "problems": kept, "duplicates": duplicates });
                print_json(&mut out, &row)?;
            }
        }
        Ok(Status::Done)
    }

    /// The problems of a line.
    fn problems(&self, line: &str) -> anyhow::Result<Vec<Problem>> {
        let position = line.parse::<Position>()?.cropped();
        let id = id_of(line);
        let problem = |position: Position, half: &str| {
            let problem = Problem::new(position, None);
            match &id {
                Some(id) => Problem { id: format!("{id}{half}"), ..problem },
                None => problem,
            }
        };
        let other = position.with_side(position.side().other());
        Ok(match self.both {
            true => vec![problem(position, "-a"), problem(other, "-b")],
            false => vec![problem(position, "")],
        })
    }
}

/// The name in the EPD operation `id "NAME";`.
fn id_of(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(" id \"")?;
    let (id, _) = rest.split_once('"')?;
    (!id.is_empty()).then(|| id.to_owned())
}
