//! Comments and variations of SGF, which games as lists of moves leave out.

use super::read::{parse_move, parse_size};
use super::tokens::{Token, Tokens};
use super::write::{Branch, Note};
use crate::board::Move;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};

/// A node of a tree of moves. The first node of a tree is its start, and every other one stands
/// behind its parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The place of the node before it; 0 for the start itself.
    pub parent: usize,
    /// The move; `None` for the start.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// What is said of it; empty if nothing.
    pub comment: String,
}

/// Reads the trees of SGF, one for each game, with their comments and variations. Moves are not
/// checked. A variation ends before a move that is none, or is given in single points.
///
/// # Errors
/// The input cannot be read.
pub fn read_sgf_trees(input: impl BufRead) -> io::Result<Vec<Vec<TreeNode>>> {
    let mut tokens = Tokens::new(input);
    let mut trees: Vec<Vec<TreeNode>> = Vec::new();
    // Where variations branch off, and the node at which the reading is; `None` behind a move that
    // cannot be read.
    let (mut branches, mut at) = (Vec::new(), Some(0));
    let (mut property, mut height) = (String::new(), 10);
    loop {
        match tokens.next()? {
            Token::End | Token::CutValue => return Ok(trees),
            Token::Open => {
                if branches.is_empty() {
                    trees.push(vec![TreeNode { parent: 0, mv: None, comment: String::new() }]);
                    (at, height) = (Some(0), 10);
                }
                branches.push(at);
            }
            Token::Close => at = branches.pop().flatten(),
            Token::Node => property.clear(),
            Token::Property(name) => property = name,
            Token::LongValue => {}
            Token::Value(text) => {
                let (Some(tree), Some(here)) = (trees.last_mut(), at) else { continue };
                match property.as_str() {
                    "SZ" => height = parse_size(&text).map_or(height, |(_, height)| height),
                    "W" | "B" => {
                        let mv = parse_move(text.trim(), height);
                        at = mv.map(|mv| {
                            tree.push(TreeNode {
                                parent: here,
                                mv: Some(mv),
                                comment: String::new(),
                            });
                            tree.len() - 1
                        });
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
/// without a move, or whose parent does not stand before them, are left out.
pub fn branches_of(tree: &[TreeNode]) -> Vec<Branch> {
    let mut next: Vec<Vec<Branch>> = vec![Vec::new(); tree.len()];
    for (at, node) in tree.iter().enumerate().skip(1).rev() {
        // Taken from the last node on, each list is complete, with its first branch last.
        let mut follow = std::mem::take(&mut next[at]);
        follow.reverse();
        if let Some(mv) = node.mv.filter(|_| node.parent < at) {
            let note = Note { comment: node.comment.clone(), ..Note::default() };
            next[node.parent].push(Branch { mv, note, next: follow });
        }
    }
    let mut first = next.into_iter().next().unwrap_or_default();
    first.reverse();
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Game, write_sgf_tree};

    #[test]
    fn comments_and_variations_come_back_as_they_were_written() {
        let node = |parent, mv: &str, comment: &str| TreeNode {
            parent,
            mv: mv.parse().ok(),
            comment: comment.to_owned(),
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
