//! Which problems a method solved, as a study found.

use super::problem::Problem;
use crate::score::Rank;
use hashbrown::HashMap;

/// The problems of a study that a method answered, and what it proved of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolvedProblems {
    /// The study and the method, such as `report:dfpn`.
    pub name: String,
    /// The most nodes of an iteration of those that count as solved; `None` for no limit.
    pub within: Option<u64>,
    /// By id: the position, and the rank of the first player, if it was proved exactly.
    problems: HashMap<String, (String, Option<Rank>)>,
}

/// What a study says about a problem of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InStudy {
    /// It does not have the problem.
    Missing,
    /// It has another problem of this id.
    OtherPosition,
    /// The exact rank that the method proved; `None` if it proved none.
    Answer(Option<Rank>),
}

impl SolvedProblems {
    /// Makes an empty list.
    pub fn new(name: String, within: Option<u64>) -> Self {
        Self { name, within, problems: HashMap::new() }
    }

    /// Adds a problem of the study: its id, its position as FEN, and what was proved.
    pub fn add(&mut self, id: &str, fen: String, rank: Option<Rank>) {
        self.problems.insert(id.to_owned(), (fen, rank));
    }

    /// Looks up a problem of a set.
    pub fn find(&self, problem: &Problem) -> InStudy {
        match self.problems.get(&problem.id) {
            None => InStudy::Missing,
            Some((fen, _)) if *fen != problem.position.to_fen() => InStudy::OtherPosition,
            Some((_, rank)) => InStudy::Answer(*rank),
        }
    }
}
