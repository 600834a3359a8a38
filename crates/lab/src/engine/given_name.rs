//! Names that results call a method by: `NAME=METHOD`.

use amazons::solvers::SpecError;

/// The longest name, in bytes.
const LONGEST: usize = 60;

/// Splits `NAME=METHOD` into the name and the method. A method's own equals sign follows a colon.
pub fn split_name(text: &str) -> Option<(&str, &str)> {
    let (name, method) = text.split_once('=')?;
    (!name.contains(':')).then_some((name, method))
}

/// Splits `NAME=METHOD`; the name is absent if none is given.
///
/// # Errors
/// The name is empty, too long, has a character that lists need, or names a method itself.
pub fn named(
    text: &str,
    is_method: impl Fn(&str) -> bool,
) -> Result<(Option<String>, &str), SpecError> {
    let Some((name, method)) = split_name(text) else { return Ok((None, text)) };
    let name = name.trim();
    let sound = !name.is_empty()
        && name.len() <= LONGEST
        && !name.contains(|c: char| c.is_control() || matches!(c, ',' | '#'))
        && !is_method(name);
    if sound {
        return Ok((Some(name.to_owned()), method));
    }
    let problem = format!(
        "the name '{}' before '='; expected 1 to {LONGEST} bytes without ',' and '#', other than the \
         text of a method",
        name.escape_debug()
    );
    Err(SpecError::new(method, problem))
}
