//! Which regions become problems.
//!
//! The default is the filter of Kloetzer, Iida, Bouzy, *A comparative study of solvers in Amazons
//! endgames* (2008), section IV.A.2: at most 4 amazons with at least one on each side, at least 10
//! empty squares, at least 5 legal moves for either player, and no problem whose first player can
//! block the opponent with one move.

use crate::board::{Color, Position};
use crate::region::RegionKind;
use crate::util::named;
use std::fmt;

/// The features that a region must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The fewest empty squares.
    pub min_empties: usize,
    /// The most empty squares.
    pub max_empties: Option<usize>,
    /// The fewest amazons of both sides together.
    pub min_amazons: usize,
    /// The most amazons of both sides together.
    pub max_amazons: usize,
    /// The fewest legal moves of each player, if that player were to move.
    pub min_moves: u64,
    /// Whether to keep problems in which one move can leave the opponent without a move.
    pub keep_blocking: bool,
    /// Only games whose file name or tags contain this text.
    pub source: Option<String>,
    /// The most regions from one game.
    pub max_per_game: Option<u64>,
    /// The most regions with the same number of empty squares.
    pub max_per_size: Option<u64>,
    /// Whether every state of a region counts, not only the one in which it comes into being.
    pub every_ply: bool,
    /// Whether a problem consists of all contested regions of a board together, if there are at
    /// least two, instead of a single region.
    pub sums: bool,
}

/// Why a region does not become a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rejection {
    /// No amazon or no empty square.
    Dead,
    /// Amazons of one colour only.
    OneSided,
    /// Too few amazons.
    FewAmazons,
    /// Too many amazons.
    ManyAmazons,
    /// Too few empty squares.
    FewEmpties,
    /// Too many empty squares.
    ManyEmpties,
    /// Too few moves for a player.
    FewMoves,
    /// The game has given enough regions.
    PerGame,
    /// There are enough regions of this size.
    PerSize,
    /// Either player, moving first, can leave the opponent without a move.
    BothBlocking,
}

named!(Rejection {
    Dead => "dead",
    OneSided => "one-sided",
    FewAmazons => "few-amazons",
    ManyAmazons => "many-amazons",
    FewEmpties => "few-empties",
    ManyEmpties => "many-empties",
    FewMoves => "few-moves",
    PerGame => "per-game",
    PerSize => "per-size",
    BothBlocking => "both-blocking",
});

impl Rejection {
    /// Whether the reason depends on the region alone, not on what else was seen.
    pub(super) fn is_of_the_region(self) -> bool {
        !matches!(self, Self::PerGame | Self::PerSize | Self::BothBlocking)
    }

    /// Returns the reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::OneSided => "one-sided",
            Self::FewAmazons => "too few amazons",
            Self::ManyAmazons => "too many amazons",
            Self::FewEmpties => "too few empty squares",
            Self::ManyEmpties => "too many empty squares",
            Self::FewMoves => "a player has too few moves",
            Self::PerGame => "limit per game",
            Self::PerSize => "limit per size",
            Self::BothBlocking => "either player can block the other at once",
        }
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            min_empties: 10,
            max_empties: None,
            min_amazons: 1,
            max_amazons: 4,
            min_moves: 5,
            keep_blocking: false,
            source: None,
            max_per_game: None,
            max_per_size: None,
            every_ply: false,
            sums: false,
        }
    }
}

impl Filter {
    /// Reads what [`Display`](fmt::Display) writes; `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut filter = Self::default();
        let mut text = text.to_owned();
        let source = text.split_once(" --source '").map(|(before, _)| before.len());
        if let (Some(start), Some(end)) = (source, text.rfind('\'')) {
            filter.source = Some(text.get(start + " --source '".len()..end)?.to_owned());
            text.replace_range(start..=end, "");
        }
        let mut words = text.split_whitespace();
        while let Some(option) = words.next() {
            let mut number = || words.next()?.parse::<u64>().ok();
            match option {
                "--min-empties" => filter.min_empties = number()? as usize,
                "--max-empties" => filter.max_empties = Some(number()? as usize),
                "--min-amazons" => filter.min_amazons = number()? as usize,
                "--max-amazons" => filter.max_amazons = number()? as usize,
                "--min-moves" => filter.min_moves = number()?,
                "--max-per-game" => filter.max_per_game = Some(number()?),
                "--max-per-size" => filter.max_per_size = Some(number()?),
                "--keep-blocking" => filter.keep_blocking = true,
                "--every-ply" => filter.every_ply = true,
                "--sums" => filter.sums = true,
                _ => return None,
            }
        }
        Some(filter)
    }

    /// Tests the features of the region itself, but not limits and blocking.
    ///
    /// # Errors
    /// The first reason to reject it.
    pub fn test(&self, region: &Position) -> Result<(), Rejection> {
        match RegionKind::of(region.placement()) {
            RegionKind::Dead => return Err(Rejection::Dead),
            RegionKind::OneSided(_) => return Err(Rejection::OneSided),
            RegionKind::Contested => {}
        }
        let amazons = region.amazons(Color::White) + region.amazons(Color::Black);
        let empties = region.empties();
        let reasons = [
            (amazons < self.min_amazons, Rejection::FewAmazons),
            (amazons > self.max_amazons, Rejection::ManyAmazons),
            (empties < self.min_empties, Rejection::FewEmpties),
            (self.max_empties.is_some_and(|most| empties > most), Rejection::ManyEmpties),
        ];
        if let Some((_, reason)) = reasons.iter().find(|(applies, _)| *applies) {
            return Err(*reason);
        }
        let few = |&color: &Color| region.placement().count_moves(color) < self.min_moves;
        if Color::BOTH.iter().any(few) {
            return Err(Rejection::FewMoves);
        }
        Ok(())
    }

    /// Returns whether the filter drops a problem because its first player can block the second at
    /// once.
    pub fn drops(&self, problem: &Position) -> bool {
        !self.keep_blocking && can_block(problem)
    }
}

