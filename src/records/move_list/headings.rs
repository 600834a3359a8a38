//! Lines in words before the moves of a game: `Game 1`, `White: a name`, `Result: 1-0`.

use super::tags::NAMES;

/// Words that name a game in a heading, before its number.
const GAME: [&str; 6] = ["game", "round", "match", "board", "partie", "spiel"];

/// What follows a heading such as `Game 1:` or `Round #2`; `None` for any other line.
pub(super) fn game(line: &str) -> Option<&str> {
    let end = line.find(|letter: char| !letter.is_alphabetic())?;
    let (word, rest) = line.split_at(end);
    if !GAME.iter().any(|game| word.eq_ignore_ascii_case(game)) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches('#').trim_start();
    let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if after.len() == rest.len() {
        return None;
    }
    Some(after.trim_start_matches([':', '.', ')', ',', '-', '–']).trim_start())
}

/// The tag and its value of a line such as `White: a name`.
pub(super) fn tag(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim();
    let known = NAMES.iter().map(|(tag, _)| *tag).find(|tag| tag.eq_ignore_ascii_case(name));
    let winner = name.eq_ignore_ascii_case("winner").then_some("Result");
    Some((known.or(winner)?, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_told_from_moves() {
        for (line, want) in [
            ("Game 1", Some("")),
            ("GAME #12: one - two", Some("one - two")),
            ("Round 3. d1-d7/g7", Some("d1-d7/g7")),
            ("Game over", None),
            ("1. d1-d7/g7", None),
            ("Games 1", None),
        ] {
            assert_eq!(game(line), want, "{line}");
        }
        assert_eq!(tag("white: a name"), Some(("White", "a name")));
        assert_eq!(tag("Winner: Black"), Some(("Result", "Black")));
        assert_eq!(tag("note: d1-d7/g7"), None);
    }
}
