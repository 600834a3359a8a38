//! How time is given in a match.

use std::fmt;
use std::time::Duration;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// Each contestant's own limit a move. An engine loses on time when it answers later than
    /// `grace` after it; the overshoot of all is recorded.
    PerMove {
        /// What an engine may be late.
        grace: Duration,
    },
    /// So much for each side's whole game; whoever uses more loses.
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
