//! When the returned move was found, where the log of iterations tells.

use super::method::{EngineRules, Method};
use super::record::AnswerLine;
use amazons::solvers::{Outcome, Spec};

/// Whether the move of this method is always that of its last proved iteration, as for the
/// proof-number solvers: they ask for one rank after another. Iterative deepening may change its
/// move within an iteration, and the log does not say when.
pub fn finds_by_iterations(spec: &str) -> bool {
    Method::from_text(spec, Spec::MEMORY, &EngineRules::default())
        .is_ok_and(|method| method.limits_each_iteration())
}

/// Nodes and wall time in seconds up to the end of the last proved iteration; `None` without a move
/// or without such an iteration.
pub fn effort_until_found(answer: &AnswerLine) -> Option<(u64, f64)> {
    answer.mv?;
    let last = answer.iterations.iter().rposition(|i| i.outcome == Outcome::Proved)?;
    let until = &answer.iterations[..=last];
    Some((until.iter().map(|i| i.nodes).sum(), until.iter().map(|i| i.seconds).sum()))
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

    #[test]
    fn a_move_is_found_by_the_last_proof() {
        let iteration = |outcome, nodes| Iteration {
            target: 0,
            outcome,
            nodes,
            time: Duration::from_secs(nodes),
        };
        let found = |outcomes: &[Outcome], mv: bool| {
            let iterations =
                outcomes.iter().zip([1, 2, 4]).map(|(&outcome, nodes)| iteration(outcome, nodes));
            let answer = Answer {
                best: mv.then(|| "a1-b1/a1".parse().unwrap()),
                iterations: iterations.collect(),
                ..Answer::unknown(3)
            };
            let line = line_of(&answer);
            effort_until_found(&line)
        };
        use Outcome::{Limit, Proved, Refuted};
        assert_eq!(found(&[Proved, Proved, Limit], true), Some((3, 3.0)));
        assert_eq!(found(&[Proved, Refuted], true), Some((1, 1.0)));
        assert_eq!(found(&[Limit], false), None);
        assert!(finds_by_iterations("wpns:tt=1MB") && !finds_by_iterations("alphabeta"));
        assert!(!finds_by_iterations("engine:./mine"));
    }

    #[test]
    fn what_a_limit_is_for_is_the_largest_iteration_or_the_choice() {
        let iteration = |nodes, seconds| Iteration {
            target: 0,
            outcome: Outcome::Limit,
            nodes,
            time: Duration::from_secs(seconds),
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
