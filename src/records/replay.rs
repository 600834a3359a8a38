//! Replays a game whose record may leave its start open.
//!
//! Records often name no start. Then the documented one is tried first; if a move cannot be played
//! from there, the others are tried, and the one that plays every move is taken. What was taken is
//! said.

use super::error::Reason;
use super::game::Game;
use super::note::Decision;
use super::start::Start;
use crate::board::{Color, IllegalMove, Move, Position};

/// A game as it is read, from each start that is still possible.
#[derive(Clone)]
pub(crate) struct Replay {
    moves: Vec<(Option<Color>, Move)>,
    /// The documented start first.
    tries: Vec<Try>,
    /// Starts to be tried once the documented one fails.
    others: fn() -> Vec<Start>,
    /// How many moves another start must play to be believed, if it plays all.
    least: usize,
    /// Whether it is documented that the moves choose the start, so that nothing is said of it.
    by_moves: bool,
}

#[derive(Clone)]
struct Try {
    start: Start,
    game: Game,
    failed: Option<Failed>,
}

/// Why a move cannot be played.
#[derive(Clone)]
enum Failed {
    Illegal(IllegalMove),
    Turn(Color),
}

impl From<Failed> for Reason {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Illegal(illegal) => Self::Illegal(illegal),
            Failed::Turn(found) => Self::Turn { found },
        }
    }
}

/// A game that was replayed: up to its defect, if it has one.
pub(crate) struct Replayed {
    pub game: Game,
    /// Why the move after the last one of `game` cannot be played.
    pub failed: Option<Reason>,
    /// Whether the documented start was given up for another.
    pub decision: Option<Decision>,
}

/// The moves that a start must play before a defect to be taken for the start of a defective game.
const LEAST_OF_DEFECTIVE: usize = 4;

impl Try {
    fn new(start: Start) -> Self {
        Self { game: Game::new(start.position().clone()), start, failed: None }
    }

    fn play(&mut self, color: Option<Color>, mv: Move) {
        if self.failed.is_none() {
            self.failed = self.answer(color, mv);
            if self.failed.is_none() {
                self.game.push(mv).expect("it was checked");
            }
        }
    }

    /// Why a move cannot be played.
    fn answer(&self, color: Option<Color>, mv: Move) -> Option<Failed> {
        match color {
            Some(found) if found != self.game.now().side() => Some(Failed::Turn(found)),
            _ => self.game.now().check(mv).err().map(Failed::Illegal),
        }
    }

    fn reach(&self, moves: &[Move]) -> usize {
        if self.failed.is_some() { 0 } else { reach(self.game.now(), moves) }
    }
}

/// Returns how many of these moves can be played one after another.
pub(crate) fn reach(start: &Position, moves: &[Move]) -> usize {
    let mut now = start.clone();
    let legal = |&&mv: &&Move| now.play(mv).map(|next| now = next).is_ok();
    moves.iter().take_while(legal).count()
}

impl Replay {
    /// A game from one start.
    pub(crate) fn from(start: Start) -> Self {
        Self::guessing(start, Vec::new, 0)
    }

    /// A game from the documented start, or from the first of the others that plays all its moves
    /// and at least `least` of them.
    pub(crate) fn guessing(documented: Start, others: fn() -> Vec<Start>, least: usize) -> Self {
        let tries = vec![Try::new(documented)];
        Self { moves: Vec::new(), tries, others, least, by_moves: false }
    }

    /// A game from the first of these starts that plays all its moves.
    pub(crate) fn of_any(starts: Vec<Start>) -> Self {
        let tries = starts.into_iter().map(Try::new).collect();
        Self { moves: Vec::new(), tries, others: Vec::new, least: 0, by_moves: true }
    }

    /// Returns whether another start plays all moves as well as the one that will be chosen.
    pub(crate) fn also(&self) -> Option<Decision> {
        let mut whole = self.tries.iter().filter(|try_| try_.failed.is_none());
        let (taken, other) = (whole.next()?, whole.next()?);
        let (taken, other) = (&taken.start, &other.start);
        Some(Decision::AlsoLegal { taken: format!("'{taken}'"), other: other.to_string() })
    }

    /// Returns the moves of a kind that are legal now, from the likeliest start.
    pub(crate) fn meant(&self, kind: impl Fn(Move) -> bool) -> Vec<Move> {
        self.likeliest().game.now().legal_moves().into_iter().filter(|&mv| kind(mv)).collect()
    }

