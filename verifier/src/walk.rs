//! The walk through a proof: `docs/proofs.md`, the procedures *won* and *lost*.

use crate::Problem;
use crate::file::Proof;
use crate::guards::LookAhead;
use crate::moves::StoredMoves;
use crate::rules::{Move, Position, Set, Unions, one};
use std::collections::HashSet;
use std::hash::Hash;
use std::io::{Write, stderr};

/// A walk in progress.
pub struct Walk<'a> {
    proof: &'a Proof<'a>,
    ahead: LookAhead<'a>,
    pub moves: StoredMoves<'a>,
    /// How often a position with the winner to move has occurred.
    pub walked: u64,
    /// The moves from the proof's position to the current one.
    line: Vec<Move>,
    /// For each symmetry of the board except the identity, the images of squares.
    symmetries: Vec<Unions>,
    /// The positions that have occurred: on boards of at most 64 squares, and on larger ones.
    seen: (HashSet<u128>, HashSet<[u128; 2]>),
    /// How many of them may be remembered.
    most: u64,
}

impl<'a> Walk<'a> {
    /// Makes a walk that remembers at most so many positions.
    pub fn new(proof: &'a Proof<'a>, most: u64) -> Self {
        let places = &proof.board.places;
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
        let symmetries = maps.flatten().map(|images| Unions::new(&images)).collect();
        let ahead = LookAhead::new(&proof.board, proof.margin, proof.guards.unwrap_or(0));
        let (moves, line, seen) = (proof.moves(), Vec::new(), Default::default());
        Self { proof, ahead, moves, walked: 0, line, symmetries, seen, most }
    }

    /// Follows the whole proof.
    pub fn run(&mut self) -> Result<(), Problem> {
        let start = self.proof.position;
        if self.proof.winner_moves { self.won(start) } else { self.lost(start) }?;
        let left = self.moves.count - self.moves.read;
        match self.moves.next()? {
            None => Ok(()),
            Some(_) => Err(self.refusal(format!("{left} stored moves are left over"))),
        }
    }

    /// Says why the proof proves nothing, and at which position.
    fn refusal(&self, reason: String) -> Problem {
        let Self { proof, line, .. } = self;
        let here = line.iter().fold(proof.position, |position, &m| position.after(m));
        let fen = proof.fen(here, proof.winner_moves || !line.is_empty());
        let line: Vec<_> = line.iter().map(|&m| proof.move_text(m)).collect();
        (1, format!("{reason}, at {fen} after [{}]", line.join(" ")))
    }

    /// Checks that the winner, who is to move, wins.
    fn won(&mut self, position: Position) -> Result<(), Problem> {
        let guards = self.proof.guards;
        self.walked += 1;
        if self.walked.is_multiple_of(1 << 20) {
            let (StoredMoves { read, count, .. }, walked) = (&self.moves, self.walked);
            let _ = writeln!(stderr(), "{read} of {count} moves, {walked} positions walked");
        }
        let by_rule = guards.is_some_and(|k| self.ahead.won(position, true, k.into()));
        if by_rule || !self.is_new(position)? {
            return Ok(());
        }
        let after = self.play_stored_move(position)?;
        self.lost(after)?;
        self.line.pop();
        Ok(())
    }

    /// Checks that the winner wins with the loser to move.
    fn lost(&mut self, mut position: Position) -> Result<(), Problem> {
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
    fn play_stored_move(&mut self, position: Position) -> Result<Position, Problem> {
        let number = self.moves.next()?;
        let number = number.ok_or_else(|| self.refusal("no stored move is left".into()))?;
        let played = self.proof.board.moves(position.winner, position.empty).nth(number.into());
        let Some(played) = played else {
            let reason = format!("stored move {}: there is no move {number}", self.moves.read);
            return Err(self.refusal(reason));
        };
        self.line.push(played);
        Ok(position.after(played))
    }

    /// Remembers that a position has occurred; `false` if it or an image of it is known.
    fn is_new(&mut self, Position { winner, loser, empty }: Position) -> Result<bool, Problem> {
        let count = self.proof.board.places.len();
        let blocked = !(winner | loser | empty) & (Set::MAX >> (128 - count));
        // Two bits describe each square. The smallest image represents all.
        let sets = [winner | blocked, loser | blocked];
        let images = self.symmetries.iter().map(|images| sets.map(|set| images.of(set)));
        let [a, b] = images.fold(sets, Ord::min);
        let (few, many) = &mut self.seen;
        if count <= 64 { add(few, a << 64 | b, self.most) } else { add(many, [a, b], self.most) }
    }
}

/// Adds an element to a set of at most so many; `false` if it is there.
fn add<T: Eq + Hash>(set: &mut HashSet<T>, element: T, most: u64) -> Result<bool, Problem> {
    let (count, undecided) = (set.len(), |reason| (3, reason));
    if count == set.capacity() && set.try_reserve(1).is_err() {
        return Err(undecided(format!("no memory for more than {count} positions")));
    }
    let is_new = set.insert(element);
    if set.len() as u64 > most {
        let reason = "positions to remember; --positions N allows more";
        return Err(undecided(format!("it has more than {most} {reason}")));
    }
    Ok(is_new)
}
