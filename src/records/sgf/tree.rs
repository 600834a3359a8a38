//! Comments and variations of SGF, which games as lists of moves leave out.

use super::read::{parse_move, parse_size};
use super::set_up::SetUp;
use super::tokens::{Token, Tokens};
use super::write::{Branch, Note, Step};
use crate::board::{Move, Position};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};

/// A node of a tree of moves. The first node of a tree is its start, and every other one stands
/// behind its parent, by a move or by a position that is set up there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The place of the node before it; 0 for the start itself.
    pub parent: usize,
    /// The move; `None` for the start, and where a position is set up.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The position that is set up here, on a board of the same size.
    #[serde(rename = "fen", default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// What is said of it; empty if nothing.
    #[serde(default)]
    pub comment: String,
}

impl TreeNode {
    /// A node without a comment.
    fn new(parent: usize, mv: Option<Move>) -> Self {
        Self { parent, mv, position: None, comment: String::new() }
    }

    /// What leads to this node; `None` for the start.
    fn step(&self) -> Option<Step> {
        self.mv.map(Step::Move).or_else(|| self.position.clone().map(Step::SetUp))
    }
}

/// Reads the trees of SGF, one for each game, with their comments and variations. Moves are not
/// checked. A variation ends before a text that is not a move, before single points, and before a
/// set-up that does not name every square.
///
/// # Errors
/// The input cannot be read.
pub fn read_sgf_trees(input: impl BufRead) -> io::Result<Vec<Vec<TreeNode>>> {
    let mut tokens = Tokens::new(input);
    let mut trees: Vec<Vec<TreeNode>> = Vec::new();
    // Where variations branch off, and the node at which the reading is; `None` behind a move that
    // cannot be read.
    let (mut branches, mut at) = (Vec::new(), Some(0));
    let (mut property, mut size) = (String::new(), (10, 10));
    // The nodes of the game so far, of which the first has the start, and what this one sets up.
    let (mut nodes, mut setup) = (0, None::<SetUp>);
    loop {
        let token = tokens.next()?;
        let within = matches!(token, Token::Property(_) | Token::Value(_) | Token::LongValue);
        if !within
            && let (Some(setup), Some(tree)) = (setup.take(), trees.last_mut())
            && let Some(node) = tree.last_mut()
        {
            node.position = setup.position();
            if node.position.is_none() {
                tree.pop();
                at = None;
            }
        }
        match token {
            Token::End | Token::CutValue => return Ok(trees),
            // The next tree begins within this one, which was cut off.
            Token::TornValue => branches.clear(),
            Token::Open => {
                if branches.is_empty() {
                    trees.push(vec![TreeNode::new(0, None)]);
                    (at, size, nodes) = (Some(0), (10, 10), 0);
                }
                branches.push(at);
            }
            Token::Close => at = branches.pop().flatten(),
            Token::Node => {
                property.clear();
                nodes += 1;
            }
            Token::Property(name) => property = name,
            Token::LongValue => {}
            Token::Value(text) => {
                let (Some(tree), Some(here)) = (trees.last_mut(), at) else { continue };
                match property.as_str() {
                    "SZ" => size = parse_size(&text).unwrap_or(size),
                    "W" | "B" => {
                        let mv = parse_move(text.trim(), size.1);
                        at = mv.map(|mv| {
                            tree.push(TreeNode::new(here, Some(mv)));
                            tree.len() - 1
                        });
                    }
                    "AW" | "AB" | "AA" | "AE" | "PL" if nodes > 1 => {
                        let setup = setup.get_or_insert_with(|| {
                            tree.push(TreeNode::new(here, None));
                            at = Some(tree.len() - 1);
                            SetUp::new(size)
                        });
                        setup.property(&property, &text);
                    }
                    "C" => {
                        let comment = &mut tree[here].comment;
                        if !comment.is_empty() {
                            comment.push('\n');
                        }
                        comment.push_str(text.trim());
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The branches of a tree, for [`write_sgf_tree`](super::write::write_sgf_tree); those of nodes
/// without a step, or whose parent does not stand before them, are left out.
pub fn branches_of(tree: &[TreeNode]) -> Vec<Branch> {
    let mut next: Vec<Vec<Branch>> = vec![Vec::new(); tree.len()];
    for (at, node) in tree.iter().enumerate().skip(1).rev() {
        // Taken from the last node on, each list is complete, with its first branch last.
        let mut follow = std::mem::take(&mut next[at]);
        follow.reverse();
        if let Some(step) = node.step().filter(|_| node.parent < at) {
            let note = Note { comment: node.comment.clone(), ..Note::default() };
            next[node.parent].push(Branch { step, note, next: follow });
        }
    }
    let mut first = next.into_iter().next().unwrap_or_default();
    first.reverse();
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Game, Records, write_sgf_tree};
    use std::io::Cursor;

    #[test]
    fn comments_and_variations_come_back_as_they_were_written() {
        let node = |parent, mv: &str, comment: &str| TreeNode {
            comment: comment.to_owned(),
            ..TreeNode::new(parent, mv.parse().ok())
        };
        let tree = [
            node(0, "", "the start"),
            node(0, "a2-b2/a2", "a mistake: [a] \\ b"),
            node(1, "d2-c2/d2", ""),
            node(0, "a2-c2/d1", "better"),
        ];
        let game = Game::new("Q2q/1**1 w".parse().unwrap());
        let mut text = Vec::new();
        write_sgf_tree(&game, &tree[0].comment, &branches_of(&tree), &mut text).unwrap();
        assert_eq!(read_sgf_trees(text.as_slice()).unwrap(), [tree]);
    }

    #[test]
    fn positions_set_up_within_a_game_are_variations_and_the_game_ends_before_them() {
        let start: Position = "Q2q/1**1 w".parse().unwrap();
        let edited = TreeNode {
            position: "Q*1q/1**1 b".parse().ok(),
            comment: "what if".to_owned(),
            ..TreeNode::new(1, None)
        };
        let (moved, reply) = ("a2-b2/a2".parse().ok(), "d2-c2/d2".parse().ok());
        let tree =
            [TreeNode::new(0, None), TreeNode::new(0, moved), edited, TreeNode::new(2, reply)];
        let mut text = Vec::new();
        write_sgf_tree(&Game::new(start), "", &branches_of(&tree), &mut text).unwrap();
        assert_eq!(read_sgf_trees(text.as_slice()).unwrap(), [tree]);
        let read = Records::read("test", Cursor::new(text)).unwrap();
        let games: Vec<Game> = read.map(Result::unwrap).collect();
        assert_eq!((games.len(), games[0].moves().len()), (1, 1));
        // Only part of the board is named.
        let text = "(;GM[18]SZ[4:2]AW[aa]AB[da];W[aabaaa];AA[cb]PL[B]C[lost];B[dadbda])";
        assert_eq!(read_sgf_trees(text.as_bytes()).unwrap()[0].len(), 2);
    }

    #[test]
    fn a_move_that_cannot_be_read_ends_its_variation_alone() {
        let text = "(;GM[18]SZ[4:2]C[one](;W[zz]C[lost];B[dadbda])(;W[aacadb]C[two]))(;C[three])";
        let trees = read_sgf_trees(text.as_bytes()).unwrap();
        let comments =
            |tree: &[TreeNode]| tree.iter().map(|node| node.comment.clone()).collect::<Vec<_>>();
        assert_eq!(comments(&trees[0]), ["one", "two"]);
        assert_eq!(trees[0][1].mv.unwrap().to_string(), "a2-c2/d1");
        assert_eq!(comments(&trees[1]), ["three"]);
    }
}
