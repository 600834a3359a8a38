//! Removes from a study what only concerns the machine that ran it.

use crate::study::error::StudyError;
use crate::study::log::Contents;
use crate::study::record::{AnswerLine, Line};
use std::collections::BTreeMap;

/// The text with every absolute path replaced by its last name.
fn without_directories(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let begins = before.is_none_or(|before: char| !is_of_path(before));
        let path = &rest[..rest.find(|c| !is_of_path(c)).unwrap_or(rest.len())];
        let is_absolute = path.starts_with(['/', '~', '\\'])
            || path.get(1..3).is_some_and(|drive| drive == ":\\" || drive == ":/");
        if begins && is_absolute {
            shown +=
                path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
            rest = &rest[path.len()..];
            before = path.chars().next_back();
        } else {
            shown.push(first);
            rest = &rest[first.len_utf8()..];
            // A colon or an equals sign begins a value: `engine:/bin/solver`, `--weights=/a/b`.
            before = (!matches!(first, ':' | '=')).then_some(first);
        }
    }
    shown
}

/// Whether a character may be part of a path that is not quoted.
fn is_of_path(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '"' | '\'' | '(' | ')' | ',' | ';' | '=' | '<' | '>')
}

/// The study without absolute paths.
pub(super) fn without_paths(contents: &Contents) -> Result<Contents, StudyError> {
    let old = &contents.header;
    let names: BTreeMap<&str, String> =
        old.solvers.iter().map(|name| (name.as_str(), without_directories(name))).collect();
    let renamed = |name: &str| names.get(name).cloned().unwrap_or_else(|| name.to_owned());
    let mut header = old.clone();
    header.solvers = old.solvers.iter().map(|name| renamed(name)).collect();
    for (index, name) in header.solvers.iter().enumerate() {
        if header.solvers[..index].contains(name) {
            let advice = "name them in the study (NAME=METHOD)";
            let problem =
                format!("two methods are '{name}' once directories are removed; {advice}");
            return Err(StudyError::Refused(problem));
        }
    }
    let named = old.named.iter().map(|(name, spec)| (renamed(name), without_directories(spec)));
    header.named = named.collect();
    for joined in &mut header.joined {
        joined.study = without_directories(&joined.study);
        joined.solvers = joined.solvers.iter().map(|name| renamed(name)).collect();
    }
    header.rates_mut().for_each(|rate| rate.solver = renamed(&rate.solver));
    let mut private = Contents::new(header, contents.problems.clone());
    private.continued_by.clone_from(&contents.continued_by);
    for problem in &contents.problems {
        for answer in contents.answers_to(&problem.id) {
            private.add(Line::Answer(AnswerLine {
                solver: renamed(&answer.solver),
                failure: answer.failure.as_deref().map(without_directories),
                ..answer.clone()
            }));
        }
    }
    contents.judgements().for_each(|judgement| private.add(Line::Judgement(judgement.clone())));
    Ok(private)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_path_only_the_last_name_is_told() {
        for (text, told) in [
            ("engine:/home/me/bin/solver --fast", "engine:solver --fast"),
            ("engine:./solver --weights=/data/w.bin", "engine:./solver --weights=w.bin"),
            ("engine:~/solver", "engine:solver"),
            ("engine:C:\\Users\\me\\solver.exe", "engine:solver.exe"),
            ("python3 '/home/me/a.py'", "python3 'a.py'"),
            ("/home/me/engine: exit code 1", "engine: exit code 1"),
            ("mcts:eval=net:weights/net.safetensors", "mcts:eval=net:weights/net.safetensors"),
            ("a/b c/d", "a/b c/d"),
            ("solved 3/4, at 10/s", "solved 3/4, at 10/s"),
        ] {
            assert_eq!(without_directories(text), told, "{text}");
        }
    }
}
