//! The arena, which holds every value once, in canonical form.

use super::dyadic::Dyadic;
use super::effort::{Effort, Stopped};
use super::game::{Game, Outcome};
use super::memo::{OrderMemo, SumMemo};
use super::thermograph::Thermograph;
use super::thermograph_arena::{ThermographId, Thermographs};
use super::walls::Walls;
use crate::memory;
use crate::opaque_debug;
use ahash::{AHashMap, RandomState};
use hashbrown::HashTable;

/// A canonical form. Its options are consecutive in the arena's pool, Left's first, each side
/// sorted.
#[derive(Clone, Copy)]
pub(super) struct Node {
    start: u32,
    lefts: u16,
    rights: u16,
    pub thermograph: ThermographId,
}

/// An arena of games.
///
/// It takes no more memory than it was made with. An operation that would need more fails with
/// [`Stopped::Memory`], and everything made before stays valid.
pub struct Arena {
    pub(super) nodes: Vec<Node>,
    options: Vec<Game>,
    index: HashTable<u32>,
    negatives: Vec<u32>,
    /// How far each game is above the numbers; see [`height`](Arena::height).
    heights: Vec<u16>,
    numbers: AHashMap<Dyadic, Game>,
    thermographs: Thermographs,
    hasher: RandomState,
    pub(super) order: OrderMemo,
    pub(super) sums: SumMemo,
    pub(super) effort: Effort,
    memory: usize,
}

opaque_debug!([] Arena, "Arena");

/// Marks a negative that has not been made yet.
const NONE: u32 = u32::MAX;

impl Arena {
    /// The game 0, which is in every arena.
    pub const ZERO: Game = Game(0);

    /// The largest absolute value of a sum or product of numbers: an integer n is a game of n
    /// moves.
    pub const LARGEST: u32 = 1 << 17;

    /// The largest [`height`](Self::height) of a game. A comparison or a sum goes down both games
    /// at most, so the limit bounds the stack that it takes.
    pub const HIGHEST: u32 = 4352;

    /// Makes an arena of at most `memory` bytes (at least 1 MiB). Three eighths of it are for
    /// remembered comparisons and sums.
    pub fn new(memory: usize) -> Self {
        let memory = memory.max(1 << 20);
        let mut games = Self {
            nodes: Vec::new(),
            options: Vec::new(),
            index: HashTable::new(),
            negatives: Vec::new(),
            heights: Vec::new(),
            numbers: AHashMap::new(),
            thermographs: Thermographs::new(),
            hasher: RandomState::with_seeds(5, 6, 7, 8),
            order: OrderMemo::new(memory / 4),
            sums: SumMemo::new(memory / 8),
            effort: Effort::UNLIMITED,
            memory: memory - memory / 4 - memory / 8,
        };
        games.number_node(Dyadic::ZERO);
        games
    }

    /// Returns an arena of at most `memory` bytes that has the same games under the same handles, and
    /// remembers nothing else. From then on each makes its own games.
    #[must_use]
    pub fn fork(&self, memory: usize) -> Self {
        Self {
            nodes: self.nodes.clone(),
            options: self.options.clone(),
            index: self.index.clone(),
            negatives: self.negatives.clone(),
            heights: self.heights.clone(),
            numbers: self.numbers.clone(),
            thermographs: self.thermographs.clone(),
            hasher: self.hasher.clone(),
            ..Self::new(memory)
        }
    }

