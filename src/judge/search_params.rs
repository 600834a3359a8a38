//! The parts of the judge's search, which can be left out to measure and test them.

/// The parts of the judge's search. Without any of them, the answers are the same and take longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParams {
    /// Bounds from squares that a player fills safely; otherwise only from the number of empty
    /// squares.
    pub safe_squares: bool,
    /// Bounds from crooked dead ends, in which a player who fills them wastes squares; otherwise
    /// their squares count like all others.
    pub dead_ends: bool,
    /// One reply refutes all moves that stay out of its way; otherwise each is answered on its own.
    pub relevance_zones: bool,
    /// Pairs of a region and its negative are left out of the question who wins; otherwise they are
    /// searched like all others.
    pub pairs: bool,
    /// The winner of several contested regions by their game values; otherwise only by search.
    pub sums: bool,
    /// Moves ordered by territory, mobility and bounds; otherwise as they are generated.
    pub ordering: bool,
    /// The move that decided the last similar position is searched before any other is made, and
    /// starts nearer to a proof in proof-number search; otherwise all moves are made and ordered
    /// first, and start alike.
    pub last_decisions: bool,
    /// What decided the node's similar position is tried first; otherwise only what decided last.
    pub similar_positions: bool,
    /// The first target for the score is near the evaluation's estimate; otherwise targets rise
    /// from below.
    pub guess: bool,
    /// For every move of a new node, the proof-number search counts the answers that need a reply
    /// of their own; otherwise all moves start alike.
    pub reply_counts: bool,
    /// Nodes of alpha-beta for a question before proof-number search takes over.
    pub question_nodes: u64,
    /// Nodes of alpha-beta for each new node of the proof-number search.
    pub attempt_nodes: u64,
    /// Nodes spent on a move from which on its answer, together with a second move after it, is
    /// also tried against the other moves.
    pub two_move_zone_nodes: u64,
    /// Nodes for the filling of a one-sided region that comes into being. Harder regions are
    /// searched like contested ones, while their bounds leave the question open.
    pub filling_nodes: u32,
}

impl SearchParams {
    /// No proof-number search.
    pub const ALPHA_BETA: Self = Self { question_nodes: u64::MAX, ..Self::ALL };

    /// Everything, with the parameters that measured best.
    pub const ALL: Self = Self {
        safe_squares: true,
        dead_ends: true,
        relevance_zones: true,
        pairs: true,
        sums: true,
        ordering: true,
        last_decisions: true,
        similar_positions: true,
        guess: true,
        reply_counts: true,
        question_nodes: 5_000,
        attempt_nodes: 300,
        two_move_zone_nodes: 2,
        filling_nodes: 512,
    };
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::ALL
    }
}
