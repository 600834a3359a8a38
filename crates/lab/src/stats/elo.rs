//! Elo ratings, and the Elo difference that a share of wins amounts to.

use super::linear_equations::solve;

/// Returns the Elo difference at which a share of wins is expected; `None` for no wins or only
/// wins.
pub fn elo_of_share(share: f64) -> Option<f64> {
    // For an even share, 0 rather than -0.
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// Steps of the ratings are repeated until no difference changes by this much, far below one Elo.
const SETTLED: f64 = 1e-9;

/// The most steps; a dozen are usual.
const MOST_STEPS: usize = 1000;

/// Returns the most likely Bradley-Terry ratings in Elo, around a mean of 0. Both players of every
/// pair that met get half a win in addition, so that a player who won or lost every game has a
/// finite rating. A game is its winner and its loser.
///
/// Newton's method: the likelihood is concave. A step within which no difference of a pair grows by
/// more than r, shortened to ln(1 + r) / r of its length, never overshoots (the second derivative
/// of ln(1 + eˣ) changes by a factor of at most eʳ within r).
pub fn ratings(players: usize, games: impl Iterator<Item = (usize, usize)>) -> Vec<f64> {
    let mut wins = vec![0.0; players];
    let mut met = vec![vec![0.0; players]; players];
    for (winner, loser) in games {
        wins[winner] += 1.0;
        met[winner][loser] += 1.0;
        met[loser][winner] += 1.0;
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
    // Players who have met, directly or through others, share a group number.
    let mut group: Vec<usize> = (0..players).collect();
    for (a, b) in pairs() {
        let (old, new) = (group[a], group[b]);
        group.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
    }
    let mut rating = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let mut slope = wins.clone();
        // Adding the same number to a whole group changes nothing; with this term its mean stays
        // where it is.
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
        let Some(step) = solve(curvature, slope) else { break };
        let grows = pairs().map(|(a, b)| f64::abs(step[a] - step[b])).fold(0.0, f64::max);
        if grows <= SETTLED {
            break;
        }
        let length = grows.ln_1p() / grows;
        rating.iter_mut().zip(step).for_each(|(rating, step)| *rating += length * step);
    }
    rating.into_iter().map(|rating| 400.0 / std::f64::consts::LN_10 * rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(games: &mut Vec<(usize, usize)>, a: usize, b: usize, wins: usize, losses: usize) {
        games.extend([vec![(a, b); wins], vec![(b, a); losses]].concat());
    }

    fn of(players: usize, games: &[(usize, usize)]) -> Vec<f64> {
        ratings(players, games.iter().copied())
    }

    #[test]
    fn ratings_follow_from_chains_of_opponents() {
        // a beats b 3 : 1, b beats c 3 : 1; a and c never met.
        let mut games = Vec::new();
        (0..2).for_each(|a| won(&mut games, a, a + 1, 3, 1));
        let elo = of(3, &games);
        assert!(elo[1].abs() < 1.0 && (elo[0] + elo[2]).abs() < 1e-6, "{elo:?}");
        // 3.5 of 5, with half a win each.
        assert!((elo[0] - 147.2).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn ratings_are_those_that_the_results_make_most_likely() {
        // Each always beats the next and the one after it: half a win in 1,001 games.
        let mut games = Vec::new();
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            won(&mut games, a, b, 1000, 0);
        }
        let elo = of(3, &games);
        assert!((elo[0] - 1200.0).abs() < 2.0 && elo[1].abs() < 0.01, "{elo:?}");
        // In a chain, each pair is as far apart as its own games say.
        let mut games = Vec::new();
        (0..11).for_each(|a| won(&mut games, a, a + 1, 90, 10));
        let elo = of(12, &games);
        let apart = elo_of_share(90.5 / 101.0).unwrap();
        for pair in elo.windows(2) {
            assert!((pair[0] - pair[1] - apart).abs() < 0.01, "{elo:?}");
        }
        assert!(elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
        // Players who have not met the others are rated among those they met.
        let mut games = Vec::new();
        won(&mut games, 0, 1, 3, 1);
        won(&mut games, 2, 3, 3, 1);
        let elo = of(5, &games);
        assert!((elo[0] - elo[2]).abs() < 1e-6 && (elo[0] + elo[1]).abs() < 1e-6, "{elo:?}");
        assert!(elo[4].abs() < 1e-6, "{elo:?}");
        assert_eq!(of(0, &[]), Vec::<f64>::new());
    }
}
