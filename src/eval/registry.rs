//! The evaluation functions by name. A new one needs one new file and one line here.

use super::accessibility::Accessibility;
use super::board_inputs::BoardSize;
use super::committee::Committee;
use super::evaluation::{Evaluation, Term, Value};
use super::learned::Learned;
use super::lieberum::Lieberum;
use super::minimal_distance::MinimalDistance;
use super::mobility::Mobility;
use super::net::Net;
use super::phased::Phased;
use super::random::Random;
use super::relative_territory::RelativeTerritory;
use super::territory::Territory;
use crate::ParseError;
use crate::board::{Bitboard, Color, Frame, Placement, Position};
use crate::util::start_of::start_of;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// Defines [`Evaluator`], the registry of evaluation functions: name, other names, type.
macro_rules! evaluations {
    ($($name:literal $(| $alias:literal)* => $function:ident),+ $(,)?) => {
        /// Any of the evaluation functions, chosen by its name.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Evaluator {
            $(#[doc = concat!("`", $name, "`")] $function($function),)+
            /// `net:FILE`, with the weights of a file.
            Net(Net),
        }

        impl Evaluator {
            /// All functions that need no file, with their usual constants.
            pub const ALL: &[Self] = &[$(Self::$function($function::DEFAULT)),+];

            /// The function that methods use if none is named.
            pub const DEFAULT: Self = Self::Accessibility(Accessibility);

            /// Returns its name, as in a spec.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$function(_) => $name,)+ Self::Net(_) => "net" }
            }

            /// Returns the function of this name, with its usual constants.
            fn named(name: &str) -> Option<Self> {
                match name {
                    $($name $(| $alias)* => Some(Self::$function($function::DEFAULT)),)+
                    _ => None,
                }
            }

            /// Returns the constants as [`Evaluation::constants`] does.
            fn constants(&mut self) -> Vec<(&'static str, &mut f32)> {
                match self { $(Self::$function(function) => function.constants(),)+ Self::Net(_) => Vec::new() }
            }

            /// Returns the same function for placements that lie on their board as `frame` says;
            /// networks for one board size need to know.
            #[must_use]
            pub fn on(self, frame: Frame) -> Self {
                if let Self::Net(net) = self { Self::Net(net.on(frame)) } else { self }
            }

            /// Evaluates as [`Evaluation::evaluate`] does.
            #[inline]
            pub fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
                match self {
                    $(Self::$function(function) => function.evaluate(placement, mover),)+
                    Self::Net(net) => net.evaluate(placement, mover),
                }
            }

            /// Returns the terms as [`Evaluation::terms`] does.
            pub fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, frame: Frame) -> Vec<Term> {
                match self {
                    $(Self::$function(function) => function.terms(placement, mover, frame),)+
                    Self::Net(net) => net.terms(placement, mover),
                }
            }
        }
    };
}

evaluations! {
    "accessibility" => Accessibility,
    "lieberum" | "amazong" => Lieberum,
    "minimal-distance" => MinimalDistance,
    "mobility" | "me" => Mobility,
    "territory" | "te" => Territory,
    "relative-territory" | "rte" => RelativeTerritory,
    "phased" => Phased,
    "learned" => Learned,
    "committee" => Committee,
    "random" => Random,
}

/// Returns the names of all evaluation functions.
pub fn names() -> Vec<&'static str> {
    Evaluator::ALL.iter().map(|evaluator| evaluator.name()).collect()
}

impl Evaluator {
    /// Returns whether `text` begins with the name of an evaluation function, as a whole word.
    pub fn is_named_by(text: &str) -> bool {
        let name = text.split(':').next().unwrap_or_default();
        name == "net" || Self::named(name).is_some()
    }

    /// Rejects a position whose board is too large for the function. A network treats a smaller
    /// board as its own with the squares beyond blocked.
    ///
    /// # Errors
    /// The function is a network that was made for a smaller board.
    pub fn check_board(&self, position: &Position) -> Result<(), ParseError> {
        let Self::Net(net) = self else { return Ok(()) };
        let Some(made_for) = net.largest_board() else { return Ok(()) };
        let found = BoardSize { files: position.width(), ranks: position.height() };
        if found.files <= made_for.files && found.ranks <= made_for.ranks {
            return Ok(());
        }
        Err(ParseError::expected(format!(
            "{}: a network for a board of {made_for}; expected such a board or a smaller one, found \
             one of {found}",
            net.path().display()
        )))
    }

    /// Returns the function's constants and their values.
    pub fn constants_by_name(&self) -> Vec<(&'static str, f32)> {
        let mut own = *self;
        own.constants().into_iter().map(|(name, value)| (name, *value)).collect()
    }

    fn set(&mut self, setting: &str) -> Result<(), ParseError> {
        let name = self.name();
        let (key, text) = setting.split_once('=').unwrap_or((setting, ""));
        let mut constants = self.constants();
        let Some((_, constant)) = constants.iter_mut().find(|(known, _)| *known == key) else {
            let known: Vec<_> = constants.iter().map(|(known, _)| *known).collect();
            let expected = match known.as_slice() {
                [] => "expected its name alone".to_owned(),
                known => format!("expected one of {}", known.join(", ")),
            };
            let found = start_of(key);
            let problem = format!("evaluation {name} has no constant '{found}'; {expected}");
            return Err(ParseError::expected(problem));
        };
        let number = text.parse().ok().filter(|number: &f32| number.abs() <= 1000.0);
        **constant = number.ok_or_else(|| {
            let found = start_of(text);
            ParseError::expected(format!(
                "evaluation {name}: {key}={found} is impossible; expected a number within ±1000"
            ))
        })?;
        Ok(())
    }
}

