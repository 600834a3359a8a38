//! `amazons match`: games between players and engines, and their standings.

use super::selfplay::parse_size;
use crate::options::hints;
use crate::options::interrupt::interrupt_flag;
use crate::options::points::PointsOptions;
use crate::options::records::LineOptions;
use crate::options::values::{
    parse_number, parse_positive, parse_positive_up_to, parse_threads, parse_time,
    threads_up_to_cores,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::{OnceASecond, progress};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::board::Position;
use amazons::ledger::Partition;
use amazons::records::Start;
use amazons_lab::drawing::wrapped;
use amazons_lab::engine::ENGINE_LOG_NAME;
use amazons_lab::matches::{
    Adjudication, Clock, Match, MatchProgress, MatchSettings, OpeningBook, OpeningContent,
    OpeningSettings, Pairing, Participant, PointsLost, Schedule, Standings, TestStand, TimeControl,
    points_table,
};
use amazons_lab::play::{MoveLimit, Openings};
use amazons_lab::stats::{PairCounts, Sprt, SprtVerdict};
use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Play a match between two or more players, and print standings with confidence intervals.
///
/// A player is a spec such as 'alphabeta:lieberum,depth=2', 'uct:playouts=10000', 'hybrid' or
/// 'one-ply:te', or an external engine: 'engine:COMMAND' for a program that speaks the line protocol
/// of docs/protocol.md, 'uci:COMMAND' for UCI, as Fairy-Stockfish speaks it, 'gtp:COMMAND' for Go
/// programs that were taught Amazons. NAME=PLAYER gives a player a name that results use. Every pair
/// plays each opening twice, with colours swapped.
///
/// Results are written as games finish, to results.jsonl and games.sgf in the output directory. The
/// same command continues an interrupted match. An engine that is late, crashes or moves illegally
/// loses the game, and the match goes on. 'amazons report DIR' prints the standings again.
#[derive(Debug, Args)]
pub struct MatchCommand {
    /// The players; two or more.
    #[arg(required = true, num_args = 2..)]
    players: Vec<String>,
    /// Directory of the match, continued if it exists.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Number of games for each pair of players; even, since each opening is played twice.
    #[arg(long, default_value_t = 20, value_parser = parse_games)]
    games: usize,
    /// Play only the first player against each of the others.
    #[arg(long)]
    gauntlet: bool,
    /// File of openings: one FEN per line, a problem set, or games in any format that 'convert'
    /// reads.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "size"])]
    openings: Option<PathBuf>,
    /// Take only this many moves from each game of the openings.
    #[arg(long, requires = "openings", value_parser = parse_number::<usize>)]
    opening_plies: Option<usize>,
    /// Columns x rows of the board; the standard start is scaled to it.
    #[arg(long, default_value = "10x10", value_parser = parse_size)]
    size: (usize, usize),
    /// Start from this FEN, from 'cross' (Little Golem's), or from the start of a size such as 8x8,
    /// instead of the standard start.
    ///
    /// With --openings: where games begin whose record does not say it.
    #[arg(long, conflicts_with = "size")]
    start: Option<Start>,
    #[command(flatten)]
    lines: LineOptions,
    /// Number of balanced random moves, both sides together, before the players take over.
    #[arg(long, default_value_t = 4, value_parser = parse_number::<usize>)]
    random_plies: usize,
    /// Seed for the openings.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u64>)]
    seed: u64,
    /// Wall time per move for players without a limit of their own, e.g. 100ms.
    ///
    /// Defaults to 100ms if no limit is given.
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "clock")]
    time: Option<Duration>,
    /// Nodes per move for players without a limit of their own.
    ///
    /// For mcts and uct a node is a playout.
    #[arg(long, visible_alias = "playouts", value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Clock time for each side's whole game, e.g. 5m; with an increment for each move, 60s+1s.
    #[arg(long, value_name = "TIME[+TIME]", value_parser = parse_clock)]
    clock: Option<Clock>,
    /// How late an external engine may be before it loses on time.
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s")]
    grace: Duration,
    /// Also write every line to and from engines to DIR/engines.log, beside their standard error.
    #[arg(long)]
    log_engines: bool,
    /// End a game once the exact judge proves the winner within this many nodes; 0 for never.
    ///
    /// The judge is only asked after both players have moved, and once no region in which both
    /// sides move has more than 14 empty squares. Defaults to 2000, or 0 with --points-lost.
    #[arg(long, value_name = "NODES", value_parser = parse_number::<u64>)]
    adjudicate: Option<u64>,
    #[command(flatten)]
    points: PointsOptions,
    /// Stop a two-player match once a sequential test decides between two Elo differences, e.g.
    /// 0,50.
    ///
    /// --games is then the maximum number of games.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play only part M of N of the games.
    ///
    /// Parts may be played at the same time; bring them together with 'amazons merge'.
    #[arg(long, value_name = "M/N", conflicts_with = "sprt")]
    partition: Option<Partition>,
    /// Number of games at once; defaults to the number of cores, which is also the maximum.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: MatchFormat,
}

