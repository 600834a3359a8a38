//! What the states of all parts add up to.

use super::directory::{Directory, name_of};
use super::state::{PartState, State, line_of};
use crate::board::{Move, Position};
use crate::ledger::Partition;
use crate::proof::error::ProofError;
use hashbrown::{HashMap, HashSet};

/// What is known about a position of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Proved,
    Refuted,
    Open,
}

/// An open part.
#[derive(Clone, Debug)]
pub(super) struct OpenPart {
    pub position: Position,
    pub state: PartState,
    /// Whether it precedes the parts: it is divided after a short search.
    pub early: bool,
    /// The name of the part that the division began with, by which partitions are dealt out.
    pub owner: u128,
}

/// A survey of the whole tree.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Open parts, each once.
    pub open: Vec<OpenPart>,
    /// Divided parts that are decided by what they were divided into, but have no proof yet.
    pub finished: Vec<(Position, PartState, Standing)>,
    /// Files of parts that are damaged or missing, and what that means.
    pub damaged: Vec<String>,
    seen: HashSet<Position>,
}

impl Survey {
    /// Notes a damaged file of the part that a line leads to, once for all lines.
    fn note(&mut self, damage: &ProofError, line: &[Move]) {
        let damage = damage.to_string();
        if !self.damaged.iter().any(|text| text.starts_with(&damage)) {
            let part = format!("part '{}'", line_of(line));
            let part = if line.is_empty() { "the whole claim" } else { &part };
            self.damaged.push(format!("{damage}; {part} counts as open until it is proved again"));
        }
    }
}

/// The positions that a claim is divided into.
pub(super) struct Tree<'a> {
    directory: &'a Directory,
    /// The symmetries that map the claim's position to itself: no others bring two lines of a few
    /// plies together, and without the others parts stand as they arise.
    symmetries: Vec<u8>,
    children: HashMap<Position, Vec<(Move, Position)>>,
    /// Decided parts: their states no longer change and are read once.
    decided: HashMap<Position, Standing>,
}

impl<'a> Tree<'a> {
    pub fn new(directory: &'a Directory) -> Self {
        let start = &directory.division.claim.position;
        let codes = if start.width() == start.height() { 0..8 } else { 0..4 };
        let symmetries = codes.filter(|&code| start.transformed(code) == *start).collect();
        Self { directory, symmetries, children: HashMap::new(), decided: HashMap::new() }
    }

    /// Returns the claim's position as a part.
    pub fn root(&self) -> Position {
        self.canonical(&self.directory.division.claim.position)
    }

    /// Returns the representative of a position's images.
    pub fn canonical(&self, position: &Position) -> Position {
        self.symmetries
            .iter()
            .map(|&code| position.transformed(code))
            .min_by_key(|image| *image.placement())
            .expect("there is the identity")
    }

    /// Converts moves from part to part to moves on the board of the claim: a part may stand for a
    /// mirror image of what they lead to.
    pub fn on_the_board(&self, line: &[Move]) -> Vec<Move> {
        let mut board = self.directory.division.claim.position.clone();
        let mut part = self.root();
        let mut moves = Vec::new();
        for &mv in line {
            let Ok(after) = part.play(mv) else { break };
            part = self.canonical(&after);
            let children = board.legal_moves().into_iter();
            let mut children = children.map(|mv| (mv, board.play(mv).expect("it is legal")));
            let Some((played, next)) = children.find(|(_, next)| self.canonical(next) == part)
            else {
                break;
            };
            moves.push(played);
            board = next;
        }
        moves
    }

