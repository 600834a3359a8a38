//! From answers and judgements to verdicts: how good each returned move is.
//!
//! Everything known about a problem is combined first: the set's solution, the judge's bounds of
//! the problem, and the bounds of every judged move (the best move is at least as good as any
//! other). Thus a move can be proved right or wrong even if the problem itself is not settled.

use super::error::StudyError;
use super::found::{Held, course, finds_by_iterations, first_found, first_right};
use super::log::Contents;
use super::record::{AnswerLine, Overshoot, Problem};
use amazons::board::{Color, Move};
use amazons::score::{Bounds, Interval};
use serde::{Deserialize, Serialize};

/// How a returned move was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// An optimal move.
    Correct,
    /// A move with an error above 0.
    BadlySolved,
    /// No move was returned.
    Unsolved,
    /// The judge reached its limit before the move was proved right or wrong.
    Unjudged,
}

/// One solver on one problem, judged: a line of `results.jsonl`. Ranks are the first player's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The problem's id.
    pub problem: String,
    /// The position.
    pub fen: String,
    /// The first player, `White` or `Black`.
    pub first: String,
    /// Empty squares.
    pub empties: usize,
    /// The solver's spec.
    pub solver: String,
    /// The returned move; `null` if there is none.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// How it was judged.
    pub verdict: Verdict,
    /// The rank of the best move.
    pub best: Interval,
    /// The rank of the returned move; `null` if there is none.
    pub rank: Option<Interval>,
    /// The error, rank(best) − rank(move); `null` if no move was returned.
    pub error: Option<Bounds>,
    /// What the solver claims to have proved.
    pub claim: Interval,
    /// Whether the judge refutes the claim: a mistake in the solver or in the judge.
    pub false_claim: bool,
    /// The number of iterations.
    pub iterations: usize,
    /// Total nodes.
    pub nodes: u64,
    /// Total wall time, seconds.
    pub seconds: f64,
    /// The processor time, seconds; `null` if the system does not tell, and for foreign programs.
    pub cpu_seconds: Option<f64>,
    /// The nodes up to the end of the iteration that found the returned move and kept it; `null`
    /// without a move and for methods whose log does not tell.
    #[serde(default)]
    pub found_nodes: Option<u64>,
    /// The wall time up to there, seconds.
    #[serde(default)]
    pub found_seconds: Option<f64>,
    /// The nodes up to the end of the first iteration after which the method would have returned an
    /// optimal move; `null` if there is none, if the set does not list optimal moves, and for methods
    /// whose log does not tell.
    #[serde(default)]
    pub right_nodes: Option<u64>,
    /// The wall time up to there, seconds.
    #[serde(default)]
    pub right_seconds: Option<f64>,
    /// Whether the moves that the method would have returned are optimal; `None` where the log or
    /// the set does not tell.
    #[serde(skip)]
    pub course: Option<Vec<WasRight>>,
    /// By how much a limit was exceeded.
    pub overshoot: Overshoot,
    /// What went wrong: an illegal move, a crash, or no answer from a foreign program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// Whether a method would have been right from some effort on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WasRight {
    /// The nodes so far.
    pub nodes: u64,
    /// The wall time so far, seconds.
    pub seconds: f64,
    /// Whether the move is optimal.
    pub right: bool,
}

/// An interval of ranks in words.
fn in_words(ranks: Interval, first: Color) -> String {
    let (at_least, at_most) = ranks.scores(first);
    format!("at least {at_least} and at most {at_most}")
}

