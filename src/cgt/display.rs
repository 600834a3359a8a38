//! Games as text in the usual notation.

use super::arena::Arena;
use super::game::Game;
use super::number_up_star::NumberUpStar;
use std::fmt;
use std::fmt::Write;

impl fmt::Display for NumberUpStar {
    /// `3/4`, `*2`, `^`, `v3*`, `1^*`; a part of 0 is left out where another part remains.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, ups, nimber } = *self;
        if number != crate::cgt::Dyadic::ZERO || (ups, nimber) == (0, 0) {
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

/// The text got longer than allowed.
struct TooLong;

impl Arena {
    /// The canonical form as text: numbers, `^`, `v`, `*n` and their sums, `±x` and `±{a,b}` for a
    /// game that is its own negative, `+_x` and `-_x` for tiny and miny x, else `{a,b|c}`.
    ///
    /// `None` where it is longer than `longest` bytes: the text of a game with shared options can be
    /// exponentially larger than the game.
    pub fn text(&mut self, game: Game, longest: usize) -> Option<String> {
        let mut text = String::new();
        self.write(game, &mut text, longest).ok()?;
        Some(text)
    }

    fn write(&mut self, game: Game, out: &mut String, longest: usize) -> Result<(), TooLong> {
        if out.len() > longest {
            return Err(TooLong);
        }
        if let Some(named) = self.number_up_star(game) {
            // Writing to a string does not fail.
            let _ = write!(out, "{named}");
        } else if let Some(options) = self.switch_options(game) {
            out.push('±');
            match options.as_slice() {
                [only] => self.write_operand(*only, out, longest)?,
                _ => {
                    out.push('{');
                    self.write_list(&options, out, longest)?;
                    out.push('}');
                }
            }
        } else if let Some(negative) = self.tiny_threat(game)
            && let Ok(threat) = self.negative(negative)
        {
            out.push_str("+_");
            self.write_operand(threat, out, longest)?;
        } else if let Some(threat) = self.miny_threat(game) {
            out.push_str("-_");
            self.write_operand(threat, out, longest)?;
        } else {
            let (lefts, rights) =
                (self.left_options(game).to_vec(), self.right_options(game).to_vec());
            out.push('{');
            self.write_list(&lefts, out, longest)?;
            out.push('|');
            self.write_list(&rights, out, longest)?;
            out.push('}');
        }
        if out.len() > longest { Err(TooLong) } else { Ok(()) }
    }

    /// An operand of a prefix: in parentheses unless it is a number or has braces.
    fn write_operand(
        &mut self,
        game: Game,
        out: &mut String,
        longest: usize,
    ) -> Result<(), TooLong> {
        let start = out.len();
        self.write(game, out, longest)?;
        if self.to_number(game).is_none() && !out[start..].starts_with('{') {
            out.insert(start, '(');
            out.push(')');
        }
        Ok(())
    }

    fn write_list(
        &mut self,
        games: &[Game],
        out: &mut String,
        longest: usize,
    ) -> Result<(), TooLong> {
        // The same order in every arena: by stops, which differ more often than not, then as made.
        let mut games = games.to_vec();
        games.sort_by_key(|&game| {
            let walls = self.walls(game);
            (-walls.right_stop, -walls.left_stop, game)
        });
        for (i, game) in games.into_iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            self.write(game, out, longest)?;
        }
        Ok(())
    }
}
