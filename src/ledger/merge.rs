//! The files of all parts of one piece of work, and what one run would have made of it.

use super::error::MergeError;
use super::fact::Fact;
use super::partition::PartOf;
use std::path::PathBuf;

/// The file of one part, whatever its format.
#[derive(Clone, Debug)]
pub struct Part<I> {
    /// The file, or the directory that holds it.
    pub file: PathBuf,
    /// Which part it is; `None` if it does not say.
    pub part: Option<PartOf>,
    /// What must agree in all parts.
    pub facts: Vec<Fact>,
    /// What it holds.
    pub items: I,
}

/// All parts of one piece of work, in their order.
#[derive(Clone, Debug)]
pub struct Parts<I> {
    parts: Vec<Part<I>>,
    whole: PartOf,
}

impl<I> Parts<I> {
    /// Brings the files of parts into their order.
    ///
    /// # Errors
    /// A file is not a part or belongs to other work, two are the same part, or some are missing.
    pub fn new(mut parts: Vec<Part<I>>) -> Result<Self, MergeError> {
        if let Some(none) = parts.iter().find(|part| part.part.is_none()) {
            return Err(MergeError::NoPart(none.file.clone()));
        }
        let first = parts.first().ok_or(MergeError::None)?;
        let of = |part: &Part<I>| part.part.expect("each is a part");
        let whole = of(first);
        let division = |part: PartOf| format!("{} parts of {}", part.part.of(), part.items);
        let facts = |part: &Part<I>| {
            let division = Fact::new("division", division(of(part)));
            [&[division], &part.facts[..]].concat()
        };
        for part in &parts {
            MergeError::check_same((&part.file, facts(part)), (&first.file, facts(first)))?;
        }
        parts.sort_by_key(|part| of(part).part.number());
        for pair in parts.windows(2) {
            if of(&pair[0]) == of(&pair[1]) {
                let [first, second] = [&pair[0], &pair[1]].map(|part| part.file.clone());
                return Err(MergeError::Twice { part: of(&pair[0]).part, first, second });
            }
        }
        let count = whole.part.of();
        let there = |number| parts.iter().any(|part| of(part).part.number() == number);
        let missing = (1..=count).filter(|number| !there(*number)).take(20);
        let missing: Vec<String> = missing.map(|number| format!("{number}/{count}")).collect();
        match missing.is_empty() {
            true => Ok(Self { parts, whole }),
            false => Err(MergeError::Missing(missing.join(", "))),
        }
    }

    /// Returns the first part.
    pub fn first(&self) -> &Part<I> {
        &self.parts[0]
    }

    /// Returns the parts in their order.
    pub fn into_parts(self) -> Vec<Part<I>> {
        self.parts
    }

    /// Changes what each part holds.
    pub fn map<J>(self, mut change: impl FnMut(I) -> J) -> Parts<J> {
        let changed = |part: Part<I>| {
            let Part { file, part, facts, items } = part;
            Part { file, part, facts, items: change(items) }
        };
        Parts { parts: self.parts.into_iter().map(changed).collect(), whole: self.whole }
    }

    /// Returns the parts in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Part<I>> {
        self.parts.iter()
    }

    /// Goes through the items of all parts in the order of the whole, from which they were dealt
    /// out in turn. Returns the number of items.
    ///
    /// `take` is given the number of an item in the whole, from 0, and the item, and returns whether
    /// the item has that number. In errors an item is called `what`.
    ///
    /// # Errors
    /// A part has too few items or too many, or one of another number; or those of reading an item
    /// and of `take`.
    pub fn in_turn<T>(
        mut self,
        what: &str,
        mut take: impl FnMut(u64, T) -> Result<bool, MergeError>,
    ) -> Result<u64, MergeError>
    where
        I: Iterator<Item = Result<T, MergeError>>,
    {
        let count = self.whole.part.of();
        for number in 0..self.whole.items {
            let part = &mut self.parts[(number % count) as usize];
            let taken = match part.items.next() {
                Some(item) => take(number, item?)?,
                None => false,
            };
            if !taken {
                return Err(part.incomplete(format!("{what} {}", number + 1)));
            }
        }
        // All are read to their ends, so that damage there is found.
        for part in &mut self.parts {
            if part.items.next().transpose()?.is_some() {
                let (file, found) = (part.file.clone(), format!("another {what}"));
                let part = part.part.map_or(self.whole.part, |part| part.part);
                return Err(MergeError::Surplus { file, part, found });
            }
        }
        Ok(self.whole.items)
    }
}

impl<I> Part<I> {
    /// Returns the error of a part that lacks something.
    pub fn incomplete(&self, found: String) -> MergeError {
        match self.part {
            Some(PartOf { part, .. }) => {
                MergeError::Incomplete { file: self.file.clone(), part, found }
            }
            None => MergeError::NoPart(self.file.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of three of seven games, or what a text says, without facts.
    fn part<I>(number: usize, text: &str, items: I) -> Part<I> {
        let (file, part) = (PathBuf::from(format!("f{number}")), text.parse().ok());
        Part { file, part, facts: Vec::new(), items }
    }

    fn check(parts: &[&str]) -> Result<Vec<usize>, String> {
        let parts = parts.iter().enumerate().map(|(i, text)| part(i, text, i)).collect();
        let sorted = Parts::new(parts).map_err(|error| error.to_string())?;
        Ok(sorted.iter().map(|part| part.items).collect())
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
        assert!(error(&["1/2 of 7", "x"]).contains("f1: not a part"));
        let other = error(&["1/2 of 7", "2/2 of 8"]);
        assert_eq!(other, "f1: different division: 2 parts of 8; f0 has 2 parts of 7");
        assert!(error(&[]).contains("no parts"));
    }

    #[test]
    fn parts_of_other_work_are_named_by_the_first_fact_that_differs() {
        let limit = |number, part_of, nodes: &str| Part {
            facts: vec![Fact::new("set", "a.xml"), Fact::new("limit", nodes)],
            ..part(number, part_of, ())
        };
        let error = Parts::new(vec![limit(0, "1/2 of 7", "9"), limit(1, "2/2 of 7", "8")]);
        assert_eq!(error.unwrap_err().to_string(), "f1: different limit: 8; f0 has 9");
    }

    #[test]
    fn parts_are_dealt_out_to_their_ends() {
        let deal = |parts: [&'static [u64]; 3]| {
            let part = |(i, items): (usize, &&'static [u64])| {
                part(i, &format!("{}/3 of 7", i + 1), items.iter().map(Ok))
            };
            let (parts, mut order) = (parts.iter().enumerate().map(part).collect(), Vec::new());
            let dealt = Parts::new(parts).unwrap().in_turn("game", |number, &item| {
                order.push(item);
                Ok(item == number)
            });
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
