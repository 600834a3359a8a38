//! Games as networks learn from them, divided into three disjoint parts.

use super::decided_games::game_hash;
use amazons::board::{Color, Frame, Position};
use amazons::eval::board_inputs::{BoardInputs, BoardSize};
use amazons::eval::multilayer::{Input, Multilayer};
use amazons::records::Game;

/// A game as the inputs of its positions, first to last.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenGame {
    /// The inputs of each position.
    pub positions: Vec<Vec<Input>>,
    /// +1 if White won, −1 if Black won.
    pub outcome: f32,
}

/// Games to learn from, to choose between networks by, and to report on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkGames {
    /// Four fifths of the games.
    pub training: Vec<SeenGame>,
    /// A tenth, which decides which run is kept.
    pub validation: Vec<SeenGame>,
    /// A tenth, as in the thesis.
    pub test: Vec<SeenGame>,
    /// A hash of all games and their order.
    pub hash: u64,
}

impl NetworkGames {
    /// Adds a game to its [`GamePart`].
    pub fn push(
        &mut self,
        game: &Game,
        winner: Color,
        inputs: BoardInputs,
        size: BoardSize,
        scaled: bool,
    ) {
        let of = |position: Position| inputs.of(position.placement(), Frame::WHOLE, size, scaled);
        let seen = SeenGame {
            positions: game.positions().map(of).collect(),
            outcome: if winner == Color::White { 1.0 } else { -1.0 },
        };
        self.hash = self.hash.rotate_left(5) ^ game_hash(game);
        match GamePart::of(game) {
            GamePart::Training => self.training.push(seen),
            GamePart::Validation => self.validation.push(seen),
            GamePart::Test => self.test.push(seen),
        }
    }
}

/// The part that a game belongs to, which depends only on its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// Games to learn from.
    Training,
    /// Games to choose runs by.
    Validation,
    /// Games to report on.
    Test,
}

impl GamePart {
    /// The part of a game.
    pub fn of(game: &Game) -> Self {
        match game_hash(game) % 10 {
            0 => Self::Test,
            1 => Self::Validation,
            _ => Self::Training,
        }
    }
}

/// How many positions a network gives to the wrong side; a value of 0 counts half.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SignError {
    /// The number of positions.
    pub boards: u64,
    /// Positions given to the loser.
    pub wrong: f64,
}

impl SignError {
    /// Adds a position with this value from White's side.
    pub fn add(&mut self, value: f32, outcome: f32) {
        self.boards += 1;
        self.wrong += match value * outcome {
            product if product > 0.0 => 0.0,
            product if product < 0.0 => 1.0,
            _ => 0.5,
        };
    }

    /// The share of misjudged positions, 0 to 1; `None` without positions.
    pub fn share(&self) -> Option<f64> {
        (self.boards > 0).then(|| self.wrong / self.boards as f64)
    }

    /// The error of a network over all positions of some games.
    pub fn of(network: &Multilayer, games: &[SeenGame]) -> Self {
        let mut error = Self::default();
        for game in games {
            for inputs in &game.positions {
                error.add(network.value(inputs), game.outcome);
            }
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::util::SeededRng;

    #[test]
    fn unfinished_games_are_split_like_the_others() {
        let size = BoardSize { files: 4, ranks: 4 };
        let mut games = NetworkGames::default();
        for number in 0..200 {
            let mut rng = SeededRng::numbered(3, number);
            let mut game = Game::new(Position::start(4, 4).unwrap());
            for _ in 0..3 {
                let moves = game.now().legal_moves();
                game.push(moves[rng.below(moves.len())]).unwrap();
            }
            assert!(game.now().can_move());
            games.push(&game, Color::White, BoardInputs::Units, size, false);
        }
        let parts = [&games.validation, &games.test].map(Vec::len);
        assert!(parts.iter().all(|count| (8..40).contains(count)), "{parts:?}");
        assert_eq!(games.training.len() + parts[0] + parts[1], 200);
    }

    #[test]
    fn of_no_boards_no_share_is_wrong() {
        let mut error = SignError::default();
        assert_eq!(error.share(), None);
        error.add(0.5, -1.0);
        error.add(0.5, 1.0);
        assert_eq!(error.share(), Some(0.5));
    }
}
