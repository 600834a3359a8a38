//! The start of a text, to be quoted in an error.

/// The most characters of a text that an error quotes.
const MOST: usize = 60;

/// Returns a text, or its first 60 characters and an ellipsis if it has more.
pub fn start_of(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(start_of(""), "");
        let long = "ä".repeat(60);
        assert_eq!(start_of(&long), long);
        assert_eq!(start_of(&format!("{long}ü")), format!("{long}…"));
    }
}
