//! Y. Higashiuchi and R. Grimbergen, *Enhancing Search Efficiency by Using Move Categorization
//! Based on Various Game Progress Values in Amazons*: table 1.

use super::report::Reproduction;
use super::{Bench, ReproduceError, Score};
use crate::charts::TextTable;
use crate::eval::ProgressMeasure;
use crate::eval::ProgressMeasure::{Combined, Mobility, MoveNumber, Territory};
use std::time::Duration;

/// Its measures, in the order of our players.
const MEASURES: [(&str, ProgressMeasure); 4] =
    [("MN", MoveNumber), ("TGP", Territory), ("MGP", Mobility), ("MTGP", Combined)];

/// Its matches: two measures, and the wins of each in 200 games.
const MATCHES: [(usize, usize, u64, u64); 6] = [
    (1, 0, 105, 95),
    (2, 0, 104, 96),
    (3, 0, 95, 105),
    (2, 1, 92, 108),
    (3, 1, 93, 107),
    (3, 2, 104, 96),
];

/// Its time a move.
const TIME: Duration = Duration::from_secs(10);

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let time = bench.time_option(TIME);
    let players: Vec<String> = MEASURES
        .iter()
        .map(|(_, measure)| format!("alphabeta:lieberum,order={measure},{time}"))
        .chain([format!("alphabeta:lieberum,order=none,{time}")])
        .collect();
    let without = MEASURES.len();
    let mut pairs: Vec<_> = MATCHES.iter().map(|&(a, b, ..)| (a, b)).collect();
    pairs.push((0, without));
    let games = bench.games(200);
    let played = bench.play("games", &players, pairs, games)?;
    let mut sheet = TextTable::new(
        format!("Table 1: {games} games a match, wins of the first in percent"),
        &["match", "ours", "ours %, 95 % interval", "paper", "paper %, 95 % interval"],
    );
    for (a, b, wins, losses) in MATCHES {
        let score = Score::between(&played.games, a, b);
        let paper = Score { wins, games: wins + losses };
        sheet.rows.push(vec![
            format!("{} – {}", MEASURES[a].0, MEASURES[b].0),
            format!("{} – {}", score.wins, score.games - score.wins),
            score.with_interval(),
            format!("{wins} – {losses}"),
            paper.with_interval(),
        ]);
    }
    // Section 2 of the paper: with categories by move number 60 % against none, twice.
    let score = Score::between(&played.games, 0, without);
    sheet.rows.push(vec![
        "MN – no categories".to_owned(),
        format!("{} – {}", score.wins, score.games - score.wins),
        score.with_interval(),
        "–".to_owned(),
        "60 % for categories against none, 60 % for MN against fixed weights".to_owned(),
    ]);
    Ok(Reproduction {
        title: "Move ordering by game progress (Higashiuchi and Grimbergen)".to_owned(),
        differences: vec![
            format!(
                "{games} games a match in place of 200, {time} a move in place of 10 s: --scale \
                 and --effort set them."
            ),
            "The search is ours with Lieberum's evaluation, killers and history beside the \
             categories, not the program TAS; its weights were not published, ours are fitted to \
             searches (docs/engines.md)."
                .to_owned(),
            "Openings are four balanced random moves in place of an opening book's positions after \
             four moves; both are played twice with colours swapped."
                .to_owned(),
            "Games end when the exact judge has proved the winner.".to_owned(),
        ],
        sheets: vec![sheet],
        plots: Vec::new(),
    })
}
