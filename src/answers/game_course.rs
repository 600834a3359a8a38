//! The course of a game: what each move seems to have cost, where the game turned, and how well the
//! players moved in each third. Proofs count where there are any, estimates elsewhere.

use crate::board::{Color, Move};
use crate::estimate::{rounded_chance, rounded_lead};
use serde::{Deserialize, Serialize};

/// Where a position stands, from White's side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// The lead in squares, proved or estimated.
    pub lead: Option<f64>,
    /// The chance that White wins: 0 or 1 where the winner is proved.
    pub white_wins: Option<f64>,
}

/// A move, with where the game stood before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub ply: usize,
    pub side: Color,
    pub mv: Move,
    pub empties: usize,
    pub before: Standing,
    /// The move that seemed best.
    pub best: Option<Move>,
    /// What the move cost in ranks, if it is proved, and the least that it cost.
    pub error: Option<u32>,
    pub error_at_least: u32,
}

/// A move that lost its player much of a chance of winning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The side that moved, `white` or `black`.
    pub side: Color,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The chance that its player wins before the move, from 0 to 1: proved or estimated.
    pub before: f64,
    /// The same after it.
    pub after: f64,
    /// The move that seemed better.
    pub better: Option<Move>,
}

/// A part of a game by empty squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// The most empty squares before a move of this part.
    pub empties_at_most: usize,
    /// The fewest.
    pub empties_at_least: usize,
    /// White's moves.
    pub white: Accuracy,
    /// Black's moves.
    pub black: Accuracy,
}

/// How well a player seems to have moved in a part of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Moves of which something is proved or estimated.
    pub moves: usize,
    /// What they cost together: squares, proved or estimated.
    pub cost: f64,
    /// The mean of the moves' accuracies, from 0 to 1; null without moves.
    pub accuracy: Option<f64>,
}

/// The share of a chance that a turning point loses, at least: what lichess calls a mistake.
const TURN: f64 = 0.2;

/// The parts of a game.
const PARTS: usize = 3;

/// Returns the accuracy of a move that lost so much of its player's chance of winning, from 0 to 1.
/// The curve is that of lichess (<https://lichess.org/page/accuracy>), which takes its chances in
/// percent.
fn accuracy(lost: f64) -> f64 {
    let percent = 103.1668 * (-0.04354 * 100.0 * lost).exp() - 3.1669;
    (percent / 100.0).clamp(0.0, 1.0)
}

/// The course of a game.
#[derive(Clone, Debug)]
pub(super) struct Course {
    steps: Vec<Step>,
    last: Standing,
}

/// What a move changed for its player.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// What it cost in squares, if this is known or estimated.
    cost: Option<f64>,
    /// The player's chances of winning before and after it.
    chances: Option<(f64, f64)>,
}

impl Course {
    /// The course of these moves, in order; `last` is where the game stands after them.
    pub fn new(steps: Vec<Step>, last: Standing) -> Self {
        Self { steps, last }
    }

    fn changes(&self) -> impl Iterator<Item = (&Step, Change)> {
        let after = self.steps.iter().skip(1).map(|step| step.before).chain([self.last]);
        self.steps.iter().zip(after).map(|(step, after)| (step, step.change(after)))
    }

    /// Returns what each move seems to have cost, in squares; `None` where it is proved, or where
    /// nothing is estimated.
    pub fn costs(&self) -> Vec<Option<f64>> {
        self.changes().map(|(step, change)| change.cost.filter(|_| step.error.is_none())).collect()
    }

    /// Returns the moves that lost much of a chance of winning.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let turn = |(step, change): (&Step, Change)| {
            let (before, after) = change.chances?;
            (before - after >= TURN).then(|| TurningPoint {
                ply: step.ply,
                side: step.side,
                mv: step.mv,
                before: rounded_chance(before),
                after: rounded_chance(after),
                better: step.best.filter(|best| *best != step.mv),
            })
        };
        self.changes().filter_map(turn).collect()
    }

    /// Returns the thirds of the game by empty squares, counted from the first position on.
    pub fn thirds(&self) -> Vec<Phase> {
        let all = self.steps.first().map_or(0, |step| step.empties);
        let at_most = |part: usize| all * (PARTS - part) / PARTS;
        let third = |part: usize| {
            let (most, least) = (at_most(part), (at_most(part + 1) + 1).min(at_most(part)));
            let of = |side| self.accuracy(side, least..=most);
            let (white, black) = (of(Color::White), of(Color::Black));
            Phase { empties_at_most: most, empties_at_least: least, white, black }
        };
        (0..PARTS).map(third).collect()
    }

    fn accuracy(&self, side: Color, empties: std::ops::RangeInclusive<usize>) -> Accuracy {
        let (mut all, mut sum) = (Accuracy::default(), 0.0);
        for (step, change) in self.changes() {
            let (Some(cost), Some((before, after))) = (change.cost, change.chances) else {
                continue;
            };
            if step.side == side && empties.contains(&step.empties) {
                all.moves += 1;
                all.cost += cost;
                sum += accuracy((before - after).max(0.0));
            }
        }
        all.cost = rounded_lead(all.cost);
        all.accuracy = (all.moves > 0).then(|| rounded_chance(sum / all.moves as f64));
        all
    }
}

