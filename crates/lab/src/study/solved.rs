//! Which problems of a study a method solved with an exact proof, and within how many nodes.

use super::describe_limits;
use super::error::StudyError;
use super::found::finds_by_iterations;
use super::join::directory_name;
use super::log::{Contents, read_whole_log};
use super::method::{EngineRules, Method};
use super::record::{AnswerLine, Header};
use crate::FileError;
use amazons::problems::SolvedProblems;
use amazons::solvers::Spec;
use std::path::Path;

/// Splits `DIR:METHOD` where DIR is a study, or else at the first colon.
pub fn study_and_method(text: &str) -> Option<(&Path, &str)> {
    let places = text.match_indices(':').map(|(place, _)| place);
    let split = |place: usize| (Path::new(&text[..place]), &text[place + 1..]);
    let is_study = |place: &usize| split(*place).0.is_dir();
    let place = places.clone().find(is_study).or_else(|| places.clone().next())?;
    Some(split(place)).filter(|(study, method)| *study != Path::new("") && !method.is_empty())
}

/// Reads which problems `method` solved in the study in `directory`: those whose exact score it
/// claims to have proved. With `within`, only those that it proves with so many nodes, which is
/// what a limit is for: in every iteration of a proof-number solver, or in all for another method.
///
/// So one study with a large limit tells what smaller limits would have solved.
///
/// # Errors
/// The log cannot be read; the study is a part, lacks the method or some of its answers; or its
/// limit is too small to tell.
pub fn solved_by(
    directory: &Path,
    method: &str,
    within: Option<u64>,
) -> Result<SolvedProblems, StudyError> {
    let refused = |problem: String| FileError::about(directory, problem);
    let contents = read_whole_log(directory)?;
    let header = &contents.header;
    let solver = method_called(header, method).ok_or_else(|| {
        let methods = header.solvers.join(", ");
        refused(format!("the study has no method '{method}'; expected one of {methods}"))
    })?;
    let answers = answers(&contents, solver).map_err(|(problem, open)| {
        refused(format!(
            "{solver} has not answered {open} of the study's {} problems, such as '{problem}'; \
             continue the study first",
            contents.problems.len()
        ))
    })?;
    let spec = header.spec_of(solver);
    let by_iterations = finds_by_iterations(spec);
    let limit = header.limits_of(spec);
    let name = format!("{}:{solver}", directory_name(directory));
    let mut solved = SolvedProblems::new(name, within);
    for (problem, answer) in contents.problems.iter().zip(answers) {
        let nodes = match by_iterations {
            true => answer.iterations.iter().map(|one| one.nodes).max().unwrap_or_default(),
            false => answer.nodes,
        };
        let proved = answer.claim.exact().filter(|_| answer.failure.is_none());
        if let Some(within) = within
            && proved.is_none()
            && nodes < within
            && limit.nodes.is_none_or(|limit| limit < within)
        {
            return Err(refused(format!(
                "{solver} ran with {}, which ended '{}' after {nodes} nodes, so {within} nodes \
                 might have solved it; expected at most the nodes of the study's limit",
                describe_limits(&limit),
                problem.id
            ))
            .into());
        }
        let proved = proved.filter(|_| within.is_none_or(|within| nodes <= within));
        solved.add(&problem.id, problem.fen.to_fen(), proved);
    }
    Ok(solved)
}

/// The method of a study that a user calls `method`: by its name, by its options in any order, or
/// by its solver alone if only one method has that.
fn method_called<'a>(header: &'a Header, method: &str) -> Option<&'a str> {
    let find = |is: &dyn Fn(&str) -> bool| {
        let mut found = header.solvers.iter().map(String::as_str).filter(|name| is(name));
        found.next().filter(|_| found.next().is_none())
    };
    let normal = |text: &str| Method::from_text(text, Spec::MEMORY, &EngineRules::default());
    let normal = normal(method).ok().map(|method| method.spec());
    find(&|name| name == method)
        .or_else(|| find(&|name| Some(header.spec_of(name)) == normal.as_deref()))
        .or_else(|| find(&|name| header.spec_of(name).split(':').next() == Some(method)))
}

