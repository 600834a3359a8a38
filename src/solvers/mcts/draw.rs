//! How a playout draws its moves.

/// How a playout draws a move: the option `draw`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draw {
    /// By equal draws at each step (`steps`): an amazon that can move, its destination, its arrow.
    #[default]
    Steps,
    /// With every legal move equally likely (`moves`), as in the program of M. Levasseur and others
    /// that played their tournament. This is slower, and amazons with many moves move more often.
    Moves,
}

impl Draw {
    /// The values of the option.
    pub const CHOICES: [(&str, Self); 2] = [("steps", Self::Steps), ("moves", Self::Moves)];
}
