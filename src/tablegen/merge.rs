//! Merging tables into one directory.

use super::chunk::by_frequency;
use crate::limits::Abort;
use crate::tables::error::stop_if;
use crate::tables::{RegionFacts, RegionTable, TableError, TableFile, merge_segments};
use crate::util::atomic_file::{AtomicFile, lies_in, remove_if_there};
use crate::util::{directory, input_file};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Merges tables into a directory: all judged problems into one file, tables of scores that cover
/// different shapes of one class and size into one, lists of shapes as they are.
///
/// Files of the directory that were merged into another one are removed. Returns the files that
/// were written.
///
/// # Errors
/// A table is damaged, two contradict each other, or some shapes are missing between two tables;
/// then the tables of that kind stay as they were. Or a file cannot be written, or `abort` was set.
pub fn merge_into(
    directory: &Path,
    files: &[PathBuf],
    abort: &Abort,
) -> Result<Vec<PathBuf>, TableError> {
    directory::make(directory).map_err(TableError::io(directory))?;
    let mut segments = Vec::new();
    let mut regions: BTreeMap<_, Vec<RegionTable>> = BTreeMap::new();
    let mut lists = Vec::new();
    for path in files {
        match TableFile::open(path)? {
            TableFile::Judged(_) => segments.push(path.clone()),
            TableFile::Regions(table) => {
                let facts = table.facts();
                regions.entry((facts.squares, facts.class)).or_default().push(table);
            }
            TableFile::Shapes(list) => {
                list.container().verify()?;
                lists.push(path);
            }
            // Their dictionary lists the files of its directory alone.
            TableFile::Dictionary(_) | TableFile::Values(_) | TableFile::Atlas(_)
                if lies_in(path, directory) => {}
            TableFile::Dictionary(_) | TableFile::Values(_) | TableFile::Atlas(_) => {
                return Err(TableError::Apart {
                    path: path.clone(),
                    reason: "game values of other directories are not merged; build them in the \
                             directory of the merged tables"
                        .to_owned(),
                });
            }
        }
    }
    // Contradictions and gaps are found before anything is written.
    for tables in regions.values_mut() {
        check(tables, abort)?;
    }
    let mut written = Vec::new();
    let news = |path: &Path| !lies_in(path, directory);
    if segments.len() > 1 || segments.iter().any(|path| news(path)) {
        written.push(merge_segments(directory, &segments)?);
    }
    for path in lists.into_iter().filter(|path| news(path)) {
        let place = directory.join(path.file_name().unwrap_or_default());
        if !place.exists() {
            copy(path, &place).map_err(TableError::io(&place))?;
            written.push(place);
        }
    }
    for ((squares, class), tables) in regions {
        if tables.len() == 1 && !news(tables[0].container().path()) {
            continue;
        }
        let Some(shapes) = covered(&tables)? else { continue };
        let path = directory.join(RegionFacts::file_name(class, squares, &shapes));
        write_merged(&path, &tables, abort)?;
        for table in tables {
            let merged = table.container().path();
            if !news(merged) && merged.file_name() != path.file_name() {
                remove_if_there(merged).map_err(TableError::io(merged))?;
            }
        }
        written.push(path);
    }
    Ok(written)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut out = AtomicFile::create(to)?;
    io::copy(&mut input_file::opened(from)?, &mut out)?;
    out.commit()
}

/// Sorts tables of one class and size. Checks every byte of them, that no two contradict each
/// other, and that there is no gap between them.
///
/// # Errors
/// One of these does not hold, or `abort` was set.
pub(super) fn check(tables: &mut [RegionTable], abort: &Abort) -> Result<(), TableError> {
    tables.sort_by_key(|table| (table.facts().shapes.start, table.facts().shapes.end));
    covered(tables)?;
    for (i, table) in tables.iter().enumerate() {
        table.container().verify()?;
        table.check(abort)?;
        for earlier in &tables[..i] {
            agree(earlier, table, abort)?;
        }
    }
    Ok(())
}

