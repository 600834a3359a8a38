//! Makes problems from game records.

use super::filter::{Filter, Rejection};
use super::funnel::Funnel;
use super::problem::{Problem, Provenance};
use super::set::GENERATOR;
use super::set::{Extraction, Header, PassedOver, ProblemSet, RecordFile};
use super::split_by_game::split_by_game;
use crate::board::{Bitboard, Color, Move, Position, Square, Wide};
use crate::ledger::Partition;
use crate::limits::Abort;
use crate::records::{Game, RecordError, Records, up_to_defect};
use crate::region::{Canonical, Region, RegionKind, regions, regions_created_by};
use crate::util::opaque_debug;
use crate::util::threads;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::path::Path;

/// Replays records and takes the regions that pass a [`Filter`].
///
/// Games are read one at a time. Only the problems and one exact key for each region kept stay in
/// memory.
pub struct Extractor {
    filter: Filter,
    part: Option<Partition>,
    /// Games read so far in all records, in every part.
    games: u64,
    extraction: Extraction,
    problems: Vec<Problem>,
    /// The canonical regions taken, as FEN.
    taken: HashSet<Box<str>>,
    per_size: HashMap<usize, u64>,
}

opaque_debug!([] Extractor, "Extractor");

/// The number of games sliced at once.
const BATCH: usize = 256;

/// A region cut out of a game.
struct Slice {
    ply: u32,
    corner: Square,
    region: Position,
    /// Its canonical form as text, or why it is not wanted.
    key: Result<String, Rejection>,
}

impl Extractor {
    /// Makes an extractor for all games, or for one part of them.
    pub fn new(filter: Filter, part: Option<Partition>) -> Self {
        let extraction = Extraction {
            generator: GENERATOR.to_owned(),
            filter: filter.to_string(),
            part: part.map(|part| part.to_string()),
            ..Extraction::default()
        };
        Self {
            filter,
            part,
            games: 0,
            extraction,
            problems: Vec::new(),
            taken: HashSet::new(),
            per_size: HashMap::new(),
        }
    }

    /// Returns what became of the regions so far.
    pub fn funnel(&self) -> &Funnel {
        &self.extraction.funnel
    }

    /// Reads all games of a record. `defect` is called for each defective game, whose legal part is
    /// used. Once `abort` is set, reading stops between two games. Returns whether the record was
    /// read to its end and at least one game could be used.
    pub fn read(
        &mut self,
        records: &mut Records,
        abort: &Abort,
        mut defect: impl FnMut(RecordError),
    ) -> bool {
        let (mut usable, mut to_its_end) = (false, true);
        let index = self.extraction.records.len();
        let name = Path::new(records.file())
            .file_name()
            .map_or_else(|| records.file().to_owned(), |name| name.to_string_lossy().into_owned());
        let mut record = RecordFile { name, ..RecordFile::default() };
        let mut games = Vec::with_capacity(BATCH);
        for item in records.by_ref() {
            record.games += 1;
            let mine = self.part.is_none_or(|part| part.holds(self.games));
            self.games += 1;
            let (game, error) = up_to_defect(item);
            if let Some(error) = error {
                to_its_end &= !error.is_io();
                if mine {
                    self.extraction.funnel.defective_games += 1;
                    defect(error);
                }
            }
            if mine {
                self.extraction.funnel.games += 1;
            }
            if let Some(game) = game {
                usable |= !game.moves().is_empty();
                if record.games == 1 {
                    record.made_by = made_by(&game);
                }
                if mine {
                    games.push((record.games, game));
                }
            }
            if games.len() == BATCH {
                self.take_games(&mut games, &record, index);
            }
            if abort.is_set() {
                break;
            }
        }
        self.take_games(&mut games, &record, index);
        record.hash = format!("{:016x}", records.hash());
        self.extraction.records.push(record);
        usable && to_its_end
    }

    /// Slices games on all cores and takes their regions in order.
    fn take_games(&mut self, games: &mut Vec<(u64, Game)>, record: &RecordFile, index: usize) {
        let this = &*self;
        let slice = |(_, game): &(u64, Game)| this.slice(game, record);
        let sliced: Vec<Option<Vec<Slice>>> = match threads::pool() {
            Some(pool) => pool.install(|| games.par_iter().map(slice).collect()),
            None => games.iter().map(slice).collect(),
        };
        for ((number, _), slices) in games.drain(..).zip(sliced) {
            let Some(slices) = slices else {
                self.extraction.funnel.other_source += 1;
                continue;
            };
            let mut taken = 0;
            for Slice { ply, corner, region, key } in slices {
                self.extraction.funnel.seen += 1;
                let game = u32::try_from(number).unwrap_or(u32::MAX);
                let provenance = Provenance { record: index, game, ply, corner };
                match key {
                    Ok(key) => self.count(&region, key, provenance, &mut taken),
                    Err(reason) => self.extraction.funnel.reject(reason),
                }
            }
        }
    }

