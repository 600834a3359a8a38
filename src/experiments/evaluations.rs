//! M. Fugers, *A data-driven approach for making a quick evaluation function for Amazons*, 2017:
//! figures 15 and 16, tables 4 and 5, without the networks.

use super::report::Reproduction;
use super::{ALPHABETA_NODES, Bench, Contest, MCTS_PLAYOUTS, RANDOM_PLIES, ReproduceError, Score};
use crate::board::with_placement;
use crate::board::{Color, Position};
use crate::charts::{Curve, Plot, TextTable};
use crate::eval::{Evaluator, Value};
use crate::matches::GameLine;
use crate::records::{Game, Records};
use std::time::Duration;

/// The thesis's functions with their errors.
const ERRORS: [(&str, f64); 3] = [("lieberum", 0.24), ("minimal-distance", 0.25), ("random", 0.50)];

/// The thesis's searches, by the names of ours.
const SEARCHES: [(&str, &str); 3] =
    [("one-ply", "no lookahead"), ("alphabeta", "alpha-beta"), ("mcts", "MC with UCT")];

/// Equities against the good player (table 4): a line a function, a column a search.
const AGAINST_GOOD: [[f64; 3]; 3] =
    [[-0.94, -0.02, -0.76], [-0.98, -0.68, -0.98], [-1.00, -1.00, -1.00]];

/// Equities against the simple player (table 5).
const AGAINST_SIMPLE: [[f64; 3]; 3] =
    [[0.42, 0.98, 0.78], [0.00, 0.82, 0.44], [-1.00, -0.98, -1.00]];

/// Games of the thesis's test set.
const GAMES: usize = 863;

/// Games a pair: its equities are whole fiftieths.
const GAMES_A_PAIR: usize = 100;

/// A time a move; the thesis says that a game takes up to 20 minutes.
const TIME: Duration = Duration::from_secs(10);

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let (games, whence) = recorded(bench)?;
    let errors = Errors::of(&games);
    let (good, simple) = equities(bench)?;
    let mut differences = vec![
        format!("Errors are over {} boards of {} games: {whence}.", errors.boards, games.len()),
        "A value of 0 counts as half an error.".to_owned(),
        format!(
            "Equities are of {} games a pair in place of {GAMES_A_PAIR}, {}; the thesis gives no \
             time.",
            bench.games(GAMES_A_PAIR),
            bench.time_in_words(TIME)
        ),
        "Its Monte-Carlo searches stop playouts at a depth it does not give; ours after 4 plies."
            .to_owned(),
        bench.how_games_begin(RANDOM_PLIES),
    ];
    if bench.settings.games.is_none() {
        differences.push(
            "The thesis took games of Little Golem's strongest players (--games FILE takes such \
             records)."
                .to_owned(),
        );
    }
    Ok(Reproduction {
        title: "Evaluation functions (Fugers)".to_owned(),
        differences,
        sheets: vec![errors.sheet(), good, simple],
        partial: None,
        plots: vec![("figure16", errors.plot())],
    })
}

/// Games with their winners, and where they come from.
fn recorded(bench: &mut Bench) -> Result<(Vec<(Game, Color)>, String), ReproduceError> {
    if let Some(path) = bench.settings.games.clone() {
        let mut games = Vec::new();
        for game in Records::open(&path)? {
            let game = game?;
            if let Some(winner) = winner(&game) {
                games.push((game, winner));
            }
        }
        return Ok((games, format!("those of {} whose winner is known", path.display())));
    }
    // Two families of players, so that neither's taste decides.
    let nodes = |of: f64| (of * bench.settings.effort).max(50.0).round();
    let players = [
        format!("alphabeta:lieberum,width=20,nodes={}", nodes(200_000.0)),
        format!("mcts:lieberum,playouts={}", nodes(20_000.0)),
    ];
    let count = bench.games(GAMES);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        pairs: vec![(0, 1)],
        games: count,
        costs: None,
        random_plies: RANDOM_PLIES,
    })?;
    let games = played.games.iter().filter_map(|line| Some((game(line)?, line.winner))).collect();
    Ok((games, format!("our own between {} and {}", players[0], players[1])))
}

/// The game of a line of a match.
fn game(line: &GameLine) -> Option<Game> {
    let mut game = Game::new(line.start.parse().ok()?);
    for mv in line.moves.split_whitespace() {
        game.push(mv.parse().ok()?).ok()?;
    }
    Some(game)
}

/// Who won a recorded game: what the record says, or who has moves left at its end.
fn winner(game: &Game) -> Option<Color> {
    match game.tag("RE").and_then(|result| result.chars().next()) {
        Some('W' | 'w') => Some(Color::White),
        Some('B' | 'b') => Some(Color::Black),
        _ => (!game.now().can_move()).then(|| game.now().side().other()),
    }
}

/// How often each function names the wrong winner.
struct Errors {
    boards: usize,
    /// By function and ply: boards and errors.
    by_ply: Vec<Vec<(f64, f64)>>,
}

