//! H. Kato, M. Takaya and A. Yamamura, *UCT versus Alpha-Beta in Amazons*: table 1 and figure 3.

use super::report::Reproduction;
use super::{Bench, Contest, PairResult, ReproduceError, seconds_cell, seconds_per_move};
use crate::charts::{Curve, Plot, TextTable};

/// The playouts of the paper's UCT programs.
const PLAYOUTS: [u64; 5] = [10_000, 30_000, 50_000, 100_000, 200_000];

/// The evaluations of its 2-ply alpha-beta programs.
const EVALUATIONS: [(&str, &str); 3] =
    [("ME", "mobility"), ("TE", "territory"), ("RTE", "relative-territory")];

/// Playouts that take about as long as one alpha-beta move.
const ALPHABETA_COST: u64 = 5_000;

/// The wins of UCT in 100 games that the paper's text states, by playouts and evaluation. The
/// paper's table is an image that our copy lacks. For RTE the text says 34, in a sentence that
/// seems to mean TE.
fn of_the_paper(playouts: u64, evaluation: &str) -> Option<u64> {
    match (playouts, evaluation) {
        (200_000, "ME") => Some(100),
        (200_000, "TE") => Some(34),
        _ => None,
    }
}

/// The paper's seconds per move of UCT, if the text gives them.
fn seconds_of_the_paper(playouts: u64) -> Option<u64> {
    match playouts {
        10_000 => Some(4),
        100_000 => Some(30),
        200_000 => Some(55),
        _ => None,
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let effort = bench.settings.effort;
    let ours = |playouts: u64| ((playouts as f64 * effort).round() as u64).max(1);
    let uct = PLAYOUTS.map(|playouts| format!("uct:reward=win,playouts={}", ours(playouts)));
    let alphabeta = EVALUATIONS.map(|(_, name)| format!("alphabeta:{name},bounds=false,depth=2"));
    let players: Vec<String> = uct.iter().chain(&alphabeta).cloned().collect();
    let opponent = |evaluation: usize| PLAYOUTS.len() + evaluation;
    let pairs: Vec<_> = (0..PLAYOUTS.len())
        .flat_map(|n| (0..EVALUATIONS.len()).map(move |m| (n, opponent(m))))
        .collect();
    let costs = pairs.iter().map(|&(n, _)| (ours(PLAYOUTS[n]) + ALPHABETA_COST) as f64).collect();
    let games = bench.games(100);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        called: None,
        pairs,
        games,
        costs: Some(costs),
        random_plies: 0,
    })?;
    let label = |playouts: u64| match ours(playouts) {
        same if same == playouts => playouts.to_string(),
        fewer => format!("{fewer} for {playouts}"),
    };
    let number = |value: Option<u64>| value.map_or("–".to_owned(), |value| value.to_string());

    let mut wins = TextTable::new(
        format!("Table 1: wins of UCT of {games} games, and in percent with 95 % intervals"),
        &["playouts", "against ME", "paper", "against TE", "paper", "against RTE", "paper"],
    );
    let mut times = TextTable::new("Figure 3: seconds a move", &["player", "ours", "paper"]);
    let mut shares: Vec<Curve> = EVALUATIONS
        .iter()
        .map(|(name, _)| Curve { name: format!("against {name}"), points: Vec::new() })
        .collect();
    for (n, &playouts) in PLAYOUTS.iter().enumerate() {
        let mut row = vec![label(playouts)];
        for (m, (name, _)) in EVALUATIONS.iter().enumerate() {
            let score = PairResult::between(&played.games, n, opponent(m));
            row.extend([score.with_interval(), number(of_the_paper(playouts, name))]);
            if score.games > 0 {
                shares[m].points.push((ours(playouts) as f64, score.percent()));
            }
        }
        wins.rows.push(row);
        times.rows.push(vec![
            format!("UCT, {} playouts", label(playouts)),
            seconds_cell(seconds_per_move(&played.games, n)),
            number(seconds_of_the_paper(playouts)),
        ]);
    }
    for (m, (name, _)) in EVALUATIONS.iter().enumerate() {
        times.rows.push(vec![
            format!("alpha-beta, {name}"),
            seconds_cell(seconds_per_move(&played.games, opponent(m))),
            "about 2 to 4".to_owned(),
        ]);
    }
    let seconds = |of: usize| seconds_per_move(&played.games, of);
    let time_points = |of: &dyn Fn(usize) -> Option<f64>| {
        let point = |n: usize| of(n).map(|seconds| (ours(PLAYOUTS[n]) as f64, seconds));
        (0..PLAYOUTS.len()).filter_map(point).collect::<Vec<_>>()
    };
    let mut time_curves = vec![Curve { name: "UCT".to_owned(), points: time_points(&seconds) }];
    for (m, (name, _)) in EVALUATIONS.iter().enumerate() {
        let points = time_points(&|_| seconds(opponent(m)));
        time_curves.push(Curve { name: format!("alpha-beta, {name}"), points });
    }
    let slowest = time_points(&seconds).iter().map(|point| point.1).fold(0.001, f64::max);
    let plot = |title: &str, y_title: &str, top, curves| Plot {
        title: title.to_owned(),
        x_title: "playouts".to_owned(),
        y_title: y_title.to_owned(),
        y: 0.0..top,
        curves,
    };
    Ok(Reproduction {
        title: "UCT versus alpha-beta (Kato, Takaya and Yamamura)".to_owned(),
        differences: vec![
            format!(
                "{games} games a pair in place of 100, and playouts multiplied by {effort}: \
                 --scale and --effort set them."
            ),
            bench.how_games_begin(0),
            "Our UCT makes the children of a node at its fourth visit; the paper does not say when."
                .to_owned(),
            "Among moves of equal value our alpha-beta takes the first by its one-ply evaluation."
                .to_owned(),
            "The paper gives its table as an image that we lack: a dash marks where its text gives \
             no number. Its machine was a 3.3 GHz Xeon E3-1245, its programs were written in C#."
                .to_owned(),
        ],
        sheets: vec![wins, times],
        defects: Vec::new(),
        partial: None,
        plots: vec![
            ("table1", plot("Wins of UCT", "won by UCT, %", 100.0, shares)),
            ("figure3", plot("Time a move", "seconds", slowest * 1.1, time_curves)),
        ],
    })
}
