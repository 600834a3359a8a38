//! The tables of a match, for people and for other programs.

use super::standings::{HeadToHead, OpeningPairs, Standing, Standings, share};
use crate::drawing::TextTable;
use crate::stats::percent_interval;

/// A number with its sign and `decimals` decimals; what rounds to 0 is +0.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let zero = text.bytes().skip(1).all(|c| matches!(c, b'0' | b'.'));
    if zero { text.replace('-', "+") } else { text }
}

/// Seconds as a table cell; a dash for none.
pub(crate) fn seconds_cell(seconds: Option<f64>) -> String {
    seconds.map_or("–".to_owned(), |seconds| format!("{seconds:.3}"))
}

impl Standings {
    /// Returns ratings with games won and lost, best first, to show while a match runs: at most
    /// three players.
    pub fn in_a_line(&self) -> String {
        let shown = self.standings.iter().filter(|s| s.games > 0).take(3);
        let words = shown.map(|s| {
            let name: String = s.short.chars().take(24).collect();
            format!("{name} {} ({} : {})", signed(s.elo, 0), s.wins, s.games - s.wins)
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns every table of the report, with all columns.
    pub fn sheets(&self) -> Vec<TextTable> {
        vec![self.standings_sheet(), self.pairs_sheet()]
    }

    /// Returns the tables for a terminal of 80 columns. In the second one, players are numbers of
    /// the first.
    pub fn short_sheets(&self) -> Vec<TextTable> {
        let failures = |s: &Standing| s.time_outs + s.crashes + s.illegal_moves;
        let failed = self.standings.iter().any(|s| failures(s) > 0);
        let mut columns = vec!["", "player", "games", "won", "won %", "95 %", "Elo", "s/move"];
        if failed {
            columns.push("failed");
        }
        let mut standings = TextTable::new(self.title(), &columns);
        for (number, s) in (1..).zip(&self.standings) {
            let mut row = vec![
                number.to_string(),
                s.short.clone(),
                s.games.to_string(),
                s.wins.to_string(),
                percent(s.wins, s.games),
                percent_interval((s.share_low, s.share_high)),
                signed(s.elo, 0),
                seconds_cell(s.seconds_per_move),
            ];
            if failed {
                row.push(failures(s).to_string());
            }
            standings.rows.push(row);
        }
        let columns = ["", "against", "games", "won", "won %", "95 %", "Elo", "Elo interval"];
        let mut pairs = TextTable::new("Head to head", &columns);
        let number = |name: &str| {
            let at = self.standings.iter().position(|s| s.player == name);
            at.map_or_else(|| name.to_owned(), |at| (at + 1).to_string())
        };
        for pair in &self.pairs {
            pairs.rows.push(vec![
                number(&pair.player),
                number(&pair.opponent),
                pair.games.to_string(),
                pair.wins.to_string(),
                percent(pair.wins, pair.games),
                percent_interval((pair.share_low, pair.share_high)),
                elo_cell(pair.elo),
                elo_interval(pair),
            ]);
        }
        vec![standings, pairs]
    }

    /// Returns lines below the tables: what short names stand for, and what the openings favour.
    pub fn notes(&self) -> Vec<String> {
        let foreign = self.standings.iter().filter(|s| s.short != s.player || s.id.is_some());
        let mut notes: Vec<String> = foreign
            .map(|s| {
                let command = if s.short == s.player { "" } else { &s.player };
                let parts = [command, s.id.as_deref().unwrap_or_default()];
                let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                format!("{}: {}", s.short, parts.join(", "))
            })
            .collect();
        let OpeningPairs { complete, one_player, white, black } = self.opening_pairs;
        if complete > 0 {
            notes.push(format!(
                "Of {complete} pairs of games from one opening, one player won both in {one_player}, \
                 White in {white}, Black in {black}"
            ));
        }
        notes
    }

    /// What tables call a player.
    fn short<'a>(&'a self, player: &'a str) -> &'a str {
        let found = self.standings.iter().find(|s| s.player == player);
        found.map_or(player, |s| s.short.as_str())
    }

    /// Returns the standings as comma-separated values, one column for each key of their JSON.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for standing in &self.standings {
            writer.serialize(standing)?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn title(&self) -> String {
        format!(
            "Standings after {} games ({} won by White, {} ended by the judge)",
            self.games, self.white_wins, self.judged
        )
    }

    fn standings_sheet(&self) -> TextTable {
        let mut sheet = TextTable::new(
            self.title(),
            &[
                "player",
                "games",
                "won",
                "as White",
                "as Black",
                "won %",
                "95 % interval",
                "equity",
                "Elo",
                "s/move",
                "late",
                "overshoot s",
                "time-outs",
                "crashes",
                "illegal",
            ],
        );
        for s in &self.standings {
            sheet.rows.push(vec![
                s.short.clone(),
                s.games.to_string(),
                s.wins.to_string(),
                s.wins_as_white.to_string(),
                s.wins_as_black.to_string(),
                percent(s.wins, s.games),
                percent_interval((s.share_low, s.share_high)),
                signed(s.equity, 2),
                signed(s.elo, 0),
                seconds_cell(s.seconds_per_move),
                s.late_moves.to_string(),
                format!("{:.3}", s.worst_overshoot),
                s.time_outs.to_string(),
                s.crashes.to_string(),
                s.illegal_moves.to_string(),
            ]);
        }
        sheet
    }

    fn pairs_sheet(&self) -> TextTable {
        let mut sheet = TextTable::new(
            "Head to head",
            &[
                "player",
                "opponent",
                "games",
                "won",
                "as White",
                "as Black",
                "won %",
                "95 % interval",
                "equity",
                "Elo",
                "Elo interval",
            ],
        );
        for pair in &self.pairs {
            sheet.rows.push(vec![
                self.short(&pair.player).to_owned(),
                self.short(&pair.opponent).to_owned(),
                pair.games.to_string(),
                pair.wins.to_string(),
                pair.wins_as_white.to_string(),
                pair.wins_as_black.to_string(),
                percent(pair.wins, pair.games),
                percent_interval((pair.share_low, pair.share_high)),
                signed(pair.equity, 2),
                elo_cell(pair.elo),
                elo_interval(pair),
            ]);
        }
        sheet
    }
}

/// A share of wins in percent.
fn percent(wins: u64, games: u64) -> String {
    format!("{:.1}", 100.0 * share(wins, games))
}

/// An Elo difference; a dash for none.
fn elo_cell(elo: Option<f64>) -> String {
    elo.map_or("–".to_owned(), |elo| signed(elo, 0))
}

fn elo_interval(pair: &HeadToHead) -> String {
    format!("{} … {}", elo_cell(pair.elo_low), elo_cell(pair.elo_high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_nothing_has_no_minus() {
        for (number, decimals, text) in
            [(-0.0, 0, "+0"), (-0.4, 0, "+0"), (-0.004, 2, "+0.00"), (-0.01, 2, "-0.01")]
        {
            assert_eq!(signed(number, decimals), text);
        }
        assert_eq!(signed(-100.0, 0), "-100");
    }
}
