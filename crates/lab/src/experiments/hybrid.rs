//! M. Levasseur and others, *Amazons AI Report*, 2015: alpha-beta for the first 50 plies, then
//! MCTS.

use super::report::Reproduction;
use super::{
    ALPHABETA_NODES, Bench, Contest, MCTS_PLAYOUTS, PairResult, RANDOM_PLIES, ReproduceError,
    UCT_PLAYOUTS, seconds_cell, seconds_per_move,
};
use crate::drawing::TextTable;
use std::time::Duration;

/// The time of a 2-ply search of the report's program at the start; its tournament allowed 30 s.
const TIME: Duration = Duration::from_secs(27);

/// Games per pair, as in the other experiments; the report's tournament had 15.
const GAMES: usize = 100;

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let [alphabeta, mcts, uct] = [ALPHABETA_NODES, MCTS_PLAYOUTS, UCT_PLAYOUTS]
        .map(|rate| format!("nodes={}", bench.nodes(TIME, rate)));
    let report = "uct:reward=win,draw=moves";
    let players = [
        format!(
            "hybrid:first=alphabeta:lieberum+bounds=false+depth=2,then={}+{uct}",
            report.replace(',', "+")
        ),
        "alphabeta:lieberum,bounds=false,depth=2".to_owned(),
        format!("{report},{uct}"),
        format!(
            "hybrid:first=alphabeta:lieberum+bounds=false+{alphabeta},then=mcts:lieberum+{mcts}"
        ),
        format!("alphabeta:lieberum,bounds=false,{alphabeta}"),
        format!("mcts:lieberum,{mcts}"),
    ];
    let pairs = vec![(0, 1), (0, 2), (3, 4), (3, 5), (4, 5)];
    let games = bench.games(GAMES);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        pairs: pairs.clone(),
        games,
        random_plies: RANDOM_PLIES,
        ..Contest::default()
    })?;
    let mut sheet = TextTable::new(
        format!("{games} games a match, wins of the first in percent"),
        &["player", "opponent", "won", "won %, 95 % interval", "s/move", "opponent's s/move"],
    );
    for (a, b) in pairs {
        let score = PairResult::between(&played.games, a, b);
        sheet.rows.push(vec![
            players[a].clone(),
            players[b].clone(),
            format!("{} – {}", score.wins, score.games - score.wins),
            score.with_interval(),
            seconds_cell(seconds_per_move(&played.games, a)),
            seconds_cell(seconds_per_move(&played.games, b)),
        ]);
    }
    Ok(Reproduction {
        title: "The hybrid of alpha-beta and MCTS (Levasseur and others)".to_owned(),
        differences: vec![
            "The report's program won 14 of 15 games of a tournament against programs that are not \
             available; here the hybrid meets its own two halves: first as in the report (2-ply \
             alpha-beta, then UCT with random playouts), then with our stronger ones."
                .to_owned(),
            format!(
                "{games} games a match, {}: --scale and --effort set them.",
                bench.time_in_words(TIME)
            ),
            "The report's hybrid draws evenly among all legal moves in its playouts, as the \
             program that played its tournament; ours among amazons, destinations and arrows in \
             turn. Alpha-beta of depth 2 uses far less than its time."
                .to_owned(),
            bench.how_games_begin(RANDOM_PLIES),
        ],
        sheets: vec![sheet],
        ..Reproduction::default()
    })
}
