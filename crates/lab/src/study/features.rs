//! What is known about the problems themselves: regions for clusters, features for strata, and what
//! a method without search would get right.

use super::log::Contents;
use super::record::Problem;
use amazons::board::{Color, Position};
use amazons::limits::Limits;
use amazons::problems::Filter;
use amazons::region::{Canonical, RegionKind, regions};
use amazons::score::Interval;
use amazons::solvers::{Solver, solver};
use std::collections::HashMap;

/// The solver that looks one move ahead, with its default evaluation: a baseline of every report.
pub const ONE_PLY: &str = "one-ply";

/// The sizes of the problems of the paper of 2008, in empty squares.
const PAPER_MOST_EMPTIES: usize = 24;

/// One problem of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The problem's id.
    pub problem: String,
    /// The number of its region, from 0: the two problems of a region have the same, and so have
    /// its images and colour swaps.
    pub region: usize,
    /// Empty squares.
    pub empties: usize,
    /// Amazons of both players.
    pub amazons: usize,
    /// What the position is made of.
    pub kind: Kind,
    /// Legal moves of the first player.
    pub legal_moves: u64,
    /// How many moves are optimal; `None` if the set does not list them.
    pub best_moves: Option<u64>,
    /// Whether the one-ply method's move is optimal; `None` if the set does not list them.
    pub one_ply: Option<bool>,
    /// The nodes with which the judge solved the problem alone: those that the set tells, or else
    /// those of the study's judge. `None` if the set has only its solution, or a limit came first.
    pub judge_nodes: Option<u64>,
    /// Whether it passes the filter of the paper's problems.
    pub of_papers_kind: bool,
}

/// What a position is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One contested region with as many amazons of each player.
    Even,
    /// One contested region in which the first player has more amazons.
    FirstHasMore,
    /// One contested region in which the second player has more amazons.
    SecondHasMore,
    /// Several contested regions.
    Several,
    /// No contested region.
    Decided,
}

impl Kind {
    /// The kind in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Even => "contested, even amazons",
            Self::FirstHasMore => "contested, first player has more amazons",
            Self::SecondHasMore => "contested, second player has more amazons",
            Self::Several => "several contested regions",
            Self::Decided => "no contested region",
        }
    }

    fn of(position: &Position) -> Self {
        let contested = |region: &amazons::region::Region| region.kind == RegionKind::Contested;
        match regions(position).iter().filter(|region| contested(region)).count() {
            0 => return Self::Decided,
            1 => {}
            _ => return Self::Several,
        }
        let [first, second] =
            [position.side(), position.side().other()].map(|color| position.amazons(color));
        match first.cmp(&second) {
            std::cmp::Ordering::Equal => Self::Even,
            std::cmp::Ordering::Greater => Self::FirstHasMore,
            std::cmp::Ordering::Less => Self::SecondHasMore,
        }
    }
}

/// The features of every problem of a study, in the order of the problems.
pub fn features(contents: &Contents) -> Vec<Features> {
    let one_ply = solver(ONE_PLY).ok();
    let mut numbers = HashMap::new();
    let described = contents.problems.iter().map(|problem| {
        let next = numbers.len();
        let canonical = Canonical::of_region(&problem.fen).position.to_fen();
        let region = *numbers.entry(canonical).or_insert(next);
        let judged = contents.judgement(&problem.id, None);
        let solved = judged.filter(|judgement| judgement.bounds().exact().is_some());
        let judge_nodes = problem.judge_nodes.or(solved.map(|judgement| judgement.nodes));
        Features { region, judge_nodes, ..Features::of(problem, one_ply.as_deref()) }
    });
    described.collect()
}

impl Features {
    /// The features of a problem alone.
    pub(super) fn of(problem: &Problem, one_ply: Option<&dyn Solver>) -> Self {
        let position = &problem.fen;
        let legal_moves = position.placement().count_moves(position.side());
        let right = |solver: &dyn Solver, optimal: &[_]| {
            let answer = solver.solve(position, &Limits::none());
            answer.best.is_none_or(|mv| optimal.contains(&mv))
        };
        Self {
            problem: problem.id.clone(),
            region: 0,
            empties: problem.empties(),
            amazons: Color::BOTH.iter().map(|&color| position.amazons(color)).sum(),
            kind: Kind::of(position),
            legal_moves,
            best_moves: problem.optimal.as_ref().map(|moves| moves.len() as u64),
            one_ply: problem.optimal.as_ref().and_then(|moves| Some(right(one_ply?, moves))),
            judge_nodes: None,
            of_papers_kind: is_of_papers_kind(position),
        }
    }

    /// The chance that a legal move drawn at random is optimal; `None` if that is not known. Without
    /// a legal move there is nothing to find, which counts as right.
    pub fn chance(&self) -> Option<f64> {
        let best_moves = self.best_moves?;
        Some(if self.legal_moves == 0 { 1.0 } else { best_moves as f64 / self.legal_moves as f64 })
    }
}

/// Whether the paper's filter keeps the problem: one contested region of at most 4 amazons and 10
/// to 24 empty squares, with 5 moves of each player, that the first player cannot end with one
/// move. (The paper also left out what its judge, DFPN without a limit, did not solve.)
fn is_of_papers_kind(position: &Position) -> bool {
    let filter = Filter { max_empties: Some(PAPER_MOST_EMPTIES), ..Filter::default() };
    matches!(Kind::of(position), Kind::Even | Kind::FirstHasMore | Kind::SecondHasMore)
        && filter.test(position).is_ok()
        && !filter.drops(position)
}

