//! A game: where it starts, its legal moves, and what the record says about it.

use crate::board::{Color, IllegalMove, Move, Position};

/// A game of legal moves with the record's tags.
///
/// Tags are the SGF properties that describe a whole game: `PW`, `PB` (players), `RE` (result),
/// `DT`, `EV`, `GN`, `GC`, `SO` and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    now: Position,
    moves: Vec<Move>,
    tags: Vec<(String, String)>,
}

impl Game {
    /// Makes a game without moves.
    pub fn new(start: Position) -> Self {
        Self { now: start.clone(), start, moves: Vec::new(), tags: Vec::new() }
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the position after the last move.
    pub fn now(&self) -> &Position {
        &self.now
    }

    /// Returns the moves of both sides, in turn.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is illegal; the game is unchanged.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.now = self.now.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Yields the positions before the first move and after each move: one more than there are
    /// moves.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut moves = self.moves.iter();
        std::iter::successors(Some(self.start.clone()), move |position| {
            let mv = *moves.next()?;
            Some(position.play(mv).expect("a game holds legal moves only"))
        })
    }

    /// Returns the position after `ply` moves; `None` beyond the end of the game.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        self.positions().nth(ply)
    }

    /// Returns the text of a tag such as `PW`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Returns the winner that the record names (`RE`).
    pub fn named_winner(&self) -> Option<Color> {
        match self.tag("RE")?.chars().next()? {
            'W' | 'w' => Some(Color::White),
            'B' | 'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns all tags, in the order of the record.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Sets a tag, replacing an earlier one of the same name.
    ///
    /// # Panics
    /// If `name` is not an SGF property name (capital letters only).
    pub fn set_tag(&mut self, name: &str, text: impl Into<String>) {
        assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase()), "tag '{name}'");
        let text = text.into();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = text,
            None => self.tags.push((name.to_owned(), text)),
        }
    }

    /// Returns the name of a player, if the record gives one.
    pub fn player(&self, color: Color) -> Option<&str> {
        self.tag(match color {
            Color::White => "PW",
            Color::Black => "PB",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_checked_and_positions_replayed() {
        let mut game = Game::new(Position::start(10, 10).unwrap());
        game.push("g1-g7/b7".parse().unwrap()).unwrap();
        assert!(game.push("g7-g8/g9".parse().unwrap()).is_err());
        game.push("d10-d4/g1".parse().unwrap()).unwrap();
        let positions: Vec<_> = game.positions().collect();
        assert_eq!(positions.len(), 3);
        assert_eq!(positions.last(), Some(game.now()));
        assert_eq!(game.position_at(0).as_ref(), Some(game.start()));
        assert_eq!(game.position_at(3), None);
    }

    #[test]
    fn a_tag_stands_once() {
        let mut game = Game::new(Position::start(4, 4).unwrap());
        game.set_tag("PW", "one");
        game.set_tag("PW", "two");
        assert_eq!(game.player(Color::White), Some("two"));
        assert_eq!(game.tags().len(), 1);
    }
}
