//! The command line: one file per command, no logic of its own.
//!
//! Exit codes: 0 done; 1 done, but the answer is negative (a check failed, a limit ended a
//! search); 2 the input or the command line was wrong.

use crate::commands::{
    atlas, bench, cgt, completions, convert, engine, evaluate, explore, extract, judge, man,
    match_command, merge, perft, progress, prove, puzzles, regions, report, reproduce, review,
    selfcheck, selfplay, set, show, solvers, study, tables, thermograph, train_network, value,
};
use crate::options::{hints, interrupt, tables_dir};
use crate::output::exit_status::{Exit, Status, is_reader_gone};
use crate::output::say::say;
use crate::output::say::{shortened, with_causes};
use crate::{allocator, exit_codes, old_names};
use amazons::util::terminal::lines;
use amazons::util::{memory, threads};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::{ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// The version, and from which commit and for which machine it was built.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("AMAZONS_BUILD"), ")");

/// Exact endgames for the Game of the Amazons: problem databases, solvers, a judge and studies.
#[derive(Debug, Parser)]
#[command(name = "amazons", version = VERSION, max_term_width = 80)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Evaluate(evaluate::Evaluate),
    Explore(explore::Explore),
    Extract(extract::Extract),
    Perft(perft::Perft),
    #[command(subcommand)]
    Set(set::SetCommand),
    Judge(judge::JudgeCommand),
    Value(value::ValueCommand),
    Regions(regions::RegionsCommand),
    Thermograph(thermograph::ThermographCommand),
    Cgt(cgt::CgtCommand),
    Atlas(Box<atlas::AtlasCommand>),
    Show(show::Show),
    Solvers(solvers::Solvers),
    Prove(prove::ProveCommand),
    Study(study::StudyCommand),
    Report(report::ReportCommand),
    Progress(progress::Progress),
    Selfcheck(selfcheck::SelfcheckCommand),
    Puzzles(puzzles::Puzzles),
    Selfplay(selfplay::Selfplay),
    #[command(subcommand)]
    Tables(tables::TablesCommand),
    Match(match_command::MatchCommand),
    Engine(engine::Engine),
    Reproduce(reproduce::Reproduce),
    Train(Box<train_network::TrainCommand>),
    Review(review::Review),
    Bench(bench::Bench),
    Convert(convert::Convert),
    Merge(merge::Merge),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Parses the arguments, runs the command and turns its result into an exit code.
pub fn run() -> ExitCode {
    allocator::prepare();
    threads::on_refusal(|refusal| say!("warning: {refusal}; these do the work"));
    let arguments = old_names::replaced(std::env::args_os());
    let command = exit_codes::explained(Cli::command());
    // Some arguments name files that are read at once.
    interrupt::listen();
    let parsed = command.try_get_matches_from(arguments);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    let result = catch_unwind(AssertUnwindSafe(|| cli.command.run()));
    if memory::was_short() {
        say!("warning: memory was short, so some tables were smaller than --memory allows");
    }
    tables_dir::note_if_long();
    let signalled = interrupt::was_signalled();
    match result {
        Ok(Ok(status)) => status.into(),
        Ok(Err(error)) if is_reader_gone(&error, signalled) => {
            if signalled { Status::Negative } else { Status::Done }.into()
        }
        Ok(Err(error)) => {
            say!("error: {}", with_causes(&error));
            if let Some(hint) = hints::about(&error) {
                say!("{hint}");
            }
            Status::BadInput.into()
        }
        Err(panic) => {
            // The message before this one names the place in the source.
            let text = threads::panic_text(panic.as_ref());
            let text = text.unwrap_or("the program stopped unexpectedly");
            say!("error: {text}; this is a bug in amazons");
            Status::BadInput.into()
        }
    }
}

/// Prints help and version with exit code 0, and errors in the arguments with 2.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.render().to_string();
        let _ = std::io::stderr().write_all(shortened(&lines(&text)).as_bytes());
        if let Some(hint) = hints::cut_position() {
            say!("\n{hint}");
        }
    } else if let Err(error) = error.print().and_then(|()| std::io::stdout().flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        say!("error: standard output: {error}");
        return Status::BadInput.into();
    }
    ExitCode::from(error.exit_code() as u8)
}

impl Command {
    fn run(self) -> Exit {
        match self {
            Self::Evaluate(command) => command.run(),
            Self::Explore(command) => command.run(),
            Self::Puzzles(command) => command.run(),
            Self::Review(command) => command.run(),
            Self::Extract(command) => command.run(),
            Self::Perft(command) => command.run(),
            Self::Set(command) => command.run(),
            Self::Judge(command) => command.run(),
            Self::Value(command) => command.run(),
            Self::Regions(command) => command.run(),
            Self::Thermograph(command) => command.run(),
            Self::Cgt(command) => command.run(),
            Self::Atlas(command) => command.run(),
            Self::Train(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Prove(command) => command.run(),
            Self::Solvers(command) => command.run(),
            Self::Study(command) => command.run(),
            Self::Report(command) => command.run(),
            Self::Progress(command) => command.run(),
            Self::Selfcheck(command) => command.run(),
            Self::Selfplay(command) => command.run(),
            Self::Tables(command) => command.run(),
            Self::Match(command) => command.run(),
            Self::Engine(command) => command.run(),
            Self::Reproduce(command) => command.run(),
            Self::Bench(command) => command.run(),
            Self::Convert(command) => command.run(),
            Self::Merge(command) => command.run(),
            Self::Completions(command) => command.run(exit_codes::explained(Cli::command())),
            Self::Man(command) => command.run(exit_codes::explained(Cli::command())),
        }
    }
}
