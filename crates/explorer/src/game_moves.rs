//! Games in the form that the page reads.

use amazons::board::{Color, Move};
use amazons::records::{Game, RecordError, Records, TreeNode, read_sgf_trees, up_to_defect};
use serde::Serialize;

/// A game in the form that the page reads.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameMoves {
    game: usize,
    white: Option<String>,
    black: Option<String>,
    start: String,
    moves: Vec<Move>,
    /// Its comments, variations and set-ups, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<TreeNode>>,
    /// The defect at which the moves stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl GameMoves {
    pub fn new(number: usize, game: &Game) -> Self {
        let name = |color| game.player(color).map(str::to_owned);
        Self {
            game: number,
            white: name(Color::White),
            black: name(Color::Black),
            start: game.start().to_fen(),
            moves: game.moves().to_vec(),
            tree: None,
            error: None,
        }
    }
}

/// Adds the comments, variations and set-ups that SGF has beside the moves of its games.
pub(super) fn add_trees(games: &mut [GameMoves], text: &[u8]) {
    let Ok(trees) = read_sgf_trees(text) else { return };
    for game in games {
        let tree = trees.get(game.game - 1);
        let branches = |tree: &[TreeNode]| (1..tree.len()).any(|at| tree[at].parent + 1 < at);
        let says = |tree: &[TreeNode]| tree.iter().any(|node| !node.comment.is_empty());
        let sets_up = |tree: &[TreeNode]| tree.iter().any(|node| node.position.is_some());
        game.tree = tree.filter(|tree| says(tree) || branches(tree) || sets_up(tree)).cloned();
    }
}

/// The games of a record, each up to its defect if it has one. Games without a start are left out.
/// `seen` is told of every defect.
///
/// # Errors
/// There are defects and not a single move before them; this is the first defect.
pub(super) fn games_up_to_defects(
    records: Records,
    mut seen: impl FnMut(&RecordError),
) -> Result<Vec<GameMoves>, RecordError> {
    let (mut games, mut useful, mut first) = (Vec::new(), false, None);
    for (i, item) in records.enumerate() {
        let (game, defect) = up_to_defect(item);
        useful |= game.as_ref().is_some_and(|game| defect.is_none() || !game.moves().is_empty());
        if let Some(game) = game {
            let error = defect.as_ref().map(ToString::to_string);
            games.push(GameMoves { error, ..GameMoves::new(i + 1, &game) });
        }
        if let Some(defect) = defect {
            seen(&defect);
            first.get_or_insert(defect);
        }
    }
    match first {
        Some(defect) if !useful => Err(defect),
        _ => Ok(games),
    }
}
