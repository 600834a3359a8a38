//! Selects problems from a set.

use super::problem::{Judgement, Problem};
use super::puzzle::{Puzzle, Theme};
use super::set::GENERATOR;
use super::set::{Header, ProblemSet, Selection};
use crate::board::Color;
use crate::score::Score;
use crate::util::SeededRng;
use std::collections::BTreeMap;
use std::fmt;

/// What the selected problems have in common. The default keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    /// The fewest empty squares.
    pub min_empties: Option<usize>,
    /// The most empty squares.
    pub max_empties: Option<usize>,
    /// The fewest amazons of both sides together.
    pub min_amazons: Option<usize>,
    /// The most amazons of both sides together.
    pub max_amazons: Option<usize>,
    /// Only problems with an exact score (`true`) or without one (`false`).
    pub judged: Option<bool>,
    /// Only problems where this side moves first.
    pub first: Option<Color>,
    /// Only problems from records whose name or origin contains this text.
    pub source: Option<String>,
    /// Only solved problems whose score is at least this, seen from White's side.
    pub min_score: Option<Score>,
    /// Only solved problems whose score is at most this, seen from White's side.
    pub max_score: Option<Score>,
    /// Only solved problems with a single optimal move.
    pub single_best: bool,
    /// Only puzzles with all of these themes.
    pub themes: Vec<Theme>,
    /// Only puzzles of at least this grade.
    pub min_grade: Option<u8>,
    /// Only puzzles of at most this grade.
    pub max_grade: Option<u8>,
    /// The most problems with the same number of empty squares: the first ones, or a random choice.
    pub max_per_size: Option<usize>,
    /// The seed of the random choice.
    pub seed: Option<u64>,
}

impl Selector {
    fn keeps(&self, problem: &Problem, header: &Header) -> bool {
        let solved = matches!(problem.judgement, Judgement::Solved { .. });
        within(problem.empties(), self.min_empties, self.max_empties)
            && within(problem.amazons(), self.min_amazons, self.max_amazons)
            && self.judged.is_none_or(|judged| judged == solved)
            && self.first.is_none_or(|first| first == problem.first())
            && self.keeps_solution(&problem.judgement)
            && self.keeps_puzzle(problem.puzzle.as_ref())
            && self.source.as_ref().is_none_or(|text| comes_from(problem, header, text))
    }

    fn keeps_solution(&self, judgement: &Judgement) -> bool {
        let rank = |score: Score| score.rank(Color::White);
        match judgement {
            Judgement::Solved { score, optimal, .. } => {
                within(rank(*score), self.min_score.map(rank), self.max_score.map(rank))
                    && (!self.single_best || optimal.len() == 1)
            }
            _ => self.min_score.is_none() && self.max_score.is_none() && !self.single_best,
        }
    }

    fn keeps_puzzle(&self, puzzle: Option<&Puzzle>) -> bool {
        match puzzle {
            Some(puzzle) => {
                self.themes.iter().all(|theme| puzzle.themes.contains(theme))
                    && within(puzzle.grade, self.min_grade, self.max_grade)
            }
            None => self.themes.is_empty() && self.min_grade.is_none() && self.max_grade.is_none(),
        }
    }

    /// Reduces a set to the selected problems, in their order, and notes the selection in its
    /// header.
    pub fn apply(&self, set: &mut ProblemSet) {
        let mut selecting = Selecting::new(self);
        set.problems.retain(|problem| selecting.takes(problem, &set.header));
        let selected = selecting.finish();
        let mut numbers = 0..;
        set.problems.retain(|_| numbers.next().is_some_and(|number| selected.keeps(number)));
        set.header.selections.push(selected.note);
    }
}

/// A selection while it is made, problem by problem.
#[derive(Clone, Debug)]
pub struct Selecting<'a> {
    selector: &'a Selector,
    /// Problems seen.
    from: u64,
    /// Problems taken.
    taken: u64,
    /// How many of each size were taken.
    per_size: BTreeMap<usize, usize>,
    /// The sizes of the problems taken, for a random choice among them.
    sizes: Vec<u16>,
}

/// A selection that was made.
#[derive(Clone, Debug)]
pub struct Selected {
    /// What the header of the selected problems says about it.
    pub note: Selection,
    /// Which of the problems taken are kept, if it is not all.
    kept: Option<Vec<bool>>,
}

