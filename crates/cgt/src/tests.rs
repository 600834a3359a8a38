//! Tests of the arena against direct play on the unsimplified trees.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::game::{Game, Outcome};
use super::winner::WinnerSearch;
use proptest::prelude::*;

/// A game as a tree, never simplified.
#[derive(Clone, Debug)]
struct Tree {
    lefts: Vec<Tree>,
    rights: Vec<Tree>,
}

impl Tree {
    fn value(&self, games: &mut Arena) -> Game {
        let lefts: Vec<Game> = self.lefts.iter().map(|tree| tree.value(games)).collect();
        let rights: Vec<Game> = self.rights.iter().map(|tree| tree.value(games)).collect();
        games.canonical(&lefts, &rights).unwrap()
    }

    fn negative(&self) -> Self {
        let all = |trees: &[Self]| trees.iter().map(Self::negative).collect();
        Self { lefts: all(&self.rights), rights: all(&self.lefts) }
    }

    fn options(&self, left: bool) -> &[Self] {
        if left { &self.lefts } else { &self.rights }
    }
}

/// Whether the player to move wins the sum of trees.
fn wins(sum: &[&Tree], left: bool) -> bool {
    (0..sum.len()).any(|i| {
        sum[i].options(left).iter().any(|option| {
            let mut after = sum.to_vec();
            after[i] = option;
            !wins(&after, !left)
        })
    })
}

fn outcome(sum: &[&Tree]) -> Outcome {
    match (wins(sum, true), wins(sum, false)) {
        (true, true) => Outcome::Next,
        (true, false) => Outcome::Left,
        (false, true) => Outcome::Right,
        (false, false) => Outcome::Previous,
    }
}

fn tree(depth: u32) -> BoxedStrategy<Tree> {
    if depth == 0 {
        return Just(Tree { lefts: vec![], rights: vec![] }).boxed();
    }
    let options = || prop::collection::vec(tree(depth - 1), 0..3);
    (options(), options()).prop_map(|(lefts, rights)| Tree { lefts, rights }).boxed()
}

/// Numbers, switches, infinitesimals and combinations of them.
fn text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-12i32..12).prop_map(|n| n.to_string()),
        (-9i32..9).prop_map(|n| format!("{n}/4")),
        (0u16..4).prop_map(|n| format!("*{n}")),
        Just("^".into()),
        Just("v".into()),
        Just("^*".into()),
        (1i32..5).prop_map(|n| format!("±{n}")),
        Just("+_1".to_string()),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let list = prop::collection::vec(inner, 1..3).prop_map(|list| list.join(","));
        (list.clone(), list).prop_map(|(l, r)| format!("{{{l}|{r}}}"))
    })
}

