//! A match in progress: games in parallel, results appended as they finish, and resumption.

use super::log::{GameLine, MatchHeader, MatchLogError, read_match, to_line};
use super::opening_book::OpeningBook;
use super::participant::{Participant, Seat};
use super::referee::{Adjudication, Outcome, Referee};
use super::schedule::{Schedule, Slot};
use super::sequential_test::{SequentialTest, TestStand};
use super::settings::MatchSettings;
use super::standings::Standings;
use super::time_control::TimeControl;
use crate::engine::MoveFailure;
use crate::engine::process::{ENGINE_LOG_NAME, EngineLog};
use crate::stats::Sprt;
use amazons::board::Color;
use amazons::limits::Abort;
use amazons::records::{Game, write_sgf};
use amazons::solvers::SpecError;
use amazons::util::append_log::AppendLog;
use amazons::util::atomic_file::{AtomicFile, append_alone};
use amazons::util::directory;
use amazons::util::{PartOf, Partition, SeededRng, parallel};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::iter::zip;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A match: the participants, the number of games, where they start, and the rules.
#[derive(Debug)]
pub struct Match {
    /// The participants.
    pub participants: Vec<Participant>,
    /// What results call them, if not by their names or texts.
    pub called: Option<Vec<String>>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: OpeningBook,
    /// How time is given.
    pub time: TimeControl,
    /// When the judge ends games.
    pub adjudication: Adjudication,
    /// When the match ends early; for two participants.
    pub sprt: Option<Sprt>,
    /// What identifies the match besides the participants.
    pub settings: MatchSettings,
    /// The part of the games played here, dealt out in turn; `None` for all.
    pub part: Option<Partition>,
    /// Whether `engines.log` also has every line to and from engines.
    pub log_traffic: bool,
    /// Finished games from elsewhere; those that the directory lacks are taken over.
    pub taken_over: Option<TakenOver>,
}

/// The games of a match that were finished elsewhere.
#[derive(Debug)]
pub struct TakenOver {
    /// The file that has them.
    pub path: PathBuf,
    /// What the file says about their match.
    pub header: MatchHeader,
    /// The games.
    pub games: Vec<GameLine>,
}

/// Why a match cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A file of the match cannot be used.
    #[error(transparent)]
    Log(#[from] MatchLogError),
    /// An engine cannot be started, or does not speak the protocol.
    #[error("{engine} cannot play: {failure}; no game was played")]
    Engine {
        /// The text of the participant.
        engine: String,
        /// What happened.
        failure: String,
    },
    /// The directory holds games, but nothing says which match they belong to.
    #[error(
        "{}: games of an unknown match ({LOG} is missing); name another directory",
        .0.display()
    )]
    Games(PathBuf),
    /// A game of the log is not the one that the match has under its number.
    #[error(
        "{}: game {number} has other players, colours or another opening than in this match; name \
         another directory",
        path.display()
    )]
    OtherGame {
        /// The log.
        path: PathBuf,
        /// The number of the game, from 0, as in the log.
        number: usize,
    },
    /// A player cannot play on the board of an opening.
    #[error(transparent)]
    Board(#[from] SpecError),
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

/// How far a match got.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchProgress {
    /// What results call the participants.
    pub players: Vec<String>,
    /// All finished games in the order of their numbers.
    pub games: Vec<GameLine>,
    /// The number of games that were there before.
    pub found: usize,
    /// The state of the test, if there is one.
    pub sprt: Option<TestStand>,
    /// The number of the engine that crashed or moved illegally so many times in a row that the
    /// match was ended.
    pub given_up: Option<usize>,
}

impl MatchProgress {
    /// Returns the standings of the match.
    pub fn standings(&self) -> Standings {
        Standings::new(&self.players, &self.games)
    }
}

/// The name of the log in the directory of a match.
pub const LOG: &str = "results.jsonl";

/// The number of successive games with a crash or an illegal move after which an engine ends the
/// match.
const DEFECTS_IN_A_ROW: u32 = 10;

/// The name of the file of games in the directory of a match.
pub(super) const GAMES: &str = "games.sgf";

