//! M. Fugers, *A data-driven approach for making a quick evaluation function for Amazons*, 2017:
//! figures 15 and 16, tables 4 and 5, without the networks, which `networks` adds.

use super::decided_records::{DecidedRecords, decided_records};
use super::errors_by_ply::{ErrorsByPly, plot_by_ply};
use super::report::Reproduction;
use super::{
    ALPHABETA_NODES, Bench, Contest, MCTS_PLAYOUTS, PairResult, RANDOM_PLIES, ReproduceError,
};
use crate::drawing::TextTable;
use amazons::eval::Evaluator;
use std::time::Duration;

/// The thesis's functions with their errors.
const ERRORS: [(&str, f64); 3] = [("lieberum", 0.24), ("minimal-distance", 0.25), ("random", 0.50)];

/// The thesis's searches, by the names of our searches.
const SEARCHES: [(&str, &str); 3] =
    [("one-ply", "no lookahead"), ("alphabeta", "alpha-beta"), ("mcts", "MC with UCT")];

/// Equities against the good player (table 4): one row per function, one column per search.
const AGAINST_GOOD: [[f64; 3]; 3] =
    [[-0.94, -0.02, -0.76], [-0.98, -0.68, -0.98], [-1.00, -1.00, -1.00]];

/// Equities against the simple player (table 5).
const AGAINST_SIMPLE: [[f64; 3]; 3] =
    [[0.42, 0.98, 0.78], [0.00, 0.82, 0.44], [-1.00, -0.98, -1.00]];

/// The end of the opening.
const MIDDLE: usize = 20;

/// From this ply on, the thesis's functions misjudge less than a tenth of the positions.
const LATE: usize = 37;

/// Games of the thesis's test set.
const GAMES: usize = 863;

/// Games per pair: the thesis's equities are multiples of 1/50.
const GAMES_A_PAIR: usize = 100;

/// The time per move; the thesis says that a game takes up to 20 minutes.
const TIME: Duration = Duration::from_secs(10);

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let DecidedRecords { games, whence, partial, .. } = decided_records(bench, GAMES)?;
    let evaluators: Vec<(String, Evaluator)> =
        Evaluator::ALL.iter().map(|one| (one.to_string(), *one)).collect();
    let errors = ErrorsByPly::of(&evaluators, games.iter());
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
            "The thesis took games of Little Golem's strongest players (--records FILE takes such \
             records)."
                .to_owned(),
        );
    }
    Ok(Reproduction {
        title: "Evaluation functions (Fugers)".to_owned(),
        differences,
        sheets: vec![error_sheet(&errors), good, simple],
        partial,
        plots: vec![(
            "figure16",
            plot_by_ply("Error of evaluation functions by ply (figure 16)", errors.curves()),
        )],
        ..Reproduction::default()
    })
}

/// Figure 15 as a table.
fn error_sheet(errors: &ErrorsByPly) -> TextTable {
    let mut sheet = TextTable::new(
        format!("Figure 15: error over {} boards, and over those from a ply on", errors.boards),
        &["evaluation", "error", "paper", "from ply 20", "from ply 37", "paper, from ply 37"],
    );
    for (number, evaluator) in Evaluator::ALL.iter().enumerate() {
        let paper = ERRORS.iter().find(|(name, _)| *name == evaluator.name());
        let late = match evaluator.name() {
            "lieberum" | "minimal-distance" => "below 0.10",
            "random" => "0.50",
            _ => "–",
        };
        sheet.rows.push(vec![
            evaluator.to_string(),
            errors.share(number, 0),
            paper.map_or("–".to_owned(), |(_, error)| format!("{error:.2}")),
            errors.share(number, MIDDLE),
            errors.share(number, LATE),
            late.to_owned(),
        ]);
    }
    sheet
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
                "alphabeta" => {
                    format!("alphabeta:{function},bounds=false,{}", limit("alphabeta"))
                }
                _ => format!("{search}:{function},{}", limit(search)),
            });
        }
    }
    let (good, simple) = (players.len(), players.len() + 1);
    let pairs = (0..players.len()).flat_map(|n| [(n, good), (n, simple)]).collect();
    players.push(format!("alphabeta:lieberum,bounds=false,{}", limit("alphabeta")));
    players.push("one-ply:minimal-distance".to_owned());
    let games = bench.games(GAMES_A_PAIR);
    let played = bench.play(Contest {
        name: "equities",
        players: &players,
        pairs,
        games,
        random_plies: RANDOM_PLIES,
        ..Contest::default()
    })?;
    let sheet = |title: &str, opponent: usize, paper: [[f64; 3]; 3]| {
        let columns =
            ["evaluation", SEARCHES[0].1, "paper", SEARCHES[1].1, "paper", SEARCHES[2].1, "paper"];
        let mut sheet = TextTable::new(title, &columns);
        for (line, (function, _)) in ERRORS.iter().enumerate() {
            let mut row = vec![(*function).to_owned()];
            for (column, paper) in paper[line].iter().enumerate() {
                let player = line * SEARCHES.len() + column;
                let score = PairResult::between(&played.games, player, opponent);
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
