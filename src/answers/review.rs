//! Review of a game: who was winning at each ply, what each move cost, and what was better.
//!
//! The winner, the score and the error of a ply are those of the whole board, the sum of its
//! regions. In addition, the region in which the move was made is judged alone, with its own score
//! and error. Where the score is not proved, an estimate may stand beside the bounds.

use super::game_course::{Course, Phase, Standing, Step, TurningPoint};
use crate::board::{Bitboard, Color, Frame, Move, Position, Square, Wide};
use crate::estimate::{Estimate, lead_of};
use crate::judge::Solution;
use crate::records::Game;
use crate::region::{Region, RegionKind};
use crate::score::{Interval, Rank, Score};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// The review of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameReview {
    /// The name of the record.
    pub record: String,
    /// Number of the game in its record, from 1.
    pub game: usize,
    /// White's name, if the record gives it.
    pub white: Option<String>,
    /// Black's name, if the record gives it.
    pub black: Option<String>,
    /// The position before the first move, as FEN.
    pub start: String,
    /// Every ply, in the order of the game; what is not proved is null.
    pub plies: Vec<PlyReview>,
    /// The game as a whole.
    pub summary: GameSummary,
}

/// The review of one move. Scores are those of the whole board with `side` to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlyReview {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The side that moved, `white` or `black`.
    pub side: Color,
    /// The move that was played.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The position before the move.
    pub fen: String,
    /// The number of its empty squares.
    pub empties: usize,
    /// Who wins if both play perfectly from here on; null if not proved.
    pub winner: Option<Color>,
    /// The score before the move; null if not proved.
    pub score: Option<Score>,
    /// If the score is not proved, the worst score for White that is still possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Score>,
    /// If the score is not proved, the best score for White that is still possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Score>,
    /// Every optimal move, sorted as text; null if not all are proved.
    pub best_moves: Option<Vec<Move>>,
    /// What the move cost in ranks; null if not proved.
    pub error: Option<u32>,
    /// The least that the move cost.
    pub error_at_least: u32,
    /// Whether the move gave the win away: its player was winning before it but not after it. Null
    /// if either is not proved.
    pub gave_away: Option<bool>,
    /// The region in which the move was made, judged alone; null if the ply was not judged.
    pub region: Option<RegionReview>,
    /// What a search believes about the position before the move; null where the score is proved.
    /// `None` if no estimates were asked for.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Option<Estimate>>,
    /// What the move seems to have cost, in squares; null where the error is proved. `None` if no
    /// estimates were asked for.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub estimated_cost: Option<Option<f64>>,
}

/// What is known of a position of a game, from which [`GameReview::of`] makes the review.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is proved, with the side to move first.
    pub solution: Solution,
    /// Whether a search asked; what nobody asked about has no bounds in the review, unless some are
    /// proved.
    pub asked: bool,
    /// What a search believes; `None` if no estimates were asked for.
    pub estimate: Option<Option<Estimate>>,
    /// The region of the next move of the game, judged alone.
    pub region: Option<RegionReview>,
}

impl Finding {
    /// What was proved in answer to a question, without an estimate and a region.
    pub fn of(solution: Solution) -> Self {
        Self { solution, asked: true, estimate: None, region: None }
    }
}

/// Reads a key that may be absent as well as null.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A region judged alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RegionReview {
    /// Its squares, sorted by file, then rank.
    pub squares: Vec<String>,
    /// `white`, `black` (one-sided) or `contested`.
    #[serde(serialize_with = "kind_name", deserialize_with = "kind_named")]
    pub kind: RegionKind,
    /// The number of its empty squares.
    pub empties: usize,
    /// Its score with the player of the ply to move; null if not proved.
    pub score: Option<Score>,
    /// Its optimal moves; null if not all are proved.
    pub best_moves: Option<Vec<Move>>,
    /// What the move cost within the region; null if not proved.
    pub error: Option<u32>,
}

fn kind_name<S: Serializer>(kind: &RegionKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}

