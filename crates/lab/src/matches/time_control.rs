//! The time control of a match.

use std::fmt;
use std::time::Duration;

/// How time is allotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// Each participant's own limit for each move. An engine loses on time if it answers more than
    /// `grace` after the limit. Overshoot is recorded for every participant.
    PerMove {
        /// How late an engine may be.
        grace: Duration,
    },
    /// A clock for each side's whole game; a side that uses more loses.
    PerGame(Clock),
}

/// The clock of each side: `60s`, or `60s+1s` with an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Clock {
    /// The time at the start of the game.
    #[serde(flatten)]
    pub time: Duration,
    /// What it gains with each move.
    #[serde(default, skip_serializing_if = "Duration::is_zero")]
    pub increment: Duration,
}

impl From<Duration> for Clock {
    fn from(time: Duration) -> Self {
        Self { time, increment: Duration::ZERO }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", humantime::format_duration(self.time))?;
        match self.increment.is_zero() {
            true => Ok(()),
            false => write!(f, "+{}", humantime::format_duration(self.increment)),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PerMove { grace } => write!(f, "grace {}", humantime::format_duration(grace)),
            Self::PerGame(clock) => write!(f, "{clock} a side and game"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_without_increment_is_written_as_a_time() {
        let plain = TimeControl::PerGame(Duration::from_secs(60).into());
        let text = serde_json::to_string(&plain).unwrap();
        assert_eq!(text, r#"{"per-game":{"secs":60,"nanos":0}}"#);
        assert_eq!(serde_json::from_str::<TimeControl>(&text).unwrap(), plain);
        let increment = Duration::from_millis(500);
        let more = TimeControl::PerGame(Clock { time: Duration::from_secs(60), increment });
        let text = serde_json::to_string(&more).unwrap();
        assert_eq!(serde_json::from_str::<TimeControl>(&text).unwrap(), more);
        assert_eq!(more.to_string(), "1m+500ms a side and game");
    }
}