impl<'a> Selecting<'a> {
    /// Begins a selection.
    pub fn new(selector: &'a Selector) -> Self {
        Self { selector, from: 0, taken: 0, per_size: BTreeMap::new(), sizes: Vec::new() }
    }

    /// Whether the next problem, of a set with this header, is taken. Of those that are, some may be
    /// left out in the end: see [`Selected::keeps`].
    pub fn takes(&mut self, problem: &Problem, header: &Header) -> bool {
        self.from += 1;
        if !self.selector.keeps(problem, header) {
            return false;
        }
        if let Some(most) = self.selector.max_per_size {
            if self.selector.seed.is_some() {
                self.sizes.push(problem.empties() as u16);
            } else {
                let count = self.per_size.entry(problem.empties()).or_default();
                if *count >= most {
                    return false;
                }
                *count += 1;
            }
        }
        self.taken += 1;
        true
    }

    /// Returns the number of problems seen.
    pub fn seen(&self) -> u64 {
        self.from
    }

    /// Ends the selection.
    pub fn finish(self) -> Selected {
        let kept = match (self.selector.max_per_size, self.selector.seed) {
            (Some(most), Some(seed)) => Some(drawn(&self.sizes, most, seed)),
            _ => None,
        };
        let number = |kept: &Vec<bool>| kept.iter().filter(|kept| **kept).count() as u64;
        let note = Selection {
            generator: GENERATOR.to_owned(),
            filter: self.selector.to_string(),
            from: self.from,
            kept: kept.as_ref().map_or(self.taken, number),
        };
        Selected { note, kept }
    }
}

impl Selected {
    /// Whether the problem that was taken as the `number`th, from 0, is kept.
    pub fn keeps(&self, number: u64) -> bool {
        let kept = |kept: &Vec<bool>| kept.get(number as usize).is_some_and(|kept| *kept);
        self.kept.as_ref().is_none_or(kept)
    }
}

/// Draws at most so many problems of each size, and returns for each whether it is among them.
fn drawn(sizes: &[u16], most: usize, seed: u64) -> Vec<bool> {
    let mut by_size: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for (number, size) in (0..).zip(sizes) {
        by_size.entry(*size).or_default().push(number);
    }
    let mut kept = vec![false; sizes.len()];
    let mut random = SeededRng::new(seed);
    for mut numbers in by_size.into_values() {
        random.shuffle(&mut numbers);
        numbers.iter().take(most).for_each(|&number| kept[number as usize] = true);
    }
    kept
}

/// Whether a value is within bounds, of which each may be missing.
fn within<T: PartialOrd>(value: T, least: Option<T>, most: Option<T>) -> bool {
    least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
}

fn comes_from(problem: &Problem, header: &Header, text: &str) -> bool {
    let record = problem.provenance.and_then(|from| header.record(from.record));
    record.is_some_and(|record| {
        record.name.contains(text)
            || record.made_by.as_ref().is_some_and(|made_by| made_by.contains(text))
    })
}

