//! `amazons selfcheck`: checks that all ways to answer a question give the same answer.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::tables_dir::TablesDir;
use crate::options::values::{parse_number, parse_positive, parse_threads, parse_up_to, threads};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::progress;
use crate::output::reporting::reporting;
use amazons_lab::checks::SelfCheck;
use clap::Args;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Compare the judge, the tables, the solvers and game values with plain minimax on random boards.
///
/// The judge is asked with several numbers of threads, with hardly any memory, and about the board
/// turned and with colours swapped; whatever solvers claim to have proved must hold. The first
/// difference ends the run and is printed on the smallest board that shows it. The same seed gives
/// the same boards.
#[derive(Debug, Args)]
pub struct SelfcheckCommand {
    /// Number of boards.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_positive::<u64>)]
    positions: u64,
    /// Seed for the boards.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_number::<u64>)]
    seed: u64,
    /// Maximum number of empty squares on a board, at most 11.
    ///
    /// Minimax takes ten times as long for each additional square, and minutes for a board with 11.
    #[arg(long, value_name = "N", default_value = "7", value_parser = parse_empties)]
    max_empties: usize,
    /// Number of boards to check at once; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn parse_empties(text: &str) -> Result<usize, String> {
    parse_up_to(text, SelfCheck::MOST_EMPTIES)
}

impl SelfcheckCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let tables = self.tables.reading()?.map(|results| Arc::clone(results.tables()));
        let check = SelfCheck {
            seed: self.seed,
            positions: self.positions,
            empties: self.max_empties,
            threads: threads(self.threads),
            tables,
        };
        let bar = progress(self.positions, "boards");
        let checked = check.run(&interrupt_flag(), |done| bar.set_position(done));
        bar.finish_and_clear();
        let difference = &checked.difference;
        match self.format {
            Format::Text => {
                writeln!(
                    reporting(),
                    "{} boards, {} comparisons",
                    checked.positions,
                    checked.comparisons
                )?;
                match difference {
                    Some(difference) => writeln!(reporting(), "DIFFERENCE: {difference}")?,
                    None => writeln!(reporting(), "no difference")?,
                }
            }
            Format::Json => {
                let result = serde_json::json!({
                    "boards": checked.positions,
                    "comparisons": checked.comparisons,
                    "seed": self.seed,
                    "difference": difference,
                });
                print_json(&mut reporting(), &result)?;
            }
        }
        say_if_interrupted();
        let whole = checked.positions == self.positions && difference.is_none();
        Ok(if whole { Status::Done } else { Status::Negative })
    }
}
