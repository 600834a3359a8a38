//! Random small games, the same on every machine.

use amazons_cgt::{Arena, Dyadic, Game};

/// A source of random games (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    /// A dyadic between −3 and 3 with a denominator of at most 4.
    pub fn number(&mut self) -> Dyadic {
        let exponent = self.below(3) as u32;
        let most = 3 << exponent;
        Dyadic::new(self.below(2 * most + 1) as i64 - most as i64, exponent).unwrap()
    }

    /// A number, or one of the games with a name.
    fn named(&mut self, games: &mut Arena) -> Game {
        match self.below(8) {
            0..=3 => {
                let x = self.number();
                games.number(x)
            }
            4 => games.nimber(self.below(4) as u16).unwrap(),
            5 => games.ups(self.below(5) as i32 - 2, self.below(3) as u16).unwrap(),
            6 => games.parse("+_1").unwrap(),
            _ => games.parse("±2").unwrap(),
        }
    }

    fn options(&mut self, games: &mut Arena, depth: u32, of: Kind) -> Vec<Game> {
        let count = 1 + self.below(2);
        (0..count).map(|_| self.of_depth(games, depth - 1, of)).collect()
    }

    fn of_depth(&mut self, games: &mut Arena, depth: u32, kind: Kind) -> Game {
        if depth == 0 || self.below(6) == 0 {
            return match kind {
                Kind::Any => self.named(games),
                Kind::AllSmall => Arena::ZERO,
            };
        }
        let lefts = self.options(games, depth, kind);
        let rights = self.options(games, depth, kind);
        games.canonical(&lefts, &rights).unwrap()
    }

    /// Any game of at most `depth` moves above named games.
    pub fn game(&mut self, games: &mut Arena, depth: u32) -> Game {
        self.of_depth(games, depth, Kind::Any)
    }

    /// A game one move above integers and nimbers.
    pub fn simple(&mut self, games: &mut Arena) -> Game {
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..1 + self.below(2) {
                side.push(match self.below(3) {
                    0 => games.nimber(self.below(3) as u16).unwrap(),
                    _ => games.integer(self.below(5) as i32 - 2),
                });
            }
        }
        games.canonical(&sides[0], &sides[1]).unwrap()
    }

    /// An all-small game of at most `depth` moves.
    pub fn all_small(&mut self, games: &mut Arena, depth: u32) -> Game {
        self.of_depth(games, depth, Kind::AllSmall)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Any,
    AllSmall,
}
