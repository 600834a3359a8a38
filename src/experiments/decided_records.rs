//! Games with their winners: those of a record, or our own.

use super::{Bench, Contest, RANDOM_PLIES, ReproduceError, file_error};
use crate::board::Color;
use crate::matches::run::replayed;
use crate::records::{Game, Records};
use crate::training::DecidedGames;
use crate::util::directory;

/// Games with their winners.
pub(super) struct DecidedRecords {
    /// Those whose winner is known.
    pub games: Vec<(Game, Color)>,
    /// Those left out.
    pub left_out: Vec<Game>,
    /// Where they come from, and what was left out, in words.
    pub whence: String,
}

/// Nodes a move of the good player who plays unfinished games on.
const FILTER_NODES: u64 = 2000;

/// Reads the games of the record that the settings name. What a record says of the winner is
/// believed; unfinished games without a result go through the filter of indisputable wins. Where no
/// record is named, so many games `of_the_paper` are played.
pub(super) fn decided_records(
    bench: &mut Bench,
    of_the_paper: usize,
) -> Result<DecidedRecords, ReproduceError> {
    if let Some(path) = bench.settings.games.clone() {
        let (mut games, mut open, mut defective) = (Vec::new(), Vec::new(), 0);
        for game in Records::open(&path)? {
            let Ok(game) = game else {
                defective += 1;
                continue;
            };
            match winner(&game) {
                Some(winner) => games.push((game, winner)),
                None => open.push(game),
            }
        }
        let directory = &bench.settings.directory;
        directory::make(directory).map_err(file_error(directory))?;
        let fates = directory.join("fates.jsonl");
        let filtered = DecidedGames::judge(
            &open,
            FILTER_NODES,
            &fates,
            bench.settings.jobs,
            bench.abort,
            &mut |_| {},
        );
        // Interrupted: the games that are known will do for a partial report.
        let filtered = filtered.map_err(file_error(&fates))?.unwrap_or_default();
        let counts: Vec<String> = filtered
            .counts()
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(fate, count)| format!("{count} {fate}"))
            .collect();
        let whence = format!(
            "those of {}: {} with a known winner, {} through the filter of indisputable wins ({}){}",
            path.display(),
            games.len(),
            open.len(),
            if counts.is_empty() { "none".to_owned() } else { counts.join(", ") },
            match defective {
                0 => String::new(),
                _ => format!(", {defective} left out because of a defect"),
            },
        );
        let mut left_out = Vec::new();
        let fates = filtered.fates.into_iter().map(|(winner, _)| winner);
        for (game, winner) in open.into_iter().zip(fates) {
            match winner {
                Some(winner) => games.push((game, winner)),
                None => left_out.push(game),
            }
        }
        return Ok(DecidedRecords { games, left_out, whence });
    }
    // Two families of players, so that neither's taste decides.
    let nodes = |of: f64| (of * bench.settings.effort).max(50.0).round();
    let players = [
        format!("alphabeta:lieberum,width=20,nodes={}", nodes(10_000.0)),
        format!("mcts:lieberum,playouts={}", nodes(2_000.0)),
    ];
    let count = bench.games(of_the_paper);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        called: None,
        pairs: vec![(0, 1)],
        games: count,
        costs: None,
        random_plies: RANDOM_PLIES,
    })?;
    let games = played.games.iter().filter_map(|line| Some((replayed(line)?, line.winner)));
    let games = games.collect();
    let whence = format!("our own between {} and {}", players[0], players[1]);
    Ok(DecidedRecords { games, left_out: Vec::new(), whence })
}

/// Who won a recorded game: what the record says, or who has moves left at its end.
fn winner(game: &Game) -> Option<Color> {
    let runs_out = || (!game.now().can_move()).then(|| game.now().side().other());
    game.named_winner().or_else(runs_out)
}
