//! Bounds without search: squares that a player holds safely whatever the opponent does.
//!
//! For one player, let R be the squares that the enemy's amazons can flood while the player's own
//! stand still. Let C be a connected part of the other empty squares, taken together with the
//! player's *inner* amazons, those that touch neither R nor an enemy. The player's other amazons at
//! the border of C are its *guards*. As long as the guards stand, no enemy amazon and no enemy
//! arrow gets into C, since every square of a queen's way is a king step from the last. And any
//! amazon that moves can shoot back at the square it left, which opens no new way for the enemy. So
//! C can stay closed for ever, even if only guards can move. The player can make, at any time, in
//! any order and whatever the opponent does elsewhere,
//!
//! - the filling of C by its inner amazons, with the guards standing still; or
//! - for one guard: enter C at a square t, shoot back, and then fill C without t together with the
//!   inner amazons.
//!
//! Call the number of these moves g, and let a guard enter one part only. If the player makes them
//! only when nothing else is left, and shoots back with every other move, the player makes at least
//! g moves in all. Every move of either player burns one of the e empty squares, and the opponent
//! burns none of the L squares of all C, so the opponent makes at most e − L moves. If, moreover,
//! an amazon that is free to leave, neither inner nor entering, has a move now, the player makes
//! that one too, and it burns one of the other squares. Let x be the mover's moves minus the
//! opponent's, and d the mover's spare moves minus the opponent's. Let f = 1 if there is such a
//! move of a free amazon, else 0. Then
//!
//! ```text
//! d − (e − L_own) + g_own + 2 f_own  ≤  x  ≤  d + (e − L_enemy) − g_enemy − 2 f_enemy
//! ```
//!
//! The mover's next move blocks at most two squares, so f_enemy = 1 if the free amazons have three
//! to go to. A player who never leaves the flooded squares R makes no more moves than their longest
//! filling has: if every filling of R wastes at least w squares ([`super::dead_ends`]), w + f
//! replaces the opponent's 2 f where it is larger. The bound counts only moves, so zugzwang does no
//! harm: a player who has run out is passed over, and the counts hold.

use super::dead_ends::DeadEnds;
use super::filling::Filler;
use crate::board::Bitboard;
use crate::score::Bounds;

/// Nodes of one filling inside a bound. Beyond them, the length proved so far is used.
const FILLING_NODES: u32 = 100;

/// Finds the squares that players have safe, and remembers the parts it met: most positions of a
/// search share most of their parts.
pub(crate) struct Safety<'a, B> {
    pub filler: &'a mut Filler,
    pub dead_ends: DeadEnds<B>,
    parts: Vec<SafePart<B>>,
}

/// A connected part of the squares that a player has safe, and the moves that the player gets from
/// it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct SafePart<B> {
    squares: B,
    inner: B,
    /// The guards at its border that have not entered another part.
    guards: B,
    /// The most moves found.
    moves: u32,
    /// The guard that enters to make them, if one does.
    entering: B,
}

/// The safe squares of one player.
pub(crate) struct Safe<B> {
    /// The squares out of the enemy's reach.
    pub inside: B,
    /// Moves that fill them.
    filling: i32,
    /// The squares within the enemy's reach that the enemy has to waste.
    wasted: i32,
    /// The empty squares beside amazons that are free to leave.
    exits: B,
}

impl<B: Bitboard> Safe<B> {
    /// L + g, plus 2 f or w + f. Here f = 1 if a free amazon has a move even after the enemy has
    /// blocked any `blocked` squares.
    pub fn counted(&self, blocked: i32) -> i32 {
        let safe = self.inside.count() as i32 + self.filling;
        // This is cheaper than a count.
        let free = (0..blocked).fold(self.exits, |exits, _| exits.without_first()).any();
        let free = i32::from(free);
        safe + free + free.max(self.wasted)
    }
}

/// The most that safe squares can count: twice each square out of the enemy's reach, one move of a
/// free amazon, and the squares that the enemy wastes.
#[inline(always)]
fn most<B: Bitboard>(inside: B, wasted: i32) -> i32 {
    2 * inside.count() as i32 + 1 + wasted.max(1)
}

impl<'a, B: Bitboard> Safety<'a, B> {
    /// The number of parts that are remembered.
    const PARTS: usize = 1 << 11;

