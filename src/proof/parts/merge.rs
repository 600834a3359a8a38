//! Merges the proofs of the parts into one: together their strategies form one map from positions
//! to moves, and the walk goes through it again.

use super::directory::{Directory, Division};
use super::state::State;
use super::tree::Tree;
use crate::board::{Bitboard, Placement, PlacementMove, Position};
use crate::limits::{Budget, Limits};
use crate::proof::book::Book;
use crate::proof::claim::Claim;
use crate::proof::error::ProofError;
use crate::proof::file::{Proof, ProofFile, bytes_of};
use crate::proof::leaf_rule::Leaves;
use crate::proof::prover::{Ending, Prover, Verdict};
use crate::proof::stored_moves::StoredMoves;
use crate::proof::symmetry::{Symmetries, in_place, with_layout};
use crate::proof::walk::{Moves, Walk, numbered, position_of};
use hashbrown::HashMap;
use std::path::{Path, PathBuf};

/// Returns the proof of a directory's whole claim, if all parts that it needs are proved; `None` if
/// a limit was reached. The prover finds the few moves that no part knows.
///
/// # Errors
/// Parts are still open or refuted, or files are missing or damaged.
pub fn merge(
    directory: &Directory,
    prover: &mut Prover,
    limits: &Limits,
) -> Result<Option<Proof>, ProofError> {
    let mut tree = Tree::new(directory);
    let root = tree.root();
    merge_part(directory, &mut tree, &root, prover, limits)
}

/// Merges the proof of one divided part. A part that stands for its mirror image is walked the
/// other way round here. Where the greedy filling of a leaf rule depends on the order of squares, a
/// position may fail to be a leaf although its image is one. No part has a move for it, and a short
/// search finds one.
pub(super) fn merge_part(
    directory: &Directory,
    tree: &mut Tree<'_>,
    part: &Position,
    prover: &mut Prover,
    limits: &Limits,
) -> Result<Option<Proof>, ProofError> {
    let mut budget = Budget::new(limits, 1);
    let sources = Sources::below(directory, tree, part)?;
    let claim = directory.division.claim.at(part.clone());
    let Division { claim: whole, rule, .. } = &directory.division;
    with_layout!(claim.position, B => {
        let mut book = Book::<B>::new(Symmetries::of::<B>(&whole.position));
        match sources.read(directory, &claim, &mut book, &mut budget) {
            Ok(()) => {}
            Err(Ending::Limit) => return Ok(None),
            Err(Ending::Failed(error)) => return Err(advised(error, directory)),
        }
        prover.turn_over();
        match prover.write_down_by(&book, &claim, *rule, &limits.after(budget.elapsed()))? {
            Verdict::Proved(proof) => Ok(Some(proof)),
            Verdict::Refuted | Verdict::Open => Ok(None),
        }
    })
}

/// Where the moves of a strategy come from.
#[derive(Default)]
struct Sources {
    /// Proved parts and their proofs.
    proofs: Vec<(Position, PathBuf)>,
    /// Positions of the tree with the winner's choice; both positions are parts.
    choices: Vec<(Position, Position)>,
    /// Positions of the tree that are done, since many lines lead to one, and whether they are
    /// proved.
    done: HashMap<Position, bool>,
}

impl Sources {
    fn below(
        directory: &Directory,
        tree: &mut Tree<'_>,
        part: &Position,
    ) -> Result<Self, ProofError> {
        let mut sources = Self::default();
        let proved = sources.add(directory, tree, part)?;
        if proved { Ok(sources) } else { Err(unfinished(directory)) }
    }

    /// Returns whether a part is proved; if it is, its sources are among these.
    fn add(
        &mut self,
        directory: &Directory,
        tree: &mut Tree<'_>,
        part: &Position,
    ) -> Result<bool, ProofError> {
        if let Some(&proved) = self.done.get(part) {
            return Ok(proved);
        }
        let proved = self.look_into(directory, tree, part)?;
        self.done.insert(part.clone(), proved);
        Ok(proved)
    }