/// Judges the answers to every finished problem: all solvers have run on it and the judge has done
/// what it could. The rows are ordered by problem, then by solver.
///
/// # Errors
/// The set's solutions and the judge contradict each other.
pub fn judge_answers(contents: &Contents) -> Result<Vec<Row>, StudyError> {
    let mut rows = Vec::with_capacity(contents.answered());
    let solvers = &contents.header.solvers;
    let tells: Vec<bool> =
        contents.header.specs().map(|(_, spec)| finds_by_iterations(spec)).collect();
    for problem in &contents.problems {
        let answers: Option<Vec<_>> =
            solvers.iter().map(|solver| contents.answer(&problem.id, solver)).collect();
        let Some(answers) = answers else { continue };
        let moves: Vec<_> = answers.iter().filter_map(|answer| answer.mv).collect();
        let judged = |mv| contents.judgement(&problem.id, mv).is_some();
        if !questions(problem, &moves).into_iter().all(judged) {
            continue;
        }
        let known = Known::gather(problem, contents, &answers)?;
        for (answer, &tells) in answers.into_iter().zip(&tells) {
            rows.push(known.row(answer, course(answer, tells), contents)?);
        }
    }
    Ok(rows)
}

/// What the judge must be asked about a problem on which these moves were returned.
///
/// These are the problem itself (`None`), if the set does not have its solution, then each move
/// that the set does not list as optimal. If it lists all returned moves, nothing is asked.
pub fn questions(problem: &Problem, returned: &[Move]) -> Vec<Option<Move>> {
    let listed = |mv: &Move| problem.optimal.as_ref().is_some_and(|all| all.contains(mv));
    let mut moves: Vec<_> = returned.iter().copied().filter(|mv| !listed(mv)).collect();
    moves.sort_unstable();
    moves.dedup();
    let unsolved = problem.best.exact().is_none() && !moves.is_empty();
    unsolved.then_some(None).into_iter().chain(moves.into_iter().map(Some)).collect()
}

/// What is known about one problem.
struct Known<'a> {
    set: &'a str,
    problem: &'a Problem,
    best: Interval,
}

impl<'a> Known<'a> {
    fn gather(
        problem: &'a Problem,
        contents: &'a Contents,
        answers: &[&AnswerLine],
    ) -> Result<Self, StudyError> {
        let (set, best) = (contents.header.set.as_str(), Interval::of_size(problem.empties()));
        let mut known = Self { set, problem, best };
        known.best = known.narrow(known.best, problem.best)?;
        if let Some(judgement) = contents.judgement(&problem.id, None) {
            known.best = known.narrow(known.best, judgement.bounds())?;
        }
        for judgement in answers.iter().filter_map(|a| contents.judgement(&problem.id, Some(a.mv?)))
        {
            let lower = Interval { low: judgement.at_least, high: known.best.high };
            known.best = known.narrow(known.best, lower)?;
        }
        Ok(known)
    }

    fn narrow(&self, known: Interval, found: Interval) -> Result<Interval, StudyError> {
        known.and(found).filter(|_| found.low <= found.high).ok_or_else(|| {
            let first = self.problem.first();
            StudyError::Contradiction(format!(
                "set {}, problem {}: the bounds {} contradict {}; the set's solution or the judge \
                 is wrong",
                self.set,
                self.problem.id,
                in_words(found, first),
                in_words(known, first)
            ))
        })
    }

    /// The rank of a returned move.
    fn rank(&self, mv: Move, contents: &Contents) -> Result<Interval, StudyError> {
        let mut rank =
            Interval { high: self.best.high, ..Interval::of_size(self.problem.empties()) };
        match &self.problem.optimal {
            Some(optimal) if optimal.contains(&mv) => return Ok(self.best),
            // All optimal moves are known, and this is not one of them.
            Some(_) => rank.high = rank.high.previous(),
            None => {}
        }
        match contents.judgement(&self.problem.id, Some(mv)) {
            Some(judgement) => self.narrow(rank, judgement.bounds()),
            None => Ok(rank),
        }
    }

