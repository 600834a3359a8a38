//! What the learned evaluation sees of a position.
//!
//! The position is a set of *sites*, the empty squares and the amazons. Each site has
//! [`SITE_ROWS`] features, numbers of rows in a table of vectors; a few features more are about the
//! whole position. All of them are seen by the player to move, and none depends on the board's size
//! or on how the position lies on it.

use super::distance::{Walk, Wave};
use crate::board::{Bitboard, Color, Placement};

/// Features of a site.
pub const SITE_ROWS: usize = 12;

/// Rows that the features of sites choose from.
pub const ROWS: usize = NEIGHBOURS + 3 * 2 * CLASSES;

/// Features of a whole position.
pub const GLOBALS: usize = 8;

/// Rows that the features of whole positions choose from.
pub const GLOBAL_ROWS: usize = MOVABLE + 25;

/// The features of a whole position.
pub type Globals = [u16; GLOBALS];

/// Classes of positions by the number of squares that both players reach.
const PHASES: usize = 8;
/// The least numbers of shared squares of each phase but the first.
const PHASE_STARTS: [u32; PHASES - 1] = [1, 4, 8, 14, 24, 40, 60];

/// Queen distances: 1, 2, 3, 4 and more, never.
const QUEEN: usize = 5;
/// King distances: 1 to 5, 6 and more, never.
const KING: usize = 7;

/// Classes of squares: both queen distances of an empty square, or what else it is.
const CLASSES: usize = QUEEN * QUEEN + 3;
const OWN_AMAZON: u8 = 25;
const ENEMY_AMAZON: u8 = 26;
const BLOCKED: u8 = 27;

/// Coarser classes of empty squares: who is first, by how much.
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

/// Numbers of squares that an amazon sees, told apart up to this many.
const REACHES: usize = 16;

const SHARED: usize = 0;
const ALONE: usize = SHARED + 48;
const FIRST: usize = ALONE + 41;
const OWN_MOVES: usize = FIRST + 41;
const ENEMY_MOVES: usize = OWN_MOVES + 32;
const PARITY: usize = ENEMY_MOVES + 32;
const TIED: usize = PARITY + 8;
const MOVABLE: usize = TIED + 16;

