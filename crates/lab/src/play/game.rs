//! One game between two players.

use super::player::{Player, PlayerAtGame};
use amazons::board::Color;
use amazons::limits::Abort;
use amazons::records::Game;

/// Continues a game until the side to move has no move. Nobody resigns: the last regions are worth
/// recording. `None` if `abort` was set.
pub fn play_game(mut game: Game, white: &Player, black: &Player, abort: &Abort) -> Option<Game> {
    let [mut white, mut black] = [white, black].map(|player| PlayerAtGame::new(player, None));
    while game.now().can_move() {
        let player = match game.now().side() {
            Color::White => &mut white,
            Color::Black => &mut black,
        };
        let mv = player.choose_within(game.now(), None, abort)?;
        game.push(mv).expect("solvers return legal moves");
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::player::MoveLimit;
    use amazons::board::Position;

    #[test]
    fn games_end_where_the_mover_has_run_out() {
        let limit = MoveLimit { time: None, nodes: Some(100) };
        let player = Player::from_spec("alphabeta", limit).unwrap();
        let start = Game::new(Position::start(5, 4).unwrap());
        let game = play_game(start, &player, &player, &Abort::new()).unwrap();
        assert!(!game.now().can_move());
        let start = Game::new(Position::start(5, 4).unwrap());
        let interrupted = Abort::new();
        interrupted.set();
        assert_eq!(play_game(start, &player, &player, &interrupted), None);
    }
}