impl fmt::Display for Selector {
    /// Writes the options of `amazons set filter` that make this selection.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        let numbers = [
            ("--min-empties", self.min_empties),
            ("--max-empties", self.max_empties),
            ("--min-amazons", self.min_amazons),
            ("--max-amazons", self.max_amazons),
            ("--min-grade", self.min_grade.map(usize::from)),
            ("--max-grade", self.max_grade.map(usize::from)),
            ("--max-per-size", self.max_per_size),
        ];
        words.extend(numbers.iter().filter_map(|(name, n)| n.map(|n| format!("{name} {n}"))));
        words.extend(self.seed.map(|seed| format!("--seed {seed}")));
        words.extend(
            self.judged.map(|judged| if judged { "--judged" } else { "--unjudged" }.to_owned()),
        );
        words.extend(self.first.map(|first| format!("--first {first}").to_lowercase()));
        words.extend(self.min_score.map(|score| format!("--min-score {score}")));
        words.extend(self.max_score.map(|score| format!("--max-score {score}")));
        words.extend(self.single_best.then(|| "--single-best".to_owned()));
        words.extend(self.themes.iter().map(|theme| format!("--theme {}", theme.name())));
        words.extend(self.source.as_ref().map(|text| format!("--source '{text}'")));
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    fn set() -> ProblemSet {
        let mut random = RandomPositions::new(7);
        let problems = (0..60)
            .map(|i| Problem::new(random.board(5, 4, 10 + 5 * (i % 3), [1, 1 + i % 2]), None))
            .collect();
        ProblemSet { problems, ..ProblemSet::default() }
    }

    #[test]
    fn the_choice_is_noted_and_repeatable() {
        let selector = Selector { max_per_size: Some(5), seed: Some(1), ..Selector::default() };
        let (mut a, mut b) = (set(), set());
        selector.apply(&mut a);
        selector.apply(&mut b);
        assert_eq!(a, b);
        let note = &a.header.selections[0];
        assert_eq!((note.from, note.kept), (60, a.problems.len() as u64));
        assert_eq!(note.filter, "--max-per-size 5 --seed 1");
        let sizes: std::collections::BTreeSet<_> =
            a.problems.iter().map(Problem::empties).collect();
        assert_eq!(a.problems.len(), 5 * sizes.len());
        Selector { seed: Some(2), ..selector }.apply(&mut b);
        assert_eq!(b.problems.len(), a.problems.len());
    }

    #[test]
    fn features_are_tested() {
        let mut chosen = set();
        Selector {
            min_empties: Some(15),
            max_amazons: Some(2),
            first: Some(Color::White),
            judged: Some(false),
            ..Selector::default()
        }
        .apply(&mut chosen);
        assert!(!chosen.problems.is_empty() && chosen.problems.len() < 60);
        assert!(chosen.problems.iter().all(|p| p.empties() >= 15 && p.amazons() == 2));
        Selector { judged: Some(true), ..Selector::default() }.apply(&mut chosen);
        assert!(chosen.problems.is_empty());

        let mut scored = set();
        scored.problems.truncate(4);
        for (problem, score) in scored.problems.iter_mut().zip(["W+2", "W+0", "B+0"]) {
            let best = "a1-b1/c1".parse().unwrap();
            let optimal = vec![best; if score == "W+2" { 1 } else { 2 }];
            let score = score.parse().unwrap();
            problem.judgement = Judgement::Solved { score, legal_moves: 9, optimal };
        }
        let count = |selector: Selector| {
            let mut set = scored.clone();
            selector.apply(&mut set);
            set.problems.len()
        };
        let score = |text: &str| text.parse().ok();
        assert_eq!(count(Selector { min_score: score("W+0"), ..Selector::default() }), 2);
        assert_eq!(count(Selector { max_score: score("W+0"), ..Selector::default() }), 2);
        assert_eq!(count(Selector { single_best: true, ..Selector::default() }), 1);
    }

    #[test]
    fn puzzles_are_chosen_by_theme_and_grade() {
        use Theme::{Division, Sacrifice};
        let mut set = set();
        for (problem, (grade, themes)) in set.problems.iter_mut().zip([
            (1, vec![Division]),
            (3, vec![Sacrifice, Division]),
            (5, vec![]),
        ]) {
            let solution = "a1-b1/c1".parse().unwrap();
            let goal = crate::problems::Goal::Win;
            problem.puzzle = Some(Puzzle { goal, grade, difficulty: 7, themes, solution });
        }
        let chosen = |selector: Selector| {
            let mut set = set.clone();
            selector.apply(&mut set);
            let grades = set.problems.iter().map(|one| one.puzzle.as_ref().unwrap().grade);
            (grades.collect::<Vec<_>>(), selector.to_string())
        };
        let themes = |themes: &[Theme]| Selector { themes: themes.to_vec(), ..Default::default() };
        assert_eq!(chosen(themes(&[Division])), (vec![1, 3], "--theme division".to_owned()));
        assert_eq!(chosen(themes(&[Division, Sacrifice])).0, [3]);
        let graded = Selector { min_grade: Some(2), max_grade: Some(5), ..Default::default() };
        assert_eq!(chosen(graded), (vec![3, 5], "--min-grade 2 --max-grade 5".to_owned()));
        assert_eq!(chosen(Selector { max_grade: Some(1), ..themes(&[Division]) }).0, [1]);
    }
}
