//! `amazons prove`: who wins, as a file that anyone can check.

use crate::options::hints;
use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::outputs;
use crate::options::values::{
    MEMORY, parse_memory, parse_number, parse_positive, parse_score, parse_threads, parse_time,
    threads,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::spinner;
use crate::output::say::say;
use amazons::board::{Bitboard, FenError, Position, Wide};
use amazons::ledger::Partition;
use amazons::limits::{Abort, Limits};
use amazons::proof::parts::{Directory, Division, State, Status as Progress, Work, merge};
use amazons::proof::{Claim, LeafRule, Proof, Prover, Saved, Verdict};
use amazons::score::Score;
use amazons::util::atomic_file::holds_something;
use amazons::util::terminal::stdout;
use amazons_lab::drawing::wrapped;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use indicatif::HumanDuration;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Prove who wins a position, and write the winner's strategy to a file that anybody can check.
///
/// The verifier and the format are described in docs/proofs.md. A search that takes days is kept in
/// a directory: --split creates it, 'amazons prove DIR' continues it after an interruption, on any
/// number of machines, and --merge makes one proof from it.
#[derive(Debug, Args)]
pub struct ProveCommand {
    /// The position as FEN, or the directory of a search begun with --split.
    #[arg(value_name = "FEN|DIR")]
    what: String,
    /// What to prove, e.g. W+3: White wins by 3 or more.
    ///
    /// Without it, the command first finds out who wins.
    #[arg(long, value_parser = parse_score)]
    score: Option<Score>,
    /// Where proofs may stop: 0, guards or guards+k; defaults to guards+2.
    ///
    /// With guards+k, the reader of the proof looks k moves ahead.
    #[arg(long, value_name = "RULE")]
    rule: Option<LeafRule>,
    /// Divide the claim into the positions this many plies on.
    #[arg(long, value_name = "PLIES", requires = "output", value_parser = parse_number::<u32>)]
    split: Option<u32>,
    /// File for the proof, or directory for a divided search.
    ///
    /// An earlier file is replaced only if it is a proof about the same position.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// Make one proof from the parts in DIR.
    #[arg(long, requires = "output", conflicts_with_all = ["split", "status", "partition"])]
    merge: bool,
    /// Only print how far the search in DIR has come.
    #[arg(long, conflicts_with_all = ["split", "partition"])]
    status: bool,
    /// Work only on part M of N of the parts in DIR, e.g. 1/4.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    /// Number of nodes after which a part of DIR is divided further.
    #[arg(long, value_name = "NODES", default_value_t = Work::DIVIDE_NODES, value_parser = parse_positive::<u64>)]
    divide_after: u64,
    /// Wall time, e.g. 10m.
    ///
    /// A divided search finishes the proof that it is writing, and continues from there the next
    /// time.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Number of parts of DIR to search at once; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Output format.
    #[arg(long, default_value = "text")]
    format: Format,
}

impl ProveCommand {
    /// Nodes for finding the winner before a claim is divided.
    const WINNER_NODES: u64 = 1 << 20;

    /// Runs the command.
    pub fn run(self) -> Exit {
        let path = Path::new(&self.what);
        let is_directory = path.is_dir();
        if self.merge || self.status || is_directory {
            if self.split.is_some() || self.score.is_some() || self.rule.is_some() {
                bail!(
                    "{} is a search with its own claim: leave out --split, --score and --rule",
                    self.what
                );
            }
            if self.output.is_some() && !self.merge {
                bail!("--output is only for --merge or for starting a search");
            }
            let directory = Directory::open(path)?;
            return match (self.merge, self.status) {
                (true, _) => self.merged(&directory),
                (_, true) => self.print_status(&directory),
                _ => self.work(&directory),
            };
        }
        let position: Position = self.what.parse().map_err(|error: FenError| {
            let what = &self.what;
            let hint =
                hints::instead_of_position(what).map_or_else(String::new, |h| format!("\n{h}"));
            anyhow!("'{what}' is neither the directory of a search nor a position: {error}{hint}")
        })?;
        if position.placement().open() == Wide::NONE {
            bail!("{position}: no square is open; there is nothing to prove");
        }
        match self.split {
            Some(plies) => self.divided(position, plies),
            None => self.prove(position),
        }
    }

    fn rule(&self) -> LeafRule {
        self.rule.unwrap_or_default()
    }

    /// Proves a position by one search into one file.
    fn prove(&self, position: Position) -> Exit {
        let Some(output) = &self.output else {
            bail!("give the file for the proof with -o FILE");
        };
        if self.partition.is_some() {
            bail!("--partition is for a divided search; start one with --split PLIES");
        }
        // Fail before the work, not after it, if the output cannot be written.
        outputs::check(output, &[])?;
        refuse_another(output, &position)?;
        let limits = Limits::new(self.time, None).until(&interrupt_flag());
        let begun = Instant::now();
        let mut prover = Prover::new(self.memory);
        let bar = spinner();
        bar.set_message("searching");
        let winner = match self.score {
            Some(_) => None,
            None => prover.winner(&position, &limits),
        };
        let score = self.score.or(winner.map(|winner| Score { winner, by: 0 }));
        let verdict = match score {
            Some(score) => {
                let claim = Claim::new(position, score);
                let rest = limits.after(begun.elapsed());
                (claim.clone(), prover.prove(&claim, self.rule(), &rest)?)
            }
            None => (Claim { winner: position.side(), by: 0, position }, Verdict::Open),
        };
        bar.finish_and_clear();
        say_if_interrupted();
        let (nodes, seconds) = (prover.nodes(), prover.time().as_secs_f64());
        match verdict {
            (_, Verdict::Proved(proof)) => {
                let saved = proof.save(output)?;
                self.print_proof(&proof, saved, output, Some((nodes, seconds)))?;
                Ok(Status::Done)
            }
            (claim, verdict) => {
                let answer = if verdict == Verdict::Refuted { "refuted" } else { "open" };
                let mut out = outputs::beside(output);
                match self.format {
                    Format::Text if verdict == Verdict::Refuted => {
                        writeln!(out, "refuted: '{claim}' is false ({nodes} nodes)")?;
                    }
                    Format::Text => writeln!(out, "open: stopped after {nodes} nodes")?,
                    Format::Json => print_json(
                        &mut out,
                        &serde_json::json!({
                            "claim": claim.to_string(), "verdict": answer, "nodes": nodes,
                            "seconds": seconds,
                        }),
                    )?,
                }
                Ok(Status::Negative)
            }
        }
    }

    fn print_proof(
        &self,
        proof: &Proof,
        Saved { moves, bytes, checksum }: Saved,
        output: &Path,
        search: Option<(u64, f64)>,
    ) -> anyhow::Result<()> {
        let mut out = outputs::beside(output);
        let Proof { claim, rule, .. } = proof;
        match self.format {
            Format::Text => {
                let took = search.map_or(String::new(), |(nodes, seconds)| {
                    format!(", {nodes} nodes, {seconds:.1} s")
                });
                let line = format!(
                    "{}: {claim}, proved by rule {rule} with {moves} positions ({bytes} bytes){took}",
                    output.display(),
                );
                writeln!(out, "{}", wrapped(&line, 2))?;
            }
            Format::Json => {
                let mut object = serde_json::json!({
                    "claim": claim.to_string(),
                    "fen": claim.position.to_fen(),
                    "verdict": "proved",
                    "rule": rule.to_string(),
                    "positions": moves,
                    "bytes": bytes,
                    "checksum": format!("{checksum:08x}"),
                    "proof": output.display().to_string(),
                });
                if let Some((nodes, seconds)) = search {
                    object["nodes"] = nodes.into();
                    object["seconds"] = seconds.into();
                }
                print_json(&mut out, &object)?;
            }
        }
        Ok(())
    }

    /// Starts a search in parts.
    fn divided(&self, position: Position, plies: u32) -> Exit {
        let output = self.output.as_deref().expect("--split requires it");
        let score = match self.score {
            Some(score) => score,
            None if Directory::is_one(output) => {
                let claim = Directory::open(output)?.division.claim;
                Score { winner: claim.winner, by: claim.by }
            }
            None => {
                let abort = interrupt_flag();
                let limits = Limits::nodes(Self::WINNER_NODES).until(&abort);
                let winner = Prover::new(self.memory).winner(&position, &limits);
                if winner.is_none() && abort.is_set() {
                    say!(
                        "interrupted before the first search found the winner; give a claim with \
                         --score"
                    );
                    return Ok(Status::Negative);
                }
                let winner = winner.with_context(|| {
                    "a first search did not find the winner; say what to prove, such as --score W+0"
                })?;
                Score { winner, by: 0 }
            }
        };
        let claim = Claim::new(position, score);
        let directory = Directory::create(output, Division { claim, rule: self.rule(), plies })?;
        self.work(&directory)
    }

    /// Works on the parts of a directory.
    fn work(&self, directory: &Directory) -> Exit {
        let abort: Abort = interrupt_flag();
        let work = Work {
            memory: self.memory,
            threads: threads(self.threads),
            partition: self.partition,
            first_nodes: Work::FIRST_NODES,
            divide_nodes: self.divide_after,
            time: self.time,
            abort: abort.clone(),
        };
        warn_of(&directory.damaged()?);
        let verdict = directory.work(&work, &|report| {
            let state = word(report.state);
            let line = shown(&report.line);
            say!("{line}: {state}, {} nodes, {:.1} s", report.nodes, report.seconds);
        })?;
        if abort.is_set() {
            say!("interrupted; run 'amazons prove {}' to continue", directory.path().display());
        }
        self.print_status(directory)?;
        Ok(if verdict == Verdict::Proved(()) { Status::Done } else { Status::Negative })
    }

    fn print_status(&self, directory: &Directory) -> Exit {
        let status = directory.status()?;
        warn_of(&status.damaged);
        match self.format {
            Format::Text => write!(stdout(), "{}", table(&status))?,
            Format::Json => print_json(&mut stdout(), &status)?,
        }
        Ok(Status::Done)
    }

    fn merged(&self, directory: &Directory) -> Exit {
        let output = self.output.as_deref().expect("--merge requires it");
        warn_of(&directory.damaged()?);
        if directory.verdict()? == Verdict::Refuted {
            let claim = &directory.division.claim;
            let mut out = outputs::beside(output);
            match self.format {
                Format::Text => writeln!(out, "refuted: '{claim}' is false")?,
                Format::Json => {
                    let claim = claim.to_string();
                    let object = serde_json::json!({ "claim": claim, "verdict": "refuted" });
                    print_json(&mut out, &object)?;
                }
            }
            return Ok(Status::Negative);
        }
        let files = directory.files()?;
        outputs::check(output, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
        refuse_another(output, &directory.division.claim.position)?;
        let limits = Limits::new(self.time, None).until(&interrupt_flag());
        let Some(proof) = merge(directory, &mut Prover::new(self.memory), &limits)? else {
            say!("stopped before the end; the same command starts over");
            return Ok(Status::Negative);
        };
        let saved = proof.save(output)?;
        self.print_proof(&proof, saved, output, None)?;
        Ok(Status::Done)
    }
}

/// Refuses to write a proof over anything but an earlier proof about the same position.
fn refuse_another(output: &Path, position: &Position) -> anyhow::Result<()> {
    if !holds_something(output) {
        return Ok(());
    }
    let name = output.display();
    match Proof::claim_in(output) {
        Ok(claim) if claim.position == *position => Ok(()),
        Ok(claim) => {
            let fen = claim.position.to_fen();
            bail!("{name}: holds a proof about another position ({fen}); choose another output")
        }
        Err(_) => bail!("{name}: holds no intact proof; choose another output or remove it"),
    }
}

/// Names the damaged files of a search, which continues without them.
fn warn_of(damaged: &[String]) {
    for text in damaged {
        say!("warning: {text}");
    }
}

fn word(state: State) -> &'static str {
    match state {
        State::Open => "open",
        State::Proved => "proved",
        State::Refuted => "refuted",
        State::Divided => "divided",
    }
}

/// The progress of a search, as text.
fn table(status: &Progress) -> String {
    let Progress { claim, fen, verdict, parts, proved, refuted, divided, open, .. } = status;
    let count = |state: State| parts.iter().filter(|line| line.state == state).count();
    let hours = status.seconds / 3600.0;
    let speed = status.nodes as f64 / status.seconds.max(1e-9);
    let mut text = format!("{claim} in {fen}: {verdict}\n");
    text += "            lines   positions\n";
    for (name, state, all) in [
        ("proved", State::Proved, proved),
        ("refuted", State::Refuted, refuted),
        ("divided", State::Divided, divided),
        ("open", State::Open, open),
    ] {
        text += &format!("{name:8}  {:>7}   {all:>9}\n", count(state));
    }
    text += &format!("{} nodes, {hours:.2} hours of one core\n", status.nodes);
    if *verdict == "open" {
        text += &format!(
            "to search every open position for as long again, or for the first time: at most {} \
             nodes",
            status.next_round_nodes,
        );
        if status.nodes > 0 {
            let round = Duration::from_secs_f64(status.next_round_nodes as f64 / speed.max(1.0));
            text += &format!(", {} of one core", HumanDuration(round));
        }
        if let Some(share) = status.decided_by_doubling {
            text +=
                &format!("; the last doubling decided {:.0} % of what it reached", 100.0 * share);
        }
        text.push('\n');
        for line in parts.iter().filter(|line| line.state != State::Proved) {
            text += &format!(
                "  {}  {}  {} nodes  {:.0} s\n",
                shown(&line.line),
                word(line.state),
                line.nodes,
                line.seconds
            );
        }
    }
    wrapped(&text, 4)
}

/// A line of moves; without moves it is the undivided claim.
fn shown(line: &str) -> &str {
    if line.is_empty() { "the whole claim" } else { line }
}
