//! The results of the study that this one repeats.
//!
//! Kloetzer, Iida and Bouzy, "A Comparative Study of Solvers in Amazons Endgames", 2008, tables I
//! and II: about 900 problems of 10 to 24 empty squares, 10 s per iteration or choice on a 3 GHz
//! Pentium 4.

use serde::Serialize;

/// One line of the paper's tables I and II, in percent and points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PaperLine {
    /// The paper's name of the method.
    pub method: &'static str,
    /// Table I: percentage solved.
    pub solved: f64,
    /// Table II: percentage unsolved.
    pub unsolved: f64,
    /// Table II: percentage badly solved.
    pub badly_solved: f64,
    /// Table II: average scoring error.
    pub mean_error: f64,
    /// The name of our solver for this method.
    solver: &'static str,
}

/// The lines of the paper's tables, in its order.
pub const PAPER: [PaperLine; 4] = [
    line("DFPN", "dfpn", 81.84, 9.49, 6.74, 4.97),
    line("WPNS", "wpns", 87.74, 6.16, 5.59, 5.43),
    line("Monte-Carlo", "mcts", 87.51, 0.0, 12.49, 1.67),
    line("Alpha/Beta", "alphabeta", 98.52, 0.0, 1.48, 1.15),
];

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
    PaperLine { method, solved, unsolved, badly_solved, mean_error, solver }
}

/// The paper's line for this solver's method, whatever the solver's options.
pub fn paper_line(spec: &str) -> Option<&'static PaperLine> {
    let name = spec.split(':').next()?;
    PAPER.iter().find(|line| line.solver == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_finds_its_line_whatever_its_options() {
        assert_eq!(paper_line("mcts:seed=1").unwrap().method, "Monte-Carlo");
        assert_eq!(paper_line("dfpn").unwrap().solved, 81.84);
        assert_eq!(paper_line("dfpnx"), None);
    }
}
