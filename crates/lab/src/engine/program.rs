//! A foreign program as a player: `engine:COMMAND`, `uci:COMMAND` or `gtp:COMMAND`.

use super::command_line::CommandLine;
use amazons::board::Position;
use amazons::solvers::{SOLVERS, SpecError};
use std::fmt;

/// The protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The line protocol of this project, `docs/protocol.md`.
    Lines,
    /// The Universal Chess Interface, with the moves of Fairy-Stockfish.
    Uci,
    /// The Go Text Protocol, with three points a move.
    Gtp,
}

impl Dialect {
    /// All protocols.
    pub const ALL: [Self; 3] = [Self::Lines, Self::Uci, Self::Gtp];

    /// The protocols that can set up any position.
    pub const OF_POSITIONS: [Self; 2] = [Self::Lines, Self::Uci];

    /// Returns the beginning of the text of a program that speaks it.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Lines => "engine:",
            Self::Uci => "uci:",
            Self::Gtp => "gtp:",
        }
    }
}

/// A program to start, and how it is spoken to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    dialect: Dialect,
    command: CommandLine,
}

/// Returns whether a text names a foreign program, though perhaps a wrong one.
pub fn names_program(text: &str) -> bool {
    Dialect::ALL.iter().any(|dialect| text.starts_with(dialect.prefix()))
}

/// Adds to the error about a text that names no solver that it could have named a program which
/// speaks one of these protocols.
pub fn or_a_program(error: SpecError, text: &str, dialects: &[Dialect]) -> SpecError {
    let name = text.split([':', ',']).next().unwrap_or_default().trim();
    if SOLVERS.iter().any(|solver| solver.name == name) {
        return error;
    }
    let programs: Vec<String> =
        dialects.iter().map(|dialect| format!("{}COMMAND", dialect.prefix())).collect();
    error.and(&format!(", or a program: {}", programs.join(", ")))
}

impl Program {
    /// Reads a text; `None` if it names no foreign program.
    pub fn from_text(text: &str) -> Option<Result<Self, SpecError>> {
        let of = |dialect: Dialect| Some((dialect, text.strip_prefix(dialect.prefix())?));
        let (dialect, command) = Dialect::ALL.into_iter().find_map(of)?;
        let wrong = |problem: String| SpecError::new(text, problem);
        let read = command.parse::<CommandLine>().map(|command| Self { dialect, command });
        Some(read.map_err(wrong).and_then(|program| match program.blank_name() {
            Some(name) => Err(wrong(format!(
                "option.{name}: a blank in the name; expected option.NAME=VALUE"
            ))),
            None => Ok(program),
        }))
    }

    /// The name of an option that a line of its protocol cannot carry.
    fn blank_name(&self) -> Option<&str> {
        let mut names = self.command.options().map(|(name, _)| name);
        names.find(|name| self.dialect != Dialect::Uci && name.contains(char::is_whitespace))
    }

    /// Returns the protocol that it speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns its command.
    pub fn command(&self) -> &CommandLine {
        &self.command
    }

    /// Rejects a position that its protocol cannot set up; what the program itself refuses, it says
    /// when it is greeted.
    ///
    /// # Errors
    /// It cannot be set up; the error says what can.
    pub fn check_start(&self, start: &Position) -> Result<(), SpecError> {
        let size = (start.width(), start.height());
        match self.dialect {
            Dialect::Gtp if Position::start(size.0, size.0).ok().as_ref() != Some(start) => {
                let problem = format!(
                    "cannot set up '{start}'; GTP has the standard start of a square board only"
                );
                Err(SpecError::new(&self.to_string(), problem))
            }
            _ => Ok(()),
        }
    }

    /// Returns a short name for tables: the file names of the command's words, without what sets
    /// options.
    pub fn short_name(&self) -> String {
        let file = |word: &String| word.rsplit('/').next().unwrap_or_default().to_owned();
        let words: Vec<String> = self.command.words().iter().map(file).collect();
        shortened(&words.join(" "))
    }
}

/// The longest short name, in characters.
const SHORT: usize = 24;

/// Returns a text of at most [`SHORT`] characters; one that is cut ends with an ellipsis.
fn shortened(text: &str) -> String {
    match text.chars().nth(SHORT) {
        None => text.to_owned(),
        Some(_) => text.chars().take(SHORT - 1).chain(['…']).collect(),
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dialect.prefix(), self.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_by_their_protocol() {
        let read = |text| Program::from_text(text).map(|read| read.map(|p| p.to_string()));
        for text in ["engine:./a --x", "uci:fairy 'option.Skill Level=3'", "gtp:kata gtp"] {
            assert_eq!(read(text), Some(Ok(text.to_owned())));
            assert!(names_program(text));
        }
        assert_eq!(read("alphabeta:depth=2"), None);
        for text in ["engine:", "uci:a 'b", "gtp:a 'option.max visits=3'", "engine:a time=x"] {
            assert!(read(text).unwrap().is_err(), "{text}");
        }
    }

    #[test]
    fn an_unknown_name_could_have_been_a_program() {
        let said = |text: &str| {
            let error = SpecError::new(text, "wrong");
            or_a_program(error, text, &Dialect::OF_POSITIONS).to_string()
        };
        for text in ["stockfish", "randomx:nodes=3", ""] {
            let expected = format!("'{text}': wrong, or a program: engine:COMMAND, uci:COMMAND");
            assert_eq!(said(text), expected);
        }
        for text in ["random:nodes=x", "random,nodes=3"] {
            assert_eq!(said(text), format!("'{text}': wrong"));
        }
    }

    #[test]
    fn gtp_has_the_standard_start_only() {
        let fits = |text, fen: &str| {
            let program = Program::from_text(text).unwrap().unwrap();
            program.check_start(&fen.parse().unwrap()).map_err(|error| error.to_string())
        };
        let standard = Position::start(10, 10).unwrap().to_fen();
        assert_eq!(fits("gtp:a", &standard), Ok(()));
        assert!(fits("gtp:a", "Q2q/4 w").unwrap_err().contains("standard start"));
        assert_eq!(fits("uci:a", "Q2q/4 w"), Ok(()));
    }

    #[test]
    fn short_names_are_without_folders_and_options() {
        let short = |text| Program::from_text(text).unwrap().unwrap().short_name();
        assert_eq!(short("uci:/opt/f/fairy-stockfish option.Hash=64 time=1s"), "fairy-stockfish");
        assert_eq!(short("engine:/usr/bin/python3 a/solver.py --x"), "python3 solver.py --x");
        assert_eq!(short("gtp:./k gtp -model abcdefghijklmnop"), "k gtp -model abcdefghij…");
    }
}
