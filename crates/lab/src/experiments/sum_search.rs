//! Alpha-beta for sums of hot games. It may know the thermographs of the parts: they order the moves,
//! and they bound the score.
//!
//! A player moves in one part. When numbers are all that is left, these add up to the score, seen by
//! Left. Parts whose stops are equal are no more than their stop here: infinitesimals change no score.

use amazons::cgt::{Arena, Dyadic, Game, Thermograph};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

/// Which moves are tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Order {
    /// Those in the part that is listed first.
    Listed,
    /// Those in the hottest part.
    HotStrat,
    /// Those in the part that is widest at the ambient temperature: where the compound thermograph
    /// promises most.
    ThermoStrat,
    /// The answer to a move that left its part hotter than anything since the play began; otherwise
    /// as HotStrat.
    SenteStrat,
}

impl Order {
    pub const ALL: [Self; 4] = [Self::Listed, Self::HotStrat, Self::ThermoStrat, Self::SenteStrat];
    /// Those that are strategies: they choose a move without a search.
    pub const STRATEGIES: [Self; 3] = [Self::HotStrat, Self::ThermoStrat, Self::SenteStrat];

    pub fn name(self) -> &'static str {
        match self {
            Self::Listed => "as listed",
            Self::HotStrat => "HotStrat",
            Self::ThermoStrat => "ThermoStrat",
            Self::SenteStrat => "SenteStrat",
        }
    }
}

/// More nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enough;

/// What a move leaves of its part: a hot game, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Hot(Game),
    Number(Dyadic),
}

/// A hot game.
struct HotGame {
    thermograph: Thermograph,
    /// What moves of Left and of Right leave.
    moves: [Vec<Left>; 2],
}

/// Hot games and who moves, with what SenteStrat remembers of the play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    /// Ascending.
    parts: Vec<Game>,
    left_moves: bool,
    /// What the last move left of its part, if that is hot.
    answered: Option<Game>,
    /// The least that the hottest part was before any move so far.
    ambient: Dyadic,
}

/// A move: the place of its part, and what it leaves of it.
type Move = (usize, Left);

/// The games of one arena, and what is known of them.
pub(super) struct SumSearch<'a> {
    games: &'a Arena,
    parts: HashMap<Game, Rc<HotGame>>,
    /// Nodes so far, and the most.
    nodes: u64,
    most: u64,
}

/// How a search goes about it.
struct Way {
    order: Order,
    /// Whether the thermographs bound scores.
    bounds: bool,
    /// What the parts of a sum are worth with a side to move, at least and at most.
    table: HashMap<(Vec<Game>, bool), [Dyadic; 2]>,
}

/// Beyond every score.
const FAR: Dyadic = Dyadic::integer(1 << 20);

impl<'a> SumSearch<'a> {
    pub fn new(games: &'a Arena, most: u64) -> Self {
        Self { games, parts: HashMap::new(), nodes: 0, most }
    }

    /// The nodes of the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The sum of these games with Left to move, and the number of the parts that are not hot.
    pub fn sum(&mut self, games: &[Game]) -> (Sum, Dyadic) {
        let mut sum = Sum { parts: Vec::new(), left_moves: true, answered: None, ambient: FAR };
        let mut number = Dyadic::ZERO;
        for &game in games {
            match self.left(game) {
                Left::Hot(game) => sum.parts.push(game),
                Left::Number(x) => number = number + x,
            }
        }
        sum.parts.sort_unstable();
        (sum, number)
    }

    /// The score of a sum.
    pub fn score(&mut self, sum: &Sum, order: Order, bounds: bool) -> Result<Dyadic, Enough> {
        self.nodes = 0;
        let mut way = Way { order, bounds, table: HashMap::new() };
        self.search(&mut way, sum, [-FAR, FAR])
    }

    /// The score if the player to move plays by a strategy and the opponent as well as possible.
    pub fn score_of(&mut self, sum: &Sum, strategy: Order) -> Result<Dyadic, Enough> {
        self.nodes = 0;
        self.played(strategy, sum, sum.left_moves, &mut HashMap::new())
    }

    /// What a game is when somebody left it.
    fn left(&self, game: Game) -> Left {
        let walls = self.games.thermograph(game);
        match walls.left_stop() > walls.right_stop() {
            true => Left::Hot(game),
            false => Left::Number(walls.left_stop()),
        }
    }

    fn part(&mut self, game: Game) -> Rc<HotGame> {
        if let Some(part) = self.parts.get(&game) {
            return Rc::clone(part);
        }
        let games = self.games;
        let options = [games.left_options(game), games.right_options(game)];
        let moves = options.map(|options| options.iter().map(|&game| self.left(game)).collect());
        let part = Rc::new(HotGame { thermograph: games.thermograph(game), moves });
        self.parts.insert(game, Rc::clone(&part));
        part
    }

