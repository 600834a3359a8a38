//! The division of problems into a part for development and one for tests, by game.
//!
//! What is fitted or chosen on some problems is measured on others, and regions of one game
//! resemble each other. So the part belongs to the game. The rule needs nothing but the game's
//! name: the XXH3-64 of the text `RECORD GAME`, where RECORD is the hash of the record as the set's
//! header has it and GAME the game's number in it. Below 2^63 is development, above is test. A problem
//! without a game, made by hand, has the hash of its region's canonical form instead.

use crate::board::Position;
use crate::region::Canonical;
use crate::util::named;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// What a problem is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// To fit, tune and choose on.
    Development,
    /// To measure on.
    Test,
}

named!(Split {
    Development => "development",
    Test => "test",
});

impl Split {
    /// Returns the part of a game: of the record with this hash, the game of this number.
    pub fn of_game(record: &str, game: u32) -> Self {
        Self::of_text(&format!("{record} {game}"))
    }

    /// Returns the part of a region that is from no game.
    pub fn of_region(region: &Position) -> Self {
        Self::of_text(&Canonical::of_region(region).position.to_fen())
    }

    fn of_text(text: &str) -> Self {
        Self::ALL[(xxh3_64(text.as_bytes()) >> 63) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn half_of_the_games_are_for_tests_always_the_same() {
        let of = |game| Split::of_game("f0c2ed69e06ac43d", game);
        let tests = (1..=1000).filter(|&game| of(game) == Split::Test).count();
        assert!((450..550).contains(&tests), "{tests}");
        // Sets of other versions have the same parts: by the XXH3 of another library.
        let first: String = (1..=16).map(|game| of(game).name().chars().next().unwrap()).collect();
        assert_eq!(first, "dttttttdttddddtd");
    }

    #[test]
    fn a_region_made_by_hand_has_one_part_however_it_is_drawn() {
        let region: Position = "Q2q/4/1*2 w".parse().unwrap();
        let part = Split::of_region(&region);
        assert_eq!(Split::of_region(&region.with_side(Color::Black)), part);
        assert_eq!(Split::of_region(&region.transformed(5).swapped()), part);
        assert_eq!("test".parse(), Ok(Split::Test));
        assert!("tests".parse::<Split>().is_err());
    }
}
