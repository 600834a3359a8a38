//! The search that an engine is running, and how requests end it.

use amazons::limits::Abort;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
    /// Searches answered so far.
    ended: u64,
    /// All searches up to this one were told to stop.
    stopped: u64,
    /// Ends the running search.
    abort: Abort,
    /// The running search has no limit: it ends when it is told to.
    is_unlimited: bool,
    /// The moves that all searches up to this one expected have been played.
    hit: u64,
    /// The running search waits for the move that it expects; it may use this much time then.
    ponders: Option<Option<Duration>>,
    /// Nobody tells anything any more.
    input_has_ended: bool,
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
        state.is_unlimited = false;
        state.ponders = None;
        if state.quit {
            state.abort.set();
        }
        (state.abort.clone(), state.begun <= state.stopped)
    }

    /// Says that the running search ends only when it is told to, or when nobody is left to tell it.
    pub fn runs_until_stopped(&self) {
        let mut state = self.state();
        state.is_unlimited = true;
        if state.input_has_ended {
            state.abort.set();
        }
    }

    /// Says that the running search expects a move of the opponent, and how much time it may use once
    /// that is played. Returns whether it is still to be played.
    pub fn ponders(&self, time: Option<Duration>) -> bool {
        let mut state = self.state();
        let waits = state.begun > state.hit;
        state.ponders = waits.then_some(time);
        waits
    }

    /// Returns whether the running search waits for a move of the opponent.
    pub fn is_pondering(&self) -> bool {
        self.state().ponders.is_some()
    }

    /// Says that the expected move was played. Returns what ends the search, and when.
    pub fn hit(&self) -> Option<(Abort, Duration)> {
        let mut state = self.state();
        state.hit = state.asked;
        let time = state.ponders.take()?;
        state.is_unlimited = false;
        Some((state.abort.clone(), time?))
    }

    /// Ends the running search if nothing else would, now and from then on: the input has ended.
    pub fn end_input(&self) {
        let mut state = self.state();
        state.input_has_ended = true;
        if state.is_unlimited {
            state.abort.set();
        }
    }

    /// Counts an answered search.
    pub fn end(&self) {
        self.state().ended += 1;
    }

    /// Returns whether a requested search is not answered yet.
    pub fn is_under_way(&self) -> bool {
        let state = self.state();
        state.ended < state.asked
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
        assert!(first.is_set() && search.is_under_way());
        search.end();
        assert!(!search.is_under_way());
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

    #[test]
    fn an_expected_move_may_be_played_before_its_search_begins() {
        let search = RunningSearch::default();
        let second = Duration::from_secs(1);
        search.ask();
        search.begin();
        assert!(search.ponders(Some(second)) && search.is_pondering());
        assert!(search.hit().is_some_and(|(_, time)| time == second) && !search.is_pondering());
        search.ask();
        assert!(search.hit().is_none());
        search.begin();
        assert!(!search.ponders(Some(second)) && !search.is_pondering());
        search.ask();
        search.begin();
        assert!(search.ponders(None) && search.hit().is_none() && !search.is_pondering());
    }

    #[test]
    fn a_search_without_limit_ends_with_the_input() {
        let search = RunningSearch::default();
        search.ask();
        let (limited, _) = search.begin();
        search.end_input();
        assert!(!limited.is_set());
        let (unlimited, _) = search.begin();
        search.runs_until_stopped();
        assert!(unlimited.is_set());
    }
}