    /// Returns a part's moves with the parts they lead to.
    pub fn children(&mut self, part: &Position) -> Vec<(Move, Position)> {
        if let Some(children) = self.children.get(part) {
            return children.clone();
        }
        let children: Vec<(Move, Position)> = part
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, self.canonical(&part.play(mv).expect("it is legal"))))
            .collect();
        self.children.insert(part.clone(), children.clone());
        children
    }

    /// Surveys all states.
    pub fn survey(&mut self) -> Result<(Standing, Survey), ProofError> {
        let mut survey = Survey::default();
        let root = self.root();
        let standing = self.look(&root, &[], None, &mut survey)?;
        Ok((standing, survey))
    }

    fn look(
        &mut self,
        part: &Position,
        line: &[Move],
        owner: Option<u128>,
        survey: &mut Survey,
    ) -> Result<Standing, ProofError> {
        let plies = line.len() as u32;
        let early = plies < self.directory.division.plies;
        let owner = if early { owner } else { owner.or_else(|| Some(name_of(part))) };
        let winner = self.directory.division.claim.winner;
        if let Some(standing) = self.decided.get(part) {
            return Ok(*standing);
        }
        let (state, damage) = self.directory.examine(part)?;
        if let Some(damage) = damage {
            survey.note(&damage, &self.on_the_board(line));
        }
        let decided = match state.as_ref().map(|state| state.state) {
            Some(State::Proved) => Some(Standing::Proved),
            Some(State::Refuted) => Some(Standing::Refuted),
            Some(State::Open | State::Divided) | None => None,
        };
        if let Some(standing) = decided {
            self.decided.insert(part.clone(), standing);
            return Ok(standing);
        }
        // Before the parts, and after the winner's choice in a divided part, all replies of the
        // loser are parts, and the position in which the loser replies is not one unless its search
        // has begun.
        let between = early || state.is_none() && plies > self.directory.division.plies;
        let mut divided = None;
        match state {
            Some(state) if state.state == State::Divided => divided = Some(state),
            state => {
                if !(between && part.side() != winner && part.can_move()) {
                    if survey.seen.insert(part.clone()) {
                        survey.open.push(OpenPart {
                            position: part.clone(),
                            state: state.unwrap_or_else(|| PartState::new(part, line.to_vec())),
                            early,
                            owner: owner.unwrap_or_else(|| name_of(part)),
                        });
                    }
                    return Ok(Standing::Open);
                }
            }
        }
        let before = (survey.open.len(), survey.finished.len());
        let standing = if part.side() == winner {
            let choices = divided.as_ref().map(|state| state.choices.clone()).unwrap_or_default();
            self.look_at_choices(part, &choices, line, owner, survey)?
        } else {
            self.look_at_replies(part, line, owner, survey)?
        };
        if standing != Standing::Open {
            for part in survey.open.drain(before.0..) {
                survey.seen.remove(&part.position);
            }
            // What this part adds up to no longer needs those below.
            survey.finished.truncate(before.1);
            if let Some(state) = divided {
                survey.finished.push((part.clone(), state, standing));
            }
        }
        Ok(standing)
    }

    /// Whether a part is refuted: by what is known about it or, if it lies between parts, by one of
    /// the loser's replies.
    pub fn is_refuted(&mut self, part: &Position) -> Result<bool, ProofError> {
        let refuted = |state: &PartState| state.state == State::Refuted;
        match self.directory.load(part)? {
            Some(state) => Ok(refuted(&state)),
            None if part.side() == self.directory.division.claim.winner => Ok(false),
            None => {
                for (_, child) in self.children(part) {
                    if self.directory.load(&child)?.as_ref().is_some_and(refuted) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// The parts that a part's choices lead to, up to the first that is not refuted, each with
    /// whether it is refuted. Nothing beyond that is examined.
    pub fn tried(
        &mut self,
        part: &Position,
        choices: &[Move],
    ) -> Result<Vec<(Position, bool)>, ProofError> {
        let mut tried = Vec::new();
        for &mv in choices {
            let child = self.after(part, mv)?;
            let refuted = self.is_refuted(&child)?;
            tried.push((child, refuted));
            if !refuted {
                break;
            }
        }
        Ok(tried)
    }

    /// The winner makes the first of its moves that is not refuted.
    fn look_at_choices(
        &mut self,
        part: &Position,
        choices: &[Move],
        line: &[Move],
        owner: Option<u128>,
        survey: &mut Survey,
    ) -> Result<Standing, ProofError> {
        for &mv in choices {
            let child = self.after(part, mv)?;
            match self.look(&child, &[line, &[mv]].concat(), owner, survey)? {
                Standing::Refuted => {}
                standing => return Ok(standing),
            }
        }
        Ok(Standing::Refuted)
    }

    /// Returns the part after a move that a state names.
    pub fn after(&self, part: &Position, mv: Move) -> Result<Position, ProofError> {
        let path = self.directory.file(part, "json");
        let after = part.play(mv).map_err(|error| ProofError::file(&path, error.to_string()))?;
        Ok(self.canonical(&after))
    }

    /// The loser makes every move.
    fn look_at_replies(
        &mut self,
        part: &Position,
        line: &[Move],
        owner: Option<u128>,
        survey: &mut Survey,
    ) -> Result<Standing, ProofError> {
        let mut all = Standing::Proved;
        for (mv, child) in self.children(part) {
            match self.look(&child, &[line, &[mv]].concat(), owner, survey)? {
                Standing::Refuted => return Ok(Standing::Refuted),
                Standing::Open => all = Standing::Open,
                Standing::Proved => {}
            }
        }
        Ok(all)
    }
}

impl OpenPart {
    /// The nodes of its next search: as many as all before it, or at first `first_nodes`. The
    /// winner's choice before the parts deserves a longer look.
    pub fn next_nodes(&self, first_nodes: u64) -> u64 {
        let first = if self.early { 16 * first_nodes } else { first_nodes };
        self.state.nodes.max(first)
    }

    /// Returns whether a partition works on it; what precedes the parts belongs to all of them.
    pub fn belongs_to(&self, partition: Option<Partition>) -> bool {
        self.early || partition.is_none_or(|partition| partition.holds((self.owner >> 64) as u64))
    }
}
