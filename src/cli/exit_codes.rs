//! The exit codes in every help text.

use clap::Command;

/// What exit code 1 says of a command, by its name.
const NEGATIVE: [(&str, &str); 18] = [
    ("value", "a limit or an interruption came first: a score is an interval, or moves are open"),
    ("judge", "a limit or an interruption came first: problems are left open or with bounds"),
    ("regions", "a limit came first: a score or a game value is not known"),
    ("thermograph", "a limit came first: there is no thermograph, or no comparison"),
    ("study", "interrupted, or a solver crashed, moved illegally or claimed what is not so"),
    ("report", "not finished, or a solver crashed, moved illegally or claimed what is not so"),
    ("match", "interrupted, or ended since an engine crashed again and again"),
    ("selfplay", "interrupted; the same command goes on"),
    ("reproduce", "interrupted; the same command goes on"),
    ("build", "interrupted; the same command goes on"),
    ("list", "a table cannot be used"),
    ("verify", "a table is damaged, of another version or none, or there are no tables"),
    ("filter", "no problem has the features; nothing was written"),
    ("validate", "something does not hold"),
    ("extract", "interrupted; nothing was written"),
    ("bench", "interrupted"),
    ("selfcheck", "a difference was found, or interrupted"),
    ("engine", "interrupted"),
];

/// A command whose help, and that of all its subcommands, ends with the exit codes.
pub fn explained(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().into()).collect();
    let command = command.clone().after_help(text(command.get_name()));
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, explained))
}

fn text(name: &str) -> String {
    let negative = NEGATIVE.iter().find(|(of, _)| *of == name).map_or(
        "done, but the answer is negative (a check failed, a limit or a signal ended the work)",
        |(_, negative)| negative,
    );
    format!("Exit codes:\n  0  done\n  1  {negative}\n  2  the input or the call was wrong")
}
