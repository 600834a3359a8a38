//! Random openings, so that games differ.

use amazons::board::{Color, Frame, Position, Wide};
use amazons::eval::{Evaluator, SQUARE, Value};
use amazons::records::Game;
use amazons::util::SeededRng;

/// Makes openings of random moves that favour neither side much.
#[derive(Clone, Debug)]
pub struct Openings {
    start: Position,
    plies: usize,
    seed: u64,
}

/// An opening whose lead the evaluation puts below this is taken at once.
const BALANCED: Value = 3 * SQUARE;

/// The number of tries; if no opening is balanced, the most balanced of them is taken.
const TRIES: usize = 20;

impl Openings {
    /// Makes openings of `plies` random moves from `start`.
    pub fn new(start: Position, plies: usize, seed: u64) -> Self {
        Self { start, plies, seed }
    }

    /// Returns the position where all openings begin.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the number of random moves of each opening.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Returns the `number`th opening, which depends on the seed and the number alone. It leaves a
    /// game to be played; if random moves always end the game, it is shorter.
    pub fn opening(&self, number: u64) -> Game {
        let mut dice = SeededRng::numbered(self.seed, number);
        let mut best: Option<(Value, Game)> = None;
        for _ in 0..TRIES {
            let game = self.draw(&mut dice);
            // A game decided by chance says nothing about the players.
            if !game.now().can_move() {
                continue;
            }
            let lead = lead(game.now()).abs();
            if best.as_ref().is_none_or(|(least, _)| lead < *least) {
                best = Some((lead, game));
            }
            if lead < BALANCED {
                break;
            }
        }
        match best {
            Some((_, game)) => game,
            None if self.plies > 0 => {
                Self { plies: self.plies / 2, ..self.clone() }.opening(number)
            }
            None => Game::new(self.start.clone()),
        }
    }

    fn draw(&self, dice: &mut SeededRng) -> Game {
        let mut game = Game::new(self.start.clone());
        for _ in 0..self.plies {
            let moves = game.now().placement().moves(game.now().side());
            if moves.is_empty() {
                break;
            }
            let mv = Frame::WHOLE.outward_move::<Wide>(moves[dice.below(moves.len())]);
            game.push(mv).expect("the move is legal");
        }
        game
    }
}

/// How far White is ahead, apart from the advantage of moving first.
fn lead(position: &Position) -> Value {
    let of = |color| Evaluator::DEFAULT.evaluate(position.placement(), color);
    (of(Color::White) - of(Color::Black)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_is_decided_before_it_begins() {
        let openings = Openings::new("Q2q/4/4 w".parse().unwrap(), 9, 1);
        for number in 0..50 {
            assert!(openings.opening(number).now().can_move());
        }
    }

    #[test]
    fn openings_repeat_and_differ() {
        let start = Position::start(10, 10).unwrap();
        let openings = Openings::new(start.clone(), 4, 7);
        let all: Vec<_> = (0..20).map(|number| openings.opening(number)).collect();
        for (i, game) in all.iter().enumerate() {
            assert_eq!(game.moves().len(), 4);
            assert_eq!(*game, openings.opening(i as u64));
            assert!(all[..i].iter().all(|other| other.now() != game.now()));
            assert!(lead(game.now()).abs() < 6 * SQUARE);
        }
        assert_ne!(all[0], Openings::new(start.clone(), 4, 8).opening(0));
        assert!(Openings::new(start, 0, 7).opening(3).moves().is_empty());
    }
}