    /// Returns the side to move in the start that is now the likeliest.
    pub(crate) fn side(&self) -> Color {
        self.likeliest().game.now().side()
    }

    /// Whether no start that is possible plays all moves.
    pub(crate) fn has_failed(&self) -> bool {
        self.tries.iter().all(|try_| try_.failed.is_some())
    }

    /// Returns how many of these moves can be played next from a start that is still possible.
    pub(crate) fn reach(&self, moves: &[Move]) -> usize {
        self.tries.iter().map(|try_| try_.reach(moves)).max().unwrap_or(0)
    }

    /// Adds a move. Returns whether it can be played from some start.
    pub(crate) fn push(&mut self, color: Option<Color>, mv: Move) -> bool {
        self.moves.push((color, mv));
        for try_ in &mut self.tries {
            try_.play(color, mv);
        }
        if self.tries.len() == 1 && self.tries[0].failed.is_some() {
            for start in (self.others)() {
                let mut other = Try::new(start);
                for &(color, mv) in &self.moves {
                    other.play(color, mv);
                }
                self.tries.push(other);
            }
        }
        self.tries.iter().any(|try_| try_.failed.is_none())
    }

    fn likeliest(&self) -> &Try {
        self.tries.iter().find(|try_| try_.failed.is_none()).unwrap_or(&self.tries[0])
    }

    /// Ends the game and chooses its start.
    pub(crate) fn finish(mut self) -> Replayed {
        let played = |try_: &Try| try_.game.moves().len();
        let index = if self.tries[0].failed.is_none() {
            0
        } else if let Some(whole) =
            (self.tries.iter()).position(|try_| try_.failed.is_none() && played(try_) >= self.least)
        {
            whole
        } else {
            let most = self.tries.iter().map(played).max().unwrap_or(0);
            let longest = self.tries.iter().position(|try_| played(try_) == most).unwrap_or(0);
            let least = if self.by_moves { 1 } else { LEAST_OF_DEFECTIVE };
            let believed = most >= least.max(2 * played(&self.tries[0]));
            // A start that plays every move, but too few of them, would hide the defect.
            if believed && self.tries[longest].failed.is_some() { longest } else { 0 }
        };
        let Try { start, game, failed } = self.tries.swap_remove(index);
        let decision = (index > 0 && !self.by_moves)
            .then(|| Decision::OtherStart { start: format!("'{start}'") });
        Replayed { game, failed: failed.map(Reason::from), decision }
    }
}

/// The other starts of 10 × 10 games whose record names no colours: Black first, Little Golem's
/// cross, then boards of other sizes.
pub(crate) fn starts_without_colours() -> Vec<Start> {
    let mut starts =
        vec![Start::standard().black_first(), Start::cross(), Start::cross().black_first()];
    for size in [8, 6, 5, 4, 7, 9, 11] {
        let start = Start::of_size(size, size).expect("it has a start");
        starts.push(start.clone());
        starts.push(start.black_first());
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replayed(moves: &[&str]) -> Replayed {
        let mut replay = Replay::guessing(Start::standard(), starts_without_colours, 2);
        for mv in moves {
            replay.push(None, mv.parse().unwrap());
        }
        replay.finish()
    }

    #[test]
    fn the_documented_start_is_taken_where_it_plays_the_moves() {
        let game = replayed(&["a4-a5/c5", "d10-d9/e9"]);
        assert_eq!((game.game.moves().len(), game.decision), (2, None));
    }

    #[test]
    fn the_start_that_plays_all_moves_is_found_and_said() {
        let game = replayed(&["a4-a5/c5", "d1-d2/e2", "a7-a8/b8"]);
        assert_eq!(game.game.start(), Start::cross().position());
        assert!(game.decision.unwrap().to_string().contains("'cross'"));
        let small = replayed(&["c1-c6/f6", "f8-f7/f8"]);
        assert_eq!(small.game.start().width(), 8);
        assert_eq!(replayed(&["g10-g8/b3", "g1-g2/g3"]).game.start().side(), Color::Black);
    }

    #[test]
    fn a_wrong_move_is_a_defect_of_the_documented_start() {
        let game = replayed(&["d1-d2/d1", "c1-c2/c3"]);
        assert!(game.failed.is_some() && game.decision.is_none());
        assert_eq!(game.game.moves().len(), 1);
        let one = replayed(&["c1-c6/f6"]);
        assert!(one.failed.is_some() && one.game.moves().is_empty());
    }
}
