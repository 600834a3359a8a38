//! Thermographs of regions, without their canonical forms.
//!
//! The thermograph of a game follows from those of its options, so recursion over the positions of
//! a region computes it like any other value. The thermograph of a sum does not follow from those
//! of its parts, except that numbers only translate it. So parts that are not numbers are played
//! out together, as one position of several regions. A region and its negative cancel before
//! either is looked at.

use super::canonical_forms::count_filling;
use super::known_values::{Known, KnownValues};
use crate::board::{Color, Placement, Position, Wide};
use crate::region::RegionKind;
use crate::region::filling::Filler;
use crate::region::key::{Keyed, RegionMap};
use crate::region::pairs::cancel_pairs;
use crate::util::opaque_debug;
use ahash::AHashMap;
use amazons_cgt::{Dyadic, Effort, Stopped, ThermographId, Thermographs};

/// Several regions that are not numbers, each with its key and whether its colours are swapped,
/// sorted.
type Joint = Vec<(Placement<u64>, bool)>;

/// Computes thermographs, stops, means, temperatures and outcomes of positions whose regions fit
/// boards of 7 × 8, and keeps them for later questions.
pub struct Thermography {
    thermographs: Thermographs,
    regions: RegionMap<ThermographId>,
    joints: AHashMap<Joint, ThermographId>,
    joint_bytes: usize,
    known: Known,
    filler: Filler,
    effort: Effort,
    memory: usize,
}

opaque_debug!([] Thermography, "Thermography");

