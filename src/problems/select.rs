//! Selects problems from a set.

use super::attempt::JUDGE;
use super::problem::{Judgement, Problem};
use super::puzzle::{Puzzle, Theme};
use super::set::GENERATOR;
use super::set::{Header, ProblemSet, Selection};
use super::solved_problems::{InStudy, SolvedProblems};
use super::split::Split;
use super::split_by_game::split_of;
use crate::board::Color;
use crate::score::Score;
use crate::util::SeededRng;
use std::collections::{BTreeMap, BTreeSet};
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
    /// Only solved problems with so many optimal moves.
    pub best_moves: Option<Span>,
    /// Only problems that the judge was tried on and solves with so many nodes. One that it left
    /// unsolved has more nodes than it was allowed.
    pub judge_nodes: Option<Span>,
    /// Only problems of this part.
    pub split: Option<Split>,
    /// Only problems with one of these ids.
    pub ids: Option<IdList>,
    /// Only problems that a method solved in a study.
    pub solved: Option<SolvedProblems>,
    /// Only puzzles with all of these themes.
    pub themes: Vec<Theme>,
    /// Only puzzles of at least this grade.
    pub min_grade: Option<u8>,
    /// Only puzzles of at most this grade.
    pub max_grade: Option<u8>,
    /// The most problems with the same number of empty squares: the first ones, or a random choice.
    pub max_per_size: Option<usize>,
    /// The most problems, at random.
    pub random: Option<usize>,
    /// The seed of the random choice.
    pub seed: Option<u64>,
}

/// Numbers from one to another, both included; either end may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest number.
    pub least: Option<u64>,
    /// The largest number.
    pub most: Option<u64>,
}

/// The ids of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdList {
    /// The file's name.
    pub file: String,
    /// Its ids.
    pub ids: BTreeSet<String>,
}

/// Why problems cannot be selected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// The set has no problem of some ids.
    #[error("{file}: {}; expected ids of this set", match others {
        0 => format!("no problem '{id}' in the set"),
        others => format!("no problem '{id}' in the set, and {others} more that it lacks"),
    })]
    UnknownId {
        /// The file of the ids.
        file: String,
        /// The first id that the set does not have.
        id: String,
        /// How many more there are.
        others: usize,
    },
    /// A study has another problem under the same id.
    #[error(
        "problem '{problem}': {study} has another position of this name; expected a study of this set"
    )]
    OtherPosition {
        /// The problem's id.
        problem: String,
        /// The study and the method.
        study: String,
    },
    /// What a method claims to have proved contradicts the set.
    #[error("problem '{problem}': {study} proved {proved}; the set has {known}")]
    Contradicted {
        /// The problem's id.
        problem: String,
        /// The study and the method.
        study: String,
        /// The score that was proved.
        proved: Score,
        /// The score of the set.
        known: Score,
    },
    /// A study has no problem of the set.
    #[error(
        "{study}: the study has no problem of this set; expected a study of this set, or of a part of it"
    )]
    OtherSet {
        /// The study and the method.
        study: String,
    },
    /// No problem has the judge's nodes.
    #[error(
        "no problem has the judge's nodes; 'amazons judge SET --solver judge --nodes N' writes them"
    )]
    NoJudgeNodes,
}

impl Selector {
    /// Whether a problem has the features that need no other file.
    fn keeps(&self, problem: &Problem, header: &Header) -> bool {
        let solved = matches!(problem.judgement, Judgement::Solved { .. });
        within(problem.empties(), self.min_empties, self.max_empties)
            && within(problem.amazons(), self.min_amazons, self.max_amazons)
            && self.judged.is_none_or(|judged| judged == solved)
            && self.first.is_none_or(|first| first == problem.first())
            && self.split.is_none_or(|split| part_of(problem, header) == split)
            && self.keeps_solution(&problem.judgement)
            && self.judge_nodes.is_none_or(|span| span.holds_judge_nodes(problem))
            && self.keeps_puzzle(problem.puzzle.as_ref())
            && self.source.as_ref().is_none_or(|text| comes_from(problem, header, text))
    }

