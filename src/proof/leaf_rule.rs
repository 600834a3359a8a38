//! Leaf rules: where a proof may stop, exactly as `docs/proof-rules.md` states and proves them.
//!
//! A reader of the file decides for itself where a leaf is, so this code and any reader's must
//! agree on every position.

use crate::ParseError;
use crate::board::{Bitboard, Color, Placement};
use std::fmt;
use std::str::FromStr;

/// The positions at which a proof may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafRule {
    /// None: the proof continues until the loser cannot move.
    Nothing,
    /// Those where the winner's guarded squares outnumber what the loser can flood.
    Guards {
        /// The moves of the winner that the reader tries for itself before this is tested.
        lookahead: u8,
    },
}

impl LeafRule {
    /// The most moves looked ahead: more would take a reader too long.
    pub const MOST_LOOKAHEAD: u8 = 8;
}

impl Default for LeafRule {
    fn default() -> Self {
        Self::Guards { lookahead: 2 }
    }
}

impl fmt::Display for LeafRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("0"),
            Self::Guards { lookahead: 0 } => f.write_str("guards"),
            Self::Guards { lookahead } => write!(f, "guards+{lookahead}"),
        }
    }
}

impl FromStr for LeafRule {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "0" => Ok(Self::Nothing),
            "guards" => Ok(Self::Guards { lookahead: 0 }),
            _ => {
                let lookahead = text.strip_prefix("guards+").and_then(|moves| moves.parse().ok());
                let lookahead = lookahead.filter(|k| (1..=Self::MOST_LOOKAHEAD).contains(k));
                let expected = "expected 0, guards, or guards+k with k from 1 to 8";
                let guards = lookahead.map(|lookahead| Self::Guards { lookahead });
                guards.ok_or_else(|| ParseError::expected(expected))
            }
        }
    }
}

/// Decides the leaves of one claim.
pub(super) struct Leaves {
    rule: LeafRule,
    winner: Color,
    by: u32,
    /// The replies that last refuted, and the moves that last won, which are tried first:
    /// [`Killers`] for each move of lookahead.
    replies: Vec<Killers>,
    moves: Vec<Killers>,
}

/// A player's last successful moves; their order affects no answer.
#[derive(Clone, Copy, Default)]
struct Killers([Option<(usize, usize, usize)>; 4]);

impl Killers {
    fn add(&mut self, mv: (usize, usize, usize)) {
        let place = self.0.iter().position(|&kept| kept == Some(mv)).unwrap_or(self.0.len() - 1);
        self.0[..=place].rotate_right(1);
        self.0[0] = Some(mv);
    }
}

impl Leaves {
    /// Decides leaves of a claim that `winner` wins by `by` moves or more.
    pub fn new(rule: LeafRule, winner: Color, by: u32) -> Self {
        let none = vec![Killers::default(); usize::from(LeafRule::MOST_LOOKAHEAD) + 1];
        Self { rule, winner, by, replies: none.clone(), moves: none }
    }

    /// Returns whether a position with the winner to move is a leaf: won_k.
    pub fn won<B: Bitboard>(&mut self, board: &Placement<B>) -> bool {
        match self.rule {
            LeafRule::Nothing => false,
            LeafRule::Guards { lookahead } => self.wins(board, lookahead.into()),
        }
    }

    /// Returns whether a position with the loser to move is a leaf.
    pub fn lost<B: Bitboard>(&self, board: &Placement<B>) -> bool {
        self.rule != LeafRule::Nothing && self.holds(board, self.by)
    }

    /// Counts the loser's replies that do not lead to a leaf, with at most one move of lookahead
    /// and up to `cap`. This estimates what is left to write down.
    pub fn open_replies<B: Bitboard>(&mut self, board: &Placement<B>, cap: usize) -> usize {
        if self.lost(board) {
            return 0;
        }
        let loser = self.winner.other();
        let ahead = match self.rule {
            LeafRule::Nothing => return (board.count_moves(loser) as usize).min(cap),
            LeafRule::Guards { lookahead } => usize::from(lookahead.min(1)),
        };
        let mut open = 0;
        board.each_move(loser, |reply| {
            open += usize::from(!self.wins(&board.after(loser, reply), ahead));
            open < cap
        });
        open
    }

    /// The rule of guards: the winner's filling takes at least `more` moves more than the loser can
    /// make.
    fn holds<B: Bitboard>(&self, board: &Placement<B>, more: u32) -> bool {
        guards_hold(
            board.empty,
            board.amazons(self.winner),
            board.amazons(self.winner.other()),
            more,
        )
    }

    fn wins<B: Bitboard>(&mut self, board: &Placement<B>, ahead: usize) -> bool {
        if self.holds(board, self.by + 1) {
            return true;
        }
        if ahead == 0 {
            return false;
        }
        let own = board.amazons(self.winner);
        for (from, to, arrow) in self.moves[ahead].0.into_iter().flatten() {
            if is_legal(board.empty, own, from, to, arrow) {
                let after = after(board, self.winner, from, to, arrow);
                if self.loses(&after, ahead - 1) {
                    return true;
                }
            }
        }
        for from in own.squares() {
            let vacated = board.empty | B::bit(from);
            for to in B::queen(from, board.empty).squares() {
                for arrow in B::queen(to, vacated.without(B::bit(to))).squares() {
                    let after = after(board, self.winner, from, to, arrow);
                    if self.loses(&after, ahead - 1) {
                        self.moves[ahead].add((from, to, arrow));
                        return true;
                    }
                }
            }
        }
        false
    }

