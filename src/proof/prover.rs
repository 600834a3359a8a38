//! From a claim to its proof: the judge's search says who wins, and the walk asks it for the
//! winner's moves.

use super::book::Book;
use super::claim::Claim;
use super::error::ProofError;
use super::file::Proof;
use super::leaf_rule::{LeafRule, Leaves};
use super::symmetry::{Symmetries, in_place, with_layout};
use super::walk::{Moves, Walk, number_of, position_of};
use crate::board::{Bitboard, Color, Frame, Move, Placement, PlacementMove, Position};
use crate::judge::SearchParams;
use crate::judge::strategy::{Strategist, StrategyMemory, Unanswered, with_strategist};
use crate::limits::Limits;
use crate::util::opaque_debug;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// The verdict on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<T> {
    /// It is true.
    Proved(T),
    /// It is false.
    Refuted,
    /// A limit was reached first.
    Open,
}

/// Proves claims about positions of one board, and remembers what it proved.
pub struct Prover {
    memory: StrategyMemory,
    params: SearchParams,
    nodes: u64,
    time: Duration,
}

opaque_debug!([] Prover, "Prover");

impl Prover {
    /// Makes a prover that uses at most `memory` bytes, not counting the positions of a strategy
    /// that it writes down.
    pub fn new(memory: usize) -> Self {
        Self::with(StrategyMemory::new(memory))
    }

    /// Makes provers that use at most `memory` bytes together, for several claims about positions
    /// of one board at once. What one of them proves is known to all.
    pub fn several(memory: usize, count: usize) -> Vec<Self> {
        StrategyMemory::of_positions(memory, count).into_iter().map(Self::with).collect()
    }

    fn with(memory: StrategyMemory) -> Self {
        Self { memory, params: SearchParams::ALL, nodes: 0, time: Duration::ZERO }
    }

    /// Sets which parts of the search are used, to measure them.
    #[must_use]
    pub fn params(self, params: SearchParams) -> Self {
        Self { params, ..self }
    }

    /// Returns the nodes searched since the last [`Prover::turn_over`].
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the time spent since the last [`Prover::turn_over`].
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Turns to another claim: forgets the progress of the last one, and keeps what was proved.
    pub fn turn_over(&mut self) {
        self.memory.forget_numbers();
        (self.nodes, self.time) = (0, Duration::ZERO);
    }

    /// Returns who wins a position, if the limits suffice.
    pub fn winner(&mut self, position: &Position, limits: &Limits) -> Option<Color> {
        let first = Claim { position: position.clone(), winner: position.side(), by: 0 };
        match self.decide(&first, limits) {
            Verdict::Proved(()) => Some(position.side()),
            Verdict::Refuted => Some(position.side().other()),
            Verdict::Open => None,
        }
    }

    /// Decides whether a claim is true. After a limit, the next call continues with what is
    /// remembered.
    pub fn decide(&mut self, claim: &Claim, limits: &Limits) -> Verdict<()> {
        let mover = claim.position.side();
        let target = claim.target(mover);
        let answer = with_layout!(claim.position, B => {
            let board = in_place::<B>(&claim.position);
            self.search(&board, limits, |strategist| strategist.reaches(&board, mover, target))
        });
        match answer {
            Ok(reached) if reached == (mover == claim.winner) => Verdict::Proved(()),
            Ok(_) => Verdict::Refuted,
            Err(Unanswered) => Verdict::Open,
        }
    }

    /// Writes down the strategy of a claim that was decided to be true.
    ///
    /// # Errors
    /// A move is missing, or has a number too large for the format.
    pub fn write_down(
        &mut self,
        claim: &Claim,
        rule: LeafRule,
        limits: &Limits,
    ) -> Result<Verdict<Proof>, ProofError> {
        with_layout!(claim.position, B => {
            let book = Book::<B>::new(Symmetries::of::<B>(&claim.position));
            self.write_down_by(&book, claim, rule, limits)
        })
    }

    /// Writes the strategy with the winner's moves that a book has.
    pub(super) fn write_down_by<B: Bitboard>(
        &mut self,
        book: &Book<B>,
        claim: &Claim,
        rule: LeafRule,
        limits: &Limits,
    ) -> Result<Verdict<Proof>, ProofError> {
        let board = in_place::<B>(&claim.position);
        let result = self.search(&board, limits, |strategist| {
            let mut writer = Writer { claim, moves: Vec::new(), book, strategist };
            let walked = Walk::<B>::new(claim, rule).run(&claim.position, &mut writer);
            walked.map(|()| writer.moves)
        });
        match result {
            Ok(moves) => Ok(Verdict::Proved(Proof { claim: claim.clone(), rule, moves })),
            Err(Ending::Limit) => Ok(Verdict::Open),
            Err(Ending::Failed(error)) => Err(error),
        }
    }

    /// Decides a claim and, if it is true, writes its proof.
    ///
    /// # Errors
    /// Those of [`Prover::write_down`].
    pub fn prove(
        &mut self,
        claim: &Claim,
        rule: LeafRule,
        limits: &Limits,
    ) -> Result<Verdict<Proof>, ProofError> {
        let begun = Instant::now();
        match self.decide(claim, limits) {
            Verdict::Proved(()) => self.write_down(claim, rule, &limits.after(begun.elapsed())),
            Verdict::Refuted => Ok(Verdict::Refuted),
            Verdict::Open => Ok(Verdict::Open),
        }
    }

