//! Compact texts that name a method and its options: `mcts:playouts=1000,seed=7`.

use super::option_info::{OptionInfo, OptionKind};
use crate::eval::Evaluator;
use crate::util::number::parse_whole;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A method's name and the options not yet taken.
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    name: String,
    options: BTreeMap<String, String>,
    memory: usize,
    /// The options that were asked for.
    asked: Vec<OptionInfo>,
    for_games: bool,
}

/// The error for a spec that names nothing or sets something impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{spec}': {problem}")]
pub struct SpecError {
    spec: String,
    problem: String,
    /// If an option is unknown: the known ones.
    known: Vec<OptionInfo>,
}

impl SpecError {
    /// Returns the method's options, if an option is unknown.
    pub fn known(&self) -> &[OptionInfo] {
        &self.known
    }

    /// Adds to what the error says.
    #[must_use]
    pub fn and(mut self, more: &str) -> Self {
        self.problem += more;
        self
    }

    /// Makes an error about a text.
    pub fn new(spec: &str, problem: impl Into<String>) -> Self {
        Self { spec: spec.to_owned(), problem: problem.into(), known: Vec::new() }
    }
}

impl Spec {
    /// The default of the bytes that a method may take: 256 MiB.
    pub const MEMORY: usize = 256 << 20;

