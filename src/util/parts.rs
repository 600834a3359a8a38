//! Parts of one piece of work that were done separately: how they describe themselves, and whether
//! all are there.

use super::partition::{ParsePartError, Partition};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A part of a number of items, as the files of a part describe it: `1/3 of 700`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// Which part; its items are dealt out in turn.
    pub part: Partition,
    /// The number of items in all parts together.
    pub items: u64,
}

impl fmt::Display for PartOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.part, self.items)
    }
}

impl FromStr for PartOf {
    type Err = ParsePartError;

    fn from_str(text: &str) -> Result<Self, ParsePartError> {
        let (part, items) = text.split_once(" of ").ok_or(ParsePartError)?;
        Ok(Self { part: part.parse()?, items: items.parse().map_err(|_| ParsePartError)? })
    }
}

impl Serialize for PartOf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Why parts do not make one whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// There are no parts.
    #[error("no parts to merge")]
    None,
    /// A file was not made with `--partition`.
    #[error("{} is no part of anything; expected what was made with --partition m/n", .0.display())]
    NoPart(PathBuf),
    /// A part belongs to other work than the first part.
    #[error("{}: its {what} is {found}, but {expected} in {}", file.display(), first.display())]
    Other {
        /// The part.
        file: PathBuf,
        /// The first part.
        first: PathBuf,
        /// What differs.
        what: &'static str,
        /// What it says.
        found: String,
        /// What the first part says.
        expected: String,
    },
    /// Two files are the same part.
    #[error("part {part} is given twice: {} and {}", first.display(), second.display())]
    Double {
        /// The part.
        part: Partition,
        /// Where it is.
        first: PathBuf,
        /// Where it is again.
        second: PathBuf,
    },
    /// Some parts are missing.
    #[error("part {0} is missing")]
    Missing(String),
    /// A part is not finished.
    #[error(
        "{} is incomplete: {found} of part {part} is missing; run the command that made it to \
         continue",
        file.display()
    )]
    Incomplete {
        /// The part's file.
        file: PathBuf,
        /// The part.
        part: Partition,
        /// What is missing.
        found: String,
    },
    /// A part holds more than belongs to it.
    #[error("{}: {found} after the end of part {part}", file.display())]
    Surplus {
        /// The part's file.
        file: PathBuf,
        /// The part.
        part: Partition,
        /// What was found.
        found: String,
    },
}

/// Sorts files, with what each says about itself, in the order of their parts.
///
/// # Errors
/// A file is not a part, two are the same, or some are missing.
pub fn in_order<T>(
    parts: Vec<(PathBuf, Option<PartOf>, T)>,
) -> Result<Vec<(PathBuf, PartOf, T)>, PartsError> {
    let mut known = Vec::new();
    for (file, part, item) in parts {
        match part {
            Some(part) => known.push((file, part, item)),
            None => return Err(PartsError::NoPart(file)),
        }
    }
    let Some((first, expected, _)) = known.first().map(|(file, part, _)| (file.clone(), *part, ()))
    else {
        return Err(PartsError::None);
    };
    let size = |part: PartOf| format!("{} parts of {}", part.part.of(), part.items);
    for (file, part, _) in &known {
        if (part.part.of(), part.items) != (expected.part.of(), expected.items) {
            return Err(other(file, &first, "division", size(*part), size(expected)));
        }
    }
    known.sort_by_key(|(_, part, _)| part.part.number());
    for pair in known.windows(2) {
        let [(first, part, _), (second, next, _)] = pair else { continue };
        if part == next {
            let (first, second) = (first.clone(), second.clone());
            return Err(PartsError::Double { part: part.part, first, second });
        }
    }
    let of = expected.part.of();
    let there = |number| known.iter().any(|(_, part, _)| part.part.number() == number);
    let missing: Vec<String> =
        (1..=of).filter(|number| !there(*number)).take(20).map(|m| format!("{m}/{of}")).collect();
    if missing.is_empty() { Ok(known) } else { Err(PartsError::Missing(missing.join(", "))) }
}

/// Returns the error of a part that belongs to other work than the first.
pub fn other(
    file: &Path,
    first: &Path,
    what: &'static str,
    found: String,
    expected: String,
) -> PartsError {
    PartsError::Other { file: file.to_owned(), first: first.to_owned(), what, found, expected }
}

