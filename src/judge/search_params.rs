//! What the judge's search is made of; parts can be left out to measure and to test them.

/// Parts of the judge's search. Without any of them its answers are the same and take longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParams {
    /// Interval by squares that a player fills safely; else only the number of empty squares.
    pub guards: bool,
    /// Interval by crooked dead ends in which whoever fills them wastes squares; else those count like
    /// all others.
    pub dead_ends: bool,
    /// One reply refutes all moves that stay out of its way; else each is answered on its own.
    pub replies: bool,
    /// The winner of several contested regions by their game values; else only by search.
    pub sums: bool,
    /// Moves ordered by territory, mobility and bounds; else as they are generated.
    pub ordering: bool,
    /// The move that decided the last alike position is searched before any other is made, and begins
    /// nearer to a proof in proof-number search; else all are made and ordered first, and begin alike.
    pub answers: bool,
    /// What decided a position alike, the node's model, is tried first; else only what decided last.
    pub models: bool,
    /// The score is first asked near the evaluation's guess; else from below.
    pub guess: bool,
    /// The proof-number search counts the answers to every move of a new node that want an answer of
    /// their own; else all moves begin alike.
    pub looks: bool,
    /// Nodes of alpha-beta for a question before proof-number search takes it up.
    pub question_nodes: u64,
    /// Nodes of alpha-beta for each new node of the proof-number search.
    pub attempt_nodes: u64,
    /// Nodes for a move from which on its answer, with a second move after it, is tried against the
    /// other moves too.
    pub plan_nodes: u64,
    /// Nodes for the filling of a one-sided region that comes into being; harder ones are searched
    /// like contested ones, as far as their bounds leave the question open.
    pub filling_nodes: u32,
}

impl SearchParams {
    /// No proof-number search.
    pub const ALPHA_BETA: Self = Self { question_nodes: u64::MAX, ..Self::ALL };

    /// Everything, with the parameters that measured best.
    pub const ALL: Self = Self {
        guards: true,
        dead_ends: true,
        replies: true,
        sums: true,
        ordering: true,
        answers: true,
        models: true,
        guess: true,
        looks: true,
        question_nodes: 5_000,
        attempt_nodes: 300,
        plan_nodes: 2,
        filling_nodes: 512,
    };
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::ALL
    }
}
