//! `amazons regions`: the regions of a board as a table.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::tables_dir::TablesDir;
use crate::options::values::{MEMORY, parse_memory, parse_time, position};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::print_json;
use crate::output::progress::spinner;
use crate::output::region_table::{REGION_COLUMNS, region_rows, region_table};
use crate::output::sheet::{SheetFormat, csv_line};
use amazons::answers::RegionScores;
use amazons::game_value::GameValueAnalyzer;
use amazons::judge::Judge;
use amazons::known::ResultStore;
use amazons::limits::Limits;
use amazons::tables::TableValues;
use amazons::util::terminal::stdout;
use clap::Args;
use std::io::Write;
use std::time::Duration;

/// Tabulate the regions of a board.
///
/// The columns include squares, amazons, scores of each region alone, game value, mean and
/// temperature.
#[derive(Debug, Args)]
pub struct RegionsCommand {
    /// The position as FEN, e.g. 'Q2q*1Q/4*2 w'.
    fen: String,
    /// Wall time for each score of a region, and for all game values together.
    #[arg(long, value_parser = parse_time, default_value = "10s")]
    time: Duration,
    /// Memory for all searches together, half of it for scores and half for game values.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: SheetFormat,
}

impl RegionsCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let position = position(&self.fen)?;
        let abort = interrupt_flag();
        let bar = spinner();
        bar.set_message("game values");
        let results = self.tables.reading()?;
        let tables = results.as_ref().map(ResultStore::tables);
        let worth = GameValueAnalyzer::new(self.memory / 2)
            .maybe_knowing(TableValues::maybe_of(tables))
            .board(&position, &Limits::time(self.time).until(&abort));
        let limits = Limits::time(self.time).until(&abort);
        bar.set_message("scores and winners");
        let mut judge = Judge::builder().memory(self.memory / 2).maybe_tables(tables).build();
        let table = RegionScores::judge(&self.fen, &position, worth, &mut judge, &limits);
        bar.finish_and_clear();
        match self.format {
            SheetFormat::Json => print_json(&mut stdout(), &table)?,
            SheetFormat::Text => writeln!(stdout(), "{}", region_table(&table))?,
            SheetFormat::Csv => {
                let mut out = stdout();
                writeln!(out, "{}", csv_line(REGION_COLUMNS)?)?;
                for row in region_rows(&table) {
                    writeln!(out, "{}", csv_line(row)?)?;
                }
            }
        }
        say_if_interrupted();
        Ok(if table.complete() { Status::Done } else { Status::Negative })
    }
}
