//! When the returned move was found and when it was first right, where the log of iterations tells.

use super::method::{EngineRules, Method};
use super::record::AnswerLine;
use amazons::board::Move;
use amazons::solvers::{IterationEnd, Spec};

/// Whether the move of this method is always that of its last proved iteration, as for the
/// proof-number solvers: they ask for one rank after another.
pub fn finds_by_iterations(spec: &str) -> bool {
    Method::from_text(spec, Spec::MEMORY, &EngineRules::default())
        .is_ok_and(|method| method.limits_each_iteration())
}

/// What a method would have answered from some effort on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// The nodes so far.
    pub nodes: u64,
    /// The wall time so far, seconds.
    pub seconds: f64,
    /// The move, if there was one already.
    pub mv: Option<Move>,
}

/// The moves that a method would have answered with after each of its iterations, and at the end.
/// `None` if the log does not tell; `by_iterations` says whether the move is always that of the last
/// proved iteration.
pub fn course(answer: &AnswerLine, by_iterations: bool) -> Option<Vec<Held>> {
    let tells = answer.iterations.iter().any(|one| one.mv.is_some());
    let last = answer.iterations.iter().rposition(|one| one.outcome == IterationEnd::Proved);
    if !tells && !(by_iterations && (answer.mv.is_none() || last.is_some())) {
        return None;
    }
    let (mut nodes, mut seconds, mut held) = (0, 0.0, Vec::new());
    for (index, one) in answer.iterations.iter().enumerate() {
        (nodes, seconds) = (nodes + one.nodes, seconds + one.seconds);
        // Logs of before iterations had moves tell where the last one came from.
        let mv =
            if tells { one.mv } else { answer.mv.filter(|_| last.is_some_and(|l| l <= index)) };
        held.push(Held { nodes, seconds, mv });
    }
    if held.last().is_none_or(|last| last.mv != answer.mv) {
        held.push(Held { nodes: answer.nodes, seconds: answer.seconds, mv: answer.mv });
    }
    Some(held)
}

/// When the returned move was found and kept: the beginning of the last stretch of a course that
/// holds it. `None` without a move.
pub fn first_found(course: &[Held]) -> Option<Held> {
    let returned = course.last()?.mv?;
    course.iter().rev().take_while(|held| held.mv == Some(returned)).last().copied()
}

/// When a course first held one of these moves.
pub fn first_right(course: &[Held], optimal: &[Move]) -> Option<Held> {
    course.iter().find(|held| held.mv.is_some_and(|mv| optimal.contains(&mv))).copied()
}