fn kind_named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RegionKind, D::Error> {
    let name = String::deserialize(deserializer)?;
    let kinds = [
        RegionKind::Dead,
        RegionKind::OneSided(Color::White),
        RegionKind::OneSided(Color::Black),
        RegionKind::Contested,
    ];
    let known = kinds.into_iter().find(|kind| kind.to_string() == name);
    known.ok_or_else(|| serde::de::Error::custom(format!("unknown kind of region '{name}'")))
}

/// A game as a whole.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameSummary {
    /// Moves in the game.
    pub plies: usize,
    /// The first ply from which the winner is proved at every ply; null if there is none.
    pub judged_from: Option<usize>,
    /// Plies at which the winner is proved.
    pub judged: usize,
    /// Plies at which the score is proved.
    pub scored: usize,
    /// Who wins the last position; null if not proved.
    pub winner: Option<Color>,
    /// The score of the last position; null if not proved.
    pub result: Option<Score>,
    /// White's moves.
    pub white: Tally,
    /// Black's moves.
    pub black: Tally,
    /// What a search believes about the last position; null where its score is proved. `None` if no
    /// estimates were asked for.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Option<Estimate>>,
    /// The moves that lost much of a chance of winning; `None` if no estimates were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turning_points: Option<Vec<TurningPoint>>,
    /// How well the players moved in each third of the game; `None` if no estimates were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thirds: Option<Vec<Phase>>,
}

/// How well a player moved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Moves for which it is proved whether they cost anything.
    pub moves: u64,
    /// Those of them that cost nothing.
    pub exact: u64,
    /// Those of them that cost something.
    pub errors: u64,
    /// The least that all of them cost together, in ranks.
    pub cost: u64,
    /// Moves that gave a win away.
    pub gave_away: u64,
}

impl Tally {
    /// Counts a ply.
    fn add(&mut self, ply: &PlyReview) {
        if ply.error.is_none() && ply.error_at_least == 0 {
            return;
        }
        self.moves += 1;
        match ply.error {
            Some(0) => self.exact += 1,
            _ => self.errors += 1,
        }
        self.cost += u64::from(ply.error_at_least);
        self.gave_away += u64::from(ply.gave_away == Some(true));
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.exact += other.exact;
        self.errors += other.errors;
        self.cost += other.cost;
        self.gave_away += other.gave_away;
    }

    /// Returns the share of exact moves, from 0 to 1; `None` without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.exact as f64 / self.moves as f64)
    }
}

/// Totals of many games, by player and phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ReviewTotals {
    /// Games counted.
    pub games: u64,
    /// Plies whose winner is proved.
    pub judged: u64,
    /// Plies whose score is proved.
    pub scored: u64,
    /// By player; players without a name are counted together as `unknown`.
    pub players: BTreeMap<String, Tally>,
    /// By phase: the number of empty squares before the move, rounded to a multiple of five.
    pub empties: BTreeMap<usize, Tally>,
}

impl ReviewTotals {
    /// The name for players whom the record does not name.
    pub const UNKNOWN: &str = "unknown";

    /// Counts a game.
    pub fn add(&mut self, review: &GameReview) {
        self.games += 1;
        self.judged += review.summary.judged as u64;
        self.scored += review.summary.scored as u64;
        for ply in &review.plies {
            let name = match ply.side {
                Color::White => &review.white,
                Color::Black => &review.black,
            };
            let name = name.as_deref().filter(|name| !name.is_empty()).unwrap_or(Self::UNKNOWN);
            if let Some(tally) = self.players.get_mut(name) {
                tally.add(ply);
            } else {
                self.players.entry(name.to_owned()).or_default().add(ply);
            }
            self.empties.entry((ply.empties + 2) / 5 * 5).or_default().add(ply);
        }
        self.players.retain(|_, tally| tally.moves > 0);
        self.empties.retain(|_, tally| tally.moves > 0);
    }
}

