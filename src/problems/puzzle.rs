//! What makes a problem a puzzle: one right answer, how hard it is, and what it is about.

use crate::ParseError;
use crate::board::Move;
use crate::util::named;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A problem with one right move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    /// What the right move does that no other does.
    pub goal: Goal,
    /// From 1, easy, to 5, by fifths of the set it was made for.
    pub grade: u8,
    /// How hard it is for programs, as one number (docs/puzzles.md).
    pub difficulty: u32,
    /// What it is about, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// The right moves, as deep as they remain the only ones.
    #[serde(serialize_with = "as_text")]
    pub solution: SolutionTree,
}

fn as_text<S: Serializer>(tree: &SolutionTree, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(tree)
}

/// What the right move does that no other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// It wins.
    Win,
    /// It reaches the best score.
    Best,
}

/// A theme of a puzzle; each is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Passing would be better than every move.
    Zugzwang,
    /// The score and the game value differ by two moves or more: played alone, a player is forced
    /// to move where in a sum it would not be.
    ScoreAndValue,
    /// The right move leaves a region of one player that cannot be filled to its last square.
    DefectiveTerritory,
    /// Another move takes at least two squares more at once, and is worse.
    Sacrifice,
    /// The right move divides the region.
    Division,
    /// The right move leaves the opponent without one.
    Blockade,
    /// The right move closes a square through which every way from the opponent's amazons to at
    /// least two empty squares leads. If the opponent were to move instead, it would go there at
    /// once.
    GuardedCorridor,
    /// The right move is in the region of highest temperature, out of at least two hot ones.
    HottestRegion,
    /// The right move is in one region, but another one is hotter.
    CoolerRegion,
}

named!(Theme {
    Zugzwang => "zugzwang",
    ScoreAndValue => "score-and-value",
    DefectiveTerritory => "defective-territory",
    Sacrifice => "sacrifice",
    Division => "division",
    Blockade => "blockade",
    GuardedCorridor => "guarded-corridor",
    HottestRegion => "hottest-region",
    CoolerRegion => "cooler-region",
});

named!(Goal { Win => "win", Best => "best" });

/// The only optimal move, and best replies after which there is again only one.
///
/// As text, the move is followed by each reply and what answers it in brackets:
/// `a1-b1/a1 (c3-c2/c3 b1-b2/a2) (c3-d3/c3 b1-c1/d1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionTree {
    /// The move.
    pub mv: Move,
    /// Optimal replies, with what answers them.
    pub replies: Vec<(Move, SolutionTree)>,
}

impl SolutionTree {
    /// Returns the number of moves by the solver on the longest line.
    pub fn depth(&self) -> usize {
        1 + self.replies.iter().map(|(_, tree)| tree.depth()).max().unwrap_or(0)
    }

    /// Returns the number of right moves in the whole tree.
    pub fn count(&self) -> usize {
        1 + self.replies.iter().map(|(_, tree)| tree.count()).sum::<usize>()
    }

    /// Returns the longest line; the first one if there are several.
    pub fn longest_line(&self) -> Vec<Move> {
        let mut line = vec![self.mv];
        let deepest = self.replies.iter().rev().max_by_key(|(_, tree)| tree.depth());
        if let Some((reply, tree)) = deepest {
            line.push(*reply);
            line.extend(tree.longest_line());
        }
        line
    }
}

impl fmt::Display for SolutionTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mv)?;
        for (reply, tree) in &self.replies {
            write!(f, " ({reply} {tree})")?;
        }
        Ok(())
    }
}

/// The error of a text whose brackets or their contents do not fit together.
fn misshapen() -> ParseError {
    ParseError::expected("expected a move, followed by (reply move …) for each reply")
}

/// The deepest tree that is read.
const MOST_DEPTH: usize = 40;

impl FromStr for SolutionTree {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_ascii_whitespace().peekable();
        let tree = parse(&mut words, 0)?;
        match words.next() {
            None => Ok(tree),
            Some(_) => Err(misshapen()),
        }
    }
}

fn parse<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    depth: usize,
) -> Result<SolutionTree, ParseError> {
    if depth >= MOST_DEPTH {
        return Err(ParseError::expected(format!("more than {MOST_DEPTH} moves deep")));
    }
    let mv = words.next().ok_or_else(misshapen)?.parse()?;
    let mut replies = Vec::new();
    while words.peek() == Some(&"(") {
        words.next();
        let reply = words.next().ok_or_else(misshapen)?.parse()?;
        replies.push((reply, parse(words, depth + 1)?));
        if words.next() != Some(")") {
            return Err(misshapen());
        }
    }
    Ok(SolutionTree { mv, replies })
}