/// How a match is printed.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum MatchFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object.
    Json,
    /// The standings, with one column for each key of the JSON.
    Csv,
    /// Both tables in Markdown.
    Markdown,
}

/// Nodes of the judge that ends games.
const ADJUDICATE: u64 = 2000;

/// The maximum number of games for each pair of players, more than any match completes.
const MOST_GAMES: usize = 1_000_000_000;

fn parse_games(text: &str) -> Result<usize, String> {
    parse_positive_up_to(text, MOST_GAMES)
}

fn parse_clock(text: &str) -> Result<Clock, String> {
    match text.split_once('+') {
        None => parse_time(text).map(Clock::from),
        Some((time, increment)) => {
            Ok(Clock { time: parse_time(time)?, increment: parse_time(increment)? })
        }
    }
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let ends = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse::<f64>().ok()?, b.trim().parse::<f64>().ok()?)));
    match ends {
        Some((elo0, elo1)) if -Sprt::MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= Sprt::MOST_ELO => {
            Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
        }
        _ => Err(format!(
            "expected two increasing Elo differences from -{most} to {most}, such as 0,50",
            most = Sprt::MOST_ELO
        )),
    }
}

/// The result of a match, as `--format json` prints it.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<bool>,
    #[serde(flatten)]
    standings: &'a Standings,
    #[serde(flatten)]
    sprt: Option<SprtReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_lost: Option<Vec<PointsLost>>,
}

/// The state of its sequential test.
#[derive(Serialize)]
struct SprtReport {
    sprt: &'static str,
    #[serde(rename = "sprt_llr")]
    llr: f64,
    #[serde(rename = "sprt_pairs")]
    pairs: PairCounts,
}