/// Whether the side to move has a move that leaves the opponent without any.
fn can_block(problem: &Position) -> bool {
    let (placement, side) = (problem.placement(), problem.side());
    let mut blocks = false;
    placement.each_move(side, |mv| {
        blocks = !placement.after(side, mv).can_move(side.other());
        !blocks
    });
    blocks
}

impl fmt::Display for Filter {
    /// Writes the options of `amazons extract` that make this filter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--min-empties {}", self.min_empties)?;
        if let Some(most) = self.max_empties {
            write!(f, " --max-empties {most}")?;
        }
        write!(f, " --min-amazons {} --max-amazons {}", self.min_amazons, self.max_amazons)?;
        write!(f, " --min-moves {}", self.min_moves)?;
        if let Some(most) = self.max_per_game {
            write!(f, " --max-per-game {most}")?;
        }
        if let Some(most) = self.max_per_size {
            write!(f, " --max-per-size {most}")?;
        }
        if let Some(text) = &self.source {
            write!(f, " --source '{text}'")?;
        }
        if self.keep_blocking {
            f.write_str(" --keep-blocking")?;
        }
        if self.every_ply {
            f.write_str(" --every-ply")?;
        }
        if self.sums {
            f.write_str(" --sums")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(fen: &str) -> Result<(), Rejection> {
        Filter::default().test(&fen.parse().unwrap())
    }

    #[test]
    fn each_feature_has_its_reason() {
        assert_eq!(test("4/4/4/4"), Err(Rejection::Dead));
        assert_eq!(test("Q3/4/4"), Err(Rejection::OneSided));
        assert_eq!(test("QQQ1/4/4/1qqq"), Err(Rejection::ManyAmazons));
        assert_eq!(test("Q2q/4"), Err(Rejection::FewEmpties));
        assert_eq!(test("Q3/4/4/3q"), Ok(()));
        assert_eq!(test("Qq8/1*********"), Err(Rejection::FewEmpties));
        assert_eq!(test("Q1q9/************"), Err(Rejection::FewMoves));
        let least = Filter { min_amazons: 3, max_empties: Some(12), ..Filter::default() };
        assert_eq!(least.test(&"Q3/4/4/3q".parse().unwrap()), Err(Rejection::FewAmazons));
        let most = Filter { max_empties: Some(12), ..Filter::default() };
        assert_eq!(most.test(&"Q3/4/4/3q".parse().unwrap()), Err(Rejection::ManyEmpties));
    }

    #[test]
    fn blocking_is_a_matter_of_the_first_player() {
        // White steps next to the black amazon and shoots back; Black cannot get behind White.
        let white: Position = "q1Q9 w".parse().unwrap();
        assert!(Filter::default().drops(&white));
        assert!(!Filter::default().drops(&white.with_side(Color::Black)));
        assert!(!Filter { keep_blocking: true, ..Filter::default() }.drops(&white));
    }

    #[test]
    fn the_text_is_the_command_line() {
        assert_eq!(
            Filter::default().to_string(),
            "--min-empties 10 --min-amazons 1 --max-amazons 4 --min-moves 5"
        );
        let all = Filter {
            max_empties: Some(30),
            source: Some("it's --every-ply".to_owned()),
            max_per_game: Some(2),
            max_per_size: Some(3),
            keep_blocking: true,
            every_ply: true,
            sums: true,
            ..Filter::default()
        };
        for filter in [Filter::default(), all] {
            assert_eq!(Filter::parse(&filter.to_string()), Some(filter));
        }
        assert_eq!(Filter::parse("--min-empties x"), None);
        assert_eq!(Filter::parse("--new 1"), None);
    }
}
