//! Dyadic rationals n/2^k, the numbers of short games.

use crate::short_text::ShortText;
use crate::start_of::start_of;
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// An exact dyadic rational: a multiple of 2^−40, below 2^23 in absolute value.
///
/// Sums are checked for overflow like those of integers. [`half`](Self::half) reports when it would
/// have to round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dyadic(i64);

impl Dyadic {
    /// The exponent of the finest denominator, 2^40.
    pub const FRACTION_BITS: u32 = 40;
    /// The largest integer part that is read from text; sums of thousands of these still fit.
    pub const MAX_READ: i64 = 4096;
    /// 0.
    pub const ZERO: Self = Self(0);
    /// The smallest number above 0, 2^−40.
    pub const FINEST: Self = Self(1);
    /// The largest number below 0.
    pub(crate) const BELOW_ZERO: Self = Self(-1);
    /// 1.
    pub const ONE: Self = Self::integer(1);

    /// Makes an integer.
    pub const fn integer(n: i32) -> Self {
        assert!(n.unsigned_abs() < 1 << (63 - Self::FRACTION_BITS));
        Self((n as i64) << Self::FRACTION_BITS)
    }

    /// Makes `numerator / 2^exponent`, or returns `None` if that is too fine or too large.
    pub fn new(numerator: i64, exponent: u32) -> Option<Self> {
        let shift = Self::FRACTION_BITS.checked_sub(exponent)?;
        let units = numerator.checked_mul(1 << shift)?;
        // Its negative would be too large.
        (units != i64::MIN).then_some(Self(units))
    }

    /// Returns the sum, or `None` if it is too large.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            // Its negative would be too large.
            Some(i64::MIN) | None => None,
            Some(sum) => Some(Self(sum)),
        }
    }

    /// Returns the product, or `None` if it is too large or finer than 2^−40.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let product = i128::from(self.0) * i128::from(other.0);
        let units = product >> Self::FRACTION_BITS;
        let exact = units << Self::FRACTION_BITS == product;
        let units = i64::try_from(units).ok().filter(|&units| exact && units != i64::MIN)?;
        Some(Self(units))
    }

    /// Returns half of the number, or `None` if that is finer than 2^−40.
    #[must_use]
    pub const fn half(self) -> Option<Self> {
        if self.0 & 1 == 0 { Some(Self(self.0 / 2)) } else { None }
    }

    /// Returns the k of n/2^k in lowest terms.
    pub const fn exponent(self) -> u32 {
        Self::FRACTION_BITS.saturating_sub(self.0.trailing_zeros())
    }

    /// Returns the n for which the number is n/2^`exponent`, or `None` if it is finer.
    pub const fn numerator(self, exponent: u32) -> Option<i64> {
        match Self::FRACTION_BITS.checked_sub(exponent) {
            Some(shift) if self.exponent() <= exponent => Some(self.0 >> shift),
            _ => None,
        }
    }

    /// Returns the number as an integer, if it is one.
    pub const fn to_integer(self) -> Option<i32> {
        if self.exponent() == 0 { Some((self.0 >> Self::FRACTION_BITS) as i32) } else { None }
    }

    /// Returns the largest integer that is not above the number.
    pub const fn floor(self) -> i32 {
        (self.0 >> Self::FRACTION_BITS) as i32
    }

    /// Returns the smallest integer that is not below the number.
    pub const fn ceil(self) -> i32 {
        -((-self.0) >> Self::FRACTION_BITS) as i32
    }

    /// Returns the number as a float, for drawings.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / (1u64 << Self::FRACTION_BITS) as f64
    }

    /// Returns the options of the number's canonical form: n = {n−1 | }, m/2^k = {(m−1)/2^k |
    /// (m+1)/2^k}.
    pub fn options(self) -> (Option<Self>, Option<Self>) {
        match self.to_integer() {
            Some(0) => (None, None),
            Some(1..) => (Some(self - Self::ONE), None),
            Some(_) => (None, Some(self + Self::ONE)),
            None => {
                let step = Self(1 << (Self::FRACTION_BITS - self.exponent()));
                (Some(self - step), Some(self + step))
            }
        }
    }

    /// The simplest number between two ends, each of which may itself be allowed. An end is `None`
    /// if there is no bound on that side. `Err` if the interval is empty or holds only numbers that
    /// are too fine.
    pub(crate) fn simplest(low: Option<End>, high: Option<End>) -> Result<Self, ()> {
        let fits = |x: Self| low.is_none_or(|l| l.below(x)) && high.is_none_or(|h| h.above(x));
        if fits(Self::ZERO) {
            return Ok(Self::ZERO);
        }
        // The integer nearest to 0, otherwise the coarsest fraction.
        let integer = match (low, high) {
            (Some(low), _) if !low.below(Self::ZERO) => {
                let up = Self::integer(low.at.ceil());
                if low.below(up) { up } else { up + Self::ONE }
            }
            (_, Some(high)) => {
                let down = Self::integer(high.at.floor());
                if high.above(down) { down } else { down - Self::ONE }
            }
            _ => return Err(()),
        };
        if fits(integer) {
            return Ok(integer);
        }
        let low = low.ok_or(())?;
        for exponent in 1..=Self::FRACTION_BITS {
            let step = 1i64 << (Self::FRACTION_BITS - exponent);
            let first = Self(low.at.0.div_euclid(step) * step);
            for x in [first, Self(first.0 + step)] {
                if fits(x) {
                    return Ok(x);
                }
            }
        }
        Err(())
    }
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub at: Dyadic,
    /// Whether the end itself belongs to the interval.
    pub closed: bool,
}

