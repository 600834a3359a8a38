//! The explanation of exit codes in every help text.

use clap::{Arg, Command};

/// What exit code 1 means for each command, by its name after `amazons`; for all others it means
/// interrupted.
const NEGATIVE: [(&str, &str); 24] = [
    ("value", "stopped by a limit or a signal: a score is an interval, or moves are open"),
    ("judge", "stopped by a limit or a signal: problems are left open or with bounds"),
    ("regions", "stopped by a limit or a signal: a score or a game value is not known"),
    ("thermograph", "stopped by a limit or a signal: there is no thermograph, or no comparison"),
    ("atlas", "no region of the tables has the value, or a value with the properties"),
    ("study", "interrupted, or a solver crashed, moved illegally or made a false claim"),
    ("report", "unfinished, or there was a crash, an illegal move or a false claim"),
    ("match", "interrupted, or an engine crashed or moved illegally"),
    ("selfplay", "interrupted; run the same command to continue"),
    ("reproduce", "interrupted; run the same command to continue"),
    ("tables build", "interrupted; run the same command to continue"),
    ("tables list", "a table cannot be used"),
    ("tables info", "a table cannot be used"),
    ("tables verify", "a file is damaged, of another version or not a table; or there is no table"),
    ("set filter", "no problem has the features, so nothing was written"),
    ("set validate", "a check failed"),
    ("extract", "interrupted, or no region has the features; nothing was written"),
    ("selfcheck", "a difference was found, or the run was interrupted"),
    ("prove", "refuted, or left open because a limit or a signal came first"),
    ("puzzles", "interrupted, or no puzzle was found (a file already there is then kept)"),
    ("train", "interrupted; run the same command to continue"),
    ("train learned", "interrupted; run the same command to continue"),
    ("merge", "merged; in a study a solver crashed, moved illegally or made a false claim"),
    ("explore", "not used: a signal ends the explorer with 0"),
];

/// A command whose help, like that of all its subcommands, ends with the exit codes.
pub fn explained(command: Command) -> Command {
    below(command, "")
}

/// Does the same for a command whose name after `amazons` is `path`.
fn below(command: Command, path: &str) -> Command {
    let subcommands: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().into()).collect();
    let command = command.after_help(text(path)).mut_args(with_negative);
    subcommands.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}").trim_start().to_owned();
        command.mut_subcommand(name, |sub| below(sub, &path))
    })
}

/// Lets a negative number be a value, which the option then refuses by saying what it expects.
fn with_negative(arg: Arg) -> Arg {
    let takes = arg.get_long().is_some() && arg.get_action().takes_values();
    if takes { arg.allow_negative_numbers(true) } else { arg }
}

fn text(name: &str) -> String {
    let negative =
        NEGATIVE.iter().find(|(of, _)| *of == name).map_or("interrupted", |(_, negative)| negative);
    format!("Exit codes:\n  0  done\n  1  {negative}\n  2  the input or the command line was wrong")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::builder::ValueParser;
    use std::any::TypeId;
    use std::num::NonZeroUsize;

    /// Finds every option of every command that takes a whole number.
    fn numbers(command: &Command, found: &mut Vec<(String, Arg)>) {
        let whole = |parser: &ValueParser| {
            let types = [
                TypeId::of::<u16>(),
                TypeId::of::<u32>(),
                TypeId::of::<u64>(),
                TypeId::of::<usize>(),
                TypeId::of::<NonZeroUsize>(),
            ];
            types.iter().any(|id| parser.type_id() == *id)
        };
        let options = command.get_arguments().filter(|arg| arg.get_long().is_some());
        for arg in options.filter(|arg| whole(arg.get_value_parser())) {
            found.push((command.get_name().to_owned(), arg.clone()));
        }
        command.get_subcommands().for_each(|sub| numbers(sub, found));
    }

    /// Finds the names of all commands after `amazons`.
    fn paths(command: &Command, path: &str, found: &mut Vec<String>) {
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name()).trim_start().to_owned();
            paths(sub, &path, found);
            found.push(path);
        }
    }

    #[test]
    fn what_exit_code_1_says_is_said_of_commands_that_there_are_and_fits_a_terminal() {
        let command = <crate::program::Cli as clap::CommandFactory>::command();
        let mut found = Vec::new();
        paths(&command, "", &mut found);
        for (name, _) in NEGATIVE {
            let there = found.iter().any(|path| path == name);
            assert!(there, "{name}");
            assert!(text(name).lines().all(|line| line.len() <= 80), "{name}");
        }
    }

    #[test]
    fn every_number_may_be_written_in_short_and_errors_say_what_is_expected() {
        let mut found = Vec::new();
        numbers(&<crate::program::Cli as clap::CommandFactory>::command(), &mut found);
        assert!(found.len() > 60, "{}", found.len());
        for (command, arg) in found {
            let name = format!("--{}", arg.get_long().unwrap_or_default());
            // Memory sizes are numbers too.
            if ["--memory", "--judge-memory"].contains(&name.as_str()) {
                continue;
            }
            let arg = Arg::new("x").long("x").value_parser(arg.get_value_parser().clone());
            let parsed = |text: &str| {
                let command = Command::new("x").arg(arg.clone());
                command.try_get_matches_from(["x", &format!("--x={text}")])
            };
            for text in ["1e1", "1_0"] {
                assert!(parsed(text).is_ok(), "{command} {name} {text}");
            }
            let error = parsed("zzz").unwrap_err().to_string();
            assert!(error.contains("expected"), "{command} {name}: {error}");
        }
    }
}