/// The value from White's side.
fn white_value(evaluator: &Evaluator, position: &Position) -> Value {
    let (placement, frame) = position.smallest_placement();
    let evaluator = evaluator.on(frame);
    let value =
        with_placement!(placement, placement => evaluator.evaluate(&placement, position.side()));
    if position.side() == Color::White { value } else { -value }
}

impl Errors {
    fn of(games: &[(Game, Color)]) -> Self {
        let mut errors = Self { boards: 0, by_ply: vec![Vec::new(); Evaluator::ALL.len()] };
        for (game, winner) in games {
            for (ply, position) in game.positions().enumerate() {
                errors.boards += 1;
                for (evaluator, by_ply) in Evaluator::ALL.iter().zip(&mut errors.by_ply) {
                    by_ply.resize(by_ply.len().max(ply + 1), (0.0, 0.0));
                    let value = white_value(evaluator, &position);
                    by_ply[ply].0 += 1.0;
                    by_ply[ply].1 += match (value.signum(), winner) {
                        (0, _) => 0.5,
                        (1, Color::White) | (-1, Color::Black) => 0.0,
                        _ => 1.0,
                    };
                }
            }
        }
        errors
    }

    fn sheet(&self) -> TextTable {
        let mut sheet = TextTable::new(
            format!("Figure 15: error over {} boards, and from ply 37 on", self.boards),
            &["evaluation", "error", "paper", "from ply 37", "paper, from ply 37"],
        );
        for (evaluator, by_ply) in Evaluator::ALL.iter().zip(&self.by_ply) {
            let error = |from: usize| {
                let late = by_ply.iter().skip(from);
                let (boards, errors) =
                    late.fold((0.0, 0.0), |(boards, errors), at| (boards + at.0, errors + at.1));
                errors / f64::max(boards, 1.0)
            };
            let paper = ERRORS.iter().find(|(name, _)| *name == evaluator.name());
            let late = match evaluator.name() {
                "lieberum" | "minimal-distance" => "below 0.10",
                "random" => "0.50",
                _ => "–",
            };
            sheet.rows.push(vec![
                evaluator.to_string(),
                format!("{:.3}", error(0)),
                paper.map_or("–".to_owned(), |(_, error)| format!("{error:.2}")),
                format!("{:.3}", error(37)),
                late.to_owned(),
            ]);
        }
        sheet
    }

    fn plot(&self) -> Plot {
        let curves = Evaluator::ALL.iter().zip(&self.by_ply).map(|(evaluator, by_ply)| Curve {
            name: evaluator.to_string(),
            points: by_ply
                .iter()
                .enumerate()
                .filter(|(_, (boards, _))| *boards >= 10.0)
                .map(|(ply, (boards, errors))| (ply as f64, errors / boards))
                .collect(),
        });
        Plot {
            title: "Error of evaluation functions by ply (figure 16)".to_owned(),
            x_title: "ply".to_owned(),
            y_title: "error".to_owned(),
            y: 0.0..0.7,
            curves: curves.collect(),
        }
    }
}

/// Tables 4 and 5.
fn equities(bench: &mut Bench) -> Result<(TextTable, TextTable), ReproduceError> {
    let limit = |search: &str| {
        let rate = if search == "mcts" { MCTS_PLAYOUTS } else { ALPHABETA_NODES };
        format!("nodes={}", bench.nodes(TIME, rate))
    };
    let mut players: Vec<String> = Vec::new();
    for (function, _) in ERRORS {
        for (search, _) in SEARCHES {
            players.push(match search {
                "one-ply" => format!("one-ply:{function}"),
                _ => format!("{search}:{function},{}", limit(search)),
            });
        }
    }
    let (good, simple) = (players.len(), players.len() + 1);
    let pairs = (0..players.len()).flat_map(|n| [(n, good), (n, simple)]).collect();
    players.push(format!("alphabeta:lieberum,{}", limit("alphabeta")));
    players.push("one-ply:minimal-distance".to_owned());
    let games = bench.games(GAMES_A_PAIR);
    let played = bench.play(Contest {
        name: "equities",
        players: &players,
        pairs,
        games,
        costs: None,
        random_plies: RANDOM_PLIES,
    })?;
    let sheet = |title: &str, opponent: usize, paper: [[f64; 3]; 3]| {
        let columns =
            ["evaluation", SEARCHES[0].1, "paper", SEARCHES[1].1, "paper", SEARCHES[2].1, "paper"];
        let mut sheet = TextTable::new(title, &columns);
        for (line, (function, _)) in ERRORS.iter().enumerate() {
            let mut row = vec![(*function).to_owned()];
            for (column, paper) in paper[line].iter().enumerate() {
                let player = line * SEARCHES.len() + column;
                let score = Score::between(&played.games, player, opponent);
                row.push(score.equity_with_interval());
                row.push(format!("{paper:+.2}"));
            }
            sheet.rows.push(row);
        }
        sheet
    };
    Ok((
        sheet("Table 4: equities against alphabeta:lieberum", good, AGAINST_GOOD),
        sheet("Table 5: equities against one-ply:minimal-distance", simple, AGAINST_SIMPLE),
    ))
}
