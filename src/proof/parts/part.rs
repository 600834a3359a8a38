//! One part of a long search: its state, its search and its proof.

use super::directory::{Directory, write_whole};
use super::state::{PartState, State};
use crate::board::Position;
use crate::limits::Limits;
use crate::proof::claim::Claim;
use crate::proof::error::ProofError;
use crate::proof::prover::{Prover, Verdict};
use std::fs;
use std::io;
use std::time::{Duration, Instant};

/// How much is spent on one part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Nodes after which the part waits for its next turn.
    pub nodes: u64,
    /// Total nodes after which it is divided.
    pub divide_nodes: u64,
    /// Divide it in any case once `nodes` are spent.
    pub divide_now: bool,
}

/// The time between two saves of a search: a kill loses little more. It is kept by counting nodes,
/// so that a clock that jumps ends no search.
const SLICE: Duration = Duration::from_secs(40);

/// The least number of nodes between two saves.
const LEAST_SLICE: u64 = 1 << 16;

const MAGIC: &[u8; 8] = b"AmzSrch1";

/// Works on a part that this worker has locked, and stores its new state.
pub(super) fn work_on(
    directory: &Directory,
    part: &Position,
    state: PartState,
    prover: &mut Prover,
    effort: Effort,
    limits: &Limits,
) -> Result<PartState, ProofError> {
    let claim = directory.division.claim.at(part.clone());
    prover.turn_over();
    load_search(directory, part, prover)?;
    let begun = Instant::now();
    let (nodes, seconds) = (state.nodes, state.seconds);
    let spent = |prover: &Prover, state: PartState| PartState {
        nodes: nodes + prover.nodes(),
        seconds: seconds + prover.time().as_secs_f64(),
        ..state
    };
    let mut slice = LEAST_SLICE;
    loop {
        let left = effort.nodes.saturating_sub(prover.nodes()).clamp(1, slice);
        let before = (prover.nodes(), prover.time());
        let verdict =
            prover.decide(&claim, &Limits { nodes: Some(left), ..limits.after(begun.elapsed()) });
        slice = next_slice(slice, prover.nodes() - before.0, prover.time() - before.1);
        let over = limits.time.is_some_and(|time| begun.elapsed() >= time);
        let stop = over || limits.abort.is_set();
        match verdict {
            Verdict::Proved(()) => {
                // Writing down what a long search found may also take long.
                if prover.time() >= SLICE {
                    keep(directory, part, prover, spent(prover, state.clone()))?;
                }
                let only_abort = Limits::none().until(&limits.abort);
                return match prover.write_down(&claim, directory.division.rule, &only_abort)? {
                    Verdict::Proved(proof) => {
                        let saved = proof.save(&directory.file(part, "proof"))?;
                        let state = spent(prover, state).proved(&saved);
                        directory.store(part, &state)?;
                        Ok(state)
                    }
                    _ => keep(directory, part, prover, spent(prover, state)),
                };
            }
            Verdict::Refuted => {
                let state = PartState { state: State::Refuted, ..spent(prover, state) };
                directory.store(part, &state)?;
                return Ok(state);
            }
            Verdict::Open => {}
        }
        let now = spent(prover, state.clone());
        let exhausted =
            now.nodes >= effort.divide_nodes || effort.divide_now && prover.nodes() >= effort.nodes;
        // Without a move there is nothing to divide: only the length of a filling is open.
        if exhausted && !stop && part.can_move() {
            return divide(directory, &claim, now, prover, limits);
        }
        let state = keep(directory, part, prover, now)?;
        if stop || prover.nodes() >= effort.nodes {
            return Ok(state);
        }
    }
}

/// The nodes of the next slice, after one that searched `nodes` nodes in `time`.
fn next_slice(last: u64, nodes: u64, time: Duration) -> u64 {
    let in_time = nodes as f64 * SLICE.as_secs_f64() / time.as_secs_f64().max(1e-9);
    (in_time as u64).clamp(LEAST_SLICE, 4 * last)
}

/// Turns the moves of a part into parts.
fn divide(
    directory: &Directory,
    claim: &Claim,
    state: PartState,
    prover: &mut Prover,
    limits: &Limits,
) -> Result<PartState, ProofError> {
    let part = &claim.position;
    let mut choices = Vec::new();
    if part.side() == claim.winner {
        let only_abort = Limits::none().until(&limits.abort);
        match prover.promising_moves(claim, &only_abort) {
            Some(moves) => choices = moves,
            None => return keep(directory, part, prover, state),
        }
    }
    let state = PartState { state: State::Divided, choices, divided: true, ..state };
    directory.store(part, &state)?;
    Ok(state)
}

/// Saves the state of an open part's search.
fn keep(
    directory: &Directory,
    part: &Position,
    prover: &Prover,
    state: PartState,
) -> Result<PartState, ProofError> {
    let path = directory.file(part, "search");
    let mut bytes = MAGIC.to_vec();
    prover.save(&mut bytes).map_err(ProofError::io(&path))?;
    let mut crc = flate2::Crc::new();
    crc.update(&bytes);
    bytes.extend_from_slice(&crc.sum().to_le_bytes());
    write_whole(&path, &bytes)?;
    directory.store(part, &state)?;
    Ok(state)
}

/// Loads the saved search of a part. A damaged one is set aside, and the search starts again.
fn load_search(
    directory: &Directory,
    part: &Position,
    prover: &mut Prover,
) -> Result<(), ProofError> {
    let path = directory.file(part, "search");
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        read => read.map_err(ProofError::io(&path))?,
    };
    match checked(&bytes) {
        Some(body) => prover.load(&mut &*body).map_err(ProofError::io(&path)),
        None => {
            let aside = directory.file(part, "search.damaged");
            fs::rename(&path, &aside).map_err(ProofError::io(&path))
        }
    }
}

/// Returns the state in a search file, if its checksum says that it is intact.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (body, checksum) = bytes.split_last_chunk::<4>()?;
    let mut crc = flate2::Crc::new();
    crc.update(body);
    let whole = crc.sum() == u32::from_le_bytes(*checksum);
    body.strip_prefix(MAGIC).filter(|_| whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_the_speed_and_bear_a_clock_that_jumps() {
        let second = Duration::from_secs(1);
        assert_eq!(next_slice(1 << 24, 1_000_000, second), 40_000_000);
        assert_eq!(next_slice(LEAST_SLICE, 1_000_000, second), 4 * LEAST_SLICE);
        assert_eq!(next_slice(1 << 24, 1_000_000, 3600 * second), LEAST_SLICE);
        assert_eq!(next_slice(LEAST_SLICE, 1_000_000, Duration::ZERO), 4 * LEAST_SLICE);
        assert_eq!(next_slice(LEAST_SLICE, 0, Duration::ZERO), LEAST_SLICE);
    }
}
