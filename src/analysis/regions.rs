//! The regions of a board with their scores and game values: the answer of `amazons regions`.

use super::sum_play;
use crate::board::{Color, Position};
use crate::cgt::Outcome;
use crate::game_value::{BoardReport, RegionReport};
use crate::judge::{Judge, Query};
use crate::limits::{Abort, Limits};
use crate::region::regions;
use crate::score::Score;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use std::fmt;

/// The regions of a board.
#[derive(Clone, Debug, Serialize)]
pub struct RegionTable {
    /// The position as it was given.
    pub fen: String,
    /// The sum of the regions, and how to play it.
    #[serde(flatten)]
    pub board: BoardReport,
    /// The scores of the regions played alone, one entry a region: White first, then Black first;
    /// null where a limit came first.
    pub scores: Vec<[Option<Score>; 2]>,
}

impl RegionTable {
    /// Adds the scores, each within the limits, to the game values. Where these do not tell how to
    /// play, the judge does, for each first player within the limit of time.
    pub fn new(
        fen: &str,
        position: &Position,
        mut board: BoardReport,
        judge: &mut Judge,
        limits: &Limits,
        abort: &Abort,
    ) -> Self {
        let mut score = |region: &Position, first: Color| {
            let problem = region.with_side(first);
            let verdict = judge.ask(&problem, Query::Score, limits);
            verdict.rank().map(|rank| Score::from_rank(rank, first))
        };
        let parts = regions(position);
        let scores: Vec<[Option<Score>; 2]> = parts
            .iter()
            .map(|part| {
                let region = position.restricted(part.squares);
                Color::BOTH.map(|first| score(&region, first))
            })
            .collect();
        for (region, scores) in board.regions.iter_mut().zip(&scores) {
            if let ([Some(white_first), Some(black_first)], None) = (*scores, region.worth.outcome)
            {
                // The sign of a region's score is its winner in a sum with nothing, too.
                let left_wins = |score: Score| score.rank(Color::White) >= 0;
                let outcome = Outcome::of(left_wins(white_first), left_wins(black_first));
                region.worth.outcome = Some(outcome);
            }
        }
        if board.play.is_none()
            && let Some(time) = limits.time
        {
            let mut play =
                |first| sum_play::play(position, &parts, &board.regions, first, judge, time, abort);
            let both = play(Color::White).zip(play(Color::Black));
            board.play = both.map(|(white, black)| [white, black]);
        }
        Self { fen: fen.to_owned(), board, scores }
    }

    /// Whether every score and every worth is known.
    pub fn complete(&self) -> bool {
        self.board.sum.stopped.is_none()
            && self.board.regions.iter().all(|region| region.worth.stopped.is_none())
            && self.scores.iter().flatten().all(Option::is_some)
    }
}

/// Squares as the ends of their runs along the files: `a1-a3 b2`.
fn runs(squares: &[String]) -> String {
    let mut text = String::new();
    let parts: Vec<(&str, u32)> = squares
        .iter()
        .map(|square| (&square[..1], square[1..].parse().unwrap_or_default()))
        .collect();
    let mut i = 0;
    while i < parts.len() {
        let mut end = i;
        while parts.get(end + 1) == Some(&(parts[i].0, parts[end].1 + 1)) {
            end += 1;
        }
        if i > 0 {
            text.push(' ');
        }
        text.push_str(&squares[i]);
        if end > i {
            text.push('-');
            text.push_str(&squares[end]);
        }
        i = end + 1;
    }
    text
}

fn row(number: usize, region: &RegionReport, scores: [Option<Score>; 2]) -> Vec<String> {
    fn known<T: fmt::Display>(value: Option<T>) -> String {
        value.map_or_else(|| "?".into(), |value| value.to_string())
    }
    let worth = &region.worth;
    let value = match (&worth.game_value, worth.stopped) {
        (Some(value), _) => value.clone(),
        (None, Some(stopped)) => stopped.to_string(),
        (None, None) => "(too long to print)".into(),
    };
    let [white, black] = region.amazons;
    let [white_first, black_first] = scores;
    vec![
        number.to_string(),
        runs(&region.squares),
        region.kind.to_string(),
        format!("{white} {black}"),
        known(white_first),
        known(black_first),
        value,
        known(worth.outcome.map(|outcome| outcome.letter())),
        known(worth.mean),
        known(worth.temperature),
    ]
}

impl fmt::Display for RegionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header([
            "",
            "squares",
            "kind",
            "W B",
            "W first",
            "B first",
            "game value",
            "outcome",
            "mean",
            "temp.",
        ]);
        for (i, (region, scores)) in self.board.regions.iter().zip(&self.scores).enumerate() {
            table.add_row(row(i + 1, region, *scores));
        }
        write!(f, "{table}\nsum: {}", self.board.sum)?;
        for play in self.board.play.iter().flatten() {
            write!(f, "\n{play}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_shortened_to_runs() {
        let runs = |list: &[&str]| runs(&list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
        assert_eq!(runs(&["a1", "a2", "a3", "b2", "b10"]), "a1-a3 b2 b10");
        assert_eq!(runs(&[]), "");
    }
}