    /// Splits `name:key=value,flag`.
    ///
    /// # Errors
    /// An option is empty or given twice.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Self {
            text: text.to_owned(),
            name: name.trim().to_owned(),
            options: BTreeMap::new(),
            memory: Self::MEMORY,
            asked: Vec::new(),
            for_games: false,
        };
        for option in rest.split(',').map(str::trim) {
            if option.is_empty() {
                if rest.is_empty() {
                    break;
                }
                return Err(spec.error("empty option; expected key=value"));
            }
            // `lieberum:tie=0.2` is an option by itself; in `eval=lieberum:tie=0.2` the key comes
            // first.
            let (key, value) = match option.split_once(['=', ':']) {
                Some((name, _)) if option[name.len()..].starts_with(':') => (name, option),
                Some((key, value)) => (key, value),
                None => (option, "true"),
            };
            if spec.options.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(spec.error(format!("option '{key}' is given twice")));
            }
        }
        Ok(spec)
    }

    /// Returns the same spec for a method that may take `memory` bytes.
    #[must_use]
    pub fn within(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Returns the same spec for a method that plays whole games, in which only the winner counts.
    /// By default, a spec is for problems, in which the score counts.
    #[must_use]
    pub fn for_games(self, for_games: bool) -> Self {
        Self { for_games, ..self }
    }

    /// Returns whether the method is to play whole games.
    pub fn is_for_games(&self) -> bool {
        self.for_games
    }

    /// Returns the bytes that the method's tables and trees may take.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Returns the method's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Makes an error about this spec.
    pub fn error(&self, problem: impl Into<String>) -> SpecError {
        SpecError { spec: self.text.clone(), problem: problem.into(), known: Vec::new() }
    }

    /// Sets an option, replacing any earlier value, or removes it.
    pub fn set(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some(value) => _ = self.options.insert(key.to_owned(), value.to_owned()),
            None => _ = self.options.remove(key),
        }
    }

    fn taken(&mut self, key: &str, kind: OptionKind, default: Option<String>) -> Option<String> {
        self.asked.push(OptionInfo::new(key, kind, default));
        self.options.remove(key)
    }

    /// Takes an option's text, or `default` if it is not set.
    pub fn take_text(&mut self, key: &str, default: &str) -> String {
        let taken = self.taken(key, OptionKind::Text, Some(default.to_owned()));
        taken.unwrap_or_else(|| default.to_owned())
    }

    /// Takes one of a few values by its name, or `default` if the option is not set.
    ///
    /// # Errors
    /// There is no such value.
    pub fn take_choice<T: Copy + PartialEq>(
        &mut self,
        key: &str,
        choices: &[(impl AsRef<str>, T)],
        default: T,
    ) -> Result<T, SpecError> {
        let names = || choices.iter().map(|(name, _)| name.as_ref());
        let usual = choices.iter().find(|(_, value)| *value == default);
        self.asked.push(OptionInfo {
            name: key.to_owned(),
            kind: OptionKind::Choice,
            choices: names().map(str::to_owned).collect(),
            range: None,
            default: usual.map(|(name, _)| name.as_ref().to_owned()),
        });
        let Some(given) = self.options.remove(key) else { return Ok(default) };
        let found = choices.iter().find(|(name, _)| name.as_ref() == given);
        found.map(|&(_, value)| value).ok_or_else(|| {
            let names: Vec<&str> = names().collect();
            let expected = match names.split_last() {
                Some((last, [])) => (*last).to_owned(),
                Some((last, names)) => format!("{} or {last}", names.join(", ")),
                None => String::new(),
            };
            self.error(format!("no {key} '{given}'; expected {expected}"))
        })
    }

    /// Takes an option, or `default` if it is not set.
    ///
    /// # Errors
    /// The value is not of the type.
    pub fn take<T: FromStr + Display>(&mut self, key: &str, default: T) -> Result<T, SpecError> {
        let usual = default.to_string();
        let is_flag = matches!(usual.as_str(), "true" | "false");
        let kind = if is_flag { OptionKind::Flag } else { OptionKind::Number };
        match self.taken(key, kind, Some(usual)) {
            None => Ok(default),
            // A whole number may be written 1e6 or 1_000_000.
            Some(value) => value
                .parse()
                .or_else(|_| {
                    let number = parse_whole(&value).map(|number| number.to_string());
                    number.and_then(|number| number.parse().ok()).ok_or(())
                })
                .map_err(|()| {
                    let what = match parse_whole(&value) {
                        Some(_) => "too large",
                        None => "impossible",
                    };
                    self.error(format!(
                        "{key}={value} is {what}; expected something like {key}={default}"
                    ))
                }),
        }
    }

    /// Takes a number of a range, or `default` if the option is not set.
    ///
    /// # Errors
    /// The value is not a number of the range.
    pub fn take_within<T: FromStr + Display + PartialOrd>(
        &mut self,
        key: &str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, SpecError> {
        let value = self.take(key, default);
        let [least, most] = [range.start(), range.end()].map(T::to_string);
        let wrong = |value: &T| self.error(format!("{key}={value}; expected {least} to {most}"));
        let value = value.and_then(|value| match range.contains(&value) {
            true => Ok(value),
            false => Err(wrong(&value)),
        });
        self.asked.last_mut().expect("it was just asked for").range = Some([least, most]);
        value
    }

    /// Takes a number of bytes such as `64MB`, `1GiB` or `1000000`.
    ///
    /// # Errors
    /// The value is not a size.
    pub fn take_bytes(&mut self, key: &str) -> Result<Option<usize>, SpecError> {
        self.taken(key, OptionKind::Size, None)
            .map(|value| {
                parse_bytes(&value).ok_or_else(|| {
                    self.error(format!("{key}={value} is not a size; expected e.g. 64MB"))
                })
            })
            .transpose()
    }

    /// Takes a time above 0 such as `100ms` or `10s`.
    ///
    /// # Errors
    /// The value is not such a time.
    pub fn take_time(&mut self, key: &str) -> Result<Option<Duration>, SpecError> {
        self.taken(key, OptionKind::Time, None)
            .map(|value| {
                humantime::parse_duration(&value).ok().filter(|time| !time.is_zero()).ok_or_else(
                    || {
                        let problem = match value.parse::<f64>() {
                            Ok(number) if number > 0.0 => "has no unit",
                            _ => "is not a time above 0",
                        };
                        self.error(format!("{key}={value} {problem}; expected e.g. 10s"))
                    },
                )
            })
            .transpose()
    }

    /// Takes a whole number of at least 1.
    ///
    /// # Errors
    /// The value is not such a number.
    pub fn take_count(&mut self, key: &str) -> Result<Option<u64>, SpecError> {
        self.taken(key, OptionKind::Number, None)
            .map(|value| {
                parse_whole(&value).filter(|&count| count > 0).ok_or_else(|| {
                    self.error(format!("{key}={value} is not a count; expected 1 or more"))
                })
            })
            .transpose()
    }

    /// Returns the options that were not taken yet, with their values; `true` if none is given.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Returns the value of an option that was not taken yet.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.options.get(key).map(String::as_str)
    }

    /// Returns whether an option is set and was not taken yet.
    pub fn has(&self, key: &str) -> bool {
        self.options.contains_key(key)
    }

    /// Takes an evaluation function: `eval=NAME` or the bare name, either followed by constants as
    /// in `lieberum:tie=0.2:a=0`.
    ///
    /// # Errors
    /// There is none of that name (the error lists them), a constant is impossible, or two
    /// functions are named.
    pub fn take_evaluation(&mut self, default: Evaluator) -> Result<Evaluator, SpecError> {
        let given = self.taken("eval", OptionKind::Text, Some(default.to_string()));
        let mut named: Vec<String> = given.into_iter().collect();
        let bare: Vec<String> =
            self.options.keys().filter(|key| Evaluator::is_named_by(key)).cloned().collect();
        for name in bare {
            let value = self.options.remove(&name).unwrap_or_default();
            named.push(if value == "true" { name } else { value });
        }
        match named.as_slice() {
            [] => Ok(default),
            [one] => one.parse().map_err(|wrong| self.error(format!("{wrong}"))),
            _ => Err(self.error("two evaluation functions; give only one")),
        }
    }

    /// Finishes reading the options.
    ///
    /// # Errors
    /// An option was not taken; those that were are named.
    pub fn finish(self) -> Result<(), SpecError> {
        let Some(key) = self.options.keys().next() else { return Ok(()) };
        let names: Vec<&str> = self.asked.iter().map(|option| option.name.as_str()).collect();
        let problem = match names.as_slice() {
            [] => format!("no option '{key}'; expected a name without options"),
            names => format!("no option '{key}'; expected one of {}", names.join(", ")),
        };
        Err(SpecError { known: self.asked.clone(), ..self.error(problem) })
    }
}

