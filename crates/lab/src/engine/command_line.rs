//! The command of a foreign program: words as a shell splits them, options for the engine, and what
//! limits it.

use crate::play::MoveLimit;
use amazons::solvers::{Spec, SpecError};
use std::fmt;

/// A program and its arguments, written as for a shell: blanks separate words, quotes and
/// backslashes keep them together. Nothing is expanded. Two kinds of words after the program are not
/// passed to it: `option.NAME=VALUE` is an option that is set through the protocol; `time=T` and
/// `nodes=N` (also `playouts=N`) are what it may use for each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
    options: Vec<(String, String)>,
    limit: MoveLimit,
}

const NO_PROGRAM: &str = "no program; expected a command, such as 'engine:./player --fast'";

/// The beginning of a word that is an option for the engine.
const OPTION: &str = "option.";

impl std::str::FromStr for CommandLine {
    /// Why a text names no program, in words.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_owned();
        match shlex::split(&text) {
            None => {
                let problem = "a quote is not closed, or a backslash is the last character";
                Err(format!("'{text}': {problem}"))
            }
            Some(words) if words.first().is_none_or(String::is_empty) => Err(NO_PROGRAM.to_owned()),
            Some(mut words) => {
                let more = words.split_off(1);
                let (options, arguments) =
                    more.into_iter().partition::<Vec<_>, _>(|word| word.starts_with(OPTION));
                let (limits, arguments) =
                    arguments.into_iter().partition::<Vec<_>, _>(|word| is_limit(word));
                words.extend(arguments);
                let options = options.iter().map(|word| option(word)).collect::<Result<_, _>>()?;
                let limit = limit(&limits).map_err(|error| error.to_string())?;
                Ok(Self { text, words, options, limit })
            }
        }
    }
}

/// Splits `option.NAME=VALUE` into a name and a value that a line of the protocol can carry.
fn option(word: &str) -> Result<(String, String), String> {
    let pair = word.strip_prefix(OPTION).and_then(|pair| pair.split_once('='));
    let pair = pair.map(|(name, value)| (name, value.trim()));
    match pair {
        Some((name, value))
            if !name.trim().is_empty() && !value.is_empty() && !word.contains(char::is_control) =>
        {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err(format!("'{word}'; expected option.NAME=VALUE, in one line")),
    }
}

/// What limits the engine, as beginnings of words.
const LIMITS: [&str; 3] = ["time=", "nodes=", "playouts="];

fn is_limit(word: &str) -> bool {
    LIMITS.iter().any(|limit| word.starts_with(limit))
}

/// Reads the words that limit the engine, as a player of this program has them.
fn limit(words: &[String]) -> Result<MoveLimit, SpecError> {
    if words.is_empty() {
        return Ok(MoveLimit::default());
    }
    let mut spec = Spec::parse(&format!("engine:{}", words.join(",")))?;
    let limit = MoveLimit::take(&mut spec)?;
    spec.finish()?;
    Ok(limit)
}

impl CommandLine {
    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns what the engine may use for each move, if the text says it.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// Returns a word that goes to the program, though it is written like an option of a player.
    pub fn looks_like_a_limit(&self) -> Option<&str> {
        let mut words = self.words[1..].iter().map(String::as_str);
        words.find(|word| word.starts_with("depth=") || word.starts_with("clock="))
    }

    /// Returns the options that the engine gets once it is greeted: names and values.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        let words = |text: &str| text.parse::<CommandLine>().map(|line| line.words);
        assert_eq!(words(" sh -c 'a  b' c\\ d ").unwrap(), ["sh", "-c", "a  b", "c d"]);
        assert_eq!(words("'my engine' \"\"").unwrap(), ["my engine", ""]);
        assert!(words("sh -c 'a b").unwrap_err().to_string().contains("not closed"));
        assert_eq!(words("  "), Err(NO_PROGRAM.to_owned()));
        assert_eq!(words("''"), Err(NO_PROGRAM.to_owned()));
    }

    #[test]
    fn options_stand_behind_the_program_and_are_no_words_of_it() {
        let read = |text: &str| text.parse::<CommandLine>();
        let line = read("./a option.depth=3 --fast 'option.eval=a b=c'").unwrap();
        assert_eq!(line.words, ["./a", "--fast"]);
        let options: Vec<_> = line.options().collect();
        assert_eq!(options, [("depth", "3"), ("eval", "a b=c")]);
        assert_eq!(read("option.a=1").unwrap().words, ["option.a=1"]);
        let named = read("./a 'option.Skill Level=3'").unwrap();
        assert_eq!(named.options().next(), Some(("Skill Level", "3")));
        for text in ["a option.b", "a option.=1", "a option.b="] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("expected option.NAME=VALUE"), "{error}");
        }
        assert!(read("a 'option.b=1\nquit'").is_err());
    }

    #[test]
    fn limits_stand_behind_the_program_and_are_no_words_of_it() {
        let read = |text: &str| text.parse::<CommandLine>();
        let line = read("./a time=2s --fast nodes=1e4 level:time=1s").unwrap();
        assert_eq!(line.words, ["./a", "--fast", "level:time=1s"]);
        assert_eq!(line.limit().to_string(), "time=2s,nodes=10000");
        assert_eq!(read("./a --time=2s").unwrap().limit(), MoveLimit::default());
        for (text, expected) in [
            ("a time=x", "expected e.g. 10s"),
            ("a nodes=0", "not a count"),
            ("a nodes=5 playouts=5", "same limit"),
            ("a nodes=5 nodes=6", "nodes"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
