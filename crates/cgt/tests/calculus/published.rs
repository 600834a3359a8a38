//! Published values, each with its source.

use amazons_cgt::{Arena, Dyadic, Effort, Game, Outcome};
use std::collections::{BTreeSet, HashMap};

fn arena() -> Arena {
    Arena::new(64 << 20)
}

fn read<const N: usize>(games: &mut Arena, texts: [&str; N]) -> [Game; N] {
    texts.map(|text| games.parse(text).unwrap())
}

fn text(games: &mut Arena, game: Game) -> String {
    games.text(game, 1000).unwrap()
}

/// Conway, *On Numbers and Games*, chapter 6, the table of nim multiplication.
#[test]
fn the_conway_product_of_nimbers_is_nim_multiplication() {
    let games = &mut arena();
    for (m, n, product) in
        [(2, 2, 3), (2, 3, 1), (3, 3, 2), (2, 4, 8), (3, 4, 12), (4, 4, 6), (4, 5, 2), (5, 5, 7)]
    {
        let [a, b] = [m, n].map(|n| games.nimber(n).unwrap());
        let found = games.conway_product(a, b).unwrap();
        assert_eq!(games.to_nimber(found), Some(product), "{m} {n}");
    }
}

/// Conway, *On Numbers and Games*, chapter 1: games with this product are the field of numbers.
#[test]
fn the_conway_product_of_numbers_is_their_product() {
    let games = &mut arena();
    let [a, b, product] = read(games, ["-3/4", "5/8", "-15/32"]);
    assert_eq!(games.conway_product(a, b).unwrap(), product);
}

/// *Winning Ways*, chapter 2 and 3: strings of red and blue Hackenbush by Berlekamp's rule, green
/// stalks, and flowers with one blue petal or more.
#[test]
fn ordinal_sums_are_hackenbush_strings() {
    let games = &mut arena();
    let string = |games: &mut Arena, colours: &str| {
        let mut top = Arena::ZERO;
        for colour in colours.chars().rev() {
            let edge = games.parse(match colour {
                'b' => "1",
                'r' => "-1",
                _ => "*",
            });
            top = games.ordinal_sum(edge.unwrap(), top).unwrap();
        }
        text(games, top)
    };
    for (colours, value) in [
        ("bbb", "3"),
        ("br", "1/2"),
        ("brb", "3/4"),
        ("bbr", "3/2"),
        ("brr", "1/4"),
        ("rbb", "-1/4"),
        ("ggg", "*3"),
        ("gb", "^*"),
        ("gr", "v*"),
    ] {
        assert_eq!(string(games, colours), value, "{colours}");
    }
    // The flower of n petals on a stem is * + ↑ + ↑² + … + ↑ⁿ.
    for petals in 1..8 {
        let [stem, star] = read(games, ["*", "*"]);
        let top = games.integer(petals);
        let flower = games.ordinal_sum(stem, top).unwrap();
        let powers = games.up_powers(petals as u16).unwrap();
        assert_eq!(games.sum(powers, star).unwrap(), flower);
    }
}

/// *On Numbers and Games*, chapter 16, and *Winning Ways*, chapter 8: ½·↑ = {⇑* | ↓*}; ↑² = {0 | ↓*};
/// ↑^[2] = {↑ | *}.
#[test]
fn halves_and_powers_of_up() {
    let games = &mut arena();
    let [half, up, half_up] = read(games, ["1/2", "^", "{^^*|v*}"]);
    assert_eq!(games.norton_product(half, up).unwrap(), half_up);
    let [square, both] = read(games, ["{0|v*}", "{^|*}"]);
    assert_eq!(games.up_power(2).unwrap(), square);
    assert_eq!(games.up_powers(2).unwrap(), both);
    assert_eq!(games.sum(up, square).unwrap(), both);
    let cube = read(games, ["{0|* + v - {0|v*}}"]);
    assert_eq!([games.up_power(3).unwrap()], cube);
    for (uptimal, game) in
        [(".01", "{0|v*}"), (".11", "{^|*}"), (".2*", "^^*"), (".1(-1)", "^ - {0|v*}")]
    {
        let [read_as, meant] = read(games, [uptimal, game]);
        assert_eq!(read_as, meant, "{uptimal}");
        assert_eq!(games.to_uptimal(meant).unwrap().unwrap().to_string(), uptimal);
    }
}

