//! Enums without data, each of whose variants has a name in files and options.

/// Gives an enum the list of its variants, `ALL`, and their names: `name()`, which is also their
/// text, and from which they are read.
///
/// ```
/// use amazons::util::named;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Answer {
///     Yes,
///     No,
/// }
///
/// named!(Answer { Yes => "yes", No => "no" });
///
/// assert_eq!(Answer::ALL.map(Answer::name), ["yes", "no"]);
/// assert_eq!("no".parse(), Ok(Answer::No));
/// let error = "maybe".parse::<Answer>().unwrap_err();
/// assert_eq!(error.to_string(), "expected yes or no");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns its name in files and options.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, $crate::ParseError> {
                let known = Self::ALL.into_iter().find(|one| one.name() == text);
                known.ok_or_else(|| $crate::ParseError::one_of(&Self::ALL.map(Self::name)))
            }
        }
    };
}