/// The method's answers to all problems, in order; or a problem without one, and how many there
/// are.
fn answers<'a>(
    contents: &'a Contents,
    solver: &str,
) -> Result<Vec<&'a AnswerLine>, (String, usize)> {
    let answer = |id: &str| contents.answer(id, solver);
    let mut open = contents.problems.iter().filter(|problem| answer(&problem.id).is_none());
    match open.next() {
        Some(problem) => Err((problem.id.clone(), 1 + open.count())),
        None => Ok(contents.problems.iter().filter_map(|problem| answer(&problem.id)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::log::LOG_NAME;
    use crate::study::record::{IterationLine, Line, Overshoot, Problem};
    use amazons::board::Position;
    use amazons::ledger::Ledger;
    use amazons::problems;
    use amazons::score::{Interval, Rank};
    use amazons::solvers::{Answer, IterationEnd};

    /// A study of three problems: dfpn proves the first exactly in iterations of 50 and 30 nodes,
    /// half of the second, and nothing of the third.
    fn study(directory: &Path, change: impl FnOnce(&mut Header, &mut Vec<Line>)) {
        let mut header = Header::without_name(3, vec!["dfpn".into(), "alphabeta:depth=3".into()]);
        header.limits.nodes = Some(1000);
        let problem = |(index, fen): (usize, &str)| Problem {
            id: format!("p{index}"),
            fen: fen.parse().unwrap(),
            best: Interval::of_size(3),
            optimal: None,
            judge_nodes: None,
        };
        let problems: Vec<Problem> =
            ["Q3q w", "Q3q b", "Q4q w"].into_iter().enumerate().map(problem).collect();
        let answer = |index: usize, (low, high), iterations: &[(IterationEnd, u64)]| {
            let unknown = Answer::unknown(3);
            let line = AnswerLine::new(&problems[index], "dfpn", &unknown, Overshoot::default());
            Line::Answer(AnswerLine {
                claim: Interval { low: Rank::new(low), high: Rank::new(high) },
                iterations: iterations
                    .iter()
                    .map(|&(outcome, nodes)| IterationLine {
                        target: 0,
                        outcome,
                        nodes,
                        seconds: 0.0,
                        mv: None,
                    })
                    .collect(),
                nodes: iterations.iter().map(|one| one.1).sum(),
                ..line
            })
        };
        use IterationEnd::{Limit, Proved, Refuted};
        let answers = [
            answer(0, (0, 0), &[(Proved, 50), (Refuted, 30)]),
            answer(1, (0, 3), &[(Proved, 20), (Limit, 1000)]),
            answer(2, (-5, 4), &[(Limit, 1000)]),
        ];
        let mut lines: Vec<Line> = problems.into_iter().map(Line::Problem).collect();
        lines.extend(answers);
        change(&mut header, &mut lines);
        Ledger::write(&directory.join(LOG_NAME), &header, &lines).unwrap();
    }

    fn solved(directory: &Path, method: &str, within: Option<u64>) -> Result<Vec<bool>, String> {
        use amazons::problems::InStudy;
        let solved = solved_by(directory, method, within).map_err(|error| error.to_string())?;
        let problem = |(id, fen): (&str, &str)| problems::Problem {
            id: id.to_owned(),
            ..problems::Problem::new(fen.parse::<Position>().unwrap(), None)
        };
        let all = [("p0", "Q3q w"), ("p1", "Q3q b"), ("p2", "Q4q w")].map(problem);
        Ok(all
            .iter()
            .map(|problem| match solved.find(problem) {
                InStudy::Answer(rank) => rank.is_some(),
                other => panic!("{other:?}"),
            })
            .collect())
    }

    #[test]
    fn a_problem_is_solved_by_an_exact_proof_within_the_nodes_of_its_largest_iteration() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        study(path, |_, _| ());
        assert_eq!(solved(path, "dfpn", None), Ok(vec![true, false, false]));
        assert_eq!(solved(path, "dfpn", Some(50)), Ok(vec![true, false, false]));
        assert_eq!(solved(path, "dfpn", Some(49)), Ok(vec![false, false, false]));
        let error = solved(path, "dfpn", Some(1001)).unwrap_err();
        assert!(error.contains("ran with 1000 nodes") && error.contains("'p1'"), "{error}");
    }

    #[test]
    fn studies_that_do_not_tell_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        let error = |method, within| solved(path, method, within).unwrap_err();
        assert!(error("dfpn", None).contains("holds no study"));
        study(path, |_, _| ());
        assert!(error("wpns", None).contains("no method 'wpns'; expected one of dfpn, alphabeta"));
        let open = error("alphabeta", None);
        assert!(open.contains("has not answered 3 of the study's 3 problems"), "{open}");
        std::fs::remove_file(path.join(LOG_NAME)).unwrap();
        study(path, |header, _| {
            let part = "1/2".parse().unwrap();
            header.part = Some(amazons::ledger::PartOf { part, items: 6 });
        });
        assert!(error("dfpn", None).contains("part 1/2 of a study"));
        // With a limit in time, a run may end before the nodes asked for.
        std::fs::remove_file(path.join(LOG_NAME)).unwrap();
        study(path, |header, _| {
            header.limits.nodes = None;
            header.limits.time = Some(std::time::Duration::from_secs(1));
        });
        assert!(error("dfpn", Some(5000)).contains("ran with 1s"));
        assert_eq!(solved(path, "dfpn", Some(60)), Ok(vec![true, false, false]));
    }

    #[test]
    fn studies_are_told_from_their_methods() {
        let directory = tempfile::tempdir().unwrap();
        let odd = directory.path().join("a:b");
        std::fs::create_dir(&odd).unwrap();
        let text = format!("{}:wpns:tt=1MB", odd.display());
        assert_eq!(study_and_method(&text), Some((odd.as_path(), "wpns:tt=1MB")));
        assert_eq!(study_and_method("none:dfpn"), Some((Path::new("none"), "dfpn")));
        assert_eq!(study_and_method("dfpn"), None);
        assert_eq!(study_and_method("report:"), None);
    }
}
