//! Boards with a region and its negative, which cancel, compared with plain minimax.

use amazons::board::{Color, Position};
use amazons::cgt::{Arena, Effort, Game, Outcome};
use amazons::game_value::{CanonicalForms, GameValueAnalyzer, GameValues, Goal, Narrowing};
use amazons::judge::{Judge, Query, SearchParams, minimax};
use amazons::limits::Limits;
use amazons::region::regions;
use amazons::testing::RandomPositions;

/// Most empty squares of a board, so that minimax can play it out.
const MOST: usize = 9;

/// A region beside its negative, turned or mirrored, and what else is on the board.
struct WithPair {
    board: Position,
    /// The board without the pair.
    rest: Position,
}

/// A random board with a pair. Every third pair consists of two equal regions, each of them its own
/// negative.
fn with_pair(random: &mut RandomPositions) -> WithPair {
    loop {
        let region = if random.below(3) == 0 {
            own_negative(random)
        } else {
            let empties = 1 + random.below(4);
            let amazons = [1 + random.below(2), 1 + random.below(2)];
            random.region(empties, amazons)
        };
        let negative = region.swapped().transformed(random.below(8) as u8);
        let left = MOST.saturating_sub(2 * region.empties());
        let third = match random.below(4) {
            0 => {
                let amazons = [random.below(2), 1];
                random.board(2, 2, 25, amazons)
            }
            1 => random.region(left.min(4), [1, 1]),
            _ => random.tiny(left),
        };
        let parts = match random.below(3) {
            0 => [region, negative, third.clone()],
            1 => [region, third.clone(), negative],
            _ => [third.clone(), negative, region],
        };
        let board = random.beside(&parts);
        if board.empties() <= MOST {
            let rest = third.with_side(board.side());
            return WithPair { board, rest };
        }
    }
}

/// A region that half a turn or a mirror makes its own negative.
fn own_negative(random: &mut RandomPositions) -> Position {
    loop {
        let empties = 1 + random.below(4);
        let region = random.region(empties, [1, 1]);
        let swapped = region.swapped().with_side(region.side());
        let images: Vec<_> = (0..8).map(|symmetry| region.transformed(symmetry)).collect();
        if images.contains(&swapped) {
            return region;
        }
    }
}

/// Who wins with White and with Black to start, by minimax.
fn winners(board: &Position) -> [Color; 2] {
    Color::BOTH.map(|first| {
        let wins = minimax::rank(&board.with_side(first)).wins();
        if wins { first } else { first.other() }
    })
}

fn outcome(board: &Position) -> Outcome {
    let [white_first, black_first] = winners(board);
    Outcome::of(white_first == Color::White, black_first == Color::White)
}

#[test]
fn a_board_is_won_by_the_same_player_without_its_pairs() {
    let mut random = RandomPositions::new(61);
    let mut pairs = 0;
    for _ in 0..100 {
        let WithPair { board, rest } = with_pair(&mut random);
        assert_eq!(winners(&board), winners(&rest), "{board}");
        pairs += usize::from(regions(&board).len() > regions(&rest).len() + 1);
    }
    assert_eq!(pairs, 100);
}

/// Every question of the judge, with the pairs left out of the winner and with proof-number search
/// at every node, where they are left out too.
#[test]
fn the_judge_agrees_with_minimax_about_boards_with_pairs() {
    let numbers = SearchParams { question_nodes: 0, attempt_nodes: 0, ..SearchParams::ALL };
    let searches = [
        SearchParams::ALL,
        SearchParams { sums: false, ..SearchParams::ALPHA_BETA },
        SearchParams { sums: false, ..numbers },
        SearchParams {
            sums: false,
            safe_squares: false,
            filling_nodes: 1,
            reply_counts: false,
            ..numbers
        },
        SearchParams { pairs: false, ..SearchParams::ALL },
    ];
    let mut judges: Vec<Judge> = searches
        .iter()
        .map(|&params| Judge::builder().memory(16 << 20).params(params).build())
        .collect();
    judges.push(Judge::builder().memory(16 << 20).threads(2).params(searches[2]).build());
    let mut random = RandomPositions::new(62);
    for _ in 0..100 {
        let WithPair { board, .. } = with_pair(&mut random);
        let (rank, mut moves) = minimax::rank_and_moves(&board);
        moves.sort_by_cached_key(|(mv, rank)| (std::cmp::Reverse(*rank), mv.to_string()));
        for judge in &mut judges {
            let winner = judge.ask(&board, Query::Winner, &Limits::none());
            assert_eq!(winner.first_wins(), Some(rank.wins()), "{board}");
            assert!((winner.interval.low..=winner.interval.high).contains(&rank), "{board}");
            let all = judge.ask(&board, Query::AllMoves, &Limits::none());
            assert_eq!((all.rank(), all.moves.as_ref()), (Some(rank), Some(&moves)), "{board}");
        }
    }
}

