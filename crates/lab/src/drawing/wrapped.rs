//! Texts for people, in lines of a usual terminal.

use super::WIDTH;

/// Breaks lines of more than [`WIDTH`] characters between words; continuation lines are indented by
/// `indent`. A longer word, such as a path, stays whole.
pub fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        if line.chars().count() <= WIDTH {
            out.push_str(line);
            continue;
        }
        let (mut column, mut begun) = (0, false);
        // The blanks before a word, even at the beginning, belong to it.
        for word in words(line) {
            let width = word.chars().count();
            if begun && column + width > WIDTH {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent));
                out.push_str(word.trim_start());
                column = indent + word.trim_start().chars().count();
            } else {
                out.push_str(word);
                column += width;
            }
            begun = true;
        }
    }
    out
}

/// The words of a line, each with the blanks before it.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut left = line;
    std::iter::from_fn(move || {
        let begin = left.find(|c: char| c != ' ')?;
        let end = left[begin..].find(' ').map_or(left.len(), |end| begin + end);
        let (word, rest) = left.split_at(end);
        left = rest;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_others_stay() {
        assert_eq!(wrapped("  a\n\n  b  c \n", 4), "  a\n\n  b  c \n");
        let text = format!("  {} {} end", "a".repeat(60), "b".repeat(90));
        let lines = ["  ", &"a".repeat(60), "\n    ", &"b".repeat(90), "\n    end"].concat();
        assert_eq!(wrapped(&text, 4), lines);
    }
}
