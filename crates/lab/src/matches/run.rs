//! A match in progress: games in parallel, results appended as they finish, and resumption.

use super::log::{GameCheck, GameLine, MatchHeader, named};
use super::opening_book::OpeningBook;
use super::participant::{Participant, Seat};
use super::referee::{Adjudication, PlayedGame, Referee};
use super::schedule::{Schedule, Slot};
use super::sequential_test::{SequentialTest, TestStand};
use super::settings::MatchSettings;
use super::standings::Standings;
use super::time_control::TimeControl;
use crate::engine::MoveFailure;
use crate::engine::process::{ENGINE_LOG_NAME, EngineLog};
use crate::stats::Sprt;
use amazons::board::Color;
use amazons::ledger::{AppendLog, Entry, Header, Ledger, LedgerError, PartOf, Partition, run};
use amazons::limits::Abort;
use amazons::records::{Game, write_sgf};
use amazons::solvers::SpecError;
use amazons::util::SeededRng;
use amazons::util::atomic_file::AtomicFile;
use amazons::util::directory;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
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
    Log(#[from] LedgerError),
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
    /// A player cannot play on the board of an opening.
    #[error(transparent)]
    Board(#[from] SpecError),
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
            directory::make(directory).map_err(LedgerError::io(directory))?;
            self.greet(&log_of_engines, abort).inspect_err(|_| {
                // An engine that cannot play leaves nothing behind but what it wrote.
                if made {
                    let _ = fs::remove_dir(directory);
                }
            })?;
        }
        let (mut ledger, mut games) = self.earlier_games(directory, &header)?;
        let sgf_path = directory.join(GAMES);
        let sgf_error = LedgerError::io(&sgf_path);
        write_games(&sgf_path, &games, &header).map_err(&sgf_error)?;
        let mut sgf = AppendLog::open(&sgf_path).map_err(&sgf_error)?;
        let found = games.len();
        seen(&games);
        let mut end = EarlyEnd::new(self);
        // Set when the match ends early.
        let stop = AtomicBool::new(games.iter().fold(false, |_, game| end.is_told_by(game)));
        if !is_new && !stop.load(Ordering::Relaxed) && games.len() < self.games() {
            self.greet(&log_of_engines, abort)?;
        }
        let there: BTreeSet<usize> = games.iter().map(|game| game.game).collect();
        let order = self.schedule.order(self.part.unwrap_or(Partition::WHOLE));
        let missing = order.filter(|game| !there.contains(game));
        let seats = || {
            let log = Some(&log_of_engines);
            let seats: Vec<Seat> = self.participants.iter().map(|one| one.seat(log)).collect();
            (Referee::new(self.time, self.adjudication), seats)
        };
        run(
            missing.take_while(|_| !stop.load(Ordering::Relaxed)),
            jobs,
            abort,
            seats,
            |(referee, seats), number| self.play(number, &header, referee, seats, abort),
            |(line, game)| {
                // The ledger last: what it has is in both files.
                let mut text = Vec::new();
                write_sgf(&game, &mut text).and_then(|()| sgf.append(&text)).map_err(&sgf_error)?;
                ledger.append_durably(&line)?;
                stop.fetch_or(end.is_reached_by(&line), Ordering::Relaxed);
                games.push(line);
                seen(&games);
                Ok::<(), LedgerError>(())
            },
        )?;
        // The files of a finished match have its games in order, whichever finished first. Those of
        // a match with a test keep the order in which the test counted them.
        let sorted = games.is_sorted_by_key(|game| game.game);
        games.sort_by_key(|game| game.game);
        if !sorted && self.sprt.is_none() && games.len() >= self.games() {
            write_games(&sgf_path, &games, &header).map_err(&sgf_error)?;
            Ledger::write(ledger.path(), &header, &games)?;
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

    /// Makes the directory of a match. Returns its ledger with the games that it holds or that are
    /// taken over.
    fn earlier_games(
        &self,
        directory: &Path,
        header: &MatchHeader,
    ) -> Result<(Ledger<GameLine>, Vec<GameLine>), MatchError> {
        // Before anything is written: games of another match would make the directory theirs.
        if let Some(other) = self.taken_over() {
            header.check_same(&other.header, &other.path, GameLine::LEDGER)?;
        }
        directory::make(directory).map_err(LedgerError::io(directory))?;
        let (path, sgf_path) = (directory.join(LOG), directory.join(GAMES));
        if !path.exists() && sgf_path.exists() {
            return Err(MatchError::Games(sgf_path));
        }
        let (mut check, mut games) = (GameCheck::of(header), Vec::new());
        let mut ledger = Ledger::continued(&path, header, |game: GameLine| {
            check.check(&game)?;
            let own = (game.game < self.schedule.games()).then(|| self.schedule.slot(game.game));
            let found = Slot { white: game.white, black: game.black, opening: game.opening };
            if own.is_some_and(|own| own != found) {
                return Err(format!(
                    "game {} has other players, colours or another opening than in this match; \
                     name another directory",
                    game.game
                ));
            }
            games.push(game);
            Ok(())
        })?;
        if let Some(other) = self.taken_over() {
            let known: BTreeSet<usize> = games.iter().map(|game| game.game).collect();
            for game in other.games.iter().filter(|game| !known.contains(&game.game)) {
                ledger.append(game)?;
                games.push(game.clone());
            }
        }
        Ok((ledger, games))
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
        // One for each size: a book may have thousands.
        let mut sizes = HashSet::new();
        let mut starts = self.openings.starts();
        starts.retain(|start| start.can_move() && sizes.insert((start.width(), start.height())));
        for participant in &self.participants {
            match participant.greet(&starts, Some(log), abort) {
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
        let outcome = referee.play(opening, [&mut *white, &mut *black], abort)?;
        let ids = [white, black].map(|seat| seat.id().map(str::to_owned));
        let line = game_line(number, slot, ids, &outcome);
        let names = [slot.white, slot.black].map(|player| header.players[player].as_str());
        let game = tagged(outcome.game, &line, names, &header.settings_text());
        Some((line, game))
    }
}

/// Writes the file of games from the lines of the ledger.
fn write_games(path: &Path, games: &[GameLine], header: &MatchHeader) -> io::Result<()> {
    let mut sgf = AtomicFile::create(path)?;
    for game in games.iter().filter_map(|line| game_of(line, header)) {
        write_sgf(&game, &mut sgf)?;
    }
    sgf.commit()
}

/// Adds the tags of an SGF file to the game.
fn tagged(mut game: Game, line: &GameLine, players: [&str; 2], settings: &str) -> Game {
    game.set_tag("PW", players[0]);
    game.set_tag("PB", players[1]);
    game.set_tag("RO", (line.game + 1).to_string());
    game.set_tag("RE", line.reason.sgf(line.winner));
    let ids = [("White", &line.white_id), ("Black", &line.black_id)];
    let named =
        ids.into_iter().filter_map(|(side, id)| Some(format!(", {side} is {}", id.as_ref()?)));
    game.set_tag("GC", named.fold(settings.to_owned(), |text, name| text + &name));
    game
}

/// Returns the game of a line with its tags; `None` if the line does not hold a game of the
/// header's match.
pub(super) fn game_of(line: &GameLine, header: &MatchHeader) -> Option<Game> {
    let players = [header.players.get(line.white)?, header.players.get(line.black)?];
    Some(tagged(line.replayed()?, line, players.map(String::as_str), &header.settings_text()))
}

fn game_line(
    number: usize,
    slot: Slot,
    [white_id, black_id]: [Option<String>; 2],
    outcome: &PlayedGame,
) -> GameLine {
    let moves: Vec<_> = outcome.game.moves().iter().map(ToString::to_string).collect();
    GameLine {
        game: number,
        white: slot.white,
        black: slot.black,
        opening: slot.opening,
        winner: outcome.winner,
        reason: outcome.reason,
        detail: outcome.detail.clone(),
        white_id,
        black_id,
        white_side: outcome.sides[Color::White as usize],
        black_side: outcome.sides[Color::Black as usize],
        start: outcome.game.start().to_fen(),
        moves: moves.join(" "),
    }
}