    /// Slices the regions of a game and makes every choice that is independent of other games;
    /// `None` if the game is from another source.
    fn slice(&self, game: &Game, record: &RecordFile) -> Option<Vec<Slice>> {
        if let Some(text) = &self.filter.source {
            let named = record.name.contains(text.as_str());
            if !named && !game.tags().iter().any(|(_, tag)| tag.contains(text.as_str())) {
                return None;
            }
        }
        let positions: Vec<Position> = game.positions().collect();
        let mut slices = Vec::new();
        for (ply, (step, mv)) in positions.windows(2).zip(game.moves()).enumerate() {
            for squares in self.candidates(&step[0], *mv, &step[1]) {
                let region = step[1].restricted(squares).cropped();
                let fits = self.filter.test(&region);
                slices.push(Slice {
                    ply: ply as u32 + 1,
                    corner: corner(&step[1], squares),
                    key: fits.map(|()| Canonical::of_region(&region).position.to_fen()),
                    region,
                });
            }
        }
        Some(slices)
    }

    /// The regions that a move makes: those that come into being, or with `every_ply` every part of
    /// the region in which it was made, since the others are unchanged. With `sums`, all contested
    /// regions together.
    fn candidates(&self, before: &Position, mv: Move, after: &Position) -> Vec<Wide> {
        if self.filter.sums {
            let contested = |region: &Region| region.kind == RegionKind::Contested;
            let parts: Vec<Region> = regions(after).into_iter().filter(contested).collect();
            let all = parts.iter().map(|region| region.squares).reduce(|all, one| all | one);
            return all.filter(|_| parts.len() > 1).into_iter().collect();
        }
        if !self.filter.every_ply {
            return regions_created_by(before, after)
                .into_iter()
                .map(|region| region.squares)
                .collect();
        }
        let moved = Wide::bit(Wide::index(mv.from.file.into(), mv.from.rank.into()));
        let whole = moved.flood(before.placement().open());
        regions(after)
            .into_iter()
            .map(|region| region.squares)
            .filter(|squares| squares.meets(whole))
            .collect()
    }

    /// Takes a region that fits, or counts why not. `taken` is the number of regions taken from its
    /// game.
    fn count(&mut self, region: &Position, key: String, from: Provenance, taken: &mut u64) {
        let after = self.problems.len() as u64;
        match self.take(region, key, from, *taken) {
            Ok(new) => *taken += u64::from(new),
            Err(reason) => self.extraction.funnel.reject(reason),
        }
        if self.part.is_some() && self.problems.len() as u64 == after {
            let region = region.with_side(Color::White);
            self.extraction.passed_over.push(PassedOver { after, region, from });
        }
    }

    /// Adds the counts of a part that are independent of other parts.
    pub(super) fn add_seen(&mut self, of_part: &Funnel) {
        let funnel = &mut self.extraction.funnel;
        funnel.games += of_part.games;
        funnel.defective_games += of_part.defective_games;
        funnel.other_source += of_part.other_source;
        funnel.seen += of_part.seen;
        for reason in Rejection::ALL.into_iter().filter(|reason| reason.is_of_the_region()) {
            funnel.rejected[reason as usize] += of_part.rejected[reason as usize];
        }
    }

    /// Takes a region seen by a part as [`read`](Self::read) does, and returns the problems made
    /// from it.
    pub(super) fn offer(
        &mut self,
        region: &Position,
        from: Provenance,
        taken: &mut u64,
    ) -> &mut [Problem] {
        let before = self.problems.len();
        let key = Canonical::of_region(region).position.to_fen();
        self.count(region, key, from, taken);
        &mut self.problems[before..]
    }

    /// Takes a region's problems; `Ok(false)` if it was taken before.
    fn take(
        &mut self,
        region: &Position,
        key: String,
        provenance: Provenance,
        taken_in_game: u64,
    ) -> Result<bool, Rejection> {
        if self.taken.contains(key.as_str()) {
            self.extraction.funnel.duplicates += 1;
            return Ok(false);
        }
        let full = |count: u64, limit: Option<u64>| limit.is_some_and(|limit| count >= limit);
        // The limits apply to all parts together: the merge enforces them.
        let limited = self.part.is_none();
        if limited && full(taken_in_game, self.filter.max_per_game) {
            return Err(Rejection::PerGame);
        }
        let size = self.per_size.entry(region.empties()).or_default();
        if limited && full(*size, self.filter.max_per_size) {
            return Err(Rejection::PerSize);
        }
        self.taken.insert(key.into());
        let mut problems: Vec<Problem> = Vec::new();
        let (mut blocking, mut mirrored) = (0, 0);
        for first in Color::BOTH {
            let problem = Problem::new(region.with_side(first), Some(provenance));
            if self.filter.drops(&problem.position) {
                blocking += 1;
            } else if problems.iter().any(|other| other.id == problem.id) {
                mirrored += 1;
            } else {
                problems.push(problem);
            }
        }
        if problems.is_empty() {
            return Err(Rejection::BothBlocking);
        }
        *size += 1;
        let funnel = &mut self.extraction.funnel;
        funnel.regions += 1;
        funnel.blocking += blocking;
        funnel.mirrored += mirrored;
        funnel.problems += problems.len() as u64;
        self.problems.append(&mut problems);
        Ok(true)
    }

