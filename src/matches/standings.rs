//! What the games of a match tell.

use super::log::{GameLine, SideLine, Termination};
use crate::board::Color;
use crate::charts::TextTable;
use crate::stats::wilson;
use serde::Serialize;
use std::collections::BTreeMap;

/// One contestant over all his games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// His text.
    pub player: String,
    /// Games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games won with White.
    pub wins_as_white: u64,
    /// Games won with Black.
    pub wins_as_black: u64,
    /// The 95 % interval of his share of wins (Wilson), 0 to 1.
    pub share_low: f64,
    /// Its upper end.
    pub share_high: f64,
    /// (wins − losses) / games.
    pub equity: f64,
    /// His rating by all games, the mean of the match being 0.
    pub elo: f64,
    /// Mean wall time a move, seconds; `None` where he has not moved.
    pub seconds_per_move: Option<f64>,
    /// Moves more than 10 ms beyond the limit in time.
    pub late_moves: u64,
    /// The longest time over it, seconds.
    pub worst_overshoot: f64,
    /// Games lost by a time-out.
    pub time_outs: u64,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
}

/// One contestant against one other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeadToHead {
    /// One.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Games between them.
    pub games: u64,
    /// Games `player` won.
    pub wins: u64,
    /// Of those, with White.
    pub wins_as_white: u64,
    /// Of those, with Black.
    pub wins_as_black: u64,
    /// The 95 % interval of the share of wins (Wilson).
    pub share_low: f64,
    /// Its upper end.
    pub share_high: f64,
    /// (wins − losses) / games.
    pub equity: f64,
    /// The difference in Elo that the share amounts to; `None` where one won all games.
    pub elo: Option<f64>,
    /// The same of the interval's lower end.
    pub elo_low: Option<f64>,
    /// The same of the interval's upper end.
    pub elo_high: Option<f64>,
}

/// A match in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// Games finished.
    pub games: usize,
    /// Those that differ: two games of the same players with the same colours, start and moves count
    /// once.
    pub different_games: usize,
    /// Games won by White.
    pub white_wins: usize,
    /// Games that the judge ended.
    pub judged: usize,
    /// The best first.
    pub standings: Vec<Standing>,
    /// Every pair that met, in the order of the players.
    pub pairs: Vec<HeadToHead>,
}

/// The difference in Elo at which a share of wins is expected; `None` for none or all.
pub fn elo_of_share(share: f64) -> Option<f64> {
    // Of an even share 0, not -0.
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// A number with its sign and so many decimals; what rounds to 0 is +0.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let zero = text.bytes().skip(1).all(|c| matches!(c, b'0' | b'.'));
    if zero { text.replace('-', "+") } else { text }
}

/// Mean seconds a move of a player over his games; `None` where he has not moved.
pub(crate) fn seconds_per_move(sides: impl Iterator<Item = SideLine> + Clone) -> Option<f64> {
    let moves: u32 = sides.clone().map(|side| side.moves).sum();
    let seconds: f64 = sides.map(|side| side.seconds).sum();
    (moves > 0).then(|| seconds / f64::from(moves))
}

/// Seconds as a cell of a table, a dash where there are none.
pub(crate) fn seconds_cell(seconds: Option<f64>) -> String {
    seconds.map_or("–".to_owned(), |seconds| format!("{seconds:.3}"))
}

