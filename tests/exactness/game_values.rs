//! Game values compared with the literature, other programs, scores and search, and the commands
//! that print them.

use amazons::board::{Color, Position};
use amazons::cgt::{Dyadic, Effort, Game, Outcome, Stopped, WinnerSearch};
use amazons::game_value::{CanonicalForms, GameValueAnalyzer};
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::region::{RegionKind, regions};
use amazons::testing::RandomPositions;
use std::time::Duration;

fn at(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn value(forms: &mut CanonicalForms, position: &Position) -> Game {
    forms.value(position, Effort::UNLIMITED).unwrap()
}

#[test]
fn winners_agree_with_other_programs() {
    let forms = &mut CanonicalForms::new(256 << 20);
    let mut lines = 0;
    for line in include_str!("outcomes.tsv").lines().skip(1) {
        let mut fields = line.split('\t');
        let [fen, white_first, black_first] = [(); 3].map(|()| fields.next().unwrap());
        let value = value(forms, &at(fen));
        let outcome = forms.games().outcome(value);
        assert_eq!(outcome.left_wins_first(), white_first == "W", "{fen}");
        assert_eq!(outcome.left_wins_second(), black_first == "W", "{fen}");
        lines += 1;
    }
    assert_eq!(lines, 143);
}

/// Temperatures of open rectangles with amazons in two opposite corners, by CGSuite.
#[test]
fn temperatures_agree_with_another_program() {
    let forms = &mut CanonicalForms::new(256 << 20);
    for (fen, temperature) in [
        // Berlekamp's 2 × n: increasing n by one increases the temperature by two.
        ("Q3/3q", "3"),
        ("Q4/4q", "5"),
        ("Q5/5q", "7"),
        ("Q6/6q", "9"),
        ("Q2/3/2q", "11/4"),
        ("Q3/4/3q", "37/8"),
    ] {
        let value = value(forms, &at(fen));
        let thermograph = forms.games().thermograph(value);
        assert_eq!(thermograph.temperature().to_string(), temperature, "{fen}");
        assert_eq!(thermograph.mean(), Dyadic::ZERO, "{fen}");
    }
}

/// The simplest number strictly between two: the integer nearest to 0, otherwise the one with the
/// smallest denominator.
fn simplest(low: f64, high: f64) -> f64 {
    if low < 0.0 && 0.0 < high {
        return 0.0;
    }
    if high <= 0.0 {
        return -simplest(-high, -low);
    }
    let mut step = 1.0;
    loop {
        let candidate = ((low / step).floor() + 1.0) * step;
        if candidate < high {
            return candidate;
        }
        step /= 2.0;
    }
}

/// Müller and Tegos (2002), zugzwang: a region in which neither player wants to move is worth the
/// simplest number between what the players are left with.
#[test]
fn zugzwangs_are_numbers() {
    let mut random = RandomPositions::new(41);
    let mut found = 0;
    for _ in 0..4000 {
        let forms = &mut CanonicalForms::new(16 << 20);
        let position = random.tiny(7);
        let mut left = |color: Color| {
            let problem = position.with_side(color);
            let moves = problem.legal_moves();
            let numbers = moves.iter().map(|&mv| {
                let after = value(forms, &problem.play(mv).unwrap());
                forms.games().to_number(after).map(Dyadic::to_f64)
            });
            numbers.collect::<Option<Vec<f64>>>().filter(|all| !all.is_empty())
        };
        let (Some(whites), Some(blacks)) = (left(Color::White), left(Color::Black)) else {
            continue;
        };
        let low = whites.into_iter().fold(f64::MIN, f64::max);
        let high = blacks.into_iter().fold(f64::MAX, f64::min);
        if low >= high {
            continue;
        }
        found += 1;
        let value = value(forms, &position);
        let number = forms.games().to_number(value).map(Dyadic::to_f64);
        assert_eq!(number, Some(simplest(low, high)), "{position}");
    }
    assert!(found > 30, "{found}");
}

/// The sign of the score is the winner under normal play; for a single region, so are nonzero
/// stops.
#[test]
fn winners_agree_with_scores() {
    let mut random = RandomPositions::new(11);
    let mut judge = Judge::builder().memory(16 << 20).build();
    let (mut several, mut left_out) = (0, 0);
    for i in 0..1000 {
        let position = match i % 2 {
            0 => random.tiny(11),
            _ => {
                let amazons = [1 + random.below(3), 1 + random.below(3)];
                let blocked = 55 + random.below(15);
                random.board(7, 5, blocked, amazons)
            }
        };
        if position.empties() > 10 {
            continue;
        }
        let contested: Vec<_> =
            regions(&position).into_iter().filter(|r| r.kind == RegionKind::Contested).collect();
        several += usize::from(contested.len() > 1);
        let forms = &mut CanonicalForms::new(256 << 20);
        let mut winners = WinnerSearch::within(1 << 20);
        let effort = Effort::new(&Limits::time(Duration::from_millis(200)));
        // A few of the open boards with many amazons take longer.
        let Ok(sum) = forms.value(&position, effort) else {
            left_out += 1;
            continue;
        };
        let parts: Vec<Game> = regions(&position)
            .iter()
            .map(|region| value(forms, &position.restricted(region.squares)))
            .collect();
        let outcome = forms.games().outcome(sum);
        let thermograph = forms.games().thermograph(sum);
        for (first, white_wins, stop) in [
            (Color::White, outcome.left_wins_first(), thermograph.left_stop()),
            (Color::Black, outcome.left_wins_second(), thermograph.right_stop()),
        ] {
            let problem = position.with_side(first);
            let verdict = judge.ask(&problem, Query::Winner, &Limits::none());
            let first_wins = white_wins == (first == Color::White);
            assert_eq!(verdict.first_wins(), Some(first_wins), "{problem}");
            if stop != Dyadic::ZERO {
                assert_eq!(white_wins, stop > Dyadic::ZERO, "{problem}");
            }
            let found = winners.left_wins(forms.games(), &parts, first == Color::White).unwrap();
            assert_eq!(found, white_wins, "{problem}");
        }
    }
    assert!(left_out < 100, "{left_out} of 1000 boards not expanded");
    assert!(several > 15, "{several} boards of two contested regions or more");
}

/// Swapping colours negates the value, and every symmetric image has the same value.
#[test]
fn images_have_one_value() {
    let mut random = RandomPositions::new(12);
    let forms = &mut CanonicalForms::new(64 << 20);
    for _ in 0..200 {
        let region = random.region(7, [1, 1]);
        let own = value(forms, &region);
        let image = region.transformed(random.below(8) as u8);
        // A second memory, so that nothing is looked up.
        let other = &mut CanonicalForms::new(16 << 20);
        let image_value = value(other, &image);
        let text = other.games().text(image_value, 10_000).unwrap();
        assert_eq!(forms.games().parse(&text).unwrap(), own, "{region}");
        let swapped = value(forms, &region.swapped());
        assert_eq!(forms.games().negative(own).unwrap(), swapped, "{region}");
    }
}

#[test]
fn every_winning_move_is_found() {
    let mut random = RandomPositions::new(13);
    let mut appraiser = GameValueAnalyzer::new(64 << 20);
    let mut judge = Judge::builder().memory(16 << 20).build();
    let mut played = 0;
    for _ in 0..75 {
        let amazons = [1 + random.below(2), 1 + random.below(3)];
        let position = random.board(6, 4, 45, amazons);
        if position.empties() > 10 {
            continue;
        }
        let board = appraiser.board(&position, &Limits::nodes(60_000));
        played += usize::from(board.play.is_some());
        for (play, first) in board.play.into_iter().flatten().zip(Color::BOTH) {
            let problem = position.with_side(first);
            let verdict = judge.ask(&problem, Query::AllMoves, &Limits::none());
            let mut winning: Vec<_> = verdict
                .moves
                .unwrap()
                .into_iter()
                .filter(|(_, rank)| rank.wins())
                .map(|(mv, _)| mv)
                .collect();
            winning.sort_by_cached_key(ToString::to_string);
            assert_eq!(play.winning_moves.as_ref(), Some(&winning), "{problem}");
            if let Some(best) = play.recommended {
                assert!(winning.is_empty() || winning.contains(&best.mv), "{problem}");
            }
        }
    }
    assert!(played > 10, "{played} boards");
}

#[test]
fn a_limit_ends_in_a_partial_answer() {
    let large = at("Q7/8/8/8/8/8/8/7q w");
    let mut forms = CanonicalForms::new(8 << 20);
    assert_eq!(forms.value(&large, Effort::UNLIMITED), Err(Stopped::Memory));
    let mut forms = CanonicalForms::new(256 << 20);
    let effort = Effort::new(&Limits::time(Duration::from_millis(20)));
    assert_eq!(forms.value(&large, effort), Err(Stopped::Time));
    // Small positions are still answered, and the appraiser continues after it was full.
    let board = at("Q7*1Q/8*1q/8***/8***/8***/8***/8***/7q*** w");
    let mut appraiser = GameValueAnalyzer::new(8 << 20);
    let worth = appraiser.board(&board, &Limits::none());
    assert_eq!(worth.sum.stopped, Some(Stopped::Memory));
    assert!(worth.play.is_none());
    let known = worth.regions.iter().filter(|region| region.worth.outcome.is_some()).count();
    assert_eq!(known, worth.regions.len() - 1);
    let (worth, _) = appraiser.thermograph(&at("Q2*q"), Effort::UNLIMITED);
    assert_eq!(worth.game_value.as_deref(), Some("2"));
}

/// Where the memory holds neither canonical form nor thermograph, intervals remain.
#[test]
fn what_is_too_large_for_the_memory_has_proved_intervals() {
    let mut appraiser = GameValueAnalyzer::new(60 << 20);
    let board = appraiser.board(&at("Q4*1q/5*1*/4q*Q1 w"), &Limits::none());
    let open = &board.regions[0].worth;
    assert_eq!(open.stopped, Some(Stopped::Memory));
    assert_eq!(open.game_value, None);
    // Its temperature is 99/16, its mean 0.
    let [low, high] = open.bounds.temperature.unwrap();
    let exact = Dyadic::new(99, 4).unwrap();
    assert!((low..=high).contains(&exact), "{low} to {high}");
    let [low, high] = open.bounds.mean.unwrap();
    assert!((low..=high).contains(&Dyadic::ZERO), "{low} to {high}");
}

#[test]
fn outcomes_have_letters() {
    let letters = [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];
    assert_eq!(letters.map(Outcome::letter), ['L', 'R', 'N', 'P']);
}
