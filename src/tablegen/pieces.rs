//! Pieces of a table. A large table is built in pieces, which a run that ends early leaves behind,
//! and the next run builds those that are missing.

use super::event::BuildEvent;
use crate::tables::{Container, RegionFacts, RegionTable, TableError, ValueTable};
use crate::util::atomic_file::remove_if_there;
use std::ops::Range;

/// A table of some of the shapes.
pub(super) trait Piece {
    fn container(&self) -> &Container;
    fn facts(&self) -> &RegionFacts;
}

impl Piece for RegionTable {
    fn container(&self) -> &Container {
        self.container()
    }

    fn facts(&self) -> &RegionFacts {
        self.facts()
    }
}

impl Piece for ValueTable {
    fn container(&self) -> &Container {
        self.container()
    }

    fn facts(&self) -> &RegionFacts {
        self.facts()
    }
}

/// Returns the pieces in the order of their shapes, without those that overlap one before them.
pub(super) fn one_after_another<P: Piece>(mut pieces: Vec<P>) -> Vec<P> {
    pieces.sort_by_key(|piece| piece.facts().shapes.start);
    let mut end = 0;
    pieces.retain(|piece| {
        let shapes = &piece.facts().shapes;
        let follows = shapes.start >= end;
        if follows {
            end = shapes.end;
        }
        follows
    });
    pieces
}

/// Builds the pieces that are missing between those that are there, one after another, until they
/// cover the shapes of `goal`. A new piece has about `entries` entries. `build` builds one, or nothing
/// if it is interrupted; then there is no result.
///
/// # Errors
/// Those of `build`.
pub(super) fn complete<P: Piece, E: FnMut(BuildEvent<'_>)>(
    mut pieces: Vec<P>,
    goal: &Range<usize>,
    (entries, placements): (usize, usize),
    event: &mut E,
    mut build: impl FnMut(Range<usize>, &mut E) -> Result<Option<P>, TableError>,
) -> Result<Option<Vec<P>>, TableError> {
    let size = (entries / placements).max(1);
    let (mut start, mut at) = (goal.start, 0);
    while start < goal.end {
        let next = pieces.get(at).map(|piece| piece.facts().shapes.clone());
        match next {
            Some(shapes) if shapes.start == start => {
                event(BuildEvent::Kept(shapes.len() * placements));
                start = shapes.end;
            }
            next => {
                let end = (start + size).min(next.map_or(goal.end, |shapes| shapes.start));
                let Some(piece) = build(start..end, event)? else { return Ok(None) };
                pieces.insert(at, piece);
                start = end;
            }
        }
        at += 1;
    }
    Ok(Some(pieces))
}

/// Removes the files of pieces, which were merged into a larger table.
pub(super) fn remove_files(pieces: &[impl Piece]) -> Result<(), TableError> {
    let mut paths = pieces.iter().map(|piece| piece.container().path());
    paths.try_for_each(|path| remove_if_there(path).map_err(TableError::io(path)))
}
