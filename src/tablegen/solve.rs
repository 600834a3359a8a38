//! The spare profile of one position, from those of smaller regions.

use super::finished_tables::FinishedTables;
use super::shape_board::{ShapeBoard, fillings_around};
use super::spare_profile::{Gathered, SpareProfile};
use super::two_regions::{Duel, Sums};
use crate::board::Color;
use crate::tables::TableError;

/// Solves positions on single shapes. Each thread uses its own.
#[derive(Debug)]
pub(super) struct Solve<'a> {
    smaller: &'a FinishedTables,
    sums: Sums,
}

impl<'a> Solve<'a> {
    pub fn new(smaller: &'a FinishedTables) -> Self {
        Self { smaller, sums: Sums::default() }
    }

    /// Prepares a shape for its positions.
    pub fn local(&self, shape: crate::tables::Shape) -> Result<ShapeBoard, TableError> {
        ShapeBoard::new(shape, self.smaller)
    }

    /// The spare profile of a position on a whole shape.
    pub fn profile(
        &mut self,
        local: &mut ShapeBoard,
        white: u16,
        black: u16,
    ) -> Result<SpareProfile, TableError> {
        if black == 0 {
            return Ok(SpareProfile::one_sided(self.filling(local, white)?));
        }
        let mut gathered = Gathered::new();
        let (mut white_moved, mut black_moved) = (false, false);
        local.each_move(white, black, |mover, arrow, white, black| {
            match mover {
                Color::White => white_moved = true,
                Color::Black => black_moved = true,
            }
            self.child(local, &mut gathered, mover, arrow, white, black)
        })?;
        let mut out = |moved: bool, own, other| {
            (!moved).then(|| fillings_around(local, own, other, self.smaller)).transpose()
        };
        let white_out = out(white_moved, black, white)?;
        let black_out = out(black_moved, white, black)?;
        let profile = gathered.finish(white_out, black_out);
        debug_assert!(profile.rise());
        Ok(profile)
    }

    #[inline(always)]
    fn child(
        &mut self,
        local: &ShapeBoard,
        gathered: &mut Gathered,
        mover: Color,
        arrow: usize,
        white: u16,
        black: u16,
    ) -> Result<(), TableError> {
        let smaller = self.smaller;
        let mut shift = 0;
        let mut contested = [None; 2];
        let mut fights = 0;
        for part in local.parts_after(arrow) {
            let (white, black) = (white & part.mask, black & part.mask);
            match (white != 0, black != 0) {
                (true, true) if white | black != part.mask => {
                    contested[fights] = Some((part, white, black));
                    fights += 1;
                }
                (true, false) => shift += smaller.filling(part, white)?,
                (false, true) => shift -= smaller.filling(part, black)?,
                _ => {}
            }
        }
        match contested {
            [Some((part, white, black)), None] => {
                let (white, black) = (part.place(white), part.place(black));
                let profile = smaller.profile(part.squares.into(), part.shape, white, black)?;
                gathered.add(mover, profile, shift);
            }
            [Some((a, white_a, black_a)), Some((b, white_b, black_b))] => {
                let (a, b) = (Duel::new(a, white_a, black_a), Duel::new(b, white_b, black_b));
                gathered.add(mover, &self.sums.profile(a, b, smaller)?, shift);
            }
            _ => gathered.add_one_sided(mover, shift),
        }
        Ok(())
    }

    /// The longest filling of a whole shape.
    fn filling(&self, local: &ShapeBoard, amazons: u16) -> Result<i32, TableError> {
        let mut longest = 0;
        local.each_move(amazons, 0, |_, arrow, amazons, _| {
            let mut length = 1;
            for part in local.parts_after(arrow) {
                if amazons & part.mask != 0 {
                    length += self.smaller.filling(part, amazons & part.mask)?;
                }
            }
            longest = longest.max(length);
            Ok::<(), TableError>(())
        })?;
        Ok(longest)
    }
}