pub(super) fn describe(header: &MatchHeader) -> String {
    let part = header.part.map(|part| format!(", part {part}")).unwrap_or_default();
    let players: Vec<String> = match &header.specs {
        None => header.players.clone(),
        Some(specs) => zip(&header.players, specs).map(|(name, spec)| named(name, spec)).collect(),
    };
    format!("{}: {}{part}", players.join(" – "), header.settings)
}

/// Returns the settings as an SGF file has them, with the players behind names.
fn settings_text(header: &MatchHeader) -> String {
    let mut text = header.settings.to_string();
    for (name, spec) in zip(&header.players, header.specs.iter().flatten()) {
        if name != spec {
            text += &format!(", {}", named(name, spec));
        }
    }
    text
}

fn named(name: &str, spec: &str) -> String {
    if name == spec { name.to_owned() } else { format!("{name}={spec}") }
}

/// What ends a match before all its games are played.
struct EarlyEnd {
    test: Option<SequentialTest>,
    /// Games in a row that each participant lost by a defect.
    defects: Vec<u32>,
    /// The participant that lost too many of them.
    given_up: Option<usize>,
}

impl EarlyEnd {
    fn new(of: &Match) -> Self {
        let test = of.sprt.map(|test| SequentialTest::new(test, of.repeats_itself()));
        Self { test, defects: vec![0; of.participants.len()], given_up: None }
    }

    /// Counts a game, and returns whether the test is decided.
    fn is_told_by(&mut self, game: &GameLine) -> bool {
        self.test.as_mut().is_some_and(|test| {
            test.add(game);
            test.stand().is_decided()
        })
    }

    /// Counts a game that was just played, and returns whether the match ends.
    fn is_reached_by(&mut self, game: &GameLine) -> bool {
        let (winner, loser) = (game.winning_player(), game.losing_player());
        if game.reason.is_defect() {
            // The winner may not have moved at all.
            self.defects[loser] += 1;
        } else {
            (self.defects[winner], self.defects[loser]) = (0, 0);
        }
        if self.defects[loser] == DEFECTS_IN_A_ROW {
            self.given_up = Some(loser);
        }
        self.is_told_by(game) || self.given_up.is_some()
    }
}

/// Makes an error about a file of a match.
fn file_error(path: &Path) -> impl Fn(io::Error) -> MatchLogError {
    let path = path.to_owned();
    move |source| MatchLogError::File { path: path.clone(), source }
}

impl Match {
    /// Plays the games that `directory` does not hold yet, `jobs` at a time. `seen` is called with
    /// all finished games, at the start and after each game. The match ends early, with everything
    /// finished written, when `abort` is set, when the test is decided, or when an engine fails in
    /// too many games in a row.
    ///
    /// # Errors
    /// The directory cannot be read or written, is in use by another run, or it or the games taken
    /// over belong to another match; or a player cannot play on the board of an opening.
    pub fn run(
        &self,
        directory: &Path,
        jobs: usize,
        abort: &Abort,
        mut seen: impl FnMut(&[GameLine]),
    ) -> Result<MatchProgress, MatchError> {
        for start in self.openings.starts() {
            self.participants.iter().try_for_each(|one| one.check_board(start))?;
        }
        let log_of_engines =
            EngineLog::new(directory.join(ENGINE_LOG_NAME)).with_traffic(self.log_traffic);
        let header = self.header();
        let is_new = !directory.join(LOG).exists() && self.taken_over().is_none();
        if is_new && self.games() > 0 {
            let made = !directory.exists();
            directory::make(directory).map_err(file_error(directory))?;
            self.greet(&log_of_engines, abort).inspect_err(|_| {
                // An engine that cannot play leaves nothing behind but what it wrote.
                if made {
                    let _ = fs::remove_dir(directory);
                }
            })?;
        }
        let mut games = self.earlier_games(directory, &header)?;
        let (log_path, sgf_path) = (directory.join(LOG), directory.join(GAMES));
        let mut log = AppendLog::open(&log_path).map_err(file_error(&log_path))?;
        let mut sgf = AppendLog::open(&sgf_path).map_err(file_error(&sgf_path))?;
        let found = games.len();
        seen(&games);
        let mut end = EarlyEnd::new(self);
        // Set when the match ends early, or when writing failed.
        let stop = AtomicBool::new(games.iter().fold(false, |_, game| end.is_told_by(game)));
        if !is_new && !stop.load(Ordering::Relaxed) && games.len() < self.games() {
            self.greet(&log_of_engines, abort)?;
        }
        let there: BTreeSet<usize> = games.iter().map(|game| game.game).collect();
        let mine = |game: &usize| self.part.is_none_or(|part| part.holds(*game as u64));
        let missing = self.schedule.order().filter(mine).filter(|game| !there.contains(game));
        let stopped = || stop.load(Ordering::Relaxed) || abort.is_set();
        let seats = || {
            let log = Some(&log_of_engines);
            let seats: Vec<Seat> = self.participants.iter().map(|one| one.seat(log)).collect();
            (Referee::new(self.time, self.adjudication), seats)
        };
        parallel::as_finished(
            missing.take_while(|_| !stopped()),
            jobs,
            seats,
            |(referee, seats), number| self.play(number, &header, referee, seats, abort),
            |_, finished| {
                let Some((line, game)) = finished else { return Ok(()) };
                let written = append(&mut log, &mut sgf, &line, &game);
                let fails_or_tells = written.is_err() | end.is_reached_by(&line);
                stop.fetch_or(fails_or_tells, Ordering::Relaxed);
                written.map_err(file_error(&log_path))?;
                games.push(line);
                seen(&games);
                Ok::<(), MatchLogError>(())
            },
        )?;
        // The files of a finished match have its games in order, whichever finished first. Those of
        // a match with a test keep the order in which the test counted them.
        let sorted = games.is_sorted_by_key(|game| game.game);
        games.sort_by_key(|game| game.game);
        if !sorted && self.sprt.is_none() && games.len() >= self.games() {
            self.write_again(directory, &header, &games).map_err(file_error(directory))?;
        }
        let EarlyEnd { test, given_up, .. } = end;
        let sprt = test.map(|test| test.stand());
        Ok(MatchProgress { players: header.players, games, found, sprt, given_up })
    }

