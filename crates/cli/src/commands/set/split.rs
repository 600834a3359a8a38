//! `amazons set split`: divides a set into parts.

use crate::options::values::parse_number;
use crate::options::{open_files, outputs};
use crate::output::exit_status::Exit;
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use amazons::problems::{GENERATOR, ProblemSet, Selection, refuse_to_lose};
use amazons::util::atomic_file::is_stdout;
use amazons::util::compression::Compression;
use amazons::util::number::Count;
use anyhow::ensure;
use clap::Args;
use hashbrown::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Divide a set into parts with the same mix of problems, e.g. to judge them on several machines.
///
/// The parts are named after the output: `part.xml` becomes `part-1.xml`, `part-2.xml` and so on.
/// The problems of a region stay together.
#[derive(Debug, Args)]
pub struct Split {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// Number of parts.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    parts: usize,
    /// File name that the parts are named after.
    #[arg(short, long, value_name = "PART.xml")]
    output: PathBuf,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Split {
    /// Runs the command.
    pub fn run(self) -> Exit {
        ensure!((1..=9_999).contains(&self.parts), "--parts {}: expected 1 to 9999", self.parts);
        ensure!(
            !is_stdout(&self.output),
            "--output - is a single stream; give a file name, from which the parts take theirs"
        );
        ensure!(
            self.output.file_name().is_none_or(|name| name.to_str().is_some()),
            "--output {}: its name is not UTF-8, as the names of the parts must be",
            self.output.display()
        );
        let paths: Vec<PathBuf> =
            (1..=self.parts).map(|part| numbered(&self.output, part)).collect();
        open_files::allow_as_many_as_possible();
        let outputs: Vec<_> = paths
            .iter()
            .map(|path| outputs::create(path, &[&self.set]))
            .collect::<Result<_, _>>()?;
        let mut sets = vec![ProblemSet::default(); self.parts];
        let (mut regions, mut problems) = (HashMap::new(), 0);
        let (header, status) = crate::commands::set::each_problem(&self.set, |_, problem| {
            let next = regions.len();
            let region = *regions.entry(problem.region_id()).or_insert(next);
            problems += 1;
            sets[region % self.parts].problems.push(problem);
            Ok(())
        })?;
        let regions = regions.len();
        crate::commands::set::whole(status, &self.output)?;
        ensure!(
            regions.max(1) >= self.parts,
            "--parts {}: the problems come from {regions} regions, and those of a region stay \
             together",
            self.parts
        );
        for path in &paths {
            refuse_to_lose(path, sets.iter().flat_map(|set| &set.problems))?;
        }
        for (number, ((mut set, output), path)) in
            sets.into_iter().zip(outputs).zip(&paths).enumerate()
        {
            set.header = header.clone();
            set.header.selections.push(Selection {
                generator: GENERATOR.to_owned(),
                filter: format!("part {}/{}", number + 1, self.parts),
                from: problems,
                kept: set.problems.len() as u64,
            });
            crate::commands::set::write(&set, output, path)?;
            let kept = set.problems.len();
            match self.format {
                Format::Text => {
                    let kept = Count(kept, "problem");
                    writeln!(reporting(), "{}: {kept}", path.display())?;
                }
                Format::Json => {
                    let row = serde_json::json!({ "file": path, "problems": kept });
                    print_json(&mut reporting(), &row)?;
                }
            }
        }
        Ok(status)
    }
}

fn numbered(path: &Path, part: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // The extension of a compressed set has two parts.
    let ending = match Compression::of(path) {
        Compression::None => name.rfind('.'),
        _ => name.rfind('.').and_then(|dot| name[..dot].rfind('.').or(Some(dot))),
    };
    let (stem, ending) = ending.map_or((&*name, ".xml"), |dot| name.split_at(dot));
    path.with_file_name(format!("{stem}-{part}{ending}"))
}
