//! The heading of a record of the Chinese championships, which names the game, the first team, the
//! second team, the winner, date and place, and the event: `#[AM][…][…][…][… …][…];`. It stands in
//! UTF-8 or GB 18030. The first team is White.

/// Whether a line, decoded or not, is such a heading.
pub(super) fn is_heading(line: &[u8]) -> bool {
    line.starts_with(b"#[") || line.starts_with(b"[AM]")
}

/// The tags that a heading stands for, and what follows it on its line.
pub(super) fn heading(line: &str) -> (Vec<(&'static str, String)>, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim_start_matches('#').trim_start();
    while let Some((field, after)) = rest.strip_prefix('[').and_then(|text| text.split_once(']')) {
        fields.push(field.trim());
        rest = after.trim_start();
    }
    // Some programs leave out the brackets of the last fields.
    let rest = rest.split_once([';', '；']).map_or(rest, |(_, after)| after);
    let field = |i: usize| fields.get(i).copied().filter(|text| !text.is_empty());
    let mut tags = Vec::new();
    let mut tag = |name, text: Option<&str>| {
        tags.extend(text.filter(|text| !text.is_empty()).map(|text| (name, text.to_owned())));
    };
    tag("PW", field(1));
    tag("PB", field(2));
    tag("RE", field(3).and_then(result));
    let (date, place) = date_and_place(field(4).unwrap_or_default());
    tag("DT", Some(date));
    tag("PC", Some(place));
    tag("EV", field(5));
    (tags, rest)
}

/// The winner that "the first wins" or "the second wins" names; the form to be filled in names both.
fn result(text: &str) -> Option<&'static str> {
    match (text.contains('先'), text.contains('后') || text.contains('後')) {
        (true, false) => Some("W+"),
        (false, true) => Some("B+"),
        _ => None,
    }
}

/// Splits `2024.01.01 10:00 place` before the place.
fn date_and_place(text: &str) -> (&str, &str) {
    let place = text.find(|letter: char| !letter.is_ascii_digit() && !" ./:-".contains(letter));
    let (date, place) = text.split_at(place.unwrap_or(text.len()));
    (date.trim(), place.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_names_teams_winner_date_place_and_event() {
        let line = "#[AM][甲][乙][先手胜][2025.07.01 09:30 北京][赛事];1 D1D7(G7)";
        assert!(is_heading(line.as_bytes()));
        let (tags, rest) = heading(line);
        let tags: Vec<_> = tags.iter().map(|(name, text)| (*name, text.as_str())).collect();
        assert_eq!(
            tags,
            [
                ("PW", "甲"),
                ("PB", "乙"),
                ("RE", "W+"),
                ("DT", "2025.07.01 09:30"),
                ("PC", "北京"),
                ("EV", "赛事"),
            ]
        );
        assert_eq!(rest, "1 D1D7(G7)");
    }

    #[test]
    fn a_form_that_was_not_filled_in_names_no_winner() {
        let (tags, rest) = heading("#[AM][先手][后手][先/后手胜]2025/7/1 9:30:00；");
        assert_eq!(tags.len(), 2);
        assert_eq!(rest, "");
    }
}
