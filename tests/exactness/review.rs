//! Reviews compared with plain minimax, and the effect of limits.

use amazons::answers::{GameReview, ReviewTotals, Reviewer};
use amazons::board::{Bitboard, Frame, Position, Wide};
use amazons::estimate::Estimator;
use amazons::judge::Judge;
use amazons::judge::minimax::{move_ranks, rank};
use amazons::limits::{Abort, Limits};
use amazons::records::Game;
use amazons::region::regions;
use amazons::score::Score;
use amazons::testing::RandomPositions;

/// Every number of a review compared with plain minimax, on random games of small boards.
#[test]
fn reviews_say_what_minimax_says() {
    let mut random = RandomPositions::new(29);
    for number in 0..150 {
        let mut game = Game::new(random.tiny(7));
        while game.now().can_move() {
            let moves = game.now().legal_moves();
            game.push(moves[random.below(moves.len())]).unwrap();
        }
        let judge = Judge::builder().memory(1 << 22).build();
        let mut reviewer = Reviewer::new(judge, None, Limits::none(), false);
        let review = reviewer.review("random", number, &game, |_| ());
        assert_eq!(review.plies.len(), game.moves().len());
        for (position, ply) in game.positions().zip(&review.plies) {
            let side = position.side();
            let best = rank(&position);
            let ranks = move_ranks(&position);
            let played = ranks.iter().find(|(mv, _)| *mv == ply.mv).unwrap().1;
            assert_eq!(ply.score, Some(Score::from_rank(best, side)), "{position}");
            assert_eq!(ply.error, Some(best.above(played).unsigned_abs()), "{position} {}", ply.mv);
            assert_eq!(ply.error_at_least, ply.error.unwrap());
            assert_eq!(ply.winner == Some(side), best.wins());
            assert_eq!(ply.gave_away, Some(best.wins() && !played.wins()));
            let optimal = ranks.iter().filter(|(_, of)| *of == best).count();
            assert_eq!(ply.best_moves.as_ref().unwrap().len(), optimal);
            let region = ply.region.as_ref().unwrap();
            let part = regions(&position)
                .into_iter()
                .find(|part| part.squares.has(Frame::WHOLE.inward::<Wide>(ply.mv.from)))
                .unwrap();
            let alone = position.restricted(part.squares);
            let best = rank(&alone);
            let ranks = move_ranks(&alone);
            let played = ranks.iter().find(|(mv, _)| *mv == ply.mv).unwrap().1;
            assert_eq!(region.score, Some(Score::from_rank(best, side)), "{position}");
            assert_eq!(region.error, Some(best.above(played).unsigned_abs()), "{position}");
        }
        let counted = review.summary.white.moves + review.summary.black.moves;
        assert_eq!(counted as usize, review.plies.len());
        assert_eq!(review.summary.judged_from, (!review.plies.is_empty()).then_some(1));
        // With the winner only: the same winners.
        let judge = Judge::builder().memory(1 << 22).build();
        let winners = Reviewer::new(judge, None, Limits::none(), true).review(
            "random",
            number,
            &game,
            |_| (),
        );
        for (ply, all) in winners.plies.iter().zip(&review.plies) {
            assert_eq!((ply.winner, ply.gave_away), (all.winner, all.gave_away));
        }
    }
}

#[test]
fn limits_leave_nulls_and_never_a_wrong_number() {
    let start: Position = "Q3/4/3q w".parse().unwrap();
    let mut game = Game::new(start);
    for _ in 0..10 {
        let moves = game.now().legal_moves();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        game.push(mv).unwrap();
    }
    let judge = || Judge::builder().memory(1 << 24).build();
    let mut reviewer = Reviewer::new(judge(), None, Limits::none(), false);
    let exact = reviewer.review("test", 1, &game, |_| ());
    for nodes in [1, 30, 300, 3000] {
        let mut reviewer = Reviewer::new(judge(), None, Limits::nodes(nodes), false);
        let review = reviewer.review("test", 1, &game, |_| ());
        for (ply, exact) in review.plies.iter().zip(&exact.plies) {
            assert!(ply.score.is_none() || ply.score == exact.score);
            assert!(ply.winner.is_none() || ply.winner == exact.winner);
            assert!(ply.error.is_none() || ply.error == exact.error);
            assert!(Some(ply.error_at_least) <= exact.error);
        }
    }
}

