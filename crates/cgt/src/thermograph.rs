//! A thermograph as a value of its own, for reports and drawings.

use super::dyadic::Dyadic;

/// A corner of a wall of a thermograph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Corner {
    /// The temperature by which the game is cooled.
    pub temperature: Dyadic,
    /// The stop of the cooled game.
    pub value: Dyadic,
}

/// The thermograph of a game: the stops of the game cooled by every t ≥ 0.
///
/// A wall is straight from corner to corner, starting at t = 0. Above its last corner it stays at
/// that corner's value for ever: the mast. The left wall never rises with t, and the right wall
/// never falls.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Thermograph {
    pub(crate) left_wall: Vec<Corner>,
    pub(crate) right_wall: Vec<Corner>,
    pub(crate) temperature: Dyadic,
}

impl Thermograph {
    /// Returns the thermograph with these walls, as they were written down, or `None` where they
    /// cannot be walls: each has a corner at t = 0, then corners at rising temperatures between which
    /// it moves towards the other wall by 1 for each degree or stands still, and both end at the same
    /// value.
    pub fn from_walls(
        left_wall: Vec<Corner>,
        right_wall: Vec<Corner>,
        temperature: Dyadic,
    ) -> Option<Self> {
        let straight = |wall: &[Corner], falls: bool| {
            let starts = wall.first().is_some_and(|first| first.temperature == Dyadic::ZERO);
            starts
                && wall.windows(2).all(|pair| {
                    let run = pair[1].temperature.checked_add(-pair[0].temperature);
                    let rise = pair[1].value.checked_add(-pair[0].value);
                    let (Some(run), Some(rise)) = (run, rise) else { return false };
                    let moves = if falls { -rise } else { rise };
                    run > Dyadic::ZERO && (moves == Dyadic::ZERO || moves == run)
                })
        };
        let meet =
            left_wall.last().map(|last| last.value) == right_wall.last().map(|last| last.value);
        (meet && straight(&left_wall, true) && straight(&right_wall, false)).then_some(Self {
            left_wall,
            right_wall,
            temperature,
        })
    }

    /// Returns the corners of the left wall, which holds the stops when Left starts.
    pub fn left_wall(&self) -> &[Corner] {
        &self.left_wall
    }

    /// Returns the corners of the right wall, which holds the stops when Right starts.
    pub fn right_wall(&self) -> &[Corner] {
        &self.right_wall
    }

    /// Returns the left stop: the number reached when Left starts and both play well until a number
    /// is reached.
    pub fn left_stop(&self) -> Dyadic {
        self.left_wall[0].value
    }

    /// Returns the right stop: the same when Right starts.
    pub fn right_stop(&self) -> Dyadic {
        self.right_wall[0].value
    }

    /// Returns the mean value: where the mast is.
    pub fn mean(&self) -> Dyadic {
        self.left_wall[self.left_wall.len() - 1].value
    }

    /// Returns the temperature: where the walls meet, or −1/2^k for a number n/2^k.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// The value of a wall at a temperature of 0 or more.
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

    /// Returns the left stop of the game cooled by `temperature` ≥ 0.
    pub fn left_at(&self, temperature: Dyadic) -> Dyadic {
        Self::wall_at(&self.left_wall, temperature)
    }

    /// Returns the right stop of the game cooled by `temperature` ≥ 0.
    pub fn right_at(&self, temperature: Dyadic) -> Dyadic {
        Self::wall_at(&self.right_wall, temperature)
    }
}
