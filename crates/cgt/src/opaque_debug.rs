//! `Debug` for types that own too much to print: their name.

/// Implements [`Debug`](std::fmt::Debug) by a type's name alone.
///
/// Takes the generic parameters in brackets, the type, and its name:
/// `opaque_debug!([R] SetReader<R>, "SetReader")`.
#[doc(hidden)]
#[macro_export]
macro_rules! opaque_debug {
    ([$($generics:tt)*] $type:ty, $name:literal) => {
        impl<$($generics)*> std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    };
}
