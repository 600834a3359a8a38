//! The walk through a proof: `docs/proofs.md`, the procedures *won* and *lost*.

use crate::file::Proof;
use crate::guards::LookAhead;
use crate::rules::{Move, Position, Set, Unions, one};
use std::collections::HashSet;
use std::io::{Write, stderr};

/// A walk in progress.
pub struct Walk<'a> {
    proof: &'a Proof,
    ahead: LookAhead<'a>,
    /// Stored moves read so far.
    pub read: usize,
    /// How often a position with the winner to move has occurred.
    pub walked: u64,
    /// The moves from the proof's position to the current one.
    pub line: Vec<Move>,
    /// For each symmetry of the board except the identity, the images of squares.
    symmetries: Vec<Unions>,
    /// The positions that have occurred: on boards of at most 64 squares, and on larger ones.
    seen: (HashSet<u128>, HashSet<[u128; 2]>),
}

impl<'a> Walk<'a> {
    pub fn new(proof: &'a Proof) -> Self {
        // Moves may be claimed by the billion in a small file; positions have to be walked.
        let (places, room) = (&proof.board.places, proof.moves.len().min(1 << 20));
        // Bit 0 of a map swaps columns and rows, bit 1 mirrors the columns, bit 2 the rows. A map
        // that takes some square to a blocked one is not a symmetry of the board.
        let maps = (1..8).filter(|map| map & 1 == 0 || proof.columns == proof.rows).map(|map| {
            let image = |&(x, y): &(usize, usize)| {
                let (x, y) = if map & 1 == 0 { (x, y) } else { (y, x) };
                let x = if map & 2 == 0 { x } else { proof.columns - 1 - x };
                let y = if map & 4 == 0 { y } else { proof.rows - 1 - y };
                places.iter().position(|&place| place == (x, y)).map(one)
            };
            places.iter().map(image).collect::<Option<Vec<Set>>>()
        });
        let rooms = if places.len() <= 64 { (room, 0) } else { (0, room) };
        let seen = (HashSet::with_capacity(rooms.0), HashSet::with_capacity(rooms.1));
        let symmetries = maps.flatten().map(|images| Unions::new(&images)).collect();
        let ahead = LookAhead::new(&proof.board, proof.margin, proof.guards.unwrap_or(0));
        Self { proof, ahead, read: 0, walked: 0, line: Vec::new(), symmetries, seen }
    }

    /// Follows the whole proof. An error says why it proves nothing, and `line` says where.
    pub fn run(&mut self) -> Result<(), String> {
        let start = self.proof.position;
        if self.proof.winner_moves { self.won(start) } else { self.lost(start) }?;
        let left = self.proof.moves.len() - self.read;
        if left == 0 { Ok(()) } else { Err(format!("{left} stored moves are left over")) }
    }

    /// Checks that the winner, who is to move, wins.
    fn won(&mut self, position: Position) -> Result<(), String> {
        let Proof { guards, moves, .. } = self.proof;
        self.walked += 1;
        if self.walked.is_multiple_of(1 << 20) {
            let (read, all, walked) = (self.read, moves.len(), self.walked);
            let _ = writeln!(stderr(), "{read} of {all} moves, {walked} positions walked");
        }
        let by_rule = guards.is_some_and(|k| self.ahead.won(position, true, k.into()));
        if by_rule || !self.is_new(position) {
            return Ok(());
        }
        let after = self.play_stored_move(position)?;
        self.lost(after)?;
        self.line.pop();
        Ok(())
    }

    /// Checks that the winner wins with the loser to move.
    fn lost(&mut self, mut position: Position) -> Result<(), String> {
        let Proof { board, guards, margin, .. } = self.proof;
        if guards.is_some() && board.won_by_guards(position, false, *margin) {
            return Ok(());
        }
        let mut has_run_out = true;
        for reply in board.moves(position.loser, position.empty) {
            has_run_out = false;
            self.line.push(reply);
            self.won(position.after(reply))?;
            self.line.pop();
        }
        if has_run_out {
            for _ in 0..*margin {
                position = self.play_stored_move(position)?;
            }
            self.line.truncate(self.line.len() - *margin as usize);
        }
        Ok(())
    }

    /// Reads a move of the winner and plays it.
    fn play_stored_move(&mut self, position: Position) -> Result<Position, String> {
        let number = *self.proof.moves.get(self.read).ok_or("no stored move is left")?;
        self.read += 1;
        let mut moves = self.proof.board.moves(position.winner, position.empty);
        let no_move = || format!("stored move {}: there is no move {number}", self.read);
        let played = moves.nth(number.into()).ok_or_else(no_move)?;
        self.line.push(played);
        Ok(position.after(played))
    }

    /// Adds a position to those that have occurred; `false` if it or an image of it is known.
    fn is_new(&mut self, Position { winner, loser, empty }: Position) -> bool {
        let count = self.proof.board.places.len();
        let blocked = !(winner | loser | empty) & (Set::MAX >> (128 - count));
        // Two bits describe each square. The smallest image represents all.
        let sets = [winner | blocked, loser | blocked];
        let images = self.symmetries.iter().map(|images| sets.map(|set| images.of(set)));
        let [a, b] = images.fold(sets, Ord::min);
        if count <= 64 { self.seen.0.insert(a << 64 | b) } else { self.seen.1.insert([a, b]) }
    }
}
