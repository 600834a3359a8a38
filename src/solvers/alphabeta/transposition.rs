//! The transposition table of game-playing searches: each entry bounds the value of a position.

use crate::board::{Bitboard, Color, Placement, PlacementMove};
use crate::eval::Value;
use crate::util::memory::as_many_as_fit;
use bytemuck::zeroed_slice_box;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// What an entry says about the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// The depth of entries that hold at any depth, since no estimate went into them.
pub const PROVED: u8 = u8::MAX;

/// What is stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value, for its mover.
    pub value: Value,
    /// How it bounds the position's value.
    pub bound: Bound,
    /// How many plies were searched; [`PROVED`] if the value is not an estimate.
    pub depth: u8,
    /// The best move, or the one that cut off.
    pub best: Option<PlacementMove>,
}

/// The key of a position: a hash of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub(super) u64, pub(super) u64);

impl Key {
    /// Returns the key of a placement with `mover` to move.
    ///
    /// A position and its colour swap have the same key.
    #[inline(always)]
    pub fn new<B: Bitboard>(placement: &Placement<B>, mover: Color) -> Self {
        let (a, b) = placement.hash(mover);
        Self(a, b)
    }
}

/// An entry as three words, so that a fresh table is memory which the system provides zeroed when
/// it is first touched. In the table, the first is stored XOR the other two: words of two entries,
/// which one thread finds while another one writes, do not match (Hyatt and Mann 2002, "A lockless
/// transposition table implementation for parallel search").
///
/// | word | bits | what |
/// |---|---|---|
/// | 0 | 64 | first word of the key |
/// | 1 | 0–31 | upper half of the key's second word (its lower half picks the bucket) |
/// | 1 | 32–47 | value |
/// | 1 | 48–55 | depth, 0 in an unused entry |
/// | 1 | 56–57 | bound |
/// | 1 | 58–63 | the search that stored it, counted modulo 64 |
/// | 2 | 0–8, 9–17, 18–26 | the move; all zero without one |
type Packed = [u64; 3];

/// Two entries: the first keeps the deeper result of the latest search, the second the latest one.
type Bucket = [Packed; 2];

/// The transposition table, which threads share. At least 96 bits of hash identify a position.
#[derive(Debug)]
pub struct Table {
    buckets: Box<[[[AtomicU64; 3]; 2]]>,
    /// The running search, modulo 64.
    search: u64,
}

