//! Game values of positions, the short way.

use super::canonical_forms::CanonicalForms;
use crate::board::Position;
use crate::cgt::{Dyadic, Effort, Outcome, Stopped, Thermograph};
use crate::limits::Limits;
use std::fmt;

/// Longest text of a canonical form, in bytes.
const LONGEST: usize = 1 << 16;

/// Computes game values of positions. What it found speeds up later questions while memory lasts.
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
    memory: usize,
}

/// What a position is worth in a sum: its canonical form, thermograph and outcome.
///
/// As text it is the canonical form in the notation of game programs, such as `{3|{1|0}}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    form: Option<String>,
    thermograph: Thermograph,
    outcome: Outcome,
}

impl GameValues {
    /// Takes at most so many bytes.
    pub fn new(memory: usize) -> Self {
        Self { forms: CanonicalForms::new(memory), memory }
    }

    /// The value of a position, the sum of its regions. White is Left.
    ///
    /// # Errors
    /// The canonical form takes more than the memory allowed. Open regions of more than about 15
    /// empty squares often do.
    pub fn value(&mut self, position: &Position) -> Result<GameValue, Stopped> {
        self.value_within(position, &Limits::none())
    }

    /// The same within limits; a node is a step of some 100 ns.
    ///
    /// # Errors
    /// The canonical form was not found within the limits or the memory.
    pub fn value_within(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<GameValue, Stopped> {
        // Where earlier questions filled much of the memory, this one still has most of it.
        if self.forms.bytes() > self.memory / 4 {
            self.forms = CanonicalForms::new(self.memory);
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
    /// Who wins with each first player.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The mean value.
    pub fn mean(&self) -> Dyadic {
        self.thermograph.mean()
    }

    /// The temperature: how much a move is worth.
    pub fn temperature(&self) -> Dyadic {
        self.thermograph.temperature()
    }

    /// The thermograph.
    pub fn thermograph(&self) -> &Thermograph {
        &self.thermograph
    }
}

impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.form.as_deref().unwrap_or("(too long to print)"))
    }
}
