//! Reading games from text.

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::effort::Stopped;
use super::game::Game;
use super::uptimal::Uptimal;

/// The error for a text that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGameError {
    /// Something else was expected.
    #[error("character {at} of the game: expected {expected}, found {found}")]
    Syntax {
        /// The character, counted from 1.
        at: usize,
        /// What was expected.
        expected: &'static str,
        /// What was found instead.
        found: String,
    },
    /// The game could not be computed.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The deepest nesting of braces and parentheses that is read.
const DEEPEST: usize = 200;
/// The largest sum of the absolute values of the numbers in a text.
const LARGEST_SUM: u32 = 1 << 16;
/// The largest sum of ups, downs and nimbers in a text.
const LARGEST_SUM_OF_SMALLS: u32 = 1 << 12;
/// The largest nimber and the most ups of one term.
const LARGEST: u32 = 64;
/// The most digits of an uptimal.
const MOST_DIGITS: usize = 16;

struct Parser<'a> {
    games: &'a mut Arena,
    /// The text without its blanks.
    text: Vec<char>,
    /// Where each character is in the text with blanks, and where that text ends.
    places: Vec<usize>,
    at: usize,
    depth: usize,
    /// The sum of the absolute values of the numbers read so far.
    sizes: u32,
    /// The sum of the ups, downs and nimbers read so far.
    smalls: u32,
}

impl Arena {
    /// Reads a game: sums and differences of numbers (`-3/4`), `^` `^^` `^3` `v` (or ↑ ⇑ ↓ ⇓), `*`
    /// `*2`, uptimals in base ↑ (`.1(-2)3*` is ↑ − 2·↑² + 3·↑³ + *), `±x` (or `+-x`), `+_x` and
    /// `-_x`, and braces with options of both players, `{3|{1|0}}` or `{3||1|0}`.
    ///
    /// Blanks are ignored except between digits or bars, where they end a number or a bar. A minus
    /// before a number belongs to the number unless it is an operator: `-1^` and `0 + -1^` are −1 + ↑,
    /// while `2-1^` is 2 − (1 + ↑).
    ///
    /// # Errors
    /// The error names the place and what was expected, or the limit of the arena that was reached.
    pub fn parse(&mut self, text: &str) -> Result<Game, ParseGameError> {
        let there = || text.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
        let places = there().map(|(place, _)| place).chain([text.trim_end().chars().count()]);
        let (places, text) = (places.collect(), there().map(|(_, c)| c).collect());
        let mut parser = Parser { games: self, text, places, at: 0, depth: 0, sizes: 0, smalls: 0 };
        let game = parser.sum()?;
        if parser.at < parser.text.len() {
            return Err(parser.expected("an operator or the end"));
        }
        Ok(game)
    }
}

