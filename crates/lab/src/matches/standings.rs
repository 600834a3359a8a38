//! What the games of a match show.

use super::log::{GameLine, SideLine, Termination};
use crate::engine::Program;
use crate::stats::{elo_of_share, ratings, repeats_warning, wilson};
use amazons::board::Color;
use hashbrown::HashMap;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of one participant over all its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// What results call it.
    pub player: String,
    /// What tables for people call it: a foreign program without its folders and options.
    #[serde(skip)]
    pub short: String,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games won with White.
    pub wins_as_white: u64,
    /// Games won with Black.
    pub wins_as_black: u64,
    /// The lower end of the 95 % interval of its share of wins (Wilson), 0 to 1.
    pub share_low: f64,
    /// Its upper end.
    pub share_high: f64,
    /// (wins − losses) / games.
    pub equity: f64,
    /// Its rating from all games; the mean of the match is 0.
    pub elo: f64,
    /// Mean wall time per move in seconds; `None` if it has not moved.
    pub seconds_per_move: Option<f64>,
    /// Moves more than 10 ms over the time limit.
    pub late_moves: u64,
    /// The longest time over it, in seconds.
    pub worst_overshoot: f64,
    /// Games lost by a time-out.
    pub time_outs: u64,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// How its program named itself last; `None` for players of this program.
    pub id: Option<String>,
}

/// The results of one participant against one other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeadToHead {
    /// The first participant.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Games between them.
    pub games: u64,
    /// Games that `player` won.
    pub wins: u64,
    /// Those won with White.
    pub wins_as_white: u64,
    /// Those won with Black.
    pub wins_as_black: u64,
    /// The lower end of the 95 % interval of the share of wins (Wilson).
    pub share_low: f64,
    /// Its upper end.
    pub share_high: f64,
    /// (wins − losses) / games.
    pub equity: f64,
    /// The Elo difference that the share amounts to; `None` if one player won all games.
    pub elo: Option<f64>,
    /// The same for the lower end of the interval.
    pub elo_low: Option<f64>,
    /// The same for the upper end of the interval.
    pub elo_high: Option<f64>,
}

/// What the two games of each pair of players from one opening show, in which the players swap
/// colours. An opening that favours one colour gives each player a win, so no player gains by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OpeningPairs {
    /// Pairs of which both games are finished.
    pub complete: u64,
    /// Pairs of which one player won both games.
    pub one_player: u64,
    /// Pairs of which White won both games.
    pub white: u64,
    /// Pairs of which Black won both games.
    pub black: u64,
}

impl OpeningPairs {
    fn of(games: &[GameLine]) -> Self {
        let mut first: HashMap<(usize, usize, usize), &GameLine> = HashMap::new();
        let mut counts = Self::default();
        for game in games {
            let players = (game.white.min(game.black), game.white.max(game.black));
            let key = (players.0, players.1, game.opening);
            let Some(other) = first.remove(&key) else {
                first.insert(key, game);
                continue;
            };
            counts.complete += 1;
            if other.winning_player() == game.winning_player() {
                counts.one_player += 1;
            } else if game.winner == Color::White {
                counts.white += 1;
            } else {
                counts.black += 1;
            }
        }
        counts
    }
}

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The number of finished games.
    pub games: usize,
    /// The number of different games: two games of the same players with the same colours, start
    /// and moves count once.
    pub different_games: usize,
    /// Games won by White.
    pub white_wins: usize,
    /// Games ended by the judge.
    pub judged: usize,
    /// What the pairs of games from one opening show.
    pub opening_pairs: OpeningPairs,
    /// The participants, best first.
    pub standings: Vec<Standing>,
    /// Every pair that met, in the order of the players.
    pub pairs: Vec<HeadToHead>,
}

/// Mean seconds per move of a player over its games; `None` if it has not moved.
pub(crate) fn seconds_per_move(sides: impl Iterator<Item = SideLine> + Clone) -> Option<f64> {
    let moves: u32 = sides.clone().map(|side| side.moves).sum();
    let seconds: f64 = sides.map(|side| side.seconds).sum();
    (moves > 0).then(|| seconds / f64::from(moves))
}