    /// Returns what identifies the match.
    fn header(&self) -> MatchHeader {
        let items = self.schedule.games() as u64;
        MatchHeader {
            part: self.part.map(|part| PartOf { part, items }),
            specs: self.specs(),
            ..MatchHeader::new(self.names(), self.settings.clone())
        }
    }

    /// Returns the games finished elsewhere, if there are any.
    fn taken_over(&self) -> Option<&TakenOver> {
        self.taken_over.as_ref().filter(|other| !other.games.is_empty())
    }

    /// Makes the directory of a match and returns the games that it holds or that are taken over.
    /// Whatever a crash tore is rewritten from what is complete.
    fn earlier_games(
        &self,
        directory: &Path,
        header: &MatchHeader,
    ) -> Result<Vec<GameLine>, MatchError> {
        let other_match = |path: &Path, found: &MatchHeader| {
            let (found, expected) = (describe(found), describe(header));
            MatchError::OtherMatch { path: path.to_owned(), found, expected }
        };
        // Before anything is written: games of another match would make the directory theirs.
        if let Some(other) = self.taken_over().filter(|other| other.header != *header) {
            return Err(other_match(&other.path, &other.header));
        }
        directory::make(directory).map_err(file_error(directory))?;
        let (path, sgf_path) = (directory.join(LOG), directory.join(GAMES));
        if !path.exists() && sgf_path.exists() {
            return Err(MatchError::Games(sgf_path));
        }
        let _alone = append_alone(&path).map_err(file_error(&path))?;
        let mut games = match read_match(&path)? {
            None => Vec::new(),
            Some((found, games)) if found == *header => games,
            // A match that was refused before its first game has nothing to lose.
            Some((_, games)) if games.is_empty() => games,
            Some((found, _)) => return Err(other_match(&path, &found)),
        };
        for game in games.iter().filter(|game| game.game < self.schedule.games()) {
            let Slot { white, black, opening } = self.schedule.slot(game.game);
            if (white, black, opening) != (game.white, game.black, game.opening) {
                let number = game.game;
                return Err(MatchError::OtherGame { path, number });
            }
        }
        if let Some(other) = self.taken_over() {
            let known: BTreeSet<usize> = games.iter().map(|game| game.game).collect();
            games.extend(other.games.iter().filter(|game| !known.contains(&game.game)).cloned());
        }
        self.write_again(directory, header, &games).map_err(file_error(directory))?;
        Ok(games)
    }

