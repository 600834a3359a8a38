//! How much of the clock one move may use.

use std::time::Duration;

/// What is kept of a clock for the way of a move between programs.
const RESERVE: Duration = Duration::from_millis(20);

/// Returns how much of a game's remaining time one move may take: an even share for each move still
/// to be thought about, and what the clock gains with each move. These are about a quarter of the
/// empty squares for each side.
pub fn share_of_clock(left: Duration, increment: Duration, empties: usize) -> Duration {
    let usable = left.saturating_sub(RESERVE);
    (usable / (empties as u32 / 4 + 4)).saturating_add(increment).min(usable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_increment_is_used_but_no_more_than_there_is() {
        let [minute, second] = [60, 1].map(Duration::from_secs);
        let plain = share_of_clock(minute, Duration::ZERO, 80);
        assert_eq!(share_of_clock(minute, second, 80), plain + second);
        assert!(share_of_clock(second, minute, 80) < second);
        assert_eq!(share_of_clock(Duration::ZERO, second, 80), Duration::ZERO);
    }
}