    fn keeps_solution(&self, judgement: &Judgement) -> bool {
        let rank = |score: Score| score.rank(Color::White);
        match judgement {
            Judgement::Solved { score, optimal, .. } => {
                within(rank(*score), self.min_score.map(rank), self.max_score.map(rank))
                    && self.best_moves.is_none_or(|span| span.holds(optimal.len() as u64))
            }
            _ => self.min_score.is_none() && self.max_score.is_none() && self.best_moves.is_none(),
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
    ///
    /// # Errors
    /// The features do not fit the set, which stays as it is.
    pub fn apply(&self, set: &mut ProblemSet) -> Result<(), SelectError> {
        let mut selecting = Selecting::new(self);
        let taken = set.problems.iter().map(|problem| selecting.takes(problem, &set.header));
        let taken: Vec<bool> = taken.collect::<Result<_, _>>()?;
        let selected = selecting.finish()?;
        let (mut taken, mut numbers) = (taken.into_iter(), 0..);
        set.problems.retain(|_| {
            taken.next().is_some_and(|taken| taken)
                && numbers.next().is_some_and(|number| selected.keeps(number))
        });
        set.header.selections.push(selected.note);
        Ok(())
    }
}

impl Span {
    /// Whether a number is in it.
    pub fn holds(self, number: u64) -> bool {
        within(number, self.least, self.most)
    }

    fn holds_judge_nodes(self, problem: &Problem) -> bool {
        let by_judge = || problem.attempts.iter().filter(|one| one.by == JUDGE);
        match by_judge().find(|one| one.solved) {
            Some(solved) => self.holds(solved.nodes),
            // It needs more, which is as much as is known.
            None => by_judge().any(|one| self.most.is_none() && self.holds(one.nodes)),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        write!(f, "{}..{}", end(self.least), end(self.most))
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
    /// Ids that no problem had so far.
    missing: BTreeSet<&'a str>,
    /// Problems that the study does not have.
    not_in_study: u64,
    /// Problems that the judge was tried on.
    tried: u64,
}

/// A selection that was made.
#[derive(Clone, Debug)]
pub struct Selected {
    /// What the header of the selected problems says about it.
    pub note: Selection,
    /// How many problems were left out because the study does not have them.
    pub not_in_study: u64,
    /// Which of the problems taken are kept, if it is not all.
    kept: Option<Vec<bool>>,
}

impl<'a> Selecting<'a> {
    /// Begins a selection.
    pub fn new(selector: &'a Selector) -> Self {
        let ids = selector.ids.iter().flat_map(|list| &list.ids);
        Self {
            selector,
            from: 0,
            taken: 0,
            per_size: BTreeMap::new(),
            sizes: Vec::new(),
            missing: ids.map(String::as_str).collect(),
            not_in_study: 0,
            tried: 0,
        }
    }

    /// Whether the next problem, of a set with this header, is taken. Of those that are, some may be
    /// left out in the end: see [`Selected::keeps`].
    ///
    /// # Errors
    /// The study and the set contradict each other about the problem.
    pub fn takes(&mut self, problem: &Problem, header: &Header) -> Result<bool, SelectError> {
        self.from += 1;
        self.missing.remove(problem.id.as_str());
        self.tried += u64::from(problem.attempts.iter().any(|one| one.by == JUDGE));
        let listed = self.selector.ids.as_ref().is_none_or(|list| list.ids.contains(&problem.id));
        let solved = self.is_solved(problem)?;
        if !listed || !solved || !self.selector.keeps(problem, header) {
            return Ok(false);
        }
        if let Some(most) = self.selector.max_per_size {
            if self.selector.seed.is_some() {
                self.sizes.push(problem.empties() as u16);
            } else {
                let count = self.per_size.entry(problem.empties()).or_default();
                if *count >= most {
                    return Ok(false);
                }
                *count += 1;
            }
        }
        self.taken += 1;
        Ok(true)
    }

    /// Whether the method of the study solved a problem.
    fn is_solved(&mut self, problem: &Problem) -> Result<bool, SelectError> {
        let Some(solved) = &self.selector.solved else { return Ok(true) };
        let (id, study) = (|| problem.id.clone(), || solved.name.clone());
        match solved.find(problem) {
            InStudy::Missing => {
                self.not_in_study += 1;
                Ok(false)
            }
            InStudy::OtherPosition => {
                Err(SelectError::OtherPosition { problem: id(), study: study() })
            }
            InStudy::Answer(None) => Ok(false),
            InStudy::Answer(Some(rank)) => {
                let proved = Score::from_rank(rank, problem.first());
                match problem.score() {
                    Some(known) if known != proved => Err(SelectError::Contradicted {
                        problem: id(),
                        study: study(),
                        proved,
                        known,
                    }),
                    _ => Ok(true),
                }
            }
        }
    }

    /// Returns the number of problems seen.
    pub fn seen(&self) -> u64 {
        self.from
    }

    /// Ends the selection.
    ///
    /// # Errors
    /// No problem has an id of the list, or the study is one of another set, or the nodes of the
    /// judge are not known.
    pub fn finish(self) -> Result<Selected, SelectError> {
        let Self { selector, from, not_in_study, .. } = self;
        if let (Some(list), Some(&id)) = (&selector.ids, self.missing.first()) {
            return Err(SelectError::UnknownId {
                file: list.file.clone(),
                id: id.to_owned(),
                others: self.missing.len() - 1,
            });
        }
        if let Some(solved) = &selector.solved
            && from > 0
            && not_in_study == from
        {
            return Err(SelectError::OtherSet { study: solved.name.clone() });
        }
        if selector.judge_nodes.is_some() && from > 0 && self.tried == 0 {
            return Err(SelectError::NoJudgeNodes);
        }
        let mut kept = match (selector.max_per_size, selector.seed) {
            (Some(most), Some(seed)) => Some(drawn(&self.sizes, most, seed)),
            _ => None,
        };
        if let Some(count) = selector.random {
            let kept = kept.get_or_insert_with(|| vec![true; self.taken as usize]);
            draw_among(kept, count, selector.seed.unwrap_or_default());
        }
        let number = |kept: &Vec<bool>| kept.iter().filter(|kept| **kept).count() as u64;
        let note = Selection {
            generator: GENERATOR.to_owned(),
            filter: selector.to_string(),
            from,
            kept: kept.as_ref().map_or(self.taken, number),
        };
        Ok(Selected { note, not_in_study, kept })
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

/// Draws at most `count` of those that are kept, all equally likely, and leaves out the others.
fn draw_among(kept: &mut [bool], count: usize, seed: u64) {
    let mut numbers: Vec<usize> = (0..kept.len()).filter(|&number| kept[number]).collect();
    SeededRng::new(seed).shuffle(&mut numbers);
    numbers.into_iter().skip(count).for_each(|number| kept[number] = false);
}

/// The part of a problem: what its set says, or else that of its game.
fn part_of(problem: &Problem, header: &Header) -> Split {
    problem.split.unwrap_or_else(|| split_of(problem, header))
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
            ("--random", self.random),
        ];
        words.extend(numbers.iter().filter_map(|(name, n)| n.map(|n| format!("{name} {n}"))));
        words.extend(self.seed.map(|seed| format!("--seed {seed}")));
        words.extend(
            self.judged.map(|judged| if judged { "--judged" } else { "--unjudged" }.to_owned()),
        );
        words.extend(self.first.map(|first| format!("--first {first}").to_lowercase()));
        words.extend(self.min_score.map(|score| format!("--min-score {score}")));
        words.extend(self.max_score.map(|score| format!("--max-score {score}")));
        words.extend(self.best_moves.map(|span| format!("--best-moves {span}")));
        words.extend(self.judge_nodes.map(|span| format!("--judge-nodes {span}")));
        words.extend(self.split.map(|split| format!("--split {split}")));
        words.extend(self.ids.as_ref().map(|list| format!("--ids {}", list.file)));
        words.extend(self.solved.as_ref().map(|solved| format!("--solved-by {}", solved.name)));
        let within = self.solved.as_ref().and_then(|solved| solved.within);
        words.extend(within.map(|nodes| format!("--solved-within {nodes}")));
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
        selector.apply(&mut a).unwrap();
        selector.apply(&mut b).unwrap();
        assert_eq!(a, b);
        let note = &a.header.selections[0];
        assert_eq!((note.from, note.kept), (60, a.problems.len() as u64));
        assert_eq!(note.filter, "--max-per-size 5 --seed 1");
        let sizes: BTreeSet<_> = a.problems.iter().map(Problem::empties).collect();
        assert_eq!(a.problems.len(), 5 * sizes.len());
        Selector { seed: Some(2), ..selector }.apply(&mut b).unwrap();
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
        .apply(&mut chosen)
        .unwrap();
        assert!(!chosen.problems.is_empty() && chosen.problems.len() < 60);
        assert!(chosen.problems.iter().all(|p| p.empties() >= 15 && p.amazons() == 2));
        Selector { judged: Some(true), ..Selector::default() }.apply(&mut chosen).unwrap();
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
            selector.apply(&mut set).unwrap();
            set.problems.len()
        };
        let score = |text: &str| text.parse().ok();
        let best = |least, most| Selector {
            best_moves: Some(Span { least, most }),
            ..Selector::default()
        };
        assert_eq!(count(Selector { min_score: score("W+0"), ..Selector::default() }), 2);
        assert_eq!(count(Selector { max_score: score("W+0"), ..Selector::default() }), 2);
        assert_eq!(count(best(Some(1), Some(1))), 1);
        assert_eq!(count(best(Some(2), None)), 2);
        assert_eq!(best(None, Some(7)).to_string(), "--best-moves ..7");
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
            selector.apply(&mut set).unwrap();
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

    #[test]
    fn a_random_choice_is_of_what_is_left() {
        let chosen = |selector: &Selector| {
            let mut set = set();
            selector.apply(&mut set).unwrap();
            (set.problems, set.header.selections[0].clone())
        };
        let selector = Selector { random: Some(7), seed: Some(3), ..Selector::default() };
        let (problems, note) = chosen(&selector);
        assert_eq!((problems.len(), note.kept), (7, 7));
        assert_eq!(note.filter, "--random 7 --seed 3");
        assert_eq!(chosen(&selector).0, problems);
        assert_ne!(chosen(&Selector { seed: Some(4), ..selector.clone() }).0, problems);
        let (few, _) = chosen(&Selector { max_per_size: Some(1), ..selector.clone() });
        assert!(few.len() < 7);
        let (large, _) = chosen(&Selector { min_empties: Some(15), ..selector });
        assert!(large.len() == 7 && large.iter().all(|problem| problem.empties() >= 15));
    }

    #[test]
    fn problems_are_chosen_by_their_ids() {
        let mut set = set();
        let ids: BTreeSet<String> =
            [5, 9].map(|index: usize| set.problems[index].id.clone()).into();
        let list = IdList { file: "ids.txt".into(), ids: ids.clone() };
        Selector { ids: Some(list.clone()), ..Selector::default() }.apply(&mut set).unwrap();
        assert_eq!(set.problems.iter().map(|p| p.id.clone()).collect::<BTreeSet<_>>(), ids);
        let before = set.clone();
        let more = list.ids.into_iter().chain(["e1-a".into(), "e2-a".into()]).collect();
        let more = IdList { ids: more, ..list };
        let error =
            Selector { ids: Some(more), ..Selector::default() }.apply(&mut set).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("ids.txt: no problem 'e1-a' in the set, and 1 more"), "{error}");
        assert_eq!(set, before);
    }

    #[test]
    fn problems_are_chosen_by_what_a_method_solved() {
        use crate::score::Rank;
        let set = set();
        let mut solved = SolvedProblems::new("report:dfpn".into(), Some(9000));
        let add = |solved: &mut SolvedProblems, index: usize, rank| {
            let Problem { id, position, .. } = &set.problems[index];
            solved.add(id, position.to_fen(), rank);
        };
        add(&mut solved, 3, Some(Rank::new(2)));
        add(&mut solved, 4, None);
        let of = |solved: &SolvedProblems| {
            let mut chosen = set.clone();
            chosen.problems[3].judgement = Judgement::Solved {
                score: Score::from_rank(Rank::new(2), set.problems[3].first()),
                legal_moves: 1,
                optimal: Vec::new(),
            };
            let selector = Selector { solved: Some(solved.clone()), ..Selector::default() };
            let done = selector.apply(&mut chosen).map_err(|error| error.to_string());
            done.map(|()| (chosen.problems, chosen.header.selections[0].filter.clone()))
        };
        let (problems, note) = of(&solved).unwrap();
        assert_eq!((problems.len(), &problems[0].id), (1, &set.problems[3].id));
        assert_eq!(note, "--solved-by report:dfpn --solved-within 9000");
        let mut wrong = solved.clone();
        add(&mut wrong, 3, Some(Rank::new(1)));
        assert!(of(&wrong).unwrap_err().contains("the set has"), "{:?}", of(&wrong));
        let mut other = solved;
        other.add(&set.problems[7].id, "Q2q w".into(), None);
        assert!(of(&other).unwrap_err().contains("another position"), "{:?}", of(&other));
        let mut foreign = SolvedProblems::new("other:wpns".into(), None);
        foreign.add("e1-a", "Q2q w".into(), None);
        assert!(of(&foreign).unwrap_err().contains("no problem of this set"));
    }

    #[test]
    fn problems_are_chosen_by_the_judges_nodes() {
        use crate::problems::attempt::Attempt;
        let mut set = set();
        set.problems.truncate(4);
        let selector = |least, most| Selector {
            judge_nodes: Some(Span { least, most }),
            ..Selector::default()
        };
        let error = selector(None, None).apply(&mut set).unwrap_err();
        assert_eq!(error, SelectError::NoJudgeNodes);
        for (problem, (solved, nodes)) in
            set.problems.iter_mut().zip([(true, 10), (true, 500), (false, 1000)])
        {
            let (by, limit) = (JUDGE.to_owned(), "1000 nodes".to_owned());
            problem.attempts.push(Attempt { by, limit, nodes, iteration: None, solved });
        }
        let chosen = |least, most| {
            let mut set = set.clone();
            selector(least, most).apply(&mut set).unwrap();
            set.problems.iter().map(|problem| problem.attempts[0].nodes).collect::<Vec<_>>()
        };
        assert_eq!(chosen(Some(11), None), [500, 1000]);
        assert_eq!(chosen(None, Some(500)), [10, 500]);
        // More than 1,000 nodes: how many is not known.
        assert_eq!(chosen(Some(100), Some(5000)), [500]);
        assert_eq!(chosen(Some(2000), None), [0u64; 0]);
    }
}