    /// Returns the set of all problems taken.
    pub fn finish(self, title: String) -> ProblemSet {
        let header = Header { title, extractions: vec![self.extraction], selections: Vec::new() };
        let mut set = ProblemSet { header, problems: self.problems };
        split_by_game(&mut set);
        set
    }
}

/// What a game says about how it was made: its comment, preceded by its players if they are named.
fn made_by(game: &Game) -> Option<String> {
    let comment = game.tag("GC")?;
    Some(match (game.player(Color::White), game.player(Color::Black)) {
        (Some(white), Some(black)) => format!("{white} against {black}: {comment}"),
        _ => comment.to_owned(),
    })
}

/// The lower left corner of the smallest rectangle around some squares.
fn corner(position: &Position, squares: Wide) -> Square {
    let (files, ranks) = position.placement().restricted(squares).extent().unwrap_or((0..1, 0..1));
    Square::new(files.start, ranks.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A 6 × 5 game with arrows on all but one square of the middle row, where the second move
    /// shoots.
    const GAME: &str = "(;GM[18]GC[seed 1]PW[one]PB[b]SZ[6:5]AW[ae][ca]AB[fe][fa]AA[ac][bc][cc][dc][ec]\
                        PL[W];W[aebeae];B[fefdfc])";

    fn extract(filter: Filter, part: Option<&str>, text: &str) -> ProblemSet {
        let mut extractor = Extractor::new(filter, part.map(|part| part.parse().unwrap()));
        let mut records =
            Records::read("some/games.sgf", Cursor::new(text.to_owned().into_bytes())).unwrap();
        extractor.read(&mut records, &Abort::new(), |error| panic!("{error}"));
        extractor.finish(String::new())
    }

    fn small() -> Filter {
        Filter { min_empties: 5, min_moves: 1, ..Filter::default() }
    }

    #[test]
    fn a_region_is_taken_when_it_comes_into_being() {
        let set = extract(small(), None, GAME);
        let found: Vec<_> = set.problems.iter().map(|problem| problem.position.to_fen()).collect();
        assert_eq!(
            found,
            ["5q/*Q4 w", "5q/*Q4 b", "2Q2q/6 w", "2Q2q/6 b"],
            "{:?}",
            set.header.extractions[0].funnel
        );
        let from = set.problems[2].provenance.unwrap();
        assert_eq!((from.record, from.game, from.ply), (0, 1, 2));
        assert_eq!(from.corner.to_string(), "a4");
        let record = &set.header.extractions[0].records[0];
        assert_eq!(record.name, "games.sgf");
        assert_eq!((record.games, record.made_by.as_deref()), (1, Some("one against b: seed 1")));
    }

    #[test]
    fn limits_duplicates_and_sources_are_counted() {
        let twice = GAME.repeat(2);
        let funnel = |filter, part| {
            let set = extract(filter, part, &twice);
            let funnel = set.header.extractions[0].funnel.clone();
            assert_eq!(funnel.problems, set.problems.len() as u64);
            let rejected: u64 = funnel.rejected.iter().sum();
            assert_eq!(funnel.seen, rejected + funnel.duplicates + funnel.regions);
            funnel
        };
        let all = funnel(small(), None);
        assert_eq!((all.games, all.seen, all.regions, all.duplicates), (2, 4, 2, 2));
        let one = funnel(Filter { max_per_game: Some(1), ..small() }, None);
        assert_eq!((one.regions, one.rejected[Rejection::PerGame as usize]), (2, 1));
        let size = funnel(Filter { max_per_size: Some(0), ..small() }, None);
        assert_eq!((size.regions, size.rejected[Rejection::PerSize as usize]), (0, 4));
        let other = funnel(Filter { source: Some("two".into()), ..small() }, None);
        assert_eq!((other.seen, other.other_source), (0, 2));
        assert_eq!(funnel(Filter { source: Some("one".into()), ..small() }, None).seen, 4);
        assert_eq!(funnel(small(), Some("2/2")).games, 1);
        let study = funnel(Filter::default(), None);
        assert_eq!((study.rejected[Rejection::FewEmpties as usize], study.regions), (2, 1));
    }

    #[test]
    fn a_sum_is_all_contested_regions_of_a_board() {
        let sums = |text: &str| extract(Filter { sums: true, ..small() }, None, text);
        let one_region = "(;GM[18]SZ[4:4]AW[aa]AB[dd]PL[W];W[aabbaa])";
        assert!(sums(one_region).problems.is_empty());
        // Two rooms with one amazon of each side, separated by a wall; the last move is in the left
        // one.
        let game = "(;GM[18]SZ[7:4]AW[aa][ea]AB[ad][gd]AA[da][db][dc][dd]PL[W];W[aababb])";
        let found: Vec<String> =
            sums(game).problems.iter().map(|problem| problem.position.to_fen()).collect();
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|fen| fen.matches(['Q', 'q']).count() == 4), "{found:?}");
    }

    #[test]
    fn every_ply_takes_later_states() {
        let every = extract(Filter { every_ply: true, ..small() }, None, GAME);
        assert!(every.header.extractions[0].funnel.seen > 2);
    }
}
