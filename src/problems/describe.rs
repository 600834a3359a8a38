//! Counts what a problem set holds: by empty squares (figure 7 of the 2008 study) and by amazons.

use super::problem::{Judgement, Problem};
use super::split::Split;
use crate::board::Color;
use crate::util::number::Count;
use hashbrown::HashSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Counts over the problems of a set.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Description {
    /// All problems.
    pub problems: u64,
    /// The regions they come from.
    pub regions: u64,
    /// Problems with an exact score.
    pub solved: u64,
    /// Problems for which a limit left only bounds.
    pub bounded: u64,
    /// Problems that were never judged.
    pub open: u64,
    /// Solved problems that the first player wins.
    pub won_by_first: u64,
    /// By number of empty squares.
    pub by_empties: BTreeMap<usize, Counts>,
    /// By amazons, the side with more first: `2+1`.
    pub by_amazons: BTreeMap<String, Counts>,
    /// By part, for development and for tests.
    pub by_split: BTreeMap<Split, Counts>,
    #[serde(skip)]
    names: HashSet<String>,
}

/// Problems of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All of them.
    pub problems: u64,
    /// Those with an exact score.
    pub solved: u64,
}

/// The longest bar of the histogram in the terminal.
const BAR: u64 = 50;

impl Description {
    /// Counts one more problem.
    pub fn add(&mut self, problem: &Problem) {
        self.problems += 1;
        if self.names.insert(problem.region_id()) {
            self.regions += 1;
        }
        let mut solved = 0;
        match &problem.judgement {
            Judgement::Open => self.open += 1,
            Judgement::Bounded { .. } => self.bounded += 1,
            Judgement::Solved { score, .. } => {
                solved = 1;
                self.solved += 1;
                self.won_by_first += u64::from(score.winner == problem.first());
            }
        }
        let (white, black) =
            (problem.position.amazons(Color::White), problem.position.amazons(Color::Black));
        let amazons = format!("{}+{}", white.max(black), white.min(black));
        let counts = [
            self.by_empties.entry(problem.empties()).or_default(),
            self.by_amazons.entry(amazons).or_default(),
        ];
        let of_split = problem.split.map(|split| self.by_split.entry(split).or_default());
        for count in counts.into_iter().chain(of_split) {
            count.problems += 1;
            count.solved += solved;
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems = Count(self.problems, "problem");
        writeln!(f, "{problems} from {}", Count(self.regions, "region"))?;
        writeln!(
            f,
            "{} judged ({} won by the first player), {} with bounds only, {} not yet judged\n",
            self.solved, self.won_by_first, self.bounded, self.open
        )?;
        let most = self.by_empties.values().map(|counts| counts.problems).max().unwrap_or(0);
        writeln!(f, "empties problems judged")?;
        for (size, counts) in &self.by_empties {
            // At least one mark for each nonzero number.
            let bar = |count: u64| (count * BAR).div_ceil(most.max(1)) as usize;
            let (all, solved) = (bar(counts.problems), bar(counts.solved));
            writeln!(
                f,
                "{size:>7} {:>8} {:>6}  {}{}",
                counts.problems,
                counts.solved,
                "#".repeat(solved),
                "-".repeat(all - solved)
            )?;
        }
        writeln!(f, "{:>7} (# judged, - not)\n\namazons problems judged", "")?;
        for (amazons, counts) in &self.by_amazons {
            writeln!(f, "{amazons:>7} {:>8} {:>6}", counts.problems, counts.solved)?;
        }
        writeln!(f, "\n       part problems judged")?;
        for (split, counts) in &self.by_split {
            writeln!(f, "{:>11} {:>8} {:>6}", split.name(), counts.problems, counts.solved)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_counted() {
        let mut description = Description::default();
        let position: crate::board::Position = "Q2q/4 w".parse().unwrap();
        let mut problem = Problem::new(position.clone(), None);
        description.add(&problem);
        problem = Problem::new("QQ2q/5 b".parse().unwrap(), None);
        problem.judgement = Judgement::Solved {
            score: "B+0".parse().unwrap(),
            legal_moves: 1,
            optimal: Vec::new(),
        };
        description.add(&problem);
        description.add(&Problem::new(problem.position.with_side(Color::White), None));
        assert_eq!((description.problems, description.regions), (3, 2));
        assert_eq!(description.by_amazons["2+1"], Counts { problems: 2, solved: 1 });
        let text = description.to_string();
        assert!(text.contains("      7        2      1  #########################-----"), "{text}");
        assert!(text.contains("1 judged (1 won by the first player)"), "{text}");
    }
}