    pub fn new(filler: &'a mut Filler) -> Self {
        let none = SafePart::default();
        Self { filler, dead_ends: DeadEnds::default(), parts: vec![none; Self::PARTS] }
    }

    /// The bounds of x, the mover's moves minus the opponent's, that follow from the safe squares
    /// of both players, with no spare moves (d = 0).
    pub fn bounds(&mut self, empty: B, own: B, enemy: B) -> Bounds {
        let e = empty.count() as i32;
        let (mine, theirs) = (self.of(empty, own, enemy), self.of(empty, enemy, own));
        Bounds { low: mine.counted(0) - e, high: e - theirs.counted(2) }
    }

    /// How many of the empty squares that a player floods that player has to waste.
    fn wasted(&self, flooded: B) -> i32 {
        self.dead_ends.waste(flooded) as i32
    }

    /// The most that safe squares can count if the enemy floods `flooded`.
    #[inline(always)]
    pub fn most(&self, empty: B, flooded: B) -> i32 {
        most(empty.without(flooded), self.wasted(empty & flooded))
    }

    /// What a player has safe from the enemy.
    pub fn of(&mut self, empty: B, own: B, enemy: B) -> Safe<B> {
        let flooded = enemy.flood(empty | enemy);
        let wasted = self.wasted(empty & flooded);
        self.outside(flooded, wasted, empty, own)
    }

    /// The same, if it can count at least `count`.
    #[inline(always)]
    pub fn at_least(&mut self, count: i32, empty: B, own: B, enemy: B) -> Option<Safe<B>> {
        let flooded = enemy.flood(empty | enemy);
        let wasted = self.wasted(empty & flooded);
        let enough = most(empty.without(flooded), wasted) >= count;
        enough.then(|| self.outside(flooded, wasted, empty, own))
    }

    /// What a player has safe from an enemy who floods `flooded` and wastes `wasted` of those
    /// squares.
    #[inline(always)]
    fn outside(&mut self, flooded: B, wasted: i32, empty: B, own: B) -> Safe<B> {
        let inside = empty.without(flooded);
        if inside.is_none() {
            return Safe { inside, filling: 0, wasted, exits: own.neighbours() & empty };
        }
        let inner = own.without(flooded.neighbours());
        let mut guards = own.without(inner);
        let mut left = inside;
        let mut filling = 0;
        while left.any() {
            let part = B::bit(left.first()).flood(inside | inner);
            left = left.without(part);
            let (moves, entering) =
                self.part(part & inside, part & inner, part.neighbours() & guards);
            guards = guards.without(entering);
            filling += moves as i32;
        }
        Safe { inside, filling, wasted, exits: guards.neighbours() & empty & flooded }
    }

    /// The slot in which a part is remembered.
    #[inline(always)]
    fn slot(squares: B, inner: B, guards: B) -> usize {
        let products = |set: B, factor: u64| {
            set.words().into_iter().fold(0, |sum: u64, word| {
                sum.rotate_left(17).wrapping_add(word.wrapping_mul(factor))
            })
        };
        let hash = products(squares, 0x9216_D5D9_8979_FB1B)
            ^ products(inner, 0xD131_0BA6_98DF_B5AD)
            ^ products(guards, 0x2FFD_72DB_D01A_DFB7);
        (hash >> 40) as usize % Self::PARTS
    }

    /// The most moves found in a part, and the guard that enters it for them.
    fn part(&mut self, squares: B, inner: B, guards: B) -> (u32, B) {
        let slot = Self::slot(squares, inner, guards);
        let known = self.parts[slot];
        if (known.squares, known.inner, known.guards) == (squares, inner, guards) {
            return (known.moves, known.entering);
        }
        let size = squares.count();
        let mut length = |squares: B, amazons: B| {
            self.filler.longest_within(squares, amazons, Some(FILLING_NODES), &mut || true).at_least
        };
        let mut moves = if inner.any() { length(squares, inner) } else { 0 };
        let mut entering = B::NONE;
        'guards: for guard in guards.squares() {
            for t in B::queen(guard, squares).squares() {
                if moves >= size {
                    break 'guards;
                }
                let t = B::bit(t);
                let more = 1 + length(squares.without(t), inner | t);
                if more > moves {
                    moves = more;
                    entering = B::bit(guard);
                }
            }
        }
        self.parts[slot] = SafePart { squares, inner, guards, moves, entering };
        (moves, entering)
    }
}