    /// Limits the effort of the operations from now on.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Returns what the operations may still take, to be shared with work around them.
    pub fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    /// Returns the number of different games.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `false`: 0 is in every arena.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the approximate number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.own_bytes() + self.order.bytes() + self.sums.bytes()
    }

    /// The most bytes that the games may take.
    pub(super) fn most_bytes(&self) -> usize {
        self.memory
    }

    /// Bytes taken by the games.
    fn own_bytes(&self) -> usize {
        self.nodes.capacity() * (size_of::<Node>() + size_of::<u32>() + size_of::<u16>())
            + self.options.capacity() * size_of::<Game>()
            + self.index.capacity() * 5
            + self.thermographs.bytes()
    }

    /// Returns Left's options of the canonical form.
    #[inline(always)]
    pub fn left_options(&self, game: Game) -> &[Game] {
        let node = self.nodes[game.0 as usize];
        &self.options[node.start as usize..][..node.lefts.into()]
    }

    /// Returns Right's options of the canonical form.
    #[inline(always)]
    pub fn right_options(&self, game: Game) -> &[Game] {
        let node = self.nodes[game.0 as usize];
        &self.options[node.start as usize + usize::from(node.lefts)..][..node.rights.into()]
    }

    #[inline(always)]
    pub(super) fn walls(&self, game: Game) -> &Walls {
        self.thermographs.walls(self.nodes[game.0 as usize].thermograph)
    }

    /// Returns the number that the game equals, if it is a number.
    #[inline(always)]
    pub fn to_number(&self, game: Game) -> Option<Dyadic> {
        let walls = self.walls(game);
        walls.is_number.then_some(walls.left_stop)
    }

    /// Returns the outcome: who wins.
    pub fn outcome(&self, game: Game) -> Outcome {
        self.walls(game).outcome()
    }

    /// Returns the thermograph.
    pub fn thermograph(&self, game: Game) -> Thermograph {
        self.thermographs.get(self.thermograph_id(game))
    }

    /// Returns the thermograph's id in [`thermographs`](Self::thermographs).
    pub fn thermograph_id(&self, game: Game) -> ThermographId {
        self.nodes[game.0 as usize].thermograph
    }

    /// Returns the thermographs of the games.
    pub fn thermographs(&self) -> &Thermographs {
        &self.thermographs
    }

    /// Returns the thermographs of the games, to which others may be added.
    pub fn thermographs_mut(&mut self) -> &mut Thermographs {
        &mut self.thermographs
    }

    /// Returns the game at this place, the [`index`](Game::index) of its handle.
    ///
    /// # Panics
    /// If the arena has no such game.
    pub fn game(&self, index: usize) -> Game {
        assert!(index < self.nodes.len(), "the arena has {} games", self.nodes.len());
        Game(index as u32)
    }

    /// Returns the height: the most moves that can be made in the canonical form until a number is
    /// reached. No game of an arena is higher than [`HIGHEST`](Self::HIGHEST).
    pub fn height(&self, game: Game) -> u32 {
        self.heights[game.0 as usize].into()
    }

    /// Returns the number `x` as a game.
    ///
    /// Numbers are made in spite of the memory limit, one node for each number simpler than `x` on
    /// the way from 0.
    pub fn number(&mut self, x: Dyadic) -> Game {
        if let Some(&game) = self.numbers.get(&x) {
            return game;
        }
        // From 0 outwards, so no number waits for another on the stack.
        let mut missing = vec![x];
        while let Some(&x) = missing.last() {
            let (left, right) = x.options();
            let open = [left, right].into_iter().flatten().find(|y| !self.numbers.contains_key(y));
            match open {
                Some(y) => missing.push(y),
                None => {
                    missing.pop();
                    self.number_node(x);
                }
            }
        }
        self.numbers[&x]
    }

    /// The number `x` as a game, if its absolute value is at most [`LARGEST`](Self::LARGEST).
    pub(super) fn number_within(&mut self, x: Option<Dyadic>) -> Result<Game, Stopped> {
        let within = |x: &Dyadic| x.ceil().unsigned_abs().max(x.floor().unsigned_abs());
        match x.filter(|x| within(x) <= Self::LARGEST) {
            Some(x) => Ok(self.number(x)),
            None => Err(Stopped::NumberTooLarge),
        }
    }

    /// Returns the integer `n` as a game; see [`number`](Self::number).
    ///
    /// # Panics
    /// If `n` is 2²³ or more, or −2²³ or less.
    pub fn integer(&mut self, n: i32) -> Game {
        self.number(Dyadic::integer(n))
    }

    fn number_node(&mut self, x: Dyadic) -> Game {
        if let Some(&game) = self.numbers.get(&x) {
            return game;
        }
        let (left, right) = x.options();
        let left = left.map(|y| self.numbers[&y]);
        let right = right.map(|y| self.numbers[&y]);
        let thermograph = self.thermographs.number(x);
        let game = self.push(left.as_slice(), right.as_slice(), thermograph, 0);
        self.numbers.insert(x, game);
        game
    }

    /// Returns the negative, in which Left and Right change places.
    ///
    /// # Errors
    /// The memory is used up.
    pub fn negative(&mut self, game: Game) -> Result<Game, Stopped> {
        if let Some(x) = self.to_number(game) {
            return Ok(self.number(-x));
        }
        let known = self.negatives[game.0 as usize];
        if known != NONE {
            return Ok(Game(known));
        }
        let lefts = self.negatives_of(game, Self::right_options)?;
        let rights = self.negatives_of(game, Self::left_options)?;
        let thermograph = self.thermographs.negative(self.thermograph_id(game));
        let negative = self.intern(&lefts, &rights, thermograph)?;
        self.negatives[game.0 as usize] = negative.0;
        self.negatives[negative.0 as usize] = game.0;
        Ok(negative)
    }

    fn negatives_of(
        &mut self,
        game: Game,
        options: fn(&Self, Game) -> &[Game],
    ) -> Result<Vec<Game>, Stopped> {
        let mut list = options(self, game).to_vec();
        for option in &mut list {
            *option = self.negative(*option)?;
        }
        list.sort_unstable();
        Ok(list)
    }

    /// Returns the game with these options, each a different one, of which none is dominated or
    /// reversible. Taken from options for which this does not hold, the game is not in canonical
    /// form, and comparing handles no longer tells which games are equal.
    ///
    /// It costs less than [`canonical`](Self::canonical), for values that were written down.
    ///
    /// # Errors
    /// The memory is used up, or a number is too fine.
    pub fn with_canonical_options(
        &mut self,
        lefts: &[Game],
        rights: &[Game],
    ) -> Result<Game, Stopped> {
        let thermograph = self.thermograph_of(lefts, rights)?;
        if let Some(number) = self.number_with(thermograph) {
            return Ok(number);
        }
        let sorted = |games: &[Game]| {
            let mut games = games.to_vec();
            games.sort_unstable();
            games
        };
        self.intern(&sorted(lefts), &sorted(rights), thermograph)
    }

    /// The game with these options, which must be those of a canonical form and sorted.
    pub(super) fn intern(
        &mut self,
        lefts: &[Game],
        rights: &[Game],
        thermograph: ThermographId,
    ) -> Result<Game, Stopped> {
        let hash = self.hasher.hash_one((lefts, rights));
        let found = self.index.find(hash, |&id| {
            self.left_options(Game(id)) == lefts && self.right_options(Game(id)) == rights
        });
        if let Some(&id) = found {
            return Ok(Game(id));
        }
        if self.nodes.len().is_multiple_of(256) {
            self.check_memory()?;
        }
        if lefts.len().max(rights.len()) > usize::from(u16::MAX) {
            return Err(Stopped::Memory);
        }
        let options = lefts.iter().chain(rights);
        let height = options.map(|&option| 1 + self.height(option)).max().unwrap_or(0);
        if height > Self::HIGHEST {
            return Err(Stopped::TooDeep);
        }
        Ok(self.push(lefts, rights, thermograph, height as u16))
    }

    /// Fails if one more doubling of the growing vectors could exceed the memory allowed.
    fn check_memory(&self) -> Result<(), Stopped> {
        let nodes = self.nodes.len() >= self.nodes.capacity() - 256;
        let options = self.options.capacity() - self.options.len() < 256 * 64;
        let growth = if nodes || options { self.own_bytes() / 2 } else { 0 };
        // Ids of 31 bits leave room for two flags in the memory of comparisons.
        let full = self.own_bytes() + growth > self.memory
            || self.nodes.len() >= 1 << 31
            || self.options.len() >= u32::MAX as usize - 2 * usize::from(u16::MAX)
            // Small vectors are near their end all the time.
            || growth >= 1 << 19 && memory::claim(2 * growth).is_none();
        if full { Err(Stopped::Memory) } else { Ok(()) }
    }

    fn push(
        &mut self,
        lefts: &[Game],
        rights: &[Game],
        thermograph: ThermographId,
        height: u16,
    ) -> Game {
        let hash = self.hasher.hash_one((lefts, rights));
        let game = Game(self.nodes.len() as u32);
        let start = self.options.len() as u32;
        self.options.extend_from_slice(lefts);
        self.options.extend_from_slice(rights);
        let (lefts, rights) = (lefts.len() as u16, rights.len() as u16);
        self.nodes.push(Node { start, lefts, rights, thermograph });
        self.negatives.push(NONE);
        self.heights.push(height);
        let (nodes, options, hasher) = (&self.nodes, &self.options, &self.hasher);
        self.index.insert_unique(hash, game.0, |&id| {
            let node = nodes[id as usize];
            let (lefts, rest) = options[node.start as usize..].split_at(node.lefts.into());
            hasher.hash_one((lefts, &rest[..node.rights.into()]))
        });
        game
    }

    pub(super) fn thermograph_of(
        &mut self,
        lefts: &[Game],
        rights: &[Game],
    ) -> Result<ThermographId, Stopped> {
        let ids = |games: &[Game]| {
            let mut ids: Vec<ThermographId> =
                games.iter().map(|game| self.nodes[game.0 as usize].thermograph).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let (lefts, rights) = (ids(lefts), ids(rights));
        self.thermographs.of_options(&lefts, &rights)
    }

    pub(super) fn number_with(&mut self, thermograph: ThermographId) -> Option<Game> {
        self.thermographs.number_of(thermograph).map(|x| self.number(x))
    }

    pub(super) fn walls_at_most(&self, a: ThermographId, b: ThermographId) -> bool {
        self.thermographs.at_most(a, b)
    }

    pub(super) fn walls_of(&self, id: ThermographId) -> &Walls {
        self.thermographs.walls(id)
    }

    pub(super) fn translated_thermograph(&mut self, game: Game, x: Dyadic) -> ThermographId {
        let id = self.thermograph_id(game);
        self.thermographs.translated(id, x)
    }
}
