//! How much of the clock one move may use.

use amazons::board::Position;
use std::time::Duration;

/// What is kept of a clock for the way of a move between programs.
const RESERVE: Duration = Duration::from_millis(20);

/// The share of a board's squares that is empty when most games are decided: what follows is
/// filling, which takes no thought.
const DECIDED: f64 = 0.38;

/// Moves for which time is kept beyond that.
const MARGIN: f64 = 4.0;

/// Returns how much of a game's remaining time one move may take: an even share for each move that
/// the player has to think about before the game is decided, and what the clock gains with each
/// move.
pub fn share_of_clock(left: Duration, increment: Duration, position: &Position) -> Duration {
    let usable = left.saturating_sub(RESERVE);
    let squares = (position.width() * position.height()) as f64;
    let plies = (position.empties() as f64 - DECIDED * squares).max(0.0);
    usable.div_f64(plies / 2.0 + MARGIN).saturating_add(increment).min(usable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_increment_is_used_but_no_more_than_there_is() {
        let start = Position::start(10, 10).unwrap();
        let [minute, second] = [60, 1].map(Duration::from_secs);
        let plain = share_of_clock(minute, Duration::ZERO, &start);
        assert_eq!(share_of_clock(minute, second, &start), plain + second);
        assert!(share_of_clock(second, minute, &start) < second);
        assert_eq!(share_of_clock(Duration::ZERO, second, &start), Duration::ZERO);
    }

    #[test]
    fn most_of_the_clock_is_used_before_a_game_is_decided() {
        for side in [8, 10] {
            let mut position = Position::start(side, side).unwrap();
            let whole = Duration::from_secs(60);
            let (mut left, mut longest) = (whole, Duration::ZERO);
            while position.empties() as f64 > 0.4 * (side * side) as f64 {
                let share = share_of_clock(left, Duration::ZERO, &position);
                longest = longest.max(share);
                left -= share;
                for _ in 0..2 {
                    position = position.play(position.legal_moves()[0]).unwrap();
                }
            }
            assert!(left < whole / 5, "{side}: {left:?} left");
            assert!(left > whole / 12, "{side}: {left:?} left");
            assert!(longest < whole / 12, "{side}: {longest:?}");
        }
    }
}
