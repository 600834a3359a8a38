//! Joins the directories of several machines into one.

use super::directory::{Directory, name_of};
use super::state::{PartState, State};
use crate::board::Position;
use crate::proof::error::ProofError;
use hashbrown::HashMap;
use std::fs;
use std::path::Path;

/// A part as it stands in the directory that knows most about it.
struct Known<'a> {
    state: PartState,
    directory: &'a Directory,
}

/// Brings what several directories of one claim know into another, which is made if it is not
/// there and may itself know something. For each part the state that says most is taken: proved or
/// refuted, else divided, else open; among equals, the one on which more nodes were spent. Damaged
/// files count as [`Directory::status`] says. Returns the number of parts in the end.
///
/// # Errors
/// A directory belongs to another claim, two contradict each other, a worker is working on a part
/// that would change, or files cannot be read or written. Unless it is the last, nothing is written.
pub fn join(from: &[Directory], to: &Path) -> Result<usize, ProofError> {
    let there = if Directory::is_one(to) { Some(Directory::open(to)?) } else { None };
    let Some(first) = there.as_ref().or(from.first()) else { return Ok(0) };
    let mut parts: HashMap<Position, Known<'_>> = HashMap::new();
    for directory in there.iter().chain(from) {
        if directory.division != first.division {
            return Err(directory.of_another_claim());
        }
        for (part, state) in directory.states()? {
            let known = Known { state, directory };
            match parts.get_mut(&part) {
                None => {
                    parts.insert(part, known);
                }
                Some(before) => {
                    let found = (known.state.state, before.state.state);
                    if let (State::Proved, State::Refuted) | (State::Refuted, State::Proved) = found
                    {
                        return Err(contradiction(&part, before, &known));
                    }
                    if knowledge(&known.state) > knowledge(&before.state) {
                        *before = known;
                    }
                }
            }
        }
    }
    let to = Directory::create(to, first.division.clone())?;
    for (part, known) in &parts {
        if known.directory.path() != to.path() {
            to.take(part, known)?;
        }
    }
    Ok(parts.len())
}

/// How much a state says.
fn knowledge(state: &PartState) -> (u8, u64) {
    let rank = match state.state {
        State::Open => 0,
        State::Divided => 1,
        State::Proved | State::Refuted => 2,
    };
    (rank, state.nodes)
}

fn contradiction(part: &Position, first: &Known<'_>, second: &Known<'_>) -> ProofError {
    let is = |known: &Known<'_>| match known.state.state {
        State::Proved => "proved",
        _ => "refuted",
    };
    let problem = format!(
        "{part} is {} here, but {} in {}; one of them is wrong: prove it again in an empty \
         directory",
        is(second),
        is(first),
        first.directory.path().display()
    );
    ProofError::directory(second.directory.path(), problem)
}

impl Directory {
    /// All readable states.
    fn states(&self) -> Result<Vec<(Position, PartState)>, ProofError> {
        let mut states = Vec::new();
        for file in self.files()? {
            let Some(part) = part_of(&file) else { continue };
            if let Some(state) = self.load(&part)? {
                states.push((part, state));
            }
        }
        Ok(states)
    }

    /// Takes over what another directory knows about a part.
    fn take(&self, part: &Position, known: &Known<'_>) -> Result<(), ProofError> {
        let Some(_lock) = self.lock(part)? else {
            let problem = format!("a worker is busy with {part}; wait until it has finished");
            return Err(ProofError::directory(self.path(), problem));
        };
        // The state comes last: it describes what the other files hold.
        for ending in ["proof", "search"] {
            let file = known.directory.file(part, ending);
            if file.is_file() {
                let bytes = fs::read(&file).map_err(ProofError::io(&file))?;
                super::directory::write_whole(&self.file(part, ending), &bytes)?;
            }
        }
        self.store(part, &known.state)
    }
}

/// Returns the part that a state is about, if the file is named after it.
fn part_of(file: &Path) -> Option<Position> {
    let name = file.file_name()?.to_str()?.strip_suffix(".json")?;
    let state: PartState = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let part: Position = state.fen.parse().ok()?;
    (format!("{:032x}", name_of(&part)) == name).then_some(part)
}