fn arena() -> Arena {
    Arena::new(16 << 20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn values_play_like_their_trees(g in tree(3), h in tree(2)) {
        let games = &mut arena();
        let (a, b) = (g.value(games), h.value(games));
        prop_assert_eq!(games.outcome(a), outcome(&[&g]));
        let sum = games.sum(a, b).unwrap();
        prop_assert_eq!(games.outcome(sum), outcome(&[&g, &h]));
        let negative = h.negative();
        let difference = outcome(&[&g, &negative]);
        prop_assert_eq!(a == b, difference == Outcome::Previous);
        let at_most = matches!(difference, Outcome::Previous | Outcome::Right);
        prop_assert_eq!(games.at_most(a, b).unwrap(), at_most);
    }

    #[test]
    fn sums_are_a_group(g in text(), h in text(), k in text()) {
        let games = &mut arena();
        let [g, h, k] = [g, h, k].map(|text| games.parse(&text).unwrap());
        let gh = games.sum(g, h).unwrap();
        let hk = games.sum(h, k).unwrap();
        prop_assert_eq!(games.sum(h, g).unwrap(), gh);
        prop_assert_eq!(games.sum(gh, k).unwrap(), games.sum(g, hk).unwrap());
        prop_assert_eq!(games.sum(g, Arena::ZERO).unwrap(), g);
        let negative = games.negative(g).unwrap();
        prop_assert_eq!(games.negative(negative).unwrap(), g);
        prop_assert_eq!(games.sum(g, negative).unwrap(), Arena::ZERO);
        // The order is that of the difference, and sums preserve it.
        let difference = games.difference(g, h).unwrap();
        let at_most = games.at_most(g, h).unwrap();
        let below = matches!(games.outcome(difference), Outcome::Right | Outcome::Previous);
        prop_assert_eq!(at_most, below);
        let gk = games.sum(g, k).unwrap();
        prop_assert_eq!(games.at_most(gk, hk).unwrap(), at_most);
    }

    #[test]
    fn means_add_and_temperatures_do_not_rise(g in text(), h in text()) {
        let games = &mut arena();
        let [g, h] = [g, h].map(|text| games.parse(&text).unwrap());
        let sum = games.sum(g, h).unwrap();
        let [g, h, sum] = [g, h, sum].map(|game| games.thermograph(game));
        prop_assert_eq!(g.mean() + h.mean(), sum.mean());
        prop_assert!(sum.temperature() <= g.temperature().max(h.temperature()));
        prop_assert!(g.left_stop() + h.right_stop() <= sum.left_stop());
        prop_assert!(sum.left_stop() <= g.left_stop() + h.left_stop());
    }

    #[test]
    fn winners_of_sums_need_no_sum(list in prop::collection::vec(text(), 0..5)) {
        let games = &mut arena();
        let parts: Vec<Game> = list.iter().map(|text| games.parse(text).unwrap()).collect();
        let mut sum = Arena::ZERO;
        for &part in &parts {
            sum = games.sum(sum, part).unwrap();
        }
        let outcome = games.outcome(sum);
        let mut search = WinnerSearch::within(1 << 20);
        prop_assert_eq!(
            search.left_wins(games, &parts, true).unwrap(),
            outcome.left_wins_first()
        );
        prop_assert_eq!(
            search.left_wins(games, &parts, false).unwrap(),
            outcome.left_wins_second()
        );
    }

    #[test]
    fn texts_read_back(g in text()) {
        let games = &mut arena();
        let game = games.parse(&g).unwrap();
        let text = games.text(game, 1 << 16).unwrap();
        prop_assert_eq!(games.parse(&text).unwrap(), game, "{}", text);
    }

    /// Whatever was made before, and whatever the order of the options.
    #[test]
    fn a_game_has_one_text(g in text(), others in prop::collection::vec(text(), 0..6)) {
        let games = &mut arena();
        let game = games.parse(&g).unwrap();
        let want = games.text(game, 1 << 16).unwrap();
        let games = &mut arena();
        for other in others.iter().rev() {
            let game = games.parse(other).unwrap();
            games.negative(game).unwrap();
        }
        let negative = games.parse(&format!("-({g})")).unwrap();
        let game = games.negative(negative).unwrap();
        prop_assert_eq!(games.text(game, 1 << 16).unwrap(), want);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+_^v*±{}|,()0-9/ ]{0,30}") {
        let _ = Arena::new(4 << 20).parse(&text);
    }

    /// Canonical forms do not depend on the order in which they were made.
    #[test]
    fn forms_have_no_dominated_and_no_reversible_option(g in text()) {
        let games = &mut arena();
        let game = games.parse(&g).unwrap();
        let (lefts, rights) = (games.left_options(game).to_vec(), games.right_options(game).to_vec());
        for &left in &lefts {
            for &other in &lefts {
                prop_assert!(left == other || !games.at_most(left, other).unwrap());
            }
            for answer in games.right_options(left).to_vec() {
                prop_assert!(!games.at_most(answer, game).unwrap());
            }
        }
        for &right in &rights {
            for &other in &rights {
                prop_assert!(right == other || !games.at_most(right, other).unwrap());
            }
            for answer in games.left_options(right).to_vec() {
                prop_assert!(!games.at_most(game, answer).unwrap());
            }
        }
    }
}

