//! How much of the clock one move may use.

use std::time::Duration;

/// Returns how much of a game's remaining time one move may take: an even share for each move still
/// to be thought about. These are about a quarter of the empty squares for each side.
pub fn share_of_clock(left: Duration, empties: usize) -> Duration {
    left.saturating_sub(Duration::from_millis(20)) / (empties as u32 / 4 + 4)
}
