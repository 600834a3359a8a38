//! Studies of the same problems by other methods, limits or machines, joined into one.

use super::describe_limits;
use super::error::StudyError;
use super::log::{Contents, LOG_NAME, prepare_output, read_whole_log};
use super::merge::machines;
use super::record::{
    AnswerLine, Header, Joined, Judgement, Line, Problem, StudyLimits, hash_problems, own_limit,
};
use crate::engine::program::names_program;
use crate::play::MoveLimit;
use amazons::ledger::Ledger;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Joins studies into one in the directory `output`, and returns its contents.
///
/// The problems are those that all studies have, by id and position. A method keeps its name; where
/// the studies' limits differ, its limit is added (`dfpn:nodes=10000`), and where two methods would
/// still have one name, the study's directory.
///
/// # Errors
/// A study is given twice, cannot be read, is a part, or contradicts another; no problem is common
/// to all; or the output cannot be written or holds something other than joined studies.
pub fn join_studies(studies: &[PathBuf], output: &Path) -> Result<Contents, StudyError> {
    let places: Vec<_> = studies.iter().map(|study| study.canonicalize().ok()).collect();
    if let Some(again) = (0..studies.len()).find(|&at| places[..at].contains(&places[at])) {
        let problem =
            format!("{} is given twice; expected different studies", studies[again].display());
        return Err(StudyError::Refused(problem));
    }
    let mut read = Vec::new();
    for study in studies {
        read.push((study.as_path(), read_whole_log(study)?));
    }
    let (header, lines) = joined(&read)?;
    prepare_output(output, |header| !header.joined.is_empty())?;
    Ledger::write(&output.join(LOG_NAME), &header, &lines)?;
    let mut contents = Contents::new(header, Vec::new());
    lines.into_iter().for_each(|line| contents.add(line));
    Ok(contents)
}

/// The log of the joined study: its header, then all lines.
fn joined(studies: &[(&Path, Contents)]) -> Result<(Header, Vec<Line>), StudyError> {
    let problems = common_problems(studies)?;
    let first = &studies[0].1.header;
    let headers: Vec<&Header> = studies.iter().map(|(_, contents)| &contents.header).collect();
    let same_limits = headers.iter().all(|header| header.limits == first.limits);
    let names = names(studies, same_limits);
    let all_names = || names.iter().flatten();
    let header = Header {
        problems: problems.len(),
        selection: format!("{} that all of {} studies have", problems.len(), studies.len()),
        set_hash: hash_problems(&problems),
        solvers: all_names().map(|(name, _)| name.clone()).collect(),
        named: all_names().filter(|(name, spec)| name != spec).cloned().collect(),
        limits: match same_limits {
            true => first.limits,
            // Each method names its own.
            false => StudyLimits { time: None, nodes: None, ..first.limits },
        },
        // Each joined study has its own.
        equal_time: None,
        machine: machines(&headers),
        joined: studies
            .iter()
            .zip(&names)
            .map(|((study, contents), names)| Joined::new(study, &contents.header, names))
            .collect(),
        ..first.clone()
    };
    let common: HashSet<&str> = problems.iter().map(|problem| problem.id.as_str()).collect();
    let mut judgements = BTreeMap::new();
    for (study, of_study) in studies {
        let judged = of_study.judgements();
        for judgement in judged.filter(|judgement| common.contains(&*judgement.problem)) {
            let key = (judgement.problem.clone(), judgement.mv);
            let known = judgements.entry(key).or_insert_with(|| (*study, judgement.clone()));
            known.1 = narrower(known, (study, judgement))?;
        }
    }
    let answers = studies.iter().zip(&names).flat_map(|((_, of_study), names)| {
        let solvers = of_study.header.solvers.iter().zip(names);
        solvers.flat_map(|(solver, (name, _))| {
            let answers =
                problems.iter().filter_map(|problem| of_study.answer(&problem.id, solver));
            answers.map(|answer| AnswerLine { solver: name.clone(), ..answer.clone() })
        })
    });
    let answers: Vec<Line> = answers.map(Line::Answer).collect();
    let judgements = judgements.into_values().map(|(_, judgement)| Line::Judgement(judgement));
    let problems = problems.into_iter().map(Line::Problem);
    Ok((header, problems.chain(answers).chain(judgements).collect()))
}

