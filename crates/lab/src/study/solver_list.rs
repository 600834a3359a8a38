//! Lists of solvers as one text, which may include foreign programs.

use crate::engine::given_name::split_name;
use crate::engine::program::names_program;
use amazons::solvers::{SOLVERS, options_for};

/// Splits a list such as `dfpn:tt=64MB,epsilon=0.25,wpns,deep=wpns:nodes=1e6` into its methods. A
/// piece `key=value` after a method with options is another option of it, unless it has no such
/// option and the value is a method, which is then called `key`.
///
/// A comma in the command of an `engine:COMMAND` is quoted as in a shell, by `"`, `'` or a
/// backslash; alternatively the whole piece is quoted.
pub fn split_solvers(list: &str) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for piece in pieces(list) {
        let starts_spec = match (piece.find(':'), piece.find('=')) {
            (Some(colon), Some(equals)) => colon < equals,
            (_, equals) => equals.is_none(),
        };
        match specs.last_mut() {
            Some(last) if !starts_spec && takes_options(last) && !is_named_after(last, &piece) => {
                last.push(',');
                last.push_str(&piece);
            }
            _ => specs.push(piece),
        }
    }
    specs
}

/// A method without the name that it may have been given.
fn unnamed(method: &str) -> &str {
    split_name(method).map_or(method, |(_, method)| method)
}

fn takes_options(method: &str) -> bool {
    let method = unnamed(method);
    method.contains(':') && !names_program(method)
}

/// Whether a piece after a method is another one with a name, and not an option.
fn is_named_after(method: &str, piece: &str) -> bool {
    let name_of = |method: &str| method.split(':').next().unwrap_or_default().to_owned();
    let Some((key, value)) = split_name(piece) else { return false };
    let method = name_of(unnamed(method));
    let is_option = options_for(&method, false).iter().any(|option| option.name == key);
    let begins_method = SOLVERS.iter().any(|entry| entry.name == name_of(value));
    !is_option && (begins_method || names_program(value))
}

/// The pieces between commas. Only engine commands and pieces that begin with a quote can contain
/// quotes: in `eval=net:FILE` a quote is part of the file's name.
fn pieces(list: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = list.trim_start();
    loop {
        let quoted = rest.starts_with(['\'', '"']);
        let end = match quoted || names_program(unnamed(rest)) {
            true => end_of_quoted(rest),
            false => rest.find(',').unwrap_or(rest.len()),
        };
        let piece = rest[..end].trim();
        // A piece with an unclosed quote is reported when it is parsed.
        let word = shlex::split(piece).filter(|words| quoted && words.len() == 1);
        pieces.push(word.map_or(piece.to_owned(), |words| words.concat()));
        match rest[end..].strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return pieces,
        }
    }
}

/// The position of the first comma that is not quoted or escaped.
fn end_of_quoted(text: &str) -> usize {
    let (mut open, mut kept) = (None, false);
    for (at, letter) in text.char_indices() {
        match (open, letter) {
            _ if kept => kept = false,
            (None | Some('"'), '\\') => kept = true,
            (None, ',') => return at,
            (None, '"' | '\'') => open = Some(letter),
            (Some(quote), _) if quote == letter => open = None,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_specs_keep_options_together() {
        let split = |list| split_solvers(list).join(" | ");
        assert_eq!(split("dfpn,wpns"), "dfpn | wpns");
        assert_eq!(
            split("dfpn:tt=1MB,epsilon=0, wpns:a=b:c"),
            "dfpn:tt=1MB,epsilon=0 | wpns:a=b:c"
        );
        assert_eq!(split("x,y=1"), "x | y=1");
        assert_eq!(
            split("a=dfpn:tt=1MB,nodes=5,b=dfpn,c=wpns:tt=1MB,d=engine:./x 'y,z',mcts"),
            "a=dfpn:tt=1MB,nodes=5 | b=dfpn | c=wpns:tt=1MB | d=engine:./x 'y,z' | mcts"
        );
        // Options whose values are methods, or named like them.
        for list in ["hybrid:first=dfpn:tt=1MB,then=mcts:seed=1", "alphabeta:tt=1MB,eval=random"] {
            assert_eq!(split(list), list);
        }
        assert_eq!(split(""), "");
        assert_eq!(split("dfpn,,wpns"), "dfpn |  | wpns");
    }

    #[test]
    fn commas_in_commands_of_engines_are_quoted() {
        let split = |list| split_solvers(list).join(" | ");
        assert_eq!(
            split("dfpn,alphabeta,engine:./mysolver --fast"),
            "dfpn | alphabeta | engine:./mysolver --fast"
        );
        assert_eq!(
            split("engine:./a --level=3,dfpn:tt=1MB,epsilon=0"),
            "engine:./a --level=3 | dfpn:tt=1MB,epsilon=0"
        );
        assert_eq!(
            split("engine:./a 'x,y' \"b,\\\"c\" d\\,e,wpns"),
            "engine:./a 'x,y' \"b,\\\"c\" d\\,e | wpns"
        );
        assert_eq!(split("dfpn, 'engine:./a x,y' ,wpns"), "dfpn | engine:./a x,y | wpns");
        assert_eq!(split("engine:./a 'x,y"), "engine:./a 'x,y");
        assert_eq!(split("engine:./a,tt=5"), "engine:./a | tt=5");
        assert_eq!(split("alphabeta:eval=net:it's,dfpn"), "alphabeta:eval=net:it's | dfpn");
    }
}
