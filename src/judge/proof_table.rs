//! The memory of the proof-number search: numbers of open questions, and the open moves of nodes.

use super::packed_move::PackedMove;
use crate::util::memory;
use std::io::{self, Read, Write};

/// An open move of a node, with what is known about the question after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    /// The key of the child with its question.
    pub key: u128,
    pub mv: PackedMove,
    /// Proof number of the child's mover.
    pub phi: u32,
    /// Disproof number of the child's mover.
    pub delta: u32,
}

/// The numbers of a question, open or solved.
#[derive(Clone, Copy, Debug, Default)]
struct KnownNumbers {
    key: u128,
    phi: u32,
    delta: u32,
    /// Where the open moves are in the ring: the index of their head.
    head: u32,
    /// The number of open moves; 0 if they are not kept.
    length: u32,
    /// The most that the moves which are not open yield.
    high: i32,
}

/// Proof numbers and lists of open moves, both in limited memory. What is lost is found again.
///
/// The proofs are in the table of intervals. That a question was solved is also known here, so keys
/// have 128 bits.
pub(super) struct ProofTable {
    bytes: usize,
    entries: Vec<KnownNumbers>,
    used: usize,
    most_entries: usize,
    /// Lists of open moves, each behind a head with its owner's key. New lists replace the oldest,
    /// and the head of a list is the first part of it to be replaced.
    ring: Vec<Open>,
    next: usize,
    most_open: usize,
}

impl ProofTable {
    const FIRST: usize = 1 << 8;

    /// A table that grows to at most `bytes`.
    pub fn new(bytes: usize) -> Self {
        // A growing table keeps its old half until it is copied, and so does a growing list: at
        // most a quarter and three quarters of the bytes.
        let entries = (bytes / 4 * 2 / 3 / size_of::<KnownNumbers>()).max(1);
        Self {
            bytes,
            entries: Vec::new(),
            used: 0,
            most_entries: 1 << entries.ilog2(),
            ring: Vec::new(),
            next: 0,
            most_open: bytes / 4 * 2 / size_of::<Open>(),
        }
    }

    /// Forgets everything and frees the memory that a large problem took. From now on the table may
    /// take as much as those of `threads` threads together.
    pub fn clear(&mut self, threads: usize) {
        let bytes = self.bytes;
        *self = Self { bytes, ..Self::new(bytes * threads) };
    }

    /// The slot of a question. It lies outside a table that has not grown yet.
    fn index(&self, key: u128) -> usize {
        key as usize & self.entries.len().wrapping_sub(1)
    }

    fn entry(&self, key: u128) -> Option<&KnownNumbers> {
        self.entries.get(self.index(key)).filter(|entry| entry.key == key)
    }

    /// The proof and disproof number of a question.
    pub fn numbers(&self, key: u128) -> Option<(u32, u32)> {
        self.entry(key).map(|entry| (entry.phi, entry.delta))
    }

    /// Gives open moves the numbers that are known by now. Returns whether one of them was solved
    /// since then, so that it yields less than the target.
    pub fn update(&self, open: &mut [Open]) -> bool {
        let mut solved = false;
        for child in open.iter_mut().filter(|child| child.phi > 0) {
            if let Some((phi, delta)) = self.numbers(child.key) {
                (child.phi, child.delta) = (phi, delta);
                solved |= phi == 0;
            }
        }
        solved
    }

    /// Stores the numbers of a question. A solved question stays solved, whatever another thread
    /// that does not know this stores.
    pub fn put(&mut self, key: u128, phi: u32, delta: u32) {
        self.make_room();
        let index = self.index(key);
        let entry = &mut self.entries[index];
        if entry.key == key {
            if entry.phi > 0 && entry.delta > 0 {
                (entry.phi, entry.delta) = (phi, delta);
            }
        } else {
            self.used += usize::from(entry.key == 0);
            *entry = KnownNumbers { key, phi, delta, ..KnownNumbers::default() };
        }
    }

    /// The open moves of a question, and the most that its other moves yield, if they are kept.
    pub fn open_moves(&self, key: u128) -> Option<(&[Open], i32)> {
        let entry = self.entry(key).filter(|entry| entry.length > 0)?;
        let head = entry.head as usize;
        let owner =
            self.ring.get(head).filter(|head| head.mv == PackedMove::HEAD && head.key == key);
        owner?;
        Some((&self.ring[head + 1..=head + entry.length as usize], entry.high))
    }