/// The problems of the first study that all others have too, with all that is known of each.
fn common_problems(studies: &[(&Path, Contents)]) -> Result<Vec<Problem>, StudyError> {
    let nothing = || {
        let problem = "no problem is in all of these studies; expected studies of the same set";
        StudyError::Refused(problem.to_owned())
    };
    let ((first, contents), others) = studies.split_first().ok_or_else(nothing)?;
    let by_id = others.iter().map(|(study, contents)| {
        let problems = contents.problems.iter().map(|problem| (problem.id.as_str(), problem));
        (*study, problems.collect())
    });
    let others: Vec<(&Path, HashMap<&str, &Problem>)> = by_id.collect();
    let mut common = Vec::new();
    'problems: for problem in &contents.problems {
        let mut known = problem.clone();
        for (study, problems) in &others {
            let Some(other) = problems.get(problem.id.as_str()) else { continue 'problems };
            let different = |what| different(&problem.id, what, first, study);
            if other.fen != problem.fen {
                return Err(different("its position"));
            }
            known.best = known.best.and(other.best).ok_or_else(|| different("its solution"))?;
            match (&known.optimal, &other.optimal) {
                (Some(known), Some(other)) if known != other => {
                    return Err(different("its optimal moves"));
                }
                (None, Some(optimal)) => known.optimal = Some(optimal.clone()),
                _ => {}
            }
            known.judge_nodes = known.judge_nodes.or(other.judge_nodes);
        }
        common.push(known);
    }
    if common.is_empty() { Err(nothing()) } else { Ok(common) }
}

/// The error of two studies of which what they say about a problem cannot both hold.
fn different(problem: &str, what: &str, first: &Path, second: &Path) -> StudyError {
    let (first, second) = (first.display(), second.display());
    StudyError::Refused(format!("problem '{problem}': {first} and {second} differ in {what}"))
}

/// What the report calls the methods of each study, with their specs.
fn names(studies: &[(&Path, Contents)], same_limits: bool) -> Vec<Vec<(String, String)>> {
    let mut taken = HashSet::new();
    let mut of_study = |(study, contents): &(&Path, Contents)| {
        let header = &contents.header;
        let of_method = |(name, spec): (&str, &str)| {
            let limited = match (same_limits, own_limit(spec), names_program(spec)) {
                (true, ..) | (_, Some(_), _) => spec.to_owned(),
                (.., true) => format!("{spec} ({})", describe_limits(&header.limits)),
                _ => {
                    let StudyLimits { time, nodes, .. } = header.limits;
                    MoveLimit { time, nodes }.added_to(spec.to_owned())
                }
            };
            let name = if name == spec { limited.clone() } else { name.to_owned() };
            let name = match taken.insert(name.clone()) {
                true => name,
                false => format!("{name} ({})", directory_name(study)),
            };
            taken.insert(name.clone());
            (name, limited)
        };
        header.specs().map(of_method).collect()
    };
    studies.iter().map(&mut of_study).collect()
}

/// The last part of a path, which says no more than which directory is meant.
pub(super) fn directory_name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    whole.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Joined {
    fn new(study: &Path, header: &Header, names: &[(String, String)]) -> Self {
        let mut equal_time = header.equal_time.clone();
        for rate in equal_time.iter_mut().flat_map(|equal| &mut equal.rates) {
            let renamed = header.solvers.iter().zip(names).find(|(old, _)| **old == rate.solver);
            if let Some((_, (name, _))) = renamed {
                rate.solver.clone_from(name);
            }
        }
        Self {
            study: directory_name(study),
            program: header.program.clone(),
            commit: header.commit().to_owned(),
            set: header.set.clone(),
            selection: header.selection.clone(),
            solvers: names.iter().map(|(name, _)| name.clone()).collect(),
            limits: header.limits,
            equal_time,
            judge_limits: header.judge_limits,
            machine: header.machine.clone(),
        }
    }
}

fn narrower(
    (first, known): &(&Path, Judgement),
    (second, found): (&Path, &Judgement),
) -> Result<Judgement, StudyError> {
    let bounds = known
        .bounds()
        .and(found.bounds())
        .ok_or_else(|| different(&found.problem, "what the judge proved", first, second))?;
    Ok(Judgement { at_least: bounds.low, at_most: bounds.high, ..known.clone() })
}
