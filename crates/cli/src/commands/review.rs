//! `amazons review`: what each move of a game cost.

use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::records::{InputFile, ReadingOptions, by_format, files_of, paths};
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{
    MEMORY, parse_memory, parse_positive, parse_threads, parse_time, threads,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::print_json;
use crate::output::progress::progress;
use crate::output::reporting::reporting;
use crate::output::review_table::{REVIEW_COLUMNS, review_rows, review_table, totals_table};
use crate::output::say::say;
use crate::output::sheet::{SheetFormat, csv_line};
use amazons::answers::{
    GameReview, ReviewHeader, ReviewLine, ReviewTotals, Reviewer, open_reviews, write_review,
};
use amazons::estimate::Estimator;
use amazons::judge::Judge;
use amazons::known::ResultStore;
use amazons::ledger::{Ledger, Partition, Reader};
use amazons::limits::{Abort, Limits};
use amazons::records::{FormatCounts, Game, RecordError, up_to_defect};
use amazons::solvers::{STRONGEST, SpecError};
use amazons::tables::TableError;
use amazons::util::atomic_file::{holds_something, writes_through};
use amazons::util::compression::{Compression, OutputFile};
use amazons::util::parallel::in_order;
use amazons::util::terminal::stdout;
use amazons_lab::drawing::review_page;
use amazons_lab::engine::{Dialect, ForeignSearch, Trouble, or_a_program};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Show what every move of a game cost, and which move was better.
///
/// A game is judged backwards from its end, for as long as its positions can be judged within the
/// limits per ply. Winner, score and cost are those of the whole board; the region of each move is
/// also judged alone. The exit code is 0 if every game was read, even if plies stay unproved.
///
/// A game with a defect is used up to the defect, and the exit code is then 2. A named file that is
/// missing, or that holds no game, ends the command before the work; such a file in a directory is
/// reported, and the others are reviewed.
#[derive(Debug, Args)]
pub struct Review {
    /// Game records in any format that 'convert' reads, or directories of them; - for standard
    /// input.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Wall time for each ply: for its position, its region and its estimate together.
    ///
    /// With --no-estimate, it is the time for the position, and its region gets another quarter.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes for each ply, shared out like the time.
    ///
    /// Without --time and --nodes, the limit is 1s.
    #[arg(long, value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Prove only who wins.
    #[arg(long)]
    winner: bool,
    /// Leave out estimates: what is not proved stays open.
    #[arg(long)]
    no_estimate: bool,
    /// The player whose search estimates what is not proved, such as 'mcts' or 'uci:COMMAND'.
    ///
    /// It is a player as in 'match', or a program that tells its scores: engine:COMMAND, uci:COMMAND.
    #[arg(long, value_name = "PLAYER", default_value = STRONGEST, conflicts_with = "no_estimate")]
    engine: String,
    /// Write the reviews to this file (.jsonl), one JSON object per game, each on its own line.
    ///
    /// Each game is written when it is finished, after a first line that says what was asked. The
    /// same command continues after the last complete line.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Review only part M of N of the games, e.g. 1/4.
    ///
    /// Bring the files of all parts together with 'amazons merge'.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Number of games to review at once; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Also write the games as SGF, with comments, marks and better moves.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Also write a page with a graph of the lead and a board for every move that cost something.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write the counts by player and phase as JSON.
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format; json prints one object per game, each on its own line.
    #[arg(long, value_enum, default_value_t)]
    format: SheetFormat,
}

/// The default time per ply.
const TIME: Duration = Duration::from_secs(1);

/// Says once that a program does not answer; what it should have estimated stays open.
fn trouble() -> Trouble {
    let said = AtomicBool::new(false);
    Arc::new(move |failure| {
        if !said.swap(true, Ordering::Relaxed) {
            say!("warning: --engine: {failure}; some plies have no estimate");
        }
    })
}

/// What was read of the records.
struct Read {
    /// The games that belong to the part.
    items: Vec<Item>,
    /// The number of games in all parts.
    count: u64,
    formats: FormatCounts,
    /// Whether every file could be read.
    status: Status,
}

/// A game of one of the records.
struct Item {
    record: String,
    number: usize,
    game: Result<Game, RecordError>,
}

/// The additional output files.
struct Files {
    sgf: Option<OutputFile>,
    html: Option<OutputFile>,
    summary: Option<OutputFile>,
    /// The reviews for the HTML page.
    reviews: Vec<GameReview>,
    totals: ReviewTotals,
    /// Plies of all games.
    plies: usize,
}

impl Files {
    /// Creates the files, so that unwritable ones are found before the work.
    fn create(command: &Review, inputs: &[&Path]) -> anyhow::Result<Self> {
        let outputs = [&command.output, &command.sgf, &command.html, &command.summary];
        outputs::refuse_twice(outputs.into_iter().flatten().map(PathBuf::as_path))?;
        let create = |path: &Option<PathBuf>| {
            path.as_deref().map(|path| outputs::create(path, inputs)).transpose()
        };
        Ok(Self {
            sgf: create(&command.sgf)?,
            html: create(&command.html)?,
            summary: create(&command.summary)?,
            reviews: Vec::new(),
            totals: ReviewTotals::default(),
            plies: 0,
        })
    }

    fn add(&mut self, command: &Review, game: &Game, review: GameReview) -> anyhow::Result<()> {
        if let Some((file, path)) = self.sgf.as_mut().zip(command.sgf.as_deref()) {
            write_review(game, &review, file).with_context(|| outputs::cannot_write(path))?;
        }
        self.totals.add(&review);
        self.plies += review.summary.plies;
        if self.html.is_some() {
            self.reviews.push(review);
        }
        Ok(())
    }

    fn finish(self, command: &Review, limits: &str) -> anyhow::Result<()> {
        if let Some((file, path)) = self.html.zip(command.html.as_deref()) {
            let page = review_page(&self.reviews, &self.totals, limits);
            outputs::fill(file, path, &page)?;
        }
        if let Some((file, path)) = self.summary.zip(command.summary.as_deref()) {
            outputs::fill(file, path, &(serde_json::to_string_pretty(&self.totals)? + "\n"))?;
        }
        if let Some((file, path)) = self.sgf.zip(command.sgf.as_deref()) {
            file.commit().with_context(|| outputs::cannot_write(path))?;
        }
        Ok(())
    }
}

/// The result for one game.
struct Reviewed {
    /// The game, up to its defect if it has one.
    game: Option<Game>,
    /// The line for the output; `None` if the work was interrupted.
    line: Option<ReviewLine>,
    /// What is wrong with the game.
    defect: Option<RecordError>,
    /// A table that cannot be used.
    trouble: Option<TableError>,
}

impl Item {
    /// Reviews the legal part of the game. An interrupted game is left out, since another run
    /// reviews it completely.
    fn review(self, reviewer: &mut Reviewer<'_>, abort: &Abort) -> Reviewed {
        let (game, defect) = up_to_defect(self.game);
        let (record, number) = (self.record, self.number);
        let line = match &game {
            Some(game) => {
                let review = reviewer.review(&record, number, game, |_| ());
                ReviewLine::Review(Box::new(review))
            }
            None => {
                let error = defect.as_ref().map(ToString::to_string).unwrap_or_default();
                ReviewLine::Defective { record, game: number, error }
            }
        };
        // If the work was interrupted during a game, the game is not judged to its end.
        let line = (!abort.is_set()).then_some(line);
        Reviewed { game, line, defect, trouble: reviewer.take_trouble() }
    }

    /// Takes what an earlier run wrote about the game.
    fn reviewed_before(self, line: ReviewLine) -> Reviewed {
        let (game, defect) = up_to_defect(self.game);
        Reviewed { game, line: Some(line), defect, trouble: None }
    }

    /// The game, up to its defect if it has one.
    fn legal_part(&self) -> Option<&Game> {
        match &self.game {
            Ok(game) => Some(game),
            Err(error) => error.legal_part.as_deref(),
        }
    }
}

/// Where the results go, in the order of the games.
struct Results<'a> {
    command: &'a Review,
    bar: ProgressBar,
    files: Files,
    /// The file of reviews. None while what it has is repeated, and after an interrupted game: no
    /// game may follow a gap.
    output: Option<Ledger<ReviewLine>>,
    /// Games that were reviewed or found defective.
    done: usize,
    status: Status,
}

