//! Layer 10: the command line. One file a command, no logic of its own.
//!
//! Exit codes: 0 done; 1 done, but the answer is negative (a check failed, a limit ended a
//! search); 2 the input or the call was wrong.

pub(crate) mod allocator;

#[cfg(feature = "explorer")]
use crate::commands::explore;
use crate::commands::{
    bench, engine, evaluate, extract, judge, match_command, perft, progress, puzzles, regions,
    report, reproduce, review, selfplay, set, show, study, tables, thermograph, value,
};
use crate::output::exit_status::{Status, is_broken_pipe};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Exact endgames of the Game of the Amazons: problem databases, solvers, judge and studies.
#[derive(Debug, Parser)]
#[command(name = "amazons", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Evaluate(evaluate::Evaluate),
    #[cfg(feature = "explorer")]
    Explore(explore::Explore),
    Extract(extract::Extract),
    Perft(perft::Perft),
    #[command(subcommand)]
    Set(set::SetCommand),
    Judge(judge::JudgeCommand),
    Value(value::ValueCommand),
    Regions(regions::RegionsCommand),
    Thermograph(thermograph::ThermographCommand),
    Show(show::Show),
    Study(study::StudyCommand),
    Report(report::ReportCommand),
    Progress(progress::Progress),
    Puzzles(puzzles::Puzzles),
    Selfplay(selfplay::Selfplay),
    #[command(subcommand)]
    Tables(tables::TablesCommand),
    Match(match_command::MatchCommand),
    Engine(engine::Engine),
    Reproduce(reproduce::Reproduce),
    Review(review::Review),
    Bench(bench::Bench),
}

/// Parses the arguments, runs the command and turns its result into an exit code.
pub fn run() -> ExitCode {
    allocator::return_large_blocks();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output with exit code 0; errors exit with 2.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let result = match cli.command {
        Command::Evaluate(command) => command.run(),
        #[cfg(feature = "explorer")]
        Command::Explore(command) => command.run(),
        Command::Extract(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Set(command) => command.run(),
        Command::Judge(command) => command.run(),
        Command::Value(command) => command.run(),
        Command::Regions(command) => command.run(),
        Command::Thermograph(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Study(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Progress(command) => command.run(),
        Command::Puzzles(command) => command.run(),
        Command::Selfplay(command) => command.run(),
        Command::Tables(command) => command.run(),
        Command::Match(command) => command.run(),
        Command::Engine(command) => command.run(),
        Command::Reproduce(command) => command.run(),
        Command::Review(command) => command.run(),
        Command::Bench(command) => command.run(),
    };
    match result {
        Ok(status) => status.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            Status::BadInput.into()
        }
    }
}
