//! What the learned evaluation sees of a position.
//!
//! The position is a set of *sites*: the empty squares and the amazons. Each site has [`SITE_ROWS`]
//! features, which are row numbers in a table of vectors. A few more features describe the whole
//! position. All are seen from the player to move, and none depends on the board's size or on how
//! the position lies on it.

use super::square_bytes::{CELLS, MARGIN, bytes};
use super::twin::{Twin, Walk};
use crate::board::{Bitboard, Color, Placement};
use crate::util::opaque_debug;

/// Number of features of a site.
pub const SITE_ROWS: usize = 12;

/// Number of rows that the features of sites choose from.
pub const ROWS: usize = NEIGHBOURS + 3 * 2 * CLASSES;

/// Number of features of a whole position.
pub const GLOBALS: usize = 8;

/// Number of rows that the features of whole positions choose from.
pub const GLOBAL_ROWS: usize = MOVABLE + 25;

/// The features of a whole position.
pub type Globals = [u16; GLOBALS];

/// Number of classes of positions by the number of squares that both players reach.
const PHASES: usize = 8;
/// The least number of shared squares of each phase but the first.
const PHASE_STARTS: [u32; PHASES - 1] = [1, 4, 8, 14, 24, 40, 60];

/// Queen distances: 1, 2, 3, 4 and more, never.
const QUEEN: usize = 5;
/// King distances: 1 to 5, 6 and more, never.
const KING: usize = 7;

/// Classes of squares: an empty square by both queen distances; then the mover's amazons, the
/// opponent's, and blocked squares.
const CLASSES: usize = QUEEN * QUEEN + 3;
const BLOCKED: u8 = QUEEN as u8 * QUEEN as u8 + 2;

/// Coarser classes of empty squares: who is first, and by how much.
const LEADS: usize = 8;

/// Patterns of empty and other squares around a square, up to symmetry.
const PATTERNS: usize = 51;

// Where the rows of each feature begin.
const BY_QUEEN: usize = 0;
const BY_KING: usize = BY_QUEEN + PHASES * QUEEN * QUEEN;
const BY_PATTERN: usize = BY_KING + PHASES * KING * KING;
const BY_ATTACK: usize = BY_PATTERN + LEADS * PATTERNS;
const BY_REACH: usize = BY_ATTACK + LEADS * 16;
const BY_SPACE: usize = BY_REACH + 2 * PHASES * REACHES;
const BY_MOBILITY: usize = BY_SPACE + 2 * 81;
const BY_COUNT: usize = BY_MOBILITY + 2 * PHASES * REACHES;
const NEIGHBOURS: usize = BY_COUNT + 2 * 16;

/// The number of squares that an amazon sees counts up to this many.
const REACHES: usize = 16;

const SHARED: usize = 0;
const ALONE: usize = SHARED + 48;
const FIRST: usize = ALONE + 41;
const OWN_MOVES: usize = FIRST + 41;
const ENEMY_MOVES: usize = OWN_MOVES + 32;
const PARITY: usize = ENEMY_MOVES + 32;
const TIED: usize = PARITY + 8;
const MOVABLE: usize = TIED + 16;

/// The steps to the neighbours in ring order, starting with the next file: files, ranks.
const RING: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Numbers the rings of eight bits that differ under symmetry.
static PATTERN_OF: [u8; 256] = {
    let mut table = [0; 256];
    let mut known = 0;
    let mut ring = 0;
    while ring < 256 {
        // The least of the eight rings that are the same up to symmetry.
        let mut least = ring;
        let mut turn = 0;
        while turn < 8 {
            let turned = ((ring << turn) | (ring >> (8 - turn))) & 255;
            let mut mirrored = 0;
            let mut i = 0;
            while i < 8 {
                if turned & (1 << i) != 0 {
                    mirrored |= 1 << ((8 - i) % 8);
                }
                i += 1;
            }
            if turned < least {
                least = turned;
            }
            if mirrored < least {
                least = mirrored;
            }
            turn += 2;
        }
        if least == ring {
            table[ring] = known;
            known += 1;
        } else {
            table[ring] = table[least];
        }
        ring += 1;
    }
    assert!(known as usize == PATTERNS);
    table
};

