//! Laws of the operations, each on thousands of random games.

use super::random::Random;
use amazons_cgt::{Arena, Dyadic, Effort, Game, OperationError, Uptimal};
use std::cmp::Ordering;

fn arena() -> Arena {
    Arena::new(256 << 20)
}

fn text(games: &mut Arena, game: Game) -> String {
    games.text(game, 500).unwrap_or_else(|| "a long game".into())
}

/// Random games for a law: `count` pairs.
fn pairs(count: u64, depth: u32, mut law: impl FnMut(&mut Arena, Game, Game)) {
    let games = &mut arena();
    for seed in 0..count {
        let random = &mut Random::new(seed);
        let (g, h) = (random.game(games, depth), random.game(games, depth));
        law(games, g, h);
    }
}

fn all_small_pairs(count: u64, mut law: impl FnMut(&mut Arena, Game, Game)) {
    let games = &mut arena();
    for seed in 0..count {
        let random = &mut Random::new(seed);
        let (g, h) = (random.all_small(games, 4), random.all_small(games, 4));
        law(games, g, h);
    }
}

const TEMPERATURES: [&str; 4] = ["1/4", "1/2", "1", "3/2"];

fn temperatures() -> [Dyadic; 4] {
    TEMPERATURES.map(|t| t.parse().unwrap())
}

#[test]
fn a_game_and_its_negative_cancel() {
    pairs(3000, 3, |games, g, h| {
        assert_eq!(games.difference(g, g).unwrap(), Arena::ZERO);
        let sum = games.sum(g, h).unwrap();
        assert_eq!(games.difference(sum, h).unwrap(), g);
    });
}

#[test]
fn games_are_copied_from_arena_to_arena() {
    let mut other = arena();
    pairs(3000, 3, |games, g, h| {
        let [a, b] = [g, h].map(|game| other.copied(games, game).unwrap());
        assert_eq!(other.text(a, 500), games.text(g, 500));
        assert_eq!(other.compare(a, b).unwrap(), games.compare(g, h).unwrap());
        assert_eq!(games.copied(&other, a).unwrap(), g);
    });
}

/// A game cooled by t has the stops that the thermograph has at t; cooling twice is cooling by the
/// sum; cooling a sum is the sum of the cooled games where none is frozen before.
#[test]
fn cooling_agrees_with_the_thermograph() {
    pairs(3000, 3, |games, g, h| {
        let drawn = games.thermograph(g);
        for t in temperatures() {
            let cooled = games.cooled(g, t).unwrap();
            let walls = games.thermograph(cooled);
            assert_eq!(
                (walls.left_stop(), walls.right_stop()),
                (drawn.left_at(t), drawn.right_at(t))
            );
            assert_eq!(walls.mean(), drawn.mean());
            let more = "1/4".parse().unwrap();
            let twice = games.cooled(cooled, more).unwrap();
            assert_eq!(twice, games.cooled(g, t + more).unwrap(), "{}", text(games, g));
            // Cooling is linear and preserves the order.
            let other = games.cooled(h, t).unwrap();
            let sum = games.sum(g, h).unwrap();
            let sum = games.cooled(sum, t).unwrap();
            assert_eq!(games.sum(cooled, other).unwrap(), sum);
            if games.at_most(g, h).unwrap() {
                assert!(games.at_most(cooled, other).unwrap());
            }
        }
    });
}

#[test]
fn cooling_undoes_heating() {
    pairs(3000, 3, |games, g, h| {
        for t in temperatures() {
            let heat = games.number(t);
            let heated = games.heated(g, heat).unwrap();
            assert_eq!(games.cooled(heated, t).unwrap(), g, "{} heated by {t}", text(games, g));
        }
        let negative = games.negative(g).unwrap();
        let one = games.integer(1);
        let [heated, other] = [g, negative].map(|game| games.heated(game, one).unwrap());
        assert_eq!(games.negative(heated).unwrap(), other);
        let _ = h;
    });
}

#[test]
fn heating_is_linear_on_all_small_games() {
    all_small_pairs(3000, |games, g, h| {
        for t in ["1/4", "1", "2"] {
            let t = games.parse(t).unwrap();
            let [a, b] = [g, h].map(|game| games.heated(game, t).unwrap());
            let sum = games.sum(g, h).unwrap();
            let sum = games.heated(sum, t).unwrap();
            assert_eq!(games.sum(a, b).unwrap(), sum, "{} + {}", text(games, g), text(games, h));
            assert_eq!(games.at_most(a, b).unwrap(), games.at_most(g, h).unwrap());
        }
    });
}

