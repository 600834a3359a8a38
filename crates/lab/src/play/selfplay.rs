//! Many games between two players, in parallel, into one SGF file that can be continued.
//!
//! The file is the only state. Each game is appended when it is finished, with its number (`RO`)
//! and the settings of the run (`GC`). A continued run reads which numbers are there and plays the
//! others. A game cut off by a crash is dropped and played again. When all games are there, they
//! are sorted by number, so that runs limited by nodes give the same bytes however many games were
//! played at a time.

use super::game::play_game;
use super::opening::Openings;
use super::player::{MoveLimit, Player};
use crate::FileError;
use crate::stats::Tally;
use amazons::board::{Color, Position};
use amazons::ledger::{AppendLog, PartOf, Partition, run};
use amazons::limits::Abort;
use amazons::records::torn::{begins_with_own_game, ends_with_line, is_torn_head, salvaged};
use amazons::records::{Game, Reason, RecordError, write_sgf};
use amazons::solvers::SpecError;
use amazons::util::atomic_file::{open_through, writes_through};
use amazons::util::compression::{Compression, OutputFile};
use amazons::util::input_file;
use amazons::util::opaque_debug;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A run of self-play: the players, the number of games and where they start.
pub struct SelfPlay {
    /// A and B.
    players: [Player; 2],
    /// Total number of games.
    games: usize,
    openings: Openings,
    /// What identifies the run besides the players.
    settings: String,
    /// The part of the games played here; `None` for all.
    part: Option<Partition>,
}

opaque_debug!([] SelfPlay, "SelfPlay");

/// The text between a run's settings and the part that a file holds.
const PART: &str = "; part ";

/// Splits the text in a file's games into the settings of the run and the part.
pub(super) fn settings_and_part(text: &str) -> (&str, Option<PartOf>) {
    match text.rsplit_once(PART).map(|(settings, part)| (settings, part.parse())) {
        Some((settings, Ok(part))) => (settings, Some(part)),
        _ => (text, None),
    }
}

/// The error of a file whose game of this number, from 1, says `found` about its run, where this run
/// would write `expected`.
fn other_run(path: &Path, game: usize, found: &str, expected: &str) -> FileError {
    let problem = format!("game {game} belongs to another run ({found}); this one is {expected}");
    FileError::about(path, format!("{problem}; name another file"))
}

/// How far a run got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Results of all games in the file.
    pub tally: Tally,
    /// Games that differ in the colours or in a move: fewer than all if games repeat others.
    pub different: usize,
    /// Games already there.
    pub found: usize,
    /// Games played now.
    pub played: usize,
}

/// The games of a file.
#[derive(Default)]
struct Finished {
    tally: Tally,
    /// Their numbers, in the order of the file.
    order: Vec<usize>,
    /// A's colour and the hash of the moves.
    different: HashSet<(Color, u64)>,
}

impl Finished {
    fn add(&mut self, number: usize, game: &Game) {
        let a = SelfPlay::colour_of_a(number);
        self.tally.count(a, winner(game));
        self.order.push(number);
        self.different.insert((a, moves_hash(game)));
    }
}

impl SelfPlay {
    /// Sets up a run of `games` games between the players of two specs, from openings of
    /// `random_plies` random moves. Two different players play each opening twice, with colours
    /// swapped; a player against itself plays each opening once.
    ///
    /// # Errors
    /// A spec is wrong, or a player cannot play on the starting board.
    pub fn new(
        specs: [&str; 2],
        limit: MoveLimit,
        games: usize,
        start: Position,
        random_plies: usize,
        seed: u64,
    ) -> Result<Self, SpecError> {
        let players = [Player::from_spec(specs[0], limit)?, Player::from_spec(specs[1], limit)?];
        players.iter().try_for_each(|player| player.check_board(&start))?;
        let settings = format!("selfplay of {start}, seed {seed}, {random_plies} random plies");
        let openings = Openings::new(start, random_plies, seed);
        Ok(Self { players, games, openings, settings, part: None })
    }

    /// Restricts the run to one part of the games, which are dealt out in turn. All parts together
    /// have the games of the whole run.
    #[must_use]
    pub fn part(self, part: Option<Partition>) -> Self {
        Self { part, ..self }
    }

    /// Returns how many games are played here.
    pub fn games(&self) -> usize {
        self.part.map_or(self.games, |part| part.share(self.games as u64) as usize)
    }

    /// Returns the numbers of the games played here, counted from 0.
    fn numbers(&self) -> impl Iterator<Item = usize> + Send {
        let all = self.games as u64;
        let part = self.part.unwrap_or(Partition::WHOLE);
        part.numbers(all).map(|number| number as usize)
    }