/// Berlekamp and Wolfe, *Mathematical Go* (1994), chapter 2: the chilled corridor with n empty
/// points, of which blocking keeps n − 1 and pushing takes one, is worth n − 2 + 2^(1−n); warming.
#[test]
fn chilled_corridors_are_numbers() {
    let games = &mut arena();
    let mut corridor = Arena::ZERO;
    for n in 2..12 {
        let kept = games.integer(n - 1);
        corridor = games.switch(kept, corridor).unwrap();
        let chilled = games.cooled(corridor, Dyadic::ONE).unwrap();
        let value = Dyadic::integer(n - 2) + Dyadic::new(1, n as u32 - 1).unwrap();
        assert_eq!(games.to_number(chilled), Some(value), "{n}");
    }
    let [star, up, one, one_star] = read(games, ["*", "^", "1", "1*"]);
    for (game, warmed) in [(star, "±1"), (up, "{1||0|-2}"), (one, "1*")] {
        let [warmed] = read(games, [warmed]);
        assert_eq!(games.overheated(game, one_star, one).unwrap(), warmed);
    }
}

/// *Winning Ways*, chapter 8, and Siegel, II.7: atomic weights of nimbers, ups, ↑², ±⇑ and of
/// superstars such as {0, *2 | ...}.
#[test]
fn atomic_weights() {
    let games = &mut arena();
    for (game, weight) in [
        ("0", "0"),
        ("*5", "0"),
        ("^", "1"),
        ("v3*2", "-3"),
        ("{0|v*}", "0"),
        ("{^|v}", "0"),
        ("±(^^)", "*"),
        ("{^3|v3}", "±1"),
        ("{^4|v}", "{2|1}"),
        ("{^^*|v*}", "1/2"),
    ] {
        let [game_read, want] = read(games, [game, weight]);
        let found = games.atomic_weight(game_read).unwrap().unwrap();
        assert_eq!(found, want, "{game}: {}", text(games, found));
    }
}

/// Siegel, III.1, and *Winning Ways*, chapter 6: 1, 4, 22 and 1,474 games are born by days 0 to 3;
/// 1, 2, 7 and 67 of them are all small. The companion maps the games of each day after day 0 on
/// themselves.
#[test]
fn games_born_by_day_three() {
    let games = &mut arena();
    let mut born = vec![Arena::ZERO];
    for (all, all_small) in [(4, 2), (22, 7), (1474, 67)] {
        let antichains = antichains(games, &born);
        let mut next = BTreeSet::new();
        for lefts in &antichains {
            for rights in &antichains {
                next.insert(games.canonical(lefts, rights).unwrap());
            }
        }
        assert_eq!(next.len(), all);
        assert_eq!(next.iter().filter(|&&game| games.is_all_small(game)).count(), all_small);
        let companions: BTreeSet<Game> =
            next.iter().map(|&game| games.companion(game).unwrap()).collect();
        assert_eq!(companions, next);
        born = next.into_iter().collect();
    }
    assert_eq!(born.iter().map(|&game| games.birthday(game)).max(), Some(3));
    assert_eq!(born.iter().filter(|&&game| games.birthday(game) <= 2).count(), 22);
}

/// The sets of games of which no two are comparable.
fn antichains(games: &mut Arena, of: &[Game]) -> Vec<Vec<Game>> {
    let mut found: Vec<Vec<Game>> = vec![Vec::new()];
    for &game in of {
        for i in 0..found.len() {
            let fits = found[i].iter().all(|&other| games.compare(game, other).unwrap().is_none());
            if fits {
                let mut larger = found[i].clone();
                larger.push(game);
                found.push(larger);
            }
        }
    }
    found
}

/// Positions of a game on a row of cells or on a small board, for values that are known.
struct Rules<P> {
    moves: fn(&P, bool) -> Vec<P>,
    known: HashMap<P, Game>,
}

