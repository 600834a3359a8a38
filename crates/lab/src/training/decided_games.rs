//! Games with their winners. Unfinished games go through the filter of indisputable wins of
//! M. Fugers, *A data-driven approach for making a quick evaluation function for Amazons*, 2017,
//! section 5.2.
//!
//! An unfinished game is played on: a simple player takes the side that is ahead, a good player the
//! other. If the simple player wins, the win was not in dispute. All other games are left out.

use crate::drawing::{Curve, Plot};
use crate::play::{MoveLimit, Player};
use amazons::board::{Color, with_placement};
use amazons::eval::Evaluator;
use amazons::ledger::{Entry, Ledger, LedgerError, run};
use amazons::limits::Abort;
use amazons::records::Game;
use amazons::solvers::SpecError;
use amazons::util::opaque_debug;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The players that continue unfinished games, and the evaluation that says which side is ahead.
pub struct IndisputableWins {
    judge: Evaluator,
    simple: Player,
    good: Player,
}

opaque_debug!([] IndisputableWins, "IndisputableWins");

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was played to its end.
    Finished,
    /// The side that was ahead won it after this many more plies.
    Accepted {
        /// Plies played after the game's end.
        plies: usize,
    },
    /// The side that was ahead lost it.
    Rejected {
        /// Plies played after the game's end.
        plies: usize,
    },
    /// The last position is even.
    Even,
    /// It has no moves.
    Empty,
}

impl IndisputableWins {
    /// The thesis's players: `one-ply:minimal-distance` for the side that is ahead,
    /// `alphabeta:lieberum` with `nodes` nodes per move for the other. Lieberum's function says
    /// which side is ahead, which the thesis leaves open.
    ///
    /// # Errors
    /// None in practice: the players are known.
    pub fn new(nodes: u64) -> Result<Self, SpecError> {
        let limit = MoveLimit { time: None, nodes: Some(nodes) };
        Ok(Self {
            judge: "lieberum".parse().expect("it is known"),
            simple: Player::from_spec("one-ply:minimal-distance", MoveLimit::default())?,
            good: Player::from_spec("alphabeta:lieberum", limit)?,
        })
    }

    /// The winner of a game, if it is known or not in dispute, and the game's fate; `None` if
    /// `abort` was set.
    pub fn judge(&self, game: &Game, abort: &Abort) -> Option<(Option<Color>, Fate)> {
        if game.moves().is_empty() {
            return Some((None, Fate::Empty));
        }
        let mut now = game.now().clone();
        if !now.can_move() {
            return Some((Some(now.side().other()), Fate::Finished));
        }
        let (placement, _) = now.smallest_placement();
        let value =
            with_placement!(placement, placement => self.judge.evaluate(&placement, now.side()));
        let ahead = match value.signum() {
            1 => now.side(),
            -1 => now.side().other(),
            _ => return Some((None, Fate::Even)),
        };
        let mut plies = 0;
        while now.can_move() {
            let player = if now.side() == ahead { &self.simple } else { &self.good };
            let mv = player.choose(&now, abort)?;
            now = now.play(mv).expect("solvers return legal moves");
            plies += 1;
        }
        let won = now.side() != ahead;
        Some(if won {
            (Some(ahead), Fate::Accepted { plies })
        } else {
            (None, Fate::Rejected { plies })
        })
    }
}

/// The fates of the games of some records, and the winners of the accepted ones.
#[derive(Clone, Debug, Default)]
pub struct DecidedGames {
    /// The winner and fate of each game.
    pub fates: Vec<(Option<Color>, Fate)>,
}

/// The fate of one game.
#[derive(Serialize, Deserialize)]
struct Line {
    game: u64,
    /// Nodes per move of the good player.
    nodes: u64,
    winner: Option<Color>,
    fate: Fate,
}

impl Entry for Line {
    const LEDGER: &'static str = "file of the fates of games";
    const BEGINS: &'static [&'static str] = &["{\"game\":"];
}

/// A hash of a game's start and moves.
pub(super) fn game_hash(game: &Game) -> u64 {
    let moves: String = game.moves().iter().map(|mv| format!(" {mv}")).collect();
    xxh3_64(format!("{}{moves}", game.start().to_fen()).as_bytes())
}

impl DecidedGames {
    /// Judges games on several threads, with `nodes` nodes per move of the good player.
    ///
    /// Fates are kept in a [`Ledger`] as they are found, and are not computed again. `seen` is told
    /// how many games are done. Returns `None` if `abort` was set.
    ///
    /// # Errors
    /// Those of [`Ledger::of_entries`].
    pub fn judge(
        games: &[Game],
        nodes: u64,
        kept: &Path,
        threads: usize,
        abort: &Abort,
        seen: &mut dyn FnMut(usize),
    ) -> Result<Option<Self>, LedgerError> {
        let mut known = HashMap::new();
        let mut ledger = Ledger::of_entries(kept, |line: Line| {
            if line.nodes == nodes {
                known.insert(line.game, (line.winner, line.fate));
            }
            Ok(())
        })?;
        let open: Vec<&Game> =
            games.iter().filter(|game| !known.contains_key(&game_hash(game))).collect();
        let mut done = games.len() - open.len();
        let filter = || IndisputableWins::new(nodes).expect("the players are known");
        let work = |filter: &mut IndisputableWins, game: &Game| {
            let (winner, fate) = filter.judge(game, abort)?;
            Some(Line { game: game_hash(game), nodes, winner, fate })
        };
        run(open.into_iter(), threads, abort, filter, work, |line| {
            ledger.append(&line)?;
            known.insert(line.game, (line.winner, line.fate));
            done += 1;
            seen(done);
            Ok::<(), LedgerError>(())
        })?;
        let fates: Option<Vec<_>> =
            games.iter().map(|game| known.get(&game_hash(game)).copied()).collect();
        Ok(fates.map(|fates| Self { fates }))
    }

