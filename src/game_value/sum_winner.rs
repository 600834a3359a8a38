//! The winner of a sum of regions, found from the value of each region.

use super::canonical_forms::CanonicalForms;
use super::known_values::KnownValues;
use crate::board::Placement;
use crate::region::key::Keyed;
use crate::region::pairs::cancel_pairs;
use crate::util::opaque_debug;
use amazons_cgt::{Effort, Game, Stopped, WinnerSearch};

/// Decides who wins sums of contested regions whose canonical forms can be expanded. It remembers
/// the values of regions.
///
/// The regions of a sum are nearly independent, so a search that plays them out together multiplies
/// their positions. Their values only need each region alone, and a search through sums of values
/// only needs to try the few options that canonical forms keep.
pub struct SumWinner {
    forms: CanonicalForms,
    winners: WinnerSearch,
}

opaque_debug!([] SumWinner, "SumWinner");

impl SumWinner {
    /// Makes an instance that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let winners = memory / 4;
        Self {
            forms: CanonicalForms::new(memory - winners),
            winners: WinnerSearch::within(winners),
        }
    }

    /// The same with values that are known beforehand.
    #[must_use]
    pub fn knowing(self, known: impl KnownValues + 'static) -> Self {
        Self { forms: self.forms.knowing(known), ..self }
    }

    /// Returns whether White, moving first, wins the sum of contested regions and White's `spare`
    /// spare moves. Only regions whose negative is not among them are expanded.
    ///
    /// # Errors
    /// A value was not expanded within the effort or the memory.
    pub fn first_wins(
        &mut self,
        regions: &[Placement<u64>],
        spare: i32,
        effort: Effort,
    ) -> Result<bool, Stopped> {
        self.forms.games().set_effort(effort);
        let mut regions = regions.to_vec();
        cancel_pairs(&mut regions, |region| *region, u64::key);
        let mut parts: Vec<Game> =
            regions.iter().map(|region| self.forms.sum(region)).collect::<Result<_, _>>()?;
        parts.push(self.forms.games().integer(spare));
        self.winners.left_wins(self.forms.games(), &parts, true)
    }

    /// Returns the steps that the last question took.
    pub fn steps(&mut self) -> u64 {
        self.forms.games().effort().steps()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position};
    use crate::judge::minimax;
    use crate::testing::RandomPositions;

    #[test]
    fn agrees_with_minimax() {
        const MEMORY: usize = 128 << 20;
        let mut random = RandomPositions::new(31);
        let mut sums = SumWinner::new(MEMORY);
        let mut several = 0;
        for _ in 0..300 {
            let position: Position = random.board(6, 5, 60, [2, 2]).with_side(Color::White);
            if position.empties() > 8 {
                continue;
            }
            let placement = position.placement();
            let regions: Vec<Placement<u64>> = placement
                .components()
                .map(|part| placement.restricted(part).fit().unwrap().0)
                .collect();
            let wins = sums.first_wins(&regions, 0, Effort::UNLIMITED).unwrap_or_else(|_| {
                // The memory is full of the values of earlier boards.
                sums = SumWinner::new(MEMORY);
                sums.first_wins(&regions, 0, Effort::UNLIMITED).unwrap()
            });
            several += usize::from(regions.len() > 1);
            assert_eq!(wins, minimax::rank(&position).wins(), "{position}");
        }
        assert!(several > 25, "{several}");
    }

    #[test]
    fn an_effort_used_up_is_no_answer() {
        let region = |text: &str| {
            let position: Position = text.parse().unwrap();
            position.placement().fit().unwrap().0
        };
        // The two do not cancel.
        let regions = [region("X...|....|...O"), region("X...|....|..O.")];
        let mut sums = SumWinner::new(16 << 20);
        let effort = Effort::UNLIMITED.within(2000);
        assert_eq!(sums.first_wins(&regions, 0, effort), Err(Stopped::Steps));
    }
}