impl<P: Clone + Eq + std::hash::Hash> Rules<P> {
    fn value(&mut self, games: &mut Arena, position: &P) -> Game {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let sides = [true, false].map(|left| {
            let after = (self.moves)(position, left);
            after.iter().map(|after| self.value(games, after)).collect::<Vec<_>>()
        });
        let value = games.canonical(&sides[0], &sides[1]).unwrap();
        self.known.insert(position.clone(), value);
        value
    }
}

/// Clobber on a row: `x` of Left, `o` of Right.
#[allow(clippy::ptr_arg, reason = "a position of any type is given by reference")]
fn clobber(row: &Vec<u8>, left: bool) -> Vec<Vec<u8>> {
    let (own, other) = if left { (b'x', b'o') } else { (b'o', b'x') };
    let mut found = Vec::new();
    for at in 0..row.len() {
        for to in [at.wrapping_sub(1), at + 1] {
            if row[at] == own && row.get(to) == Some(&other) {
                let mut after = row.clone();
                (after[at], after[to]) = (b'.', own);
                found.push(after);
            }
        }
    }
    found
}

/// Albert, Grossman, Nowakowski and Wolfe, "An introduction to Clobber" (Integers 5(2), 2005): xⁿo
/// is (n−1)·↑, with * for even n − 1 above 0 left out; alternating rows of 2n stones are first-player
/// wins except for n = 3.
#[test]
fn clobber_on_a_row() {
    let games = &mut arena();
    let mut rules = Rules { moves: clobber, known: HashMap::new() };
    for n in 1..9usize {
        let row = [vec![b'x'; n], vec![b'o']].concat();
        let value = rules.value(games, &row);
        assert!(games.is_all_small(value));
        let weight = games.atomic_weight(value).unwrap().unwrap();
        assert_eq!(games.to_integer(weight), Some(n as i32 - 1));
    }
    for n in 1..8 {
        let row = b"xo".repeat(n);
        let value = rules.value(games, &row);
        let want = if n == 3 { Outcome::Previous } else { Outcome::Next };
        assert_eq!(games.outcome(value), want, "{n}");
    }
}

/// Domineering on at most 16 squares: rows of bits, 1 for a free square; Left places upright.
#[allow(clippy::ptr_arg, reason = "a position of any type is given by reference")]
fn domineering(board: &Vec<u8>, left: bool) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for row in 0..board.len() {
        for column in 0..7u8 {
            let mut after = board.clone();
            let (other, mask) = if left { (row + 1, 1 << column) } else { (row, 2 << column) };
            if other >= board.len() || board[row] & 1 << column == 0 || board[other] & mask == 0 {
                continue;
            }
            after[row] &= !(1 << column);
            after[other] &= !mask;
            found.push(after);
        }
    }
    found
}

/// *Winning Ways*, chapter 5, and *On Numbers and Games*, chapter 10, for the small boards;
/// Berlekamp, "Blockbusting and Domineering" (1988), for 4 × 4.
#[test]
fn domineering_rectangles() {
    let games = &mut arena();
    let mut rules = Rules { moves: domineering, known: HashMap::new() };
    let board = |rows: usize, columns: u32| vec![(1u8 << columns) - 1; rows];
    for (rows, columns, value) in [
        (2, 1, "1"),
        (1, 2, "-1"),
        (2, 2, "±1"),
        (3, 3, "±1"),
        (4, 4, "±{0,{{2|0},2 + +_2|{2|0},-_2}}"),
    ] {
        let found = rules.value(games, &board(rows, columns));
        let [want] = read(games, [value]);
        assert_eq!(found, want, "{rows} × {columns}: {}", text(games, found));
    }
    let two_by_three = rules.value(games, &board(2, 3));
    let drawn = games.thermograph(two_by_three);
    assert_eq!(
        (drawn.mean().to_string(), drawn.temperature().to_string()),
        ("3/4".into(), "5/4".into())
    );
}

#[test]
fn steps_are_counted() {
    let games = &mut arena();
    let [game] = read(games, ["±{3,{4|{1|0}}} + {5||2|-7}"]);
    games.set_effort(Effort::UNLIMITED);
    games.reduced(game).unwrap();
    assert!(games.effort().steps() > 0);
}
