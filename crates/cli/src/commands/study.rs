//! `amazons study`: compare solvers on a problem set.

use super::report::print_report;
use crate::build::this_build;
use crate::options::interrupt::interrupt_flag;
use crate::options::selection::Features;
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{
    parse_memory, parse_number, parse_positive, parse_threads, parse_time,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::Format;
use crate::output::progress::progress;
use crate::output::say::say;
use amazons::ledger::{Ledger, Partition};
use amazons::problems::{ProblemSet, SetReader};
use amazons::util::threads::that_fit;
use amazons_lab::engine::{ENGINE_LOG_NAME, EngineLog};
use amazons_lab::study::{
    Choice, Contents, EngineRules, EqualTime, Event, LOG_NAME, Line, Plan, PlanError, RateRunner,
    Report, Runner, StudyLimits, check_new, open_log, physical_cores, read_log, split_solvers,
};
use anyhow::bail;
use clap::Args;
use humantime::format_rfc3339_seconds;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Compare solvers on a problem set: run them, judge every returned move, write a report.
///
/// The report directory gets index.html (everything on one page), summary.md, the figures as SVG,
/// results.jsonl and results.csv (one line per solver and problem), statistics.json, and log.jsonl,
/// the raw answers, which is written while the study runs. The same command continues an
/// interrupted study; 'amazons report' rebuilds the report.
#[derive(Debug, Args)]
pub struct StudyCommand {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// The report directory: a new one, or that of the same study to continue it.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The solvers with their options, e.g. dfpn,wpns:tt=64MB,mcts:seed=7.
    ///
    /// An option nodes=N or time=T limits one solver alone; NAME=SOLVER gives it the name that the
    /// report calls it by, as in deep=dfpn:nodes=1e7.
    ///
    /// 'engine:./mysolver --fast' is a program that speaks the line protocol (docs/protocol.md); a
    /// comma in its command has to be quoted.
    #[arg(
        long,
        value_name = "LIST",
        default_value = "dfpn,wpns,mcts,alphabeta:reduce=0,bounds=false"
    )]
    solvers: String,
    /// Wall time per iteration of a proof-number solver, or for the whole choice of any other
    /// solver.
    ///
    /// Defaults to 1s if no limit is given.
    #[arg(long, conflicts_with = "nodes", value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes instead of time; the results are then the same on every machine.
    #[arg(long, value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Processor time instead of wall time, as nodes: each solver's rate is measured first.
    ///
    /// Each solver without a limit of its own runs with this time on 24 of the problems. Its limit
    /// in the study is the nodes that it does in the time, which the report states; so the results
    /// are the same on every machine. For parts of a study, give the limits that one run has
    /// measured, as nodes=N in --solvers.
    #[arg(
        long,
        value_name = "TIME",
        conflicts_with_all = ["time", "nodes", "partition"],
        value_parser = parse_time
    )]
    equal_time: Option<Duration>,
    /// Memory for a solver; each thread has its own.
    #[arg(long, value_parser = parse_memory, default_value = "256MiB")]
    memory: usize,
    /// How late an engine may answer before it is stopped.
    #[arg(long, default_value = "1s", value_parser = parse_time)]
    grace: Duration,
    /// Also write every line to and from engines to DIR/engines.log, beside their standard error.
    #[arg(long)]
    log_engines: bool,
    /// Wall time for the judge per position.
    ///
    /// Defaults to 60s if neither --nodes nor --equal-time is given.
    #[arg(long, conflicts_with = "judge_nodes", value_parser = parse_time)]
    judge_time: Option<Duration>,
    /// Nodes for the judge per position.
    ///
    /// Defaults to 20000000 if --nodes or --equal-time is given.
    #[arg(long, value_parser = parse_positive::<u64>)]
    judge_nodes: Option<u64>,
    /// Memory for the judge; each thread has its own.
    #[arg(long, value_parser = parse_memory, default_value = "256MiB")]
    judge_memory: usize,
    #[command(flatten)]
    features: Features,
    /// Run only a sample of this many problems, with the set's proportions of sizes.
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    sample: Option<usize>,
    /// Seed for the sample.
    #[arg(long, default_value_t = 1, requires = "sample", value_parser = parse_number::<u64>)]
    seed: u64,
    /// Run only part M of N of the problems.
    ///
    /// Parts may run at the same time; bring them together with 'amazons merge'.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    /// Number of problems to run at once; defaults to the number of physical cores.
    ///
    /// With a time limit this is also the maximum, and each run is pinned to its own core.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Continue a study that another commit of the program began; the report then says so.
    #[arg(long)]
    any_commit: bool,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl StudyCommand {
    /// Runs the command.
    pub fn run(mut self) -> Exit {
        let cores = physical_cores();
        let limits = self.limits();
        let jobs = self.threads.map_or(cores.len(), NonZeroUsize::get);
        let features = std::mem::take(&mut self.features).selector()?;
        let (set, all_good) = read_set(&self.set)?;
        let choice = Choice {
            features,
            sample: self.sample.map(|count| (count, self.seed)),
            part: self.partition,
        };
        let name = self.set.file_name().unwrap_or(self.set.as_os_str()).to_string_lossy();
        let specs = split_solvers(&self.solvers);
        let log = EngineLog::new(self.output.join(ENGINE_LOG_NAME)).with_traffic(self.log_engines);
        let engines = EngineRules { grace: self.grace, log: Some(log) };
        let mut plan =
            Plan::new(&name, &set, &choice, &specs, &engines, limits, self.judge_limits())
                .map_err(|error| match error {
                    PlanError::NoProblem { .. }
                    | PlanError::SameProblem(_)
                    | PlanError::Select(_)
                    | PlanError::Board { .. } => {
                        anyhow::Error::new(error).context(format!("set {}", self.set.display()))
                    }
                    error => error.into(),
                })?;
        let timed = plan.header.is_timed() || self.equal_time.is_some();
        if timed && jobs > cores.len() {
            bail!(
                "--threads {jobs}: only {} cores for runs whose time counts, which must not share \
                 one; use --threads {} or --nodes",
                cores.len(),
                cores.len()
            );
        }
        let abort = interrupt_flag();
        // Checked before there is a log, so that the command can still be corrected.
        let done = read_log(&self.output).ok();
        plan.greet(done.as_ref(), &abort)?;
        let cores: &[usize] = if timed { &cores } else { &[] };
        let jobs = that_fit(jobs);
        if let Some(time) = self.equal_time {
            let rates = RateRunner { jobs, cores, abort: &abort };
            let Some(measured) = self.limits_in(time, &plan, done.as_ref(), &rates)? else {
                say!("interrupted while rates were measured; run the same command to begin again");
                return Ok(Status::Negative);
            };
            plan.limit_by(measured);
        }
        let (mut log, mut contents) = self.open(&mut plan, done)?;
        if plan.problems.is_empty() {
            say!("the part holds no problem: there are more parts than problems");
            return Ok(Status::Done);
        }

        let results = self.tables.adding()?;
        let runner = Runner {
            solvers: &plan.solvers,
            jobs,
            cores,
            results: results.as_ref(),
            abort: &abort,
        };
        let finished = run_with_progress(&runner, &mut contents, &mut log);
        finish(results);
        let finished = finished?;

        let report = Report::new(&contents)?;
        report.write(&self.output)?;
        let status = print_report(&report, &self.output, finished, self.format)?;
        if !finished {
            say!("interrupted; run the same command to continue the study");
        }
        Ok(if all_good { status } else { status.worse(Status::BadInput) })
    }

    /// The limits for equal time: those of the study that was begun, of which `done` exists already,
    /// or else newly measured. `None` if measuring was interrupted.
    fn limits_in(
        &self,
        time: Duration,
        plan: &Plan,
        done: Option<&Contents>,
        rates: &RateRunner<'_>,
    ) -> anyhow::Result<Option<EqualTime>> {
        let known = done.and_then(|done| done.header.equal_time.clone());
        if let Some(known) = known.filter(|known| known.time == time) {
            return Ok(Some(known));
        }
        if self.output.join(LOG_NAME).exists() {
            // Another study, or a damaged one, which is refused when its log is opened.
            return Ok(Some(EqualTime { time, problems: 0, rates: Vec::new() }));
        }
        check_new(&self.output)?;
        let bar = progress(RateRunner::runs(plan) as u64, "runs");
        bar.set_message("measuring how many nodes each method does in the time");
        let measured = rates.measure(plan, time, || bar.inc(1))?;
        bar.finish_and_clear();
        if let Some(measured) = &measured {
            say!("{measured}");
        }
        Ok(measured)
    }

    /// Opens the log of the plan's study, of which `done` exists already.
    fn open(
        &self,
        plan: &mut Plan,
        done: Option<Contents>,
    ) -> anyhow::Result<(Ledger<Line>, Contents)> {
        let build = this_build();
        plan.header.started = Some(format_rfc3339_seconds(SystemTime::now()).to_string());
        plan.header.build = Some(build.clone());
        let other = done.as_ref().filter(|done| done.header.commit() != plan.header.commit());
        if self.any_commit
            && let Some(other) = other
        {
            plan.header.build = other.header.build.clone();
        }
        let (mut log, mut contents) = match open_log(&self.output, &plan.header, &plan.problems) {
            Err(error) if other.is_some() && !self.any_commit => {
                return Err(anyhow::Error::new(error).context(
                    "another commit of the program began the study; --any-commit continues it",
                ));
            }
            opened => opened?,
        };
        if other.is_some() && contents.continued_by.last() != Some(&build) {
            log.append(&Line::Continued(build.clone()))?;
            contents.add(Line::Continued(build));
        }
        Ok((log, contents))
    }

    fn limits(&self) -> StudyLimits {
        let time = match self.counts_nodes() {
            true => None,
            false => Some(self.time.unwrap_or(Duration::from_secs(1))),
        };
        StudyLimits { time, nodes: self.nodes, memory: self.memory }
    }

    /// Whether the study's limit is one of nodes.
    fn counts_nodes(&self) -> bool {
        self.nodes.is_some() || self.equal_time.is_some()
    }

    /// The judge's limits: a time if time is limited, nodes if nodes are, unless an option says
    /// otherwise.
    fn judge_limits(&self) -> StudyLimits {
        let default = self.judge_time.is_none() && self.judge_nodes.is_none();
        let (mut time, mut nodes) = (self.judge_time, self.judge_nodes);
        match self.counts_nodes() {
            true if default => nodes = Some(20_000_000),
            false if default => time = Some(Duration::from_secs(60)),
            _ => {}
        }
        StudyLimits { time, nodes, memory: self.judge_memory }
    }
}