    fn look_into(
        &mut self,
        directory: &Directory,
        tree: &mut Tree<'_>,
        part: &Position,
    ) -> Result<bool, ProofError> {
        let claim = &directory.division.claim;
        let state = directory.load(part)?;
        match state.as_ref().map(|state| state.state) {
            Some(State::Proved) => {
                self.proofs.push((part.clone(), directory.file(part, "proof")));
                return Ok(true);
            }
            Some(State::Refuted) => return Ok(false),
            Some(State::Open) => return Ok(false),
            Some(State::Divided) | None => {}
        }
        if part.side() == claim.winner {
            for mv in state.map(|state| state.choices).unwrap_or_default() {
                let child = tree.after(part, mv)?;
                if self.add(directory, tree, &child)? {
                    self.choices.push((part.clone(), child));
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if state.is_none() && !part.can_move() {
            return Ok(false);
        }
        for (_, child) in tree.children(part) {
            if !self.add(directory, tree, &child)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes everything into a book.
    fn read<B: Bitboard>(
        &self,
        directory: &Directory,
        claim: &Claim,
        book: &mut Book<B>,
        budget: &mut Budget,
    ) -> Result<(), Ending> {
        for (part, path) in &self.proofs {
            read(path, part, directory, book, budget)?;
        }
        for (part, child) in &self.choices {
            choose(part, child, claim, book);
        }
        Ok(())
    }
}

fn unfinished(directory: &Directory) -> ProofError {
    let path = directory.path();
    let problem = format!(
        "not all parts are proved; 'amazons prove {0} --status' lists them, 'amazons prove {0}' \
         continues",
        path.display()
    );
    ProofError::directory(path, problem)
}

/// Adds advice to the error of an intact file that proves nothing: no search looks into it again
/// while it is there.
fn advised(error: ProofError, directory: &Directory) -> ProofError {
    match error {
        ProofError::File { path, problem } => {
            let again = format!("remove it, and 'amazons prove {}'", directory.path().display());
            ProofError::file(&path, format!("{problem}; {again} proves its part again"))
        }
        other => other,
    }
}

/// Reads the proof of a part into the book.
fn read<B: Bitboard>(
    path: &Path,
    part: &Position,
    directory: &Directory,
    book: &mut Book<B>,
    budget: &mut Budget,
) -> Result<(), Ending> {
    let bytes = bytes_of(path)?;
    let file = ProofFile::read(path, &bytes)?;
    directory.check_claim(path, part, &file.claim, file.rule)?;
    let (claim, wrong) = (&file.claim, |problem| ProofError::file(path, problem));
    let moves = file.moves().map_err(wrong)?;
    let symmetries = Symmetries::of::<B>(&claim.position);
    let mut reader = Reader { path, claim, moves, symmetries, book, budget };
    Walk::<B>::new(claim, file.rule).run(&claim.position, &mut reader)?;
    match reader.moves.next().transpose().map_err(wrong)? {
        None => Ok(()),
        Some(_) => Err(wrong("has more moves than its strategy needs".into()).into()),
    }
}

/// Notes the winner's move from one part to another.
fn choose<B: Bitboard>(part: &Position, child: &Position, claim: &Claim, book: &mut Book<B>) {
    let (board, wanted) = (in_place::<B>(part), in_place::<B>(child));
    let leads = |mv: &PlacementMove| book.is_image(&board.after(claim.winner, *mv), &wanted);
    let mv = board.moves(claim.winner).into_iter().find(leads);
    book.insert(&board, mv.expect("the part was made from the move"));
}

/// Reads a proof and writes it into a book.
struct Reader<'a, B> {
    path: &'a Path,
    claim: &'a Claim,
    moves: StoredMoves<'a>,
    /// The symmetries of the part. There may be more than the claim has: the proof says once what
    /// holds for all images, and the book must know it for each.
    symmetries: Symmetries,
    book: &'a mut Book<B>,
    budget: &'a mut Budget,
}

impl<B: Bitboard> Reader<'_, B> {
    fn read(&mut self, board: &Placement<B>) -> Result<PlacementMove, Ending> {
        if !self.budget.pulse() {
            return Err(Ending::Limit);
        }
        let Claim { position, winner, .. } = self.claim;
        let error = |problem: &str| {
            let position = position_of(position, board, *winner);
            ProofError::file(self.path, format!("{problem} in {}", position.to_fen()))
        };
        let number = self.moves.next().ok_or_else(|| error("no move left"))?;
        let number = number.map_err(|problem| ProofError::file(self.path, problem))?;
        let mv = numbered(board, *winner, number.into());
        Ok(mv.ok_or_else(|| error(&format!("no move {number}")))?)
    }
}

impl<B: Bitboard> Moves<B> for Reader<'_, B> {
    type Error = Ending;

    fn next(&mut self, board: &Placement<B>, _: &mut Leaves) -> Result<PlacementMove, Ending> {
        let mv = self.read(board)?;
        for (symmetry, image) in self.symmetries.images(board) {
            self.book.insert(&image, self.symmetries.image(symmetry, mv));
        }
        Ok(mv)
    }

    fn alone(&mut self, start: &Placement<B>, by: u32) -> Result<Vec<PlacementMove>, Ending> {
        let (mut board, mut moves) = (*start, Vec::new());
        for _ in 0..by {
            let mv = self.read(&board)?;
            board = board.after(self.claim.winner, mv);
            moves.push(mv);
        }
        for (symmetry, image) in self.symmetries.images(start) {
            let moves: Vec<_> =
                moves.iter().map(|&mv| self.symmetries.image(symmetry, mv)).collect();
            self.book.insert_alone(&image, &moves);
        }
        Ok(moves)
    }

    fn stored(&mut self, _: &Placement<B>, _: PlacementMove) -> Result<(), Ending> {
        Ok(())
    }
}
