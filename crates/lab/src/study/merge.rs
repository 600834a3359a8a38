//! Merging the parts of a study that were run separately.

use super::log::{Contents, Log, LogError, read_log};
use super::record::{Header, Line, Machine, Problem};
use super::verdict::questions;
use amazons::util::parts::{PartsError, in_order, other};
use std::path::{Path, PathBuf};

/// The parts of a study cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeStudiesError {
    /// A log is wrong, or cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The parts do not make up one study.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// The output holds another answer or judgement than the parts.
    #[error(
        "{} holds another {what} than the parts for problem {problem}; choose another output",
        output.display()
    )]
    Other {
        /// The output.
        output: PathBuf,
        /// What differs.
        what: &'static str,
        /// The problem's id.
        problem: String,
    },
}

/// Merges all parts of a study into one log in the directory `output` and returns its contents.
///
/// The problems come first, in their order, then what is known of each. Parts from different
/// machines can be merged; the header then names all of the machines.
///
/// # Errors
/// A part is missing, given twice, unfinished or from another study; the output holds other answers;
/// or a log cannot be read or written.
pub fn merge_studies(parts: &[PathBuf], output: &Path) -> Result<Contents, MergeStudiesError> {
    let mut read = Vec::new();
    for directory in parts {
        let contents = read_log(directory)?;
        read.push((directory.clone(), contents.header.part, contents));
    }
    let parts = in_order(read)?;
    let (first, one) = (&parts[0].0, &parts[0].2.header);
    for (file, part, contents) in &parts {
        if let Some((what, found, expected)) = difference(&contents.header, one) {
            return Err(other(file, first, what, found, expected).into());
        }
        if let Some(found) = gap(contents) {
            return Err(
                PartsError::Incomplete { file: file.clone(), part: part.part, found }.into()
            );
        }
    }
    let (items, count) = (parts[0].1.items, parts.len() as u64);
    let mut problems: Vec<Problem> = Vec::new();
    let mut left: Vec<_> = parts.iter().map(|(_, _, part)| part.problems.iter()).collect();
    for number in 0..items {
        problems.extend(left[(number % count) as usize].next().cloned());
    }
    let headers: Vec<&Header> = parts.iter().map(|(_, _, part)| &part.header).collect();
    let header =
        Header { problems: problems.len(), part: None, machine: machine(&headers), ..one.clone() };
    let (mut log, mut contents) = Log::open(output, &header, &problems)?;
    // Nothing is added to the answers of another run.
    let mut missing = Vec::new();
    for (number, problem) in problems.iter().enumerate() {
        let part = &parts[number % parts.len()].2;
        let other = |what| {
            let (output, problem) = (output.to_owned(), problem.id.clone());
            MergeStudiesError::Other { output, what, problem }
        };
        for spec in &header.solvers {
            let Some(answer) = part.answer(&problem.id, spec) else { continue };
            match contents.answer(&problem.id, spec) {
                Some(known) if known == answer => {}
                Some(_) => return Err(other("answer")),
                None => missing.push(Line::Answer(answer.clone())),
            }
        }
        for mv in asked(part, problem) {
            let Some(judgement) = part.judgement(&problem.id, mv) else { continue };
            match contents.judgement(&problem.id, mv) {
                Some(known) if known == judgement => {}
                Some(_) => return Err(other("judgement")),
                None => missing.push(Line::Judgement(judgement.clone())),
            }
        }
    }
    for line in missing {
        log.append(&line)?;
        match line {
            Line::Answer(answer) => contents.add_answer(answer),
            Line::Judgement(judgement) => contents.add_judgement(judgement),
            Line::Problem(_) => {}
        }
    }
    Ok(contents)
}

/// What the judge is asked about a problem after all solvers have answered.
fn asked(contents: &Contents, problem: &Problem) -> Vec<Option<amazons::board::Move>> {
    let solvers = &contents.header.solvers;
    let answers = solvers.iter().filter_map(|spec| contents.answer(&problem.id, spec)?.mv);
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

/// What differs between two parts that are not of the same study.
fn difference(found: &Header, expected: &Header) -> Option<(&'static str, String, String)> {
    let limits = |header: &Header| {
        let [solvers, judge] =
            [&header.limits, &header.judge_limits].map(crate::study::describe_with_memory);
        format!("{solvers}, of the judge {judge}")
    };
    let texts = |header: &Header| {
        [
            ("set of problems", format!("{} ({})", header.set_hash, header.selection)),
            ("list of solvers", header.solvers.join(" ")),
            ("limits", limits(header)),
            ("grace", format!("{:?}", header.engine_grace.unwrap_or_default())),
            ("program's version", header.program.clone()),
        ]
    };
    let pairs = texts(found).into_iter().zip(texts(expected));
    pairs.map(|((what, found), (_, expected))| (what, found, expected)).find(|(_, a, b)| a != b)
}

/// The machines of all parts as one: the different names joined, and the fewest cores.
fn machine(headers: &[&Header]) -> Machine {
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
        };
    };
    one.clone()
}
