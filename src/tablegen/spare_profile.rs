//! Scores as functions of the number of spare moves, for all numbers at once.
//!
//! d is White's spare moves minus Black's. x is White's total moves minus Black's, including spare
//! ones, as in [`Scores`](crate::tables::Scores).

use crate::board::Color;

/// d runs from −8 to 7, which includes −D to D of every region of up to 10 squares.
pub(super) const LANES: usize = 16;
const ZERO: usize = 8;

/// Values of x for d from −8 to 7.
pub(super) type Lane = [i8; LANES];

/// x with White first and with Black first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SpareProfile {
    pub white: Lane,
    pub black: Lane,
}

impl SpareProfile {
    /// The profile of one-sided regions with `moves` moves for White (if negative, for Black).
    pub fn one_sided(moves: i32) -> Self {
        let lane = std::array::from_fn(|i| (i as i32 - ZERO as i32 + moves) as i8);
        Self { white: lane, black: lane }
    }

    /// Whether more spare moves never hurt, as docs/design.md, section 4, says.
    pub fn rise(&self) -> bool {
        [self.white, self.black].iter().all(|lane| lane.is_sorted())
    }

    /// x(−D) to x(D) for both first players, as in a table's record.
    pub fn record(&self, reach: usize) -> impl Iterator<Item = u8> {
        let range = ZERO - reach..=ZERO + reach;
        let (white, black) = (self.white, self.black);
        range.clone().map(move |i| white[i] as u8).chain(range.map(move |i| black[i] as u8))
    }
}

/// A [`SpareProfile`] for d from −16 to 15, so that any 16 values near 0 can be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideSpareProfile {
    white: [i8; 2 * LANES],
    black: [i8; 2 * LANES],
}

impl WideSpareProfile {
    /// The profile of a function of the first player and d.
    pub fn of(x: impl Fn(Color, i32) -> i32) -> Self {
        let lane = |first| std::array::from_fn(|i| x(first, i as i32 - LANES as i32) as i8);
        Self { white: lane(Color::White), black: lane(Color::Black) }
    }

    /// The profile extended beyond its ends, where it is linear.
    pub fn extended(profile: &SpareProfile) -> Self {
        let end = LANES as i32 - ZERO as i32 - 1;
        Self::of(|first, d| {
            let lane = if first == Color::White { &profile.white } else { &profile.black };
            let near = d.clamp(-(ZERO as i32), end);
            i32::from(lane[(near + ZERO as i32) as usize]) + d - near
        })
    }
}

/// Collects the moves of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathered {
    profile: SpareProfile,
}

impl Gathered {
    /// No moves yet.
    pub fn new() -> Self {
        Self { profile: SpareProfile { white: [i8::MIN; LANES], black: [i8::MAX; LANES] } }
    }

    /// Adds a move of `mover` to a contested region with this profile, plus `shift` more spare
    /// moves for White.
    #[inline(always)]
    pub fn add(&mut self, mover: Color, after: &WideSpareProfile, shift: i32) {
        let start = (ZERO as i32 + shift) as usize;
        match mover {
            Color::White => {
                let after = &after.black[start..start + LANES];
                for (best, x) in self.profile.white.iter_mut().zip(after) {
                    *best = (*best).max(x + 1);
                }
            }
            Color::Black => {
                let after = &after.white[start..start + LANES];
                for (best, x) in self.profile.black.iter_mut().zip(after) {
                    *best = (*best).min(x - 1);
                }
            }
        }
    }

    /// Adds a move of `mover` that leaves only one-sided regions, worth `shift` moves for White.
    #[inline(always)]
    pub fn add_one_sided(&mut self, mover: Color, shift: i32) {
        let start = (shift - ZERO as i32) as i8;
        for i in 0..LANES {
            let x = start + i as i8;
            match mover {
                Color::White => self.profile.white[i] = self.profile.white[i].max(x + 1),
                Color::Black => self.profile.black[i] = self.profile.black[i].min(x - 1),
            }
        }
    }

    /// The spare profile of the position. If a player has no move in it, `white_out` or `black_out`
    /// is the longest filling of that player's opponent, who continues alone.
    ///
    /// A player with spare moves may use one instead of moving: then the other player is first, and
    /// there is one spare move less. The other player has none, since equal numbers cancel.
    pub fn finish(mut self, white_out: Option<i32>, black_out: Option<i32>) -> SpareProfile {
        let SpareProfile { white, black } = &mut self.profile;
        for i in 0..LANES {
            let d = i as i32 - ZERO as i32;
            if let Some(filling) = white_out
                && d <= 0
            {
                white[i] = (d - filling) as i8;
            }
            if let Some(filling) = black_out
                && d >= 0
            {
                black[i] = (d + filling) as i8;
            }
        }
        for i in ZERO + 1..LANES {
            white[i] = white[i].max(black[i - 1] + 1);
        }
        for i in (0..ZERO).rev() {
            black[i] = black[i].min(white[i + 1] - 1);
        }
        self.profile
    }
}