/// The coarse class of each class of empty squares.
static LEAD_OF: [u8; QUEEN * QUEEN] = {
    let mut table = [0; QUEEN * QUEEN];
    let mut class = 0;
    while class < QUEEN * QUEEN {
        let (own, enemy) = (class / QUEEN, class % QUEEN);
        table[class] = match (own, enemy) {
            (4, 4) => 0,
            (_, 4) => 1,
            (4, _) => 2,
            _ if own == enemy => 3,
            _ if own + 1 == enemy => 4,
            _ if own < enemy => 5,
            _ if enemy + 1 == own => 6,
            _ => 7,
        };
        class += 1;
    }
    table
};

/// Both players' distances minus 1 in binary, with one set of squares per digit. A square that a
/// player never reaches has one more than the greatest distance that counts.
struct BinaryDistances<B> {
    /// Each player's digits, the ones first.
    digits: [[B; 3]; 2],
    /// The squares reached in one move.
    near: [B; 2],
    /// All squares reached.
    reached: [B; 2],
}

impl<B: Bitboard> BinaryDistances<B> {
    #[inline(always)]
    fn new(amazons: [B; 2], empty: B, walk: Walk, most: u32) -> Self {
        let mut front = Twin::new(amazons[0], amazons[1]);
        let mut open = Twin::new(empty, empty);
        let mut digits = [Twin::NONE; 3];
        let mut near = Twin::NONE;
        let mut distance = 0;
        let mut note = |distance: u32, squares: Twin<B>| {
            for (place, digit) in digits.iter_mut().enumerate() {
                if distance >> place & 1 == 1 {
                    *digit = digit.or(squares);
                }
            }
        };
        loop {
            front = front.advanced(walk, open);
            if front.is_none() {
                break;
            }
            if distance == 0 {
                near = front;
            }
            note(distance.min(most), front);
            open = open.without(front);
            distance += 1;
        }
        note(most + 1, open);
        let [ones, twos, fours] = digits.map(Twin::apart);
        let reached = open.apart().map(|never| empty.without(never));
        let of = |player: usize| [ones[player], twos[player], fours[player]];
        Self { digits: [of(0), of(1)], near: near.apart(), reached }
    }

    /// The squares that each player reaches before the other, among the distances that count.
    #[inline(always)]
    fn order(&self) -> [B; 2] {
        let [own, enemy] = self.digits;
        let (mut earlier, mut later) = (B::NONE, B::NONE);
        for (own, enemy) in own.into_iter().zip(enemy) {
            // A higher digit overrides the lower ones.
            let (less, more) = (enemy.without(own), own.without(enemy));
            (earlier, later) = (earlier.without(more) | less, later.without(less) | more);
        }
        [earlier, later]
    }
}

#[inline(always)]
fn capped(number: u32, most: usize) -> usize {
    (number as usize).min(most)
}

#[inline(always)]
fn centred(number: i32, most: i32) -> usize {
    (number.clamp(-most, most) + most) as usize
}

/// The squares that one player's amazons see, by how many see them, up to three.
struct Sight<B> {
    one: B,
    two: B,
    three: B,
}

impl<B: Bitboard> Sight<B> {
    #[inline(always)]
    fn new(amazons: B, empty: B) -> Self {
        let [mut one, mut two, mut three] = [B::NONE; 3];
        for square in amazons.squares() {
            let seen = B::queen(square, empty);
            three |= two & seen;
            two |= one & seen;
            one |= seen;
        }
        Self { one, two, three }
    }

    /// How many amazons see each square, in binary.
    #[inline(always)]
    fn count(&self) -> [B; 2] {
        [self.one.without(self.two) | self.three, self.two]
    }
}

/// A position as the player to move sees it.
pub struct View<B> {
    empty: B,
    /// The mover's amazons and the opponent's.
    amazons: [B; 2],
    queens: BinaryDistances<B>,
}

opaque_debug!([B] View<B>, "View");