impl Thermography {
    /// Makes an instance that takes at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let filler = (memory / 32).min(4 << 20);
        Self {
            thermographs: Thermographs::new(),
            regions: RegionMap::new(),
            joints: AHashMap::new(),
            joint_bytes: 0,
            known: Known::default(),
            filler: Filler::new(filler),
            effort: Effort::UNLIMITED,
            memory: memory - filler,
        }
    }

    /// The same with values that are known beforehand.
    #[must_use]
    pub fn knowing(self, known: impl KnownValues + 'static) -> Self {
        self.with_known(Known::new(Box::new(known)))
    }

    pub(super) fn with_known(self, known: Known) -> Self {
        Self { known, ..self }
    }

    /// Returns the thermographs found.
    pub fn thermographs(&self) -> &Thermographs {
        &self.thermographs
    }

    /// Returns the approximate number of bytes taken.
    pub fn bytes(&self) -> usize {
        self.thermographs.bytes() + self.regions.bytes() + self.joint_bytes + self.known.bytes()
    }

    /// Returns the thermograph of a position, the sum of its regions.
    ///
    /// # Errors
    /// It was not found within the limits, or a region whose negative is not on the board does not
    /// fit a board of 7 × 8.
    pub fn of(&mut self, position: &Position, effort: Effort) -> Result<ThermographId, Stopped> {
        self.effort = effort;
        let placement = position.placement();
        let mut hot = Vec::new();
        let mut number = 0;
        let mut parts: Vec<_> =
            placement.components().map(|part| placement.restricted(part)).collect();
        cancel_pairs(&mut parts, |part| *part, Wide::key);
        for part in parts {
            let (small, _) = part.fit::<u64>().ok_or(Stopped::TooLarge)?;
            number += self.collect(&small, &mut hot)?;
        }
        self.sum(hot, number)
    }

    /// Adds the contested regions of a placement to `hot` and returns the value of the one-sided
    /// ones.
    fn collect(
        &mut self,
        placement: &Placement<u64>,
        hot: &mut Vec<Placement<u64>>,
    ) -> Result<i32, Stopped> {
        let mut number = 0;
        for part in placement.components() {
            let region = placement.restricted(part);
            match RegionKind::of(&region) {
                RegionKind::Dead => {}
                RegionKind::OneSided(color) => {
                    let effort = &mut self.effort;
                    let moves = count_filling(
                        &mut self.filler,
                        effort,
                        region.empty,
                        region.amazons(color),
                    )?;
                    number += if color == Color::White { moves } else { -moves };
                }
                RegionKind::Contested => hot.push(region),
            }
        }
        Ok(number)
    }

    /// The thermograph of a sum of contested regions and an integer.
    fn sum(
        &mut self,
        mut regions: Vec<Placement<u64>>,
        number: i32,
    ) -> Result<ThermographId, Stopped> {
        cancel_pairs(&mut regions, |region| *region, u64::key);
        let mut number = Dyadic::integer(number);
        let mut hot: Vec<(Placement<u64>, ThermographId)> = Vec::with_capacity(regions.len());
        for region in regions {
            let thermograph = self.region(&region)?;
            match self.thermographs.number_of(thermograph) {
                Some(x) => number = number + x,
                None => hot.push((region, thermograph)),
            }
        }
        let thermograph = match hot.as_slice() {
            [] => return Ok(self.thermographs.number(number)),
            &[(_, only)] => only,
            _ => self.joint(hot.into_iter().map(|(region, _)| region))?,
        };
        Ok(self.thermographs.translated(thermograph, number))
    }

    fn region(&mut self, region: &Placement<u64>) -> Result<ThermographId, Stopped> {
        let (key, swapped) = u64::key(region);
        if let Some(&known) = u64::map(&mut self.regions).get(&key) {
            return Ok(if swapped { self.thermographs.negative(known) } else { known });
        }
        let found = match self.known.thermograph(region, &mut self.thermographs) {
            Some(known) => known,
            None => self.by_options(std::slice::from_ref(region))?,
        };
        let stored = if swapped { self.thermographs.negative(found) } else { found };
        u64::map(&mut self.regions).insert(key, stored);
        Ok(found)
    }

    fn joint(
        &mut self,
        regions: impl Iterator<Item = Placement<u64>>,
    ) -> Result<ThermographId, Stopped> {
        let mut pairs: Vec<_> = regions.map(|region| (u64::key(&region), region)).collect();
        pairs.sort_unstable();
        let (key, regions): (Joint, Vec<Placement<u64>>) = pairs.into_iter().unzip();
        if let Some(&known) = self.joints.get(&key) {
            return Ok(known);
        }
        let found = self.by_options(&regions)?;
        self.joint_bytes += 64 + size_of_val(key.as_slice());
        self.joints.insert(key, found);
        Ok(found)
    }

    /// The thermograph of several regions together, from all moves in them.
    fn by_options(&mut self, regions: &[Placement<u64>]) -> Result<ThermographId, Stopped> {
        self.effort.step()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (color, options) in Color::BOTH.into_iter().zip(&mut sides) {
            for (i, region) in regions.iter().enumerate() {
                for mv in region.moves(color) {
                    let mut left: Vec<Placement<u64>> = regions.to_vec();
                    left.swap_remove(i);
                    let number = self.collect(&region.after(color, mv), &mut left)?;
                    options.push(self.sum(left, number)?);
                }
            }
            options.sort_unstable();
            options.dedup();
        }
        // The maps may double once more before this is checked again.
        if 2 * self.bytes() > self.memory {
            return Err(Stopped::Memory);
        }
        self.thermographs.of_options(&sides[0], &sides[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_value::canonical_forms::CanonicalForms;
    use crate::testing::RandomPositions;

    /// Walls, temperature and outcome are those of the canonical form.
    #[test]
    fn thermographs_equal_those_of_canonical_forms() {
        let mut random = RandomPositions::new(21);
        let mut heat = Thermography::new(256 << 20);
        for i in 0..200 {
            let position = match i % 3 {
                0 => random.tiny(8),
                1 => random.board(6, 5, 60, [2, 2]),
                _ => random.region(8, [1, 1]),
            };
            if position.empties() > 10 {
                continue;
            }
            let mut forms = CanonicalForms::new(64 << 20);
            let Ok(value) = forms.value(&position, Effort::UNLIMITED) else { continue };
            let own = heat.of(&position, Effort::UNLIMITED).unwrap();
            let want = forms.games().thermograph(value);
            assert_eq!(heat.thermographs().get(own), want, "{position}");
            assert_eq!(
                heat.thermographs().outcome(own),
                forms.games().outcome(value),
                "{position}"
            );
        }
    }
}
