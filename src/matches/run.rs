//! A match under way: games in parallel, results appended as they finish, and resumption.

use super::log::{GameLine, MatchHeader, MatchLogError, read_match};
use super::opening_book::OpeningBook;
use super::participant::{Participant, Seat};
use super::referee::{Adjudication, Outcome, Referee};
use super::schedule::{Schedule, Slot};
use super::settings::MatchSettings;
use super::standings::Standings;
use super::time_control::TimeControl;
use crate::board::{Color, Position};
use crate::limits::Abort;
use crate::records::{Game, write_sgf};
use crate::stats::{Sprt, SprtVerdict};
use crate::util::atomic_file::{AtomicFile, append_alone};
use crate::util::{SeededRng, parallel};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A match: who plays how many games from where under which rules.
pub struct Match {
    /// Who takes part.
    pub contestants: Vec<Participant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: OpeningBook,
    /// How time is given.
    pub time: TimeControl,
    /// When the judge ends games.
    pub adjudication: Adjudication,
    /// When the match is ended early; for two contestants.
    pub sprt: Option<Sprt>,
    /// What identifies the match beside the contestants.
    pub settings: MatchSettings,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A file of the match is of no use.
    #[error(transparent)]
    Log(#[from] MatchLogError),
    /// The directory holds another match.
    #[error(
        "{}: another match ({found}); this one is {expected}; name another directory",
        path.display()
    )]
    OtherMatch {
        /// The log.
        path: PathBuf,
        /// Its header.
        found: String,
        /// This match's header.
        expected: String,
    },
}

/// How far a match came.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchProgress {
    /// The contestants' texts.
    pub players: Vec<String>,
    /// All finished games in the order of their numbers.
    pub games: Vec<GameLine>,
    /// How many there were before.
    pub found: usize,
    /// How the test stands, if there is one.
    pub sprt: Option<SprtVerdict>,
}

impl MatchProgress {
    /// The match in numbers.
    pub fn standings(&self) -> Standings {
        Standings::new(&self.players, &self.games)
    }
}

/// The log of a match within its directory.
pub const LOG: &str = "results.jsonl";

/// The games of a match within its directory.
const GAMES: &str = "games.sgf";

fn describe(header: &MatchHeader) -> String {
    format!("{}: {}", header.players.join(" – "), header.settings)
}

