//! Whether methods with limits for equal processor time took it.

use crate::study::found::{finds_by_iterations, longest_part};
use crate::study::log::Contents;
use serde::{Deserialize, Serialize};

/// A method with a limit for equal processor time, and the time of its runs at that limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeAtLimit {
    /// What results call the method.
    pub solver: String,
    /// The processor time that its limit stands for, seconds.
    pub seconds: f64,
    /// Its nodes in a second, as measured before the study.
    pub nodes_per_second: f64,
    /// Its limit, nodes.
    pub limit: u64,
    /// How many runs of the study its limit ended.
    pub runs: usize,
    /// The mean processor time of those, or of the iterations that it ended, seconds; the wall time
    /// of foreign programs; `null` if there are none.
    pub mean_seconds: Option<f64>,
}

/// One line for each method with such a limit, in the order of the study's methods.
pub(crate) fn times_at_limit(contents: &Contents) -> Vec<TimeAtLimit> {
    let header = &contents.header;
    let of_method = |(name, spec): (&str, &str)| {
        let mut equal_times = header.equal_times();
        let (equal, rate) = equal_times.find_map(|equal| {
            let rate = equal.rates.iter().find(|rate| rate.solver == name)?;
            Some((equal, rate))
        })?;
        let by_iterations = finds_by_iterations(spec);
        let answers = contents.problems.iter().filter_map(|p| contents.answer(&p.id, name));
        let ended = answers.filter(|answer| answer.overshoot.nodes.is_some());
        let times: Vec<f64> = ended.map(|answer| longest_part(answer, by_iterations).1).collect();
        Some(TimeAtLimit {
            solver: name.to_owned(),
            seconds: equal.time.as_secs_f64(),
            nodes_per_second: rate.per_second(),
            limit: rate.limit,
            runs: times.len(),
            mean_seconds: (!times.is_empty())
                .then(|| times.iter().sum::<f64>() / times.len() as f64),
        })
    };
    header.specs().filter_map(of_method).collect()
}