    /// The row of an answer that was reached on this course, if the log tells it.
    fn row(
        &self,
        answer: &AnswerLine,
        course: Option<Vec<Held>>,
        contents: &Contents,
    ) -> Result<Row, StudyError> {
        let found = course.as_deref().and_then(first_found);
        // Logs of before iterations had moves do not tell of earlier ones.
        let told = answer.iterations.iter().any(|one| one.mv.is_some());
        let listed = self.problem.optimal.as_deref().filter(|optimal| told && !optimal.is_empty());
        let on_course = course.as_deref().zip(listed);
        let right = on_course.and_then(|(course, optimal)| first_right(course, optimal));
        let course = on_course.map(|(course, optimal)| {
            let was_right = |&Held { nodes, seconds, mv }: &Held| {
                let right = mv.is_some_and(|mv| optimal.contains(&mv));
                WasRight { nodes, seconds, right }
            };
            course.iter().map(was_right).collect()
        });
        let rank = answer.mv.map(|mv| self.rank(mv, contents)).transpose()?;
        let optimal = |mv| self.problem.optimal.as_ref().is_some_and(|all| all.contains(&mv));
        let error = match (answer.mv, rank) {
            (Some(mv), Some(_)) if optimal(mv) => Some(Bounds::exactly(0)),
            (_, Some(rank)) => Some(Bounds {
                low: self.best.low.above(rank.high).max(0),
                high: self.best.high.above(rank.low),
            }),
            (_, None) => None,
        };
        let verdict = match error {
            // Without a legal move there is nothing to find.
            None if answer.failure.is_none() && !self.problem.fen.can_move() => Verdict::Correct,
            None => Verdict::Unsolved,
            Some(error) if error.high == 0 => Verdict::Correct,
            Some(error) if error.low > 0 => Verdict::BadlySolved,
            // Not optimal, whatever its rank.
            Some(_) if self.problem.optimal.is_some() => Verdict::BadlySolved,
            Some(_) => Verdict::Unjudged,
        };
        Ok(Row {
            problem: self.problem.id.clone(),
            fen: self.problem.fen.to_fen(),
            first: self.problem.first().to_string(),
            empties: self.problem.empties(),
            solver: answer.solver.clone(),
            mv: answer.mv,
            verdict,
            best: self.best,
            rank,
            error,
            claim: answer.claim,
            false_claim: answer.claim.and(self.best).is_none(),
            iterations: answer.iterations.len(),
            nodes: answer.nodes,
            seconds: answer.seconds,
            cpu_seconds: answer.cpu_seconds,
            found_nodes: found.map(|held| held.nodes),
            found_seconds: found.map(|held| held.seconds),
            right_nodes: right.map(|held| held.nodes),
            right_seconds: right.map(|held| held.seconds),
            course,
            overshoot: answer.overshoot,
            failure: answer.failure.clone(),
        })
    }
}

impl Row {
    /// The first player.
    pub fn first_player(&self) -> Color {
        if self.first == "White" { Color::White } else { Color::Black }
    }

