//! `amazons judge`: fill in the solutions of a problem set.

use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{
    MEMORY, parse_memory, parse_positive, parse_threads, parse_time, threads,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, json_line};
use crate::output::progress::{at_most, uneven_progress};
use crate::output::say::say;
use amazons::known::ResultStore;
use amazons::ledger::{Ledger, Partition};
use amazons::limits::Limits;
use amazons::problems::{
    Contender, Finished, FoundBefore, JudgedSet, Judgement, Judging, Problem, SetReader, Trying,
    WrittenBefore, adopt_journal, journal_of, judge_all, note_part, open_journal, try_all,
};
use amazons::solvers::SpecError;
use amazons::tables::TableError;
use amazons::util::atomic_file::{AtomicFile, place_of, same_file, writes_through};
use amazons::util::compression::OutputFile;
use amazons::util::number::Count;
use amazons::util::terminal::one_line;
use amazons::util::unfinished;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use hashbrown::HashSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Fill in the exact score and the optimal moves of every problem of a set.
///
/// Problems that are already solved are kept. What the tables cover is looked up; everything else
/// is searched and added to the tables.
///
/// Finished work is kept in SET.xml.journal until the set is written, so after Ctrl-C or a kill the
/// same command continues where it stopped. With --output the journal is FILE.journal, which stays
/// after Ctrl-C, and what FILE already has of the same set is kept. To prove the solutions of a set
/// again, use 'amazons set validate --solutions'.
///
/// With --solver, the solutions stay as they are. A solver is tried on every problem instead, and
/// the set says beside each solution whether it proved the exact score, with its nodes and limit.
/// 'set filter --judge-nodes' and studies of what a solver finds hard read that.
#[derive(Debug, Args)]
pub struct JudgeCommand {
    /// The problem set.
    set: PathBuf,
    /// Where to write the judged set; defaults to the set itself.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Try this solver on the problems instead, e.g. dfpn or wpns:tt=64MB, or judge to count the
    /// judge's nodes.
    ///
    /// --time and --nodes are then limits for each iteration of a proof-number solver. Each thread
    /// has the solver's own memory.
    #[arg(long, value_name = "SOLVER", value_parser = parse_contender, conflicts_with_all = ["moves", "memory"])]
    solver: Option<Arc<Contender>>,
    /// Wall time per problem, e.g. 60s.
    ///
    /// Without --time and --nodes there is no limit.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes per problem.
    #[arg(long, value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Number of problems to judge at once; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Judge only part M of N of the problems, into a set of its own.
    ///
    /// Parts may be judged at the same time; bring them together with 'amazons merge'.
    #[arg(long, value_name = "M/N", requires = "output")]
    partition: Option<Partition>,
    /// Which moves to prove.
    #[arg(long, default_value = "best")]
    moves: Moves,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format of the summary.
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Which moves a judging run proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// Every optimal move; these are kept in the set.
    Best,
    /// The score of every other move too; these are kept in the tables.
    All,
}

/// Makes what is tried on problems, for clap.
fn parse_contender(text: &str) -> Result<Arc<Contender>, SpecError> {
    Contender::from_text(text).map(Arc::new)
}

/// How many of the problems in memory a contender was not tried on, and how many it left unsolved.
fn tried(contender: &Contender, set: &JudgedSet, limits: &Limits) -> [u64; 2] {
    let outcomes = || set.open.problems.iter().map(|problem| contender.solved(problem, limits));
    [None, Some(false)].map(|such| outcomes().filter(|&outcome| outcome == such).count() as u64)
}

/// How many problems a judged set has.
struct Counts {
    problems: u64,
    solved: u64,
    /// Those of which only bounds are known, or on which the solver was tried in vain.
    bounded: u64,
}

