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
    /// This much for each side's whole game; a side that uses more loses.
    PerGame(Duration),
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PerMove { grace } => write!(f, "grace {}", humantime::format_duration(grace)),
            Self::PerGame(time) => {
                write!(f, "{} a side and game", humantime::format_duration(time))
            }
        }
    }
}
