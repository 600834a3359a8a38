//! Problems with the exact score of every move, as `amazons value --moves all` prints them.

use crate::FileError;
use amazons::board::{
    AnyPlacement, Color, FenError, Move, PlacementMove, Position, with_placement,
};
use amazons::region::Canonical;
use amazons::score::{Rank, Score};
use amazons::util::input_file::{self, without_mark};
use hashbrown::HashSet;
use serde::Deserialize;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// A problem with the exact score of every move.
#[derive(Clone, Debug)]
pub struct LabelledProblem {
    /// The position.
    pub placement: AnyPlacement,
    /// The first player.
    pub mover: Color,
    /// The moves with the first player's ranks, best first: at least two, not all of the same rank.
    pub moves: Vec<(PlacementMove, Rank)>,
}

impl LabelledProblem {
    /// The rank of the best moves.
    pub fn best(&self) -> Rank {
        self.moves[0].1
    }
}

/// Labelled problems, and counts of what was left out.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// The problems.
    pub problems: Vec<LabelledProblem>,
    /// The canonical regions, as text, from which the problems come.
    pub regions: HashSet<Box<str>>,
    /// Problems left out because a limit left moves unsolved.
    pub open: u64,
    /// Problems left out because all moves are equally good.
    pub no_choice: u64,
    /// Regions left out because they are kept for tests or occurred before.
    pub known: u64,
}

/// One line of a file. Unused keys are skipped.
#[derive(Deserialize)]
struct Line {
    fen: String,
    error: Option<String>,
    white_first: Option<First>,
    black_first: Option<First>,
}

#[derive(Deserialize)]
struct First {
    moves: Option<Vec<MoveScore>>,
}

#[derive(Deserialize)]
struct MoveScore {
    #[serde(rename = "move")]
    mv: String,
    score: String,
}

/// The longest line of labels, in bytes; those of the largest boards have a hundredth of it.
const LONGEST_LINE: u64 = 1 << 24;

impl Labels {
    /// Adds the problems of a file, except for regions that are already present or in `kept_apart`,
    /// up to symmetry and colour swap.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not an answer of `amazons value`. A last line that was
    /// cut off is ignored.
    pub fn read(&mut self, path: &Path, kept_apart: &HashSet<Box<str>>) -> Result<(), FileError> {
        let mut input = BufReader::new(input_file::open(path).map_err(FileError::io(path))?);
        let mut text = String::new();
        for line in 1.. {
            text.clear();
            let read = input.by_ref().take(LONGEST_LINE).read_line(&mut text);
            let wrong = |problem: String| {
                let expected = "expected an object of 'amazons value --moves all --format json'";
                FileError::at(path, line, format!("{problem}; {expected}"))
            };
            if read.map_err(FileError::io(path))? as u64 == LONGEST_LINE {
                return Err(wrong(format!("has more than {LONGEST_LINE} bytes")));
            }
            if !text.ends_with('\n') {
                break;
            }
            let text = if line == 1 { without_mark(&text) } else { &text };
            let answer: Line =
                serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            if answer.error.is_some() {
                continue;
            }
            let region: Position =
                answer.fen.parse().map_err(|error: FenError| wrong(error.to_string()))?;
            let key = region_key(&region);
            if kept_apart.contains(&key) || !self.regions.insert(key) {
                self.known += 1;
                continue;
            }
            let both = [(Color::White, answer.white_first), (Color::Black, answer.black_first)];
            for (first, answer) in both {
                match answer.map(|answer| answer.moves) {
                    None => {}
                    Some(None) => self.open += 1,
                    Some(Some(entries)) => {
                        self.add(&region.with_side(first), entries).map_err(wrong)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, problem: &Position, entries: Vec<MoveScore>) -> Result<(), String> {
        let (placement, frame) = problem.smallest_placement();
        let mut moves = Vec::with_capacity(entries.len());
        for MoveScore { mv, score } in entries {
            let legal: Move = mv.parse().map_err(|error| format!("move '{mv}': {error}"))?;
            problem.check(legal).map_err(|error| format!("move '{mv}': {error}"))?;
            let score: Score =
                score.parse().map_err(|_| format!("move '{mv}': score '{score}'"))?;
            let inward = with_placement!(placement, placement => inward(&placement, frame, legal));
            moves.push((inward, score.rank(problem.side())));
        }
        moves.sort_by_key(|&(mv, rank)| (std::cmp::Reverse(rank), mv));
        match (moves.first(), moves.last()) {
            (Some(best), Some(worst)) if best.1 > worst.1 => {
                self.problems.push(LabelledProblem { placement, mover: problem.side(), moves });
            }
            _ => self.no_choice += 1,
        }
        Ok(())
    }
}

fn inward<B: amazons::board::Bitboard>(
    _: &amazons::board::Placement<B>,
    frame: amazons::board::Frame,
    mv: Move,
) -> PlacementMove {
    frame.inward_move::<B>(mv)
}

/// The key of a region: its canonical form, whichever player moves first.
pub fn region_key(region: &Position) -> Box<str> {
    Canonical::of_region(region).position.to_fen().into()
}