impl JudgeCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        // An input that is not a set must not leave tables or a journal behind.
        if !writes_through(&self.set) {
            SetReader::open(&self.set)?;
        }
        // Only the judge looks up and keeps results.
        let results = if self.solver.is_none() { self.tables.adding()? } else { None };
        let all_moves = self.moves == Moves::All;
        if all_moves && !results.as_ref().is_some_and(ResultStore::adds) {
            bail!(
                "--moves all keeps the scores of moves in tables: give a directory with --tables"
            );
        }
        let output = self.checked_output()?;
        let context = || outputs::cannot_write(output);
        // If there is no file to continue from, the journal is placed beside the set.
        let beside = if writes_through(output) { &self.set } else { output };
        let beside = place_of(beside).with_context(context)?;
        // The journal is the lock: opening it reads what another run wrote before it released it.
        let (mut journal, before) = open_journal(&journal_of(&beside))?;
        if before.is_empty() {
            unfinished::add(journal.path());
        }
        let judged = self.judge(output, &before, &mut journal, results);
        let abort = interrupt_flag();
        // The same command reads a part, or the set itself, again; of any other output it knows
        // only what the journal says.
        let through = writes_through(output);
        let repeated = if through {
            // What an earlier run found for the set itself is written nowhere else.
            before.is_empty() && !abort.is_set()
        } else {
            self.partition.is_some() || same_file(output, &self.set) || !abort.is_set()
        };
        // One without entries keeps nothing.
        if journal.length() == 0 || judged.is_ok() && repeated {
            journal.remove()?;
        } else if through && !abort.is_set() {
            say!(
                "{} is kept; 'amazons judge {}' takes it into the set",
                journal.path().display(),
                self.set.display()
            );
        }
        let status = self.summarize(&judged?, output)?;
        if abort.is_set() {
            say!("interrupted; run the same command to continue");
        }
        Ok(status)
    }

    /// Judges the set and writes it to `output`.
    fn judge(
        &self,
        output: &Path,
        before: &FoundBefore,
        journal: &mut Ledger<Finished>,
        results: Option<ResultStore>,
    ) -> anyhow::Result<Counts> {
        let abort = interrupt_flag();
        let limits = Limits::new(self.time, self.nodes).until(&abort);
        let (mut set, unsolved_before) = self.load(output, before, journal.path(), &limits)?;
        let all_moves = self.moves == Moves::All;
        let threads = threads(self.threads);
        unfinished::forget(journal.path());
        let kept = match &self.solver {
            Some(solver) => set.problems() - tried(solver, &set, &limits)[0],
            None if all_moves => 0,
            None => set.solved(),
        };
        let bar = uneven_progress(set.problems() - kept, "problems");
        let done = |problem: &Problem, trouble: Option<TableError>| {
            bar.inc(1);
            let left = bar.length().unwrap_or_default().saturating_sub(bar.position());
            bar.set_message(format!(
                "{} {}",
                one_line(&problem.id),
                at_most(left, self.time, threads)
            ));
            if let Some(error) = trouble {
                bar.suspend(|| warn_once(&error));
            }
        };
        let worked = match &self.solver {
            Some(contender) => {
                let trying = Trying { contender, limits: &limits, threads };
                try_all(&mut set.open, journal, trying, |problem| done(problem, None))
            }
            None => {
                let judging = Judging {
                    limits: &limits,
                    memory: self.memory,
                    threads,
                    all_moves,
                    results: results.as_ref(),
                };
                judge_all(&mut set.open, journal, judging, done)
            }
        };
        worked.with_context(|| self.set.display().to_string())?;
        bar.finish_and_clear();
        finish(results);
        let context = || outputs::cannot_write(output);
        let problems = set.problems();
        let (solved, bounded) = match &self.solver {
            Some(solver) => {
                let [open, unsolved] = tried(solver, &set, &limits);
                (problems - open - unsolved - unsolved_before, unsolved + unsolved_before)
            }
            None => (set.solved(), set.bounded()),
        };
        let mut file = OutputFile::create(output).with_context(context)?;
        set.write(&mut file).with_context(context)?;
        file.commit().with_context(context)?;
        Ok(Counts { problems, solved, bounded })
    }

    /// The path to write to, if the set can be written there.
    fn checked_output(&self) -> anyhow::Result<&Path> {
        let output = self.output.as_deref().unwrap_or(&self.set);
        let own = output == self.set || same_file(output, &self.set);
        if self.partition.is_some() && own {
            bail!("--partition writes a new set: name it with --output");
        }
        if !own && output.extension().is_some_and(|ending| ending == "journal") {
            bail!(
                "{} is the name of a journal, which keeps what a run has finished; choose another \
                 output",
                output.display()
            );
        }
        // Fail before the work, not after it, if the output cannot be written.
        AtomicFile::check(output).with_context(|| outputs::cannot_write(output))?;
        Ok(output)
    }

    /// Prints how much of the set is solved.
    fn summarize(&self, counts: &Counts, output: &Path) -> Exit {
        let Counts { problems, solved, bounded } = *counts;
        let open = problems - solved - bounded;
        let (set, count) = (output.display(), Count(problems, "problem"));
        let solver = self.solver.as_ref().map(|solver| solver.name());
        let summary = match (self.format, solver) {
            (Format::Text, None) => format!(
                "{set}: {count}, {solved} solved, {bounded} with bounds only, {open} not judged"
            ),
            (Format::Text, Some(by)) => format!(
                "{set}: {count}, {solved} solved by {by}, {bounded} not within its limit, {open} \
                 not tried"
            ),
            (Format::Json, None) => json_line(&serde_json::json!({
                "set": set.to_string(),
                "problems": problems,
                "solved": solved,
                "bounded": bounded,
                "open": open,
            }))?,
            (Format::Json, Some(by)) => json_line(&serde_json::json!({
                "set": set.to_string(),
                "solver": by,
                "problems": problems,
                "solved": solved,
                "bounded": bounded,
                "open": open,
            }))?,
        };
        writeln!(outputs::beside(output), "{summary}")?;
        Ok(if bounded + open == 0 { Status::Done } else { Status::Negative })
    }

    /// The problems to judge, with all that is known about them: from the set, from an earlier run
    /// with the same output, and from the journal. And how many of those without work left the
    /// solver left unsolved.
    fn load(
        &self,
        output: &Path,
        before: &FoundBefore,
        journal: &Path,
        limits: &Limits,
    ) -> anyhow::Result<(JudgedSet, u64)> {
        let mut reader = SetReader::open(&self.set)?;
        let mut written = match same_file(output, &self.set) {
            true => None,
            false => Some(WrittenBefore::at(output, reader.header(), self.partition)?),
        };
        let solved = |(_, found): &(&String, &Judgement)| matches!(found, Judgement::Solved { .. });
        let mut others: HashSet<&str> =
            before.judgements.iter().filter(solved).map(|(fen, _)| fen.as_str()).collect();
        let mut set = JudgedSet::beside(output);
        let (mut from, mut unsolved) = (0, 0);
        for problem in reader.by_ref() {
            let problem = problem?;
            from += 1;
            if self.partition.is_some_and(|part| !part.holds(from - 1)) {
                continue;
            }
            if let Some(written) = &mut written {
                written.keep(&problem);
            }
            let mut open = match &self.solver {
                Some(solver) => {
                    let fits = solver.check_board(&problem.position);
                    fits.with_context(|| format!("problem '{}'", problem.id))?;
                    solver.solved(&problem, limits).is_none()
                }
                None if self.moves == Moves::All => true,
                None => !matches!(problem.judgement, Judgement::Solved { .. }),
            };
            if !before.is_empty() {
                let fen = problem.position.to_fen();
                others.remove(fen.as_str());
                open |= before.has(&fen);
            }
            if !open
                && self.solver.as_ref().and_then(|one| one.solved(&problem, limits)) == Some(false)
            {
                unsolved += 1;
            }
            set.push(problem, open).with_context(|| outputs::cannot_write(output))?;
        }
        set.open.header = reader.into_header();
        if let Some(part) = self.partition {
            let kept = set.problems();
            note_part(&mut set.open.header, part, from, kept);
        }
        if let Some(written) = written {
            written.adopt(&mut set.open)?;
        }
        // Where there is no output to continue from, the journal stays.
        if !others.is_empty() && !writes_through(output) {
            bail!(
                "{}: {} solutions of problems that are not judged here would be lost; choose \
                 another output",
                journal.display(),
                others.len()
            );
        }
        adopt_journal(&mut set.open, before, journal)?;
        Ok((set, unsolved))
    }
}
