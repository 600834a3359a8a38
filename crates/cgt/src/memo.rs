//! The comparisons and sums that an arena remembers, each in a table in which the newer answer stays.

use super::game::Game;
use super::growing_table::{GrowingTable, Slot};

/// Entries at the start.
const LEAST: usize = 1 << 12;

/// Remembered comparisons.
pub(super) struct OrderMemo {
    table: GrowingTable<Order>,
    stored: usize,
}

/// A pair of 31-bit ids, then a flag for a filled entry, then the answer.
#[derive(Clone, Copy, Default)]
struct Order(u64);

impl Slot for Order {
    #[inline(always)]
    fn is_free(&self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn spread(&self) -> usize {
        spread(self.0 >> 2)
    }
}

impl OrderMemo {
    pub fn new(bytes: usize) -> Self {
        Self {
            table: GrowingTable::new(LEAST, GrowingTable::<Order>::most_within(bytes)),
            stored: 0,
        }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    #[inline(always)]
    pub fn key(a: Game, b: Game) -> u64 {
        u64::from(a.0) << 33 | u64::from(b.0) << 2 | 2
    }

    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<bool> {
        let entry = self.table.at(Order(key).spread()).0;
        (entry & !1 == key).then_some(entry & 1 != 0)
    }

    #[inline(always)]
    pub fn put(&mut self, key: u64, answer: bool) {
        self.stored += 1;
        self.table.make_room(self.stored);
        self.table.put(Order(key | u64::from(answer)));
    }
}

/// A key with its bits well mixed, from which a slot is taken.
#[inline(always)]
fn spread(key: u64) -> usize {
    let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24) as usize
}

/// Remembered sums.
pub(super) struct SumMemo {
    table: GrowingTable<Sum>,
    stored: usize,
}

/// The two ids and that of the sum. 0 marks a free entry: sums with 0 are never kept.
#[derive(Clone, Copy, Default)]
struct Sum([u32; 3]);

impl Slot for Sum {
    #[inline(always)]
    fn is_free(&self) -> bool {
        self.0 == [0; 3]
    }

    #[inline(always)]
    fn spread(&self) -> usize {
        spread(u64::from(self.0[0]) << 32 | u64::from(self.0[1]))
    }
}

impl SumMemo {
    pub fn new(bytes: usize) -> Self {
        Self { table: GrowingTable::new(LEAST, GrowingTable::<Sum>::most_within(bytes)), stored: 0 }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    #[inline]
    pub fn get(&self, g: Game, h: Game) -> Option<Game> {
        let Sum([a, b, sum]) = *self.table.at(Sum([g.0, h.0, 0]).spread());
        ((a, b) == (g.0, h.0)).then_some(Game(sum))
    }

    pub fn put(&mut self, g: Game, h: Game, sum: Game) {
        self.stored += 1;
        self.table.make_room(self.stored);
        self.table.put(Sum([g.0, h.0, sum.0]));
    }
}
