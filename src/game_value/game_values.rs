//! A short way to game values of positions.

use super::canonical_forms::CanonicalForms;
use super::known_values::{Known, KnownValues};
use crate::board::Position;
use crate::limits::Limits;
use crate::util::opaque_debug;
use amazons_cgt::{Dyadic, Effort, Outcome, Stopped, Thermograph};
use std::fmt;

/// The longest text of a canonical form, in bytes.
const LONGEST: usize = 1 << 16;

/// Computes game values of positions. Earlier results speed up later questions while memory lasts.
///
/// ```
/// use amazons::GameValues;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let value = GameValues::new(64 << 20).value(&"Q2q/1**1 w".parse()?)?;
/// assert_eq!(value.to_string(), "±3");
/// assert_eq!(value.temperature().to_string(), "3");
/// # Ok(())
/// # }
/// ```
pub struct GameValues {
    forms: CanonicalForms,
    known: Known,
    memory: usize,
}

opaque_debug!([] GameValues, "GameValues");

/// The value of a position in a sum: its canonical form, thermograph and outcome.
///
/// As text it is the canonical form in the notation of combinatorial-game programs, such as
/// `{3|{1|0}}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    form: Option<String>,
    thermograph: Thermograph,
    outcome: Outcome,
}

impl GameValues {
    /// Makes an instance that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        Self { forms: CanonicalForms::new(memory), known: Known::default(), memory }
    }

    /// The same with values that are known beforehand, such as those of tables.
    #[must_use]
    pub fn knowing(self, known: impl KnownValues + 'static) -> Self {
        let known = Known::new(Box::new(known));
        Self { forms: self.forms.with_known(known.fresh()), known, ..self }
    }

    /// Returns the value of a position, the sum of its regions. White is Left.
    ///
    /// # Errors
    /// The canonical form takes more than the memory allowed. Open regions of more than about 15
    /// empty squares often do.
    pub fn value(&mut self, position: &Position) -> Result<GameValue, Stopped> {
        self.value_within(position, &Limits::none())
    }

    /// Like [`value`](Self::value), within limits. A node is a step of about 100 ns.
    ///
    /// # Errors
    /// The canonical form was not found within the limits or the memory.
    pub fn value_within(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<GameValue, Stopped> {
        // Earlier questions may have filled much of the memory; this one still gets most of it.
        if self.forms.bytes() > self.memory / 4 {
            self.forms = CanonicalForms::new(self.memory).with_known(self.known.fresh());
        }
        let game = self.forms.value(position, Effort::new(limits))?;
        let arena = self.forms.games();
        Ok(GameValue {
            form: arena.text(game, LONGEST),
            thermograph: arena.thermograph(game),
            outcome: arena.outcome(game),
        })
    }
}

impl GameValue {
    /// Returns who wins with each first player.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the mean value.
    pub fn mean(&self) -> Dyadic {
        self.thermograph.mean()
    }

    /// Returns the temperature: how much a move is worth.
    pub fn temperature(&self) -> Dyadic {
        self.thermograph.temperature()
    }

    /// Returns the thermograph.
    pub fn thermograph(&self) -> &Thermograph {
        &self.thermograph
    }
}

impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.form.as_deref().unwrap_or("(too long to print)"))
    }
}
