//! Which move a game-playing search tries first: moves that caused cut-offs elsewhere.

use crate::board::{Bitboard, Color, PlacementMove};
use std::marker::PhantomData;

/// Killers and history of one search.
///
/// - Killers: the last two moves that cut off at a ply.
/// - History: how often, weighted by depth², an amazon's way and an arrow's flight cut off
///   anywhere. The two are counted separately because whole moves repeat too rarely.
#[derive(Debug)]
pub struct MoveOrder<B> {
    killers: Vec<[Option<PlacementMove>; 2]>,
    ways: Vec<u32>,
    shots: Vec<u32>,
    layout: PhantomData<B>,
}

/// The value at which history is halved, so that it forgets.
const HISTORY_LIMIT: u32 = 1 << 18;

impl<B: Bitboard> MoveOrder<B> {
    /// Makes an order with nothing learned, for searches of at most `plies` plies.
    pub fn new(plies: usize) -> Self {
        let size = 2 * B::BITS * B::BITS;
        Self {
            killers: vec![[None; 2]; plies],
            ways: vec![0; size],
            shots: vec![0; size],
            layout: PhantomData,
        }
    }

    #[inline(always)]
    fn slot(mover: Color, a: u16, b: u16) -> usize {
        (mover as usize * B::BITS + usize::from(a)) * B::BITS + usize::from(b)
    }

    /// Returns the moves that last cut off at this ply.
    pub fn killers(&self, ply: usize) -> [Option<PlacementMove>; 2] {
        self.killers[ply]
    }

    /// Returns how early to try a move by its history: higher is earlier.
    #[inline(always)]
    pub fn promise(&self, mover: Color, mv: PlacementMove) -> i32 {
        let history = self.ways[Self::slot(mover, mv.from, mv.to)]
            + self.shots[Self::slot(mover, mv.to, mv.arrow)];
        history as i32
    }

    /// Records that a move cut off.
    pub fn cut_off(&mut self, mover: Color, mv: PlacementMove, ply: usize, depth: u8) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = u32::from(depth) * u32::from(depth);
        let slots = [
            (&mut self.ways, Self::slot(mover, mv.from, mv.to)),
            (&mut self.shots, Self::slot(mover, mv.to, mv.arrow)),
        ];
        for (table, slot) in slots {
            table[slot] += weight;
            if table[slot] >= HISTORY_LIMIT {
                table.iter_mut().for_each(|value| *value /= 2);
            }
        }
    }
}
