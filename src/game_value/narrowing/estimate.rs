//! A guess of what a region is worth, which orders its siblings.

use crate::board::{Bitboard, Placement};

/// Returns an estimate of a region in eighths of a move, positive for White: the squares that one
/// player reaches in fewer queen moves, and those within reach of one.
pub(super) fn lead<B: Bitboard>(region: &Placement<B>) -> i16 {
    let empty = region.empty;
    let (mut white, mut black) = (region.white.queens(empty), region.black.queens(empty));
    let reach = white.count() as i16 - black.count() as i16;
    let (mut white_left, mut black_left, mut open) = (empty, empty, empty);
    let mut territory = 0;
    loop {
        let (sooner, later) = (white & open, black & open);
        territory += sooner.without(later).count() as i16 - later.without(sooner).count() as i16;
        open = open.without(sooner | later);
        if open.is_none() || (white.is_none() && black.is_none()) {
            return 6 * territory + 2 * reach;
        }
        white_left = white_left.without(white);
        black_left = black_left.without(black);
        white = white.queens(white_left);
        black = black.queens(black_left);
    }
}
