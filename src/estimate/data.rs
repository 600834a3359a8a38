//! An estimate as plain data.

use super::chance::white_wins;
use crate::board::{Color, Move, Position};
use crate::score::{Interval, Rank, Score};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a search believes about a position. Nothing of it is proved, except that it keeps within
/// the bounds that are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The lead in squares, positive for White: a win by k is a lead of k + ½.
    pub lead: f64,
    /// The chance that White wins, from 0 to 1.
    pub white_wins: f64,
    /// The move that seems best; null if the side to move has none.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The moves that are expected, from the best one on.
    pub line: Vec<Move>,
    /// The nodes of the search, as the player counts them.
    pub nodes: u64,
    /// The moves that seem best, best first, if more than one was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<EstimatedMove>,
}

/// A move, and what a search believes about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EstimatedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The lead after it, in squares, positive for White.
    pub lead: f64,
    /// The moves that are expected, from this one on.
    pub line: Vec<Move>,
}

/// The digits that are kept of leads and of chances. Leads have those that are printed, so that
/// what moves cost is the difference of the leads that stand there.
const LEAD_DIGITS: i32 = 1;
const CHANCE_DIGITS: i32 = 4;

fn rounded(number: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    // Adding 0 makes −0 a 0.
    (number * unit).round() / unit + 0.0
}

/// Rounds a lead, or a difference of two, to tenths of a square.
pub fn rounded_lead(lead: f64) -> f64 {
    rounded(lead, LEAD_DIGITS)
}

/// Rounds a chance, or a difference of two.
pub fn rounded_chance(chance: f64) -> f64 {
    rounded(chance, CHANCE_DIGITS)
}

/// Returns the lead that goes with a score, in squares and positive for White: half a square for a
/// win by 0.
pub fn lead_of(score: Score) -> f64 {
    f64::from(score.rank(Color::White).get()) + 0.5
}

impl Estimate {
    /// Makes an estimate from the lead that a search sees, kept within the proved ranks of the side
    /// to move.
    pub(super) fn new(
        position: &Position,
        lead: f64,
        known: Interval,
        line: Vec<Move>,
        nodes: u64,
    ) -> Self {
        let (least, most) = known.scores(position.side());
        let lead = rounded_lead(lead.clamp(lead_of(least), lead_of(most)));
        let white_wins = match known.reaches(Rank::WIN) {
            Some(wins) => f64::from(u8::from(wins == (position.side() == Color::White))),
            None => rounded_chance(white_wins(lead, position)),
        };
        Self { lead, white_wins, mv: line.first().copied(), line, nodes, moves: Vec::new() }
    }

    /// Returns the lead from the side of a player.
    pub fn lead_for(&self, player: Color) -> f64 {
        if player == Color::White { self.lead } else { -self.lead }
    }

    /// Returns the lead as a score is written, marked as an estimate: `≈ W+3.2`.
    pub fn lead_text(&self) -> String {
        let winner = if self.lead < 0.0 { 'B' } else { 'W' };
        format!("≈ {winner}+{:.1}", (self.lead.abs() - 0.5).max(0.0))
    }

    /// Returns who is likelier to win, with the chance: `White 71 %`.
    pub fn chance_text(&self) -> String {
        let (winner, chance) = match self.white_wins < 0.5 {
            true => (Color::Black, 1.0 - self.white_wins),
            false => (Color::White, self.white_wins),
        };
        format!("{winner} {:.0} %", 100.0 * chance)
    }
}

/// Such as `≈ W+3.2, White 71 %, d1-g1/d4 a7-b7/b1`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.lead_text(), self.chance_text())?;
        for (i, mv) in self.line.iter().enumerate() {
            f.write_str(if i == 0 { ", " } else { " " })?;
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(fen: &str, lead: f64, known: Interval) -> Estimate {
        Estimate::new(&fen.parse().unwrap(), lead, known, Vec::new(), 0)
    }

    fn ranks(low: i32, high: i32) -> Interval {
        Interval { low: Rank::new(low), high: Rank::new(high) }
    }

    #[test]
    fn an_estimate_keeps_within_what_is_proved() {
        // White, to move, wins by 1 to 3, whatever the search says.
        let behind = estimate("Q3q w", -7.0, ranks(1, 3));
        assert_eq!((behind.lead, behind.white_wins), (1.5, 1.0));
        assert_eq!(behind.lead_text(), "≈ W+1.0");
        assert_eq!(estimate("Q3q w", 9.0, ranks(1, 3)).lead, 3.5);
        // Black, to move, loses by 0 to 2.
        let ahead = estimate("Q3q b", -7.0, ranks(-3, -1));
        assert_eq!((ahead.lead, ahead.white_wins), (0.5, 1.0));
        let open = estimate("Q3q b", -1.32, ranks(-3, 3));
        assert!(open.lead == -1.3 && open.white_wins < 0.5);
        assert!(open.to_string().starts_with("≈ B+0.8, Black "), "{open}");
    }

    #[test]
    fn what_a_move_costs_is_the_difference_of_the_leads_that_are_printed() {
        // Between W+k and B+m there are k + m + 1 ranks.
        for (before, after, printed, cost) in
            [(5.59, 2.34, ["≈ W+5.1", "≈ W+1.8"], 3.3), (0.84, -0.92, ["≈ W+0.3", "≈ B+0.4"], 1.7)]
        {
            let whole = ranks(-9, 8);
            let [before, after] = [before, after].map(|lead| estimate("Q9q w", lead, whole));
            assert_eq!([before.lead_text(), after.lead_text()], printed);
            assert_eq!(rounded_lead(before.lead - after.lead), cost);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let position: Position = "Q3q w".parse().unwrap();
        for lead in [0.1, -0.004, 1.0 / 3.0, -2.675] {
            let whole = Interval::of_size(3);
            let line = position.legal_moves().into_iter().take(1).collect();
            let written = Estimate::new(&position, lead, whole, line, 7);
            let text = serde_json::to_string(&written).unwrap();
            assert_eq!(serde_json::from_str::<Estimate>(&text).unwrap(), written);
            assert!(!text.contains("-0.0,"), "{text}");
        }
    }
}