#[test]
fn a_frozen_game_is_its_mean_and_an_infinitesimal() {
    pairs(3000, 3, |games, g, _| {
        let frozen = games.frozen(g).unwrap();
        let mean = games.thermograph(g).mean();
        let mean = games.number(mean);
        let particle = games.difference(frozen, mean).unwrap();
        assert!(games.is_infinitesimal(particle));
        assert_eq!(particle == Arena::ZERO, games.is_number(g), "{}", text(games, g));
    });
}

#[test]
fn warming_is_linear() {
    pairs(1500, 2, |games, g, h| {
        for (s, t) in [("1*", "1"), ("2", "1"), ("3/2", "1"), ("2*", "2")] {
            let [s, t] = [s, t].map(|text| games.parse(text).unwrap());
            let [a, b] = [g, h].map(|game| games.overheated(game, s, t).unwrap());
            let sum = games.sum(g, h).unwrap();
            let sum = games.overheated(sum, s, t).unwrap();
            assert_eq!(games.sum(a, b).unwrap(), sum, "{} + {}", text(games, g), text(games, h));
        }
    });
}

#[test]
fn the_norton_product_is_linear_and_keeps_the_order() {
    pairs(1000, 2, |games, g, h| {
        for unit in ["1", "^", "^*2", "{2|1}", "+_1", "1/2"] {
            let unit = games.parse(unit).unwrap();
            let [a, b] = [g, h].map(|game| games.norton_product(game, unit).unwrap());
            let sum = games.sum(g, h).unwrap();
            let sum = games.norton_product(sum, unit).unwrap();
            assert_eq!(games.sum(a, b).unwrap(), sum);
            assert_eq!(games.at_most(a, b).unwrap(), games.at_most(g, h).unwrap());
        }
        let one = games.integer(1);
        // In units of 1 = {0|}, of which the incentive is −1, moves earn nothing.
        assert_eq!(games.norton_product(g, one).unwrap(), g);
    });
}

#[test]
fn the_conway_product_has_a_one_and_a_sign_and_commutes() {
    let games = &mut arena();
    let one = games.integer(1);
    let mut done = 0;
    for seed in 0..3000 {
        let random = &mut Random::new(seed);
        let (g, h) = (random.simple(games), random.simple(games));
        assert_eq!(games.conway_product(g, one).unwrap(), g);
        assert_eq!(games.conway_product(Arena::ZERO, g).unwrap(), Arena::ZERO);
        for n in [2, 3] {
            let copies = games.multiple(n, g).unwrap();
            let n = games.integer(n);
            assert_eq!(games.conway_product(n, g).unwrap(), copies);
        }
        // Some products of small games are very large.
        games.set_effort(Effort::UNLIMITED.within(20_000));
        let product = games.conway_product(g, h);
        games.set_effort(Effort::UNLIMITED);
        let Ok(product) = product else { continue };
        done += 1;
        assert_eq!(games.conway_product(h, g).unwrap(), product);
        let negative = games.negative(g).unwrap();
        let negative = games.conway_product(negative, h).unwrap();
        assert_eq!(games.negative(product).unwrap(), negative);
    }
    assert!(done > 2000, "{done}");
}

/// The colon principle: G:H rises with H, strictly.
#[test]
fn ordinal_sums_keep_the_order_of_their_tops() {
    pairs(3000, 2, |games, g, h| {
        for base in ["0", "*", "1", "^", "±1", "-1/2", "{2|1}"] {
            let base = games.parse(base).unwrap();
            let [a, b] = [g, h].map(|top| games.ordinal_sum(base, top).unwrap());
            assert_eq!(games.compare(a, b).unwrap(), games.compare(g, h).unwrap());
            // Ordinal sums are associative as forms; here with a base in canonical form.
            if base == Arena::ZERO {
                assert_eq!(a, g);
            }
        }
        assert_eq!(games.ordinal_sum(g, Arena::ZERO).unwrap(), g);
        let [minus_g, minus_h] = [g, h].map(|game| games.negative(game).unwrap());
        let negative = games.ordinal_sum(minus_g, minus_h).unwrap();
        let sum = games.ordinal_sum(g, h).unwrap();
        assert_eq!(games.negative(sum).unwrap(), negative);
    });
}

