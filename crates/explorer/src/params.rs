//! Parameters of a question, named like the command line's options.

use super::api_error::ApiError;
use super::searchers::ServerLimits;
use amazons::ParseError;
use amazons::board::{Color, Position};
use amazons::judge::Query;
use amazons::limits::Limits;
use amazons::records::{RecordOptions, Start};
use amazons::util::number::parse_whole;
use amazons::util::start_of::start_of;
use axum::extract::Query as Parsed;
use axum::http::Uri;
use std::time::Duration;

/// The parameters that have not been taken yet.
pub(super) struct Params {
    pairs: Vec<(String, String)>,
}

/// The first players whose problems are asked about.
#[derive(Clone, Copy)]
pub enum Firsts {
    Both,
    White,
    Black,
    /// The side to move.
    Mover,
}

impl Firsts {
    /// The first players for a position.
    pub fn of(self, position: &Position) -> &'static [Color] {
        match (self, position.side()) {
            (Self::Both, _) => &Color::BOTH,
            (Self::White, _) | (Self::Mover, Color::White) => &[Color::White],
            (Self::Black, _) | (Self::Mover, Color::Black) => &[Color::Black],
        }
    }
}

impl Params {
    /// Parses the query part of a URI. `-` and `_` are equivalent in names.
    pub fn of(uri: &Uri) -> Result<Self, ApiError> {
        let Parsed(mut pairs) = Parsed::<Vec<(String, String)>>::try_from_uri(uri)
            .map_err(|error| ApiError::bad(format!("bad query in the address: {error}")))?;
        for (name, _) in &mut pairs {
            *name = name.replace('_', "-");
        }
        Ok(Self { pairs })
    }

    /// Takes a parameter's text.
    pub fn take(&mut self, name: &str) -> Result<Option<String>, ApiError> {
        let Some(place) = self.pairs.iter().position(|(known, _)| known == name) else {
            return Ok(None);
        };
        let text = self.pairs.remove(place).1;
        if self.pairs.iter().any(|(known, _)| known == name) {
            return Err(ApiError::bad(format!("{name} is given twice")));
        }
        Ok(Some(text))
    }

    /// Whether a parameter is given.
    pub fn has(&self, name: &str) -> bool {
        self.pairs.iter().any(|(known, _)| known == name)
    }

    /// Takes every value of a parameter that may be repeated.
    pub fn take_all(&mut self, name: &str) -> Vec<String> {
        let (taken, left) = self.pairs.drain(..).partition(|(known, _)| known == name);
        self.pairs = left;
        let taken: Vec<(String, String)> = taken;
        taken.into_iter().map(|(_, text)| text).collect()
    }

