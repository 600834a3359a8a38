//! The search that an engine is running, and how requests end it.

use amazons::limits::Abort;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The searches requested so far, in order, and which of them should end early.
///
/// One thread reads requests and acts on `stop` and `quit` at once; another answers them in order.
#[derive(Debug, Default)]
pub struct RunningSearch(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Searches requested so far.
    asked: u64,
    /// Searches begun so far.
    begun: u64,
    /// All searches up to this one were told to stop.
    stopped: u64,
    /// Ends the running search.
    abort: Abort,
    /// Nothing is answered any more.
    quit: bool,
}

impl RunningSearch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a requested search.
    pub fn ask(&self) {
        self.state().asked += 1;
    }

    /// Begins the next requested search: returns what ends it early, and whether it was stopped
    /// already.
    pub fn begin(&self) -> (Abort, bool) {
        let mut state = self.state();
        state.begun += 1;
        state.abort = Abort::new();
        if state.quit {
            state.abort.set();
        }
        (state.abort.clone(), state.begun <= state.stopped)
    }

    /// Ends all searches requested so far, with what they have found.
    pub fn stop(&self) {
        let mut state = self.state();
        state.stopped = state.asked;
        state.abort.set();
    }

    /// Ends every search, without an answer.
    pub fn quit(&self) {
        let mut state = self.state();
        state.quit = true;
        state.abort.set();
    }

    /// Returns whether nothing is answered any more.
    pub fn has_quit(&self) -> bool {
        self.state().quit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_ends_what_was_asked_for_before_it() {
        let search = RunningSearch::default();
        search.stop();
        search.ask();
        let (first, stopped) = search.begin();
        assert!(!first.is_set() && !stopped);
        search.stop();
        assert!(first.is_set());
        search.ask();
        assert!(!search.begin().1);
    }

    #[test]
    fn a_stop_before_the_search_has_begun_is_not_lost() {
        let search = RunningSearch::default();
        search.ask();
        let (first, _) = search.begin();
        search.ask();
        search.stop();
        // The first one is still running and ends too.
        assert!(first.is_set());
        assert!(search.begin().1);
        search.ask();
        assert!(!search.begin().1);
        search.quit();
        search.ask();
        assert!(search.begin().0.is_set() && search.has_quit());
    }
}