pub(super) fn share(wins: u64, games: u64) -> f64 {
    wins as f64 / games.max(1) as f64
}

fn equity(wins: u64, games: u64) -> f64 {
    if games == 0 { 0.0 } else { 2.0 * share(wins, games) - 1.0 }
}

impl Standings {
    /// Counts games between `players`.
    pub fn new(players: &[String], games: &[GameLine]) -> Self {
        let mut sums: Vec<Sums> = players.iter().map(|_| Sums::default()).collect();
        let mut pairs: BTreeMap<(usize, usize), [u64; 3]> = BTreeMap::new();
        for game in games {
            let (a, b) = (game.white.min(game.black), game.white.max(game.black));
            let [met, as_white, as_black] = pairs.entry((a, b)).or_default();
            *met += 1;
            if game.winning_player() == a {
                *(if game.white == a { as_white } else { as_black }) += 1;
            }
            for color in Color::BOTH {
                let player = if color == Color::White { game.white } else { game.black };
                sums[player].add(color, game);
            }
        }
        let winners = games.iter().map(|game| {
            let winner = game.winning_player();
            (winner, if winner == game.white { game.black } else { game.white })
        });
        let elo = ratings(players.len(), winners);
        let mut standings: Vec<_> = sums
            .into_iter()
            .zip(players.iter().zip(short_names(players)))
            .zip(elo)
            .map(|((sums, (player, short)), elo)| sums.standing(player, short, elo))
            .collect();
        standings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        let pairs = pairs
            .into_iter()
            .map(|((a, b), counts)| HeadToHead::new(&players[a], &players[b], counts))
            .collect();
        Self {
            games: games.len(),
            different_games: different(games),
            white_wins: games.iter().filter(|game| game.winner == Color::White).count(),
            opening_pairs: OpeningPairs::of(games),
            judged: games.iter().filter(|game| game.reason == Termination::Judged).count(),
            standings,
            pairs,
        }
    }

    /// Returns a warning if games were played more than once: intervals assume that they are
    /// independent of each other.
    pub fn warning(&self) -> Option<String> {
        repeats_warning(self.games as u64, self.different_games as u64)
    }
}

/// Short names of players, each another.
fn short_names(players: &[String]) -> Vec<String> {
    let short = |text: &String| match Program::from_text(text) {
        Some(Ok(program)) => program.short_name(),
        _ => text.clone(),
    };
    let mut names: Vec<String> = Vec::new();
    for name in players.iter().map(short) {
        let numbered = (2..).map(|number| format!("{name} #{number}"));
        let mut free = [name.clone()].into_iter().chain(numbered);
        names.extend(free.find(|name| !names.contains(name)));
    }
    names
}

/// The sums of a player's results so far.
#[derive(Default)]
struct Sums {
    id: Option<String>,
    games: u64,
    wins_as_white: u64,
    wins_as_black: u64,
    moves: u32,
    seconds: f64,
    late_moves: u64,
    worst_overshoot: f64,
    time_outs: u64,
    crashes: u64,
    illegal_moves: u64,
}

impl Sums {
    /// Counts a game that the player played with this colour.
    fn add(&mut self, color: Color, game: &GameLine) {
        let white = color == Color::White;
        let (side, id) = match color {
            Color::White => (&game.white_side, &game.white_id),
            Color::Black => (&game.black_side, &game.black_id),
        };
        if id.is_some() {
            self.id.clone_from(id);
        }
        self.games += 1;
        self.moves += side.moves;
        self.seconds += side.seconds;
        self.late_moves += u64::from(side.late);
        self.worst_overshoot = self.worst_overshoot.max(side.overshoot);
        match (game.winner == color, game.reason) {
            (true, _) if white => self.wins_as_white += 1,
            (true, _) => self.wins_as_black += 1,
            (false, Termination::TimeOut) => self.time_outs += 1,
            (false, Termination::Crash) => self.crashes += 1,
            (false, Termination::IllegalMove) => self.illegal_moves += 1,
            (false, _) => {}
        }
    }

