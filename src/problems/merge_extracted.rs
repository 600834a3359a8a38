//! Merges parts that were extracted separately into one set.
//!
//! A part keeps one problem of each region and notes where else it saw a region that fits. So the
//! merge can go through the regions of all parts in the order of the games, with the same code that
//! takes them in one run. The result is what one run writes.

use super::extract::Extractor;
use super::filter::Filter;
use super::merge::carried;
use super::problem::{Judgement, Problem, Provenance};
use super::set::{Header, PassedOver, ProblemSet};
use super::split_by_game::split_by_game;
use super::xml::read::SetReader;
use crate::board::{Color, Position};
use crate::ledger::{MergeError, Part, PartOf, Parts};
use crate::region::Canonical;
use hashbrown::HashMap;
use std::iter::Peekable;
use std::path::PathBuf;

/// Returns the part of an extraction that a set is, by its header; `None` for a whole extraction,
/// or if something was selected since.
pub fn extracted_part(header: &Header) -> Option<PartOf> {
    let [extraction] = header.extractions.as_slice() else { return None };
    let part = extraction.part.as_ref().filter(|_| header.selections.is_empty())?;
    let items = extraction.records.iter().map(|record| record.games).sum();
    Some(PartOf { part: part.parse().ok()?, items })
}

/// Returns the set that one run extracts, from its parts, and how many problems appeared in more
/// than one.
///
/// # Errors
/// A part is missing, appears twice, belongs to another extraction or was changed; or a file cannot
/// be read.
pub fn merge_extracted(parts: &[PathBuf]) -> Result<(ProblemSet, u64), MergeError> {
    let mut opened = Vec::new();
    for path in parts {
        let items = SetReader::open(path)?;
        let (part, facts) = (extracted_part(items.header()), items.header().facts());
        opened.push(Part { file: path.clone(), part, facts, items });
    }
    let parts = Parts::new(opened)?;
    let first = parts.first();
    let header = first.items.header().clone();
    let found = &header.extractions[0].filter;
    let filter = Filter::parse(found).ok_or_else(|| {
        let (file, expected) = (first.file.display(), "options of 'amazons extract'");
        MergeError::Failed(format!("{file}: its filter is '{found}'; expected {expected}").into())
    })?;
    // With limits, a region may be taken at another place than in its part.
    let limited = filter.max_per_game.is_some() || filter.max_per_size.is_some();
    let mut whole = Extractor::new(filter, None);
    let mut streams = Vec::new();
    for Part { file, items: reader, .. } in parts.into_parts() {
        whole.add_seen(&reader.header().extractions[0].funnel);
        let passed_over = reader.header().extractions[0].passed_over.clone();
        streams.push(Sightings {
            file,
            problems: reader.peekable(),
            passed_over: passed_over.into_iter().peekable(),
            read: 0,
            next: None,
        });
    }
    for stream in &mut streams {
        stream.advance()?;
    }
    let mut judged = Judged { by_key: HashMap::new(), limited };
    let (mut game, mut taken) = ((usize::MAX, 0), 0);
    loop {
        let next = streams.iter_mut().filter(|stream| stream.next.is_some());
        let next = next.min_by_key(|stream| stream.next.as_ref().map(Sighting::game));
        let Some(stream) = next else { break };
        let Some(sighting) = stream.next.take() else { break };
        stream.advance()?;
        if game != sighting.game() {
            (game, taken) = (sighting.game(), 0);
        }
        let new = whole.offer(&sighting.region, sighting.from, &mut taken);
        judged.fill_in(new, sighting.problems);
    }
    let read: u64 = streams.iter().map(|stream| stream.read).sum();
    let mut set = whole.finish(header.title);
    set.header.extractions[0].generator.clone_from(&header.extractions[0].generator);
    set.header.extractions[0].records.clone_from(&header.extractions[0].records);
    split_by_game(&mut set);
    let doubles = read.saturating_sub(set.problems.len() as u64);
    Ok((set, doubles))
}

/// A region that fits, in the game in which a part saw it, with the problems that the part made
/// from it.
struct Sighting {
    region: Position,
    from: Provenance,
    problems: Vec<Problem>,
}

impl Sighting {
    fn game(&self) -> (usize, u32) {
        (self.from.record, self.from.game)
    }
}

/// What a part saw, in the order of its games.
struct Sightings {
    file: PathBuf,
    problems: Peekable<SetReader>,
    passed_over: Peekable<std::vec::IntoIter<PassedOver>>,
    /// Problems read so far.
    read: u64,
    next: Option<Sighting>,
}

impl Sightings {
    fn advance(&mut self) -> Result<(), MergeError> {
        if let Some(passed) = self.passed_over.next_if(|passed| passed.after <= self.read) {
            let PassedOver { region, from, .. } = passed;
            self.next = Some(Sighting { region, from, problems: Vec::new() });
            return Ok(());
        }
        let Some(problem) = self.problems.next().transpose()? else {
            self.next = None;
            return Ok(());
        };
        let changed = || MergeError::NoPart(self.file.clone());
        let from = problem.provenance.ok_or_else(changed)?;
        let region = problem.position.with_side(Color::White);
        let mut problems = vec![problem];
        // The problem of the other first player, if there is one.
        if let Some(Ok(other)) = self.problems.next_if(|next| {
            next.as_ref().is_ok_and(|next| {
                next.provenance == Some(from)
                    && next.position.with_side(Color::White) == region
                    && self.passed_over.peek().is_none_or(|passed| passed.after != self.read + 1)
            })
        }) {
            problems.push(other);
        }
        self.read += problems.len() as u64;
        self.next = Some(Sighting { region, from, problems });
        Ok(())
    }
}

/// What the parts know about the solutions of their problems.
struct Judged {
    by_key: HashMap<Box<str>, (Position, Judgement)>,
    limited: bool,
}

impl Judged {
    /// Fills in the problems taken from a region, with what its part knows about them or what is
    /// known about an earlier image.
    fn fill_in(&mut self, new: &mut [Problem], of_part: Vec<Problem>) {
        let key = |position: &Position| Canonical::of(position).position.to_fen();
        for problem in new.iter_mut() {
            if let Some(known) = of_part.iter().find(|known| known.position == problem.position) {
                problem.clone_from(known);
            } else if let Some((image, judgement)) =
                self.by_key.get(key(&problem.position).as_str())
            {
                let (from, to) = (Canonical::of(image), Canonical::of(&problem.position));
                problem.judgement = carried(judgement, &from, &to);
            }
        }
        if self.limited {
            for problem in of_part.into_iter().filter(|one| one.judgement != Judgement::Open) {
                let key = key(&problem.position).into();
                self.by_key.entry(key).or_insert((problem.position, problem.judgement));
            }
        }
    }
}
