//! Canonical forms of regions.

use super::known_values::{Known, KnownValues};
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Placement, Position};
use crate::region::RegionKind;
use crate::region::filling::Filler;
use crate::region::key::{Keyed, RegionMap};
use crate::region::pairs::cancel_pairs;
use crate::util::opaque_debug;
use amazons_cgt::{Arena, Effort, Game, Stopped};

/// Computes canonical forms of regions and of positions, and keeps them for later questions.
///
/// It takes no more memory than it was made with. A region whose form needs more is not expanded.
pub struct CanonicalForms {
    pub(super) games: Arena,
    /// Values that were found here.
    found: RegionMap<Game>,
    /// Values that were known before.
    known: Known,
    filler: Filler,
    memory: usize,
}

opaque_debug!([] CanonicalForms, "CanonicalForms");

impl CanonicalForms {
    /// Makes an instance that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        // Regions with many amazons have few values for very many positions, open ones the
        // opposite.
        let filler = (memory / 32).min(4 << 20);
        let known = memory / 2;
        Self {
            games: Arena::new(memory - known - filler),
            found: RegionMap::new(),
            known: Known::default(),
            filler: Filler::new(filler),
            memory: known,
        }
    }

    /// The same with values that are known beforehand, which are not expanded and take no effort.
    #[must_use]
    pub fn knowing(self, known: impl KnownValues + 'static) -> Self {
        self.with_known(Known::new(Box::new(known)))
    }

    pub(super) fn with_known(self, known: Known) -> Self {
        Self { known, ..self }
    }

    /// Returns the arena of the values.
    pub fn games(&mut self) -> &mut Arena {
        &mut self.games
    }

    /// Returns the approximate number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.games.bytes() + self.found.bytes() + self.known.bytes()
    }

    /// Returns the value of a position, the sum of its regions.
    ///
    /// # Errors
    /// The value was not expanded within the limits. What was found so far is kept.
    pub fn value(&mut self, position: &Position, effort: Effort) -> Result<Game, Stopped> {
        self.games.set_effort(effort);
        let (placement, _) = position.smallest_placement();
        with_placement!(placement, placement => self.sum(&placement))
    }

    /// The sum of the regions of a placement. A region and its negative are not expanded.
    pub(super) fn sum<B: Keyed>(&mut self, placement: &Placement<B>) -> Result<Game, Stopped> {
        let mut number = 0;
        let mut contested = Vec::new();
        for part in placement.components() {
            let region = placement.restricted(part);
            match RegionKind::of(&region) {
                RegionKind::Dead => {}
                RegionKind::OneSided(color) => {
                    let moves = self.filling(region.empty, region.amazons(color))?;
                    number += if color == Color::White { moves } else { -moves };
                }
                RegionKind::Contested => contested.push(region),
            }
        }
        cancel_pairs(&mut contested, |region| *region, B::key);
        let mut sum = Arena::ZERO;
        for region in contested {
            let value = self.region(&region)?;
            sum = self.games.sum(sum, value)?;
        }
        let number = self.games.integer(number);
        self.games.sum(sum, number)
    }

    fn filling<B: Bitboard>(&mut self, empty: B, amazons: B) -> Result<i32, Stopped> {
        count_filling(&mut self.filler, self.games.effort(), empty, amazons)
    }

    /// The value of a contested region.
    fn region<B: Keyed>(&mut self, region: &Placement<B>) -> Result<Game, Stopped> {
        // All regions that fit share the small layout, whatever board they come from.
        if B::BITS > u64::BITS as usize
            && let Some((small, _)) = region.fit::<u64>()
        {
            return self.region(&small);
        }
        let (key, swapped) = B::key(region);
        if let Some(&value) = B::map(&mut self.found).get(&key) {
            return if swapped { self.games.negative(value) } else { Ok(value) };
        }
        if self.known.may_cover(region.open().count())
            && let Some((fitted, _)) = region.fit::<u128>()
            && let Some(value) = self.known.value(&fitted, &mut self.games)
        {
            return Ok(value);
        }
        self.games.effort().step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (color, options) in Color::BOTH.into_iter().zip(&mut sides) {
            for mv in region.moves(color) {
                let option = self.sum(&region.after(color, mv))?;
                options.push(option);
            }
        }
        let value = self.games.canonical(&sides[0], &sides[1])?;
        let stored = if swapped { self.games.negative(value)? } else { value };
        let bytes = self.found.bytes();
        let map = B::map(&mut self.found);
        // A full map doubles.
        if map.len() == map.capacity() && 2 * bytes > self.memory {
            return Err(Stopped::Memory);
        }
        map.insert(key, stored);
        Ok(value)
    }
}

/// The number of moves that one side can make alone in its own region.
fn count_filling<B: Bitboard>(
    filler: &mut Filler,
    effort: &mut Effort,
    empty: B,
    amazons: B,
) -> Result<i32, Stopped> {
    let length = filler.longest(empty, amazons, &mut || effort.step().is_ok());
    let stopped = || effort.look().err().unwrap_or(Stopped::Time);
    length.exact().map(|moves| moves as i32).ok_or_else(stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms() -> CanonicalForms {
        CanonicalForms::new(64 << 20)
    }

    fn text(forms: &mut CanonicalForms, position: &str) -> String {
        let position: Position = position.parse().unwrap();
        let value = forms.value(&position, Effort::UNLIMITED).unwrap();
        forms.games().text(value, 10_000).unwrap()
    }

    /// Snatzke 2004, table 4, with X as White.
    #[test]
    fn known_values() {
        let forms = &mut forms();
        for (position, want) in [
            (".###|.XO.", "1"),
            (".##|XO.", "-1/2"),
            (".##|#XO", "1"),
            (".##|#X.|#O#", "1/2"),
            (".##|OX.|#.#", "1/4"),
            (".O#|.X.|#.#", "1/8"),
            ("#..#|#OX.|.#.#", "1/16"),
            ("...#.#|.X#O..|...###", "1/32"),
            ("..O..#|.X#...|...###", "1/64"),
            (".##.|#X.#|#O.#|.###", "*2"),
            (".#.#.|#X#O#|.#.#.", "0"),
        ] {
            assert_eq!(text(forms, position), want, "{position}");
        }
    }

    /// From CGSuite's tests, with its names for the values.
    #[test]
    fn a_known_hot_region() {
        let forms = &mut forms();
        let position: Position = "X...|O...".parse().unwrap();
        let value = forms.value(&position, Effort::UNLIMITED).unwrap();
        let want = "±{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|↓},±1,±{1,{2|0}}}}";
        assert_eq!(forms.games().parse(want).unwrap(), value);
    }
}