impl<B: Bitboard> View<B> {
    /// Measures the distances by queen moves.
    #[inline(always)]
    pub fn new(placement: &Placement<B>, mover: Color) -> Self {
        let amazons = [mover, mover.other()].map(|color| placement.amazons(color));
        let queens = BinaryDistances::new(amazons, placement.empty, Walk::Queen, 3);
        Self { empty: placement.empty, amazons, queens }
    }

    /// Returns the squares that both players reach.
    #[inline(always)]
    pub fn shared(&self) -> B {
        self.queens.reached[0] & self.queens.reached[1]
    }

    /// Calls `visit` with the features of every site, and returns those of the whole position.
    #[inline(always)]
    pub fn each_site(&self, mut visit: impl FnMut(&[u16; SITE_ROWS])) -> Globals {
        let (empty, amazons) = (self.empty, self.amazons);
        let kings = BinaryDistances::new(amazons, empty, Walk::King, 5);
        let shared = self.shared();
        let phase = PHASE_STARTS.iter().filter(|&&start| shared.count() >= start).count();

        // The class of an empty square is five times the mover's distance plus the opponent's. All
        // others have five times five plus 0, 1 or 2.
        let walls = !empty;
        let [[own_ones, own_twos, own_fours], [ones, twos, fours]] = self.queens.digits;
        let blocked = walls.without(amazons[0] | amazons[1]);
        let sight = amazons.map(|amazons| Sight::new(amazons, empty));
        let [own_seen, enemy_seen] = sight.each_ref().map(Sight::count);
        let by_queen = bytes([
            own_ones | walls,
            own_twos,
            own_fours | walls,
            ones | amazons[1],
            twos | blocked,
            fours,
            enemy_seen[0],
            enemy_seen[1],
        ]);
        let [[own_ones, own_twos, own_fours], [ones, twos, fours]] = kings.digits;
        let by_king =
            bytes([own_ones, own_twos, own_fours, ones, twos, fours, own_seen[0], own_seen[1]]);
        let steps: [isize; 8] = std::array::from_fn(|i| RING[i].0 + RING[i].1 * B::STRIDE as isize);
        let rings = bytes(steps.map(|step| {
            if step < 0 { empty.up(step.unsigned_abs()) } else { empty.down(step.unsigned_abs()) }
        }));
        let mut classes = [BLOCKED; CELLS];
        for (class, byte) in classes[MARGIN..].iter_mut().zip(&by_queen[..64 * B::WORDS]) {
            *class = (byte & 7) * QUEEN as u8 + (byte >> 3 & 7);
        }
        let neighbours = |square: usize, kind: usize, rows: &mut [u16; SITE_ROWS]| {
            for (i, step) in steps.iter().enumerate() {
                let class = classes[(square + MARGIN).wrapping_add_signed(*step)];
                rows[SITE_ROWS - 8 + i] =
                    (NEIGHBOURS + (2 * kind + i % 2) * CLASSES) as u16 + u16::from(class);
            }
        };

        let mut movable = [0; 2];
        let mut rows = [0; SITE_ROWS];
        for side in 0..2 {
            let contested = self.queens.reached[1 - side];
            for square in amazons[side].squares() {
                let seen = B::queen(square, empty);
                movable[side] += u32::from(seen.any());
                let around = B::bit(square).neighbours();
                let near = around & empty;
                let fought = capped((seen & contested).count(), REACHES - 1);
                let all = capped(seen.count(), REACHES - 1);
                let space = near.count() * 9 + (near & contested).count();
                rows[0] = (BY_REACH + (side * PHASES + phase) * REACHES + fought) as u16;
                rows[1] = (BY_SPACE + side * 81 + space as usize) as u16;
                rows[2] = (BY_MOBILITY + (side * PHASES + phase) * REACHES + all) as u16;
                let friends = capped((around & amazons[side]).count() - 1, 3);
                let enemies = capped((around & amazons[1 - side]).count(), 3);
                rows[3] = (BY_COUNT + side * 16 + friends * 4 + enemies) as u16;
                neighbours(square, 1 + side, &mut rows);
                visit(&rows);
            }
        }
        for square in empty.squares() {
            let class = usize::from(classes[square + MARGIN]);
            let lead = usize::from(LEAD_OF[class]);
            let king: u8 = by_king[square];
            let kings = usize::from(king & 7) * KING + usize::from(king >> 3 & 7);
            let attack = usize::from(king >> 6 << 2 | by_queen[square] >> 6);
            let pattern = usize::from(PATTERN_OF[usize::from(rings[square])]);
            rows[0] = (BY_QUEEN + phase * QUEEN * QUEEN + class) as u16;
            rows[1] = (BY_KING + phase * KING * KING + kings) as u16;
            rows[2] = (BY_PATTERN + lead * PATTERNS + pattern) as u16;
            rows[3] = (BY_ATTACK + lead * 16 + attack) as u16;
            neighbours(square, 0, &mut rows);
            visit(&rows);
        }

        let [own_alone, enemy_alone] =
            self.queens.reached.map(|reached| reached.without(shared).count() as i32);
        let alone = own_alone - enemy_alone;
        let [earlier, later] = self.queens.order().map(|squares| squares & shared);
        let first = earlier.count() as i32 - later.count() as i32;
        let tied = shared.without(earlier | later).count();
        let odd = (empty.count() % 2) as usize;
        let moves = self.queens.near.map(B::count);
        [
            SHARED + capped(shared.count(), 47),
            ALONE + centred(alone, 20),
            FIRST + centred(first + alone, 20),
            OWN_MOVES + capped(moves[0], 31),
            ENEMY_MOVES + capped(moves[1], 31),
            PARITY + 2 * capped(shared.count().div_ceil(4), 3) + odd,
            TIED + capped(tied, 15),
            MOVABLE + 5 * capped(movable[0], 4) + capped(movable[1], 4),
        ]
        .map(|row| row as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Wide};
    use crate::testing::RandomPositions;

    /// Returns all features in an order that does not depend on how the position lies.
    fn features(
        position: &Position,
        placement: &Placement<impl Bitboard>,
    ) -> (Vec<Vec<u16>>, Globals) {
        let mut sites = Vec::new();
        let globals = View::new(placement, position.side()).each_site(|rows| {
            let mut rows = rows.to_vec();
            rows.sort_unstable();
            sites.push(rows);
        });
        sites.sort_unstable();
        (sites, globals)
    }

    #[test]
    fn features_do_not_depend_on_symmetry_colour_or_layout() {
        let mut random = RandomPositions::new(5);
        for _ in 0..300 {
            let (width, height) = (1 + random.below(12), 1 + random.below(10));
            let blocked = random.below(70);
            let position = random.board(width, height, blocked, [4, 4]);
            let here = features(&position, position.placement());
            assert!(here.0.iter().flatten().all(|&row| usize::from(row) < ROWS));
            assert!(here.1.iter().all(|&row| usize::from(row) < GLOBAL_ROWS));
            let swapped = position.swapped();
            assert_eq!(features(&swapped, swapped.placement()), here);
            for symmetry in 0..8 {
                let other = position.transformed(symmetry);
                assert_eq!(features(&other, other.placement()), here, "{position} {symmetry}");
            }
            if let Some((small, _)) = position.placement().fit::<u128>() {
                assert_eq!(features(&position, &small), here);
            }
        }
    }

    #[test]
    fn a_square_beside_the_edge_has_blocked_neighbours() {
        let position: Position = "Q1q w".parse().unwrap();
        let placement: &Placement<Wide> = position.placement();
        let mut empties = Vec::new();
        View::new(placement, position.side()).each_site(|rows| {
            if usize::from(rows[0]) < BY_KING {
                empties.push(*rows);
            }
        });
        let classes: Vec<usize> = empties[0][SITE_ROWS - 8..]
            .iter()
            .map(|&row| (usize::from(row) - NEIGHBOURS) % CLASSES)
            .collect();
        assert_eq!(classes, [26, 27, 27, 27, 25, 27, 27, 27]);
    }
}