    /// The number of games of each fate, with the fate's name.
    pub fn counts(&self) -> [(&'static str, usize); 5] {
        let count =
            |test: fn(&Fate) -> bool| self.fates.iter().filter(|(_, fate)| test(fate)).count();
        [
            ("finished", count(|fate| *fate == Fate::Finished)),
            ("accepted", count(|fate| matches!(fate, Fate::Accepted { .. }))),
            ("rejected", count(|fate| matches!(fate, Fate::Rejected { .. }))),
            ("even", count(|fate| *fate == Fate::Even)),
            ("empty", count(|fate| *fate == Fate::Empty)),
        ]
    }

    /// Figure 14 of the thesis.
    pub fn lengths(&self, games: &[Game]) -> Plot {
        let lengths = |taken: bool| {
            let of = games.iter().zip(&self.fates);
            let of = of.filter(move |(_, (winner, _))| winner.is_some() == taken);
            of.map(|(game, _)| game.moves().len()).collect::<Vec<_>>()
        };
        lengths_of_games(&lengths(true), &lengths(false))
    }
}

/// Figure 14 of the thesis: the lengths, in plies, of the accepted games and of those left out.
pub fn lengths_of_games(taken: &[usize], left_out: &[usize]) -> Plot {
    let longest = taken.iter().chain(left_out).copied().max().unwrap_or(0);
    let mut most: f64 = 1.0;
    let mut curve = |name: &str, lengths: &[usize]| {
        let mut counts = vec![0.0; longest + 1];
        for &length in lengths {
            counts[length] += 1.0;
        }
        most = counts.iter().copied().fold(most, f64::max);
        let points = counts.into_iter().enumerate().map(|(ply, n)| (ply as f64, n)).collect();
        Curve { name: name.to_owned(), points }
    };
    let curves = vec![curve("taken", taken), curve("left out", left_out)];
    Plot {
        title: "Lengths of games".to_owned(),
        x_title: "plies".to_owned(),
        y_title: "games".to_owned(),
        y: 0.0..most * 1.1,
        curves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::board::Position;

    fn game(start: &str, moves: usize) -> Game {
        let start: Position = start.parse().unwrap();
        let mut game = Game::new(start);
        for _ in 0..moves {
            let mv = game.now().legal_moves()[0];
            game.push(mv).unwrap();
        }
        game
    }

    #[test]
    fn unfinished_games_are_accepted_or_left_out() {
        let filter = IndisputableWins::new(500).unwrap();
        let judge = |game: &Game| filter.judge(game, &Abort::new()).unwrap();
        assert_eq!(judge(&game("Q2/3/2q w", 0)), (None, Fate::Empty));
        // White has a large territory of its own.
        let clear = game("Q3*q/4*1/4*1/4*1 w", 1);
        let (winner, fate) = judge(&clear);
        assert_eq!(winner, Some(Color::White));
        assert!(matches!(fate, Fate::Accepted { plies } if plies > 3), "{fate:?}");
        let finished = game("Q1*q w", 1);
        assert_eq!(judge(&finished), (Some(Color::White), Fate::Finished));
        let interrupted = Abort::new();
        interrupted.set();
        assert_eq!(filter.judge(&clear, &interrupted), None);
    }

    #[test]
    fn fates_are_kept_and_counted() {
        let games = [game("Q2/3/2q w", 0), game("Q3*q/4*1/4*1/4*1 w", 1), game("Q1*q w", 1)];
        let directory = tempfile::tempdir().unwrap();
        let kept = directory.path().join("fates");
        let judge = |games: &[Game]| {
            DecidedGames::judge(games, 500, &kept, 2, &Abort::new(), &mut |_| {}).unwrap().unwrap()
        };
        let first = judge(&games);
        assert_eq!(
            first.counts(),
            [("finished", 1), ("accepted", 1), ("rejected", 0), ("even", 0), ("empty", 1)]
        );
        let text = std::fs::read_to_string(&kept).unwrap();
        // A kill cut off the end of the file.
        std::fs::write(&kept, &text[..text.len() - 5]).unwrap();
        assert_eq!(judge(&games).fates, first.fates);
        assert_eq!(std::fs::read_to_string(&kept).unwrap().lines().count(), 3);
        for (foreign, problem) in [
            ("{\"some\": \"notes\"}\n", "line 1: no checksum"),
            ("some notes", "not a file of the fates of games"),
        ] {
            std::fs::write(&kept, foreign).unwrap();
            let result = DecidedGames::judge(&games, 500, &kept, 2, &Abort::new(), &mut |_| {});
            let error = result.err().unwrap().to_string();
            assert!(error.contains(problem), "{error}");
            assert_eq!(std::fs::read_to_string(&kept).unwrap(), foreign);
        }
        assert_eq!(first.lengths(&games).curves[0].points[1].1, 2.0);
    }
}
