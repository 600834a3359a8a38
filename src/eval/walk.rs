//! How an amazon walks when distances are measured.

/// How an amazon is assumed to walk when distances are measured; it never shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Like a chess queen: D¹ of Lieberum 2005.
    Queen,
    /// Like a chess king: D² of Lieberum 2005.
    King,
}
