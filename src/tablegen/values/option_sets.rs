//! Sets of options whose value is known.

use super::value::Value;
use ahash::RandomState;
use hashbrown::HashTable;

/// The options of one position, each once.
#[derive(Debug, Default)]
pub(super) struct Options {
    sides: [Vec<Value>; 2],
    /// By the place of a game: the last position and side that had it as an option.
    seen: Vec<[u32; 2]>,
    position: u32,
}

/// Remembers the values of sets of options. There are far fewer sets than positions. When the memory
/// is used up, all are forgotten.
#[derive(Debug)]
pub(super) struct OptionSets {
    sets: HashTable<OptionSet>,
    /// Left's and Right's options of every set.
    options: Vec<Value>,
    hasher: RandomState,
    most: usize,
}

#[derive(Clone, Copy, Debug)]
struct OptionSet {
    start: u32,
    lefts: u16,
    rights: u16,
    value: Value,
}

impl Options {
    /// Begins a position.
    pub fn clear(&mut self) {
        self.sides.iter_mut().for_each(Vec::clear);
        self.position = self.position.checked_add(1).unwrap_or_else(|| {
            self.seen.clear();
            1
        });
    }

    /// Adds an option of White (side 0) or Black (side 1).
    #[inline(always)]
    pub fn add(&mut self, side: usize, option: Value) {
        let new = match option.game_index() {
            Some(index) => {
                if index >= self.seen.len() {
                    self.seen.resize((index + 1).next_power_of_two(), [0; 2]);
                }
                std::mem::replace(&mut self.seen[index][side], self.position) != self.position
            }
            None => !self.sides[side].contains(&option),
        };
        if new {
            self.sides[side].push(option);
        }
    }

    /// The options of either side, sorted.
    pub fn sorted(&mut self) -> [&[Value]; 2] {
        self.sides.each_mut().map(|side| {
            side.sort_unstable();
            side.as_slice()
        })
    }
}

impl OptionSets {
    /// Remembers as much as fits `memory` bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            sets: HashTable::new(),
            options: Vec::new(),
            hasher: RandomState::with_seeds(9, 10, 11, 12),
            // Both parts may double once more.
            most: (memory / 2 / size_of::<Value>()).min(1 << 31),
        }
    }

    pub fn get(&self, [lefts, rights]: [&[Value]; 2]) -> Option<Value> {
        let hash = self.hasher.hash_one((lefts, rights));
        let same = |set: &OptionSet| self.options_of(set) == (lefts, rights);
        self.sets.find(hash, same).map(|set| set.value)
    }

    fn options_of(&self, set: &OptionSet) -> (&[Value], &[Value]) {
        let all = &self.options[set.start as usize..];
        let (lefts, rest) = all.split_at(set.lefts.into());
        (lefts, &rest[..set.rights.into()])
    }

    pub fn insert(&mut self, [lefts, rights]: [&[Value]; 2], value: Value) {
        let entry = size_of::<OptionSet>() / size_of::<Value>();
        if self.options.len() + entry * self.sets.len() > self.most {
            self.sets.clear();
            self.options.clear();
        }
        let start = self.options.len() as u32;
        self.options.extend_from_slice(lefts);
        self.options.extend_from_slice(rights);
        let hash = self.hasher.hash_one((lefts, rights));
        let (lefts, rights) = (lefts.len() as u16, rights.len() as u16);
        let (options, hasher) = (&self.options, &self.hasher);
        self.sets.insert_unique(hash, OptionSet { start, lefts, rights, value }, |set| {
            let (lefts, rest) = options[set.start as usize..].split_at(set.lefts.into());
            hasher.hash_one((lefts, &rest[..set.rights.into()]))
        });
    }
}
