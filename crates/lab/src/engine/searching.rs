//! The search that a request asks for, which may be told to stop.

use super::adjustable::AdjustablePlayer;
use super::running_search::RunningSearch;
use crate::play::Choice;
use amazons::board::Position;
use amazons::limits::Abort;
use amazons::solvers::{Thought, Watch};
use std::time::Duration;

/// The time of a search that was told to stop before it began.
pub const SHORT: Duration = Duration::from_millis(100);

/// What a request lets a search use. The player's own limits hold if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes, as the player counts them.
    pub nodes: Option<u64>,
    /// Plies: the search ends once it has searched so deep.
    pub depth: Option<u32>,
    /// The opponent has not moved yet.
    pub ponders: bool,
}

impl Asked {
    /// These limits for a search that only a depth ends, or nothing but a stop: without any other
    /// limit, the player's own would hold.
    #[must_use]
    pub fn open(self) -> Self {
        Self { nodes: self.nodes.or(Some(u64::MAX)), ..self }
    }

    /// Returns whether the depth was reached.
    pub fn is_reached(&self, thought: &Thought) -> bool {
        self.depth.is_some_and(|depth| thought.finished && thought.depth >= depth)
    }
}

/// Returns the time of a search that was told to stop, where it had this much.
pub fn at_most_short(time: Option<Duration>) -> Option<Duration> {
    Some(time.map_or(SHORT, |time| time.min(SHORT)))
}

/// Chooses a move; `None` if there is none. `begun` is what ends the search early, and whether it
/// was already told to stop.
pub fn search_for(
    engine: &mut AdjustablePlayer,
    position: &Position,
    asked: Asked,
    (abort, stopped): (Abort, bool),
    search: &RunningSearch,
    watch: &mut Watch<'_>,
) -> Option<Choice> {
    let Asked { time, nodes, .. } = asked;
    let moment = at_most_short(time);
    let time = if stopped { moment } else { time };
    let deep = Abort::clone(&abort);
    let lines = watch.lines();
    let mut tell = |thought: &Thought| {
        watch.tell(thought);
        if asked.is_reached(thought) {
            deep.set();
        }
    };
    let watch = &mut Watch::new(lines, &mut tell);
    let mut choose = |time, abort: &Abort| match asked.ponders {
        true => engine.ponder(position, time, nodes, abort, watch),
        false => engine.choose(position, time, nodes, abort, watch),
    };
    let chosen = choose(time, &abort);
    // One that was told to stop as it began has nothing yet.
    let hasty =
        abort.is_set() && !search.has_quit() && chosen.is_some_and(|choice| !choice.searched);
    match hasty {
        true => choose(moment, &Abort::new()),
        false => chosen,
    }
}
