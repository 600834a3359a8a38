//! Games as text in the usual notation.

use super::arena::Arena;
use super::game::Game;
use super::number_up_star::NumberUpStar;
use ahash::AHashMap;
use std::cmp::Ordering;
use std::fmt;
use std::fmt::Write;
use std::rc::Rc;

impl fmt::Display for NumberUpStar {
    /// `3/4`, `*2`, `^`, `v3*`, `1^*`. A part of 0 is omitted if another part remains.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, ups, nimber } = *self;
        if number != crate::Dyadic::ZERO || (ups, nimber) == (0, 0) {
            write!(f, "{number}")?;
        }
        if ups != 0 {
            f.write_char(if ups > 0 { '^' } else { 'v' })?;
            if ups.unsigned_abs() > 1 {
                write!(f, "{}", ups.unsigned_abs())?;
            }
        }
        match nimber {
            0 => Ok(()),
            1 => f.write_char('*'),
            n => write!(f, "*{n}"),
        }
    }
}

/// The text became longer than allowed.
struct TooLong;

/// A text being written, and the options of the games met so far, in the order in which they are
/// written.
struct Writer<'a> {
    arena: &'a mut Arena,
    out: String,
    longest: usize,
    sorted: AHashMap<Game, Sides>,
}

/// Left's and Right's options.
type Sides = [Rc<[Game]>; 2];

impl Arena {
    /// Returns the canonical form as text: numbers, `^`, `v`, `*n` and their sums, `±x` and
    /// `±{a,b}` for a game that is its own negative, `+_x` and `-_x` for tiny and miny x, otherwise
    /// `{a,b|c}`.
    ///
    /// Equal games have the same text in every arena. Returns `None` if the text is longer than
    /// `longest` bytes: the text of a game with shared options can be exponentially larger than the
    /// game.
    pub fn text(&mut self, game: Game, longest: usize) -> Option<String> {
        let (out, sorted) = (String::new(), AHashMap::new());
        let mut writer = Writer { arena: self, out, longest, sorted };
        writer.write(game).ok()?;
        Some(writer.out)
    }

    /// Sorts games as the options of a game are sorted in its text: in the same order in every
    /// arena, the best for Left first.
    pub fn sort_as_listed(&mut self, games: &mut [Game]) {
        let (out, sorted) = (String::new(), AHashMap::new());
        let mut writer = Writer { arena: self, out, longest: 0, sorted };
        games.sort_unstable_by(|&a, &b| writer.order(a, b));
    }
}

impl Writer<'_> {
    fn write(&mut self, game: Game) -> Result<(), TooLong> {
        self.check()?;
        if let Some(named) = self.arena.number_up_star(game) {
            // Writing to a string never fails.
            let _ = write!(self.out, "{named}");
        } else if self.arena.is_switch(game) {
            self.out.push('±');
            let [options, _] = self.sorted(game);
            match &*options {
                [only] => self.write_operand(*only)?,
                _ => {
                    self.out.push('{');
                    self.write_list(&options)?;
                    self.out.push('}');
                }
            }
        } else if let Some(negative) = self.arena.tiny_threat(game)
            && let Ok(threat) = self.arena.negative(negative)
        {
            self.out.push_str("+_");
            self.write_operand(threat)?;
        } else if let Some(threat) = self.arena.miny_threat(game) {
            self.out.push_str("-_");
            self.write_operand(threat)?;
        } else {
            let [lefts, rights] = self.sorted(game);
            self.out.push('{');
            self.write_list(&lefts)?;
            self.out.push('|');
            self.write_list(&rights)?;
            self.out.push('}');
        }
        self.check()
    }

    fn check(&self) -> Result<(), TooLong> {
        if self.out.len() > self.longest { Err(TooLong) } else { Ok(()) }
    }

    /// Writes an operand of a prefix, in parentheses unless it is a number or has braces.
    fn write_operand(&mut self, game: Game) -> Result<(), TooLong> {
        let start = self.out.len();
        self.write(game)?;
        if self.arena.to_number(game).is_none() && !self.out[start..].starts_with('{') {
            self.out.insert(start, '(');
            self.out.push(')');
        }
        Ok(())
    }

    fn write_list(&mut self, games: &[Game]) -> Result<(), TooLong> {
        for (i, &game) in games.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
            }
            self.write(game)?;
        }
        Ok(())
    }

    /// The options of a game, each side in the order of [`order`](Self::order).
    fn sorted(&mut self, game: Game) -> Sides {
        if let Some(known) = self.sorted.get(&game) {
            return known.clone();
        }
        let sides = [self.arena.left_options(game), self.arena.right_options(game)];
        let sides = sides.map(<[Game]>::to_vec).map(|mut options| {
            options.sort_unstable_by(|&a, &b| self.order(a, b));
            Rc::from(options)
        });
        self.sorted.insert(game, sides.clone());
        sides
    }

    /// An order of games by their form, the same in every arena: first by stops, which usually
    /// differ; then by the other properties at hand; then by the first option that differs.
    ///
    /// Canonical forms are the same game if and only if their options are. So only one pair of
    /// options is examined, however large the games are.
    fn order(&mut self, a: Game, b: Game) -> Ordering {
        let (mut a, mut b) = (a, b);
        while a != b {
            let by_walls = self.key(a).cmp(&self.key(b));
            if by_walls.is_ne() {
                return by_walls;
            }
            let (of_a, of_b) = (self.sorted(a), self.sorted(b));
            let mut pairs = of_a.iter().zip(&of_b).flat_map(|(x, y)| x.iter().zip(y.iter()));
            // Different games have different options; equal keys mean equally many on each side.
            let Some((&x, &y)) = pairs.find(|(x, y)| x != y) else { break };
            (a, b) = (x, y);
        }
        Ordering::Equal
    }

    /// The part of the order that is at hand: the best for Left first, and numbers before other
    /// games.
    fn key(&self, game: Game) -> impl Ord + use<> {
        let walls = self.arena.walls(game);
        let options = [self.arena.left_options(game), self.arena.right_options(game)];
        (
            (-walls.right_stop, -walls.left_stop),
            (!walls.is_number, walls.right_leans, !walls.left_leans),
            (walls.temperature, options.map(<[Game]>::len)),
        )
    }
}
