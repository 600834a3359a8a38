//! Writes a bundle.

use super::private::without_paths;
use super::{MANIFEST, Manifest, README, SET, STUDY, SUMS, VERSION, zip_error};
use crate::FileError;
use crate::engine::given_name::{named, split_name};
use crate::engine::program::names_program;
use crate::study::error::StudyError;
use crate::study::log::{Contents, LOG_NAME};
use crate::study::record::{Build, Header, Line, Problem, StudyLimits};
use crate::study::report::report_data::Report;
use amazons::ledger::line;
use amazons::problems::{self, Attempt, JUDGE, ProblemSet};
use amazons::score::Interval;
use amazons::solvers::solver;
use amazons::util::atomic_file::write_whole;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Cursor, Read as _, Write as _};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Writes the study as a bundle to `path`; `build` is that of this program.
///
/// # Errors
/// The report cannot be made, or the file cannot be written or holds something other than a bundle.
pub fn write_bundle(contents: &Contents, build: &Build, path: &Path) -> Result<(), StudyError> {
    if path.is_file() && !is_replaceable(path).map_err(FileError::io(path))? {
        let reason = "holds something other than a bundle; choose another file";
        return Err(FileError::about(path, reason).into());
    }
    let mut entries = entries(&without_paths(contents)?, build)?;
    let mut sums = String::new();
    for (name, bytes) in &entries {
        let _ = writeln!(sums, "{}  {name}", sha256(bytes));
    }
    entries.push((SUMS.to_owned(), sums.into_bytes()));
    // Without a date, so that the same study gives the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in &entries {
        zip.start_file(name.as_str(), options).map_err(zip_error(path))?;
        zip.write_all(bytes).map_err(FileError::io(path))?;
    }
    let bytes = zip.finish().map_err(zip_error(path))?.into_inner();
    Ok(write_whole(path, &bytes).map_err(FileError::io(path))?)
}

/// Whether a file is empty or begins as a bundle does.
fn is_replaceable(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut begin)?;
    Ok(begin.is_empty() || begin == b"PK\x03\x04")
}

/// The SHA-256 of some bytes, 64 hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// All entries but the sums.
fn entries(contents: &Contents, build: &Build) -> Result<Vec<(String, Vec<u8>)>, StudyError> {
    let manifest = Manifest {
        bundle_version: VERSION,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        build: build.clone(),
    };
    let mut manifest = serde_json::to_vec_pretty(&manifest).expect("a manifest has plain keys");
    manifest.push(b'\n');
    let mut entries = vec![
        (README.to_owned(), readme(contents).into_bytes()),
        (MANIFEST.to_owned(), manifest),
        (SET.to_owned(), set(contents)),
        (format!("{STUDY}{LOG_NAME}"), log(contents).into_bytes()),
    ];
    let report = Report::new(contents)?;
    let files = report.files()?.into_iter();
    entries.extend(files.map(|(name, bytes)| (format!("{STUDY}{name}"), bytes)));
    Ok(entries)
}

/// The log, in the order of the problems.
fn log(contents: &Contents) -> String {
    let mut log = line(&contents.header);
    contents.problems.iter().cloned().for_each(|problem| log += &line(&Line::Problem(problem)));
    contents.continued_by.iter().cloned().for_each(|build| log += &line(&Line::Continued(build)));
    for problem in &contents.problems {
        let answers = contents.answers_to(&problem.id).cloned();
        answers.for_each(|answer| log += &line(&Line::Answer(answer)));
    }
    let mut judgements: Vec<_> = contents.judgements().cloned().collect();
    judgements.sort_by_cached_key(|judgement| {
        (judgement.problem.clone(), judgement.mv.map(|mv| mv.to_string()))
    });
    judgements.into_iter().for_each(|judgement| log += &line(&Line::Judgement(judgement)));
    log
}

/// The problems of the study as a set.
fn set(contents: &Contents) -> Vec<u8> {
    let header = &contents.header;
    let title = format!("{}: {}", header.set, header.selection);
    let set = ProblemSet {
        header: problems::Header { title, ..problems::Header::default() },
        problems: contents.problems.iter().map(of_set).collect(),
    };
    let mut bytes = Vec::new();
    set.write(&mut bytes).expect("memory takes everything");
    bytes
}