impl Parser<'_> {
    fn expected(&self, expected: &'static str) -> ParseGameError {
        let found = self.text.get(self.at).map_or("the end".into(), |c| format!("'{c}'"));
        ParseGameError::Syntax { at: self.places[self.at] + 1, expected, found }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next_is(&self, ahead: usize, c: char) -> bool {
        self.text.get(self.at + ahead) == Some(&c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    /// Reads what is nested one level deeper.
    fn deeper(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Game, ParseGameError>,
    ) -> Result<Game, ParseGameError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.expected("less deep nesting"));
        }
        let game = read(self)?;
        self.depth -= 1;
        Ok(game)
    }

    fn sum(&mut self) -> Result<Game, ParseGameError> {
        self.deeper(Self::terms)
    }

    fn terms(&mut self) -> Result<Game, ParseGameError> {
        let mut sum = self.term()?;
        loop {
            if self.eat('+') {
                // `a+-x` is the sum of a and −x. To add a switch, write `+±x` or `+ +-x`.
                let term = self.term()?;
                sum = self.games.sum(sum, term)?;
            } else if self.eat('-') {
                let term = self.term()?;
                sum = self.games.difference(sum, term)?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn term(&mut self) -> Result<Game, ParseGameError> {
        match self.peek() {
            Some('0'..='9') => self.number(false),
            // As written, `-1^` is −1 plus ↑, while a minus before anything else is the negative of
            // the whole.
            Some('-') if self.text.get(self.at + 1).is_some_and(char::is_ascii_digit) => {
                self.at += 1;
                self.number(true)
            }
            Some('.') => Ok(self.uptimal()?),
            Some('^' | 'v' | '*' | '↑' | '↓' | '⇑' | '⇓') => Ok(self.infinitesimal()?),
            Some('{') => self.braces(),
            Some('(') => {
                self.at += 1;
                let game = self.sum()?;
                if self.eat(')') { Ok(game) } else { Err(self.expected("')'")) }
            }
            Some('±') => self.behind(1, Self::switch),
            Some('+') if self.next_is(1, '-') => self.behind(2, Self::switch),
            Some('+') if self.next_is(1, '_') => self.behind(2, Self::tiny),
            Some('-') if self.next_is(1, '_') => {
                let tiny = self.behind(2, Self::tiny)?;
                Ok(self.games.negative(tiny)?)
            }
            Some('-') => {
                let term = self.behind(1, Self::term)?;
                Ok(self.games.negative(term)?)
            }
            _ => Err(self.expected("a number, ^, v, *, '.', ±, +_, -_, '{' or '('")),
        }
    }

    /// Reads the operand after a prefix of `characters` characters.
    fn behind(
        &mut self,
        characters: usize,
        read: impl FnOnce(&mut Self) -> Result<Game, ParseGameError>,
    ) -> Result<Game, ParseGameError> {
        self.at += characters;
        self.deeper(read)
    }

    /// The number of characters from `from` on that `belong`, up to the first blank between them.
    fn run(&self, from: usize, belong: impl Fn(char) -> bool) -> usize {
        let there = self.text[from..].iter().zip(&self.places[from..]).zip(self.places[from]..);
        there.take_while(|((c, place), unbroken)| belong(**c) && **place == *unbroken).count()
    }

    fn digits(&mut self) -> String {
        let start = self.at;
        self.at += self.run(start, |c| c.is_ascii_digit());
        self.text[start..self.at].iter().collect()
    }

    /// Reads a number, negative if its minus was read, with the infinitesimals beside it.
    fn number(&mut self, negative: bool) -> Result<Game, ParseGameError> {
        let start = self.at;
        let mut text = self.digits();
        if self.eat('/') {
            text = format!("{text}/{}", self.digits());
        }
        let Ok(x) = text.parse::<Dyadic>() else {
            self.at = start;
            return Err(self.expected("n or n/2^k up to 4096"));
        };
        // A number is a game of that many moves.
        self.sizes += x.ceil().unsigned_abs();
        if self.sizes > LARGEST_SUM {
            self.at = start;
            return Err(self.expected("numbers up to 65536 together"));
        }
        let number = self.games.number(if negative { -x } else { x });
        match self.peek() {
            Some('.') => Ok(self.uptimal()?),
            Some('^' | 'v' | '*' | '↑' | '↓' | '⇑' | '⇓') => {
                let small = self.infinitesimal()?;
                Ok(self.games.sum(number, small)?)
            }
            _ => Ok(number),
        }
    }

    fn count(&mut self, expected: &'static str) -> Result<Option<u32>, ParseGameError> {
        let start = self.at;
        let text = self.digits();
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse() {
            Ok(n) if n <= LARGEST => Ok(Some(n)),
            _ => {
                self.at = start;
                Err(self.expected(expected))
            }
        }
    }

    /// Reads ups or downs, then a nimber; at least one of them.
    fn infinitesimal(&mut self) -> Result<Game, ParseGameError> {
        let start = self.at;
        let mut ups: i32 = 0;
        let sign = match self.peek() {
            Some('^' | '↑' | '⇑') => 1,
            _ => -1,
        };
        let same: [char; 3] = if sign > 0 { ['^', '↑', '⇑'] } else { ['v', '↓', '⇓'] };
        while let Some(c) = self.peek().filter(|c| same.contains(c)) {
            self.at += 1;
            ups += if c == same[2] { 2 } else { 1 };
            if ups > LARGEST as i32 {
                return Err(self.expected("at most 64 ups"));
            }
        }
        if ups == 1
            && let Some(n) = self.count("at most 64 ups")?
        {
            ups = n as i32;
        }
        let mut nimber = 0;
        if self.eat('*') {
            nimber = self.count("a nimber of at most *64")?.unwrap_or(1);
        }
        // A sum of ups is as deep a game.
        self.smalls += ups.unsigned_abs() + nimber;
        if self.smalls > LARGEST_SUM_OF_SMALLS {
            self.at = start;
            return Err(self.expected("ups and nimbers up to 4096 together"));
        }
        Ok(self.games.ups(sign * ups, nimber as u16)?)
    }

    /// Reads an uptimal in base ↑: a point, digits, and a nimber if there is one.
    fn uptimal(&mut self) -> Result<Game, ParseGameError> {
        let start = self.at;
        self.at += 1;
        let mut digits: Vec<i32> = Vec::new();
        while let Some(digit) = self.uptimal_digit()? {
            digits.push(digit);
        }
        if digits.is_empty() {
            return Err(self.expected("digits of an uptimal, as in .1(-2)3"));
        }
        let mut nimber = 0;
        if self.eat('*') {
            nimber = self.count("a nimber of at most *64")?.unwrap_or(1);
        }
        // ↑ⁿ is a game of n more moves than ↑.
        let powers = (1..).zip(&digits).map(|(n, digit): (u32, _)| n * digit.unsigned_abs());
        self.smalls += powers.sum::<u32>() + nimber;
        if digits.len() > MOST_DIGITS || self.smalls > LARGEST_SUM_OF_SMALLS {
            self.at = start;
            return Err(self.expected(
                "an uptimal of at most 16 digits, with ups and nimbers up to 4096 together",
            ));
        }
        let uptimal = Uptimal::new(Dyadic::ZERO, &digits, nimber as u16);
        Ok(self.games.uptimal(&uptimal)?)
    }

    /// Reads a digit, or a number from −64 to 64 in parentheses.
    fn uptimal_digit(&mut self) -> Result<Option<i32>, ParseGameError> {
        const DIGIT: &str = "a digit from -64 to 64";
        match self.peek() {
            // A blank ends the digits, as it ends a number.
            Some(c @ '0'..='9') if self.places[self.at] == self.places[self.at - 1] + 1 => {
                self.at += 1;
                Ok(c.to_digit(10).map(|digit| digit as i32))
            }
            Some('(') => {
                self.at += 1;
                let sign = if self.eat('-') { -1 } else { 1 };
                let digit = self.count(DIGIT)?.ok_or_else(|| self.expected(DIGIT))?;
                if self.eat(')') {
                    Ok(Some(sign * digit as i32))
                } else {
                    Err(self.expected("')'"))
                }
            }
            _ => Ok(None),
        }
    }

    /// Reads what follows `±`.
    fn switch(&mut self) -> Result<Game, ParseGameError> {
        let lefts = if self.peek() == Some('{') && self.widest_bar(self.at + 1).is_none() {
            self.at += 1;
            let list = self.list()?;
            if !self.eat('}') {
                return Err(self.expected("',' or '}'"));
            }
            list
        } else {
            vec![self.term()?]
        };
        Ok(self.games.plus_minus(&lefts)?)
    }

    /// Reads what follows `+_`: tiny x = {0 || 0 | −x}.
    fn tiny(&mut self) -> Result<Game, ParseGameError> {
        let threat = self.term()?;
        Ok(self.games.tiny(threat)?)
    }

    fn braces(&mut self) -> Result<Game, ParseGameError> {
        self.deeper(|parser| {
            parser.at += 1;
            let game = parser.sides()?;
            if parser.eat('}') { Ok(game) } else { Err(parser.expected("',', '|' or '}'")) }
        })
    }

    /// The widest bar at this level from `from` on, as its place and width.
    fn widest_bar(&self, from: usize) -> Option<(usize, usize)> {
        let (mut depth, mut widest) = (0usize, None);
        let mut at = from;
        while let Some(c) = self.text.get(at) {
            match c {
                '{' | '(' => depth += 1,
                '}' | ')' if depth == 0 => break,
                '}' | ')' => depth -= 1,
                '|' if depth == 0 => {
                    let width = self.run(at, |c| c == '|');
                    if widest.is_none_or(|(_, w)| width > w) {
                        widest = Some((at, width));
                    }
                    at += width;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        widest
    }

    /// Reads both sides between braces, or between bars wider than the one between these sides.
    fn sides(&mut self) -> Result<Game, ParseGameError> {
        let Some((place, width)) = self.widest_bar(self.at) else {
            return Err(self.expected("options of both players with '|' between them"));
        };
        let whole = std::mem::take(&mut self.text);
        // Read the left side as if the text ended at the bar.
        self.text = whole[..place].to_vec();
        let lefts = self.side()?;
        if self.at < place {
            return Err(self.expected("',' or '|'"));
        }
        self.text = whole;
        self.at = place + width;
        if let Some((second, _)) = self.widest_bar(self.at).filter(|(_, other)| *other == width) {
            self.at = second;
            return Err(self.expected("one bar wider than the others, as in {1||2|3}"));
        }
        let rights = self.side()?;
        Ok(self.games.canonical(&lefts, &rights)?)
    }

    fn side(&mut self) -> Result<Vec<Game>, ParseGameError> {
        match self.widest_bar(self.at) {
            Some(_) => Ok(vec![self.deeper(Self::sides)?]),
            None => self.list(),
        }
    }

    fn list(&mut self) -> Result<Vec<Game>, ParseGameError> {
        let mut list = Vec::new();
        if matches!(self.peek(), None | Some('|' | '}')) {
            return Ok(list);
        }
        loop {
            list.push(self.sum()?);
            if !self.eat(',') {
                return Ok(list);
            }
        }
    }
}
