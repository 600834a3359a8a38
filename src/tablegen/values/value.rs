//! A value while tables are built: a canonical form or, beyond the limit, a thermograph.

use amazons_cgt::{Arena, Game, Outcome, ThermographId};

/// A value in an arena: a game of it, or a thermograph of its pool if the canonical form is beyond
/// the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value(u32);

/// Marks a thermograph.
const COOLED: u32 = 1 << 31;

impl Value {
    pub fn expanded(game: Game) -> Self {
        debug_assert!(game.index() < COOLED as usize);
        Self(game.index() as u32)
    }

    pub fn cooled(thermograph: ThermographId) -> Self {
        debug_assert!(thermograph.index() < COOLED as usize);
        Self(thermograph.index() as u32 | COOLED)
    }

    /// The canonical form, unless it is beyond the limit.
    #[inline(always)]
    pub fn game(self, games: &Arena) -> Option<Game> {
        (self.0 & COOLED == 0).then(|| games.game(self.0 as usize))
    }

    /// The place of the game in its arena, if there is a canonical form.
    #[inline(always)]
    pub fn game_index(self) -> Option<usize> {
        (self.0 & COOLED == 0).then_some(self.0 as usize)
    }

    /// The thermograph.
    #[inline]
    pub fn thermograph(self, games: &Arena) -> ThermographId {
        match self.game(games) {
            Some(game) => games.thermograph_id(game),
            None => games.thermographs().id((self.0 & !COOLED) as usize),
        }
    }

    /// Who wins.
    pub fn outcome(self, games: &Arena) -> Outcome {
        games.thermographs().outcome(self.thermograph(games))
    }
}
