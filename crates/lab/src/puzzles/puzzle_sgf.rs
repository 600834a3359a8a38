//! A puzzle as SGF, as sites for problems of Go show them (goproblems): the position, the right
//! moves marked `RIGHT` where a line of them ends, and wrong first moves with what refutes them.

use amazons::board::{Color, Move};
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::problems::{Goal, Judgement, Problem, Puzzle, SolutionTree};
use amazons::records::{Branch, Game, Note, Step, write_sgf_tree};
use amazons::score::{Interval, Rank, Score};
use std::cmp::Reverse;
use std::io::{self, Write};

/// The most wrong moves that a puzzle shows.
const WRONG: usize = 6;

/// A wrong first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub mv: Move,
    /// The score after it; `None` if the limits did not suffice.
    pub score: Option<Score>,
    /// The best reply; `None` if there is none, or it is not proved.
    pub reply: Option<Move>,
}

/// Finds the wrong first moves of a puzzle that come nearest to the right one, with the replies
/// that refute them. Each question to the judge has the limits.
pub fn refutations(problem: &Problem, judge: &mut Judge, limits: &Limits) -> Vec<Refutation> {
    let Some(Puzzle { solution, .. }) = &problem.puzzle else { return Vec::new() };
    let (position, right) = (&problem.position, solution.mv);
    let mut wrong: Vec<(Move, Interval)> = judge
        .narrow_moves(position, limits, &mut |_, _| ())
        .into_iter()
        .filter(|(mv, _)| *mv != right)
        .collect();
    // A solver tries the moves that cost least, and the right one with another arrow.
    let alike = |mv: &Move| (mv.from == right.from, mv.to == right.to);
    wrong.sort_by_key(|(mv, rank)| (Reverse((rank.high, rank.low, alike(mv))), mv.to_string()));
    wrong.truncate(WRONG);
    let answer = |(mv, _): (Move, Interval)| {
        let after = position.play(mv).ok()?;
        let answer = judge.ask(&after, Query::BestMoves, limits);
        let reply = answer.best_moves.as_ref().and_then(|best| best.first().copied());
        Some(Refutation { mv, score: answer.score(), reply })
    };
    wrong.into_iter().filter_map(answer).collect()
}

/// Writes a puzzle as one game of SGF; `source` says where it comes from.
///
/// # Errors
/// Those of `out`; also if the problem is no puzzle.
pub fn write_puzzle(
    problem: &Problem,
    refutations: &[Refutation],
    source: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let (Some(puzzle), Judgement::Solved { score, .. }) = (&problem.puzzle, &problem.judgement)
    else {
        return Err(io::Error::other(format!("problem {} is no puzzle", problem.id)));
    };
    let first = problem.position.side();
    let mut game = Game::new(problem.position.clone());
    game.set_tag("GN", problem.id.as_str());
    if !source.is_empty() {
        game.set_tag("SO", source);
    }
    let mut branches = vec![right(&puzzle.solution, puzzle.goal, *score)];
    let best = score.rank(first);
    branches.extend(refutations.iter().map(|wrong| refuted(wrong, puzzle.goal, best, first)));
    write_sgf_tree(&game, &task(puzzle, first), &branches, out)
}

/// What the solver is asked, in words.
fn task(puzzle: &Puzzle, first: Color) -> String {
    let goal = match puzzle.goal {
        Goal::Win => "Only one move wins.",
        Goal::Best => "Only one move is best.",
    };
    let Puzzle { grade, difficulty, themes, .. } = puzzle;
    let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
    let about =
        if themes.is_empty() { String::new() } else { format!("\nAbout: {}", themes.join(", ")) };
    format!("{first} to move. {goal}\nGrade {grade} of 5, difficulty {difficulty}{about}")
}

/// The solution: a line of right moves ends with the word that sites look for.
fn right(tree: &SolutionTree, goal: Goal, score: Score) -> Branch {
    let said = match goal {
        Goal::Win => "Wins",
        Goal::Best => "The best move",
    };
    let mut branch = right_below(tree);
    let comment = format!("{said}: {score}");
    branch.note.comment = match branch.note.comment.as_str() {
        "" => comment,
        right => format!("{right}\n{comment}"),
    };
    branch
}

fn right_below(tree: &SolutionTree) -> Branch {
    let reply = |(mv, tree): &(Move, SolutionTree)| Branch {
        step: Step::Move(*mv),
        note: Note::default(),
        next: vec![right_below(tree)],
    };
    let comment = if tree.replies.is_empty() { "RIGHT".to_owned() } else { String::new() };
    let note = Note { comment, marks: vec![("TE", 1)], ..Note::default() };
    Branch { step: Step::Move(tree.mv), note, next: tree.replies.iter().map(reply).collect() }
}

/// A wrong move, its refutation and what it costs.
fn refuted(wrong: &Refutation, goal: Goal, best: Rank, first: Color) -> Branch {
    let note = |comment: String| Note { comment, ..Note::default() };
    let cost = wrong.score.map(|score| (score, best.above(score.rank(first))));
    let comment = match (goal, cost) {
        (Goal::Win, Some((score, _))) => format!("Loses: {score}"),
        (Goal::Win, None) => "Loses".to_owned(),
        (Goal::Best, Some((score, cost))) => format!("Costs {cost}: {score}"),
        (Goal::Best, None) => "Not the best move".to_owned(),
    };
    let reply = wrong.reply.map(|mv| Branch {
        step: Step::Move(mv),
        note: note(comment.clone()),
        next: Vec::new(),
    });
    let said = if reply.is_some() { String::new() } else { comment };
    Branch {
        step: Step::Move(wrong.mv),
        note: Note { marks: vec![("BM", 1)], ..note(said) },
        next: reply.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Maker;
    use amazons::records::Records;
    use std::io::Cursor;

    #[test]
    fn a_puzzle_has_its_solution_first_and_refuted_mistakes_behind() {
        let problem = Problem::new("Q3/4/2*q w".parse().unwrap(), None);
        let limits = Limits::new(None, Some(50_000));
        let mut maker = Maker::new(32 << 20, limits.clone(), (2, 20), 2).unwrap();
        let Ok(puzzle) = maker.make(&problem) else { panic!("it has one best move") };
        let mut judge = Judge::builder().memory(16 << 20).build();
        let wrong = refutations(&puzzle, &mut judge, &limits);
        assert!(!wrong.is_empty() && wrong.len() <= WRONG);
        let right = puzzle.puzzle.as_ref().unwrap().solution.mv;
        let Judgement::Solved { score, .. } = &puzzle.judgement else { panic!("it is solved") };
        for one in &wrong {
            assert!(one.mv != right && puzzle.position.play(one.mv).is_ok());
            let found = one.score.unwrap().rank(puzzle.position.side());
            assert!(found < score.rank(puzzle.position.side()));
        }
        let mut bytes = Vec::new();
        write_puzzle(&puzzle, &wrong, "tests", &mut bytes).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!(text.matches("RIGHT").count(), 1, "{text}");
        assert_eq!(text.matches("BM[1]").count(), wrong.len(), "{text}");
        let game = Records::read("test", Cursor::new(bytes)).unwrap().next().unwrap().unwrap();
        assert_eq!(game.start(), &puzzle.position);
        assert_eq!(game.moves()[0], right);
    }
}