    /// Keeps the open moves of a question whose numbers are stored.
    pub fn keep(&mut self, key: u128, open: &[Open], high: i32) {
        let size = open.len() + 1;
        if size > self.most_open || u32::try_from(self.most_open).is_err() {
            return;
        }
        if self.next + size > self.most_open {
            self.next = 0;
        }
        let head = self.next;
        self.next += size;
        if self.ring.len() < self.next {
            // Never beyond the limit: while the list grows, the old one is kept beside the new one.
            let capacity = (2 * self.ring.capacity()).clamp(self.next, self.most_open);
            let Some(_claim) = memory::claim(capacity * size_of::<Open>()) else {
                self.most_open = self.ring.len();
                self.next = 0;
                return;
            };
            self.ring.reserve_exact(capacity - self.ring.len());
            self.ring.resize(self.next, Open::default());
        }
        self.ring[head] = Open { key, mv: PackedMove::HEAD, ..Open::default() };
        self.ring[head + 1..self.next].copy_from_slice(open);
        let index = self.index(key);
        let entry = &mut self.entries[index];
        if entry.key == key {
            (entry.head, entry.length, entry.high) = (head as u32, open.len() as u32, high);
        }
    }

    /// Bytes of a question in a file: key, proof number, disproof number.
    const SAVED: usize = 24;

    /// Writes the numbers of every question, little-endian, in any order.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        for entry in self.entries.iter().filter(|entry| entry.key != 0) {
            let mut bytes = [0; Self::SAVED];
            bytes[..16].copy_from_slice(&entry.key.to_le_bytes());
            bytes[16..20].copy_from_slice(&entry.phi.to_le_bytes());
            bytes[20..].copy_from_slice(&entry.delta.to_le_bytes());
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads what [`ProofTable::save`] wrote.
    pub fn load(&mut self, input: &mut impl Read) -> io::Result<()> {
        let mut bytes = [0; Self::SAVED];
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        loop {
            match input.read(&mut bytes[..1])? {
                0 => return Ok(()),
                _ => input.read_exact(&mut bytes[1..])?,
            }
            let key = u128::from_le_bytes(bytes[..16].try_into().expect("sixteen bytes"));
            self.put(key, word(&bytes[16..20]), word(&bytes[20..]));
        }
    }

    fn make_room(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![KnownNumbers::default(); Self::FIRST.min(self.most_entries)];
        } else if self.used * 2 > self.entries.len() && self.entries.len() < self.most_entries {
            let bytes = 2 * size_of_val(self.entries.as_slice());
            let Some(_claim) = memory::claim(bytes) else {
                self.most_entries = self.entries.len();
                return;
            };
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![KnownNumbers::default(); old.len() * 2];
            for entry in old.into_iter().filter(|entry| entry.key != 0) {
                let index = self.index(entry.key);
                self.entries[index] = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_whole_or_lost() {
        let mut table = ProofTable::new(1 << 16);
        let list = |key: u128| -> Vec<Open> {
            (0..key % 23 + 1)
                .map(|i| Open {
                    key: key ^ i,
                    mv: PackedMove::of(1, 1, i as usize),
                    ..Open::default()
                })
                .collect()
        };
        let spread = |i: u64| u128::from(i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut kept = 0;
        for i in 1..20_000 {
            let key = spread(i);
            table.put(key, 3, 4);
            table.keep(key, &list(key), 7);
            for j in i.saturating_sub(60).max(1)..=i {
                let key = spread(j);
                if let Some((open, high)) = table.open_moves(key) {
                    kept += 1;
                    assert_eq!(high, 7);
                    assert!(open.iter().map(|o| o.key).eq(list(key).iter().map(|o| o.key)));
                }
            }
        }
        assert!(kept > 20_000);
    }

    #[test]
    fn no_memory_is_no_error() {
        let mut table = ProofTable::new(0);
        table.put(5, 1, 2);
        table.keep(5, &[Open::default()], 0);
        assert_eq!(table.numbers(5), Some((1, 2)));
        assert!(table.open_moves(5).is_none());
    }
}
