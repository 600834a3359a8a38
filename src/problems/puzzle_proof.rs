//! Proofs of puzzles: the named moves, and no others, keep the result.

use super::problem::{Judgement, Problem};
use super::puzzle::{Goal, SolutionTree};
use crate::board::Position;
use crate::judge::{Judge, Query};
use crate::limits::Limits;
use crate::score::Score;

/// Returns what is wrong with a puzzle, or could not be proved within the limits of a question. The
/// list is empty if every claim is proved: the score; that its one optimal move is the only one;
/// for the goal `win`, that no other move wins; and every move of the solution tree in the same
/// way.
pub fn prove_puzzle(problem: &Problem, judge: &mut Judge, limits: &Limits) -> Vec<String> {
    let mut wrong = Vec::new();
    let (Some(puzzle), Judgement::Solved { score, .. }) = (&problem.puzzle, &problem.judgement)
    else {
        return wrong;
    };
    let position = &problem.position;
    let solution = judge.ask(position, Query::BestMoves, limits);
    match solution.score() {
        Some(proved) if proved == *score => {}
        Some(proved) => wrong.push(format!("the score is {proved}, not {score}")),
        None => wrong.push("the score is not proved within the limits".to_owned()),
    }
    if puzzle.goal == Goal::Win {
        check_only_win(position, &puzzle.solution, *score, judge, limits, &mut wrong);
    }
    check_tree(position, &puzzle.solution, judge, limits, &mut wrong);
    wrong
}

/// Checks that the first move wins and every other one loses.
fn check_only_win(
    position: &Position,
    tree: &SolutionTree,
    score: Score,
    judge: &mut Judge,
    limits: &Limits,
    wrong: &mut Vec<String>,
) {
    if score.winner != position.side() {
        wrong.push(format!("the goal is to win, but the score is {score}"));
        return;
    }
    for mv in position.legal_moves() {
        let Ok(after) = position.play(mv) else { continue };
        let wins = judge.ask(&after, Query::Winner, limits).first_wins().map(|wins| !wins);
        match (wins, mv == tree.mv) {
            (Some(true), true) | (Some(false), false) => {}
            (Some(true), false) => wrong.push(format!("{mv} wins too")),
            (Some(false), true) => wrong.push(format!("{mv} does not win")),
            (None, _) => wrong.push(format!("not proved within the limits: whether {mv} wins")),
        }
    }
}

/// Checks that each move of a tree is the only optimal one, and each reply optimal.
fn check_tree(
    position: &Position,
    tree: &SolutionTree,
    judge: &mut Judge,
    limits: &Limits,
    wrong: &mut Vec<String>,
) {
    let best = judge.ask(position, Query::BestMoves, limits).best_moves;
    match best.as_deref() {
        None => wrong.push(format!("not proved: {} is the only optimal move", tree.mv)),
        Some([only]) if *only == tree.mv => {}
        Some(best) => {
            let count = best.len();
            wrong.push(format!("optimal moves: {count}; expected {} alone", tree.mv));
        }
    }
    if tree.replies.is_empty() {
        return;
    }
    let after = match position.play(tree.mv) {
        Ok(after) => after,
        Err(illegal) => return wrong.push(illegal.to_string()),
    };
    let best = judge.ask(&after, Query::BestMoves, limits).best_moves;
    for (reply, answer) in &tree.replies {
        match (best.as_ref().map(|best| best.contains(reply)), after.play(*reply)) {
            (_, Err(illegal)) => wrong.push(illegal.to_string()),
            (None, _) => wrong.push(format!("not proved: the reply {reply} is optimal")),
            (Some(false), _) => wrong.push(format!("the reply {reply} is not optimal")),
            (Some(true), Ok(next)) => check_tree(&next, answer, judge, limits, wrong),
        }
    }
}
