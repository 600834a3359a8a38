//! Requests to this program as an engine, read ahead of their answers.

use super::running_search::RunningSearch;
use super::searching::SHORT;
use amazons::util::bounded_line::{BoundedLines, Line};
use amazons::util::threads;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

/// The longest request, in bytes.
pub const LONGEST_REQUEST: usize = 1 << 20;

/// Requests that may wait for the end of a search.
const MOST_REQUESTS: usize = 1 << 12;

/// A request that was read ahead.
pub type Read = io::Result<Line>;

/// Returns whether a request asks for a search, even if it is not understood: its first word is one
/// of `searches`.
pub fn asks_for_search(line: &str, searches: &[&str]) -> bool {
    line.split_whitespace().next().is_some_and(|word| searches.contains(&word))
}

/// Reads requests on their own thread, so that `stop` and `quit` take effect during a search. A line
/// that `at_once` has answered is not passed on.
///
/// # Errors
/// The thread cannot be started.
pub fn read_ahead(
    input: impl io::Read + Send + 'static,
    search: &Arc<RunningSearch>,
    searches: &'static [&'static str],
    mut at_once: impl FnMut(&str) -> bool + Send + 'static,
) -> io::Result<Receiver<Read>> {
    let (send, receive) = sync_channel(MOST_REQUESTS);
    let search = Arc::clone(search);
    let read = move || {
        let mut lines = BoundedLines::new(input, LONGEST_REQUEST);
        // The piece of input that the last search was asked for in.
        let mut searched = 0;
        while let Some(read) = lines.next().transpose() {
            let (line, piece) = match read {
                Ok(read) => read,
                Err(error) => {
                    let _ = send.send(Err(error));
                    break;
                }
            };
            let word = match &line {
                Line::Whole(line) => line.split_whitespace().next().unwrap_or_default(),
                Line::TooLong => "a line that is too long",
            };
            let (over, idle) = (word == "quit", word.is_empty() || word == "stop");
            match word {
                "stop" => search.stop(),
                word if searches.contains(&word) => {
                    search.ask();
                    searched = piece;
                }
                word if at_once(word) => continue,
                _ => {}
            }
            let hurried = over && piece != searched;
            // A stop and blank lines have no answer; they must not fill the queue.
            if (!idle && send.send(Ok(line)).is_err()) || over {
                if hurried {
                    std::thread::sleep(SHORT);
                    search.quit();
                }
                break;
            }
        }
        search.end_input();
    };
    threads::start("requests", read)?;
    Ok(receive)
}
