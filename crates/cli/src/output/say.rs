//! Messages of commands on standard error.

use amazons::util::terminal::lines;
use std::fmt;
use std::io::{self, Write};

/// The longest line that is printed, in characters: an error never repeats a whole input.
const LONGEST: usize = 600;

/// Prints a line on standard error; if that is closed or full, the line is lost.
macro_rules! say {
    ($($part:tt)*) => { $crate::output::say::line(format_args!($($part)*)) };
}
pub(crate) use say;

/// Prints a line on standard error. What comes from files and engines is made fit for a terminal.
pub fn line(text: fmt::Arguments<'_>) {
    let text = shortened(&lines(&text.to_string())) + "\n";
    let _ = Said.write_all(text.as_bytes());
}

/// A writer to standard error that ignores errors, such as a closed or full output.
pub struct Said;

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An error with its causes, each mentioned once.
pub fn with_causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A text whose overlong lines are shortened in the middle.
pub fn shortened(text: &str) -> String {
    let short: Vec<String> = text.split('\n').map(shortened_line).collect();
    short.join("\n")
}

fn shortened_line(line: &str) -> String {
    let length = line.chars().count();
    if length <= LONGEST {
        return line.to_owned();
    }
    let begin: String = line.chars().take(LONGEST / 3).collect();
    let end: String = line.chars().skip(length - LONGEST / 3).collect();
    format!("{begin} … {end}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn causes_are_said_once() {
        let error = io::Error::other("no space left");
        let error = Err::<(), _>(error).context("a.xml: no space left").context("writing a.xml");
        assert_eq!(with_causes(&error.unwrap_err()), "writing a.xml: a.xml: no space left");
    }

    #[test]
    fn long_lines_are_cut_in_the_middle() {
        let text = format!("error: position '{}': found 'Q'\nhint", "Q".repeat(100_000));
        let short = shortened(&text);
        assert!(short.len() < 2 * LONGEST && short.starts_with("error: position 'QQ"));
        assert!(short.contains(" … ") && short.ends_with("found 'Q'\nhint"));
    }
}