impl End {
    fn below(self, x: Dyadic) -> bool {
        self.at < x || (self.closed && self.at == x)
    }
    fn above(self, x: Dyadic) -> bool {
        x < self.at || (self.closed && self.at == x)
    }
}

impl Add for Dyadic {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("numbers of games stay below 2^23"))
    }
}

impl Sub for Dyadic {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Dyadic {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Dyadic {
    fn text(self) -> ShortText {
        let exponent = self.exponent();
        let numerator = self.0 >> (Self::FRACTION_BITS - exponent);
        let text = ShortText::default().with_number(numerator);
        match exponent {
            0 => text,
            _ => text.with(b'/').with_number(1 << exponent),
        }
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl serde::Serialize for Dyadic {
    /// As text, such as `"5/8"`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().as_str())
    }
}

/// The error for a text that is not a dyadic rational within the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a dyadic rational; expected n or n/2^k such as -3/4, below 4096 in size")]
pub struct ParseDyadicError(String);

impl FromStr for Dyadic {
    type Err = ParseDyadicError;
    fn from_str(text: &str) -> Result<Self, ParseDyadicError> {
        let read = || {
            let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
            let numerator: i64 = top.parse().ok()?;
            let denominator: u64 = bottom.parse().ok()?;
            let exponent = denominator.is_power_of_two().then(|| denominator.trailing_zeros())?;
            let value = Self::new(numerator, exponent)?;
            let most = Self::MAX_READ << Self::FRACTION_BITS;
            (-most..=most).contains(&value.0).then_some(value)
        };
        read().ok_or_else(|| ParseDyadicError(start_of(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn texts() {
        for text in ["0", "-3", "1/2", "-5/8", "4095/64"] {
            assert_eq!(number(text).to_string(), text);
        }
        assert_eq!(number("2/4").to_string(), "1/2");
        for text in ["", "1/3", "1/", "/2", "99999", "1/0", "x", "1/1099511627776000"] {
            assert!(text.parse::<Dyadic>().is_err(), "{text}");
        }
    }

    #[test]
    fn arithmetic() {
        assert_eq!(number("1/2") + number("3/4"), number("5/4"));
        assert_eq!(number("1").half().unwrap().half().unwrap(), number("1/4"));
        assert_eq!((number("-5/4").floor(), number("-5/4").ceil()), (-2, -1));
        assert_eq!(Dyadic::new(1, 40).unwrap().half(), None);
        assert_eq!(number("-3/4").checked_mul(number("5/2")), Some(number("-15/8")));
        assert_eq!(number("4096").checked_mul(number("4096")), None);
        assert_eq!(Dyadic::new(1, 40).unwrap().checked_mul(number("3/2")), None);
        let largest = Dyadic::new(i64::MAX, 40).unwrap();
        assert_eq!(largest.checked_add(Dyadic::new(1, 40).unwrap()), None);
        assert_eq!((-largest).checked_add(Dyadic::new(-1, 40).unwrap()), None);
    }

    #[test]
    fn the_simplest_number_between_two() {
        let open = |text: &str| Some(End { at: number(text), closed: false });
        let closed = |text: &str| Some(End { at: number(text), closed: true });
        let simplest = |low, high| Dyadic::simplest(low, high).map(|x: Dyadic| x.to_string());
        assert_eq!(simplest(None, None), Ok("0".into()));
        assert_eq!(simplest(open("2"), None), Ok("3".into()));
        assert_eq!(simplest(None, open("-5/2")), Ok("-3".into()));
        assert_eq!(simplest(None, closed("-2")), Ok("-2".into()));
        assert_eq!(simplest(open("-5"), open("2")), Ok("0".into()));
        assert_eq!(simplest(open("0"), open("1")), Ok("1/2".into()));
        assert_eq!(simplest(open("0"), open("3/4")), Ok("1/2".into()));
        assert_eq!(simplest(open("-3/4"), open("-1/4")), Ok("-1/2".into()));
        assert_eq!(simplest(open("1/2"), open("1")), Ok("3/4".into()));
        assert_eq!(simplest(closed("1/4"), closed("1/4")), Ok("1/4".into()));
        assert_eq!(simplest(open("1"), open("1")), Err(()));
        assert_eq!(simplest(open("-7"), open("-3")), Ok("-4".into()));
    }
}