#[test]
fn atomic_weights_add() {
    all_small_pairs(4000, |games, g, h| {
        assert!(games.is_all_small(g) && games.is_infinitesimal(g));
        let [a, b] = [g, h].map(|game| games.atomic_weight(game).unwrap().unwrap());
        let sum = games.sum(g, h).unwrap();
        let weight = games.atomic_weight(sum).unwrap().unwrap();
        assert_eq!(games.sum(a, b).unwrap(), weight, "{} + {}", text(games, g), text(games, h));
        // The two-ahead rule, and Left wins one ahead moving first.
        let [one, two] = [1, 2].map(|n| games.integer(n));
        if games.at_most(two, a).unwrap() {
            assert!(games.is_positive(g), "{}", text(games, g));
        }
        if games.at_most(one, a).unwrap() {
            assert!(games.outcome(g).left_wins_first());
        }
        // Far star tells the sign of an integer weight.
        if let Some(n) = games.to_integer(a).filter(|n| *n != 0) {
            let order = games.compare_with_far_star(g).unwrap();
            assert_eq!(order, Some(n.cmp(&0)), "{}", text(games, g));
        }
    });
}

/// The atomic weight of G·↑ is G.
#[test]
fn every_game_is_an_atomic_weight() {
    pairs(2000, 2, |games, g, _| {
        let up = games.ups(1, 0).unwrap();
        let product = games.norton_product(g, up).unwrap();
        let weight = games.atomic_weight(product).unwrap();
        assert_eq!(weight, Some(g), "{}", text(games, g));
    });
}

/// The nimber that stands for far star compares as larger ones do.
#[test]
fn far_star_stands_for_all_larger_nimbers() {
    all_small_pairs(4000, |games, g, _| {
        let far_star = games.far_star(g).unwrap();
        let n = games.to_nimber(far_star).unwrap();
        let order = games.compare(g, far_star).unwrap();
        for larger in [n + 1, n + 2, 2 * n, 4 * n + 1] {
            let larger = games.nimber(larger).unwrap();
            assert_eq!(games.compare(g, larger).unwrap(), order, "{}", text(games, g));
        }
    });
}

#[test]
fn reduced_forms_are_one_for_all_games_infinitesimally_close() {
    pairs(4000, 3, |games, g, h| {
        let reduced = games.reduced(g).unwrap();
        let difference = games.difference(g, reduced).unwrap();
        assert!(games.is_infinitesimal(difference), "{}", text(games, g));
        assert_eq!(games.reduced(reduced).unwrap(), reduced);
        assert_eq!(games.is_number(reduced), games.is_numberish(g));
        assert!(games.birthday(reduced) <= games.birthday(g));
        for infinitesimal in ["*", "^", "v*3", "+_1", "-_2", "^2*", "{^|v}", "+_(1*)"] {
            let other = games.parse(infinitesimal).unwrap();
            let other = games.sum(g, other).unwrap();
            assert_eq!(games.reduced(other).unwrap(), reduced, "{}", text(games, g));
        }
        // Linear up to a reduction.
        let other = games.reduced(h).unwrap();
        let of_sum = games.sum(g, h).unwrap();
        let of_sum = games.reduced(of_sum).unwrap();
        let sum = games.sum(reduced, other).unwrap();
        assert_eq!(games.reduced(sum).unwrap(), of_sum);
        // Equal only if infinitesimally close.
        let difference = games.difference(g, h).unwrap();
        assert_eq!(reduced == other, games.is_infinitesimal(difference));
    });
}

#[test]
fn companions_are_an_order_preserving_involution() {
    pairs(5000, 3, companions);
    all_small_pairs(5000, companions);
}

fn companions(games: &mut Arena, g: Game, h: Game) {
    let [a, b] = [g, h].map(|game| games.companion(game).unwrap());
    assert_eq!(games.companion(a).unwrap(), g, "{}", text(games, g));
    assert_eq!(games.compare(a, b).unwrap(), games.compare(g, h).unwrap());
    assert_eq!(games.birthday(a).max(1), games.birthday(g).max(1));
    let negative = games.negative(g).unwrap();
    let negative = games.companion(negative).unwrap();
    assert_eq!(games.negative(a).unwrap(), negative);
}

#[test]
fn incentives_tell_what_a_move_gains() {
    pairs(3000, 3, |games, g, _| {
        let gains = games.incentives(g).unwrap();
        for side in [games.left_incentives(g).unwrap(), games.right_incentives(g).unwrap()] {
            for gain in side {
                let mut best = gains.iter();
                assert!(best.any(|&other| games.at_most(gain, other).unwrap()));
                // Nobody gains 0 or more for sure by a move.
                assert!(!games.at_most(Arena::ZERO, gain).unwrap(), "{}", text(games, g));
            }
        }
        let negative = games.negative(g).unwrap();
        let mirrored = games.right_incentives(negative).unwrap();
        assert_eq!(games.left_incentives(g).unwrap(), mirrored);
        assert_eq!(gains.is_empty(), g == Arena::ZERO);
    });
}

