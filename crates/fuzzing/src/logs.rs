//! Logs and journals, as a killed run or an older version may have left them.

use amazons::ledger::{Entry, Reader, line, seal, unseal};
use amazons::problems::Finished;
use amazons::tables::JournalEntry;
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
    for entry in entries::<Finished>(bytes) {
        let written = line(&entry);
        assert_eq!(entries::<Finished>(written.as_bytes()), [entry], "{written}");
    }
}

pub(super) fn table_journal(bytes: &[u8]) {
    for (problem, judged) in
        entries::<JournalEntry>(bytes).into_iter().filter_map(JournalEntry::judged)
    {
        let written = line(&JournalEntry::of(&problem, &judged));
        let again =
            entries::<JournalEntry>(written.as_bytes()).into_iter().map(JournalEntry::judged);
        assert_eq!(again.collect::<Vec<_>>(), [Some((problem, judged))], "{written}");
    }
}

/// The entries of a ledger without a header up to the first line that is wrong.
fn entries<E: Entry>(bytes: &[u8]) -> Vec<E> {
    Reader::of(&*resealed(bytes), Path::new("journal")).map_while(Result::ok).collect()
}

/// A ledger with the right seals, so that what they protect is read too.
fn resealed(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let line = line.trim_ascii_end();
        let object = unseal(line).unwrap_or_else(|_| line.to_vec());
        sealed.extend(seal(&String::from_utf8_lossy(&object)).into_bytes());
        sealed.push(b'\n');
    }
    sealed
}

pub(super) fn study(text: &str) {
    use amazons_lab::study::{Header, Line, read_log_from};
    let log = Path::new("log.jsonl");
    let _ = read_log_from(text.as_bytes(), log);
    let sealed = resealed(text.as_bytes());
    let _ = read_log_from(&*sealed, log);
    for line in sealed.split(|&byte| byte == b'\n') {
        again::<Header>(line);
        again::<Line>(line);
    }
}

pub(super) fn matches(text: &str) {
    use amazons_lab::matches::{GameLine, MatchHeader, read_match_from};
    let log = Path::new("results.jsonl");
    let _ = read_match_from(text.as_bytes(), log);
    let sealed = resealed(text.as_bytes());
    let _ = read_match_from(&*sealed, log);
    for line in sealed.split(|&byte| byte == b'\n') {
        again::<MatchHeader>(line);
        again::<GameLine>(line);
    }
}

/// Checks that a line that parses is written in a form that reads the same.
fn again<T>(sealed: &[u8])
where
    T: serde::de::DeserializeOwned + serde::Serialize + PartialEq + std::fmt::Debug,
{
    if let Ok(object) = unseal(sealed)
        && let Ok(read) = serde_json::from_slice::<T>(&object)
    {
        let written = line(&read);
        let object = unseal(written.trim_ascii_end().as_bytes()).expect("it was sealed");
        assert_eq!(serde_json::from_slice::<T>(&object).ok(), Some(read), "{written}");
    }
}