    fn standing(self, player: &str, short: String, elo: f64) -> Standing {
        let wins = self.wins_as_white + self.wins_as_black;
        let (share_low, share_high) = wilson(wins, self.games);
        Standing {
            player: player.to_owned(),
            short,
            id: self.id,
            games: self.games,
            wins,
            wins_as_white: self.wins_as_white,
            wins_as_black: self.wins_as_black,
            share_low,
            share_high,
            equity: equity(wins, self.games),
            elo,
            seconds_per_move: (self.moves > 0).then(|| self.seconds / f64::from(self.moves)),
            late_moves: self.late_moves,
            worst_overshoot: self.worst_overshoot,
            time_outs: self.time_outs,
            crashes: self.crashes,
            illegal_moves: self.illegal_moves,
        }
    }
}

impl HeadToHead {
    /// Counts of one player against another: games, and those that it won with White and with
    /// Black.
    fn new(player: &str, opponent: &str, counts: [u64; 3]) -> Self {
        let [games, wins_as_white, wins_as_black] = counts;
        let wins = wins_as_white + wins_as_black;
        let (share_low, share_high) = wilson(wins, games);
        Self {
            player: player.to_owned(),
            opponent: opponent.to_owned(),
            games,
            wins,
            wins_as_white,
            wins_as_black,
            share_low,
            share_high,
            equity: equity(wins, games),
            elo: elo_of_share(share(wins, games)),
            elo_low: elo_of_share(share_low),
            elo_high: elo_of_share(share_high),
        }
    }
}

