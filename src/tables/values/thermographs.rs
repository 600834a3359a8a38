//! Thermographs as a dictionary stores them.
//!
//! ```text
//! 24 bytes  outcome (L, R, N or P); 1 for a left wall that leans, plus 2 for a right wall that
//!           does, plus 4 for a number; corners of the left wall; of the right wall; number of the
//!           first corner (4 bytes); mean; temperature; left stop; right stop (4 bytes each)
//! corners   temperature; value (4 bytes each), those of the left wall first
//! ```
//!
//! Temperatures and values are signed, in units of 1/2^16.

use amazons_cgt::{Corner, Dyadic, Outcome, Thermograph, ThermographId, Thermographs};

/// The bytes of a thermograph without its corners.
pub(crate) const RECORD: usize = 24;
/// The bytes of a corner.
pub(crate) const CORNER: usize = 8;
/// Numbers are stored as multiples of 1/2^16.
const FRACTION_BITS: u32 = 16;

const LEFT_LEANS: u8 = 1;
const RIGHT_LEANS: u8 = 2;
const NUMBER: u8 = 4;

/// What is known about a value at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueFacts {
    /// Who wins.
    pub outcome: Outcome,
    /// The mean value.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The left stop.
    pub left_stop: Dyadic,
    /// The right stop.
    pub right_stop: Dyadic,
    /// Whether the value is a number.
    pub is_number: bool,
}

impl ValueFacts {
    /// Returns the facts of the negative.
    #[must_use]
    pub fn negative(self) -> Self {
        Self {
            outcome: self.outcome.negative(),
            mean: -self.mean,
            left_stop: -self.right_stop,
            right_stop: -self.left_stop,
            ..self
        }
    }
}

/// A thermograph in the form of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct WrittenThermograph {
    /// Its temperature and those of its corners, each with the value there.
    corners: [Vec<[i32; 2]>; 2],
    temperature: i32,
    flags: u8,
    outcome: u8,
}

fn stored(x: Dyadic) -> Option<i32> {
    x.numerator(FRACTION_BITS).and_then(|n| i32::try_from(n).ok()).filter(|&n| n != i32::MIN)
}

fn number(stored: i32) -> Dyadic {
    Dyadic::new(stored.into(), FRACTION_BITS).expect("32 bits with 16 of them behind the point")
}

/// A thermograph read from a dictionary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThermographRecord {
    pub facts: ValueFacts,
    pub leans: [bool; 2],
    /// Corners of the left and of the right wall.
    pub corners: [usize; 2],
    /// The first of these.
    pub first: usize,
}

impl WrittenThermograph {
    /// The stored form of a thermograph, or `None` if a number is too large or too fine for it.
    pub fn of(pool: &Thermographs, id: ThermographId) -> Option<Self> {
        let thermograph = pool.get(id);
        let wall = |wall: &[Corner]| {
            let corners = wall.iter().map(|c| Some([stored(c.temperature)?, stored(c.value)?]));
            corners.collect::<Option<Vec<_>>>().filter(|corners| corners.len() <= 255)
        };
        let [left_leans, right_leans] = pool.leans(id);
        let flags = [(left_leans, LEFT_LEANS), (right_leans, RIGHT_LEANS)]
            .into_iter()
            .chain([(pool.number_of(id).is_some(), NUMBER)]);
        Some(Self {
            corners: [wall(thermograph.left_wall())?, wall(thermograph.right_wall())?],
            temperature: stored(thermograph.temperature())?,
            flags: flags.fold(0, |all, (set, flag)| if set { all | flag } else { all }),
            outcome: pool.outcome(id).letter() as u8,
        })
    }

    /// The stored form of the thermograph of the negative.
    pub fn negative(&self) -> Self {
        let [left, right] = [1, 0].map(|side: usize| {
            self.corners[side].iter().map(|&[temperature, value]| [temperature, -value]).collect()
        });
        let swapped = |flag: u8, other: u8| if self.flags & flag != 0 { other } else { 0 };
        Self {
            corners: [left, right],
            flags: self.flags & NUMBER
                | swapped(LEFT_LEANS, RIGHT_LEANS)
                | swapped(RIGHT_LEANS, LEFT_LEANS),
            outcome: match self.outcome {
                b'L' => b'R',
                b'R' => b'L',
                other => other,
            },
            ..*self
        }
    }

    /// The number of corners.
    pub fn corners(&self) -> usize {
        self.corners.iter().map(Vec::len).sum()
    }

    /// The bytes of the thermograph, whose corners start at this number.
    pub fn record(&self, first: u32) -> [u8; RECORD] {
        let [left, right] = &self.corners;
        let mut record = [0; RECORD];
        record[..4].copy_from_slice(&[
            self.outcome,
            self.flags,
            left.len() as u8,
            right.len() as u8,
        ]);
        record[4..8].copy_from_slice(&first.to_le_bytes());
        let mean = left[left.len() - 1][1];
        for (at, n) in [mean, self.temperature, left[0][1], right[0][1]].into_iter().enumerate() {
            record[8 + 4 * at..12 + 4 * at].copy_from_slice(&n.to_le_bytes());
        }
        record
    }

    /// The bytes of the corners.
    pub fn corner_bytes(&self) -> impl Iterator<Item = u8> {
        self.corners.iter().flatten().flatten().flat_map(|n| n.to_le_bytes())
    }
}

impl ThermographRecord {
    /// Reads the bytes of a thermograph; `None` if it cannot be one.
    pub fn read(bytes: &[u8; RECORD]) -> Option<Self> {
        let number_at = |at: usize| {
            number(i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")))
        };
        let [outcome, flags, left, right, ..] = *bytes;
        let outcome = match outcome {
            b'L' => Outcome::Left,
            b'R' => Outcome::Right,
            b'N' => Outcome::Next,
            b'P' => Outcome::Previous,
            _ => return None,
        };
        let first = u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes"));
        (left > 0 && right > 0 && flags <= LEFT_LEANS + RIGHT_LEANS + NUMBER).then_some(Self {
            facts: ValueFacts {
                outcome,
                mean: number_at(8),
                temperature: number_at(12),
                left_stop: number_at(16),
                right_stop: number_at(20),
                is_number: flags & NUMBER != 0,
            },
            leans: [flags & LEFT_LEANS != 0, flags & RIGHT_LEANS != 0],
            corners: [left.into(), right.into()],
            first: first as usize,
        })
    }

    /// The thermograph with these corners; `None` if they are no walls.
    pub fn thermograph(&self, corners: &[u8], negated: bool) -> Option<Thermograph> {
        let [lefts, _] = self.corners;
        let corners: Vec<Corner> = corners
            .chunks_exact(CORNER)
            .map(|bytes| {
                let [temperature, value] = [0, 4].map(|at| {
                    i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
                });
                Corner {
                    temperature: number(temperature),
                    value: if negated { -number(value) } else { number(value) },
                }
            })
            .collect();
        let (left, right) = corners.split_at_checked(lefts)?;
        let (left, right) = if negated { (right, left) } else { (left, right) };
        Thermograph::from_walls(left.to_vec(), right.to_vec(), self.facts.temperature)
    }
}