    /// What identifies the run and its part.
    fn own_settings(&self) -> String {
        match self.part {
            None => self.settings.clone(),
            Some(part) => {
                let part = PartOf { part, items: self.games as u64 };
                format!("{}{PART}{part}", self.settings)
            }
        }
    }

    /// Returns the players' specs with their limits.
    pub fn specs(&self) -> [String; 2] {
        self.players.each_ref().map(Player::spec)
    }

    /// The colour of A in a game; games are counted from 0.
    fn colour_of_a(number: usize) -> Color {
        Color::BOTH[number % 2]
    }

    /// The tags of a game that are known before it is played.
    fn tags(&self, number: usize) -> [(&'static str, String); 4] {
        let [a, b] = self.specs();
        let (white, black) = match Self::colour_of_a(number) {
            Color::White => (a, b),
            Color::Black => (b, a),
        };
        let round = (number + 1).to_string();
        [("PW", white), ("PB", black), ("RO", round), ("GC", self.own_settings())]
    }

    /// A game before the players take over.
    fn prepared(&self, number: usize) -> Game {
        let [a, b] = self.specs();
        let opening = if a == b { number } else { number / 2 };
        let mut game = self.openings.opening(opening as u64);
        for (name, text) in self.tags(number) {
            game.set_tag(name, text);
        }
        game
    }

    /// Plays one game, counted from 0; `None` if `abort` was set.
    pub fn play(&self, number: usize, abort: &Abort) -> Option<Game> {
        let [a, b] = &self.players;
        let (white, black) = match Self::colour_of_a(number) {
            Color::White => (a, b),
            Color::Black => (b, a),
        };
        let mut game = play_game(self.prepared(number), white, black, abort)?;
        let winner = winner(&game).letter().to_ascii_uppercase();
        game.set_tag("RE", format!("{winner}+"));
        Some(game)
    }

    /// Plays the games that `path` does not hold yet, `jobs` at a time. `seen` is called with the
    /// number of games in the file, at the start and after each game. When `abort` is set, the run
    /// ends early; everything finished is written.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use by another run, or holds other games.
    pub fn run(
        &self,
        path: &Path,
        jobs: usize,
        abort: &Abort,
        mut seen: impl FnMut(usize),
    ) -> Result<Progress, FileError> {
        let file_error = FileError::io(path);
        let (mut output, mut finished) = self.open(path)?;
        let found = finished.order.len();
        seen(found);
        let there: BTreeSet<usize> = finished.order.iter().copied().collect();
        let missing = self.numbers().filter(|number| !there.contains(number));
        run(
            missing.take_while(|_| !abort.is_set()),
            jobs,
            abort,
            || (),
            |(), number| self.play(number, abort).map(|game| (number, game)),
            |(number, game)| {
                output.append(path, &game).map_err(&file_error)?;
                finished.add(number, &game);
                seen(finished.order.len());
                Ok::<(), FileError>(())
            },
        )?;
        let Finished { tally, order, different } = finished;
        // One game per compressed member compresses badly and depends on the order of writing.
        let compressed = Compression::of(path) != Compression::None && order.len() > found;
        let kept = matches!(output, Output::File(_));
        if kept && order.len() >= self.games() && (compressed || !order.is_sorted()) {
            self.rewrite(path).map_err(&file_error)?;
        }
        let (different, played) = (different.len(), order.len() - found);
        Ok(Progress { tally, different, found, played })
    }

    /// Opens the output, and reads the games already there.
    fn open(&self, path: &Path) -> Result<(Output, Finished), FileError> {
        let file_error = FileError::io(path);
        if writes_through(path) {
            let out = open_through(path).map_err(&file_error)?;
            return Ok((Output::Through(out), Finished::default()));
        }
        let alone = AppendLog::open(path).map_err(&file_error)?;
        let finished = self.read_finished(path)?;
        // The file may be a new one by now: a torn one is rewritten.
        drop(alone);
        Ok((Output::File(AppendLog::open(path).map_err(&file_error)?), finished))
    }

    /// Reads what `path` already holds. A torn last game is cut off.
    fn read_finished(&self, path: &Path) -> Result<Finished, FileError> {
        let file_error = FileError::io(path);
        let (mut finished, mut games) = (Finished::default(), 0);
        if !path.exists() {
            return Ok(finished);
        }
        if is_torn_head(path).map_err(&file_error)? {
            File::create(path).map_err(&file_error)?;
            return Ok(finished);
        }
        let (mut torn, mut there) = (None::<RecordError>, BTreeMap::new());
        for (i, game) in salvaged(path)?.enumerate() {
            if let Some(error) = torn {
                return Err(error.into());
            }
            match game {
                // Unreadable data may hold any number of games.
                Err(error) if error.is_io() || matches!(*error.reason, Reason::MovesOutside) => {
                    return Err(error.into());
                }
                Err(error) => {
                    if i == 0 {
                        self.check_torn(path, error.legal_part.as_deref())?;
                    }
                    torn = Some(error);
                }
                Ok(game) => {
                    let number = self
                        .number_of(&game)
                        .map_err(|(found, expected)| other_run(path, i + 1, &found, &expected))?;
                    games += 1;
                    // A copy of a game counts once.
                    match there.insert(number, moves_hash(&game)) {
                        None => finished.add(number, &game),
                        Some(hash) if hash == moves_hash(&game) => {}
                        Some(_) => {
                            let (game, round) = (i + 1, number + 1);
                            let problem = format!(
                                "game {game} is game {round} of the run once more, with other \
                                 moves; keep one of them"
                            );
                            return Err(FileError::about(path, problem));
                        }
                    }
                }
            }
        }
        // To compressed games under a plain name no plain ones may be added.
        let misnamed = input_file::is_misnamed(path).map_err(&file_error)?;
        let repeated = games > finished.order.len();
        if torn.is_some() || misnamed || repeated || !ends_with_line(path).map_err(&file_error)? {
            self.rewrite(path).map_err(&file_error)?;
            finished.order.sort_unstable();
        }
        Ok(finished)
    }

    /// Rejects a file's torn first game unless it belongs to this run: only then may it be cut off.
    fn check_torn(&self, path: &Path, legal_part: Option<&Game>) -> Result<(), FileError> {
        let own = begins_with_own_game(path).map_err(FileError::io(path))?;
        // If it is torn within its tags, it has no move yet.
        let settings = self.own_settings();
        let of_another =
            legal_part.and_then(|game| game.tag("GC")).filter(|&found| found != settings);
        if own && of_another.is_none() {
            return Ok(());
        }
        Err(other_run(path, 1, of_another.unwrap_or("it breaks off"), &settings))
    }

    /// Returns the number of a game of this run, counted from 0. For another game, returns what it
    /// says about its run and what was expected.
    fn number_of(&self, game: &Game) -> Result<usize, (String, String)> {
        let number = game.tag("RO").and_then(|round| round.parse::<usize>().ok()?.checked_sub(1));
        let expected = self.tags(number.unwrap_or(0));
        let known = expected.iter().all(|(name, text)| game.tag(name) == Some(text));
        match number {
            Some(number) if known && !game.now().can_move() => Ok(number),
            _ => {
                let found = ["PW", "PB", "GC"].map(|name| game.tag(name).unwrap_or("?"));
                let [white, black, _, settings] = expected.map(|(_, text)| text);
                Err((found.join(", "), [white, black, settings].join(", ")))
            }
        }
    }

    /// Rewrites the complete games of `path`, in the order of their numbers.
    fn rewrite(&self, path: &Path) -> io::Result<()> {
        let mut games = BTreeMap::new();
        for game in salvaged(path).map_err(io::Error::other)? {
            match game {
                Ok(game) => {
                    if let Ok(number) = self.number_of(&game) {
                        games.insert(number, game);
                    }
                }
                Err(error) if error.is_io() => {
                    return Err(io::Error::other(error));
                }
                Err(_) => {}
            }
        }
        let mut file = OutputFile::create(path)?;
        for game in games.values() {
            write_sgf(game, &mut file)?;
        }
        file.commit()
    }
}

fn moves_hash(game: &Game) -> u64 {
    let moves: String = game.moves().iter().map(|mv| format!("{mv} ")).collect();
    xxh3_64(moves.as_bytes())
}

/// The winner is the side that is not to move at the end of a game.
fn winner(game: &Game) -> Color {
    game.now().side().other()
}

/// Where games go.
enum Output {
    /// A file that also holds the games of earlier runs.
    File(AppendLog),
    /// A device or a pipe.
    Through(Box<dyn Write + Send>),
}

impl Output {
    /// Appends a game in one write. For a file, waits until the game is on the disk.
    fn append(&mut self, path: &Path, game: &Game) -> io::Result<()> {
        let mut text = Vec::new();
        write_sgf(game, &mut text)?;
        let text = Compression::of(path).member(&text)?;
        match self {
            Self::File(file) => file.append_durably(&text),
            Self::Through(out) => out.write_all(&text).and_then(|()| out.flush()),
        }
    }
}
