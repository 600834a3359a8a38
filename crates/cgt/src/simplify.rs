//! From any options to the canonical form, without dominated or reversible options (Siegel,
//! *Combinatorial Game Theory*, II.2).

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;
use super::thermograph_arena::ThermographId;
use ahash::AHashMap;

/// The player whose options are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A game not yet in canonical form while its options are simplified. No step changes its value, so
/// what is known about it stays valid.
struct Draft {
    lefts: Vec<Game>,
    rights: Vec<Game>,
    thermograph: ThermographId,
    /// Whether a game is ≤ the draft.
    below: AHashMap<Game, bool>,
    /// Whether a game is ≥ the draft.
    above: AHashMap<Game, bool>,
}

impl Arena {
    /// Returns the game with these options.
    ///
    /// # Errors
    /// The time or the memory is used up, or a number is too fine.
    pub fn canonical(&mut self, lefts: &[Game], rights: &[Game]) -> Result<Game, Stopped> {
        let sorted = |games: &[Game]| {
            let mut games = games.to_vec();
            games.sort_unstable();
            games.dedup();
            games
        };
        let (lefts, rights) = (sorted(lefts), sorted(rights));
        let thermograph = self.thermograph_of(&lefts, &rights)?;
        if let Some(number) = self.number_with(thermograph) {
            return Ok(number);
        }
        let (below, above) = Default::default();
        let mut draft = Draft { lefts, rights, thermograph, below, above };
        for side in [Side::Left, Side::Right] {
            let options = match side {
                Side::Left => std::mem::take(&mut draft.lefts),
                Side::Right => std::mem::take(&mut draft.rights),
            };
            let best = self.undominated(options, side)?;
            match side {
                Side::Left => draft.lefts = best,
                Side::Right => draft.rights = best,
            }
        }
        self.bypass(&mut draft, Side::Left)?;
        self.bypass(&mut draft, Side::Right)?;
        draft.lefts.sort_unstable();
        draft.rights.sort_unstable();
        self.intern(&draft.lefts, &draft.rights, draft.thermograph)
    }

    /// The options of one player.
    pub(super) fn options(&self, game: Game, side: Side) -> &[Game] {
        match side {
            Side::Left => self.left_options(game),
            Side::Right => self.right_options(game),
        }
    }

    /// Whether `b` is at least as good as `a` for the player `side`.
    fn no_better(&mut self, a: Game, b: Game, side: Side) -> Result<bool, Stopped> {
        match side {
            Side::Left => self.at_most(a, b),
            Side::Right => self.at_most(b, a),
        }
    }

