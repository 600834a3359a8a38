//! What the moves of a match cost against the exact value, for matches from endgames.
//!
//! A move costs the ranks between the best move and the move played: points, in a game that both
//! play to the last move. The moves of an opening count for nobody.

use super::log::GameLine;
use crate::drawing::TextTable;
use crate::stats::ClusteredMean;
use amazons::answers::{GameReview, Reviewer};
use amazons::board::Color;
use amazons::judge::Judge;
use amazons::limits::Limits;
use amazons::util::parallel::in_order;
use serde::Serialize;
use std::convert::Infallible;

/// How the moves are judged.
#[derive(Clone, Debug)]
pub struct Judging {
    /// Limits for the position at each ply.
    pub limits: Limits,
    /// Bytes for all threads together.
    pub memory: usize,
    /// Games judged at once.
    pub threads: usize,
}

/// What a player lost in all its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointsLost {
    /// What results call the player.
    pub player: String,
    /// Its games.
    pub games: u64,
    /// Games in which the cost of each of its moves is proved.
    pub judged: u64,
    /// Its moves in these games.
    pub moves: u64,
    /// Those of them that cost something.
    pub errors: u64,
    /// Those of them that gave a won game away.
    pub gave_away: u64,
    /// What all of them cost together.
    pub points: u64,
    /// Mean points lost in a judged game; `None` without one.
    pub mean: Option<f64>,
    /// The lower end of its 95 % interval, clustered by opening; `None` with fewer than two
    /// openings, or where the same was lost from each.
    pub mean_low: Option<f64>,
    /// The upper end.
    pub mean_high: Option<f64>,
    /// The least that its moves in all games cost together, judged or not.
    pub points_at_least: u64,
}

/// A player's moves in one game.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    moves: u64,
    errors: u64,
    gave_away: u64,
    points_at_least: u64,
    unproved: bool,
}

/// Judges every move of these games, and returns what each player lost. `progress` is called after
/// each game. Once the abort flag of the limits is set, what remains counts as unproved.
pub fn points_lost(
    players: &[String],
    games: &[GameLine],
    judging: &Judging,
    mut progress: impl FnMut(),
) -> Vec<PointsLost> {
    let memory = judging.memory / judging.threads.max(1);
    let mut sides: Vec<Vec<(usize, Side)>> = vec![Vec::new(); players.len()];
    let done: Result<(), Infallible> = in_order(
        games.iter(),
        judging.threads,
        || {
            let judge = Judge::builder().memory(memory).build();
            Reviewer::asking(judge, None, judging.limits.clone(), false)
        },
        |reviewer, line| {
            let game = line.replayed()?;
            let opening = game.moves().len().saturating_sub(moves_played(line));
            let review = reviewer.review("", line.game, &game, |_| ());
            Some((line, sides_of(&review, opening)))
        },
        |judged| {
            if let Some((line, [white, black])) = judged {
                for (player, side) in [(line.white, white), (line.black, black)] {
                    if let Some(sides) = sides.get_mut(player) {
                        sides.push((line.opening, side));
                    }
                }
            }
            progress();
            Ok(())
        },
    );
    let Ok(()) = done;
    players.iter().zip(&sides).map(|(player, sides)| PointsLost::new(player, sides)).collect()
}

/// How many moves the players themselves made.
fn moves_played(line: &GameLine) -> usize {
    let asked = line.white_side.moves + line.black_side.moves;
    asked.saturating_sub(u32::from(line.reason.lacks_a_move())) as usize
}

fn sides_of(review: &GameReview, opening: usize) -> [Side; 2] {
    let mut sides = [Side::default(); 2];
    for ply in review.plies.iter().filter(|ply| ply.ply > opening) {
        let side = &mut sides[usize::from(ply.side == Color::Black)];
        side.moves += 1;
        side.unproved |= ply.error.is_none();
        side.errors += u64::from(ply.error_at_least > 0);
        side.gave_away += u64::from(ply.gave_away == Some(true));
        side.points_at_least += u64::from(ply.error_at_least);
    }
    sides
}

