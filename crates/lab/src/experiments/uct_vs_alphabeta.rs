//! H. Kato, M. Takaya and A. Yamamura, *UCT versus Alpha-Beta in Amazons*: table 1 and figure 3.

use super::report::Reproduction;
use super::{Bench, Contest, PairResult, ReproduceError, seconds_cell, seconds_per_move};
use crate::drawing::{Curve, Plot, TextTable};
use crate::matches::GameLine;

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

/// The games played and how they are found.
struct Games<'a> {
    played: &'a [GameLine],
    effort: f64,
}

impl Games<'_> {
    /// The scaled number of playouts.
    fn ours(&self, playouts: u64) -> u64 {
        scaled(playouts, self.effort)
    }

    fn label(&self, playouts: u64) -> String {
        match self.ours(playouts) {
            same if same == playouts => playouts.to_string(),
            fewer => format!("{fewer} for {playouts}"),
        }
    }

    /// The result of the `n`th UCT program against the `m`th evaluation.
    fn between(&self, n: usize, m: usize) -> PairResult {
        PairResult::between(self.played, n, opponent(m))
    }

    fn seconds(&self, player: usize) -> Option<f64> {
        seconds_per_move(self.played, player)
    }

    fn wins(&self, games: usize) -> TextTable {
        let mut wins = TextTable::new(
            format!("Table 1: wins of UCT of {games} games, and in percent with 95 % intervals"),
            &["playouts", "against ME", "paper", "against TE", "paper", "against RTE", "paper"],
        );
        for (n, &playouts) in PLAYOUTS.iter().enumerate() {
            let mut row = vec![self.label(playouts)];
            for (m, (name, _)) in EVALUATIONS.iter().enumerate() {
                let paper = number(of_the_paper(playouts, name));
                row.extend([self.between(n, m).with_interval(), paper]);
            }
            wins.rows.push(row);
        }
        wins
    }

    fn times(&self) -> TextTable {
        let mut times = TextTable::new("Figure 3: seconds a move", &["player", "ours", "paper"]);
        for (n, &playouts) in PLAYOUTS.iter().enumerate() {
            times.rows.push(vec![
                format!("UCT, {} playouts", self.label(playouts)),
                seconds_cell(self.seconds(n)),
                number(seconds_of_the_paper(playouts)),
            ]);
        }
        for (m, (name, _)) in EVALUATIONS.iter().enumerate() {
            times.rows.push(vec![
                format!("alpha-beta, {name}"),
                seconds_cell(self.seconds(opponent(m))),
                "about 2 to 4".to_owned(),
            ]);
        }
        times
    }

    /// The points of a curve over the playouts.
    fn points(&self, of: impl Fn(usize) -> Option<f64>) -> Vec<(f64, f64)> {
        let point = |n: usize| of(n).map(|y| (self.ours(PLAYOUTS[n]) as f64, y));
        (0..PLAYOUTS.len()).filter_map(point).collect()
    }

    fn shares_plot(&self) -> Plot {
        let curve = |(m, (name, _)): (usize, &(&str, &str))| {
            let share = |n| Some(self.between(n, m)).filter(|score| score.games > 0);
            let points = self.points(|n| share(n).map(|score| score.percent()));
            Curve { name: format!("against {name}"), points }
        };
        plot("Wins of UCT", "won by UCT, %", 100.0, EVALUATIONS.iter().enumerate().map(curve))
    }

    fn times_plot(&self) -> Plot {
        let uct = self.points(|n| self.seconds(n));
        let slowest = uct.iter().map(|point| point.1).fold(0.001, f64::max);
        let curve = |(m, (name, _)): (usize, &(&str, &str))| {
            let points = self.points(|_| self.seconds(opponent(m)));
            Curve { name: format!("alpha-beta, {name}"), points }
        };
        let curves = [Curve { name: "UCT".to_owned(), points: uct }].into_iter();
        let curves = curves.chain(EVALUATIONS.iter().enumerate().map(curve));
        plot("Time a move", "seconds", slowest * 1.1, curves)
    }
}

fn scaled(playouts: u64, effort: f64) -> u64 {
    ((playouts as f64 * effort).round() as u64).max(1)
}

/// The number of the player with the `m`th evaluation; the UCT programs come first.
fn opponent(m: usize) -> usize {
    PLAYOUTS.len() + m
}

fn number(value: Option<u64>) -> String {
    value.map_or("–".to_owned(), |value| value.to_string())
}

fn plot(title: &str, y_title: &str, top: f64, curves: impl Iterator<Item = Curve>) -> Plot {
    Plot {
        title: title.to_owned(),
        x_title: "playouts".to_owned(),
        y_title: y_title.to_owned(),
        y: 0.0..top,
        curves: curves.collect(),
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let effort = bench.settings.effort;
    let uct =
        PLAYOUTS.map(|playouts| format!("uct:reward=win,playouts={}", scaled(playouts, effort)));
    let alphabeta = EVALUATIONS.map(|(_, name)| format!("alphabeta:{name},bounds=false,depth=2"));
    let players: Vec<String> = uct.iter().chain(&alphabeta).cloned().collect();
    let pairs: Vec<_> = (0..PLAYOUTS.len())
        .flat_map(|n| (0..EVALUATIONS.len()).map(move |m| (n, opponent(m))))
        .collect();
    let cost = |&(n, _): &(usize, usize)| (scaled(PLAYOUTS[n], effort) + ALPHABETA_COST) as f64;
    let costs = pairs.iter().map(cost).collect();
    let games = bench.games(100);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        pairs,
        games,
        costs: Some(costs),
        random_plies: 0,
        ..Contest::default()
    })?;
    let found = Games { played: &played.games, effort };
    Ok(Reproduction {
        title: "UCT versus alpha-beta (Kato, Takaya and Yamamura)".to_owned(),
        sheets: vec![found.wins(games), found.times()],
        plots: vec![("table1", found.shares_plot()), ("figure3", found.times_plot())],
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
        ..Reproduction::default()
    })
}
