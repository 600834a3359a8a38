//! Conditions on a number: `0`, `>=5`, `<1/2`, `1/4..3/4`.

use crate::ParseError;
use crate::util::start_of::start_of;
use amazons_cgt::Dyadic;
use std::fmt;
use std::str::FromStr;

/// A range of numbers. Either end may be missing, and may itself be outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The least, and whether it is inside.
    least: Option<(Dyadic, bool)>,
    /// The largest, and whether it is inside.
    most: Option<(Dyadic, bool)>,
}

impl Condition {
    /// Returns the condition to equal a number.
    pub fn equal_to(number: Dyadic) -> Self {
        Self { least: Some((number, true)), most: Some((number, true)) }
    }

    /// Returns the condition to be this number or more.
    pub fn at_least(number: Dyadic) -> Self {
        Self { least: Some((number, true)), most: None }
    }

    /// Returns whether a number meets the condition.
    pub fn met_by(&self, number: Dyadic) -> bool {
        let above = |(least, inside): (Dyadic, bool)| number > least || inside && number == least;
        let below = |(most, inside): (Dyadic, bool)| number < most || inside && number == most;
        self.least.is_none_or(above) && self.most.is_none_or(below)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some((least, _)), Some((most, _))) if least == most => write!(f, "{least}"),
            (Some((least, _)), Some((most, _))) => write!(f, "{least}..{most}"),
            (Some((least, true)), None) => write!(f, ">={least}"),
            (Some((least, false)), None) => write!(f, ">{least}"),
            (None, Some((most, true))) => write!(f, "<={most}"),
            (None, Some((most, false))) => write!(f, "<{most}"),
            (None, None) => write!(f, "any"),
        }
    }
}

impl FromStr for Condition {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "is no condition on a number; expected a number n or n/2^k, such as 3/4, \
                        one of >= > <= < before it, or LEAST..MOST";
        let refused = || ParseError::of(start_of(text), expected);
        let number = |text: &str| text.trim().parse::<Dyadic>().map_err(|_| refused());
        let text = text.trim();
        if let Some((least, most)) = text.split_once("..") {
            let end = |text: &str| match text.trim() {
                "" => Ok(None),
                text => number(text).map(|number| Some((number, true))),
            };
            let (least, most) = (end(least)?, end(most.trim_start_matches('='))?);
            let nothing = least.zip(most).is_some_and(|(least, most)| least.0 > most.0);
            return match (least, most) {
                (None, None) => Err(refused()),
                _ if nothing => Err(refused()),
                (least, most) => Ok(Self { least, most }),
            };
        }
        let ends = [">=", "≥", "<=", "≤", ">", "<", "="];
        let Some(sign) = ends.into_iter().find(|sign| text.starts_with(sign)) else {
            return number(text).map(Self::equal_to);
        };
        let end = number(&text[sign.len()..])?;
        Ok(match sign {
            ">=" | "≥" => Self::at_least(end),
            ">" => Self { least: Some((end, false)), most: None },
            "<=" | "≤" => Self { least: None, most: Some((end, true)) },
            "<" => Self { least: None, most: Some((end, false)) },
            _ => Self::equal_to(end),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read() {
        let met = |text: &str, numbers: &[&str]| {
            let condition: Condition = text.parse().unwrap();
            let met = |number: &&str| condition.met_by(number.parse().unwrap());
            numbers.iter().filter(|number| met(number)).count()
        };
        let all = ["-1", "0", "1/2", "3/4", "5"];
        for (text, count) in [
            ("1/2", 1),
            ("=5", 1),
            (">=1/2", 3),
            ("> 1/2", 2),
            ("<0", 1),
            ("≤ 0", 2),
            ("0..3/4", 3),
            ("..-1", 1),
            ("3/4..", 2),
            ("0..=1/2", 2),
        ] {
            assert_eq!(met(text, &all), count, "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "..", "x", ">=", "1/3", "5..1", "> =1", "=>1", "1e9"] {
            let error = text.parse::<Condition>().unwrap_err().to_string();
            assert!(error.contains("expected a number"), "{text}: {error}");
        }
    }
}
