//! Reviews compared with plain minimax, and the effect of limits.

use amazons::answers::{ReviewTotals, Reviewer};
use amazons::board::{Bitboard, Frame, Position, Wide};
use amazons::judge::Judge;
use amazons::judge::minimax::{move_ranks, rank};
use amazons::limits::Limits;
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
