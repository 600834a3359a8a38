//! Checks every evaluation function against a slow one that follows its source word for word, and
//! against the worked examples of the sources.

use super::phased::{PhaseWeights, Terms};
use super::twin::Walk;
use super::*;
use crate::board::bitboard::STEPS;
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Frame, Position, Square, Wide};
use crate::testing::RandomPositions;
use std::collections::HashMap;

/// Distances of one player by breadth-first search over squares, without bitboards.
struct Slow<'a> {
    position: &'a Position,
}

impl Slow<'_> {
    fn empty(&self, file: i32, rank: i32) -> bool {
        file >= 0
            && rank >= 0
            && (file as usize) < self.position.width()
            && (rank as usize) < self.position.height()
            && self.position.cell(Square::new(file as usize, rank as usize))
                == crate::board::Cell::Empty
    }

    fn all(&self) -> Vec<(i32, i32)> {
        let (w, h) = (self.position.width() as i32, self.position.height() as i32);
        (0..h).flat_map(|rank| (0..w).map(move |file| (file, rank))).collect()
    }

    fn empties(&self) -> Vec<(i32, i32)> {
        self.all().into_iter().filter(|&(f, r)| self.empty(f, r)).collect()
    }

    fn amazons(&self, color: Color) -> Vec<(i32, i32)> {
        let cell = crate::board::Cell::Amazon(color);
        let on =
            |&(f, r): &(i32, i32)| self.position.cell(Square::new(f as usize, r as usize)) == cell;
        self.all().into_iter().filter(on).collect()
    }

    /// Squares one move away, with the number of steps.
    fn one_move(&self, from: (i32, i32), walk: Walk) -> Vec<((i32, i32), i32)> {
        let mut found = Vec::new();
        for (df, dr) in STEPS {
            let mut steps = 1;
            while self.empty(from.0 + df * steps, from.1 + dr * steps) {
                found.push(((from.0 + df * steps, from.1 + dr * steps), steps));
                steps += 1;
                if walk == Walk::King {
                    break;
                }
            }
        }
        found
    }

    fn distances(&self, color: Color, walk: Walk) -> HashMap<(i32, i32), i32> {
        let mut found = HashMap::new();
        let mut front = self.amazons(color);
        for distance in 1.. {
            let mut next = Vec::new();
            for &from in &front {
                for (to, _) in self.one_move(from, walk) {
                    found.entry(to).or_insert_with(|| {
                        next.push(to);
                        distance
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        found
    }

    /// Σ over the empty squares of a function of the two distances, the mover's first.
    fn sum(&self, walk: Walk, term: impl Fn(Option<i32>, Option<i32>) -> f64) -> f64 {
        let mover = self.position.side();
        let own = self.distances(mover, walk);
        let enemy = self.distances(mover.other(), walk);
        self.empties().iter().map(|at| term(own.get(at).copied(), enemy.get(at).copied())).sum()
    }

    fn territory(&self, walk: Walk, tie: f64) -> f64 {
        self.sum(walk, |n, m| match (n, m) {
            (None, None) => 0.0,
            (Some(n), Some(m)) if n == m => tie,
            (Some(n), Some(m)) => f64::from((m - n).signum()),
            (Some(_), None) => 1.0,
            (None, Some(_)) => -1.0,
        })
    }

    fn relative_territory(&self) -> f64 {
        self.sum(Walk::Queen, |n, m| match (n, m) {
            (None, None) => 0.0,
            (Some(n), Some(m)) => f64::from(m - n),
            (Some(_), None) => 5.0,
            (None, Some(_)) => -5.0,
        })
    }

    /// The moves of one player, counted by trying every pair of squares.
    fn mobility(&self, color: Color) -> f64 {
        self.position.with_side(color).legal_moves().len() as f64
    }

    fn nearness(&self) -> f64 {
        let power = |n: Option<i32>| n.map_or(0.0, |n| 0.5f64.powi(n));
        2.0 * self.sum(Walk::Queen, |n, m| power(n) - power(m))
    }

    fn capped_leads(&self) -> f64 {
        // An infinite distance reaches the bound.
        let far = |n: Option<i32>| n.unwrap_or(1000);
        self.sum(Walk::King, |n, m| (f64::from(far(m) - far(n)) / 6.0).clamp(-1.0, 1.0))
    }

    fn w(&self) -> f64 {
        self.sum(Walk::Queen, |n, m| match (n, m) {
            (Some(n), Some(m)) => 0.5f64.powi((n - m).abs().min(6)),
            _ => 0.0,
        })
    }

    fn alpha(&self, amazon: (i32, i32), enemy: &HashMap<(i32, i32), i32>) -> f64 {
        let near = self.one_move(amazon, Walk::Queen);
        near.iter()
            .filter(|(to, _)| enemy.contains_key(to))
            .map(|(to, steps)| {
                let n = STEPS.iter().filter(|(f, r)| self.empty(to.0 + f, to.1 + r)).count();
                0.5f64.powi(steps - 1) * n as f64
            })
            .sum()
    }

    /// m with the constants a and c; b is 1/2.
    fn m(&self, a: f64, c: f64) -> f64 {
        let (w, mover) = (self.w(), self.position.side());
        let side = |color: Color| -> f64 {
            let enemy = self.distances(color.other(), Walk::Queen);
            let f = |alpha: f64| a * w.powf(0.5) * (-c * alpha).exp();
            self.amazons(color).into_iter().map(|at| f(self.alpha(at, &enemy))).sum()
        };
        side(mover.other()) - side(mover)
    }

    fn territory_term(&self) -> f64 {
        let f1 = (-self.w() / (45.0 * std::f64::consts::E)).exp2();
        f1 * self.territory(Walk::Queen, 0.12)
            + 0.18 * (1.0 - f1) * self.nearness()
            + 0.22 * (1.0 - f1) * self.capped_leads()
            + 0.60 * (1.0 - f1) * self.territory(Walk::King, 0.12)
    }

    /// The sum of the terms by the weights that ship.
    fn phased(&self) -> f64 {
        let first = |walk| self.territory(walk, 0.0);
        let tied = |walk| self.territory(walk, 1.0) - self.territory(walk, 0.0);
        let terms = [
            first(Walk::Queen),
            tied(Walk::Queen),
            self.nearness(),
            self.capped_leads(),
            first(Walk::King),
            tied(Walk::King),
            self.m(1.0, 0.05),
            self.m(1.0, 0.2),
            self.m(1.0, 0.8),
            1.0,
        ];
        let terms = Terms { values: terms.map(|term| term as f32), w: self.w() as f32 };
        PhaseWeights::shipped().sum(&terms).into()
    }

    /// The value in squares; `None` for a function whose source gives no rule.
    fn value(&self, evaluator: &Evaluator) -> Option<f64> {
        let mover = self.position.side();
        Some(match evaluator {
            Evaluator::Mobility(_) => (self.mobility(mover) - self.mobility(mover.other())) / 100.0,
            Evaluator::Territory(_) => self.territory(Walk::Queen, 0.2),
            Evaluator::RelativeTerritory(_) => self.relative_territory() / 5.0,
            Evaluator::MinimalDistance(_) => self.territory(Walk::Queen, 0.0),
            Evaluator::Accessibility(_) => self.territory_term(),
            Evaluator::Lieberum(_) => self.territory_term() + self.m(1.5, 0.2),
            Evaluator::Phased(_) => self.phased(),
            Evaluator::Random(_)
            | Evaluator::Learned(_)
            | Evaluator::Committee(_)
            | Evaluator::Net(_) => return None,
        })
    }
}

fn fast(evaluator: &Evaluator, position: &Position) -> Value {
    let (placement, _) = position.smallest_placement();
    with_placement!(placement, placement => evaluator.evaluate(&placement, position.side()))
}

fn check(position: &Position) {
    let slow = Slow { position };
    for evaluator in Evaluator::ALL {
        let Some(want) = slow.value(evaluator) else { continue };
        let found = f64::from(fast(evaluator, position)) / f64::from(SQUARE);
        // Values are rounded to hundredths; f₁ of `accessibility` is interpolated from a table.
        assert!((found - want).abs() < 0.011, "{evaluator} of '{position}': {found}, not {want}");
    }
}

#[test]
fn every_function_equals_its_slow_reference() {
    let mut random = RandomPositions::new(5);
    for round in 0..3000 {
        let (width, height) = match round % 3 {
            0 => (10, 10),
            1 => (1 + random.below(12), 1 + random.below(10)),
            _ => (2 + random.below(6), 2 + random.below(6)),
        };
        let amazons = [random.below(5), random.below(5)];
        let blocked = random.below(80);
        check(&random.board(width, height, blocked, amazons));
    }
    check(&Position::start(10, 10).unwrap());
}

/// Positions along a few games, as players meet them.
#[test]
fn every_function_equals_its_slow_reference_in_games() {
    let mut random = RandomPositions::new(6);
    for _ in 0..15 {
        let mut position = Position::start(10, 10).unwrap();
        while position.can_move() {
            check(&position);
            let moves = position.legal_moves();
            position = position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
}

/// The squares that a player reaches first in `n` moves.
fn named(position: &Position, color: Color, walk: Walk, n: usize) -> Vec<String> {
    let front = distance::fronts(position.placement(), color, walk).nth(n - 1).unwrap();
    let mut names: Vec<_> =
        front.squares().map(|square| Frame::WHOLE.outward::<Wide>(square).to_string()).collect();
    names.sort();
    names
}

/// The first step of the distance algorithm in the *Amazons AI Report*: Black on c5 and White on c1
/// of an empty 5 × 5 board, squares marked White/Black.
#[test]
fn the_reports_example_of_queen_distances() {
    let position: Position = "2q2/5/5/5/2Q2 w".parse().unwrap();
    let white = ["a1", "a3", "b1", "b2", "c2", "c3", "c4", "d1", "d2", "e1", "e3"];
    let black = ["a3", "a5", "b4", "b5", "c2", "c3", "c4", "d4", "d5", "e3", "e5"];
    assert_eq!(named(&position, Color::White, Walk::Queen, 1), white);
    assert_eq!(named(&position, Color::Black, Walk::Queen, 1), black);
    // By symmetry only the tied squares count: c2, c3, c4, a3 and e3 in one move, and a2, a4, b3,
    // d3, e2 and e4 in two.
    assert_eq!(fast(&"te".parse().unwrap(), &position), 220);
    assert_eq!(fast(&"rte".parse().unwrap(), &position), 0);
}

/// Δ₁ and Δ₂ of *UCT versus Alpha-Beta in Amazons*, sections 3.2 and 3.3, case by case.
#[test]
fn the_papers_cases_of_territory() {
    for (fen, te, rte) in [
        // A square that both reach in one move.
        ("Q1q w", 0.2, 0.0),
        // Squares that only White reaches, that only Black reaches, that nobody reaches.
        ("Q1*1 w", 1.0, 1.0),
        ("1q*1 w", -1.0, -1.0),
        ("1*Q*q w", 0.0, 0.0),
        // One move ahead: on two squares each; then White on b2 and c2, Black on d1, with d2 tied.
        ("Q1/*1/*1/q1 w", 0.0, 0.0),
        ("Q3*/***1q w", 1.2, 0.2),
    ] {
        let position: Position = fen.parse().unwrap();
        let value = |name: &str| f64::from(fast(&name.parse().unwrap(), &position)) / 100.0;
        assert_eq!((value("te"), value("rte")), (te, rte), "{fen}");
    }
}

#[test]
fn constants_change_their_terms() {
    let position = Position::start(10, 10).unwrap();
    let value = |text: &str| fast(&text.parse().unwrap(), &position);
    // Without m and its tie, the start is even; ties go to the mover.
    assert_eq!(value("lieberum:tie=0"), 0);
    assert!(value("lieberum") > 0);
    assert_eq!(value("te:tie=0"), 0);
    let shut: Position = "Q*3/**3/5/5/4q w".parse().unwrap();
    let of = |text: &str| fast(&text.parse().unwrap(), &shut);
    assert_eq!(of("lieberum:a=0"), of("accessibility"));
    // The amazon that is shut in counts against White only while the other one still fights.
    let fight: Position = "Q*3/**3/5/Q4/4q w".parse().unwrap();
    let of = |text: &str| fast(&text.parse().unwrap(), &fight);
    assert!(of("lieberum") < of("lieberum:a=0"));
}
