//! This program as an engine of the platform on which China's championships are played.
//!
//! The platform asks for a name (`name?`), begins a game with the engine's colour (`new black`,
//! `new white`; Black moves first), and tells the opponent's moves (`move DJDDGD`: three points, each
//! a column and a row as letters, row A at the top). It ends with `end` and `quit`, and says `error`
//! to a move that it refuses. So does this program to a line that it refuses; the game goes on, and
//! the next line may be right.

use super::adjustable::AdjustablePlayer;
use super::requests::{LONGEST_REQUEST, read_ahead};
use super::running_search::RunningSearch;
use amazons::board::Position;
use amazons::limits::Abort;
use amazons::records::Start;
use amazons::records::formats::{move_of_points, points_of_move};
use amazons::solvers::Watch;
use amazons::util::bounded_line::Line;
use amazons::util::start_of::start_of;
use std::io::{self, Write};
use std::sync::Arc;

/// The request that asks for a search.
const SEARCHES: [&str; 1] = ["move"];

/// Answers the platform with the moves of a player, until `quit` or the end of the input. A line
/// that is refused is answered by `error`; what is wrong with it is told to `troubles`.
///
/// # Errors
/// Reading or writing failed.
pub fn serve_championship(
    mut engine: AdjustablePlayer,
    input: impl io::Read + Send + 'static,
    mut output: impl Write,
    mut troubles: impl Write,
) -> io::Result<()> {
    let search = Arc::new(RunningSearch::default());
    let mut game: Option<Position> = None;
    for read in read_ahead(input, &search, &SEARCHES, |_| false)? {
        let line = match read? {
            Line::Whole(line) => line,
            Line::TooLong => {
                say(&mut output, "error")?;
                writeln!(troubles, "error: a line longer than {LONGEST_REQUEST} bytes")?;
                continue;
            }
        };
        let mut words = line.split_whitespace();
        let answered = match (words.next().unwrap_or_default(), words.next()) {
            ("", _) => continue,
            ("name?", _) => {
                say(&mut output, "name amazons")?;
                continue;
            }
            ("new", Some(colour @ ("black" | "white"))) => {
                engine.begin_game();
                let start = Start::standard().position().clone();
                Ok(match colour {
                    "black" => answer(&mut engine, start, &Abort::new()),
                    _ => Ok((start, None)),
                })
            }
            ("move", text) => {
                let (abort, _) = search.begin();
                let played = played(game.as_ref(), text.unwrap_or_default());
                let answered = played.map(|position| answer(&mut engine, position, &abort));
                if search.has_quit() {
                    break;
                }
                search.end();
                answered
            }
            ("end", _) => {
                game = None;
                continue;
            }
            ("quit", _) => break,
            ("error", _) => {
                game = None;
                writeln!(
                    troubles,
                    "error: the platform refused the last move; the next game begins with new"
                )?;
                continue;
            }
            (word, _) => Err(format!(
                "'{}'; expected name?, new black, new white, move, end or quit",
                start_of(word)
            )),
        };
        match answered {
            Ok(Ok((position, reply))) => {
                if let Some(reply) = reply {
                    say(&mut output, &reply)?;
                }
                game = Some(position);
            }
            Ok(Err(problem)) => {
                game = None;
                writeln!(troubles, "error: {problem}")?;
            }
            // The line is refused, and the game stands where it stood.
            Err(problem) => {
                say(&mut output, "error")?;
                writeln!(troubles, "error: {problem}")?;
            }
        }
    }
    Ok(())
}

fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

/// The position after the opponent's move.
fn played(game: Option<&Position>, text: &str) -> Result<Position, String> {
    let position = game.ok_or("move without a game; expected new black or new white first")?;
    let read = move_of_points(&text.to_ascii_lowercase(), position.height());
    let mv = read.ok_or_else(|| {
        format!("'{}' is not a move; expected three points such as DJDDGD", start_of(text))
    })?;
    position.play(mv).map_err(|illegal| format!("'{text}': {illegal}"))
}

/// The engine's move, and the position after it.
fn answer(
    engine: &mut AdjustablePlayer,
    position: Position,
    abort: &Abort,
) -> Result<(Position, Option<String>), String> {
    let choice = engine.choose(&position, None, None, abort, &mut Watch::nobody());
    let choice = choice.ok_or("the game is lost: no move is left")?;
    let reply = points_of_move(choice.mv, position.height()).to_ascii_uppercase();
    let after = position.play(choice.mv).map_err(|illegal| illegal.to_string())?;
    Ok((after, Some(format!("move {reply}"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::MoveLimit;

    /// What is said and what troubles are told.
    fn talk(input: &str) -> (Vec<String>, String) {
        let limit = MoveLimit { time: None, nodes: Some(50) };
        let engine = AdjustablePlayer::new("alphabeta", limit).unwrap();
        let (mut said, mut told) = (Vec::new(), Vec::new());
        let input = io::Cursor::new(input.to_owned().into_bytes());
        serve_championship(engine, input, &mut said, &mut told).unwrap();
        let said = String::from_utf8(said).unwrap();
        (said.lines().map(str::to_owned).collect(), String::from_utf8(told).unwrap())
    }

    #[test]
    fn black_begins_and_white_answers() {
        let (said, told) = talk("name?\nnew black\nend\nquit\n");
        assert_eq!((said.len(), said[0].as_str(), told.as_str()), (2, "name amazons", ""));
        let first = said[1].strip_prefix("move ").unwrap();
        let start = Start::standard().position().clone();
        let after = played(Some(&start), first).unwrap();
        let (said, told) = talk(&format!("new white\nmove {first}\n"));
        assert_eq!((said.len(), told.as_str()), (1, ""), "{said:?}");
        let reply = said[0].strip_prefix("move ").unwrap();
        assert!(played(Some(&after), reply).is_ok(), "{reply}");
    }

    #[test]
    fn a_line_that_is_refused_is_answered_by_error_and_the_game_goes_on() {
        let (said, told) = talk(
            "move DJDDGD\nnew white\nmove DADDGD\nmove D1D7G7\nnew red\nhello\nmove DJDDGD\n\
             error\nmove DJDDGD\n",
        );
        assert_eq!(said[..5], ["error"; 5]);
        assert!(said[5].starts_with("move "), "{said:?}");
        assert_eq!(said[6..], ["error"]);
        let told: Vec<&str> = told.lines().collect();
        let expected = [
            "error: move without a game",
            "error: 'DADDGD'",
            "error: 'D1D7G7' is not a move",
            "error: 'new'",
            "error: 'hello'",
            "error: the platform refused",
            "error: move without a game",
        ];
        assert_eq!(told.len(), expected.len(), "{told:?}");
        for (line, expected) in told.iter().zip(expected) {
            assert!(line.starts_with(expected), "{line}");
        }
    }
}
