//! Games with their winners, from a record or played for the experiment.

use super::portion::Portion;
use super::{Bench, Contest, RANDOM_PLIES, ReproduceError};
use crate::FileError;
use crate::training::DecidedGames;
use amazons::board::Color;
use amazons::records::Game;
use amazons::util::directory;

/// Games with their winners.
pub(super) struct DecidedRecords {
    /// Games whose winner is known.
    pub games: Vec<(Game, Color)>,
    /// Games that were left out.
    pub left_out: Vec<Game>,
    /// Where the games come from and what was left out, in words.
    pub whence: String,
    /// The games whose winner was looked for, if that was interrupted.
    pub partial: Option<Portion>,
}

/// Nodes per move of the good player that continues unfinished games.
const FILTER_NODES: u64 = 2000;

/// Reads the games of the record that the settings name.
///
/// The winner that a record names is trusted. Unfinished games without a result go through the
/// filter of indisputable wins. If the settings name no record, games are played instead, in
/// proportion to the number `of_the_paper`.
pub(super) fn decided_records(
    bench: &mut Bench,
    of_the_paper: usize,
) -> Result<DecidedRecords, ReproduceError> {
    if let Some(path) = bench.settings.games.clone() {
        let (mut games, mut open, mut defective) = (Vec::new(), Vec::new(), 0);
        for game in bench.settings.reading.open(&path)? {
            match game.map(|game| (winner(&game), game)) {
                Ok((Some(winner), game)) => games.push((game, winner)),
                Ok((None, game)) => open.push(game),
                Err(defect) => {
                    defective += 1;
                    bench.defects.push(defect);
                }
            }
        }
        if games.is_empty() && open.is_empty() {
            let problem = format!("no game to look at; {defective} games have a defect");
            return Err(FileError::about(&path, problem).into());
        }
        let directory = &bench.settings.directory;
        directory::make(directory).map_err(FileError::io(directory))?;
        let fates = directory.join("fates.jsonl");
        let filtered = DecidedGames::judge(
            &open,
            FILTER_NODES,
            &fates,
            bench.settings.jobs,
            bench.abort,
            &mut |_| {},
        )?;
        // Interrupted: the games that are known are enough for a partial report.
        let partial = match &filtered {
            None => Some(Portion::of_games(games.len(), games.len() + open.len())),
            Some(_) => None,
        };
        let filtered = filtered.unwrap_or_default();
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
        return Ok(DecidedRecords { games, left_out, whence, partial });
    }
    // Two families of players, so that neither family's style decides.
    let nodes = |of: f64| (of * bench.settings.effort).max(50.0).round();
    let players = [
        format!("alphabeta:lieberum,width=20,nodes={}", nodes(10_000.0)),
        format!("mcts:lieberum,playouts={}", nodes(2_000.0)),
    ];
    let count = bench.games(of_the_paper);
    let played = bench.play(Contest {
        name: "games",
        players: &players,
        pairs: vec![(0, 1)],
        games: count,
        random_plies: RANDOM_PLIES,
        ..Contest::default()
    })?;
    let games = played.games.iter().filter_map(|line| Some((line.replayed()?, line.winner)));
    let games = games.collect();
    let whence = format!("our own between {} and {}", players[0], players[1]);
    Ok(DecidedRecords { games, left_out: Vec::new(), whence, partial: None })
}

/// The winner of a recorded game: as recorded, or the side that still has moves at its end.
fn winner(game: &Game) -> Option<Color> {
    let runs_out = || (!game.now().can_move()).then(|| game.now().side().other());
    game.named_winner().or_else(runs_out)
}
