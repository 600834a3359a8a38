//! How much of a clock one move may use.

use std::time::Duration;

/// What a move may take of a game's remaining time: an even share of the moves that are still
/// thought about, which are about a quarter of the empty squares for each side.
pub fn share_of_clock(left: Duration, empties: usize) -> Duration {
    left.saturating_sub(Duration::from_millis(20)) / (empties as u32 / 4 + 4)
}