#[test]
fn many_games_are_counted_by_player_and_phase() {
    let mut game = Game::new("Q2q/1**1 w".parse().unwrap());
    game.set_tag("PW", "Ann");
    // The worst move of all: White need not lose anything here.
    game.push("a2-b2/a2".parse().unwrap()).unwrap();
    let mut reviewer = Reviewer::new(Judge::builder().build(), None, Limits::none(), false);
    let review = reviewer.review("test", 1, &game, |_| ());
    let mut totals = ReviewTotals::default();
    totals.add(&review);
    totals.add(&review);
    assert_eq!(totals.games, 2);
    let ann = &totals.players["Ann"];
    assert_eq!((ann.moves, ann.exact + ann.errors), (2, 2));
    assert_eq!(totals.empties[&5].moves, 2);
}

fn estimating(limits: Limits, game: &Game) -> GameReview {
    let judge = Judge::builder().memory(1 << 22).build();
    let estimator = Estimator::strongest(1 << 22);
    let mut reviewer = Reviewer::new(judge, None, limits, false).estimating(Some(estimator));
    reviewer.review("test", 1, game, |_| ())
}

/// A game of random moves on a board that no limit of these tests can judge from its start.
fn long_game(seed: u64) -> Game {
    let mut random = RandomPositions::new(seed);
    let mut game = Game::new(Position::start(6, 6).unwrap());
    while game.now().can_move() {
        let moves = game.now().legal_moves();
        game.push(moves[random.below(moves.len())]).unwrap();
    }
    game
}

#[test]
fn every_ply_has_a_proof_or_an_estimate_and_never_both() {
    for (seed, nodes) in [(1, 40), (2, 400), (3, 4_000)] {
        let game = long_game(seed);
        let review = estimating(Limits::nodes(nodes), &game);
        let plain = |nodes| {
            let judge = Judge::builder().memory(1 << 22).build();
            Reviewer::new(judge, None, Limits::nodes(nodes), false).review("t", 1, &game, |_| ())
        };
        let exact = plain(50_000);
        for (ply, exact) in review.plies.iter().zip(&exact.plies) {
            let estimate = ply.estimate.as_ref().unwrap();
            assert_eq!(estimate.is_some(), ply.score.is_none(), "ply {}", ply.ply);
            assert_eq!(ply.estimated_cost.unwrap().is_none(), ply.error.is_some());
            assert!(ply.estimated_cost.flatten().is_none_or(|cost| cost >= 0.0));
            // What estimates add to the proofs is proved too.
            assert!(ply.score.is_none() || exact.score.is_none() || ply.score == exact.score);
            assert!(ply.winner.is_none() || exact.winner.is_none() || ply.winner == exact.winner);
            let Some(estimate) = estimate else { continue };
            if let Some(winner) = ply.winner {
                let white = winner == amazons::Color::White;
                assert_eq!(estimate.white_wins, f64::from(u8::from(white)));
                assert_eq!(estimate.lead > 0.0, white);
            }
        }
        let summary = &review.summary;
        let moves: usize = summary.thirds.iter().flatten().map(|third| third.white.moves).sum();
        assert_eq!(moves, review.plies.len().div_ceil(2));
        assert_eq!(summary.estimate.as_ref().unwrap().is_some(), summary.result.is_none());
        // Without estimates there is nothing of them.
        let text = serde_json::to_string(&plain(nodes)).unwrap();
        let keys = ["\"estimate", "\"turning_points\"", "\"thirds\""];
        assert!(keys.iter().all(|key| !text.contains(key)), "{text}");
        // What is written is read back.
        let text = serde_json::to_string(&review).unwrap();
        let read: GameReview = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}

#[test]
fn swapped_colours_have_the_opposite_estimates() {
    let game = long_game(4);
    let mut swapped = Game::new(game.start().swapped());
    game.moves().iter().for_each(|&mv| swapped.push(mv).unwrap());
    let limits = Limits::nodes(200);
    let (one, other) = (estimating(limits.clone(), &game), estimating(limits, &swapped));
    for (one, other) in one.plies.iter().zip(&other.plies) {
        assert_eq!(one.estimated_cost, other.estimated_cost);
        let lead = |ply: &amazons::answers::PlyReview| {
            ply.estimate.as_ref().and_then(Option::as_ref).map(|estimate| estimate.lead)
        };
        assert_eq!(lead(one), lead(other).map(|lead| -lead));
    }
}

#[test]
fn a_ply_keeps_within_its_time_with_its_estimate() {
    let game = long_game(5);
    let time = std::time::Duration::from_millis(40);
    let begun = std::time::Instant::now();
    let review = estimating(Limits::time(time), &game);
    let most = time * (review.plies.len() as u32 + 1) + std::time::Duration::from_secs(2);
    assert!(begun.elapsed() < most, "{:?} for {}", begun.elapsed(), review.plies.len());
    // Interrupted work estimates nothing more.
    let abort = Abort::new();
    abort.set();
    let review = estimating(Limits::none().until(&abort), &game);
    assert!(review.plies.iter().all(|ply| ply.estimate == Some(None)));
}