fn share(wins: u64, games: u64) -> f64 {
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
        let elo = ratings(players.len(), games);
        let mut standings: Vec<_> = sums
            .into_iter()
            .zip(players)
            .zip(elo)
            .map(|((sums, player), elo)| sums.standing(player, elo))
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
            judged: games.iter().filter(|game| game.reason == Termination::Judged).count(),
            standings,
            pairs,
        }
    }

    /// Ratings with games won and lost, the best first, for a look while a match runs: three players
    /// at most.
    pub fn in_a_line(&self) -> String {
        let shown = self.standings.iter().filter(|s| s.games > 0).take(3);
        let words = shown.map(|s| {
            let name: String = s.player.chars().take(24).collect();
            format!("{name} {} ({} : {})", signed(s.elo, 0), s.wins, s.games - s.wins)
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Every table of the report, with all columns.
    pub fn sheets(&self) -> Vec<TextTable> {
        vec![self.standings_sheet(), self.pairs_sheet()]
    }

    /// The tables for a terminal of 80 columns: in the second one, players are numbers of the first.
    pub fn short_sheets(&self) -> Vec<TextTable> {
        let failures = |s: &Standing| s.time_outs + s.crashes + s.illegal_moves;
        let failed = self.standings.iter().any(|s| failures(s) > 0);
        let mut columns = vec!["", "player", "games", "won", "won %", "95 %", "Elo", "s/move"];
        if failed {
            columns.push("failed");
        }
        let mut standings = TextTable::new(self.title(), &columns);
        for (number, s) in (1..).zip(&self.standings) {
            let mut row = vec![
                number.to_string(),
                s.player.clone(),
                s.games.to_string(),
                s.wins.to_string(),
                format!("{:.1}", 100.0 * share(s.wins, s.games)),
                interval(s.share_low, s.share_high),
                signed(s.elo, 0),
                seconds_cell(s.seconds_per_move),
            ];
            if failed {
                row.push(failures(s).to_string());
            }
            standings.rows.push(row);
        }
        let columns = ["", "against", "games", "won", "won %", "95 %", "Elo", "Elo interval"];
        let mut pairs = TextTable::new("Head to head", &columns);
        let number = |name: &str| {
            let at = self.standings.iter().position(|s| s.player == name);
            at.map_or_else(|| name.to_owned(), |at| (at + 1).to_string())
        };
        let elo = |elo: Option<f64>| elo.map_or("–".to_owned(), |elo| signed(elo, 0));
        for pair in &self.pairs {
            pairs.rows.push(vec![
                number(&pair.player),
                number(&pair.opponent),
                pair.games.to_string(),
                pair.wins.to_string(),
                format!("{:.1}", 100.0 * share(pair.wins, pair.games)),
                interval(pair.share_low, pair.share_high),
                elo(pair.elo),
                format!("{} … {}", elo(pair.elo_low), elo(pair.elo_high)),
            ]);
        }
        vec![standings, pairs]
    }

    /// What is to be said where games were played more than once: intervals take them for
    /// independent of each other.
    pub fn warning(&self) -> Option<String> {
        let Self { games, different_games: different, .. } = *self;
        (different < games).then(|| {
            format!(
                "Only {different} of these {games} games differ, the others repeat one of them move \
                 for move: intervals and ratings are less certain than they say."
            )
        })
    }

    /// The standings as comma-separated values, a column for each key of their JSON.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for standing in &self.standings {
            writer.serialize(standing)?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn title(&self) -> String {
        format!(
            "Standings after {} games ({} won by White, {} ended by the judge)",
            self.games, self.white_wins, self.judged
        )
    }

    fn standings_sheet(&self) -> TextTable {
        let mut sheet = TextTable::new(
            self.title(),
            &[
                "player",
                "games",
                "won",
                "as White",
                "as Black",
                "won %",
                "95 % interval",
                "equity",
                "Elo",
                "s/move",
                "late",
                "overshoot s",
                "time-outs",
                "crashes",
                "illegal",
            ],
        );
        for s in &self.standings {
            sheet.rows.push(vec![
                s.player.clone(),
                s.games.to_string(),
                s.wins.to_string(),
                s.wins_as_white.to_string(),
                s.wins_as_black.to_string(),
                format!("{:.1}", 100.0 * share(s.wins, s.games)),
                interval(s.share_low, s.share_high),
                signed(s.equity, 2),
                signed(s.elo, 0),
                seconds_cell(s.seconds_per_move),
                s.late_moves.to_string(),
                format!("{:.3}", s.worst_overshoot),
                s.time_outs.to_string(),
                s.crashes.to_string(),
                s.illegal_moves.to_string(),
            ]);
        }
        sheet
    }

    fn pairs_sheet(&self) -> TextTable {
        let mut sheet = TextTable::new(
            "Head to head",
            &[
                "player",
                "opponent",
                "games",
                "won",
                "as White",
                "as Black",
                "won %",
                "95 % interval",
                "equity",
                "Elo",
                "Elo interval",
            ],
        );
        for pair in &self.pairs {
            let elo = |elo: Option<f64>| elo.map_or("–".to_owned(), |elo| signed(elo, 0));
            sheet.rows.push(vec![
                pair.player.clone(),
                pair.opponent.clone(),
                pair.games.to_string(),
                pair.wins.to_string(),
                pair.wins_as_white.to_string(),
                pair.wins_as_black.to_string(),
                format!("{:.1}", 100.0 * share(pair.wins, pair.games)),
                interval(pair.share_low, pair.share_high),
                signed(pair.equity, 2),
                elo(pair.elo),
                format!("{} … {}", elo(pair.elo_low), elo(pair.elo_high)),
            ]);
        }
        sheet
    }
}

fn interval(low: f64, high: f64) -> String {
    format!("{:.1} – {:.1}", 100.0 * low, 100.0 * high)
}

/// What a player did so far.
#[derive(Default)]
struct Sums {
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
    /// Counts a game that he played with this colour.
    fn add(&mut self, color: Color, game: &GameLine) {
        let white = color == Color::White;
        let side = if white { &game.white_side } else { &game.black_side };
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

    fn standing(self, player: &str, elo: f64) -> Standing {
        let wins = self.wins_as_white + self.wins_as_black;
        let (share_low, share_high) = wilson(wins, self.games);
        Standing {
            player: player.to_owned(),
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
    /// Of one player against another: games, and those that he won with White and with Black.
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

/// How many games differ in who plays which colour, in their start or in a move. One that the judge
/// ended sooner than another of the same moves is the same game.
fn different(games: &[GameLine]) -> usize {
    let played = |game: &GameLine| {
        let end = if game.reason.is_failure() { "failed" } else { "" };
        format!("{} {} {} {} {end}", game.white, game.black, game.start, game.moves)
    };
    let mut played: Vec<String> = games.iter().map(played).collect();
    played.sort();
    // What begins others stands right before one of them.
    let repeated = played.windows(2).filter(|pair| pair[1].starts_with(&pair[0])).count();
    games.len() - repeated
}

/// Steps of the ratings are repeated until no difference changes by so much, far below an Elo.
const SETTLED: f64 = 1e-9;

/// The most steps; a dozen are usual.
const MOST_STEPS: usize = 1000;

/// The most likely Bradley-Terry ratings in Elo around a mean of 0. Every pair that met counts half
/// a win each besides, so that a player who won or lost all has a finite rating.
///
/// Newton's method: the likelihood is concave, and a step within which no difference of a pair
/// grows by more than r, shortened to ln(1 + r) / r of its length, never overshoots (the second
/// derivative of ln(1 + eˣ) changes by a factor of eʳ at most within r).
fn ratings(players: usize, games: &[GameLine]) -> Vec<f64> {
    let mut wins = vec![0.0; players];
    let mut met = vec![vec![0.0; players]; players];
    for game in games {
        wins[game.winning_player()] += 1.0;
        met[game.white][game.black] += 1.0;
        met[game.black][game.white] += 1.0;
    }
    for (row, wins) in met.iter_mut().zip(&mut wins) {
        for games in row.iter_mut().filter(|games| **games > 0.0) {
            *games += 1.0;
            *wins += 0.5;
        }
    }
    let pairs = || {
        let all = (0..players).flat_map(|a| (0..a).map(move |b| (a, b)));
        all.filter(|&(a, b)| met[a][b] > 0.0)
    };
    // Players who have met, themselves or through others, have a group's number in common.
    let mut group: Vec<usize> = (0..players).collect();
    for (a, b) in pairs() {
        let (old, new) = (group[a], group[b]);
        group.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
    }
    let mut rating = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let mut slope = wins.clone();
        // To add the same to a whole group changes nothing; with this its mean stays where it is.
        let in_common = |a: usize, b: usize| if group[a] == group[b] { 1.0 } else { 0.0 };
        let mut curvature: Vec<Vec<f64>> =
            (0..players).map(|a| (0..players).map(|b| in_common(a, b)).collect()).collect();
        for (a, b) in pairs() {
            let share = 1.0 / (1.0 + f64::exp(rating[b] - rating[a]));
            slope[a] -= met[a][b] * share;
            slope[b] -= met[a][b] * (1.0 - share);
            let weight = met[a][b] * share * (1.0 - share);
            curvature[a][a] += weight;
            curvature[b][b] += weight;
            curvature[a][b] -= weight;
            curvature[b][a] -= weight;
        }
        let step = solution(curvature, slope);
        let grows = pairs().map(|(a, b)| f64::abs(step[a] - step[b])).fold(0.0, f64::max);
        if grows <= SETTLED {
            break;
        }
        let length = grows.ln_1p() / grows;
        rating.iter_mut().zip(step).for_each(|(rating, step)| *rating += length * step);
    }
    rating.into_iter().map(|rating| 400.0 / std::f64::consts::LN_10 * rating).collect()
}

/// The solution of linear equations with a positive definite matrix.
fn solution(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    // Gauss's elimination; of such a matrix the diagonal will do as pivots.
    for a in 0..size {
        let (above, below) = matrix.split_at_mut(a + 1);
        let pivot = &above[a];
        for (row, b) in below.iter_mut().zip(a + 1..) {
            let factor = row[a] / pivot[a];
            row.iter_mut().zip(pivot).for_each(|(number, of_pivot)| *number -= factor * of_pivot);
            right[b] -= factor * right[a];
        }
    }
    for a in (0..size).rev() {
        let known: f64 = (a + 1..size).map(|b| matrix[a][b] * right[b]).sum();
        right[a] = (right[a] - known) / matrix[a][a];
    }
    right
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
        for (number, decimals, text) in
            [(-0.0, 0, "+0"), (-0.4, 0, "+0"), (-0.004, 2, "+0.00"), (-0.01, 2, "-0.01")]
        {
            assert_eq!(signed(number, decimals), text);
        }
        assert_eq!(signed(-100.0, 0), "-100");
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
    fn ratings_follow_from_chains_of_opponents() {
        // a beats b 3 : 1, b beats c 3 : 1; a and c never met.
        let mut games = Vec::new();
        for (white, black) in [(0, 1), (1, 2)] {
            for winner in [Color::White, Color::White, Color::White, Color::Black] {
                games.push(line(games.len(), white, black, winner, Termination::NoMove));
            }
        }
        let elo = ratings(3, &games);
        assert!(elo[1].abs() < 1.0 && (elo[0] + elo[2]).abs() < 1e-6, "{elo:?}");
        // 3.5 of 5 with the half win each.
        assert!((elo[0] - 147.2).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn ratings_are_those_that_the_results_make_most_likely() {
        let won = |games: &mut Vec<GameLine>, a, b, wins: usize, losses: usize| {
            for winner in [vec![Color::White; wins], vec![Color::Black; losses]].concat() {
                games.push(line(games.len(), a, b, winner, Termination::NoMove));
            }
        };
        // Where one beats the next always, and the one after him: half a win in 1,001 games.
        let mut games = Vec::new();
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            won(&mut games, a, b, 1000, 0);
        }
        let elo = ratings(3, &games);
        assert!((elo[0] - 1200.0).abs() < 2.0 && elo[1].abs() < 0.01, "{elo:?}");
        // In a chain each pair is as far apart as its own games say.
        let mut games = Vec::new();
        (0..11).for_each(|a| won(&mut games, a, a + 1, 90, 10));
        let elo = ratings(12, &games);
        let apart = elo_of_share(90.5 / 101.0).unwrap();
        for pair in elo.windows(2) {
            assert!((pair[0] - pair[1] - apart).abs() < 0.01, "{elo:?}");
        }
        assert!(elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
        // Whoever has not met the others is rated among those whom he met.
        let mut games = Vec::new();
        won(&mut games, 0, 1, 3, 1);
        won(&mut games, 2, 3, 3, 1);
        let elo = ratings(5, &games);
        assert!((elo[0] - elo[2]).abs() < 1e-6 && (elo[0] + elo[1]).abs() < 1e-6, "{elo:?}");
        assert!(elo[4].abs() < 1e-6, "{elo:?}");
        assert_eq!(ratings(0, &[]), Vec::<f64>::new());
    }
}
