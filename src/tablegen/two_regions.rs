//! Two contested regions together, whose scores do not add, searched as one position.

use super::component::Component;
use super::finished_tables::FinishedTables;
use super::shape_board::{ShapeBoard, fillings_around};
use super::spare_profile::{Gathered, WideSpareProfile};
use crate::board::Color;
use crate::tables::TableError;
use hashbrown::HashMap;
use std::rc::Rc;

/// A contested region with an amazon of either colour, placed on its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Duel {
    squares: u8,
    shape: u32,
    white: u16,
    black: u16,
}

/// The moves of a duel.
#[derive(Debug)]
struct Moves {
    /// The mover, White's spare moves minus Black's from one-sided parts, and the contested part,
    /// if any.
    after: Vec<(Color, i32, Option<Duel>)>,
    /// The longest filling of each player while the other stands still, and whether the player can
    /// move.
    white: (i32, bool),
    black: (i32, bool),
}

/// Solves pairs of duels and remembers them.
#[derive(Debug, Default)]
pub(super) struct Sums {
    moves: HashMap<Duel, Rc<Moves>>,
    solved: HashMap<(Duel, Duel), WideSpareProfile>,
}

impl Duel {
    pub fn new(part: &Component, white: u16, black: u16) -> Self {
        let (squares, shape) = (part.squares, part.shape);
        Self { squares, shape, white: part.place(white), black: part.place(black) }
    }
}

impl Sums {
    /// The spare profile of two regions together. Terminates since every move burns a square.
    pub fn profile(
        &mut self,
        a: Duel,
        b: Duel,
        smaller: &FinishedTables,
    ) -> Result<WideSpareProfile, TableError> {
        let key = (a.min(b), a.max(b));
        if let Some(profile) = self.solved.get(&key) {
            return Ok(*profile);
        }
        let mut gathered = Gathered::new();
        let (first, second) = (self.moves(a, smaller)?, self.moves(b, smaller)?);
        for (moves, other) in [(&first, b), (&second, a)] {
            for &(mover, shift, after) in &moves.after {
                let profile = match after {
                    Some(after) => self.profile(after, other, smaller)?,
                    None => {
                        let Duel { squares, shape, white, black } = other;
                        *smaller.profile(squares.into(), shape, white, black)?
                    }
                };
                gathered.add(mover, &profile, shift);
            }
        }
        let out = |own: [bool; 2], other: i32| (!own[0] && !own[1]).then_some(other);
        let profile = gathered.finish(
            out([first.white.1, second.white.1], first.black.0 + second.black.0),
            out([first.black.1, second.black.1], first.white.0 + second.white.0),
        );
        let profile = WideSpareProfile::extended(&profile);
        self.solved.insert(key, profile);
        Ok(profile)
    }

    fn moves(&mut self, duel: Duel, smaller: &FinishedTables) -> Result<Rc<Moves>, TableError> {
        if let Some(moves) = self.moves.get(&duel) {
            return Ok(Rc::clone(moves));
        }
        let shape = smaller.list(duel.squares.into())?.shape(duel.shape as usize)?;
        let mut local = ShapeBoard::new(shape, smaller)?;
        let (white, black) = (duel.white, duel.black);
        let mut after = Vec::new();
        local.each_move(white, black, |mover, arrow, white, black| {
            let (mut shift, mut contested) = (0, None);
            for part in local.parts_after(arrow) {
                let (white, black) = (white & part.mask, black & part.mask);
                match (white != 0, black != 0) {
                    (true, true) if white | black != part.mask => {
                        contested = Some(Duel::new(part, white, black));
                    }
                    (true, false) => shift += smaller.filling(part, white)?,
                    (false, true) => shift -= smaller.filling(part, black)?,
                    _ => {}
                }
            }
            after.push((mover, shift, contested));
            Ok::<(), TableError>(())
        })?;
        let empty = local.all() & !(white | black);
        let can_move = (local.can_move(white, empty), local.can_move(black, empty));
        let moves = Rc::new(Moves {
            after,
            white: (fillings_around(&mut local, white, black, smaller)?, can_move.0),
            black: (fillings_around(&mut local, black, white, smaller)?, can_move.1),
        });
        self.moves.insert(duel, Rc::clone(&moves));
        Ok(moves)
    }
}