impl Table {
    /// Makes a table of at most `bytes`, but at least one bucket (48 bytes). Its memory is taken as
    /// it is used.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).clamp(1, 1 << 32);
        let buckets = 1 << (usize::BITS - 1 - buckets.leading_zeros());
        Self { buckets: as_many_as_fit::<Bucket, _>(buckets, zeroed_slice_box), search: 0 }
    }

    /// Begins another search, whose results take the place of those of earlier ones.
    pub fn begin_search(&mut self) {
        self.search = (self.search + 1) % 64;
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// The depth of an entry that a new one has to reach to take its place.
    #[inline(always)]
    fn rank(&self, entry: &Packed) -> u8 {
        if entry[1] >> 58 == self.search { depth(entry) } else { 0 }
    }

    #[inline(always)]
    fn bucket(&self, index: usize) -> Bucket {
        self.buckets[index].each_ref().map(|entry| {
            let [mixed, data, mv] = entry.each_ref().map(|word| word.load(Relaxed));
            [mixed ^ data ^ mv, data, mv]
        })
    }

    #[inline(always)]
    fn put(&self, index: usize, slot: usize, [key, data, mv]: Packed) {
        let words = &self.buckets[index][slot];
        for (word, value) in words.iter().zip([key ^ data ^ mv, data, mv]) {
            word.store(value, Relaxed);
        }
    }

    #[inline(always)]
    fn index(&self, key: Key) -> usize {
        key.1 as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    fn matches(entry: &Packed, key: Key) -> bool {
        entry[0] == key.0 && entry[1] as u32 == (key.1 >> 32) as u32 && depth(entry) > 0
    }

    /// Returns what is known about a position: one bound, or two of different kinds.
    #[inline]
    pub fn probe(&self, key: Key) -> impl Iterator<Item = Known> + use<> {
        let bucket = self.bucket(self.index(key));
        bucket.into_iter().filter(move |entry| Self::matches(entry, key)).map(unpack)
    }

    /// Stores what is `known`. The deeper search of the bucket stays, and with it a proved value of
    /// its position; a proved value beside a deeper search of another position may be replaced.
    #[inline]
    pub fn store(&self, key: Key, known: Known) {
        let index = self.index(key);
        let bucket = self.bucket(index);
        let mut entry = pack(key, known);
        entry[1] |= self.search << 58;
        let same = |old: &Packed| Self::matches(old, key);
        if same(&bucket[0]) && same(&bucket[1]) {
            let shallow = usize::from(depth(&bucket[1]) <= depth(&bucket[0]));
            if known.depth >= depth(&bucket[shallow]) {
                self.put(index, shallow, entry);
            }
        } else if same(&bucket[0]) {
            // A bound of another kind and of no less depth stays beside the new one.
            let old = unpack(bucket[0]);
            let beside = old.depth > known.depth || old.depth == PROVED && old.bound != known.bound;
            self.put(index, usize::from(beside), entry);
        } else if known.depth >= self.rank(&bucket[0]) {
            if depth(&bucket[0]) > 0 && !same(&bucket[1]) {
                self.put(index, 1, bucket[0]);
            }
            self.put(index, 0, entry);
        } else {
            self.put(index, 1, entry);
        }
    }
}

#[inline(always)]
fn depth(entry: &Packed) -> u8 {
    (entry[1] >> 48) as u8
}

#[inline(always)]
fn pack(key: Key, known: Known) -> Packed {
    debug_assert!(known.depth > 0 && i16::try_from(known.value).is_ok());
    let bound = match known.bound {
        Bound::Lower => 0,
        Bound::Upper => 1,
        Bound::Exact => 2,
    };
    let data = key.1 >> 32
        | u64::from(known.value as i16 as u16) << 32
        | u64::from(known.depth) << 48
        | bound << 56;
    [key.0, data, known.best.map_or(0, pack_move)]
}

#[inline(always)]
fn unpack(entry: Packed) -> Known {
    let bound = match entry[1] >> 56 & 3 {
        0 => Bound::Lower,
        1 => Bound::Upper,
        _ => Bound::Exact,
    };
    Known {
        value: Value::from((entry[1] >> 32) as u16 as i16),
        bound,
        depth: depth(&entry),
        best: (entry[2] != 0).then(|| unpack_move(entry[2])),
    }
}

/// A move in 27 bits, never 0.
#[inline(always)]
pub(super) fn pack_move(mv: PlacementMove) -> u64 {
    u64::from(mv.from) | u64::from(mv.to) << 9 | u64::from(mv.arrow) << 18
}

#[inline(always)]
pub(super) fn unpack_move(packed: u64) -> PlacementMove {
    let square = |shift: u32| (packed >> shift & 0x1FF) as u16;
    PlacementMove { from: square(0), to: square(9), arrow: square(18) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: Value, depth: u8, bound: Bound) -> Known {
        let best = Some(PlacementMove { from: 271, to: 0, arrow: 15 });
        Known { value, bound, depth, best }
    }

    #[test]
    fn entries_read_back() {
        let table = Table::new(1 << 12);
        for (i, bound) in [Bound::Lower, Bound::Upper, Bound::Exact].into_iter().enumerate() {
            for value in [-12_850, -1, 0, 12_850] {
                let key = Key(i as u64, value as u64);
                table.store(key, known(value, 7, bound));
                assert_eq!(table.probe(key).next(), Some(known(value, 7, bound)));
                assert_eq!(table.probe(Key(9, value as u64)).next(), None);
            }
        }
    }

    #[test]
    fn what_is_proved_stays() {
        let table = Table::new(1);
        let key = Key(1, 2);
        table.store(key, known(50, PROVED, Bound::Lower));
        table.store(key, known(80, 9, Bound::Upper));
        table.store(key, known(70, PROVED, Bound::Upper));
        table.store(key, known(10, 3, Bound::Exact));
        let all: Vec<_> = table.probe(key).map(|known| (known.value, known.bound)).collect();
        assert_eq!(all, [(50, Bound::Lower), (70, Bound::Upper)]);
    }

    #[test]
    fn the_deeper_search_of_a_bucket_stays() {
        let table = Table::new(1);
        table.store(Key(1, 0), known(1, 9, Bound::Exact));
        for i in 2..9 {
            table.store(Key(i, 0), known(2, 3, Bound::Exact));
            assert!(
                table.probe(Key(1, 0)).next().is_some() && table.probe(Key(i, 0)).next().is_some()
            );
        }
    }
    #[test]
    fn threads_that_write_at_once_leave_whole_entries() {
        let table = Table::new(1 << 10);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                let work = move || {
                    for i in 0..50_000_u64 {
                        let value = (i % 1000) as Value;
                        let key = Key(i % 1000, (i + thread) % 16);
                        table.store(key, known(value, 3, Bound::Exact));
                        assert!(
                            table.probe(key).all(|found| found == known(value, 3, Bound::Exact))
                        );
                    }
                };
                crate::util::threads::start_scoped(scope, "writer", work).unwrap();
            }
        });
    }
}
