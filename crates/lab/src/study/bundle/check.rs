//! Checks a bundle: its hashes, its log against its set, its report against its log.

use super::write::sha256;
use super::{MANIFEST, Manifest, SET, STUDY, SUMS, VERSION, zip_error};
use crate::FileError;
use crate::study::error::StudyError;
use crate::study::log::{Contents, LOG_NAME, read_log_from};
use crate::study::record::{Build, Problem};
use crate::study::report::report_data::Report;
use amazons::problems::SetReader;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Component, Path};
use zip::ZipArchive;

/// The most entries of a bundle.
const MOST_ENTRIES: usize = 200;
/// The largest entry, in bytes when unpacked.
const LARGEST: u64 = 1 << 30;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// The number of entries.
    pub entries: usize,
    /// The number of problems.
    pub problems: usize,
    /// The number of answers.
    pub answers: usize,
    /// Whether the report was made again from the log, which only the commit that made it can do.
    pub remade: bool,
    /// What does not match, one sentence each.
    pub mismatches: Vec<String>,
}

/// Checks the bundle at `path`; `build` is that of this program. Nothing is unpacked to disk, and
/// only the log and the set are held in memory.
///
/// # Errors
/// It cannot be read, is not a bundle, is damaged, or has an entry that is too large or whose path
/// leads out of it. What is readable and does not match is in [`Checked::mismatches`].
pub fn check_bundle(path: &Path, build: &Build) -> Result<Checked, StudyError> {
    let file = amazons::util::input_file::opened(path).map_err(FileError::io(path))?;
    let zip = ZipArchive::new(file).map_err(zip_error(path))?;
    Bundle { path, zip }.check(build)
}

struct Bundle<'a> {
    path: &'a Path,
    zip: ZipArchive<File>,
}

impl Bundle<'_> {
    fn check(mut self, build: &Build) -> Result<Checked, StudyError> {
        let hashes = self.hashes()?;
        let manifest: Manifest = serde_json::from_slice(&self.bytes(MANIFEST)?)
            .map_err(|error| FileError::about(self.path, format!("{MANIFEST}: {error}")))?;
        if manifest.bundle_version != VERSION {
            let reason = format!(
                "{MANIFEST}: bundle_version {}; expected {VERSION}",
                manifest.bundle_version
            );
            return Err(FileError::about(self.path, reason).into());
        }
        let mut mismatches = compare_sums(&hashes, &self.bytes(SUMS)?);
        let contents = self.log()?;
        let of_set = self.set()?;
        if let Some(difference) = first_difference(&of_set, &contents.problems) {
            mismatches.push(format!("{SET} and the log differ: {difference}"));
        }
        let same_program = manifest.build == *build
            && manifest.program == env!("CARGO_PKG_VERSION")
            && build.commit.as_ref().is_some_and(|commit| !commit.contains(','));
        if same_program {
            let report = Report::new(&contents)?;
            for (name, bytes) in report.files()? {
                let name = format!("{STUDY}{name}");
                if hashes.get(&name) != Some(&sha256(&bytes)) {
                    mismatches.push(format!("{name}: not what the log gives"));
                }
            }
        }
        Ok(Checked {
            entries: hashes.len(),
            problems: contents.problems.len(),
            answers: contents.answered(),
            remade: same_program,
            mismatches,
        })
    }

    /// Reads every entry once and hashes it.
    fn hashes(&mut self) -> Result<BTreeMap<String, String>, FileError> {
        let wrong = |reason: String| FileError::about(self.path, reason);
        if self.zip.len() > MOST_ENTRIES {
            let found = self.zip.len();
            return Err(wrong(format!("{found} entries; a bundle has at most {MOST_ENTRIES}")));
        }
        let mut hashes = BTreeMap::new();
        for index in 0..self.zip.len() {
            let mut entry = self.zip.by_index(index).map_err(zip_error(self.path))?;
            let name = entry.name().map_err(zip_error(self.path))?.into_owned();
            let shown = amazons::util::terminal::one_line(&name).to_string();
            if !stays_inside(&name) || !entry.is_file() || entry.is_symlink() {
                return Err(wrong(format!(
                    "entry '{shown}'; expected files whose paths stay inside the bundle"
                )));
            }
            let mut hash = Sha256::new();
            let read = io::copy(&mut entry.by_ref().take(LARGEST + 1), &mut hash);
            let read =
                read.map_err(|error| wrong(format!("entry '{shown}' is damaged: {error}")))?;
            if read > LARGEST {
                return Err(wrong(format!("entry '{shown}' has more than {LARGEST} bytes")));
            }
            if hashes.insert(name, format!("{:x}", hash.finalize())).is_some() {
                return Err(wrong(format!("entry '{shown}' is there twice")));
            }
        }
        Ok(hashes)
    }

    fn entry(&mut self, name: &str) -> Result<impl Read, FileError> {
        match self.zip.by_name(name) {
            Ok(entry) => Ok(entry.take(LARGEST)),
            Err(_) => {
                let reason = format!("no entry '{name}'; expected a bundle of 'amazons report'");
                Err(FileError::about(self.path, reason))
            }
        }
    }

    /// The bytes of a small entry.
    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        let path = self.path;
        self.entry(name)?.take(1 << 20).read_to_end(&mut bytes).map_err(FileError::io(path))?;
        Ok(bytes)
    }

    fn log(&mut self) -> Result<Contents, StudyError> {
        let name = format!("{STUDY}{LOG_NAME}");
        let shown = self.path.join(&name);
        Ok(read_log_from(BufReader::new(self.entry(&name)?), &shown)?)
    }

    fn set(&mut self) -> Result<Vec<Problem>, FileError> {
        let shown = self.path.join(SET).display().to_string();
        let reader = SetReader::new(&shown, BufReader::new(self.entry(SET)?))?;
        let problems = reader.map(|problem| problem.map(|problem| Problem::from(&problem)));
        Ok(problems.collect::<Result<_, _>>()?)
    }
}

/// Whether a path names a file below the directory that it is unpacked to, on every system.
fn stays_inside(name: &str) -> bool {
    let normal = |part| matches!(part, Component::Normal(_));
    !name.is_empty()
        && !name.contains(['\\', ':', '\0'])
        && Path::new(name).components().all(normal)
}

/// What does not match between the entries and the list of their hashes.
fn compare_sums(hashes: &BTreeMap<String, String>, sums: &[u8]) -> Vec<String> {
    let sums = String::from_utf8_lossy(sums);
    let listed: BTreeMap<&str, &str> = sums
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(sum, name)| (name, sum))
        .collect();
    let mut mismatches = Vec::new();
    for (name, hash) in hashes.iter().filter(|(name, _)| *name != SUMS) {
        match listed.get(name.as_str()) {
            Some(sum) if sum == hash => {}
            Some(_) => mismatches.push(format!("{name}: its hash differs from that in {SUMS}")),
            None => mismatches.push(format!("{name}: not listed in {SUMS}")),
        }
    }
    let missing = listed.keys().filter(|name| !hashes.contains_key(**name));
    mismatches.extend(missing.map(|name| format!("{name}: listed in {SUMS}, but not there")));
    mismatches
}

/// The first difference between the problems of the set and those of the log.
fn first_difference(set: &[Problem], log: &[Problem]) -> Option<String> {
    if set.len() != log.len() {
        return Some(format!("{} problems and {}", set.len(), log.len()));
    }
    let differs = set.iter().zip(log).find(|(set, log)| set != log)?;
    Some(format!("problem '{}'", differs.1.id))
}