    /// Returns the winner's moves in a position that a limit left open, most promising first. Moves
    /// known to lose are left out; `None` if a limit ended this too.
    pub fn promising_moves(&mut self, claim: &Claim, limits: &Limits) -> Option<Vec<Move>> {
        let (winner, target) = (claim.winner, claim.target(claim.winner));
        with_layout!(claim.position, B => {
            let board = in_place::<B>(&claim.position);
            let moves = self.search(&board, limits, |strategist| {
                strategist.promising_moves(&board, winner, target)
            });
            let outward = |mv| Frame::WHOLE.outward_move::<B>(mv);
            moves.ok().map(|moves| moves.into_iter().map(outward).collect())
        })
    }

    fn search<B: Bitboard, R>(
        &mut self,
        board: &Placement<B>,
        limits: &Limits,
        work: impl FnOnce(&mut Strategist<'_, B>) -> R,
    ) -> R {
        let (result, nodes, time) =
            with_strategist(&mut self.memory, self.params, board, limits, work);
        self.nodes += nodes;
        self.time += time;
        result
    }

    /// Writes what another process needs to continue with the last claim.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        self.memory.save(out)
    }

    /// Reads what [`Prover::save`] wrote about a claim.
    ///
    /// # Errors
    /// Those of `input`.
    pub fn load(&mut self, input: &mut impl Read) -> io::Result<()> {
        self.memory.load(input)
    }
}

/// Why a strategy was not written or read to its end.
pub(super) enum Ending {
    Limit,
    Failed(ProofError),
}

impl From<ProofError> for Ending {
    fn from(error: ProofError) -> Self {
        Self::Failed(error)
    }
}

impl From<Unanswered> for Ending {
    fn from(_: Unanswered) -> Self {
        Self::Limit
    }
}

/// Takes the winner's moves from a book or from a search, and records their numbers.
struct Writer<'a, 'b, B> {
    claim: &'a Claim,
    moves: Vec<u16>,
    book: &'a Book<B>,
    strategist: &'a mut Strategist<'b, B>,
}

impl<B: Bitboard> Writer<'_, '_, B> {
    /// The number of winning moves compared; the one that leaves least to write down is taken.
    const COMPARED: usize = 16;

    fn fen(&self, board: &Placement<B>) -> String {
        position_of(&self.claim.position, board, self.claim.winner).to_fen()
    }

    fn no_move(&self, board: &Placement<B>) -> Ending {
        Ending::Failed(ProofError::NoMove { fen: self.fen(board) })
    }
}

impl<B: Bitboard> Moves<B> for Writer<'_, '_, B> {
    type Error = Ending;

    fn next(&mut self, board: &Placement<B>, leaves: &mut Leaves) -> Result<PlacementMove, Ending> {
        self.strategist.pulse()?;
        if let Some(mv) = self.book.mv(board) {
            return Ok(mv);
        }
        let winner = self.claim.winner;
        let moves = self.strategist.winning_moves(board, winner, self.claim.target(winner))?;
        let (mut best, mut least) = (None, usize::MAX);
        for mv in moves.into_iter().take(Self::COMPARED) {
            let open = leaves.open_replies(&board.after(winner, mv), least);
            if open < least {
                (best, least) = (Some(mv), open);
            }
            if least == 0 {
                break;
            }
        }
        best.ok_or_else(|| self.no_move(board))
    }

    fn alone(&mut self, board: &Placement<B>, by: u32) -> Result<Vec<PlacementMove>, Ending> {
        if let Some(moves) = self.book.alone(board) {
            return Ok(moves);
        }
        let moves = self.strategist.moves_alone(board, self.claim.winner, by)?;
        moves.ok_or_else(|| self.no_move(board))
    }

    fn stored(&mut self, board: &Placement<B>, mv: PlacementMove) -> Result<(), Ending> {
        let number = number_of(board, self.claim.winner, mv);
        let Ok(small) = u16::try_from(number) else {
            let fen = self.fen(board);
            return Err(Ending::Failed(ProofError::MoveNumber { fen, number }));
        };
        self.moves.push(small);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::numbered;
    use super::*;

    /// Notes every other move of a proof.
    struct Half<'a, B> {
        proof: &'a Proof,
        next: usize,
        book: &'a mut Book<B>,
    }

    impl<B: Bitboard> Moves<B> for Half<'_, B> {
        type Error = ();

        fn next(&mut self, board: &Placement<B>, _: &mut Leaves) -> Result<PlacementMove, ()> {
            let number = self.proof.moves[self.next];
            let mv = numbered(board, self.proof.claim.winner, number.into()).unwrap();
            if self.next.is_multiple_of(2) {
                self.book.insert(board, mv);
            }
            self.next += 1;
            Ok(mv)
        }

        fn alone(&mut self, _: &Placement<B>, _: u32) -> Result<Vec<PlacementMove>, ()> {
            Ok(Vec::new())
        }

        fn stored(&mut self, _: &Placement<B>, _: PlacementMove) -> Result<(), ()> {
            Ok(())
        }
    }

    #[test]
    fn what_a_book_has_no_move_for_is_searched() {
        let claim = Claim { position: Position::start(4, 4).unwrap(), winner: Color::Black, by: 0 };
        let rule = LeafRule::Guards { lookahead: 1 };
        let proof = Prover::new(1 << 20).prove(&claim, rule, &Limits::none());
        let Ok(Verdict::Proved(proof)) = proof else { panic!("{proof:?}") };
        with_layout!(claim.position, B => {
            let mut book = Book::<B>::new(Symmetries::of::<B>(&claim.position));
            let mut half = Half { proof: &proof, next: 0, book: &mut book };
            Walk::<B>::new(&claim, rule).run(&claim.position, &mut half).unwrap();
            let mut prover = Prover::new(1 << 20);
            let again = prover.write_down_by(&book, &claim, rule, &Limits::none());
            let Ok(Verdict::Proved(again)) = again else { panic!("{again:?}") };
            verifier::verify(&again.to_bytes()).unwrap();
        });
    }
}