/// A problem as it stands in a set, with what the study knew of it.
fn of_set(problem: &Problem) -> problems::Problem {
    let mut of_set = problems::Problem::new(problem.fen.clone(), None);
    of_set.id.clone_from(&problem.id);
    let by_judge = problem.judge_nodes.map(|nodes| Attempt {
        by: JUDGE.to_owned(),
        limit: "what its set names".to_owned(),
        nodes,
        iteration: None,
        solved: true,
    });
    of_set.attempts.extend(by_judge);
    let (at_least, at_most) = problem.best.scores(problem.first());
    of_set.judgement = match &problem.optimal {
        Some(optimal) => problems::Judgement::Solved {
            score: at_least,
            legal_moves: problem.fen.placement().count_moves(problem.first()),
            optimal: optimal.clone(),
        },
        None if problem.best == Interval::of_size(problem.empties()) => problems::Judgement::Open,
        None => {
            let spent = "what its set names".to_owned();
            problems::Judgement::Bounded { at_least, at_most, spent }
        }
    };
    of_set
}

fn readme(contents: &Contents) -> String {
    let header = &contents.header;
    let build = header.build.as_ref().map(|build| format!(" ({build})")).unwrap_or_default();
    let mut text = format!(
        "# A study of solvers for the Game of the Amazons\n\n\
         - Problems: `set.xml`, {} from {}: {}\n\
         - Raw answers: `study/log.jsonl`; the report: `study/index.html`\n\
         - Program: amazons {}{build}\n\
         - Machine: {}\n",
        header.problems, header.set, header.selection, header.program, header.machine,
    );
    if let Some(started) = &header.started {
        let _ = writeln!(text, "- Begun: {started}");
    }
    for build in &contents.continued_by {
        let _ = writeln!(text, "- Continued by: {build}");
    }
    for equal in header.equal_times() {
        let _ = writeln!(text, "- Equal time: {equal}");
    }
    for joined in &header.joined {
        let _ = writeln!(
            text,
            "- Joined from {}: {} by amazons {} (commit {}) on {}",
            joined.study,
            joined.solvers.join(", "),
            joined.program,
            joined.commit,
            joined.machine
        );
    }
    let _ = write!(
        text,
        "\nThe command that runs the study again, and those that check this file, whose name is written as FILE.zip:\n\n\
         ```sh\n{}\nsha256sum -c SHA256SUMS\namazons report --check FILE.zip\n```\n",
        command(header)
    );
    text
}

/// The command that runs a study again.
fn command(header: &Header) -> String {
    let is_program =
        |spec: &str| names_program(split_name(spec).map_or(spec, |(_, method)| method));
    let quoted = |spec: &str| match is_program(spec) && spec.contains(',') {
        true => format!("\"{}\"", spec.replace('\\', "\\\\").replace('"', "\\\"")),
        false => spec.to_owned(),
    };
    // Joined studies may have methods in common, under names that cannot be given.
    let mut methods: Vec<String> = Vec::new();
    for (name, spec) in header.specs() {
        let both = format!("{name}={spec}");
        let given = named(&both, |name| solver(name).is_ok());
        let given = name != spec && given.is_ok_and(|(given, _)| given.as_deref() == Some(name));
        let method = quoted(if given { &both } else { spec });
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    let methods = methods.join(",");
    let methods =
        shlex::try_quote(&methods).map_or_else(|_| methods.clone(), |text| text.into_owned());
    let mut command = format!("amazons study set.xml --solvers {methods}");
    let mut limited = |prefix: &str, StudyLimits { time, nodes, memory }: StudyLimits| {
        if let Some(time) = time {
            let time = humantime::format_duration(time).to_string().replace(' ', "");
            let _ = write!(command, " --{prefix}time {time}");
        }
        if let Some(nodes) = nodes {
            let _ = write!(command, " --{prefix}nodes {nodes}");
        }
        let _ = write!(command, " --{prefix}memory {memory}");
    };
    limited("", header.limits);
    limited("judge-", header.judge_limits);
    if let Some(part) = header.part {
        let _ = write!(command, " --partition {}", part.part);
    }
    command + " -o again"
}
