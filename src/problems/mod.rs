//! Problem sets: their contents, their XML files, and how they are made from records.

pub(crate) mod attempt;
pub(crate) mod describe;
pub(crate) mod extract;
pub(crate) mod filter;
pub(crate) mod funnel;
pub(crate) mod journal;
pub(crate) mod judged_set;
pub(crate) mod judging;
pub(crate) mod merge;
pub(crate) mod merge_extracted;
pub(crate) mod parts;
pub(crate) mod problem;
pub(crate) mod puzzle;
pub(crate) mod puzzle_proof;
pub(crate) mod row;
pub(crate) mod select;
pub(crate) mod set;
pub(crate) mod solved_problems;
pub(crate) mod split;
pub(crate) mod split_by_game;
pub(crate) mod trying;
pub(crate) mod validate;
pub(crate) mod waiting;
pub(crate) mod xml;

pub use attempt::{Attempt, JUDGE};
pub use describe::{Counts, Description};
pub use extract::Extractor;
pub use filter::{Filter, Rejection};
pub use funnel::Funnel;
pub use journal::{Finished, Found, FoundBefore, adopt_journal, journal_of, open_journal};
pub use judged_set::JudgedSet;
pub use judging::{Judging, JudgingError, doubt, judge_all, solve_known};
pub use merge::{Contradicted, Merger};
pub use merge_extracted::{extracted_part, merge_extracted};
pub use parts::{
    AdoptError, AtStake, WrittenBefore, is_part, merge_parts, note_part, refuse_to_lose,
};
pub use problem::{Judgement, Problem, Provenance};
pub use puzzle::{Goal, Puzzle, SolutionTree, Theme};
pub use puzzle_proof::prove_puzzle;
pub use row::ProblemRow;
pub use select::{IdList, SelectError, Selected, Selecting, Selector, Span};
pub use set::{Extraction, GENERATOR, Header, PassedOver, ProblemSet, RecordFile, Selection};
pub use solved_problems::{InStudy, SolvedProblems};
pub use split::Split;
pub use split_by_game::{keep_regions_together, split_by_game};
pub use trying::{Contender, Trying, try_all};
pub use validate::{Finding, Validator};
pub use waiting::{Place, WaitingProblems};
pub use xml::error::{SetError, SetReason};
pub use xml::read::SetReader;
pub use xml::write::SetWriter;