    /// Returns what results call the participants, by default their names or texts. Repeated ones
    /// get a number.
    pub fn names(&self) -> Vec<String> {
        let texts = || self.participants.iter().map(Participant::name).collect();
        let texts: Vec<String> = self.called.clone().unwrap_or_else(texts);
        let numbered = |(i, text): (usize, &String)| match texts[..i]
            .iter()
            .filter(|other| *other == text)
            .count()
        {
            0 => text.clone(),
            before => format!("{text} #{}", before + 1),
        };
        texts.iter().enumerate().map(numbered).collect()
    }

    /// The texts of all participants, if any was given a name.
    fn specs(&self) -> Option<Vec<String>> {
        let named = self.participants.iter().any(|one| one.name() != one.spec());
        named.then(|| self.participants.iter().map(Participant::spec).collect())
    }

    /// Starts every engine once, so that an engine that cannot play is known before the first game.
    fn greet(&self, log: &EngineLog, abort: &Abort) -> Result<(), MatchError> {
        for participant in &self.participants {
            match participant.greet(Some(log), abort) {
                Ok(()) | Err(MoveFailure::Aborted) => {}
                Err(failure) => {
                    let engine = named(&participant.name(), &participant.spec());
                    let failure = failure.to_string();
                    return Err(MatchError::Engine { engine, failure });
                }
            }
        }
        Ok(())
    }

    /// Returns whether its players play the same game whenever they begin from the same opening.
    pub fn repeats_itself(&self) -> bool {
        matches!(self.time, TimeControl::PerMove { .. })
            && self.participants.iter().all(Participant::repeats_itself)
    }

    /// Returns how many games are played here.
    pub fn games(&self) -> usize {
        let all = self.schedule.games();
        self.part.map_or(all, |part| part.share(all as u64) as usize)
    }

    /// Plays one game; `None` if `abort` was set.
    fn play(
        &self,
        number: usize,
        header: &MatchHeader,
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
        white.begin(seeds.map(|seeds| seeds[0]), abort);
        black.begin(seeds.map(|seeds| seeds[1]), abort);
        let opening = self.openings.opening(slot.opening);
        let outcome = referee.play(opening, [white, black], abort)?;
        let line = game_line(number, slot, &outcome);
        let names = [slot.white, slot.black].map(|player| header.players[player].as_str());
        let game = tagged(outcome.game, &line, names, &settings_text(header));
        Some((line, game))
    }

    /// Writes both files from finished games.
    fn write_again(
        &self,
        directory: &Path,
        header: &MatchHeader,
        games: &[GameLine],
    ) -> io::Result<()> {
        let mut log = AtomicFile::create(&directory.join(LOG))?;
        log.write_all(to_line(header)?.as_bytes())?;
        let mut sgf = AtomicFile::create(&directory.join(GAMES))?;
        for line in games {
            log.write_all(to_line(line)?.as_bytes())?;
            if let Some(game) = game_of(line, header) {
                write_sgf(&game, &mut sgf)?;
            }
        }
        sgf.commit()?;
        log.commit()
    }
}

/// Adds the tags of an SGF file to the game.
fn tagged(mut game: Game, line: &GameLine, players: [&str; 2], settings: &str) -> Game {
    game.set_tag("PW", players[0]);
    game.set_tag("PB", players[1]);
    game.set_tag("RO", (line.game + 1).to_string());
    game.set_tag("RE", line.reason.sgf(line.winner));
    game.set_tag("GC", settings);
    game
}

/// Returns the game of a line with its tags; `None` if the line does not hold a game of the
/// header's match.
pub(super) fn game_of(line: &GameLine, header: &MatchHeader) -> Option<Game> {
    let players = [header.players.get(line.white)?, header.players.get(line.black)?];
    Some(tagged(line.replayed()?, line, players.map(String::as_str), &settings_text(header)))
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
fn append(
    log: &mut AppendLog,
    sgf: &mut AppendLog,
    line: &GameLine,
    game: &Game,
) -> io::Result<()> {
    let mut text = Vec::new();
    write_sgf(game, &mut text)?;
    sgf.append(text)?;
    log.append_durably(to_line(line)?)
}