/// How many games differ in who plays which colour, in their start or in a move. A game that the
/// judge ended sooner than another with the same moves is the same game.
fn different(games: &[GameLine]) -> usize {
    let played = |game: &GameLine| {
        let end = if game.reason.is_failure() { "failed" } else { "" };
        format!("{} {} {} {} {end}", game.white, game.black, game.start, game.moves)
    };
    let mut played: Vec<String> = games.iter().map(played).collect();
    played.sort();
    // A text that begins others stands right before one of them.
    let repeated = played.windows(2).filter(|pair| pair[1].starts_with(&pair[0])).count();
    games.len() - repeated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(
        game: usize,
        white: usize,
        black: usize,
        winner: Color,
        reason: Termination,
    ) -> GameLine {
        let side = SideLine { moves: 10, seconds: 1.0, late: 1, overshoot: 0.25, nodes: 0 };
        GameLine {
            white_id: None,
            black_id: None,
            game,
            white,
            black,
            opening: 0,
            winner,
            reason,
            detail: None,
            white_side: side,
            black_side: side,
            start: String::new(),
            moves: String::new(),
        }
    }

    #[test]
    fn wins_are_counted_by_colour_and_failures_by_kind() {
        let players = ["a".to_owned(), "b".to_owned()];
        let games = [
            line(0, 0, 1, Color::White, Termination::NoMove),
            line(1, 1, 0, Color::Black, Termination::Crash),
            line(2, 0, 1, Color::Black, Termination::Judged),
            line(3, 1, 0, Color::Black, Termination::TimeOut),
        ];
        let standings = Standings::new(&players, &games);
        let a = &standings.standings[0];
        assert_eq!((a.player.as_str(), a.wins, a.wins_as_white, a.wins_as_black), ("a", 3, 1, 2));
        assert_eq!((a.equity, a.seconds_per_move, a.late_moves), (0.5, Some(0.1), 4));
        let b = &standings.standings[1];
        assert_eq!((b.time_outs, b.crashes, b.illegal_moves, b.games), (1, 1, 0, 4));
        assert!((a.elo + b.elo).abs() < 1e-6 && a.elo > 0.0);
        assert_eq!((standings.white_wins, standings.judged), (1, 1));
        let pair = &standings.pairs[0];
        assert_eq!((pair.games, pair.wins), (4, 3));
        assert!((pair.elo.unwrap() - 190.85).abs() < 0.01);
        assert_eq!(standings.sheets()[0].rows.len(), 2);
    }

    #[test]
    fn games_that_repeat_others_are_told_of() {
        let players = ["a".to_owned(), "b".to_owned()];
        let game = |number: usize, moves: &str| {
            let white = number % 2;
            let moves = moves.to_owned();
            let game = line(number, white, 1 - white, Color::White, Termination::NoMove);
            GameLine { moves, ..game }
        };
        let moves = ["a1-b1/a1", "a1-b1/a1", "a1-b1/a1 b2-b1/b2", "a1-b1/a10"];
        let mut games: Vec<_> =
            (0..).zip(moves).map(|(number, moves)| game(number, moves)).collect();
        let warning = Standings::new(&players, &games).warning().unwrap();
        assert!(warning.starts_with("Only 3 of these 4 games differ"), "{warning}");
        games.remove(2);
        assert_eq!(Standings::new(&players, &games).warning(), None);
    }

    #[test]
    fn an_even_pair_differs_by_nothing() {
        assert_eq!(elo_of_share(0.5).map(|elo| elo.to_string()), Some("0".to_owned()));
        let players = ["a".to_owned(), "b".to_owned()];
        let games = [Color::White, Color::Black]
            .map(|winner| line(winner as usize, 0, 1, winner, Termination::NoMove));
        let standings = Standings::new(&players, &games);
        let json = serde_json::to_string(&standings).unwrap();
        assert!(json.contains("\"elo\":0.0") && !json.contains("-0.0"), "{json}");
        for sheet in [standings.sheets(), standings.short_sheets()].concat() {
            assert!(!sheet.text().contains("-0 "), "{}", sheet.text());
        }
    }

    #[test]
    fn a_player_who_has_not_moved_has_no_time_a_move() {
        let players = ["a".to_owned(), "b".to_owned()];
        let mut game = line(0, 0, 1, Color::White, Termination::NoMove);
        game.black_side = SideLine::default();
        let standings = Standings::new(&players, &[game]);
        let b = standings.standings.iter().find(|one| one.player == "b").unwrap();
        assert_eq!(b.seconds_per_move, None);
        for sheet in [&standings.sheets()[0], &standings.short_sheets()[0]] {
            let row = sheet.rows.iter().find(|row| row.iter().any(|cell| cell == "b")).unwrap();
            assert!(row.iter().any(|cell| cell == "–"), "{row:?}");
        }
        assert!(standings.csv().unwrap().contains(",,"));
    }

    #[test]
    fn pairs_of_games_show_what_the_openings_favour() {
        let players = ["a".to_owned(), "b".to_owned()];
        let pair = |opening: usize, winners: [Color; 2]| {
            let game = |at: usize| GameLine {
                opening,
                ..line(2 * opening + at, at, 1 - at, winners[at], Termination::NoMove)
            };
            [game(0), game(1)]
        };
        let (white, black) = (Color::White, Color::Black);
        let mut games: Vec<_> =
            [[white, white], [white, black], [black, black], [black, white], [white, white]]
                .into_iter()
                .enumerate()
                .flat_map(|(opening, winners)| pair(opening, winners))
                .collect();
        games.push(pair(9, [white, white])[1].clone());
        let pairs = Standings::new(&players, &games).opening_pairs;
        assert_eq!(pairs, OpeningPairs { complete: 5, one_player: 2, white: 2, black: 1 });
    }

    #[test]
    fn foreign_programs_have_short_names_in_tables() {
        let names = ["uci:/opt/a/fish option.Hash=8", "random", "gtp:fish gtp", "uci:fish time=1s"];
        let short = short_names(&names.map(str::to_owned));
        assert_eq!(short, ["fish", "random", "fish gtp", "fish #2"]);
    }
}
