//! What a line of a move list says about whether it goes on with the game before.

use super::numbers::MoveNumber;
use super::words::Word;
use crate::board::Move;
use crate::records::points::move_of_points;

/// What decides whether a line goes on with the game before.
pub(super) struct Facts {
    /// The number that the line begins with.
    pub number: Option<MoveNumber>,
    /// The first number within the line, and how many moves stand before it.
    pub inner: Option<(MoveNumber, usize)>,
    pub moves: Vec<Move>,
    /// Words that stand for moves.
    pub plies: usize,
    /// Those that name no square to come from, so that only the game so far tells the move.
    pub short: usize,
}

impl Facts {
    pub(super) fn of(words: &[Word], height: usize) -> Self {
        let mut facts = Self { number: None, inner: None, moves: Vec::new(), plies: 0, short: 0 };
        for (i, word) in words.iter().enumerate() {
            match word {
                Word::Number(number) if i == 0 => facts.number = Some(*number),
                Word::Number(number) if facts.inner.is_none() => {
                    facts.inner = Some((*number, facts.plies));
                }
                Word::Move(mv) => facts.moves.push(*mv),
                Word::Short(_) => facts.short += 1,
                Word::Points(text) => facts.moves.extend(move_of_points(text, height)),
                _ => {}
            }
            let move_like = matches!(
                word,
                Word::Move(_) | Word::Points(_) | Word::Short(_) | Word::Half(_) | Word::Other(_)
            );
            facts.plies += usize::from(move_like);
        }
        facts
    }
}

/// What a line is to the game before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    GoesOn,
    Begins,
    /// It begins a game, and could as well go on.
    Either,
    /// It begins a game, which its number counts.
    Counts(usize),
}