#[test]
fn the_value_of_a_board_is_that_of_what_is_left_without_its_pairs() {
    let mut random = RandomPositions::new(63);
    let mut values = GameValues::new(64 << 20);
    for _ in 0..35 {
        let WithPair { board, rest } = with_pair(&mut random);
        let value = values.value(&board).unwrap();
        assert_eq!(value, values.value(&rest).unwrap(), "{board}");
        assert_eq!(value.outcome(), outcome(&board), "{board}");
        let mut narrowing = Narrowing::new(64 << 20);
        let (found, walls) = narrowing.narrow(&board, Goal::Walls, Effort::UNLIMITED).unwrap();
        assert_eq!(found.outcome, Some(value.outcome()), "{board}");
        assert_eq!(walls.as_ref(), Some(value.thermograph()), "{board}");
        // The regions one by one, without cancelling, add up to the same.
        let forms = &mut CanonicalForms::new(64 << 20);
        let parts: Vec<Game> = regions(&board)
            .iter()
            .map(|part| forms.value(&board.restricted(part.squares), Effort::UNLIMITED).unwrap())
            .collect();
        let mut sum = Arena::ZERO;
        for part in parts {
            sum = forms.games().sum(sum, part).unwrap();
        }
        assert_eq!(forms.value(&board, Effort::UNLIMITED), Ok(sum), "{board}");
    }
}

/// Whatever is said within some limit is true: the winner, and every move that is said to win.
#[test]
fn how_a_board_with_pairs_is_played_is_right_within_any_limit() {
    let mut random = RandomPositions::new(64);
    let mut fully = 0;
    for i in 0..40 {
        let WithPair { board, .. } = with_pair(&mut random);
        let limits = match i % 3 {
            0 => Limits::none(),
            _ => Limits::nodes(random.below(6000) as u64),
        };
        let mut analyzer = GameValueAnalyzer::new(64 << 20);
        let report = analyzer.board(&board, &limits);
        let truth = outcome(&board);
        assert!(report.sum.outcome.is_none_or(|found| found == truth), "{board}");
        for part in regions(&board).iter().zip(&report.regions) {
            let truth = outcome(&board.restricted(part.0.squares));
            assert!(part.1.worth.outcome.is_none_or(|found| found == truth), "{board}");
        }
        assert!(i % 3 > 0 || report.play.is_some(), "{board}");
        for play in report.play.into_iter().flatten() {
            let ranks = minimax::move_ranks(&board.with_side(play.first));
            let mut winning: Vec<_> =
                ranks.iter().filter(|(_, rank)| rank.wins()).map(|(mv, _)| *mv).collect();
            winning.sort_by_cached_key(ToString::to_string);
            assert_eq!(play.winner == play.first, !winning.is_empty(), "{board}");
            match &play.winning_moves {
                Some(moves) => assert_eq!(*moves, winning, "{board}"),
                None => assert!(!winning.is_empty(), "{board}"),
            }
            fully += usize::from(play.winning_moves.is_some());
            // The winner is told a winning move.
            let told = play.recommended.map(|recommended| recommended.mv);
            assert!(winning.is_empty() || winning.contains(&told.unwrap()), "{board}");
        }
    }
    assert!(fully >= 26, "{fully}");
}

/// Regions far too large for a search or for canonical forms.
#[test]
fn large_regions_cancel_before_anything_is_expanded() {
    let large: Position = "4q/5/5/5/Q4".parse().unwrap();
    let lopsided: Position = "2q3/6/1q4/6/Q3Q1/6".parse().unwrap();
    let huge: Position = "q7q/9/9/3Q5/9/1q6Q".parse().unwrap();
    let mut random = RandomPositions::new(65);
    for region in [large, lopsided, huge] {
        let negative = region.swapped().transformed(5);
        for (third, outcome) in [
            ("*", Outcome::Previous),
            ("Q1", Outcome::Left),
            ("q1", Outcome::Right),
            ("Q2q", Outcome::Next),
        ] {
            let third: Position = third.parse().unwrap();
            let board = random.beside(&[region.clone(), third, negative.clone()]);
            let mut judge = Judge::builder().memory(8 << 20).build();
            for first in Color::BOTH {
                let problem = board.with_side(first);
                let limits = Limits::nodes(1000);
                let verdict = judge.ask(&problem, Query::Winner, &limits);
                let wins = match first {
                    Color::White => outcome.left_wins_first(),
                    Color::Black => !outcome.left_wins_second(),
                };
                assert_eq!(verdict.first_wins(), Some(wins), "{problem}");
            }
            let mut analyzer = GameValueAnalyzer::new(16 << 20);
            let report = analyzer.board(&board, &Limits::nodes(1000));
            assert_eq!(report.sum.outcome, Some(outcome), "{board}");
            assert!(report.sum.game_value.is_some(), "{board}");
            let [white, black] = report.play.unwrap();
            assert_eq!(white.winner == Color::White, outcome.left_wins_first(), "{board}");
            assert_eq!(black.winner == Color::White, outcome.left_wins_second(), "{board}");
            // The loser's moves all lose; of the winner's, those in the pair are not known.
            for play in [white, black] {
                let wins = play.winner == play.first;
                assert_eq!(play.winning_moves, (!wins).then(Vec::new), "{board}");
                assert!(!wins || play.recommended.is_some(), "{board}");
            }
        }
    }
}

/// One move away from a pair: the search meets pairs below the root.
#[test]
fn a_move_that_makes_a_pair_wins() {
    let before: Position = "4q/5/5/5/Q4 w".parse().unwrap();
    let after = before.play("a1-c3/a1".parse().unwrap()).unwrap();
    let mut random = RandomPositions::new(66);
    let board = random.beside(&[before, after.swapped()]).with_side(Color::White);
    let params = SearchParams { sums: false, ..SearchParams::ALL };
    let mut judge = Judge::builder().memory(64 << 20).params(params).build();
    let verdict = judge.ask(&board, Query::Winner, &Limits::nodes(2_000_000));
    assert_eq!(verdict.first_wins(), Some(true));
}