/// Writes one table of several of the same class and size that passed [`check`].
///
/// # Errors
/// The file cannot be written, or `abort` was set.
pub(super) fn write_merged(
    path: &Path,
    tables: &[RegionTable],
    abort: &Abort,
) -> Result<(), TableError> {
    let Some(shapes) = covered(tables)? else {
        return Err(TableError::Refused("no tables to merge".to_owned()));
    };
    // Where tables overlap, the later one must agree, and contributes only the rest.
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut end = shapes.start;
    for table in tables {
        let own = &table.facts().shapes;
        parts.push(end.min(own.end)..own.end);
        end = end.max(own.end);
    }

    // One list of records for all tables.
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    let mut records = Vec::new();
    let mut translated = Vec::new();
    for table in tables {
        let own = (0..table.facts().distinct).map(|record| {
            let bytes = table.record(record)?;
            Ok(*numbers.entry(bytes).or_insert_with(|| {
                records.push(bytes.to_vec());
                records.len() - 1
            }))
        });
        translated.push(own.collect::<Result<Vec<usize>, TableError>>()?);
    }
    let entries = |i: usize| {
        let (table, part) = (&tables[i], &parts[i]);
        let placements = table.facts().class.placements(table.facts().squares);
        let first = table.facts().shapes.start;
        let numbers = &translated[i];
        ((part.start - first) * placements..(part.end - first) * placements).map(move |entry| {
            stop_if(abort, entry)?;
            Ok::<usize, TableError>(numbers[table.entry(entry)?])
        })
    };
    // A table that adds no shape may have contributed records that no entry uses.
    let mut used = vec![0u64; records.len()];
    for entry in (0..tables.len()).flat_map(entries) {
        used[entry?] += 1;
    }
    let order = by_frequency(&records, &used);
    let facts = &tables[0].facts();
    let kept = used.iter().filter(|count| **count > 0).count();
    let facts = RegionFacts { class: facts.class, squares: facts.squares, shapes, distinct: kept };
    let sorted: Vec<u8> =
        order.sorted[..kept].iter().flat_map(|&record| records[record].clone()).collect();
    let merged = (0..tables.len()).flat_map(entries).map(|entry| Ok(order.place[entry?]));
    RegionTable::write(path, &facts, &sorted, merged)
}

/// The shapes that tables of one class and size cover together without a gap.
fn covered(tables: &[RegionTable]) -> Result<Option<Range<usize>>, TableError> {
    let Some(first) = tables.first() else { return Ok(None) };
    let (class, squares) = (first.facts().class, first.facts().squares);
    let mut shapes = first.facts().shapes.clone();
    for table in &tables[1..] {
        let facts = table.facts();
        if (facts.class, facts.squares) != (class, squares) {
            return Err(TableError::Refused(format!(
                "{} is {}-{}, but {} is {class}-{squares}; merge tables of one class and size",
                table.container().path().display(),
                facts.class,
                facts.squares,
                first.container().path().display(),
            )));
        }
        if facts.shapes.start > shapes.end {
            return Err(TableError::Refused(format!(
                "no table covers the shapes {} to {} of {class}-{squares}; build or add the \
                 missing part",
                shapes.end,
                facts.shapes.start - 1,
            )));
        }
        shapes.end = shapes.end.max(facts.shapes.end);
    }
    Ok(Some(shapes))
}

/// Returns an error if two tables differ about shapes that both have.
fn agree(a: &RegionTable, b: &RegionTable, abort: &Abort) -> Result<(), TableError> {
    let (own, other) = (&a.facts().shapes, &b.facts().shapes);
    let placements = a.facts().class.placements(a.facts().squares);
    for shape in own.start.max(other.start)..own.end.min(other.end) {
        if abort.is_set() {
            return Err(TableError::Interrupted);
        }
        for placement in 0..placements {
            let at = |table: &RegionTable| (shape - table.facts().shapes.start) * placements;
            let (first, second) = (a.entry(at(a) + placement)?, b.entry(at(b) + placement)?);
            if a.record(first)? != b.record(second)? {
                return Err(TableError::Contradiction {
                    path: a.container().path().to_owned(),
                    other: b.container().path().to_owned(),
                    what: format!("shape {shape}, placement {placement}"),
                });
            }
        }
    }
    Ok(())
}