impl Match {
    /// Plays the games that `directory` does not hold yet, `jobs` at a time, and calls `seen` with
    /// all finished games after each. Ends early, with everything finished written, when `abort`
    /// is set, or when the test has told.
    ///
    /// # Errors
    /// The directory cannot be read or written, another run has it, or it holds another match.
    pub fn run(
        &self,
        directory: &Path,
        jobs: usize,
        abort: &Abort,
        mut seen: impl FnMut(&[GameLine]),
    ) -> Result<MatchProgress, MatchError> {
        let path = directory.join(LOG);
        let error = |path: &Path| {
            let path = path.to_owned();
            move |source: io::Error| MatchLogError::File { path, source }
        };
        fs::create_dir_all(directory).map_err(error(directory))?;
        let alone = append_alone(&path).map_err(error(&path))?;
        let players: Vec<String> = self.contestants.iter().map(Participant::name).collect();
        let header = MatchHeader::new(players.clone(), self.settings.clone());
        let mut games = match read_match(&path)? {
            None => Vec::new(),
            Some((found, games)) if found == header => games,
            Some((found, _)) => {
                let (found, expected) = (describe(&found), describe(&header));
                return Err(MatchError::OtherMatch { path, found, expected });
            }
        };
        // Whatever a crash tore is written anew from what is whole.
        self.write_again(directory, &header, &games).map_err(error(directory))?;
        drop(alone);
        let mut log = append_alone(&path).map_err(error(&path))?;
        let sgf_path = directory.join(GAMES);
        let mut sgf = append_alone(&sgf_path).map_err(error(&sgf_path))?;
        let found = games.len();
        seen(&games);
        let there: Vec<usize> = games.iter().map(|game| game.game).collect();
        let order = self.schedule.order();
        let missing = order.into_iter().filter(|game| !there.contains(game));
        // Set when the test has told, or when writing failed.
        let stop = AtomicBool::new(self.verdict(&games).is_some_and(|v| v != SprtVerdict::Open));
        let seats = || {
            let seats: Vec<Seat> = self.contestants.iter().map(Participant::seat).collect();
            (Referee::new(self.time, self.adjudication), seats)
        };
        let stopped = || stop.load(Ordering::Relaxed) || abort.is_set();
        parallel::as_finished(
            missing.take_while(|_| !stopped()),
            jobs,
            seats,
            |(referee, seats), number| self.play(number, referee, seats, abort),
            |_, finished| {
                let Some((line, game)) = finished else { return Ok(()) };
                append(&mut log, &mut sgf, &line, &game).map_err(error(&path)).inspect_err(
                    |_| {
                        stop.store(true, Ordering::Relaxed);
                    },
                )?;
                games.push(line);
                seen(&games);
                if self.verdict(&games).is_some_and(|verdict| verdict != SprtVerdict::Open) {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok::<(), MatchLogError>(())
            },
        )?;
        games.sort_by_key(|game| game.game);
        let sprt = self.verdict(&games);
        Ok(MatchProgress { players, games, found, sprt })
    }

    /// How the test stands after these games.
    fn verdict(&self, games: &[GameLine]) -> Option<SprtVerdict> {
        let sprt = self.sprt.as_ref()?;
        let wins = games.iter().filter(|game| game.winning_player() == 0).count();
        Some(sprt.verdict(wins as u64, (games.len() - wins) as u64))
    }

    /// Plays one game; `None` if `abort` was set.
    fn play(
        &self,
        number: usize,
        referee: &mut Referee,
        seats: &mut [Seat],
        abort: &Abort,
    ) -> Option<(GameLine, Game)> {
        if abort.is_set() {
            return None;
        }
        let slot = self.schedule.slot(number);
        let [white, black] = seats.get_disjoint_mut([slot.white, slot.black]).ok()?;
        let seeds = self.settings.seeds.map(|seed| {
            let mut dice = SeededRng::numbered(seed, number as u64);
            [(); 2].map(|()| dice.below(1 << 32) as u64)
        });
        white.begin(seeds.map(|seeds| seeds[0]));
        black.begin(seeds.map(|seeds| seeds[1]));
        let opening = self.openings.opening(slot.opening);
        let outcome = referee.play(opening, [white, black], abort)?;
        let line = game_line(number, slot, &outcome);
        Some((line, self.tagged(outcome.game, number, slot, &outcome.reason.sgf(outcome.winner))))
    }

    /// The game with the tags of an SGF file.
    fn tagged(&self, mut game: Game, number: usize, slot: Slot, result: &str) -> Game {
        game.set_tag("PW", self.contestants[slot.white].name());
        game.set_tag("PB", self.contestants[slot.black].name());
        game.set_tag("RO", (number + 1).to_string());
        game.set_tag("RE", result);
        game.set_tag("GC", self.settings.to_string());
        game
    }

    /// Writes both files from finished games.
    fn write_again(
        &self,
        directory: &Path,
        header: &MatchHeader,
        games: &[GameLine],
    ) -> io::Result<()> {
        let mut log = AtomicFile::create(&directory.join(LOG))?;
        writeln!(log, "{}", serde_json::to_string(header)?)?;
        let mut sgf = AtomicFile::create(&directory.join(GAMES))?;
        for line in games {
            writeln!(log, "{}", serde_json::to_string(line)?)?;
            if let Some(game) = replayed(line) {
                let slot = Slot { white: line.white, black: line.black, opening: line.opening };
                let result = line.reason.sgf(line.winner);
                write_sgf(&self.tagged(game, line.game, slot, &result), &mut sgf)?;
            }
        }
        sgf.commit()?;
        log.commit()
    }
}

/// The game of a line; `None` where the line does not hold one.
fn replayed(line: &GameLine) -> Option<Game> {
    let mut game = Game::new(line.start.parse::<Position>().ok()?);
    for mv in line.moves.split_whitespace() {
        game.push(mv.parse().ok()?).ok()?;
    }
    Some(game)
}

fn game_line(number: usize, slot: Slot, outcome: &Outcome) -> GameLine {
    let moves: Vec<_> = outcome.game.moves().iter().map(ToString::to_string).collect();
    GameLine {
        game: number,
        white: slot.white,
        black: slot.black,
        opening: slot.opening,
        winner: outcome.winner,
        reason: outcome.reason,
        detail: outcome.detail.clone(),
        white_side: outcome.sides[Color::White as usize],
        black_side: outcome.sides[Color::Black as usize],
        start: outcome.game.start().to_fen(),
        moves: moves.join(" "),
    }
}

/// Appends a game to both files, the log last, and waits until it is on the disk.
fn append(log: &mut fs::File, sgf: &mut fs::File, line: &GameLine, game: &Game) -> io::Result<()> {
    let mut text = Vec::new();
    write_sgf(game, &mut text)?;
    sgf.write_all(&text)?;
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    log.write_all(&text)?;
    log.sync_data()
}
