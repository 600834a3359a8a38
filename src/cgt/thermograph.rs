//! A thermograph as a value of its own, for reports and drawings.

use super::dyadic::Dyadic;

/// A corner of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Corner {
    /// How far the game is cooled.
    pub temperature: Dyadic,
    /// The stop of the cooled game.
    pub value: Dyadic,
}

/// The thermograph of a game: the stops of the game cooled by every t ≥ 0.
///
/// A wall goes straight from corner to corner, the first of which is at 0, and stays at the value
/// of its last corner for ever: the mast. The left wall never rises with t, the right never falls.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Thermograph {
    pub(crate) left_wall: Vec<Corner>,
    pub(crate) right_wall: Vec<Corner>,
    pub(crate) temperature: Dyadic,
}

impl Thermograph {
    /// Corners of the left wall: of the stops when Left starts.
    pub fn left_wall(&self) -> &[Corner] {
        &self.left_wall
    }

    /// Corners of the right wall.
    pub fn right_wall(&self) -> &[Corner] {
        &self.right_wall
    }

    /// The number reached when Left starts and both play on well until a number is reached.
    pub fn left_stop(&self) -> Dyadic {
        self.left_wall[0].value
    }

    /// The same when Right starts.
    pub fn right_stop(&self) -> Dyadic {
        self.right_wall[0].value
    }

    /// The mean value: where the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.left_wall[self.left_wall.len() - 1].value
    }

    /// The temperature: where the walls meet; −1/2^k for a number n/2^k.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// Value of a wall at a temperature of 0 or more.
    pub(crate) fn wall_at(wall: &[Corner], temperature: Dyadic) -> Dyadic {
        let next = wall.iter().position(|corner| corner.temperature > temperature);
        match next {
            None => wall[wall.len() - 1].value,
            Some(next) => {
                let (from, to) = (wall[next - 1], wall[next.min(wall.len() - 1)]);
                let run = temperature - from.temperature;
                match to.value.cmp(&from.value) {
                    std::cmp::Ordering::Less => from.value - run,
                    std::cmp::Ordering::Equal => from.value,
                    std::cmp::Ordering::Greater => from.value + run,
                }
            }
        }
    }

    /// The stop when Left starts, of the game cooled by `temperature` ≥ 0.
    pub fn left_at(&self, temperature: Dyadic) -> Dyadic {
        Self::wall_at(&self.left_wall, temperature)
    }

    /// The stop when Right starts, of the game cooled by `temperature` ≥ 0.
    pub fn right_at(&self, temperature: Dyadic) -> Dyadic {
        Self::wall_at(&self.right_wall, temperature)
    }
}
