//! Merging the parts of a study that were run separately.

use super::log::{Contents, open_log, read_log};
use super::record::{Header, Line, Machine, Problem};
use super::verdict::questions;
use amazons::ledger::{Header as _, MergeError, Part, Parts};
use std::path::{Path, PathBuf};

/// Merges all parts of a study into one log in the directory `output` and returns its contents.
///
/// The problems come first, in their order, then what is known of each. Parts from different
/// machines can be merged; the header then names all of the machines.
///
/// # Errors
/// A part is missing, given twice, unfinished or from another study; the output holds other answers;
/// or a log cannot be read or written.
pub fn merge_studies(parts: &[PathBuf], output: &Path) -> Result<Contents, MergeError> {
    let mut opened = Vec::new();
    for directory in parts {
        let items = read_log(directory).map_err(MergeError::failed)?;
        let (file, header) = (directory.clone(), &items.header);
        opened.push(Part { file, part: header.part, facts: header.facts(), items });
    }
    let parts = Parts::new(opened)?;
    for part in parts.iter() {
        if let Some(found) = gap(&part.items) {
            return Err(part.incomplete(found));
        }
    }
    let headers: Vec<&Header> = parts.iter().map(|part| &part.items.header).collect();
    let header = Header { part: None, machine: machines(&headers), ..headers[0].clone() };
    let (mut problems, mut lines) = (Vec::new(), Vec::new());
    parts.map(|contents| lines_by_problem(contents).into_iter().map(Ok)).in_turn(
        "problem",
        |_, (problem, of_problem)| {
            problems.push(problem);
            lines.extend(of_problem);
            Ok(true)
        },
    )?;
    let header = Header { problems: problems.len(), ..header };
    let (mut log, mut contents) =
        open_log(output, &header, &problems).map_err(MergeError::failed)?;
    // Nothing is added to the answers of another run.
    let mut missing = Vec::new();
    for line in lines {
        let (what, problem, same) = match &line {
            Line::Problem(_) | Line::Continued(_) => continue,
            Line::Answer(answer) => {
                let known = contents.answer(&answer.problem, &answer.solver);
                ("answer", &answer.problem, known.map(|known| known == answer))
            }
            Line::Judgement(judgement) => {
                let known = contents.judgement(&judgement.problem, judgement.mv);
                ("judgement", &judgement.problem, known.map(|known| known == judgement))
            }
        };
        match same {
            Some(true) => {}
            Some(false) => {
                let (output, item) = (output.to_owned(), format!("problem {problem}"));
                return Err(MergeError::Lost { output, what, item });
            }
            None => missing.push(line),
        }
    }
    for line in missing {
        log.append(&line)?;
        contents.add(line);
    }
    Ok(contents)
}

/// The problems of a part in their order, each with what is known of it.
fn lines_by_problem(contents: Contents) -> Vec<(Problem, Vec<Line>)> {
    let lines = |problem: &Problem| {
        let answers = contents.answers_to(&problem.id).cloned().map(Line::Answer);
        let judgements = asked(&contents, problem).into_iter();
        let judgements = judgements.filter_map(|mv| contents.judgement(&problem.id, mv));
        answers.chain(judgements.cloned().map(Line::Judgement)).collect()
    };
    contents.problems.iter().map(|problem| (problem.clone(), lines(problem))).collect()
}

/// What the judge is asked about a problem after all solvers have answered.
fn asked(contents: &Contents, problem: &Problem) -> Vec<Option<amazons::board::Move>> {
    let answers = contents.answers_to(&problem.id).filter_map(|answer| answer.mv);
    questions(problem, &answers.collect::<Vec<_>>())
}

/// The first problem that lacks an answer or a judgement.
fn gap(contents: &Contents) -> Option<String> {
    let whole = |problem: &&Problem| {
        let solvers = &contents.header.solvers;
        solvers.iter().all(|spec| contents.answer(&problem.id, spec).is_some())
            && asked(contents, problem)
                .into_iter()
                .all(|mv| contents.judgement(&problem.id, mv).is_some())
    };
    let problem = contents.problems.iter().find(|problem| !whole(problem))?;
    Some(format!("problem {}", problem.id))
}

/// The machines of all parts as one: the different names joined, and the fewest cores.
pub(super) fn machines(headers: &[&Header]) -> Machine {
    let mut different: Vec<&Machine> = Vec::new();
    for header in headers {
        if !different.contains(&&header.machine) {
            different.push(&header.machine);
        }
    }
    let [one] = different[..] else {
        let joined = |text: fn(&Machine) -> String| {
            different.iter().map(|machine| text(machine)).collect::<Vec<_>>().join(" + ")
        };
        return Machine {
            processor: joined(|machine| format!("{} ({} cores)", machine.processor, machine.cores)),
            cores: different.iter().map(|machine| machine.cores).min().unwrap_or(1),
            system: joined(|machine| machine.system.clone()),
            kernel: None,
            memory: None,
        };
    };
    one.clone()
}