    /// The options that no other option dominates. Those given are all different.
    pub(super) fn undominated(
        &mut self,
        mut options: Vec<Game>,
        side: Side,
    ) -> Result<Vec<Game>, Stopped> {
        // Of two comparable games, the larger has at least as large a sum of stops. So a later game
        // can only dominate games of the same sum.
        let weight = |games: &Self, game: Game| {
            let walls = games.walls(game);
            let sum = walls.left_stop + walls.right_stop;
            if side == Side::Left { -sum } else { sum }
        };
        options.sort_by_cached_key(|&game| weight(self, game));
        let mut best: Vec<Game> = Vec::with_capacity(options.len());
        'options: for option in options {
            for &better in &best {
                if self.no_better(option, better, side)? {
                    continue 'options;
                }
            }
            let own = weight(self, option);
            let mut i = best.len();
            while i > 0 && weight(self, best[i - 1]) == own {
                i -= 1;
                if self.no_better(best[i], option, side)? {
                    best.remove(i);
                }
            }
            best.push(option);
        }
        Ok(best)
    }

    /// Replaces every reversible option of one side by what it reverses to, until there are none.
    fn bypass(&mut self, draft: &mut Draft, side: Side) -> Result<(), Stopped> {
        let mut sound: Vec<Game> = Vec::new();
        loop {
            let options = match side {
                Side::Left => &mut draft.lefts,
                Side::Right => &mut draft.rights,
            };
            let Some(at) = options.iter().position(|option| !sound.contains(option)) else {
                return Ok(());
            };
            let option = options[at];
            let Some(through) = self.reverses_through(draft, option, side)? else {
                sound.push(option);
                continue;
            };
            let mut options = match side {
                Side::Left => std::mem::take(&mut draft.lefts),
                Side::Right => std::mem::take(&mut draft.rights),
            };
            options.swap_remove(at);
            options.extend_from_slice(match side {
                Side::Left => self.left_options(through),
                Side::Right => self.right_options(through),
            });
            options.sort_unstable();
            options.dedup();
            let options = self.undominated(options, side)?;
            match side {
                Side::Left => draft.lefts = options,
                Side::Right => draft.rights = options,
            }
        }
    }

    /// The answer to `option` that reverses it: a Right option of a Left option that is ≤ the game,
    /// or a Left option of a Right option that is ≥ the game.
    fn reverses_through(
        &mut self,
        draft: &mut Draft,
        option: Game,
        side: Side,
    ) -> Result<Option<Game>, Stopped> {
        let answers = match side {
            Side::Left => self.right_options(option).len(),
            Side::Right => self.left_options(option).len(),
        };
        for i in 0..answers {
            let reverses = match side {
                Side::Left => self.below(draft, self.right_options(option)[i])?,
                Side::Right => self.above(draft, self.left_options(option)[i])?,
            };
            if reverses {
                return Ok(Some(match side {
                    Side::Left => self.right_options(option)[i],
                    Side::Right => self.left_options(option)[i],
                }));
            }
        }
        Ok(None)
    }

    /// Whether `game` ≤ the draft, which is not a number.
    fn below(&mut self, draft: &mut Draft, game: Game) -> Result<bool, Stopped> {
        let (walls, goal) = (self.walls(game), self.walls_of(draft.thermograph));
        if walls.is_number {
            return Ok(goal.at_least(walls.left_stop));
        }
        if goal.at_least(walls.left_stop) && !walls.left_leans {
            return Ok(true);
        }
        if !self.walls_at_most(self.thermograph_id(game), draft.thermograph) {
            return Ok(false);
        }
        if let Some(&known) = draft.below.get(&game) {
            return Ok(known);
        }
        self.effort.step()?;
        let answer = self.below_by_options(draft, game)?;
        draft.below.insert(game, answer);
        Ok(answer)
    }

    fn below_by_options(&mut self, draft: &mut Draft, game: Game) -> Result<bool, Stopped> {
        for i in 0..draft.rights.len() {
            if self.at_most(draft.rights[i], game)? {
                return Ok(false);
            }
        }
        for i in 0..self.left_options(game).len() {
            if self.above(draft, self.left_options(game)[i])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `game` ≥ the draft, which is not a number.
    fn above(&mut self, draft: &mut Draft, game: Game) -> Result<bool, Stopped> {
        let (walls, goal) = (self.walls(game), self.walls_of(draft.thermograph));
        if walls.is_number {
            return Ok(goal.at_most(walls.left_stop));
        }
        if goal.at_most(walls.right_stop) && !walls.right_leans {
            return Ok(true);
        }
        if !self.walls_at_most(draft.thermograph, self.thermograph_id(game)) {
            return Ok(false);
        }
        if let Some(&known) = draft.above.get(&game) {
            return Ok(known);
        }
        self.effort.step()?;
        let answer = self.above_by_options(draft, game)?;
        draft.above.insert(game, answer);
        Ok(answer)
    }

    fn above_by_options(&mut self, draft: &mut Draft, game: Game) -> Result<bool, Stopped> {
        for i in 0..draft.lefts.len() {
            if self.at_most(game, draft.lefts[i])? {
                return Ok(false);
            }
        }
        for i in 0..self.right_options(game).len() {
            if self.below(draft, self.right_options(game)[i])? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