impl PointsLost {
    /// Sums up a player's sides of games, each with the number of its opening.
    fn new(player: &str, sides: &[(usize, Side)]) -> Self {
        let judged: Vec<_> = sides.iter().filter(|(_, side)| !side.unproved).collect();
        let sum = |of: fn(&Side) -> u64| judged.iter().map(|(_, side)| of(side)).sum::<u64>();
        let points = judged.iter().map(|(opening, side)| (*opening, side.points_at_least as f64));
        let mean = ClusteredMean::of(points);
        // Where all lost the same, the games do not show how much others would vary.
        let interval = mean.filter(|mean| mean.clusters > 1 && mean.error > 0.0);
        let interval = interval.map(|mean| mean.interval((0.0, f64::INFINITY)));
        Self {
            player: player.to_owned(),
            games: sides.len() as u64,
            judged: judged.len() as u64,
            moves: sum(|side| side.moves),
            errors: sum(|side| side.errors),
            gave_away: sum(|side| side.gave_away),
            points: sum(|side| side.points_at_least),
            mean: mean.map(|mean| mean.mean),
            mean_low: interval.map(|(low, _)| low),
            mean_high: interval.map(|(_, high)| high),
            points_at_least: sides.iter().map(|(_, side)| side.points_at_least).sum(),
        }
    }
}

/// The table of a match.
pub fn points_table(players: &[PointsLost]) -> TextTable {
    let columns = [
        "player",
        "games",
        "judged",
        "points lost a game",
        "95 %",
        "errors",
        "moves",
        "wins given away",
    ];
    let mut table = TextTable::new("Points lost against the exact value", &columns);
    let number = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.2}"));
    for one in players {
        table.rows.push(vec![
            one.player.clone(),
            one.games.to_string(),
            one.judged.to_string(),
            number(one.mean),
            format!("{} – {}", number(one.mean_low), number(one.mean_high)),
            one.errors.to_string(),
            one.moves.to_string(),
            one.gave_away.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::log::{SideLine, Termination};

    fn line(game: usize, start: &str, moves: &str, players: [usize; 2]) -> GameLine {
        let count = moves.split_whitespace().count() as u32;
        let side = |moves| SideLine { moves, ..SideLine::default() };
        GameLine {
            game,
            white: players[0],
            black: players[1],
            opening: game / 2,
            winner: Color::White,
            reason: Termination::NoMove,
            detail: None,
            white_id: None,
            black_id: None,
            white_side: side(count.div_ceil(2)),
            black_side: side(count / 2),
            start: start.to_owned(),
            moves: moves.to_owned(),
        }
    }

    fn judged(games: &[GameLine], nodes: u64) -> Vec<PointsLost> {
        let players = ["good".to_owned(), "bad".to_owned()];
        let judging = Judging { limits: Limits::nodes(nodes), memory: 4 << 20, threads: 2 };
        points_lost(&players, games, &judging, || ())
    }

    #[test]
    fn a_move_costs_its_distance_from_the_best() {
        // White wins by 3 with a2-c2/d1; a2-a1/a2 gives that away.
        let start = "Q2q/1**1 w";
        let games = [line(0, start, "a2-c2/d1", [0, 1]), line(1, start, "a2-a1/a2", [1, 0])];
        let [good, bad] = &judged(&games, 1_000_000)[..] else { panic!() };
        assert_eq!((good.games, good.judged, good.moves, good.errors), (2, 2, 1, 0));
        assert_eq!((good.points, good.mean), (0, Some(0.0)));
        assert_eq!((bad.games, bad.moves, bad.errors, bad.gave_away), (2, 1, 1, 1));
        assert!(bad.points > 3 && bad.mean == Some(bad.points as f64 / 2.0), "{bad:?}");
        assert_eq!(bad.mean_low, None, "one opening has no interval");
    }

    #[test]
    fn moves_of_the_opening_count_for_nobody() {
        let mut game = line(0, "Q2q/1**1 w", "a2-a1/a2", [1, 0]);
        game.white_side.moves = 0;
        let [good, bad] = &judged(&[game], 1_000_000)[..] else { panic!() };
        assert_eq!((good.moves, bad.moves, bad.points), (0, 0, 0));
    }

    #[test]
    fn games_that_are_not_proved_have_only_a_least_cost() {
        let start = "Q8/9/9/9/9/8q w";
        let games = [line(0, start, "a6-a5/a6", [0, 1])];
        let good = &judged(&games, 1)[0];
        assert_eq!((good.games, good.judged, good.mean, good.points_at_least), (1, 0, None, 0));
    }

    #[test]
    fn intervals_are_clustered_by_opening() {
        let side = |points_at_least| Side { points_at_least, moves: 1, ..Side::default() };
        let sides =
            [(0, side(4)), (0, side(4)), (1, side(0)), (1, side(0)), (2, side(2)), (2, side(2))];
        let lost = PointsLost::new("x", &sides);
        assert_eq!((lost.mean, lost.points), (Some(2.0), 12));
        // As three openings of 4, 0 and 2: 2 ± 4.303 · 2/√3, and never below 0.
        assert_eq!(lost.mean_low, Some(0.0));
        assert!((lost.mean_high.unwrap() - (2.0 + 4.3027 * 2.0 / 3f64.sqrt())).abs() < 1e-3);
    }
}
