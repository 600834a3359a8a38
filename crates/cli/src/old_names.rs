//! Renamed options. The old names still work, with a note.

use crate::output::say::say;
use std::ffi::OsString;

/// The command, the option's old name, and its current name.
const RENAMED: [(&str, &str, &str); 11] = [
    ("match", "--jobs", "--threads"),
    ("match", "--move-time", "--time"),
    ("selfplay", "--jobs", "--threads"),
    ("selfplay", "--move-time", "--time"),
    ("study", "--jobs", "--threads"),
    ("reproduce", "--jobs", "--threads"),
    ("reproduce", "--games", "--records"),
    ("dump", "--first", "--from"),
    ("learned", "--games", "--records"),
    ("thermograph", "--game", "--expression"),
    ("puzzles", "--svg", "--svg-dir"),
];

/// The program's arguments with old names replaced by current ones.
pub fn replaced(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = arguments.get(1).filter(|command| *command != "tables");
    let command = arguments.get(2).filter(|command| *command == "learned").or(command);
    let Some(command) = command.or_else(|| arguments.get(2)).cloned() else { return arguments };
    for argument in arguments.iter_mut().take_while(|argument| *argument != "--") {
        let Some(text) = argument.to_str() else { continue };
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let renamed = RENAMED.iter().find(|(of, old, _)| command == *of && name == *old);
        if let Some((_, old, new)) = renamed {
            say!("note: {old} is now called {new}");
            *argument =
                value.map_or_else(|| (*new).into(), |value| format!("{new}={value}").into());
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_go_on_working() {
        let replaced = |line: &str| {
            let words = replaced(line.split(' ').map(OsString::from));
            words.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(replaced("amazons match a b --jobs 2"), "amazons match a b --threads 2");
        assert_eq!(replaced("amazons selfplay --move-time=1s"), "amazons selfplay --time=1s");
        assert_eq!(replaced("amazons tables dump f --first 3"), "amazons tables dump f --from 3");
        assert_eq!(replaced("amazons value f --first white"), "amazons value f --first white");
        assert_eq!(replaced("amazons match a --games 2"), "amazons match a --games 2");
        assert_eq!(
            replaced("amazons train learned l --games g"),
            "amazons train learned l --records g"
        );
        assert_eq!(replaced("amazons"), "amazons");
    }
}
