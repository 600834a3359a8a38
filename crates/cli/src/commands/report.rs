//! `amazons report`: rewrites the report of a study or a match from its log.

use super::match_command::print_standings;
use crate::build::this_build;
use crate::options::interrupt::interrupt_flag;
use crate::options::points::PointsOptions;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::ledger::Reader;
use amazons::util::number::Count;
use amazons::util::terminal::one_line;
use amazons_lab::matches::{self, GameLine, Standings, read_match};
use amazons_lab::study::{
    Contents, Report, Row, Statistics, beside_paper, check_bundle, join_studies, pairs, read_log,
    solved, unsolved, write_bundle,
};
use anyhow::bail;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Rebuild the report of a study, join several studies into one report, or print the standings of a
/// match.
///
/// The report is made from the raw answers of the study; no solver is run. With -o, studies of the
/// same problems by other methods, with other limits or on other machines become one. --bundle
/// writes a study into one file for others, with its problems and the command that runs it again,
/// and --check reads such a file: the exit code is 1 if something in it does not match.
#[derive(Debug, Args)]
pub struct ReportCommand {
    /// The directories that 'amazons study' or 'amazons match' wrote.
    #[arg(required_unless_present = "check", conflicts_with = "check")]
    directories: Vec<PathBuf>,
    /// Join the studies into one in this directory: a new one, or one of joined studies.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Also write the study as a bundle: a ZIP file with set, log, report, versions and commands,
    /// without the directories of this machine.
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    bundle: Option<PathBuf>,
    /// Check a bundle: its hashes, its problems, and that its log gives its report.
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    check: Option<PathBuf>,
    #[command(flatten)]
    points: PointsOptions,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl ReportCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        if let Some(file) = &self.check {
            return check(file, self.format);
        }
        for directory in &self.directories {
            if !directory.is_dir() {
                bail!("{}: expected the directory of a study or a match", directory.display());
            }
        }
        if let Some(output) = &self.output {
            let joined = join_studies(&self.directories, output)?;
            let commits: BTreeSet<_> =
                joined.header.joined.iter().map(|study| study.commit.as_str()).collect();
            if commits.len() > 1 {
                let commits = commits.into_iter().collect::<Vec<_>>().join(" and ");
                say!("warning: the studies were run by different commits: {commits}");
            }
            return self.report(&joined, output);
        }
        let [directory] = &self.directories[..] else {
            bail!("{} studies and no output; add -o DIR to join them", self.directories.len());
        };
        // A study's rows have the file name of a match's log.
        let log = directory.join(matches::LOG);
        if log.is_file()
            && Reader::<GameLine>::is_at(&log)?
            && let Some((header, games)) = read_match(&log)?
        {
            if self.bundle.is_some() {
                bail!("{}: a match; expected a study to bundle", directory.display());
            }
            let standings = Standings::new(&header.players, &games);
            let points = self.points.judged(&header.players, &games, &interrupt_flag());
            print_standings(&mut reporting(), &standings, points, self.format)?;
            // The log does not say how many games a match has, unless it is a part.
            let least = header.part.map_or(1, |of| of.part.share(of.items));
            let finished = games.len() as u64 >= least;
            let sound = games.iter().all(|game| !game.reason.is_defect());
            return Ok(if finished && sound { Status::Done } else { Status::Negative });
        }
        if self.points.are_wanted() {
            bail!("{}: --points-lost is for a match; found no match", directory.display());
        }
        self.report(&read_log(directory)?, directory)
    }

    /// Writes the report of a study into its directory, and into a bundle, and prints it.
    fn report(&self, contents: &Contents, directory: &Path) -> Exit {
        let report = Report::new(contents)?;
        if let Some(file) = &self.bundle {
            write_bundle(contents, &this_build(), file)?;
            say!("bundle: {}", file.display());
        }
        report.write(directory)?;
        let finished = report.statistics.run == report.statistics.problems;
        print_report(&report, directory, finished, self.format)
    }
}

/// Checks a bundle and prints what was found.
fn check(file: &Path, format: Format) -> Exit {
    let checked = check_bundle(file, &this_build())?;
    let sound = checked.mismatches.is_empty();
    let mut out = reporting();
    match format {
        Format::Json => print_json(&mut out, &checked)?,
        Format::Text => {
            let name = file.display();
            for mismatch in &checked.mismatches {
                writeln!(out, "{name}: {}", one_line(mismatch))?;
            }
            let (problems, answers) = (checked.problems as u64, checked.answers as u64);
            let made = match checked.remade {
                true => "the report is what the log gives",
                false => "another build made the report, which was not compared with the log",
            };
            let (problems, answers) = (Count(problems, "problem"), Count(answers, "answer"));
            let wrong = Count(checked.mismatches.len(), "mismatch");
            match sound {
                true => writeln!(out, "{name}: {problems}, {answers}; all hashes match; {made}")?,
                false => writeln!(out, "{name}: {problems}, {answers}; {wrong}")?,
            }
        }
    }
    Ok(if sound { Status::Done } else { Status::Negative })
}

/// Below this share of time on a processor, a solver was disturbed by other programs.
const FEW_CORES: f64 = 0.9;

/// What `--format json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    report: String,
    finished: bool,
    statistics: &'a Statistics,
}

/// Prints tables I and II, those beside the paper's and paired tests, or all statistics as JSON. The
/// status is negative if the study is unfinished or if a solver crashed, moved illegally or made a
/// false claim.
pub fn print_report(report: &Report, directory: &Path, finished: bool, format: Format) -> Exit {
    let s = &report.statistics;
    let page = directory.join("index.html").display().to_string();
    for solver in &s.solvers {
        if let Some(share) = solver.cpu_share.filter(|share| *share < FEW_CORES) {
            say!(
                "warning: {} had a core for only {:.0} % of its time: other programs disturbed the \
                 runs, so times mean little",
                solver.solver,
                100.0 * share
            );
        }
    }
    for solver in &s.solvers {
        let of = |row: &&Row| row.solver == solver.solver;
        if let Some(row) = report.rows.iter().filter(of).find(|row| row.failure.is_some()) {
            say!(
                "{}: {} of {} runs failed; the first, {}: {}",
                solver.solver,
                solver.failures,
                s.run,
                row.problem,
                row.failure.as_deref().unwrap_or_default()
            );
        }
        if let Some(row) = report.rows.iter().filter(of).find(|row| row.false_claim) {
            let (at_least, at_most) = row.claim.scores(row.first_player());
            say!(
                "{}: the judge refutes {} claims; the first, {}: {at_least} to {at_most}",
                solver.solver,
                solver.false_claims,
                row.problem
            );
        }
    }
    let mut out = reporting();
    match format {
        Format::Json => {
            let printed = Printed { report: page, finished, statistics: s };
            print_json(&mut out, &printed)?;
        }
        Format::Text => {
            let labelled = report.labelled();
            let mut shown = vec![solved(&labelled), unsolved(&labelled)];
            shown.extend(beside_paper(&labelled));
            shown.extend((!s.pairs.is_empty()).then(|| pairs(&labelled)));
            for table in shown {
                writeln!(out, "{}", table.text())?;
            }
            if s.run < s.problems {
                writeln!(out, "Unfinished: {} of {} problems have been run.", s.run, s.problems)?;
            }
            writeln!(out, "Report: {page}")?;
        }
    }
    let sound = s.solvers.iter().all(|solver| solver.failures + solver.false_claims == 0);
    Ok(if finished && sound { Status::Done } else { Status::Negative })
}