/// Estimated costs below this, in squares, are not worth a word: another search may see none.
const NOTABLE: f64 = 0.5;
impl GameReview {
    /// Makes the review of game `number` of a record from what was found about the position before
    /// each of its moves, in their order, and about the last position. It has estimates if any
    /// finding has one.
    pub fn of(
        record: &str,
        number: usize,
        game: &Game,
        findings: Vec<Finding>,
        last: Finding,
    ) -> Self {
        let estimated = last.estimate.is_some() || findings.iter().any(|f| f.estimate.is_some());
        let mut played = last.solution.interval.for_opponent();
        let mut plies = Vec::with_capacity(findings.len());
        let positions: Vec<Position> = game.positions().collect();
        let moves = positions.iter().zip(game.moves()).enumerate();
        for ((i, (position, &mv)), finding) in moves.zip(findings).rev() {
            let mut ply = PlyReview::unknown(i + 1, position, mv);
            let Finding { solution: before, asked, estimate, region } = finding;
            (ply.estimate, ply.region) = (estimate, region);
            if asked || before.interval != Interval::of_size(position.empties()) {
                ply.judge(&before, played);
            }
            played = before.interval.for_opponent();
            plies.push(ply);
        }
        plies.reverse();
        let (winner, result) = (winner(&last.solution), last.solution.score());
        let mut summary = GameSummary::of(&plies, winner, result);
        if estimated {
            let end = standing(result, winner, last.estimate.iter().flatten().next());
            let course = Course::new(plies.iter().map(PlyReview::step).collect(), end);
            for (ply, cost) in plies.iter_mut().zip(course.costs()) {
                ply.estimated_cost = Some(cost);
            }
            summary.turning_points = Some(course.turning_points());
            summary.thirds = Some(course.thirds());
            summary.estimate = last.estimate;
        }
        let name = |color| game.player(color).map(str::to_owned);
        Self {
            record: record.to_owned(),
            game: number,
            white: name(Color::White),
            black: name(Color::Black),
            start: game.start().to_fen(),
            plies,
            summary,
        }
    }
}

/// Where a position stands by what is proved, or else by the estimate.
fn standing(score: Option<Score>, winner: Option<Color>, estimate: Option<&Estimate>) -> Standing {
    let proved = winner.map(|winner| f64::from(u8::from(winner == Color::White)));
    Standing {
        lead: score.map(lead_of).or(estimate.map(|estimate| estimate.lead)),
        white_wins: proved.or(estimate.map(|estimate| estimate.white_wins)),
    }
}

pub(super) fn winner(solution: &Solution) -> Option<Color> {
    let first = solution.first;
    solution.first_wins().map(|wins| if wins { first } else { first.other() })
}

impl PlyReview {
    fn unknown(ply: usize, position: &Position, mv: Move) -> Self {
        Self {
            ply,
            side: position.side(),
            mv,
            fen: position.to_fen(),
            empties: position.empties(),
            winner: None,
            score: None,
            at_least: None,
            at_most: None,
            best_moves: None,
            error: None,
            error_at_least: 0,
            gave_away: None,
            region: None,
            estimate: None,
            estimated_cost: None,
        }
    }

    /// The move, with where the game stood before it.
    fn step(&self) -> Step {
        Step {
            ply: self.ply,
            side: self.side,
            mv: self.mv,
            empties: self.empties,
            before: standing(self.score, self.winner, self.estimated()),
            best: self.best(),
            error: self.error,
            error_at_least: self.error_at_least,
        }
    }

    /// Fills in what is proved before the move, and about the mover's ranks after it.
    fn judge(&mut self, before: &Solution, played: Interval) {
        let (at_least, at_most) = before.interval.scores(self.side);
        let open = before.rank().is_none();
        self.winner = winner(before);
        self.score = before.score();
        self.at_least = open.then_some(at_least);
        self.at_most = open.then_some(at_most);
        self.best_moves.clone_from(&before.best_moves);
        let low = before.interval.low.above(played.high).max(0);
        let high = before.interval.high.above(played.low);
        self.error = (low == high).then_some(low.unsigned_abs());
        self.error_at_least = low.unsigned_abs();
        let wins = |ranks: Interval| ranks.reaches(Rank::WIN);
        self.gave_away = wins(before.interval).zip(wins(played)).map(|(had, has)| had && !has);
    }

