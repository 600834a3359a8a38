//! M. Levasseur and others, *Amazons AI Report*, 2015: alpha-beta for the first 50 plies, then
//! MCTS.

use super::report::Reproduction;
use super::{Bench, ReproduceError, Score, seconds_per_move};
use crate::charts::TextTable;
use std::time::Duration;

/// What a 2-ply search took the report's program at the start; its tournament gave 30 s.
const TIME: Duration = Duration::from_secs(27);

/// Games a pair, as in the other experiments; the report's tournament had 15.
const GAMES: usize = 100;

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let time = bench.time_option(TIME);
    let players: Vec<String> = [
        "hybrid:first=alphabeta:lieberum+depth=2,then=uct:reward=win,",
        "alphabeta:lieberum,depth=2,",
        "uct:reward=win,",
        "hybrid:",
        "alphabeta:lieberum,",
        "mcts:lieberum,",
    ]
    .map(|player| format!("{player}{time}"))
    .into();
    let pairs = vec![(0, 1), (0, 2), (3, 4), (3, 5), (4, 5)];
    let games = bench.games(GAMES);
    let played = bench.play("games", &players, pairs.clone(), games)?;
    let mut sheet = TextTable::new(
        format!("{games} games a match, wins of the first in percent"),
        &["player", "opponent", "won", "won %, 95 % interval", "s/move", "opponent's s/move"],
    );
    for (a, b) in pairs {
        let score = Score::between(&played.games, a, b);
        sheet.rows.push(vec![
            players[a].clone(),
            players[b].clone(),
            format!("{} – {}", score.wins, score.games - score.wins),
            score.with_interval(),
            format!("{:.3}", seconds_per_move(&played.games, a)),
            format!("{:.3}", seconds_per_move(&played.games, b)),
        ]);
    }
    Ok(Reproduction {
        title: "The hybrid of alpha-beta and MCTS (Levasseur and others)".to_owned(),
        differences: vec![
            "The report's program won 14 of 15 games of a tournament against programs that are not \
             to be had; here the hybrid meets its own two halves: first as in the report (2-ply \
             alpha-beta, then UCT with random playouts), then with our stronger ones."
                .to_owned(),
            format!("{games} games a match, {time} a move: --scale and --effort set them."),
            "Alpha-beta of depth 2 uses far less than its time.".to_owned(),
            "Games begin with four balanced random moves and end when the exact judge has proved \
             the winner."
                .to_owned(),
        ],
        sheets: vec![sheet],
        plots: Vec::new(),
    })
}