    /// Takes a whole number in the command line's notation.
    pub fn take_number(&mut self, name: &str) -> Result<Option<u64>, ApiError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        let wrong = || {
            let expected = "expected a whole number, such as 20000 or 2e4";
            ApiError::bad(format!("{name}={}; {expected}", start_of(&text)))
        };
        parse_whole(&text).map(Some).ok_or_else(wrong)
    }

    /// Takes a switch: `winner`, `winner=true` or `winner=false`.
    pub fn take_switch(&mut self, name: &str) -> Result<bool, ApiError> {
        match self.take(name)?.as_deref() {
            None | Some("false" | "0") => Ok(false),
            Some("" | "true" | "1") => Ok(true),
            Some(other) => {
                Err(ApiError::bad(format!("{name}={}; expected true or false", start_of(other))))
            }
        }
    }

    /// Takes one of several words.
    pub fn take_word<T: Copy>(
        &mut self,
        name: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, ApiError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let words = words.join(", ");
                Err(ApiError::bad(format!("{name}={}; expected one of {words}", start_of(&text))))
            }
        }
    }

    /// Takes the position, with the text that names it.
    pub fn take_position(&mut self) -> Result<(String, Position), ApiError> {
        let text = self.take("fen")?;
        let text = text.ok_or_else(|| ApiError::bad("no position; expected ?fen=…"))?;
        // In an address, blanks may be written as underscores.
        let position = text
            .replace('_', " ")
            .parse()
            .map_err(|e| ApiError::bad(format!("position '{}': {e}", start_of(&text))))?;
        Ok((text, position))
    }

    /// Takes how records are read: `start` and `lines`, as on the command line.
    pub fn take_reading(&mut self) -> Result<RecordOptions, ApiError> {
        let mut options = RecordOptions::default();
        if let Some(start) = self.take("start")? {
            // In an address, blanks may be written as underscores.
            let text = start.replace('_', " ");
            let start: Start = text
                .parse()
                .map_err(|e| ApiError::bad(format!("start '{}': {e}", start_of(&text))))?;
            options = options.start(start);
        }
        if let Some(lines) = self.take("lines")? {
            let wrong = |e: ParseError| ApiError::bad(format!("lines '{}': {e}", start_of(&lines)));
            options = options.lines(lines.parse().map_err(wrong)?);
        }
        Ok(options)
    }

    /// Takes a time, which must not exceed the server's.
    pub fn take_time(
        &mut self,
        name: &str,
        limits: &ServerLimits,
    ) -> Result<Option<Duration>, ApiError> {
        let time = self.take_duration(name)?;
        if let Some(time) = time.filter(|&time| time > limits.time) {
            let [time, most] = [time, limits.time].map(humantime::format_duration);
            return Err(ApiError::bad(format!(
                "{name}={time}; this server allows at most {most} (--max-time)"
            )));
        }
        Ok(time)
    }

    /// Takes a time of any length.
    pub fn take_duration(&mut self, name: &str) -> Result<Option<Duration>, ApiError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        let time = humantime::parse_duration(&text).map_err(|_| {
            let expected = "expected a time such as 500ms or 10s";
            ApiError::bad(format!("{name}={}; {expected}", start_of(&text)))
        })?;
        Ok(Some(time))
    }

    /// Takes work as the command line does: a number of steps, or a time, which must not exceed the
    /// server's. 0 means none.
    pub fn take_work(
        &mut self,
        name: &str,
        limits: &ServerLimits,
    ) -> Result<Option<Limits>, ApiError> {
        let steps = self.pairs.iter().find(|(known, _)| known == name);
        match steps.and_then(|(_, text)| parse_whole(text)) {
            Some(steps) => {
                self.take(name)?;
                Ok(Some(Limits::new(Some(limits.time), Some(steps))))
            }
            None => Ok(self.take_time(name, limits)?.map(Limits::time)),
        }
    }

    /// Takes `time` and `nodes`. Without `time`, the server's limit applies.
    pub fn take_limits(&mut self, limits: &ServerLimits) -> Result<Limits, ApiError> {
        let time = self.take_positive_time("time", limits)?;
        Ok(Limits::new(time.or(Some(limits.time)), self.take_nodes()?))
    }

    /// Takes a time above 0, which must not exceed the server's.
    pub fn take_positive_time(
        &mut self,
        name: &str,
        limits: &ServerLimits,
    ) -> Result<Option<Duration>, ApiError> {
        let time = self.take_time(name, limits)?;
        if time.is_some_and(|time| time.is_zero()) {
            let expected = "expected a time above 0, such as 500ms or 10s";
            return Err(ApiError::bad(format!("{name}=0; {expected}")));
        }
        Ok(time)
    }

    /// Takes `nodes`, a number above 0.
    pub fn take_nodes(&mut self) -> Result<Option<u64>, ApiError> {
        let nodes = self.take_number("nodes")?;
        if nodes == Some(0) {
            return Err(ApiError::bad("nodes=0; expected a whole number above 0"));
        }
        Ok(nodes)
    }

    /// Takes `first`: the first players whose problems of a position are asked about.
    pub fn take_first(&mut self, position: &Position) -> Result<&'static [Color], ApiError> {
        Ok(self.take_firsts()?.of(position))
    }

    /// Takes `first` for positions with either side to move.
    pub fn take_firsts(&mut self) -> Result<Firsts, ApiError> {
        let words = [("white", Firsts::White), ("black", Firsts::Black), ("mover", Firsts::Mover)];
        Ok(self.take_word("first", &words)?.unwrap_or(Firsts::Both))
    }

    /// Takes `winner` and `moves`, which say what is asked.
    pub fn take_query(&mut self) -> Result<Query, ApiError> {
        let words = [("best", Query::BestMoves), ("all", Query::AllMoves), ("none", Query::Score)];
        let moves = self.take_word("moves", &words)?;
        match (self.take_switch("winner")?, moves) {
            (true, Some(_)) => {
                Err(ApiError::bad("winner proves no moves; leave out moves or winner"))
            }
            (true, None) => Ok(Query::Winner),
            (false, moves) => Ok(moves.unwrap_or(Query::BestMoves)),
        }
    }

    /// Ends the parsing: no parameter may be left.
    pub fn finish(self, known: &str) -> Result<(), ApiError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((name, _)) => {
                Err(ApiError::bad(format!("no parameter '{}'; expected {known}", start_of(name))))
            }
        }
    }
}