#[test]
fn the_usual_names() {
    let games = &mut arena();
    for (text, want) in [
        ("{0|1}", "1/2"),
        ("{-5|2}", "0"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("^+^", "^2"),
        ("^^ + *", "^2*"),
        ("^ + *2", "^*2"),
        ("⇓ + ↑", "v"),
        ("{1|*}", "{1|*}"),
        ("{1*|1*}", "1"),
        ("{2||1|0}", "{2|{1|0}}"),
        ("{3|-3}", "±3"),
        ("{5|1}", "{5|1}"),
        ("{0||0|-2}", "+_2"),
        ("{2|0||0}", "-_2"),
        ("1 + *", "1*"),
        ("1/2 - ^", "1/2v"),
        ("{|}", "0"),
        ("{3|}", "4"),
        ("±{1,{2|0}}", "±{1,{2|0}}"),
        ("±1 + ±1", "0"),
        ("±1 + *", "±(1*)"),
    ] {
        let game = games.parse(text).unwrap();
        assert_eq!(games.text(game, 1000).unwrap(), want, "{text}");
    }
}

/// Options with the same stops, either of which may have been made first.
#[test]
fn options_are_written_in_one_order() {
    let (one, other) = ("{-1*,-1v|-3*}", "{-1v,{-1/2|-2*}|-3*}");
    for first in [one, other] {
        let games = &mut arena();
        games.parse(first).unwrap();
        for options in [[one, other], [other, one]] {
            let text = format!("{{-2*,{},{}|-4*}}", options[0], options[1]);
            let game = games.parse(&text).unwrap();
            let want = format!("{{-2*,{one},{other}|-4*}}");
            assert_eq!(games.text(game, 1000).unwrap(), want, "{first} first");
        }
    }
}

#[test]
fn a_negative_number_with_ups_is_the_game_that_was_written() {
    let games = &mut arena();
    for (text, sum) in [
        ("-1^", "(-1) + ^"),
        ("-6v25", "(-6) + v25"),
        ("-1/2^2*3", "(-1/2) + ^2 + *3"),
        ("{0|-1^}", "{0|(-1) + ^}"),
        ("-(1^)", "(-1) + v"),
        ("2-1^", "2 + (-1) + v"),
        ("--1^", "1v"),
        ("0 + -1^", "-1^"),
        ("* + -1/2v2", "-1/2v2 + *"),
        ("1+-1^*", "^*"),
        ("1 - -1^", "2v"),
        ("1 + -_2", "1 + (-_2)"),
        ("1 + -(1^)", "v"),
        ("1 + +-2", "1 + ±2"),
    ] {
        let [read, meant] = [text, sum].map(|text| games.parse(text).unwrap());
        assert_eq!(read, meant, "{text}");
        let written = games.text(read, 1000).unwrap();
        assert_eq!(games.parse(&written).unwrap(), read, "{text}: {written}");
    }
}

#[test]
fn bars_with_a_blank_between_them_are_not_one_bar() {
    let games = &mut arena();
    for (text, meant) in
        [("{3 || | 5/8}", "{3|{|5/8}}"), ("{^|| | }", "{^|0}"), ("{3 || 1 | 0}", "{3|{1|0}}")]
    {
        let [read, meant] = [text, meant].map(|text| games.parse(text).unwrap());
        assert_eq!(read, meant, "{text}");
    }
    let error = games.parse("{1 | | 2}").unwrap_err().to_string();
    assert!(error.contains("one bar wider"), "{error}");
}

#[test]
fn numbers_with_a_blank_between_them_are_not_one_number() {
    let games = &mut arena();
    for (text, place) in [("1 2", 3), ("{1 2|0}", 4), ("{0| 12 3 }", 8), ("* 2 3", 5)] {
        let error = games.parse(text).unwrap_err().to_string();
        assert!(error.contains(&format!("character {place} ")), "{text}: {error}");
    }
    let [blanks, none] =
        [" { 12 || - 1 / 2 ^ * | 0 } ", "{12||-1/2^*|0}"].map(|text| games.parse(text));
    assert_eq!(blanks.unwrap(), none.unwrap());
}

#[test]
fn bad_texts_name_the_place() {
    let games = &mut arena();
    let mut error = |text: &str| games.parse(text).unwrap_err().to_string();
    assert!(error("{1|2").contains("character 5"), "{}", error("{1|2"));
    assert!(error("1/3").contains("n/2^k"));
    assert!(error("{1}").contains("'|'"));
    for (alike, place) in [("{1|2|3}", 5), ("{1||2|3||4}", 8), ("{4|||{1|2|3}||0|0}", 10)] {
        let error = error(alike);
        assert!(error.contains(&format!("character {place} ")), "{error}");
        assert!(error.contains("one bar wider than the others"), "{error}");
    }
    assert!(error("x").contains("found 'x'"));
    assert!(error("").contains("the end"));
    assert!(error("1 + x").contains("character 5"), "{}", error("1 + x"));
    assert!(error("{1 | 2 ").contains("character 7"), "{}", error("{1 | 2 "));
    assert!(error("*99").contains("nimber"));
    assert!(error(&"{".repeat(999)).contains("character"));
    for prefix in ["-", "±", "+-", "+_", "-_"] {
        assert!(error(&format!("{}0", prefix.repeat(99_999))).contains("nesting"), "{prefix}");
    }
    assert!(error(&format!("{}1", "4096+".repeat(17))).contains("65536 together"));
    let deep = Arena::new(256 << 20).parse(&format!("{}*", "^64+".repeat(64))).unwrap_err();
    assert!(deep.to_string().contains("4096 together"), "{deep}");
}

#[test]
fn stops_means_and_temperatures() {
    let games = &mut arena();
    for (text, left, right, mean, temperature) in [
        ("3", "3", "3", "3", "-1"),
        ("5/8", "5/8", "5/8", "5/8", "-1/8"),
        ("^", "0", "0", "0", "0"),
        ("±1", "1", "-1", "0", "1"),
        ("{3|{1|0}}", "3", "1", "7/4", "5/4"),
        ("{4||1|-5}", "4", "1", "1", "3"),
        ("+_2", "0", "0", "0", "0"),
    ] {
        let game = games.parse(text).unwrap();
        let drawn = games.thermograph(game);
        let got = [drawn.left_stop(), drawn.right_stop(), drawn.mean(), drawn.temperature()];
        assert_eq!(got.map(|x: Dyadic| x.to_string()), [left, right, mean, temperature], "{text}");
    }
    let game = games.parse("{3|{1|0}}").unwrap();
    assert_eq!(games.birthday(game), 4);
}

#[test]
fn a_full_arena_says_so_and_stays_usable() {
    let mut games = Arena::new(1);
    let mut sum = games.parse("{5|{3|-1}}").unwrap();
    let step = games.parse("{9,{19|2}|{1|-4},{0|-8}}").unwrap();
    let mut stopped = None;
    for _ in 0..12 {
        match games.sum(sum, step) {
            Ok(next) => sum = next,
            Err(error) => {
                stopped = Some(error);
                break;
            }
        }
    }
    assert_eq!(stopped, Some(crate::Stopped::Memory));
    // What was made before is still valid.
    assert_eq!(games.text(step, 100).unwrap(), "{9,{19|2}|{0|-8}}");
    assert!(games.at_most(sum, step).is_ok());
}

/// Found by fuzzing texts: every smaller nimber was examined again below each option.
#[test]
fn a_large_nimber_is_named_at_once() {
    let mut games = Arena::new(4 << 20);
    let nimber = games.parse("*60").unwrap();
    assert_eq!(games.text(nimber, 100).unwrap(), "*60");
}
