//! Building the table of one class and size for a range of shapes.

use super::finished_tables::FinishedTables;
use super::solve::Solve;
use super::spare_profile::SpareProfile;
use crate::limits::Abort;
use crate::tables::{Material, RegionFacts, RegionTable, TableError};
use crate::util::parallel::in_order;
use hashbrown::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::RwLock;

/// The number of positions that a thread solves at a time.
const CHUNK: usize = 1 << 15;

/// The contents of a piece.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub class: Material,
    pub squares: usize,
    /// Numbers of the shapes in their list.
    pub shapes: Range<usize>,
}

/// Different spare profiles, numbered in the order in which they are found.
#[derive(Debug, Default)]
struct Numbered {
    numbers: HashMap<SpareProfile, u32>,
    profiles: Vec<SpareProfile>,
}

/// What a thread works with.
struct Worker<'a> {
    solve: Solve<'a>,
    /// Numbers that the thread has seen, so that it seldom asks the others.
    seen: HashMap<SpareProfile, u32>,
}

/// Solves every placement of a class on the shapes of a range and writes the table. Returns `false`
/// if it was interrupted; then nothing is written. Calls `progress` with numbers of finished
/// positions.
pub(super) fn build_piece(
    path: &Path,
    smaller: &FinishedTables,
    piece: &Chunk,
    threads: usize,
    abort: &Abort,
    mut progress: impl FnMut(usize),
) -> Result<bool, TableError> {
    let Chunk { class, squares, shapes } = piece.clone();
    let placements = class.all_placements(squares);
    let list = smaller.list(squares)?;
    let step = (CHUNK / placements.len().max(1)).max(1);
    let chunks = shapes
        .clone()
        .step_by(step)
        .map(|start| start..(start + step).min(shapes.end))
        .take_while(|_| !abort.is_set());
    let numbered = RwLock::new(Numbered::default());
    let mut entries: Vec<u32> = Vec::with_capacity(shapes.len() * placements.len());
    in_order(
        chunks,
        threads,
        || Worker { solve: Solve::new(smaller), seen: HashMap::new() },
        |worker, chunk| -> Result<Vec<u32>, TableError> {
            let mut entries = Vec::with_capacity(chunk.len() * placements.len());
            for shape in chunk {
                let mut local = worker.solve.local(list.shape(shape)?)?;
                for &(strong, weak) in &placements {
                    let profile = worker.solve.profile(&mut local, strong, weak)?;
                    let number = worker.seen.entry(profile);
                    entries.push(*number.or_insert_with(|| number_of(&numbered, profile)));
                }
            }
            Ok(entries)
        },
        |chunk| {
            let chunk = chunk?;
            progress(chunk.len());
            entries.extend(chunk);
            Ok::<(), TableError>(())
        },
    )?;
    if abort.is_set() {
        return Ok(false);
    }
    let profiles = numbered.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).profiles;
    let facts = RegionFacts { class, squares, shapes, distinct: profiles.len() };
    let records: Vec<Vec<u8>> =
        profiles.iter().map(|profile| profile.record(facts.reach()).collect()).collect();
    let mut used = vec![0u64; records.len()];
    for &entry in &entries {
        used[entry as usize] += 1;
    }
    let order = by_frequency(&records, &used);
    let sorted: Vec<u8> = order.sorted.iter().flat_map(|&i| records[i].clone()).collect();
    let entries = entries.into_iter().map(|entry| Ok(order.place[entry as usize]));
    RegionTable::write(path, &facts, &sorted, entries)?;
    Ok(true)
}

fn number_of(numbered: &RwLock<Numbered>, profile: SpareProfile) -> u32 {
    if let Ok(known) = numbered.read()
        && let Some(&number) = known.numbers.get(&profile)
    {
        return number;
    }
    let mut all = numbered.write().unwrap_or_else(|poisoned| poisoned.into_inner());
    let next = all.profiles.len() as u32;
    let Numbered { numbers, profiles: list } = &mut *all;
    *numbers.entry(profile).or_insert_with(|| {
        list.push(profile);
        next
    })
}

/// The order of records in a table: the most frequent first, equally frequent ones by their bytes.
/// So a table is the same however it was built.
pub(super) struct Order {
    /// The records in their order.
    pub sorted: Vec<usize>,
    /// The place of each record in that order.
    pub place: Vec<u32>,
}

/// Orders records by how often each is used.
pub(super) fn by_frequency(records: &[Vec<u8>], used: &[u64]) -> Order {
    let mut sorted: Vec<usize> = (0..records.len()).collect();
    sorted.sort_by(|&a, &b| used[b].cmp(&used[a]).then_with(|| records[a].cmp(&records[b])));
    let mut place = vec![0; records.len()];
    for (at, &record) in sorted.iter().enumerate() {
        place[record] = at as u32;
    }
    Order { sorted, place }
}