    /// Returns a better move than the one played, if that one cost something or seems to have.
    pub fn better(&self) -> Option<Move> {
        if self.error_at_least == 0 && self.seems_to_cost().is_none() {
            return None;
        }
        self.best().filter(|better| *better != self.mv)
    }

    /// The best move that is proved, or else the one that seems best.
    fn best(&self) -> Option<Move> {
        let proved = self.best_moves.as_ref().and_then(|best| best.first().copied());
        proved.or_else(|| self.estimated()?.mv)
    }

    /// Returns the estimate, if there is one.
    pub fn estimated(&self) -> Option<&Estimate> {
        self.estimate.as_ref()?.as_ref()
    }

    /// Returns what the move seems to have cost, in squares, where this is worth a word and not
    /// proved.
    pub fn seems_to_cost(&self) -> Option<f64> {
        self.estimated_cost.flatten().filter(|cost| *cost >= NOTABLE)
    }

    /// Returns what the move cost, in words; empty if it cost nothing or nothing is known.
    pub fn cost(&self) -> String {
        if let Some(cost) = self.seems_to_cost()
            && self.gave_away != Some(true)
        {
            return format!("≈ {cost:.1}");
        }
        match (self.gave_away, self.error, self.error_at_least) {
            (Some(true), Some(error), _) => format!("gives the win away, {error}"),
            (Some(true), None, least) => format!("gives the win away, at least {least}"),
            (_, Some(0), _) | (_, None, 0) => String::new(),
            (_, Some(error), _) => error.to_string(),
            (_, None, least) => format!("at least {least}"),
        }
    }

    /// Returns what is known about the position before the move: the score, the winner, an estimate
    /// marked as one, or the bounds of the score.
    pub fn verdict(&self) -> String {
        if let Some(estimate) = self.estimated()
            && self.winner.is_none()
        {
            return estimate.lead_text();
        }
        match (self.score, self.at_least, self.at_most, self.winner) {
            (Some(score), ..) => score.to_string(),
            (None, _, _, Some(winner)) => format!("{winner} wins"),
            (None, Some(least), Some(most), None) => format!("{least} to {most}"),
            _ => "?".to_owned(),
        }
    }
}

impl RegionReview {
    pub(super) fn unknown(position: &Position, part: &Region) -> Self {
        let mut squares: Vec<Square> =
            part.squares.squares().map(|square| Frame::WHOLE.outward::<Wide>(square)).collect();
        squares.sort_unstable();
        Self {
            squares: squares.iter().map(Square::to_string).collect(),
            kind: part.kind,
            empties: (part.squares & position.placement().empty).count() as usize,
            score: None,
            best_moves: None,
            error: None,
        }
    }
}

impl GameSummary {
    /// Returns the estimate of the last position, if there is one.
    pub fn estimated(&self) -> Option<&Estimate> {
        self.estimate.as_ref()?.as_ref()
    }

    fn of(plies: &[PlyReview], winner: Option<Color>, result: Option<Score>) -> Self {
        let mut summary = Self { plies: plies.len(), winner, result, ..Self::default() };
        let unproved = plies.iter().rposition(|ply| ply.winner.is_none());
        let from = unproved.map_or(0, |last| last + 1);
        summary.judged_from = plies.get(from).map(|ply| ply.ply);
        for ply in plies {
            summary.judged += usize::from(ply.winner.is_some());
            summary.scored += usize::from(ply.score.is_some());
            match ply.side {
                Color::White => summary.white.add(ply),
                Color::Black => summary.black.add(ply),
            }
        }
        summary
    }
}