/// The steps to the neighbours in the order of a ring, from the first column's next: files, ranks.
const RING: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The number of each ring of eight bits among those that differ under symmetry.
static PATTERN_OF: [u8; 256] = {
    let mut table = [0; 256];
    let mut known = 0;
    let mut ring = 0;
    while ring < 256 {
        // The least of the eight rings that are the same but for symmetry.
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

/// Squares of the largest layout, with room for the neighbours of all of them.
const CELLS: usize = 17 * 16 + 2 * MARGIN;
const MARGIN: usize = 18;

/// Writes each square's distance, less 1 and at most `most`, into `distances`; gives the squares of
/// one move and all that are reached.
#[inline(always)]
fn measure<B: Bitboard>(
    amazons: B,
    empty: B,
    walk: Walk,
    most: u8,
    distances: &mut [u8; CELLS],
) -> (B, B) {
    let mut wave = Wave::new(amazons);
    wave.advance(walk, empty);
    let near = wave.front;
    let mut distance = 0;
    while wave.front.any() {
        for square in wave.front.squares() {
            distances[square] = distance;
        }
        if distance < most {
            distance += 1;
        }
        wave.advance(walk, empty);
    }
    (near, wave.reached)
}

#[inline(always)]
fn capped(number: u32, most: usize) -> usize {
    (number as usize).min(most)
}

#[inline(always)]
fn centred(number: i32, most: i32) -> usize {
    (number.clamp(-most, most) + most) as usize
}

/// The least number of squares in each of three sets: one, two, three and more of some sets hold
/// it.
#[inline(always)]
fn counted<B: Bitboard>(planes: &mut [B; 3], set: B) {
    planes[2] |= planes[1] & set;
    planes[1] |= planes[0] & set;
    planes[0] |= set;
}

/// How many planes hold a square.
#[inline(always)]
fn level<B: Bitboard>(planes: &[B; 3], square: B) -> usize {
    planes.iter().map(|plane| usize::from(plane.meets(square))).sum()
}

/// Calls `visit` with the features of every site, and gives those of the whole position.
#[inline(always)]
pub fn each_site<B: Bitboard>(
    placement: &Placement<B>,
    mover: Color,
    mut visit: impl FnMut(&[u16; SITE_ROWS]),
) -> Globals {
    let empty = placement.empty;
    let (own, enemy) = (placement.amazons(mover), placement.amazons(mover.other()));
    let mut queen = [[4u8; CELLS]; 2];
    let mut king = [[6u8; CELLS]; 2];
    let (own_near, own_reached) = measure(own, empty, Walk::Queen, 3, &mut queen[0]);
    let (enemy_near, enemy_reached) = measure(enemy, empty, Walk::Queen, 3, &mut queen[1]);
    measure(own, empty, Walk::King, 5, &mut king[0]);
    measure(enemy, empty, Walk::King, 5, &mut king[1]);
    let shared = own_reached & enemy_reached;
    let reached = [own_reached, enemy_reached];
    let phase = PHASE_STARTS.iter().filter(|&&start| shared.count() >= start).count();

    // Class of every square, with blocked ones around the board.
    let mut classes = [BLOCKED; CELLS];
    for square in empty.squares() {
        classes[square + MARGIN] = queen[0][square] * QUEEN as u8 + queen[1][square];
    }
    for square in own.squares() {
        classes[square + MARGIN] = OWN_AMAZON;
    }
    for square in enemy.squares() {
        classes[square + MARGIN] = ENEMY_AMAZON;
    }
    let steps: [isize; 8] = std::array::from_fn(|i| RING[i].0 + RING[i].1 * B::STRIDE as isize);
    // The neighbours' rows, and which of them are empty.
    let neighbours = |square: usize, kind: usize, rows: &mut [u16; SITE_ROWS]| {
        let mut ring = 0;
        for (i, step) in steps.iter().enumerate() {
            let class = classes[(square + MARGIN).wrapping_add_signed(*step)];
            rows[SITE_ROWS - 8 + i] =
                (NEIGHBOURS + (2 * kind + i % 2) * CLASSES + usize::from(class)) as u16;
            ring |= usize::from(class < OWN_AMAZON) << i;
        }
        ring
    };

    let mut seen = [[B::NONE; 3]; 2];
    let mut movable = [0; 2];
    let mut rows = [0; SITE_ROWS];
    for (side, amazons) in [own, enemy].into_iter().enumerate() {
        for square in amazons.squares() {
            let sight = B::queen(square, empty);
            counted(&mut seen[side], sight);
            movable[side] += u32::from(sight.any());
            let near = B::bit(square).neighbours() & empty;
            let contested = reached[1 - side];
            let fought = capped((sight & contested).count(), REACHES - 1);
            let all = capped(sight.count(), REACHES - 1);
            let space = near.count() * 9 + (near & contested).count();
            rows[0] = (BY_REACH + (side * PHASES + phase) * REACHES + fought) as u16;
            rows[1] = (BY_SPACE + side * 81 + space as usize) as u16;
            rows[2] = (BY_MOBILITY + (side * PHASES + phase) * REACHES + all) as u16;
            let friends = B::bit(square).neighbours() & amazons;
            let enemies = B::bit(square).neighbours() & [enemy, own][side];
            let around = capped(friends.count() - 1, 3) * 4 + capped(enemies.count(), 3);
            rows[3] = (BY_COUNT + side * 16 + around) as u16;
            neighbours(square, 1 + side, &mut rows);
            visit(&rows);
        }
    }
    for square in empty.squares() {
        let class = usize::from(classes[square + MARGIN]);
        let lead = usize::from(LEAD_OF[class]);
        let kings = usize::from(king[0][square]) * KING + usize::from(king[1][square]);
        let ring = neighbours(square, 0, &mut rows);
        let bit = B::bit(square);
        let attack = level(&seen[0], bit) * 4 + level(&seen[1], bit);
        rows[0] = (BY_QUEEN + phase * QUEEN * QUEEN + class) as u16;
        rows[1] = (BY_KING + phase * KING * KING + kings) as u16;
        rows[2] = (BY_PATTERN + lead * PATTERNS + usize::from(PATTERN_OF[ring])) as u16;
        rows[3] = (BY_ATTACK + lead * 16 + attack) as u16;
        visit(&rows);
    }

    let (mut first, mut tied) = (0, 0);
    for square in shared.squares() {
        let (own, enemy) = (queen[0][square], queen[1][square]);
        first += i32::from(own < enemy) - i32::from(enemy < own);
        tied += u32::from(own == enemy);
    }
    let alone =
        own_reached.without(shared).count() as i32 - enemy_reached.without(shared).count() as i32;
    let odd = (empty.count() % 2) as usize;
    [
        SHARED + capped(shared.count(), 47),
        ALONE + centred(alone, 20),
        FIRST + centred(first + alone, 20),
        OWN_MOVES + capped(own_near.count(), 31),
        ENEMY_MOVES + capped(enemy_near.count(), 31),
        PARITY + 2 * capped(shared.count().div_ceil(4), 3) + odd,
        TIED + capped(tied, 15),
        MOVABLE + 5 * capped(movable[0], 4) + capped(movable[1], 4),
    ]
    .map(|row| row as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Wide};
    use crate::testing::RandomPositions;

    /// All features in an order that does not depend on how the position lies.
    fn features(
        position: &Position,
        placement: &Placement<impl Bitboard>,
    ) -> (Vec<Vec<u16>>, Globals) {
        let mut sites = Vec::new();
        let globals = each_site(placement, position.side(), |rows| {
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
        each_site(placement, position.side(), |rows| {
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