impl TurningPoint {
    /// Returns the move and the chances in words: `ply 24, black d7-d4/f4: 61 % to 22 %`.
    pub fn text(&self) -> String {
        let Self { ply, side, mv, before, after, .. } = self;
        let better = self.better.map(|mv| format!("; {mv} seemed better")).unwrap_or_default();
        format!("ply {ply}, {side} {mv}: {:.0} % to {:.0} %{better}", 100.0 * before, 100.0 * after)
    }
}

impl Step {
    /// What the move changed, if the game stands so after it.
    fn change(&self, after: Standing) -> Change {
        let sign = if self.side == Color::White { 1.0 } else { -1.0 };
        let own = |chance: f64| if self.side == Color::White { chance } else { 1.0 - chance };
        // The move that seemed best cost nothing: what comes after it was only seen later.
        let seemed_best = self.error.is_none() && self.best == Some(self.mv);
        let least = f64::from(self.error_at_least);
        let seen = self.before.lead.zip(after.lead).map(|(before, after)| {
            let lost = if seemed_best { 0.0 } else { sign * (before - after) };
            rounded_lead(lost.max(least))
        });
        let chances = self.before.white_wins.zip(after.white_wins).map(|(before, after)| {
            let (before, after) = (own(before), own(after));
            let proved = self.error == Some(0);
            (before, if seemed_best || proved { after.max(before) } else { after })
        });
        Change { cost: self.error.map(f64::from).or(seen), chances }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(ply: usize, lead: f64, white_wins: f64) -> Step {
        let side = if ply % 2 == 1 { Color::White } else { Color::Black };
        let before = Standing { lead: Some(lead), white_wins: Some(white_wins) };
        let (mv, best) = ("a1-b1/c1".parse().unwrap(), "a1-b2/c3".parse().ok());
        let empties = 30 - ply;
        Step { ply, side, mv, empties, before, best, error: None, error_at_least: 0 }
    }

    #[test]
    fn costs_are_those_of_the_player_who_moved() {
        let last = Standing { lead: Some(-6.5), white_wins: Some(0.0) };
        let mut steps = vec![step(1, 2.0, 0.7), step(2, -1.5, 0.4), step(3, 4.0, 0.8)];
        // A proof takes the place of the estimate, and the best move costs nothing.
        steps.push(Step { error: Some(2), ..step(4, -2.5, 0.3) });
        steps.push(Step { best: "a1-b1/c1".parse().ok(), ..step(5, -0.5, 0.6) });
        let course = Course::new(steps, last);
        assert_eq!(course.costs(), [Some(3.5), Some(5.5), Some(6.5), None, Some(0.0)]);
        let turns: Vec<_> = course.turning_points().iter().map(|turn| turn.ply).collect();
        assert_eq!(turns, [1, 2, 3, 4]);
        let turn = &course.turning_points()[1];
        assert_eq!((turn.before, turn.after, turn.side), (0.6, 0.2, Color::Black));
        let thirds = course.thirds();
        assert_eq!(thirds.iter().map(|third| third.white.moves).sum::<usize>(), 3);
        assert_eq!((thirds[0].black.moves, thirds[0].black.cost), (2, 7.5));
        assert_eq!((thirds[2].black.moves, thirds[2].black.accuracy), (0, None));
    }

    #[test]
    fn thirds_hold_every_number_of_empty_squares_once() {
        for empties in 0..100 {
            let steps =
                (0..empties).map(|left| Step { empties: empties - left, ..step(1, 0.0, 0.5) });
            let course = Course::new(steps.collect(), Standing::default());
            let held: Vec<_> = course.thirds().iter().map(|third| third.white.moves).collect();
            let all: usize = held.iter().sum();
            // Of the last move nothing is known after it.
            assert_eq!(all, empties.saturating_sub(1), "{held:?}");
        }
    }

    #[test]
    fn an_accuracy_is_that_of_lichess() {
        assert!((accuracy(0.0) - 1.0).abs() < 1e-3);
        assert!((accuracy(0.1) - 0.636).abs() < 1e-2, "{}", accuracy(0.1));
        assert!(accuracy(1.0) < 0.01);
    }
}