/// Goes through the items of all parts in the order of the whole, from which they were dealt out in
/// turn. Parts without items may be left out at the end. Returns the number of items.
///
/// `next` reads an item of a part. `take` is given its number in the whole, from 0, the file and the
/// item, and returns whether the item has that number. In errors an item is called `what`.
///
/// # Errors
/// A part has too few items or too many, or one of another number; or those of `next` and `take`.
pub fn deal_out<T, I, E: From<PartsError>>(
    mut parts: Vec<(PathBuf, PartOf, T)>,
    what: &str,
    mut next: impl FnMut(&mut T) -> Result<Option<I>, E>,
    mut take: impl FnMut(u64, &Path, I) -> Result<bool, E>,
) -> Result<u64, E> {
    let Some(whole) = parts.first().map(|(_, part, _)| *part) else { return Ok(0) };
    for number in 0..whole.items {
        let (file, part, items) = &mut parts[(number % whole.part.of()) as usize];
        let taken = match next(items)? {
            Some(item) => take(number, file, item)?,
            None => false,
        };
        if !taken {
            let (file, found) = (file.clone(), format!("{what} {}", number + 1));
            return Err(PartsError::Incomplete { file, part: part.part, found }.into());
        }
    }
    // All are read to their ends, so that damage there is found.
    for (file, part, items) in &mut parts {
        if next(items)?.is_some() {
            let (file, found) = (file.clone(), format!("another {what}"));
            return Err(PartsError::Surplus { file, part: part.part, found }.into());
        }
    }
    Ok(whole.items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(parts: &[&str]) -> Result<Vec<usize>, String> {
        let parts = parts
            .iter()
            .enumerate()
            .map(|(i, text)| (PathBuf::from(format!("f{i}")), text.parse::<PartOf>().ok(), i));
        let sorted = in_order(parts.collect()).map_err(|error| error.to_string())?;
        Ok(sorted.into_iter().map(|(_, _, i)| i).collect())
    }

    #[test]
    fn missing_double_and_foreign_parts_are_named() {
        assert_eq!(check(&["2/3 of 7", "3/3 of 7", "1/3 of 7"]), Ok(vec![2, 0, 1]));
        let error = |parts| check(parts).unwrap_err();
        assert_eq!(error(&["1/3 of 7", "3/3 of 7"]), "part 2/3 is missing");
        assert_eq!(
            error(&["1/2 of 7", "2/2 of 7", "2/2 of 7"]),
            "part 2/2 is given twice: f1 and f2"
        );
        assert!(error(&["1/2 of 7", "x"]).contains("f1 is no part"));
        assert!(error(&["1/2 of 7", "2/2 of 8"]).contains("2 parts of 8, but 2 parts of 7 in f0"));
        assert!(error(&[]).contains("no parts"));
    }

    #[test]
    fn parts_are_dealt_out_to_their_ends() {
        let deal = |parts: [&'static [u64]; 3]| {
            let part = |(i, items): (usize, &&'static [u64])| {
                let part = format!("{}/3 of 7", i + 1).parse::<PartOf>().unwrap();
                (PathBuf::from(format!("f{i}")), part, items.iter())
            };
            let (parts, mut order) = (parts.iter().enumerate().map(part).collect(), Vec::new());
            let dealt = deal_out(
                parts,
                "game",
                |items| Ok::<_, PartsError>(items.next()),
                |number, _, &item| {
                    order.push(item);
                    Ok(item == number)
                },
            );
            dealt.map(|count| (count, order)).map_err(|error| error.to_string())
        };
        assert_eq!(deal([&[0, 3, 6], &[1, 4], &[2, 5]]), Ok((7, (0..7).collect())));
        let error = |parts| deal(parts).unwrap_err();
        assert!(
            error([&[0, 3], &[1, 4], &[2, 5]]).contains("f0 is incomplete: game 7 of part 1/3")
        );
        assert!(
            error([&[0, 3, 6], &[4], &[2, 5]]).contains("f1 is incomplete: game 2 of part 2/3")
        );
        let error = error([&[0, 3, 6], &[1, 4], &[2, 5, 8]]);
        assert_eq!(error, "f2: another game after the end of part 3/3");
    }
}
