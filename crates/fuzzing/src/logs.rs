//! Logs and journals, as a killed run or an older version may have left them.

use amazons::problems::Journal;
use amazons::tables::{journal_line, read_journal_line};
use amazons::util::sealed_line::{seal, unseal};
use std::path::Path;

/// Checks that an accepted line is accepted again with a new seal.
pub(super) fn sealed_line(bytes: &[u8]) {
    if let Ok(object) = unseal(bytes)
        && let Ok(object) = std::str::from_utf8(&object)
    {
        let sealed = seal(object);
        assert!(unseal(sealed.as_bytes()).is_ok(), "{sealed}");
    }
}

pub(super) fn judge_journal(bytes: &[u8]) {
    let name = Path::new("journal");
    let Ok(found) = Journal::read(bytes, name) else { return };
    let line = |(fen, judgement): (&String, _)| Journal::line(fen.clone(), judgement);
    let written: String =
        found.iter().filter_map(|one| line(one).expect("memory takes everything")).collect();
    let again = Journal::read(written.as_bytes(), name);
    assert_eq!(again.ok(), Some(found), "{written}");
}

pub(super) fn table_journal(bytes: &[u8]) {
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let mut lines = vec![line.to_vec()];
        // The same line with the right checksum.
        if let Some(at) = line.iter().position(|&byte| byte == b' ') {
            let json = line[at + 1..].strip_suffix(b"\n").unwrap_or(&line[at + 1..]);
            let sum = format!("{:016x} ", xxhash_rust::xxh3::xxh3_64(json));
            lines.push([sum.as_bytes(), json, b"\n"].concat());
        }
        for line in lines {
            if let Some((problem, judged)) = read_journal_line(&line) {
                let written = journal_line(&problem, &judged);
                assert_eq!(read_journal_line(written.as_bytes()), Some((problem, judged)));
            }
        }
    }
}

pub(super) fn study(text: &str) {
    use amazons_lab::study::{Header, Line, read_text};
    let _ = read_text(text.as_bytes(), Path::new("log.jsonl"));
    for line in text.lines() {
        again::<Header>(line);
        again::<Line>(line);
    }
}

pub(super) fn matches(text: &str) {
    use amazons_lab::matches::{GameLine, MatchHeader};
    let _ = amazons_lab::matches::read_match_text(text, Path::new("results.jsonl"));
    for line in text.lines() {
        again::<MatchHeader>(line);
        again::<GameLine>(line);
    }
}

/// Checks that a line that parses is written in a form that reads the same.
fn again<T>(line: &str)
where
    T: serde::de::DeserializeOwned + serde::Serialize + PartialEq + std::fmt::Debug,
{
    if let Ok(object) = unseal(line.as_bytes())
        && let Ok(read) = serde_json::from_slice::<T>(&object)
    {
        let written = serde_json::to_string(&read).expect("it was read from JSON");
        let sealed = seal(&written);
        let object = unseal(sealed.as_bytes()).expect("it was sealed");
        assert_eq!(serde_json::from_slice::<T>(&object).ok(), Some(read), "{written}");
    }
}