impl FromStr for Evaluator {
    type Err = ParseError;

    /// Reads a name followed by constants, such as `lieberum:tie=0.2:a=0`, or `net:FILE`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(("net", file)) = text.split_once(':') {
            return Net::open(Path::new(file)).map(Self::Net).map_err(ParseError::expected);
        }
        let mut pieces = text.split(':');
        let name = pieces.next().unwrap_or_default();
        let mut evaluator = Self::named(name).ok_or_else(|| {
            let (found, known) = (start_of(name), names().join(", "));
            let expected = format!("expected one of {known}, or net:FILE");
            ParseError::expected(format!("no evaluation '{found}'; {expected}"))
        })?;
        // A comma works as well where the text stands alone.
        for setting in pieces.flat_map(|piece| piece.split(',')) {
            evaluator.set(setting)?;
        }
        Ok(evaluator)
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Evaluator {
    /// Writes the name and the constants that differ from the usual ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Self::Net(net) = self {
            return write!(f, ":{}", net.path().display());
        }
        let (mut own, usual) = (*self, Self::named(self.name()));
        let mut usual = usual.unwrap_or(*self);
        for ((name, value), (_, usual)) in own.constants().into_iter().zip(usual.constants()) {
            if value != usual {
                write!(f, ":{name}={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::MAX_ESTIMATE;
    use super::*;
    use crate::board::Wide;
    use crate::board::with_placement;
    use proptest::prelude::*;

    fn value(evaluator: Evaluator, position: &Position) -> Value {
        let (placement, _) = position.smallest_placement();
        with_placement!(placement, placement => evaluator.evaluate(&placement, position.side()))
    }

    fn positions() -> impl Strategy<Value = Position> {
        (1..=12usize, 1..=10usize, any::<bool>()).prop_flat_map(|(width, height, white)| {
            prop::collection::vec(0..12u8, width * height).prop_map(move |cells| {
                let mut placement = Placement::<Wide>::default();
                for (i, cell) in cells.iter().enumerate() {
                    let bit = Wide::bit(Wide::index(i % width, i / width));
                    match cell {
                        0 => placement.white |= bit,
                        1 => placement.black |= bit,
                        2..=4 => {}
                        _ => placement.empty |= bit,
                    }
                }
                let side = if white { Color::White } else { Color::Black };
                Position::new(width, height, placement, side).unwrap()
            })
        })
    }

    proptest! {
        #[test]
        fn values_do_not_depend_on_symmetry_colour_or_layout(position in positions()) {
            for &evaluator in Evaluator::ALL {
                let want = value(evaluator, &position);
                prop_assert!(want.abs() <= MAX_ESTIMATE);
                prop_assert_eq!(value(evaluator, &position.swapped()), want);
                if evaluator.name() == "random" {
                    continue;
                }
                prop_assert_eq!(evaluator.evaluate(position.placement(), position.side()), want);
                for symmetry in 0..8 {
                    prop_assert_eq!(value(evaluator, &position.transformed(symmetry)), want);
                }
            }
        }

        #[test]
        fn only_the_tempo_differs_between_the_two_sides(position in positions()) {
            let there = value(Evaluator::MinimalDistance(MinimalDistance), &position);
            let other = position.with_side(position.side().other());
            prop_assert_eq!(value(Evaluator::MinimalDistance(MinimalDistance), &other), -there);
            let tempo = value(Evaluator::Accessibility(Accessibility), &position)
                + value(Evaluator::Accessibility(Accessibility), &other);
            prop_assert!(tempo >= -1, "to move is never worse: {}", tempo);
        }
    }

    #[test]
    fn names_and_constants_are_read_back() {
        for &evaluator in Evaluator::ALL {
            assert_eq!(evaluator.name().parse(), Ok(evaluator));
            assert_eq!(evaluator.to_string(), evaluator.name());
        }
        for text in ["lieberum:tie=0.2:a=0", "territory:tie=-0.125", "random:seed=7"] {
            assert_eq!(text.parse::<Evaluator>().unwrap().to_string(), text);
        }
        let comma: Evaluator = "amazong:tie=0.2,a=0".parse().unwrap();
        assert_eq!(comma.to_string(), "lieberum:tie=0.2:a=0");
        let error = |text: &str| text.parse::<Evaluator>().unwrap_err().to_string();
        assert!(error("depth").contains("accessibility, lieberum, minimal-distance"));
        assert!(error("lieberum:d=1").contains("no constant 'd'; expected one of tie, half"));
        assert!(error("mobility:x").contains("expected its name alone"));
        for bad in ["lieberum:a", "lieberum:a=x", "lieberum:a=NaN", "lieberum:a=1e9"] {
            assert!(error(bad).contains("expected a number"), "{bad}");
        }
    }
}
