//! The progress of a long search.

use super::directory::{Directory, name_of};
use super::state::{PartState, State, line_of};
use super::tree::{OpenPart, Standing, Tree};
use super::work::Work;
use crate::board::{Move, Position};
use crate::proof::error::ProofError;
use hashbrown::{HashMap, HashSet};
use serde::Serialize;
use std::path::PathBuf;

/// The progress of a long search.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// The claim in words.
    pub claim: String,
    /// The position of the claim.
    pub fen: String,
    /// `proved`, `refuted` or `open`.
    pub verdict: &'static str,
    /// The parts that the claim was first divided into, and what is not divided yet.
    pub parts: Vec<PartStatus>,
    /// Numbers of all positions, including parts of parts.
    pub proved: usize,
    /// See [`Status::proved`].
    pub refuted: usize,
    /// See [`Status::proved`].
    pub divided: usize,
    /// See [`Status::proved`]. Parts whose search has not begun are included.
    pub open: usize,
    /// Nodes of all of them.
    pub nodes: u64,
    /// Seconds of all of them, as if one worker had done everything.
    pub seconds: f64,
    /// The most nodes until every open part has been searched as long again as before, or for the
    /// first time.
    pub next_round_nodes: u64,
    /// The share of parts that the last doublings of nodes decided.
    pub decided_by_doubling: Option<f64>,
    /// Files that are damaged or missing, and which part counts as open because of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

/// One of the parts that a claim was first divided into. Two lines may lead to the same one.
#[derive(Clone, Debug, Serialize)]
pub struct PartStatus {
    /// The moves that lead there; empty for the claim itself.
    pub line: String,
    /// What is known.
    pub state: State,
    /// Nodes spent on it, including its parts.
    pub nodes: u64,
    /// Seconds spent on it, including its parts.
    pub seconds: f64,
    /// The number of stored moves of its proof.
    pub positions: Option<u64>,
    /// The checksum at the end of its proof file, in hexadecimal digits.
    pub checksum: Option<String>,
    /// Its proof file.
    pub proof: Option<PathBuf>,
    /// The position, in its canonical form.
    pub fen: String,
    /// The name of its files in `parts/`, without their endings.
    pub name: String,
}

impl Directory {
    /// Lists files that are damaged or missing, and which part counts as open because of that.
    ///
    /// # Errors
    /// A state cannot be read.
    pub fn damaged(&self) -> Result<Vec<String>, ProofError> {
        Ok(Tree::new(self).survey()?.1.damaged)
    }

    /// Returns the progress of the search.
    ///
    /// # Errors
    /// A state cannot be read.
    pub fn status(&self) -> Result<Status, ProofError> {
        let mut tree = Tree::new(self);
        let (standing, survey) = tree.survey()?;
        let claim = &self.division.claim;
        let mut status = Status {
            claim: claim.to_string(),
            fen: claim.position.to_fen(),
            verdict: match standing {
                Standing::Proved => "proved",
                Standing::Refuted => "refuted",
                Standing::Open => "open",
            },
            parts: Vec::new(),
            proved: 0,
            refuted: 0,
            divided: 0,
            open: 0,
            nodes: 0,
            seconds: 0.0,
            next_round_nodes: survey.open.iter().map(|p| p.next_nodes(Work::FIRST_NODES)).sum(),
            decided_by_doubling: None,
            damaged: survey.damaged,
        };
        let begin = |part: OpenPart| (part.position, part.state);
        let mut all: HashMap<_, _> = survey.open.into_iter().map(begin).collect();
        self.collect(&mut tree, &claim.position.clone(), &mut Vec::new(), &mut status, &mut all)?;
        for state in all.values() {
            match state.state {
                State::Proved => status.proved += 1,
                State::Refuted => status.refuted += 1,
                State::Divided => status.divided += 1,
                State::Open => status.open += 1,
            }
            status.nodes += state.nodes;
            status.seconds += state.seconds;
        }
        status.decided_by_doubling = decided_by_doubling(all.values());
        Ok(status)
    }