impl Results<'_> {
    fn take(&mut self, reviewed: Reviewed) -> anyhow::Result<()> {
        self.bar.inc(1);
        if let Some(error) = reviewed.trouble {
            self.bar.suspend(|| warn_once(&error));
        }
        if let Some(defect) = reviewed.defect {
            self.bar.suspend(|| say!("error: {defect}"));
            self.status = Status::BadInput;
        }
        let Some(line) = reviewed.line else {
            self.output = None;
            return Ok(());
        };
        self.done += 1;
        if let Some(file) = &mut self.output {
            file.append(&line)?;
        }
        let (Some(game), ReviewLine::Review(review)) = (reviewed.game, line) else {
            return Ok(());
        };
        self.bar.suspend(|| self.command.print(&review))?;
        self.files.add(self.command, &game, *review)
    }
}

impl Review {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let records = files_of(&self.games)?;
        let inputs = paths(&records);
        let files = Files::create(&self, &inputs)?;
        let time = self.time.or(self.nodes.is_none().then_some(TIME));
        let limits = Limits::new(time, self.nodes);
        let trouble = trouble();
        let asked = self.asked(&limits, &trouble)?;
        self.greet(&trouble)?;
        let tables = self.tables.adding()?;
        let Read { items, count, formats, status } = self.items(&records)?;
        let (output, earlier) = self.written(&asked, count, &items, &inputs)?.unzip();
        if self.format == SheetFormat::Csv {
            writeln!(self.out(), "{}", csv_line(REVIEW_COLUMNS)?)?;
        }
        let games = items.len();
        let bar = progress(games as u64, "games");
        let mut results = Results { command: &self, bar, files, output: None, done: 0, status };
        let mut items = items.into_iter();
        for (line, item) in earlier.into_iter().flatten().zip(items.by_ref()) {
            results.take(item.reviewed_before(line?))?;
        }
        results.output = output;
        // Until here a signal ends the command at once: nothing new was found.
        let abort = interrupt_flag();
        let limits = limits.until(&abort);
        let threads = threads(self.threads);
        // An estimate takes at most a quarter of the memory.
        let share = self.memory / threads;
        let estimating = if self.no_estimate { 0 } else { Estimator::MEMORY.min(share / 4) };
        let reviewer = || {
            let judge = Judge::builder().memory(share - estimating);
            let judge = judge.maybe_tables(tables.as_ref().map(ResultStore::tables)).build();
            let reviewer = Reviewer::new(judge, tables.as_ref(), limits.clone(), self.winner);
            // It was made before, when the question was put in words.
            reviewer.estimating(self.estimator(estimating, &trouble).ok().flatten())
        };
        in_order(
            items.take_while(|_| !abort.is_set()),
            threads,
            reviewer,
            |reviewer, item| item.review(reviewer, &abort),
            |reviewed| results.take(reviewed),
        )?;
        let Results { bar, files, done, mut status, .. } = results;
        bar.finish_and_clear();
        if games > 1 && self.format == SheetFormat::Text {
            write!(self.out(), "{}\n{}", totals_table(&files.totals), by_format(&formats))?;
        }
        if self.keeps_earlier(files.plies, done < games, status) {
            for path in self.wholes() {
                say!("{}", outputs::not_written(path));
            }
        } else {
            files.finish(&self, &limits.to_string())?;
        }
        finish(tables);
        if abort.is_set() {
            match &self.output {
                Some(_) => {
                    say!("interrupted; run the same command to continue after the last game")
                }
                None => say!("interrupted; what was judged is in the tables, if there are any"),
            }
            status = status.worse(Status::Negative);
        }
        Ok(status)
    }

    /// The outputs that are written as a whole at the end.
    fn wholes(&self) -> impl Iterator<Item = &Path> {
        [&self.sgf, &self.html, &self.summary].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Whether the outputs of an earlier run are worth more than those of this one, which could read
    /// no move or did not get to its end.
    fn keeps_earlier(&self, plies: usize, unfinished: bool, status: Status) -> bool {
        let nothing_read = plies == 0 && status == Status::BadInput;
        nothing_read || unfinished && self.wholes().any(holds_something)
    }

    /// Makes the estimator, which may take `memory` bytes; `None` if no estimates are wanted.
    fn estimator(&self, memory: usize, trouble: &Trouble) -> Result<Option<Estimator>, SpecError> {
        if self.no_estimate {
            return Ok(None);
        }
        match ForeignSearch::from_text(&self.engine, trouble) {
            Some(search) => Ok(Some(Estimator::of(Box::new(search?)))),
            None => Estimator::from_spec(&self.engine, memory)
                .map(Some)
                .map_err(|error| or_a_program(error, &self.engine, &Dialect::OF_POSITIONS)),
        }
    }

    /// Checks that a program that is to estimate can be started.
    fn greet(&self, trouble: &Trouble) -> anyhow::Result<()> {
        let search = ForeignSearch::from_text(&self.engine, trouble).transpose()?;
        let greeted =
            search.filter(|_| !self.no_estimate).map(|search| search.greet(&Abort::new()));
        greeted.transpose().with_context(|| format!("--engine '{}'", self.engine))?;
        Ok(())
    }

    /// The question about every ply, in words.
    fn asked(&self, limits: &Limits, trouble: &Trouble) -> Result<String, SpecError> {
        let mut asked = limits.to_string();
        if self.winner {
            asked += ", winner only";
        }
        if let Some(estimator) = self.estimator(Estimator::MEMORY, trouble)? {
            asked += &format!(", estimates by {}", estimator.player());
        }
        Ok(asked)
    }

    /// Opens the file of reviews, with what an earlier run wrote.
    fn written(
        &self,
        asked: &str,
        count: u64,
        items: &[Item],
        inputs: &[&Path],
    ) -> anyhow::Result<Option<(Ledger<ReviewLine>, Reader<ReviewLine>)>> {
        let Some(path) = &self.output else { return Ok(None) };
        outputs::refuse_inputs(path, inputs)?;
        if writes_through(path) || Compression::of(path) != Compression::None {
            bail!(
                "{}: expected a plain file for the reviews, so that they can be continued",
                path.display()
            );
        }
        let records = self.games.iter().map(|path| path.display().to_string()).collect();
        let header = ReviewHeader::new(records, count, asked.to_owned(), self.partition);
        let games = items.iter().map(|item| (&*item.record, item.number, item.legal_part()));
        Ok(Some(open_reviews(path, &header, games)?))
    }

    /// Reads the games of all records.
    fn items(&self, files: &[InputFile]) -> anyhow::Result<Read> {
        let mut read = Read {
            items: Vec::new(),
            count: 0,
            formats: FormatCounts::default(),
            status: Status::Done,
        };
        let options = self.reading.records();
        for input in files {
            let opened = input.open(&options, |error| {
                say!("error: {error}");
                read.status = Status::BadInput;
            });
            let Some(mut records) = opened? else { continue };
            let record = records.file().to_owned();
            for (game, number) in records.by_ref().zip(1..) {
                // What cannot be read to its end may hold any number of games.
                let game = match game {
                    Err(error) if error.is_io() && !input.found => {
                        return Err(error.into());
                    }
                    game => game,
                };
                if self.partition.is_none_or(|part| part.holds(read.count)) {
                    read.items.push(Item { record: record.clone(), number, game });
                }
                read.count += 1;
            }
            read.formats.add(records.counts());
        }
        Ok(read)
    }

    /// Standard output. If there are other outputs, they are written even if its reader goes away.
    fn out(&self) -> Box<dyn Write> {
        let others = [&self.output, &self.sgf, &self.html, &self.summary];
        if others.iter().any(|path| path.is_some()) {
            Box::new(reporting())
        } else {
            Box::new(stdout())
        }
    }

    fn print(&self, review: &GameReview) -> io::Result<()> {
        match self.format {
            SheetFormat::Json => print_json(&mut self.out(), review),
            SheetFormat::Text => writeln!(self.out(), "{}\n", review_table(review)),
            SheetFormat::Csv => {
                let mut out = self.out();
                for row in review_rows(review) {
                    writeln!(out, "{}", csv_line(row)?)?;
                }
                Ok(())
            }
        }
    }
}
