//! The options of a method, each declared once with its default and the values that it may have:
//! a pass over them reads a spec, another one writes it.

use super::spec::{Spec, SpecError, spec_text};
use crate::eval::Evaluator;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A method with options.
pub trait Configured: Clone {
    /// Its name in a spec.
    const NAME: &'static str;

    /// Makes the method for what a spec is for. Its options are not set yet.
    fn unset(spec: &Spec) -> Self;

    /// Passes over the options, in the order in which they are written.
    fn each_option(&mut self, options: &mut Options<'_>);

    /// Makes the method of a spec.
    ///
    /// # Errors
    /// An option is unknown or impossible.
    fn from_spec(mut spec: Spec) -> Result<Self, SpecError> {
        let (mut method, mut wrong) = (Self::unset(&spec), None);
        method.each_option(&mut Options::Read(&mut spec, &mut wrong));
        wrong.map_or_else(|| spec.finish(), Err).map(|()| method)
    }

    /// Returns the text that makes it again: its name, and the options that are not at their
    /// defaults.
    fn text(&self) -> String {
        let mut set = Vec::new();
        self.clone().each_option(&mut Options::Write(&mut set));
        spec_text(Self::NAME, &set)
    }
}

/// A pass over the options of a method.
pub enum Options<'a> {
    /// Sets each of them as a spec says. The first error is kept.
    Read(&'a mut Spec, &'a mut Option<SpecError>),
    /// Writes those that are not at their defaults.
    Write(&'a mut Vec<String>),
}

impl Options<'_> {
    /// A number or a flag.
    pub fn value<T>(&mut self, key: &str, field: &mut T, usual: T)
    where
        T: FromStr + Display + PartialEq + Copy,
    {
        let write = |value: &T| format!("{key}={value}");
        self.pass(field, &usual, |spec| spec.take(key, usual), write);
    }

    /// A number of a range.
    pub fn within<T>(&mut self, key: &str, field: &mut T, usual: T, range: RangeInclusive<T>)
    where
        T: FromStr + Display + PartialOrd + Copy,
    {
        let write = |value: &T| format!("{key}={value}");
        self.pass(field, &usual, |spec| spec.take_within(key, usual, range), write);
    }

    /// A number of bytes. By default, the method chooses it.
    pub fn size(&mut self, key: &str, field: &mut Option<usize>) {
        let write = |bytes: &Option<usize>| format!("{key}={}", bytes.unwrap_or_default());
        self.pass(field, &None, |spec| spec.take_bytes(key), write);
    }

    /// One of a few values by its name.
    pub fn choice<T>(
        &mut self,
        key: &str,
        field: &mut T,
        choices: &[(impl AsRef<str>, T)],
        usual: T,
    ) where
        T: PartialEq + Copy,
    {
        let write = |value: &T| {
            let name = choices.iter().find(|choice| choice.1 == *value);
            format!("{key}={}", name.map_or("", |(name, _)| name.as_ref()))
        };
        self.pass(field, &usual, |spec| spec.take_choice(key, choices, usual), write);
    }

    /// The evaluation function: the option `eval`, written with `label` before the function's name.
    pub fn evaluation(&mut self, field: &mut Evaluator, label: &str) {
        let usual = Evaluator::DEFAULT;
        let write = |evaluation: &Evaluator| format!("{label}{evaluation}");
        self.pass(field, &usual, |spec| spec.take_evaluation(usual), write);
    }

    /// What must hold between options; the problem if it does not.
    pub fn require(&mut self, holds: bool, problem: &str) {
        if let Self::Read(spec, wrong) = self
            && !holds
        {
            wrong.get_or_insert_with(|| spec.error(problem));
        }
    }

    fn pass<T: PartialEq>(
        &mut self,
        field: &mut T,
        usual: &T,
        read: impl FnOnce(&mut Spec) -> Result<T, SpecError>,
        write: impl FnOnce(&T) -> String,
    ) {
        match self {
            Self::Read(spec, wrong) => match read(spec) {
                Ok(value) => *field = value,
                Err(error) => _ = wrong.get_or_insert(error),
            },
            Self::Write(set) if field != usual => set.push(write(field)),
            Self::Write(_) => {}
        }
    }
}