/// The group of five sizes that `empties` belongs to: 10 to 14, 15 to 19 and so on.
pub fn size_group(empties: usize) -> (usize, usize) {
    let from = empties / 5 * 5;
    (from, from + 4)
}

/// Who wins under best play and by how much, from the first player's ranks, in words; ordered from
/// large losses to large wins.
pub fn result_group(best: Interval) -> (i32, String) {
    const MARGINS: [(i32, i32); 4] = [(0, 2), (3, 5), (6, 10), (11, i32::MAX)];
    let words = |margin: i32, verb: &str, sign: i32| {
        let group = MARGINS.iter().position(|&(_, most)| margin <= most).unwrap_or_default();
        let (from, to) = MARGINS[group];
        let range =
            if to == i32::MAX { format!("{from} or more") } else { format!("{from} to {to}") };
        (sign * (group as i32 + 1), format!("{verb} by {range}"))
    };
    match best.exact() {
        Some(rank) if rank.wins() => words(rank.get(), "won", 1),
        Some(rank) => words(rank.for_opponent().get(), "lost", -1),
        None if best.low.wins() => (90, "won, margin open".to_owned()),
        None if !best.high.wins() => (91, "lost, margin open".to_owned()),
        None => (92, "winner open".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::record::{Header, Judgement, Line};
    use amazons::score::Rank;

    fn contents(fens: &[&str], optimal: Option<&[&str]>) -> Contents {
        let header = Header::without_name(fens.len(), Vec::new());
        let moves = optimal.map(|moves| moves.iter().map(|mv| mv.parse().unwrap()).collect());
        let problem = |(index, fen): (usize, &&str)| Problem {
            id: format!("p{index}"),
            fen: fen.parse().unwrap(),
            best: Interval::of_size(3),
            optimal: moves.clone(),
            judge_nodes: None,
        };
        Contents::new(header, fens.iter().enumerate().map(problem).collect())
    }

    #[test]
    fn both_problems_of_a_region_and_its_images_are_one_cluster() {
        let contents = contents(&["Q3q w", "Q3q b", "q3Q w", "Q4q w", "Q/1/1/1/q w"], None);
        let regions: Vec<_> = features(&contents).iter().map(|f| f.region).collect();
        assert_eq!(regions, [0, 0, 0, 1, 0]);
    }

    #[test]
    fn chance_is_the_share_of_best_moves_among_legal_ones() {
        // Nine legal moves.
        let moves = ["a1-b1/a1", "a1-b1/c1", "a1-c1/b1"];
        let features = features(&contents(&["Q3q w"], Some(&moves)));
        assert_eq!((features[0].legal_moves, features[0].best_moves), (9, Some(3)));
        assert!((features[0].chance().unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!(features[0].one_ply.is_some());
        let unknown = self::features(&contents(&["Q3q w"], None));
        assert_eq!((unknown[0].chance(), unknown[0].one_ply), (None, None));
        // Nothing to find.
        assert_eq!(self::features(&contents(&["Q*1q w"], Some(&[])))[0].chance(), Some(1.0));
    }

    #[test]
    fn judges_nodes_are_those_of_problems_that_it_solved() {
        let mut contents = contents(&["Q3q w", "Q3q b", "Q4q w"], None);
        for (problem, at_most, nodes) in [("p0", 1, 77), ("p1", 2, 88)] {
            contents.add(Line::Judgement(Judgement {
                problem: problem.to_owned(),
                mv: None,
                at_least: Rank::new(1),
                at_most: Rank::new(at_most),
                nodes,
                seconds: 0.0,
            }));
        }
        let nodes: Vec<_> = features(&contents).iter().map(|f| f.judge_nodes).collect();
        assert_eq!(nodes, [Some(77), None, None]);
    }

    #[test]
    fn kinds_and_results_are_those_of_the_position() {
        let kind = |fen: &str| Kind::of(&fen.parse().unwrap());
        assert_eq!(kind("Q3q w"), Kind::Even);
        assert_eq!(kind("QQ3q w"), Kind::FirstHasMore);
        assert_eq!(kind("QQ3q b"), Kind::SecondHasMore);
        assert_eq!(kind("Q3q*Q2q w"), Kind::Several);
        assert_eq!(kind("Q3*q w"), Kind::Decided);
        let group =
            |low, high| result_group(Interval { low: Rank::new(low), high: Rank::new(high) });
        let text = |low, high| group(low, high).1;
        assert_eq!(text(0, 0), "won by 0 to 2");
        assert_eq!(text(-1, -1), "lost by 0 to 2");
        assert_eq!(text(-12, -12), "lost by 11 or more");
        assert_eq!(text(1, 4), "won, margin open");
        assert_eq!(text(-4, 4), "winner open");
        assert!(group(-7, -7).0 < group(-1, -1).0);
        assert_eq!((size_group(10), size_group(14), size_group(7)), ((10, 14), (10, 14), (5, 9)));
    }

    #[test]
    fn the_papers_filter_keeps_problems_of_its_kind() {
        let keeps = |fen: &str| is_of_papers_kind(&fen.parse().unwrap());
        assert!(keeps("Q3/4/3q/4 w"));
        assert!(!keeps("Q3q w"), "too small");
        assert!(!keeps("Q9/10/8qq/QQQ7 w"), "more than 24 squares and 4 amazons");
    }
}
