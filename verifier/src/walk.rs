//! The walk through a proof: `docs/proofs.md`, the procedures *won* and *lost*.

use crate::board::{Move, Position};
use crate::file::Proof;
use crate::seen::Seen;

/// A walk under way.
pub struct Walk<'a> {
    proof: &'a Proof,
    seen: Seen,
    /// Stored moves read so far.
    pub read: usize,
    /// Positions with the winner to move that came up; one that comes up again counts again.
    pub walked: u64,
    /// The moves from the proof's position to the one at hand.
    pub line: Vec<Move>,
    progress: &'a mut dyn FnMut(usize, u64),
}

impl<'a> Walk<'a> {
    /// A walk that calls `progress` now and then with the numbers of moves read and positions
    /// walked.
    pub fn new(proof: &'a Proof, progress: &'a mut dyn FnMut(usize, u64)) -> Self {
        let seen = Seen::new(&proof.board, proof.columns, proof.rows, proof.moves.len());
        Self { proof, seen, read: 0, walked: 0, line: Vec::new(), progress }
    }

    /// Follows the whole proof.
    ///
    /// # Errors
    /// Why it does not prove its claim; `line` says where.
    pub fn run(&mut self) -> Result<(), String> {
        let start = self.proof.position;
        if self.proof.winner_moves { self.won(start) } else { self.lost(start) }?;
        match self.proof.moves.len() - self.read {
            0 => Ok(()),
            left => Err(format!("{left} stored moves are left over at the end")),
        }
    }

    /// The winner is to move and wins.
    fn won(&mut self, position: Position) -> Result<(), String> {
        let Proof { board, guards, margin, .. } = self.proof;
        self.walked += 1;
        let by_rule = |ahead| board.won_looking_ahead(&position, *margin, ahead);
        if guards.is_some_and(by_rule) || !self.seen.insert(&position) {
            return Ok(());
        }
        let after = self.play_stored_move(position)?;
        self.lost(after)?;
        self.line.pop();
        Ok(())
    }

    /// The loser is to move, and the winner wins.
    fn lost(&mut self, position: Position) -> Result<(), String> {
        let Proof { board, guards, margin, .. } = self.proof;
        if guards.is_some() && board.won_by_guards(&position, false, *margin) {
            return Ok(());
        }
        let mut has_run_out = true;
        let failure = board.find_move(position.loser, position.empty, |reply| {
            has_run_out = false;
            self.line.push(reply);
            let outcome = self.won(position.after(reply));
            outcome.map(|()| self.line.pop()).err()
        });
        match failure {
            Some(failure) => Err(failure),
            None if has_run_out => self.moves_alone(position),
            None => Ok(()),
        }
    }

    /// The loser has run out: the winner makes as many moves alone as are claimed.
    fn moves_alone(&mut self, mut position: Position) -> Result<(), String> {
        let depth = self.line.len();
        for _ in 0..self.proof.margin {
            position = self.play_stored_move(position)?;
        }
        self.line.truncate(depth);
        Ok(())
    }

    /// Reads a move of the winner and plays it.
    fn play_stored_move(&mut self, position: Position) -> Result<Position, String> {
        if self.read % 4096 == 0 {
            (self.progress)(self.read, self.walked);
        }
        let number = *self.proof.moves.get(self.read).ok_or("no stored move is left for this position")?;
        self.read += 1;
        let mut before = number;
        let played = self.proof.board.find_move(position.winner, position.empty, |played| {
            let found = before == 0;
            before = before.wrapping_sub(1);
            found.then_some(played)
        });
        let none = || format!("stored move {} has number {number}; there is no such move", self.read);
        let played: Move = played.ok_or_else(none)?;
        self.line.push(played);
        Ok(position.after(played))
    }
}
