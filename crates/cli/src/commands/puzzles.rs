//! `amazons puzzles`: makes puzzles from problems or games.

use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::records::ReadingOptions;
use crate::options::values::{
    MEMORY, check_range, parse_memory, parse_number, parse_positive, parse_threads, parse_time,
    threads,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::progress;
use crate::output::say::say;
use amazons::judge::Judge;
use amazons::ledger::Partition;
use amazons::limits::{Abort, Limits};
use amazons::problems::{
    Extractor, Filter, GENERATOR, Problem, ProblemSet, Selection, keep_regions_together,
    refuse_to_lose,
};
use amazons::region::Canonical;
use amazons::render::{SvgOptions, svg};
use amazons::util::atomic_file::writes_through;
use amazons::util::compression::plain_name;
use amazons::util::directory;
use amazons::util::parallel::in_order;
use amazons_lab::drawing::puzzle_page;
use amazons_lab::puzzles::{
    INTERRUPTED, Maker, PARTITION, PER_GRADE, PUZZLES, Refusal, choose, refutations, write_puzzle,
};
use anyhow::{Context, bail};
use clap::Args;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Make puzzles: problems with only one optimal move, with solution, difficulty and themes.
///
/// The judge proves everything that a puzzle says ('amazons set validate' proves it again). No two
/// puzzles are alike under symmetry and colour swap. The easiest fifth gets grade 1, the next fifth
/// grade 2, and so on up to 5. After Ctrl-C the finished puzzles are written, and the same command
/// continues from there.
#[derive(Debug, Args)]
pub struct Puzzles {
    /// Problem sets (.xml), or game records whose regions are taken at every ply.
    ///
    /// Puzzles in a set are taken as they are.
    #[arg(required = true, value_name = "SET|GAMES")]
    inputs: Vec<PathBuf>,
    /// File for the puzzles, a problem set.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write a page of diagrams to print, with the solutions at the end.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write each diagram as SVG into this directory.
    #[arg(long, value_name = "DIR")]
    svg_dir: Option<PathBuf>,
    /// Write each puzzle as SGF into this directory, with its solution and refuted mistakes.
    ///
    /// A line of right moves ends with the comment RIGHT, as sites for problems of Go expect it.
    /// The mistakes are those that cost least; each gets the reply that refutes it.
    #[arg(long, value_name = "DIR")]
    sgf_dir: Option<PathBuf>,
    /// Minimum number of empty squares.
    #[arg(long, default_value_t = 8, value_parser = parse_number::<usize>)]
    min_empties: usize,
    /// Maximum number of empty squares.
    #[arg(long, default_value_t = 24, value_parser = parse_number::<usize>)]
    max_empties: usize,
    /// From games, take all contested regions of a board together, instead of each region alone.
    ///
    /// Such a problem is taken at every ply that has two or more contested regions.
    #[arg(long)]
    sums: bool,
    /// Find the themes of puzzles in sets again; everything else about them stays.
    #[arg(long)]
    themes: bool,
    /// Minimum number of legal moves to choose from.
    #[arg(long, default_value_t = 8, value_parser = parse_number::<u64>)]
    min_moves: u64,
    /// Maximum number of puzzles of each of the five grades.
    ///
    /// Those with the deepest solutions are kept. Parts keep all; 'amazons merge' chooses.
    #[arg(long, value_parser = parse_number::<usize>)]
    per_grade: Option<usize>,
    /// Nodes for each question to the judge.
    #[arg(long, default_value_t = 300_000, value_parser = parse_positive::<u64>)]
    nodes: u64,
    /// Wall time for each question, in addition to --nodes.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Memory for all threads together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Number of problems to work on at once; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Use only part M of N of the problems, e.g. 1/4.
    ///
    /// Bring the parts together with 'amazons merge PART… -o FILE'.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Title of the set.
    #[arg(long, default_value = "Puzzles")]
    title: String,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The number of problems that did not become puzzles, by reason.
type Refused = BTreeMap<Refusal, u64>;

/// A problem with its [`key`].
type Keyed = (String, Problem);

/// The key that equivalent problems share.
fn key(problem: &Problem) -> String {
    Canonical::of(&problem.position).position.to_fen()
}

impl Puzzles {
    /// Runs the command.
    pub fn run(self) -> Exit {
        check_range("empties", self.min_empties, self.max_empties)?;
        outputs::refuse_twice(std::iter::once(self.output.as_path()).chain(self.html.as_deref()))?;
        let context = || format!("writing {}", self.output.display());
        // The results of an earlier run are read, then all of them are rewritten.
        let _alone = outputs::alone(&self.output)?;
        let before = match self.output.is_file() {
            true => self.made_before(ProblemSet::load(&self.output)?)?,
            false => Vec::new(),
        };
        // Fail before the work, not after it, if the output cannot be written.
        let inputs: Vec<&Path> = self.inputs.iter().map(PathBuf::as_path).collect();
        let mut output = outputs::create(&self.output, &inputs)?;
        let html = self.html.as_deref().map(|path| outputs::create(path, &inputs)).transpose()?;
        for directory in [&self.svg_dir, &self.sgf_dir].into_iter().flatten() {
            directory::make(directory)
                .with_context(|| format!("making {}", directory.display()))?;
        }
        let (mut set, mut status) = self.candidates()?;
        // The inputs may have the problems of a region from different games.
        keep_regions_together(&mut set.problems);
        let from = set.problems.len() as u64;
        let problems = self.unlike(std::mem::take(&mut set.problems));
        self.tell_of_others(&before, &problems);
        let abort = interrupt_flag();
        let (puzzles, refused) = self.make(&problems, before, &abort)?;
        // How many there may be of a grade concerns all parts together.
        set.problems = choose(puzzles, self.per_grade.filter(|_| self.partition.is_none()));
        set.header.title.clone_from(&self.title);
        set.header.selections.push(Selection {
            generator: GENERATOR.to_owned(),
            filter: self.words() + if abort.is_set() { INTERRUPTED } else { "" },
            from,
            kept: set.problems.len() as u64,
        });
        if set.problems.is_empty() && self.partition.is_none() {
            self.print(&set, &refused)?;
            let interrupted = if abort.is_set() { "interrupted: " } else { "" };
            say!("{interrupted}no puzzle was found; {}", outputs::not_written(&self.output));
            return Ok(status.worse(Status::Negative));
        }
        set.write(&mut output).and_then(|()| output.commit()).with_context(context)?;
        if let Some((file, path)) = html.zip(self.html.as_deref()) {
            outputs::fill(file, path, &puzzle_page(&set))?;
        }
        if let Some(directory) = &self.svg_dir {
            draw(&set, directory)?;
        }
        if let Some(directory) = self.sgf_dir.as_deref().filter(|_| !abort.is_set()) {
            self.write_sgf(&set, directory, &abort)?;
        }
        self.print(&set, &refused)?;
        if abort.is_set() {
            let goes_on = match writes_through(&self.output) {
                true => "",
                false => "; run the same command to continue",
            };
            say!("interrupted{goes_on}");
            status = status.worse(Status::Negative);
        }
        Ok(status)
    }

    /// The puzzles of an earlier run with the same options; other options choose and prove
    /// differently.
    ///
    /// # Errors
    /// The file has solutions and is not a set of puzzles.
    fn made_before(&self, set: ProblemSet) -> anyhow::Result<Vec<Problem>> {
        let last = set.header.selections.last();
        if last
            .is_some_and(|selection| selection.filter.trim_end_matches(INTERRUPTED) == self.words())
        {
            return Ok(set.problems);
        }
        if set.problems.iter().any(|problem| problem.puzzle.is_none()) {
            refuse_to_lose(&self.output, &[])?;
        }
        if !set.problems.is_empty() {
            let output = self.output.display();
            say!("note: {output} was made with different options and is made again from scratch");
        }
        Ok(Vec::new())
    }

    /// Says so if earlier puzzles come from problems that this run does not read.
    fn tell_of_others(&self, before: &[Problem], problems: &[Keyed]) {
        let asked: HashSet<&str> = problems.iter().map(|(key, _)| key.as_str()).collect();
        let others = before.iter().filter(|puzzle| !asked.contains(key(puzzle).as_str())).count();
        if others > 0 {
            let output = self.output.display();
            say!(
                "note: {others} of the puzzles in {output} come from other inputs and are left out"
            );
        }
    }

    /// The problems of the part with their keys, no two of them equivalent.
    fn unlike(&self, problems: Vec<Problem>) -> Vec<Keyed> {
        let mut taken: HashSet<String> = HashSet::new();
        problems
            .into_iter()
            .map(|problem| (key(&problem), problem))
            .filter(|(key, _)| taken.insert(key.clone()))
            .enumerate()
            .filter(|(i, _)| self.partition.is_none_or(|part| part.holds(*i as u64)))
            .map(|(_, keyed)| keyed)
            .collect()
    }

    /// Makes puzzles from problems and counts the problems that become none. Earlier puzzles are
    /// reused.
    fn make(
        &self,
        problems: &[Keyed],
        before: Vec<Problem>,
        abort: &Abort,
    ) -> anyhow::Result<(Vec<Problem>, Refused)> {
        let before = before.into_iter().filter(|problem| problem.puzzle.is_some());
        let known: HashMap<String, Problem> =
            before.map(|problem| (key(&problem), problem)).collect();
        let limits = Limits::new(self.time, Some(self.nodes)).until(abort);
        let threads = threads(self.threads);
        let sizes = (self.min_empties, self.max_empties);
        let maker = || Maker::new(self.memory / threads, limits.clone(), sizes, self.min_moves);
        // Check once that the solvers can be made, or say why not.
        maker()?;
        let bar = progress(problems.len() as u64, "problems");
        let (mut puzzles, mut refused) = (Vec::new(), Refused::new());
        in_order(
            problems.iter(),
            threads,
            || maker().ok(),
            |maker, (key, problem)| match (known.get(key), maker) {
                (_, Some(maker)) if self.themes && problem.puzzle.is_some() => {
                    maker.find_themes_again(problem)
                }
                _ if problem.puzzle.is_some() => Ok(problem.clone()),
                // The present inputs say where it was found.
                (Some(known), _) if known.position == problem.position => Ok(Problem {
                    judgement: known.judgement.clone(),
                    puzzle: known.puzzle.clone(),
                    ..problem.clone()
                }),
                (_, Some(maker)) if !abort.is_set() => maker.make(problem),
                _ => Err(Refusal::Interrupted),
            },
            |made| {
                bar.inc(1);
                match made {
                    Ok(puzzle) => puzzles.push(puzzle),
                    Err(reason) => *refused.entry(reason).or_default() += 1,
                }
                bar.set_message(format!("{} puzzles", puzzles.len()));
                Ok::<(), std::convert::Infallible>(())
            },
        )?;
        bar.finish_and_clear();
        Ok((puzzles, refused))
    }

    /// Writes each puzzle as SGF, with mistakes that the judge refutes.
    fn write_sgf(&self, set: &ProblemSet, directory: &Path, abort: &Abort) -> anyhow::Result<()> {
        let records: Vec<&str> = set.header.records().map(|file| file.name.as_str()).collect();
        let limits = Limits::new(self.time, Some(self.nodes)).until(abort);
        let threads = threads(self.threads);
        let bar = progress(set.problems.len() as u64, "puzzles as SGF");
        in_order(
            set.problems.iter().filter(|problem| problem.puzzle.is_some()),
            threads,
            || Judge::builder().memory(self.memory / threads).build(),
            |judge, problem| (problem, refutations(problem, judge, &limits)),
            |(problem, wrong)| {
                bar.inc(1);
                // What was not refuted before an interrupt is left for the next run.
                if abort.is_set() {
                    return Ok(());
                }
                let source = problem.provenance.and_then(|from| {
                    let record = records.get(from.record)?;
                    Some(format!("{record}, game {}, after {} plies", from.game, from.ply))
                });
                let mut sgf = Vec::new();
                write_puzzle(problem, &wrong, &source.unwrap_or_default(), &mut sgf)?;
                let path = file_of(problem, directory, "sgf", "--sgf-dir")?;
                let mut file = outputs::create(&path, &[])?;
                let written = file.write_all(&sgf).and_then(|()| file.commit());
                written.with_context(|| outputs::cannot_write(&path))
            },
        )?;
        bar.finish_and_clear();
        Ok(())
    }

    /// The problems of all inputs.
    fn candidates(&self) -> anyhow::Result<(ProblemSet, Status)> {
        let mut status = Status::Done;
        let mut all = ProblemSet::default();
        let filter = Filter {
            min_empties: self.min_empties,
            max_empties: Some(self.max_empties),
            min_moves: 2,
            max_amazons: 8,
            every_ply: true,
            sums: self.sums,
            ..Filter::default()
        };
        let mut extractor = Extractor::new(filter, None);
        let mut games = false;
        let options = self.reading.records();
        for path in &self.inputs {
            let name = path.to_string_lossy();
            if plain_name(&name).ends_with(".xml") {
                let set = ProblemSet::load(path)?;
                add(&mut all, set);
                continue;
            }
            games = true;
            let mut records = options.open(path)?;
            // Until the inputs are read a signal ends the command at once: nothing was found yet.
            extractor.read(&mut records, &Abort::new(), |error| {
                say!("error: {error}");
                status = Status::BadInput;
            });
        }
        if games {
            add(&mut all, extractor.finish(String::new()));
        }
        Ok((all, status))
    }

    /// The choice in the words of the command line.
    fn words(&self) -> String {
        let mut words = format!(
            "{PUZZLES}--min-empties {} --max-empties {} --min-moves {} --nodes {}",
            self.min_empties, self.max_empties, self.min_moves, self.nodes
        );
        for (option, given) in [(" --sums", self.sums), (" --themes", self.themes)] {
            if given {
                words += option;
            }
        }
        if let Some(time) = self.time {
            words += &format!(" --time {}", humantime::format_duration(time));
        }
        if let Some(most) = self.per_grade {
            words += &format!("{PER_GRADE}{most}");
        }
        if let Some(part) = self.partition {
            words += &format!("{PARTITION}{part}");
        }
        words
    }

    fn print(&self, set: &ProblemSet, refused: &Refused) -> std::io::Result<()> {
        let mut grades = [0u64; 5];
        let mut themes: BTreeMap<&str, u64> = BTreeMap::new();
        for puzzle in set.problems.iter().filter_map(|problem| problem.puzzle.as_ref()) {
            grades[usize::from(puzzle.grade) - 1] += 1;
            for theme in &puzzle.themes {
                *themes.entry(theme.name()).or_default() += 1;
            }
        }
        let refused: BTreeMap<&str, u64> =
            refused.iter().map(|(reason, count)| (reason.text(), *count)).collect();
        let mut out = outputs::beside(&self.output);
        match self.format {
            Format::Json => print_json(
                &mut out,
                &serde_json::json!({
                    "puzzles": set.problems.len(), "grades": grades, "themes": themes,
                    "refused": refused,
                }),
            ),
            Format::Text => {
                writeln!(out, "{} puzzles, by grade {grades:?}", set.problems.len())?;
                for (theme, count) in themes {
                    writeln!(out, "  {count:>5} {theme}")?;
                }
                for (reason, count) in refused {
                    writeln!(out, "  {count:>5} refused: {reason}")?;
                }
                Ok(())
            }
        }
    }
}

/// Adds the problems of a set and how it was made.
fn add(all: &mut ProblemSet, set: ProblemSet) {
    let records = all.header.records().count();
    all.header.extractions.extend(set.header.extractions);
    all.header.selections.extend(set.header.selections);
    all.problems.extend(set.problems.into_iter().map(|mut problem| {
        if let Some(from) = &mut problem.provenance {
            from.record += records;
        }
        problem
    }));
}

/// The file of a problem in a directory that an option names.
fn file_of(
    problem: &Problem,
    directory: &Path,
    ending: &str,
    option: &str,
) -> anyhow::Result<PathBuf> {
    let name = format!("{}.{ending}", problem.id);
    // The id in a foreign set may be a path that leads elsewhere.
    if Path::new(&name).file_name().is_none_or(|own| own != name.as_str()) {
        bail!("problem '{}': its id cannot be a file name, which {option} needs", problem.id);
    }
    Ok(directory.join(name))
}

/// A diagram for each puzzle.
fn draw(set: &ProblemSet, directory: &Path) -> anyhow::Result<()> {
    for problem in &set.problems {
        let caption = format!("{} to move", problem.first());
        let drawing = svg(&problem.position, &SvgOptions { caption, ..SvgOptions::default() });
        let path = file_of(problem, directory, "svg", "--svg-dir")?;
        outputs::write(&path, &[], &drawing)?;
    }
    Ok(())
}
