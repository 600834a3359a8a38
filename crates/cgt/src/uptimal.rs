//! Uptimals: sums of powers of ↑ (*Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*,
//! II.4).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::game::Game;
use ahash::AHashMap;
use std::fmt;

/// The sum x + a₁·↑ + a₂·↑² + … + aₙ·↑ⁿ + *m.
///
/// ↑ⁿ = {0 | * − ↑ − ↑² − … − ↑ⁿ⁻¹} is infinitesimal in comparison with ↑ⁿ⁻¹, so the sign of an
/// uptimal without number and nimber is that of its first digit which is not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Uptimal {
    /// x.
    pub number: Dyadic,
    /// a₁, a₂, …, the last of which is not 0.
    pub digits: Vec<i32>,
    /// m.
    pub nimber: u16,
}

impl Uptimal {
    /// Makes an uptimal.
    pub fn new(number: Dyadic, digits: &[i32], nimber: u16) -> Self {
        let length = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
        Self { number, digits: digits[..length].to_vec(), nimber }
    }
}

/// In base ↑: `.102*2` is ↑ + 2·↑³ + *2, and `1 + .1(-2)` is 1 + ↑ − 2·↑². A digit below 0 or above
/// 9 is in parentheses. Parts that are 0 are omitted, unless all are.
impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_infinitesimal = !self.digits.is_empty() || self.nimber > 0;
        if self.number != Dyadic::ZERO || !has_infinitesimal {
            write!(f, "{}", self.number)?;
            if has_infinitesimal {
                f.write_str(" + ")?;
            }
        }
        if !self.digits.is_empty() {
            f.write_str(".")?;
        }
        for digit in &self.digits {
            match digit {
                0..=9 => write!(f, "{digit}")?,
                _ => write!(f, "({digit})")?,
            }
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}

impl Arena {
    /// Returns ↑ⁿ for n ≥ 1, the n-th power of ↑; 0 for n = 0.
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn up_power(&mut self, n: u16) -> Result<Game, Stopped> {
        let Some(below) = n.checked_sub(1) else { return Ok(Self::ZERO) };
        let powers = self.up_powers(below)?;
        let star = self.nimber(1)?;
        let threat = self.difference(star, powers)?;
        self.canonical(&[Self::ZERO], &[threat])
    }

    /// Returns ↑ + ↑² + … + ↑ⁿ, which is written ↑^\[n\].
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn up_powers(&mut self, n: u16) -> Result<Game, Stopped> {
        let star = self.nimber(1)?;
        let mut sum = Self::ZERO;
        for _ in 0..n {
            sum = self.canonical(&[sum], &[star])?;
        }
        Ok(sum)
    }

    /// Returns an uptimal as a game.
    ///
    /// ```
    /// # use amazons_cgt::{Arena, Dyadic, Uptimal};
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.uptimal(&Uptimal::new(Dyadic::ONE, &[0, 1], 0))?;
    /// assert_eq!(games.text(game, 99).unwrap(), "{1|1v*}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn uptimal(&mut self, uptimal: &Uptimal) -> Result<Game, Stopped> {
        let mut sum = self.nimber(uptimal.nimber)?;
        for (n, &digit) in (1..).zip(&uptimal.digits) {
            let power = self.up_power(n)?;
            let multiple = self.multiple(digit, power)?;
            sum = self.sum(sum, multiple)?;
        }
        let number = self.number_within(Some(uptimal.number))?;
        self.sum(sum, number)
    }

    /// Returns the game as an uptimal, if it is one.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let game = games.parse("{1|1v*}")?;
    /// assert_eq!(games.to_uptimal(game)?.unwrap().to_string(), "1 + .01");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena is reached.
    pub fn to_uptimal(&mut self, game: Game) -> Result<Option<Uptimal>, Stopped> {
        let number = self.walls(game).left_stop;
        let minus_number = self.number_within(Some(-number))?;
        if !self.is_numberish(game) {
            return Ok(None);
        }
        let small = self.sum(game, minus_number)?;
        if !self.is_all_small(small) {
            return Ok(None);
        }
        let followers = self.followers(small);
        let nimbers = self.nimbers_among(&followers);
        let mut known: AHashMap<Game, (Vec<i32>, u16)> = AHashMap::new();
        for follower in followers {
            self.effort.step()?;
            let found = match nimbers.get(&follower) {
                Some(&nimber) => Some((Vec::new(), nimber)),
                None => self.uptimal_by_options(follower, &known)?,
            };
            // The followers of an uptimal are uptimals.
            let Some(found) = found else { return Ok(None) };
            known.insert(follower, found);
        }
        Ok(known.remove(&small).map(|(digits, nimber)| Uptimal { number, digits, nimber }))
    }

    /// The digits and the nimber of an uptimal, from those of its followers.
    ///
    /// An uptimal G of which the last digit, aₙ, is above 0 has the Right option G − ↑^\[n\] + *;
    /// if it is below 0, the Left option G + ↑^\[n\] + *. So G is one of few candidates, and it is
    /// compared with each.
    fn uptimal_by_options(
        &mut self,
        game: Game,
        known: &AHashMap<Game, (Vec<i32>, u16)>,
    ) -> Result<Option<(Vec<i32>, u16)>, Stopped> {
        let (lefts, rights) = (self.left_options(game).to_vec(), self.right_options(game).to_vec());
        let lengths = lefts.iter().chain(&rights).map(|option| known[option].0.len());
        let longest = 1 + lengths.max().unwrap_or(0);
        for (options, step) in [(rights, 1), (lefts, -1)] {
            for option in options {
                let (digits, nimber) = &known[&option];
                for n in digits.len().max(1)..=longest {
                    let last = digits.get(n - 1).copied().unwrap_or(0) + step;
                    if last.signum() != step {
                        continue;
                    }
                    let powers = self.up_powers(n as u16)?;
                    let powers = self.multiple(step, powers)?;
                    let star = self.nimber(1)?;
                    let difference = self.sum(powers, star)?;
                    if self.sum(option, difference)? == game {
                        let mut digits = digits.clone();
                        digits.resize(n, 0);
                        digits.iter_mut().for_each(|digit| *digit += step);
                        return Ok(Some((digits, nimber ^ 1)));
                    }
                }
            }
        }
        Ok(None)
    }
}
