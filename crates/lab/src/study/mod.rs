//! Studies: run solvers over a problem set, judge every returned move, and report.

pub(crate) mod baseline_counter;
pub(crate) mod bundle;
pub(crate) mod cores;
pub(crate) mod error;
pub(crate) mod features;
pub(crate) mod found;
pub(crate) mod join;
pub(crate) mod log;
pub(crate) mod merge;
pub(crate) mod method;
pub(crate) mod plan;
pub(crate) mod rates;
pub(crate) mod record;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod sample;
pub(crate) mod solved;
pub(crate) mod solver_list;
pub(crate) mod statistics;
pub(crate) mod verdict;

pub use baseline_counter::BaselineCounter;
pub use bundle::{Checked, Manifest, check_bundle, write_bundle};
pub use cores::{physical_cores, this_machine};
pub use error::StudyError;
pub use features::{Features, Kind, features};
pub use join::join_studies;
pub use log::{Contents, LOG_NAME, check_new, open_log, read_log, read_log_from};
pub use merge::merge_studies;
pub use method::{EngineRules, ForeignSolver, Method, Run};
pub use plan::{Choice, Plan, PlanError};
pub use rates::{RateError, RateRunner};
pub use record::{
    AnswerLine, Build, EqualTime, Header, IterationLine, Joined, Judgement, LOG_VERSION, Line,
    Machine, Overshoot, Problem, Rate, StudyLimits, hash_problems,
};
pub use report::figures::{Figure, figures};
pub use report::paper::PaperLine;
pub use report::report_data::Report;
pub use report::tables::{Table, beside_paper, pairs, solved, unsolved};
pub use run::{Event, Runner};
pub use sample::stratified_sample;
pub use solved::{solved_by, study_and_method};
pub use solver_list::split_solvers;
pub use statistics::{
    Baselines, BesidePaper, Comparison, Decisive, Effect, Effort, Feature, Median, Overrun, Pair,
    PaperSolver, SeedSpread, Share, SizeModel, SizePool, SizeStatistics, SolvedBy, SolvedWithin,
    SolverStatistics, Statistics, Strata, Stratum, TimeAtLimit, Unit, WonBySize, WonProblems,
};
pub use verdict::{Row, Verdict, WasRight, judge_answers};

/// Limits in readable form, such as `1s` or `200000 nodes`.
pub fn describe_limits(limits: &StudyLimits) -> String {
    let time = limits.time.map(|time| humantime::format_duration(time).to_string());
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    match (time, nodes) {
        (None, None) => "no limit".to_owned(),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(time), Some(nodes)) => format!("{time} and {nodes}"),
    }
}

/// The limits with the memory, so that no two different limits have the same text.
pub(crate) fn describe_with_memory(limits: &StudyLimits) -> String {
    let memory = match limits.memory {
        bytes if bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
        bytes => format!("{bytes} bytes"),
    };
    format!("{} with {memory}", describe_limits(limits))
}