#[test]
fn confusion_intervals_hold_the_confused_numbers() {
    pairs(3000, 3, |games, g, _| {
        let interval = games.confusion_interval(g);
        let (low, high) = {
            let drawn = games.thermograph(g);
            (drawn.right_stop(), drawn.left_stop())
        };
        let step = Dyadic::new(1, 4).unwrap();
        for x in [low - step, low, low + step, high - step, high, high + step] {
            let number = games.number(x);
            let confused = games.compare(g, number).unwrap().is_none();
            assert_eq!(interval.is_some_and(|interval| interval.contains(x)), confused);
        }
    });
}

/// No form of a game has fewer moves, and no move has the birthday of the game.
#[test]
fn birthdays_are_those_of_the_simplest_form() {
    pairs(5000, 3, |games, g, h| {
        let sum = games.sum(g, h).unwrap();
        assert!(games.birthday(sum) <= games.birthday(g) + games.birthday(h));
        let followers = games.followers(g);
        assert_eq!(followers.last(), Some(&g));
        let youngest = followers.iter().map(|&f| games.birthday(f)).max().unwrap();
        assert_eq!(youngest, games.birthday(g));
        assert_eq!(followers.iter().filter(|&&f| games.birthday(f) == youngest).count(), 1);
    });
}

#[test]
fn what_has_no_meaning_is_refused() {
    let games = &mut arena();
    let [star, one] = ["*", "1"].map(|text| games.parse(text).unwrap());
    let below = "-1/2".parse().unwrap();
    assert_eq!(games.cooled(star, below), Err(OperationError::NegativeTemperature(below)));
    for unit in ["0", "*", "-1", "±1"] {
        let unit = games.parse(unit).unwrap();
        assert_eq!(games.norton_product(one, unit), Err(OperationError::UnitNotPositive));
    }
    let tiny = games.parse("+_1").unwrap();
    assert_eq!(games.atomic_weight(tiny), Ok(None));
    assert_eq!(games.compare(star, one).unwrap(), Some(Ordering::Less));
}

#[test]
fn uptimals_are_recognised_and_read_back() {
    let games = &mut arena();
    for seed in 0..4000 {
        let random = &mut Random::new(seed);
        let digits: Vec<i32> = (0..random.below(5)).map(|_| random.below(9) as i32 - 4).collect();
        let nimber = random.below(6) as u16;
        let number = if seed % 3 == 0 { random.number() } else { Dyadic::ZERO };
        let uptimal = Uptimal::new(number, &digits, nimber);
        let game = games.uptimal(&uptimal).unwrap();
        assert_eq!(games.to_uptimal(game).unwrap().as_ref(), Some(&uptimal), "{uptimal}");
        assert_eq!(games.parse(&uptimal.to_string()).unwrap(), game, "{uptimal}");
        // The first digit is the atomic weight; without a nimber the first digit that is not 0 is
        // the sign.
        let number = games.number(-number);
        let small = games.sum(game, number).unwrap();
        let weight = games.atomic_weight(small).unwrap().unwrap();
        let first = digits.first().copied().unwrap_or(0);
        assert_eq!(games.to_integer(weight), Some(first), "{uptimal}");
        let order = Some(first.cmp(&0)).filter(|order| order.is_ne());
        assert_eq!(games.compare_with_far_star(small).unwrap(), order, "{uptimal}");
        if nimber == 0 {
            let sign = digits.iter().find(|digit| **digit != 0).map_or(0, |digit| digit.signum());
            assert_eq!(games.is_positive(small), sign > 0, "{uptimal}");
        }
    }
}

/// What is recognised as an uptimal is one.
#[test]
fn other_games_are_no_uptimals() {
    let mut uptimals = 0;
    let mut others = 0;
    all_small_pairs(4000, |games, g, _| match games.to_uptimal(g).unwrap() {
        Some(uptimal) => {
            uptimals += 1;
            assert_eq!(games.uptimal(&uptimal).unwrap(), g);
        }
        None => others += 1,
    });
    assert!(uptimals > 200 && others > 200, "{uptimals} {others}");
}