    fn loses<B: Bitboard>(&mut self, board: &Placement<B>, ahead: usize) -> bool {
        if self.holds(board, self.by) {
            return true;
        }
        if ahead == 0 {
            return false;
        }
        let loser = self.winner.other();
        let amazons = board.amazons(loser);
        if !board.can_move(loser) {
            return false;
        }
        for (from, to, arrow) in self.replies[ahead].0.into_iter().flatten() {
            if is_legal(board.empty, amazons, from, to, arrow) {
                let after = after(board, loser, from, to, arrow);
                if !self.wins(&after, ahead) {
                    return false;
                }
            }
        }
        for from in amazons.squares() {
            let vacated = board.empty | B::bit(from);
            for to in B::queen(from, board.empty).squares() {
                for arrow in B::queen(to, vacated.without(B::bit(to))).squares() {
                    let after = after(board, loser, from, to, arrow);
                    if !self.wins(&after, ahead) {
                        self.replies[ahead].add((from, to, arrow));
                        return false;
                    }
                }
            }
        }
        true
    }
}

#[inline(always)]
fn is_legal<B: Bitboard>(empty: B, own: B, from: usize, to: usize, arrow: usize) -> bool {
    own.has(from)
        && B::queen(from, empty).has(to)
        && B::queen(to, (empty | B::bit(from)).without(B::bit(to))).has(arrow)
}

#[inline(always)]
fn after<B: Bitboard>(
    board: &Placement<B>,
    mover: Color,
    from: usize,
    to: usize,
    arrow: usize,
) -> Placement<B> {
    let square = |square: usize| square as u16;
    let mv =
        crate::board::PlacementMove { from: square(from), to: square(to), arrow: square(arrow) };
    board.after(mover, mv)
}

/// Whether g ≥ |R| + `more`: the winner can make that many quiet moves.
fn guards_hold<B: Bitboard>(empty: B, winner: B, loser: B, more: u32) -> bool {
    let flooded = loser.flood(empty);
    let mut safe = empty.without(flooded);
    let needed = (flooded & empty).count() + more;
    if safe.count() < needed {
        return false;
    }
    let mut guards = winner & flooded.neighbours();
    let mut free = winner.without(guards);
    let mut made = 0;
    let mut reach = reach(safe, free, guards);
    loop {
        if made >= needed {
            return true;
        }
        if made + reach < needed {
            return false;
        }
        let Some(next) = quiet_move(safe, free, guards, reach) else { return false };
        (safe, free, guards, reach) = next;
        made += 1;
    }
}

/// The number of squares of `safe` that the winner's amazons reach by king steps over them and over
/// free amazons.
#[inline(always)]
fn reach<B: Bitboard>(safe: B, free: B, guards: B) -> u32 {
    ((free | guards).flood(safe | free) & safe).count()
}

/// Safe squares, free amazons, guards and reach after the quiet move that leaves the largest reach;
/// the first of several such moves.
fn quiet_move<B: Bitboard>(safe: B, free: B, guards: B, now: u32) -> Option<(B, B, B, u32)> {
    let mut best: Option<(B, B, B, u32)> = None;
    for from in (free | guards).squares() {
        let bit = B::bit(from);
        let is_free = free.has(from);
        for to in B::queen(from, safe).squares() {
            let target = B::bit(to);
            let (moved, left) = (free.without(bit) | target, guards.without(bit));
            let arrows = if is_free { B::queen(to, (safe | bit).without(target)) } else { bit };
            for arrow in arrows.squares() {
                let vacated = if is_free { safe | bit } else { safe };
                let rest = vacated.without(target).without(B::bit(arrow));
                let reach = reach(rest, moved, left);
                if best.is_none_or(|best| reach > best.3) {
                    best = Some((rest, moved, left, reach));
                    if reach + 1 >= now {
                        return best;
                    }
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::proof::symmetry::in_place;

    fn leaf(fen: &str, winner: Color, by: u32, rule: &str) -> bool {
        let position: Position = fen.parse().unwrap();
        let mut leaves = Leaves::new(rule.parse().unwrap(), winner, by);
        let board = in_place::<u64>(&position);
        if position.side() == winner { leaves.won(&board) } else { leaves.lost(&board) }
    }

    #[test]
    fn the_mover_needs_one_more() {
        assert!(!leaf("Q1*1q w", Color::White, 0, "guards"));
        assert!(leaf("Q1*1q b", Color::White, 0, "guards"));
        assert!(!leaf("Q1*1q b", Color::White, 1, "guards"));
        assert!(!leaf("Q1*1q b", Color::White, 0, "0"));
    }

    #[test]
    fn a_guard_shuts_the_door() {
        // c1 enters at b1 and shoots back: four moves against three squares.
        let board = "2*2/2Q1q";
        assert!(leaf(&format!("{board} w"), Color::White, 0, "guards"));
        assert!(leaf(&format!("{board} b"), Color::White, 1, "guards"));
        assert!(!leaf(&format!("{board} b"), Color::White, 2, "guards"));
    }

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in ["0", "guards", "guards+1", "guards+8"] {
            assert_eq!(text.parse::<LeafRule>().unwrap().to_string(), text);
        }
        for text in ["", "1", "guards+0", "guards+9", "guards+", "Guards"] {
            assert!(text.parse::<LeafRule>().is_err(), "{text}");
        }
    }
}