impl MatchCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let contest = self.contest()?;
        if self.games % 2 == 1 {
            say!(
                "note: --games {}: each opening is played twice, so {} games are played",
                self.games,
                self.games + 1
            );
        }
        self.tell_of_repeated_openings(&contest)?;
        let jobs = threads_up_to_cores(self.threads);
        let abort = interrupt_flag();
        let bar = progress(contest.games() as u64, "games");
        let names = contest.names();
        // Standings are computed from all games; after each game that would take longer than a
        // short game.
        let mut now_and_then = OnceASecond::default();
        let played = contest.run(&self.output, jobs, &abort, |games| {
            bar.set_position(games.len() as u64);
            if now_and_then.is_due() {
                bar.set_message(Standings::new(&names, games).in_a_line());
            }
        });
        bar.finish_and_clear();
        let played = played?;
        for game in &played.games {
            if let Some(detail) = game.detail.as_ref().filter(|_| game.reason.is_failure()) {
                let loser = &played.players[game.losing_player()];
                say!("game {}: {loser} lost by {detail}", game.game + 1);
            }
        }
        let decided = played.sprt.is_some_and(|test| test.is_decided());
        let finished = decided || played.games.len() >= contest.games();
        let points = self.points.judged(&played.players, &played.games, &abort);
        self.print(&contest, &played, finished, points)?;
        if let Some(player) = played.given_up {
            let log = self.output.join(ENGINE_LOG_NAME);
            let wrote = match log.exists() {
                true => format!("; see {} for what it wrote", log.display()),
                false => String::new(),
            };
            say!(
                "{} crashed or moved illegally in one game after another: the match ends after {} \
                 of {} games{wrote}",
                played.players[player],
                played.games.len(),
                contest.games()
            );
            return Ok(Status::Negative);
        }
        if abort.is_set() && !finished {
            say!(
                "interrupted: {} of {} games are in {}; run the same command to continue",
                played.games.len(),
                contest.games(),
                self.output.display()
            );
            return Ok(Status::Negative);
        }
        let sound = played.games.iter().all(|game| !game.reason.is_defect());
        Ok(if sound { Status::Done } else { Status::Negative })
    }

    /// Warns if openings are played more than once. A sequential test of players that then repeat
    /// their games is refused.
    fn tell_of_repeated_openings(&self, contest: &Match) -> anyhow::Result<()> {
        let rounds = contest.schedule.rounds();
        let different = contest.openings.different(rounds);
        if different >= rounds {
            return Ok(());
        }
        let repeat = contest.repeats_itself();
        let openings = match different {
            1 => "1 opening".to_owned(),
            _ => format!("{different} openings"),
        };
        if repeat && self.sprt.is_some() {
            bail!(
                "--sprt: {openings} for {rounds} pairs of games, and both players repeat their \
                 games from the same opening, so the test would count copies; expected as many \
                 openings as pairs of games, --games {}, or a time limit",
                2 * different
            );
        }
        let how = match repeat {
            true => "; players without a time limit repeat their games move for move",
            false => "; games from the same opening may be alike",
        };
        say!("warning: {openings} for {rounds} pairs of games{how}");
        Ok(())
    }

    /// The match described by the options.
    fn contest(&self) -> anyhow::Result<Match> {
        let mut limit = MoveLimit { time: self.time, nodes: self.nodes };
        if limit == MoveLimit::default() && self.clock.is_none() {
            limit.time = Some(Duration::from_millis(100));
        }
        let participants = self
            .players
            .iter()
            .map(|text| Participant::from_text(text, limit))
            .collect::<Result<Vec<_>, _>>()?;
        for (one, text) in participants.iter().zip(&self.players) {
            if let Some(word) = one.looks_like_a_limit() {
                say!(
                    "warning: {text}: '{word}' goes to the program; time=T and nodes=N limit it, \
                     and option.NAME=VALUE sets an option of the engine"
                );
            }
        }
        for (i, one) in participants.iter().enumerate() {
            let Some(name) = one.given_name() else { continue };
            let others = participants.iter().enumerate().filter(|(j, _)| i != *j);
            if others.map(|(_, other)| other.name()).any(|other| other == name) {
                bail!("two players are named '{name}'; give each its own name");
            }
        }
        if self.sprt.is_some() && participants.len() != 2 {
            bail!("--sprt is for two players; found {}", participants.len());
        }
        let (openings, whence) = self.begin()?;
        let time = match self.clock {
            Some(clock) => TimeControl::PerGame(clock),
            None => TimeControl::PerMove { grace: self.grace },
        };
        let pairing = if self.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
        let judge_nodes = self.adjudicate.unwrap_or(match self.points.are_wanted() {
            true => 0,
            false => ADJUDICATE,
        });
        if judge_nodes > 0 && self.points.are_wanted() {
            bail!(
                "--adjudicate {judge_nodes}: games that the judge ends early have no last moves to \
                 count; with --points-lost, expected 0"
            );
        }
        let settings =
            MatchSettings { pairing, openings: whence, limit, time, judge_nodes, seeds: None };
        Ok(Match {
            schedule: Schedule::new(participants.len(), pairing, self.games),
            participants,
            called: None,
            openings,
            time,
            adjudication: Adjudication { nodes: judge_nodes },
            sprt: self.sprt,
            settings,
            part: self.partition,
            log_traffic: self.log_engines,
            taken_over: None,
        })
    }

    /// The openings, and the settings that identify them.
    fn begin(&self) -> anyhow::Result<(OpeningBook, OpeningSettings)> {
        if let Some(path) = &self.openings {
            let reading = self.lines.records(self.start.clone());
            let openings = OpeningBook::read(path, self.opening_plies, &reading).map_err(
                |error| match hints::is_no_file(path) {
                    true => anyhow!(
                        "{error}\nhint: this is a position; --start '{}' begins every game with it",
                        path.display()
                    ),
                    false => error.into(),
                },
            )?;
            let count = openings.count().unwrap_or_default();
            let path = path.display().to_string();
            let plies = self.opening_plies;
            let hash = openings.hash().unwrap_or_default();
            let content = OpeningContent { plies, xxh3: format!("{hash:016x}") };
            return Ok((openings, OpeningSettings::File { path, count, content }));
        }
        if self.lines.is_given() {
            bail!("--lines is about games of openings; give some with --openings FILE");
        }
        let start: Position = match &self.start {
            Some(start) => start.position().clone(),
            None => Position::start(self.size.0, self.size.1)?,
        };
        if !start.can_move() {
            bail!("position '{start}': the side to move has no move");
        }
        let (plies, seed) = (self.random_plies, self.seed);
        let whence = OpeningSettings::Random { plies, seed, start: start.clone() };
        Ok((OpeningBook::Random(Openings::new(start, plies, seed)), whence))
    }

    fn print(
        &self,
        contest: &Match,
        played: &MatchProgress,
        finished: bool,
        points: Option<Vec<PointsLost>>,
    ) -> anyhow::Result<()> {
        let standings = played.standings();
        let sprt = contest.sprt.zip(played.sprt).map(|(test, TestStand { verdict, pairs })| {
            let sprt = match verdict {
                SprtVerdict::Open => "open",
                SprtVerdict::Elo0 => "elo0",
                SprtVerdict::Elo1 => "elo1",
            };
            SprtReport { sprt, llr: test.llr(pairs), pairs }
        });
        let mut out = reporting();
        match self.format {
            MatchFormat::Json => {
                let (finished, points_lost) = (Some(finished), points);
                let report = Report { finished, standings: &standings, sprt, points_lost };
                print_json(&mut out, &report)?;
            }
            MatchFormat::Csv => {
                write!(out, "{}", standings.csv()?)?;
            }
            MatchFormat::Markdown => {
                for sheet in standings.sheets() {
                    writeln!(out, "{}", sheet.markdown())?;
                }
                for note in standings.notes() {
                    writeln!(out, "{note}\n")?;
                }
                if let Some(points) = points {
                    writeln!(out, "{}", points_table(&points).markdown())?;
                }
                if let Some(warning) = standings.warning() {
                    writeln!(out, "{warning}")?;
                }
            }
            MatchFormat::Text => {
                print_standings(&mut out, &standings, points, Format::Text)?;
                if let (Some(test), Some(SprtReport { sprt, llr, pairs })) = (&contest.sprt, sprt) {
                    let ((low, high), [none, one, both]) = (test.bounds(), pairs);
                    writeln!(
                        out,
                        "SPRT of {} against {} Elo: log-likelihood ratio {llr:.2} in {low:.2} … \
                         {high:.2}: {sprt}\nPairs of games with {} winning none {none}, one {one}, \
                         both {both}",
                        test.elo1, test.elo0, played.players[0]
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// Prints the standings of games that were played before.
pub fn print_standings(
    out: &mut impl Write,
    standings: &Standings,
    points_lost: Option<Vec<PointsLost>>,
    format: Format,
) -> std::io::Result<()> {
    match format {
        Format::Json => {
            print_json(out, &Report { finished: None, standings, sprt: None, points_lost })
        }
        Format::Text => {
            for sheet in standings.short_sheets() {
                writeln!(out, "{}", sheet.text())?;
            }
            for note in standings.notes() {
                writeln!(out, "{}", wrapped(&note, 0))?;
            }
            if let Some(points) = &points_lost {
                writeln!(out, "{}", points_table(points).text())?;
            }
            match standings.warning() {
                Some(warning) => writeln!(out, "{}", wrapped(&warning, 0)),
                None => Ok(()),
            }
        }
    }
}