/// Returns the text of a spec: the name with its options, if there are any.
pub fn spec_text(name: &str, options: &[String]) -> String {
    match options {
        [] => name.to_owned(),
        _ => format!("{name}:{}", options.join(",")),
    }
}

/// Reads a number of bytes: `4096`, `64kB`, `64MB`, `64MiB`, `2G`.
pub fn parse_bytes(text: &str) -> Option<usize> {
    // An e between digits is an exponent; every other letter starts the unit.
    let bytes = text.as_bytes();
    let is_exponent = |at: usize| {
        bytes[at].eq_ignore_ascii_case(&b'e') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    };
    let is_unit = |at: &usize| {
        !bytes[*at].is_ascii_digit() && !matches!(bytes[*at], b'_' | b'.') && !is_exponent(*at)
    };
    let digits = (0..bytes.len()).find(is_unit).unwrap_or(bytes.len());
    let number = usize::try_from(parse_whole(&text[..digits])?).ok()?;
    let unit = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "kib" => 1 << 10,
        "m" | "mb" => 1_000_000,
        "mib" => 1 << 20,
        "g" | "gb" => 1_000_000_000,
        "gib" => 1 << 30,
        "t" | "tb" => 1_000_000_000_000,
        "tib" => 1 << 40,
        _ => return None,
    };
    number.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_taken_once_and_unknown_ones_named() {
        let mut spec = Spec::parse("dfpn:tt=64MB,epsilon=0.25").unwrap();
        assert_eq!(spec.name(), "dfpn");
        assert_eq!(spec.take_bytes("tt").unwrap(), Some(64_000_000));
        assert_eq!(spec.take("seed", 1u64).unwrap(), 1);
        let error = spec.finish().unwrap_err().to_string();
        assert!(error.contains("no option 'epsilon'; expected one of tt, seed"), "{error}");
        assert!(Spec::parse("a:b=1,b=2").is_err());
        assert!(Spec::parse("a:,").is_err());
        assert!(Spec::parse("uct:seed=x").unwrap().take("seed", 1u64).is_err());
    }
}
