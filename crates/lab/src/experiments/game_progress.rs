//! Y. Higashiuchi and R. Grimbergen, *Enhancing Search Efficiency by Using Move Categorization
//! Based on Various Game Progress Values in Amazons*: table 1.

use super::report::Reproduction;
use super::{ALPHABETA_NODES, Bench, Contest, PairResult, RANDOM_PLIES, ReproduceError};
use crate::drawing::TextTable;
use amazons::eval::ProgressMeasure;
use amazons::eval::ProgressMeasure::{Combined, Mobility, MoveNumber, Territory};
use std::time::Duration;

/// The paper's measures, in the order of our players.
const MEASURES: [(&str, ProgressMeasure); 4] =
    [("MN", MoveNumber), ("TGP", Territory), ("MGP", Mobility), ("MTGP", Combined)];

/// The paper's matches: two measures, and the wins of each in 200 games.
const MATCHES: [(usize, usize, u64, u64); 6] = [
    (1, 0, 105, 95),
    (2, 0, 104, 96),
    (3, 0, 95, 105),
    (2, 1, 92, 108),
    (3, 1, 93, 107),
    (3, 2, 104, 96),
];

/// The paper's time per move.
const TIME: Duration = Duration::from_secs(10);

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let nodes = bench.nodes(TIME, ALPHABETA_NODES);
    let players: Vec<String> = MEASURES
        .iter()
        .map(|(_, measure)| measure.to_string())
        .chain(["none".to_owned(), "fixed".to_owned()])
        .map(|order| format!("alphabeta:lieberum,bounds=false,order={order},nodes={nodes}"))
        .collect();
    let (without, fixed) = (MEASURES.len(), MEASURES.len() + 1);
    let mut pairs: Vec<_> = MATCHES.iter().map(|&(a, b, ..)| (a, b)).collect();
    pairs.extend([(0, without), (0, fixed), (fixed, without)]);
    let games = bench.games(200);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        pairs,
        games,
        random_plies: RANDOM_PLIES,
        ..Contest::default()
    })?;
    let mut sheet = TextTable::new(
        format!("Table 1: {games} games a match, wins of the first in percent"),
        &["match", "ours", "ours %, 95 % interval", "paper", "paper %, 95 % interval"],
    );
    for (a, b, wins, losses) in MATCHES {
        let score = PairResult::between(&played.games, a, b);
        let paper = PairResult { wins, games: wins + losses };
        sheet.rows.push(vec![
            format!("{} – {}", MEASURES[a].0, MEASURES[b].0),
            format!("{} – {}", score.wins, score.games - score.wins),
            score.with_interval(),
            format!("{wins} – {losses}"),
            paper.with_interval(),
        ]);
    }
    // Section 2 of the paper: 60 % for categories of fixed weights against none, and 60 % for
    // weights that shift with the move number against fixed ones.
    for (name, a, b, paper) in [
        ("MN – no categories", 0, without, "–"),
        ("MN – fixed weights", 0, fixed, "60 %"),
        ("fixed weights – no categories", fixed, without, "60 %"),
    ] {
        let score = PairResult::between(&played.games, a, b);
        sheet.rows.push(vec![
            name.to_owned(),
            format!("{} – {}", score.wins, score.games - score.wins),
            score.with_interval(),
            "–".to_owned(),
            paper.to_owned(),
        ]);
    }
    Ok(Reproduction {
        title: "Move ordering by game progress (Higashiuchi and Grimbergen)".to_owned(),
        differences: vec![
            format!(
                "{games} games a match in place of 200, {}: --scale and --effort set them.",
                bench.time_in_words(TIME)
            ),
            "The search is ours with Lieberum's evaluation, killers and history beside the \
             categories, not the program TAS; its weights were not published, ours are fitted to \
             searches (docs/evaluations.md)."
                .to_owned(),
            "The paper's games begin at 100 positions of an opening book after the fourth move."
                .to_owned(),
            bench.how_games_begin(RANDOM_PLIES),
        ],
        sheets: vec![sheet],
        ..Reproduction::default()
    })
}
