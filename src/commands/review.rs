//! `amazons review`: what each move of a game cost.

use crate::analysis::{GameReview, ReviewTotals, Reviewer, write_review};
use crate::judge::Judge;
use crate::known::ResultStore;
use crate::limits::{Abort, Limits};
use crate::options::interrupt::interrupt_flag;
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{cores, parse_memory, parse_time};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::progress::progress;
use crate::output::review_table::{review_table, totals_table};
use crate::output::say::say;
use crate::pages::review_page;
use crate::records::{Game, RecordError, Records};
use crate::tables::TableError;
use crate::util::atomic_file::AtomicFile;
use crate::util::parallel::in_order;
use crate::util::partition::Partition;
use anyhow::Context;
use clap::Args;
use std::io::{self, Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Say of every move of a game what it cost, and which move was better.
///
/// A game is judged from its end backwards, as far as its positions can be within the limits of a
/// ply. Winner, score and cost are those of the whole board; the region of each move is judged
/// alone besides. Exit code 0 where every game was read, also where plies stay unproved.
#[derive(Debug, Args)]
pub struct Review {
    /// Game records: SGF or move lists; - for standard input.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Wall time for the position at each ply; its region takes a quarter of it more.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes for the position at each ply; its region takes a quarter of them more. Without --time
    /// and --nodes, 1s is the limit.
    #[arg(long)]
    nodes: Option<u64>,
    /// Prove only who wins.
    #[arg(long)]
    winner: bool,
    /// Only part m of n of the games, such as 1/4.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    /// Memory of all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = "1GiB")]
    memory: usize,
    /// Games reviewed at once; the number of cores where it is not given.
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Write the games as SGF with comments, marks and better moves, too.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write one page with a graph of the lead and a board for every move that cost something.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the counts by player and phase as JSON, too.
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesDir,
    /// How to print; json prints one object a game, a line each.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The usual time of a ply.
const TIME: Duration = Duration::from_secs(1);

/// A game of one of the records.
struct Item {
    record: String,
    number: usize,
    game: Result<Game, RecordError>,
}

/// The files that are written besides.
struct Files {
    sgf: Option<AtomicFile>,
    html: Option<AtomicFile>,
    summary: Option<AtomicFile>,
    /// The games for the page.
    reviews: Vec<GameReview>,
    totals: ReviewTotals,
}

impl Files {
    /// Begins them: places that cannot be written to are found before the work.
    fn create(command: &Review) -> anyhow::Result<Self> {
        let create = |path: &Option<PathBuf>| {
            let create = |path: &PathBuf| {
                AtomicFile::create(path).with_context(|| format!("writing {}", path.display()))
            };
            path.as_ref().map(create).transpose()
        };
        Ok(Self {
            sgf: create(&command.sgf)?,
            html: create(&command.html)?,
            summary: create(&command.summary)?,
            reviews: Vec::new(),
            totals: ReviewTotals::default(),
        })
    }

    fn add(&mut self, game: &Game, review: GameReview) -> io::Result<()> {
        if let Some(file) = &mut self.sgf {
            write_review(game, &review, file)?;
        }
        self.totals.add(&review);
        if self.html.is_some() {
            self.reviews.push(review);
        }
        Ok(())
    }

    fn finish(self, limits: &Limits) -> anyhow::Result<()> {
        if let Some(mut file) = self.html {
            let page = review_page(&self.reviews, &self.totals, &limit_text(limits));
            file.write_all(page.as_bytes())?;
            file.commit()?;
        }
        if let Some(mut file) = self.summary {
            serde_json::to_writer_pretty(&mut file, &self.totals)?;
            writeln!(file)?;
            file.commit()?;
        }
        if let Some(file) = self.sgf {
            file.commit()?;
        }
        Ok(())
    }
}

/// What became of a game: its review, what is wrong with it, and a table that cannot be used.
type Reviewed = (Option<(Game, GameReview)>, Option<RecordError>, Option<TableError>);

impl Item {
    /// The legal part is reviewed. A game that is interrupted is left out: another run does it
    /// whole.
    fn review(self, reviewer: &mut Reviewer<'_>, abort: &Abort) -> Reviewed {
        let mut defect = None;
        let game = match self.game {
            Ok(game) => Some(game),
            Err(mut error) => {
                let part = error.legal_part.take().map(|game| *game);
                defect = Some(error);
                part
            }
        };
        let reviewed = game.filter(|_| !abort.is_set()).map(|game| {
            let review = reviewer.review(&self.record, self.number, &game, |_| ());
            (game, review)
        });
        (reviewed.filter(|_| !abort.is_set()), defect, reviewer.take_trouble())
    }
}

impl Review {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut files = Files::create(&self)?;
        let time = self.time.or(self.nodes.is_none().then_some(TIME));
        let abort = interrupt_flag();
        let limits = Limits::new(time, self.nodes).until(&abort);
        let threads = self.threads.unwrap_or_else(cores).get();
        let results = self.tables.adding()?;
        let (items, mut status) = self.items()?;
        let several = items.len() > 1;
        let bar = progress(items.len() as u64, "games");
        let reviewer = || {
            let judge = Judge::builder().memory(self.memory / threads);
            let judge = judge.maybe_tables(results.as_ref().map(ResultStore::tables)).build();
            Reviewer::new(judge, results.as_ref(), limits.clone(), self.winner)
        };
        in_order(
            items.into_iter(),
            threads,
            reviewer,
            |reviewer, item| item.review(reviewer, &abort),
            |(reviewed, defect, trouble)| {
                bar.inc(1);
                if let Some(error) = trouble {
                    bar.suspend(|| warn_once(&error));
                }
                if let Some(defect) = defect {
                    bar.suspend(|| say!("error: {defect}"));
                    status = Status::BadInput;
                }
                let Some((game, review)) = reviewed else { return Ok(()) };
                bar.suspend(|| self.print(&review))?;
                files.add(&game, review)
            },
        )?;
        bar.finish_and_clear();
        if several && self.format == Format::Text {
            writeln!(stdout(), "{}", totals_table(&files.totals))?;
        }
        files.finish(&limits)?;
        finish(results);
        if abort.is_set() {
            say!("interrupted; what was judged is in the tables, if there are any");
            status = status.worse(Status::Negative);
        }
        Ok(status)
    }

    /// The games of all records that belong to the part.
    fn items(&self) -> anyhow::Result<(Vec<Item>, Status)> {
        let mut status = Status::Done;
        let mut items = Vec::new();
        let mut count = 0;
        for path in &self.games {
            let records = match Records::open(path) {
                Ok(records) => records,
                Err(error) => {
                    say!("error: {error}");
                    status = Status::BadInput;
                    continue;
                }
            };
            let record = records.file().to_owned();
            for (i, game) in records.enumerate() {
                if self.partition.is_none_or(|part| part.holds(count)) {
                    items.push(Item { record: record.clone(), number: i + 1, game });
                }
                count += 1;
            }
        }
        Ok((items, status))
    }

    fn print(&self, review: &GameReview) -> io::Result<()> {
        match self.format {
            Format::Json => writeln!(stdout(), "{}", serde_json::to_string(review)?),
            Format::Text => writeln!(stdout(), "{}\n", review_table(review)),
        }
    }
}

/// The limits of a ply in words.
fn limit_text(limits: &Limits) -> String {
    let time = limits.time.map(|time| humantime::format_duration(time).to_string());
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    [time, nodes].into_iter().flatten().collect::<Vec<_>>().join(" or ")
}
