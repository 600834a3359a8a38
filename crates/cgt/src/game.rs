//! A game of an arena, and who wins a game.

/// A game of an arena. Two games of one arena are the same handle if and only if they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(pub(super) u32);

impl Game {
    /// Returns its place among the games of its arena, from 0 on. The options of a game come before
    /// it.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The outcome of a game: who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left, whoever starts: the game is positive.
    Left,
    /// Right, whoever starts: the game is negative.
    Right,
    /// The player who starts: the game is confused with 0.
    Next,
    /// The player who does not start: the game is 0.
    Previous,
}

impl Outcome {
    /// Returns the outcome, given whether Left wins moving first and moving second.
    pub const fn of(left_wins_first: bool, left_wins_second: bool) -> Self {
        match (left_wins_first, left_wins_second) {
            (true, true) => Self::Left,
            (false, false) => Self::Right,
            (true, false) => Self::Next,
            (false, true) => Self::Previous,
        }
    }

    /// Returns `L`, `R`, `N` or `P`.
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Next => 'N',
            Self::Previous => 'P',
        }
    }

    /// Returns the outcome of −G.
    #[must_use]
    pub const fn negative(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            other => other,
        }
    }

    /// Returns whether Left wins when Left starts.
    pub const fn left_wins_first(self) -> bool {
        matches!(self, Self::Left | Self::Next)
    }

    /// Returns whether Left wins when Right starts.
    pub const fn left_wins_second(self) -> bool {
        matches!(self, Self::Left | Self::Previous)
    }
}

impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}