    fn search(
        &mut self,
        way: &mut Way,
        sum: &Sum,
        [mut alpha, mut beta]: [Dyadic; 2],
    ) -> Result<Dyadic, Enough> {
        if sum.parts.is_empty() {
            return Ok(Dyadic::ZERO);
        }
        let key = (sum.parts.clone(), sum.left_moves);
        let mut known = way.table.get(&key).copied().unwrap_or([-FAR, FAR]);
        if way.bounds {
            let [low, high] = self.bounds(sum);
            known = [known[0].max(low), known[1].min(high)];
        }
        let [low, high] = known;
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        self.count()?;
        let window = [alpha, beta];
        let mut best = None;
        for mv in self.moves(sum, way.order) {
            let (child, number) = self.after(sum, mv);
            let value = number + self.search(way, &child, [alpha - number, beta - number])?;
            if sum.left_moves {
                best = best.max(Some(value));
                alpha = alpha.max(value);
            } else {
                best = Some(best.map_or(value, |best: Dyadic| best.min(value)));
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let best = best.expect("a hot game has options of both sides").max(low).min(high);
        let found = match best {
            _ if best <= window[0] => [low, best],
            _ if best >= window[1] => [best, high],
            _ => [best; 2],
        };
        way.table.insert(key, found);
        Ok(best)
    }

    fn played(
        &mut self,
        strategy: Order,
        sum: &Sum,
        left_plays: bool,
        known: &mut HashMap<Sum, Dyadic>,
    ) -> Result<Dyadic, Enough> {
        if sum.parts.is_empty() {
            return Ok(Dyadic::ZERO);
        }
        if let Some(&score) = known.get(sum) {
            return Ok(score);
        }
        self.count()?;
        let mut moves = self.moves(sum, strategy);
        if sum.left_moves == left_plays {
            moves.truncate(1);
        }
        let mut scores = Vec::with_capacity(moves.len());
        for mv in moves {
            let (mut child, number) = self.after(sum, mv);
            if strategy != Order::SenteStrat {
                (child.answered, child.ambient) = (None, FAR);
            }
            scores.push(number + self.played(strategy, &child, left_plays, known)?);
        }
        let scores = scores.into_iter();
        let best = if sum.left_moves { scores.max() } else { scores.min() };
        let best = best.expect("a hot game has options of both sides");
        known.insert(sum.clone(), best);
        Ok(best)
    }

    fn count(&mut self) -> Result<(), Enough> {
        self.nodes += 1;
        if self.nodes > self.most { Err(Enough) } else { Ok(()) }
    }

    /// The sum after a move, and the number that it leaves.
    fn after(&mut self, sum: &Sum, (place, left): Move) -> (Sum, Dyadic) {
        let ambient = sum.ambient.min(self.hottest(sum));
        let mut parts = sum.parts.clone();
        parts.remove(place);
        let (answered, number) = match left {
            Left::Hot(game) => {
                parts.insert(parts.partition_point(|&part| part < game), game);
                (Some(game), Dyadic::ZERO)
            }
            Left::Number(x) => (None, x),
        };
        (Sum { parts, left_moves: !sum.left_moves, answered, ambient }, number)
    }

    fn hottest(&mut self, sum: &Sum) -> Dyadic {
        let heat = |&game: &Game| self.part(game).thermograph.temperature();
        sum.parts.iter().map(heat).max().unwrap_or(-FAR)
    }

    /// The legal moves, the best ones first as an order believes. Of equal parts, one is moved in.
    fn moves(&mut self, sum: &Sum, order: Order) -> Vec<Move> {
        let ambient = match order {
            Order::ThermoStrat => self.ambient(sum),
            _ => Dyadic::ZERO,
        };
        let calm = sum.ambient.min(self.hottest(sum));
        let mut ranked = Vec::new();
        for (place, &game) in sum.parts.iter().enumerate() {
            if place > 0 && sum.parts[place - 1] == game {
                continue;
            }
            let part = self.part(game);
            let heat = part.thermograph.temperature();
            let [answer, rank, at] = match order {
                Order::Listed => [Dyadic::ZERO; 3],
                Order::HotStrat => [Dyadic::ZERO, heat, heat],
                Order::SenteStrat => {
                    let answers = sum.answered == Some(game) && heat > calm;
                    [if answers { Dyadic::ONE } else { Dyadic::ZERO }, heat, heat]
                }
                Order::ThermoStrat => {
                    let walls = &part.thermograph;
                    let width = walls.left_at(ambient) - walls.right_at(ambient);
                    // Where no part has a width, the hottest one.
                    [width, heat, ambient]
                }
            };
            for &left in &part.moves[usize::from(!sum.left_moves)] {
                let worth = match order {
                    Order::Listed => Dyadic::ZERO,
                    _ => self.worth(left, sum.left_moves, at),
                };
                ranked.push(((Reverse((answer, rank)), place, Reverse(worth)), (place, left)));
            }
        }
        if order != Order::Listed {
            ranked.sort_by_key(|(rank, _)| *rank);
        }
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    /// What a move leaves the player who made it at a temperature.
    fn worth(&mut self, left: Left, left_moved: bool, at: Dyadic) -> Dyadic {
        let value = match left {
            Left::Number(x) => x,
            Left::Hot(game) => {
                let part = self.part(game);
                let walls = &part.thermograph;
                if left_moved { walls.right_at(at) } else { walls.left_at(at) }
            }
        };
        if left_moved { value } else { -value }
    }

    /// The temperatures at which walls have corners, ascending from 0.
    fn corners(&mut self, sum: &Sum) -> Vec<Dyadic> {
        let mut all = vec![Dyadic::ZERO];
        for &game in &sum.parts {
            let part = self.part(game);
            let walls = [part.thermograph.left_wall(), part.thermograph.right_wall()];
            all.extend(walls.iter().flat_map(|wall| wall.iter().map(|corner| corner.temperature)));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Who moves first surely gets, at a temperature, all walls of the opponent's and the greatest
    /// width; and at most all own walls and the temperature. Both are seen by the player to move.
    fn promises(&mut self, sum: &Sum, at: Dyadic) -> [Dyadic; 2] {
        let (mut own, mut other, mut widest) = (Dyadic::ZERO, Dyadic::ZERO, Dyadic::ZERO);
        for &game in &sum.parts {
            let part = self.part(game);
            let walls = &part.thermograph;
            let (left, right) = (walls.left_at(at), walls.right_at(at));
            let (first, second) = if sum.left_moves { (left, right) } else { (-right, -left) };
            (own, other) = (own + first, other + second);
            widest = widest.max(left - right);
        }
        [other + widest, own + at]
    }

    /// The least temperature at which the player to move is promised most.
    fn ambient(&mut self, sum: &Sum) -> Dyadic {
        let mut best: Option<(Dyadic, Dyadic)> = None;
        for at in self.corners(sum) {
            let [promised, _] = self.promises(sum, at);
            if best.is_none_or(|(most, _)| promised > most) {
                best = Some((promised, at));
            }
        }
        best.map_or(Dyadic::ZERO, |(_, at)| at)
    }

    /// The least and the greatest score that the thermographs of the parts allow.
    fn bounds(&mut self, sum: &Sum) -> [Dyadic; 2] {
        let (mut low, mut high) = (-FAR, FAR);
        for at in self.corners(sum) {
            let [least, most] = self.promises(sum, at);
            (low, high) = (low.max(least), high.min(most));
        }
        if sum.left_moves { [low, high] } else { [-high, -low] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(text: &str, order: Order, bounds: bool) -> String {
        let mut games = Arena::new(16 << 20);
        let parts: Vec<Game> = text.split('+').map(|part| games.parse(part).unwrap()).collect();
        let mut search = SumSearch::new(&games, 100_000);
        let (sum, number) = search.sum(&parts);
        (search.score(&sum, order, bounds).unwrap() + number).to_string()
    }

    /// Left's stop of the sum, by all orders with and without bounds.
    #[test]
    fn scores_are_the_left_stops_of_sums() {
        let parts = ["{4|1}", "{{6|2}|-1}", "{3|{1|-5}}", "{{9|3}|{2|-4}}", "{1*|-1*}"];
        for chosen in 1..1 << parts.len() {
            let chosen: Vec<&str> =
                (0..parts.len()).filter(|i| chosen >> i & 1 == 1).map(|i| parts[i]).collect();
            let text = chosen.join("+");
            let mut games = Arena::new(256 << 20);
            let mut sum = Arena::ZERO;
            for part in &chosen {
                let part = games.parse(part).unwrap();
                sum = games.sum(sum, part).unwrap();
            }
            let stop = games.thermograph(sum).left_stop().to_string();
            for order in Order::ALL {
                for bounds in [false, true] {
                    assert_eq!(score(&text, order, bounds), stop, "{text} {order:?} {bounds}");
                }
            }
        }
    }

    #[test]
    fn strategies_lose_what_they_misjudge_and_never_gain() {
        let mut games = Arena::new(16 << 20);
        let parts = ["{{10|0}|-1}", "{3|-3}", "{{5|1}|{-1|-2}}", "{2|0}", "{7|{3|-8}}"];
        let parts: Vec<Game> = parts.iter().map(|text| games.parse(text).unwrap()).collect();
        let mut search = SumSearch::new(&games, 100_000);
        let (sum, _) = search.sum(&parts);
        let best = search.score(&sum, Order::HotStrat, true).unwrap();
        let [least, _] = search.bounds(&sum);
        for strategy in Order::STRATEGIES {
            let score = search.score_of(&sum, strategy).unwrap();
            assert!(score <= best, "{strategy:?}: {score}, and {best} by search");
            // ThermoStrat keeps what the compound thermograph promises.
            assert!(strategy != Order::ThermoStrat || score >= least, "{score} below {least}");
        }
    }

    #[test]
    fn a_search_ends_after_its_nodes() {
        let mut games = Arena::new(16 << 20);
        let parts: Vec<Game> =
            (1..12).map(|n| games.parse(&format!("{{{{{}|{n}}}|-{n}}}", 3 * n)).unwrap()).collect();
        let mut search = SumSearch::new(&games, 50);
        let (sum, _) = search.sum(&parts);
        assert_eq!(search.score(&sum, Order::Listed, false), Err(Enough));
        assert_eq!(search.nodes(), 51);
    }
}