/// The valid problems of the set, and whether all were valid; the others are reported.
fn read_set(path: &Path) -> anyhow::Result<(ProblemSet, bool)> {
    let mut problems = Vec::new();
    let mut all_good = true;
    let mut reader = SetReader::open(path)?;
    for problem in reader.by_ref() {
        match problem {
            Ok(problem) => problems.push(problem),
            Err(error) => {
                say!("error: {error}; the problem is left out");
                all_good = false;
            }
        }
    }
    Ok((ProblemSet { header: reader.into_header(), problems }, all_good))
}

fn run_with_progress(
    runner: &Runner,
    contents: &mut Contents,
    log: &mut Ledger<Line>,
) -> anyhow::Result<bool> {
    let total = contents.problems.len() * contents.header.solvers.len();
    let answered = contents.answered();
    let bar = progress(total as u64, "answers");
    bar.set_position(answered as u64);
    if answered > 0 {
        bar.suspend(|| say!("continuing: {answered} of {total} answers are already there"));
    }
    let (mut judged, mut warned) = (0, false);
    let limit = contents.header.describe_limits();
    let finished = runner.run(contents, log, |event| match event {
        Event::Answered(_) => bar.inc(1),
        Event::Judged(_) => {
            judged += 1;
            bar.set_message(format!("limit {limit}; {judged} moves judged"));
        }
        Event::NotPinned if !warned => {
            warned = true;
            bar.suspend(|| {
                say!("the system does not allow pinning runs to cores; times may vary more");
            });
        }
        Event::NotPinned => {}
        Event::Trouble(error) => bar.suspend(|| warn_once(error)),
    })?;
    bar.finish_and_clear();
    Ok(finished)
}