    /// The error, if it is known exactly.
    pub fn exact_error(&self) -> Option<i32> {
        self.error.and_then(Bounds::exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::record::{Header, Judgement, Line};
    use amazons::score::Rank;
    use amazons::solvers::Answer;

    /// White has nine moves, among them `a1-b1/a1`, `a1-b1/c1` and `a1-c1/b1`.
    const FEN: &str = "Q3q w";

    struct Case {
        best: Interval,
        optimal: Option<Vec<Move>>,
        judged: Vec<(Option<&'static str>, i32, i32)>,
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// Verdict and error of each of these answers.
    fn verdicts(case: Case, moves: &[Option<&str>]) -> Result<Vec<Row>, StudyError> {
        let problem = Problem {
            id: "p".into(),
            fen: FEN.parse().unwrap(),
            best: case.best,
            optimal: case.optimal,
            judge_nodes: None,
        };
        let solvers: Vec<String> = (0..moves.len()).map(|index| format!("s{index}")).collect();
        let header = Header { set: "s.xml".into(), ..Header::without_name(1, solvers.clone()) };
        let mut contents = Contents::new(header, vec![problem.clone()]);
        for (solver, text) in solvers.iter().zip(moves) {
            let answer = Answer { best: text.map(mv), ..Answer::unknown(3) };
            let line = AnswerLine::new(&problem, solver, &answer, Overshoot::default());
            contents.add(Line::Answer(line));
        }
        for &(text, at_least, at_most) in &case.judged {
            let mv = text.map(mv);
            let problem = problem.id.clone();
            let (at_least, at_most) = (Rank::new(at_least), Rank::new(at_most));
            let judgement = Judgement { problem, mv, at_least, at_most, nodes: 0, seconds: 0.0 };
            contents.add(Line::Judgement(judgement));
        }
        judge_answers(&contents)
    }

    fn bounds(at_least: i32, at_most: i32) -> Interval {
        Interval { low: Rank::new(at_least), high: Rank::new(at_most) }
    }

    const A: &str = "a1-b1/a1";
    const B: &str = "a1-c1/b1";
    const C: &str = "a1-d1/a1";

    #[test]
    fn a_listed_move_needs_no_judge_and_an_unlisted_one_gets_its_error() {
        let case = Case {
            best: bounds(1, 1),
            optimal: Some(vec![mv(A)]),
            judged: vec![(Some(B), -2, -2), (Some(C), -4, 1)],
        };
        let rows = verdicts(case, &[Some(A), Some(B), Some(C), None]).unwrap();
        let found: Vec<_> = rows.iter().map(|row| (row.verdict, row.error)).collect();
        assert_eq!(found[0], (Verdict::Correct, Some(Bounds::exactly(0))));
        assert_eq!(found[1], (Verdict::BadlySolved, Some(Bounds::exactly(3))));
        // Not listed, so its rank is at most 0.
        assert_eq!(found[2], (Verdict::BadlySolved, Some(Bounds { low: 1, high: 5 })));
        assert_eq!(found[3], (Verdict::Unsolved, None));
    }

    #[test]
    fn bounds_prove_a_move_right_or_wrong_where_they_can() {
        // The best rank is known only to be 0 to 2; A reaches at least 1, so it is 1 to 2.
        let case = Case {
            best: bounds(0, 2),
            optimal: None,
            judged: vec![(None, 0, 2), (Some(A), 1, 2), (Some(B), -2, 0), (Some(C), 2, 3)],
        };
        let judged = |case, moves: &[Option<&str>]| {
            let rows = verdicts(case, moves).unwrap();
            rows.iter().map(|row| row.verdict).collect::<Vec<_>>()
        };
        let copy = || Case { judged: case.judged.clone(), optimal: None, ..case };
        assert_eq!(judged(copy(), &[Some(A), Some(B)]), [Verdict::Unjudged, Verdict::BadlySolved]);
        // C reaches 2, the maximum: now A is open and C is right.
        assert_eq!(judged(copy(), &[Some(A), Some(C)]), [Verdict::Unjudged, Verdict::Correct]);
    }

    #[test]
    fn problems_that_are_not_finished_have_no_rows() {
        let case = |judged| Case { best: Interval::of_size(3), optimal: None, judged };
        let count = |judged| verdicts(case(judged), &[Some(A), None]).unwrap().len();
        assert_eq!(count(vec![]), 0);
        assert_eq!(count(vec![(Some(A), 0, 0)]), 0, "the problem itself is to be judged too");
        assert_eq!(count(vec![(None, 0, 0), (Some(A), 0, 0)]), 2);
        assert_eq!(verdicts(case(vec![]), &[None]).unwrap().len(), 1, "no move, no question");
    }

    #[test]
    fn a_problem_with_bounds_is_judged_itself_as_well() {
        let case = |judged| Case { best: bounds(0, 2), optimal: None, judged };
        let rows = |judged| verdicts(case(judged), &[Some(A)]).unwrap();
        assert!(rows(vec![(Some(A), 1, 1)]).is_empty());
        assert_eq!(rows(vec![(None, 1, 1), (Some(A), 1, 1)])[0].verdict, Verdict::Correct);
    }

    #[test]
    fn contradictions_name_the_problem() {
        let case = Case { best: bounds(1, 1), optimal: None, judged: vec![(Some(A), 2, 2)] };
        let error = verdicts(case, &[Some(A)]).unwrap_err().to_string();
        assert_eq!(
            error,
            "set s.xml, problem p: the bounds at least W+2 and at most W+1 contradict at least W+1 \
             and at most W+1; the set's solution or the judge is wrong"
        );
    }
}