/// Nodes and processor time in seconds of what a limit is for: the iteration with the most nodes of
/// a method whose limit is that of an iteration, otherwise the whole choice. Where the processor
/// time is not known, it is the wall time.
pub fn longest_part(answer: &AnswerLine, each_iteration: bool) -> (u64, f64) {
    if !each_iteration {
        return (answer.nodes, answer.cpu_seconds.unwrap_or(answer.seconds));
    }
    // Iterations have their wall time only; the run had a core for the same share of it.
    let share = answer.cpu_seconds.filter(|_| answer.seconds > 0.0);
    let share = share.map_or(1.0, |cpu| (cpu / answer.seconds).min(1.0));
    let longest = answer.iterations.iter().max_by_key(|one| one.nodes);
    longest.map_or((0, 0.0), |one| (one.nodes, one.seconds * share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::record::{Overshoot, Problem};
    use amazons::score::Interval;
    use amazons::solvers::{Answer, Iteration};
    use std::time::Duration;

    /// The line of a log for this answer of `dfpn`.
    fn line_of(answer: &Answer) -> AnswerLine {
        let problem = Problem {
            id: "p".into(),
            fen: "Q3q w".parse().unwrap(),
            best: Interval::of_size(3),
            optimal: None,
            judge_nodes: None,
        };
        AnswerLine::new(&problem, "dfpn", answer, Overshoot::default())
    }

    /// The line of an answer with this move, whose iterations end so, take 1, 2, 4 … nodes and
    /// seconds, and hold these moves.
    fn line(outcomes: &[IterationEnd], moves: &[Option<&str>], mv: Option<&str>) -> AnswerLine {
        let read = |mv: &str| mv.parse().unwrap();
        let iteration = |(at, &outcome): (usize, &IterationEnd)| Iteration {
            target: 0,
            outcome,
            nodes: 1 << at,
            time: Duration::from_secs(1 << at),
            best: moves.get(at).copied().flatten().map(read),
        };
        line_of(&Answer {
            best: mv.map(read),
            iterations: outcomes.iter().enumerate().map(iteration).collect(),
            nodes: 10,
            time: Duration::from_secs(10),
            ..Answer::unknown(3)
        })
    }

    const A: &str = "a1-b1/a1";
    const B: &str = "a1-c1/a1";

    #[test]
    fn a_move_is_found_where_the_last_stretch_with_it_begins() {
        use IterationEnd::{Limit, Proved, Refuted};
        let found = |moves: &[Option<&str>], mv| {
            let course = course(&line(&[Proved, Proved, Limit], moves, mv), true)?;
            first_found(&course).map(|held| (held.nodes, held.seconds))
        };
        assert_eq!(found(&[Some(A), Some(A), Some(A)], Some(A)), Some((1, 1.0)));
        assert_eq!(found(&[Some(A), Some(B), Some(B)], Some(B)), Some((3, 3.0)));
        assert_eq!(found(&[Some(B), Some(A), Some(B)], Some(B)), Some((7, 7.0)));
        // The end has another move than the last iteration.
        assert_eq!(found(&[Some(A), Some(A), Some(A)], Some(B)), Some((10, 10.0)));
        assert_eq!(found(&[None, None, None], None), None);

        // Logs without moves tell it of methods whose move is that of the last proof.
        let old = |outcomes: &[IterationEnd], mv, by_iterations| {
            let course = course(&line(outcomes, &[], mv), by_iterations)?;
            first_found(&course).map(|held| held.nodes)
        };
        assert_eq!(old(&[Proved, Proved, Limit], Some(A), true), Some(3));
        assert_eq!(old(&[Proved, Refuted], Some(A), true), Some(1));
        assert_eq!(old(&[Limit], None, true), None);
        assert_eq!(old(&[Proved, Proved, Limit], Some(A), false), None);
        assert!(finds_by_iterations("wpns:tt=1MB") && !finds_by_iterations("alphabeta"));
        assert!(!finds_by_iterations("engine:./mine"));
    }

    #[test]
    fn a_move_may_have_been_right_before_it_was_given_up() {
        use IterationEnd::Proved;
        let answer = line(&[Proved, Proved, Proved], &[Some(B), Some(A), Some(B)], Some(B));
        let course = course(&answer, false).unwrap();
        let right = |optimal: &[&str]| {
            let optimal: Vec<Move> = optimal.iter().map(|mv| mv.parse().unwrap()).collect();
            first_right(&course, &optimal).map(|held| held.nodes)
        };
        assert_eq!((right(&[A]), right(&[A, B]), right(&[])), (Some(3), Some(1), None));
    }

    #[test]
    fn what_a_limit_is_for_is_the_largest_iteration_or_the_choice() {
        let iteration = |nodes, seconds| Iteration {
            target: 0,
            outcome: IterationEnd::Limit,
            nodes,
            time: Duration::from_secs(seconds),
            best: None,
        };
        let answer = Answer {
            iterations: vec![iteration(30, 1), iteration(100, 4)],
            nodes: 130,
            time: Duration::from_secs(5),
            ..Answer::unknown(3)
        };
        let line = line_of(&answer);
        assert_eq!(longest_part(&line, true), (100, 4.0));
        let half = AnswerLine { cpu_seconds: Some(2.5), ..line };
        assert_eq!(longest_part(&half, true), (100, 2.0));
        assert_eq!(longest_part(&half, false), (130, 2.5));
    }
}
