//! The results of the study that this one repeats.
//!
//! Kloetzer, Iida and Bouzy, "A Comparative Study of Solvers in Amazons Endgames", 2008, tables I
//! and II: about 900 problems of 10 to 24 empty squares, 10 s per iteration or choice on a 3 GHz
//! Pentium 4.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One line of the paper's tables I and II, in percent and points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperLine {
    /// The paper's name of the method.
    pub method: Cow<'static, str>,
    /// Table I: percentage solved.
    pub solved: f64,
    /// Table II: percentage unsolved.
    pub unsolved: f64,
    /// Table II: percentage badly solved.
    pub badly_solved: f64,
    /// Table II: average scoring error.
    pub mean_error: f64,
    /// The name of our solver for this method.
    #[serde(skip)]
    solver: &'static str,
}

/// The lines of the paper's tables, in its order.
pub static PAPER: [PaperLine; 4] = [
    line("DFPN", "dfpn", 81.84, 9.49, 6.74, 4.97),
    line("WPNS", "wpns", 87.74, 6.16, 5.59, 5.43),
    line("Monte-Carlo", "mcts", 87.51, 0.0, 12.49, 1.67),
    line("Alpha/Beta", "alphabeta", 98.52, 0.0, 1.48, 1.15),
];

/// How many problems the paper's percentages solved are shares of: the only number from 500 to 1,200
/// that gives all four of them.
pub const PAPER_PROBLEMS: u64 = 881;

/// On how many problems DFPN was strictly better than WPNS in the paper, and the reverse.
pub const PAPER_DFPN_WPNS: (usize, usize) = (17, 57);

const fn line(
    method: &'static str,
    solver: &'static str,
    solved: f64,
    unsolved: f64,
    badly_solved: f64,
    mean_error: f64,
) -> PaperLine {
    let method = Cow::Borrowed(method);
    PaperLine { method, solved, unsolved, badly_solved, mean_error, solver }
}

/// The paper's line for this solver's method, whatever the solver's options.
pub fn paper_line(spec: &str) -> Option<&'static PaperLine> {
    let name = spec.split(':').next()?;
    PAPER.iter().find(|line| line.solver == name)
}

/// Whether a solver is what the paper ran, so that its numbers may stand beside the paper's: DFPN
/// and WPNS without later improvements, alpha-beta without late move reductions and bounds by safe
/// squares, and Monte-Carlo whose playouts have random plies before the evaluation, as in Campya,
/// and prove nothing.
pub fn ran_in_paper(spec: &str) -> bool {
    let Some(line) = paper_line(spec) else { return false };
    let options = spec.split_once(':').map_or("", |(_, options)| options);
    let options: Vec<(&str, &str)> = options
        .split(',')
        .filter(|option| !option.is_empty())
        .map(|option| option.split_once('=').unwrap_or((option, "")))
        .collect();
    let value = |name: &str| options.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let only = |names: &[&str]| options.iter().all(|(key, _)| names.contains(key));
    match line.solver {
        "alphabeta" => {
            value("reduce") == Some("0")
                && value("bounds") == Some("false")
                && only(&["tt", "reduce", "bounds", "nodes", "time"])
        }
        "mcts" => {
            value("plies").is_some_and(|plies| plies != "0")
                && only(&["plies", "explore", "widen", "draw", "ends", "seed", "nodes", "time"])
        }
        _ => only(&["tt", "after-limit", "nodes", "time"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_paper_ran_stands_beside_its_numbers() {
        for spec in [
            "dfpn",
            "wpns:tt=64MB,after-limit=loss-branch",
            "mcts:plies=4,widen=0.6",
            "alphabeta:reduce=0,bounds=false",
        ] {
            assert!(ran_in_paper(spec), "{spec}");
        }
        for spec in [
            "dfpn:epsilon=0.25",
            "mcts",
            "mcts:plies=0",
            "mcts:plies=4,prove=win",
            "alphabeta",
            "alphabeta:reduce=0",
            "alphabeta:random,reduce=0,bounds=false",
            "uct",
            "engine:./dfpn",
        ] {
            assert!(!ran_in_paper(spec), "{spec}");
        }
    }

    #[test]
    fn a_solver_finds_its_line_whatever_its_options() {
        assert_eq!(paper_line("mcts:seed=1").unwrap().method, "Monte-Carlo");
        assert_eq!(paper_line("dfpn").unwrap().solved, 81.84);
        assert_eq!(paper_line("dfpnx"), None);
    }
}