    /// Lists the parts below a position on the claim's own board, and all states.
    fn collect(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        line: &mut Vec<Move>,
        status: &mut Status,
        all: &mut HashMap<Position, PartState>,
    ) -> Result<(), ProofError> {
        let part = tree.canonical(position);
        let state = self.load(&part)?;
        if let Some(state) = &state {
            all.insert(part.clone(), state.clone());
        }
        let is = state.as_ref().map_or(State::Open, |state| state.state);
        // Like workers, this treats as a part whatever is not divided: a position before the
        // winner's choice is known, or one without a move.
        let winner = self.division.claim.winner;
        let undivided = match is {
            State::Proved | State::Refuted => true,
            State::Open => position.side() == winner || !position.can_move(),
            State::Divided => false,
        };
        if undivided || line.len() as u32 >= self.division.plies {
            all.entry(part.clone()).or_insert_with(|| PartState::new(&part, line.clone()));
            let mut inner = HashSet::new();
            let (nodes, seconds) = self.spent(tree, &part, true, &mut inner, all)?;
            let proved = is == State::Proved;
            status.parts.push(PartStatus {
                line: line_of(line),
                state: is,
                nodes,
                seconds,
                positions: state.as_ref().and_then(|state| state.positions),
                checksum: state.as_ref().and_then(|state| state.checksum.clone()),
                proof: proved.then(|| self.file(&part, "proof")),
                fen: part.to_fen(),
                name: format!("{:032x}", name_of(&part)),
            });
            return Ok(());
        }
        let moves: Vec<Move> = if position.side() == winner {
            // The choice is a move in the canonical position: find the one on this board.
            let choices = state.map(|state| state.choices).unwrap_or_default();
            let last = tree.tried(&part, &choices)?.pop();
            let current = last.filter(|(_, refuted)| !refuted).map(|(child, _)| child);
            let leads = |mv: &Move| {
                position.play(*mv).is_ok_and(|after| Some(tree.canonical(&after)) == current)
            };
            position.legal_moves().into_iter().find(leads).into_iter().collect()
        } else {
            position.legal_moves()
        };
        for mv in moves {
            line.push(mv);
            let after = position.play(mv).expect("it is legal");
            self.collect(tree, &after, line, status, all)?;
            line.pop();
        }
        Ok(())
    }

    /// The nodes and seconds of a part and of those that it was divided into, each counted once.
    fn spent(
        &self,
        tree: &mut Tree<'_>,
        part: &Position,
        first: bool,
        seen: &mut HashSet<Position>,
        all: &mut HashMap<Position, PartState>,
    ) -> Result<(u64, f64), ProofError> {
        if !seen.insert(part.clone()) {
            return Ok((0, 0.0));
        }
        let Some(state) = self.load(part)? else {
            // A position between a part and its parts has no state of its own.
            if first || part.side() == self.division.claim.winner {
                return Ok((0, 0.0));
            }
            let (mut nodes, mut seconds) = (0, 0.0);
            for (_, child) in tree.children(part) {
                let (n, s) = self.spent(tree, &child, true, seen, all)?;
                (nodes, seconds) = (nodes + n, seconds + s);
            }
            return Ok((nodes, seconds));
        };
        let (mut nodes, mut seconds) = (state.nodes, state.seconds);
        let mut below = Vec::new();
        if part.side() == self.division.claim.winner {
            below.extend(tree.tried(part, &state.choices)?.into_iter().map(|(child, _)| child));
        } else if state.state == State::Divided {
            below.extend(tree.children(part).into_iter().map(|(_, child)| child));
        }
        all.insert(part.clone(), state);
        for child in below {
            let (n, s) = self.spent(tree, &child, false, seen, all)?;
            (nodes, seconds) = (nodes + n, seconds + s);
        }
        Ok((nodes, seconds))
    }
}

/// Among the parts on which more than half the median nodes of the open ones were spent, the share
/// that was decided: what another doubling may decide. Divided parts are counted by their parts.
fn decided_by_doubling<'a>(states: impl Iterator<Item = &'a PartState> + Clone) -> Option<f64> {
    let open = states.clone().filter(|state| state.state == State::Open && state.nodes > 0);
    let mut reached: Vec<u64> = open.map(|state| state.nodes).collect();
    reached.sort_unstable();
    let reached = *reached.get(reached.len() / 2)?;
    let beyond = states
        .filter(|state| state.state != State::Divided && state.nodes > reached / 2)
        .map(|state| matches!(state.state, State::Proved | State::Refuted));
    let (done, all) =
        beyond.fold((0, 0), |(done, all), decided| (done + usize::from(decided), all + 1));
    (all > 0).then(|| done as f64 / all as f64)
}
