//! What became of the regions that the extractor saw.

use super::filter::Rejection;
use serde::Serialize;
use std::fmt;

/// Counts of an extraction. Every region seen is rejected for one reason, is a duplicate, or is
/// kept. Every kept region gives two problems, less those counted in `blocking` and `mirrored`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Funnel {
    /// Games read.
    pub games: u64,
    /// Games with a defect, whose legal part was used.
    pub defective_games: u64,
    /// Games left out because of their source.
    pub other_source: u64,
    /// Regions seen.
    pub seen: u64,
    /// Regions rejected, by reason, in the order of the tests.
    #[serde(serialize_with = "rejected_by_name")]
    pub rejected: [u64; Rejection::ALL.len()],
    /// Regions kept before, including symmetric and colour-swapped ones.
    pub duplicates: u64,
    /// Regions kept.
    pub regions: u64,
    /// Problems dropped because a first move leaves the opponent without a move.
    pub blocking: u64,
    /// Problems dropped because the region is its own image under colour swap.
    pub mirrored: u64,
    /// Problems kept.
    pub problems: u64,
}

fn rejected_by_name<S: serde::Serializer>(
    counts: &[u64; Rejection::ALL.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let by_key = |reason: &Rejection| (reason.name().replace('-', "_"), counts[*reason as usize]);
    serializer.collect_map(Rejection::ALL.iter().map(by_key))
}

impl Funnel {
    /// Counts a rejected region.
    pub fn reject(&mut self, reason: Rejection) {
        self.rejected[reason as usize] += 1;
    }

    /// Returns all counts with their names in files, in a fixed order.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let mut counts = vec![
            ("games", self.games),
            ("defective-games", self.defective_games),
            ("other-source", self.other_source),
            ("seen", self.seen),
        ];
        counts.extend(Rejection::ALL.iter().map(|&r| (r.name(), self.rejected[r as usize])));
        counts.extend([
            ("duplicates", self.duplicates),
            ("regions", self.regions),
            ("blocking", self.blocking),
            ("mirrored", self.mirrored),
            ("problems", self.problems),
        ]);
        counts
    }

    /// Returns the count with a name from [`counts`](Self::counts); `None` for another name.
    pub fn count_mut(&mut self, name: &str) -> Option<&mut u64> {
        if let Some(reason) = Rejection::ALL.iter().find(|reason| reason.name() == name) {
            return Some(&mut self.rejected[*reason as usize]);
        }
        Some(match name {
            "games" => &mut self.games,
            "defective-games" => &mut self.defective_games,
            "other-source" => &mut self.other_source,
            "seen" => &mut self.seen,
            "duplicates" => &mut self.duplicates,
            "regions" => &mut self.regions,
            "blocking" => &mut self.blocking,
            "mirrored" => &mut self.mirrored,
            "problems" => &mut self.problems,
            _ => return None,
        })
    }
}

impl fmt::Display for Funnel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |indent: &str, text: &str, count: u64| {
            writeln!(f, "{:<53} {count:>10}", format!("{indent}{text}"))
        };
        line("", "games read", self.games)?;
        line("  ", "with a defect (legal part used)", self.defective_games)?;
        line("  ", "left out: other source", self.other_source)?;
        line("", "regions seen", self.seen)?;
        for reason in Rejection::ALL {
            line("  ", &format!("rejected: {}", reason.text()), self.rejected[reason as usize])?;
        }
        line("  ", "duplicates", self.duplicates)?;
        line("", "regions kept", self.regions)?;
        line("  ", "problems dropped: opponent blocked at once", self.blocking)?;
        line("  ", "problems dropped: same with colours swapped", self.mirrored)?;
        line("", "problems kept", self.problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_can_be_found_by_its_name() {
        let mut funnel = Funnel::default();
        for (i, (name, _)) in Funnel::default().counts().into_iter().enumerate() {
            *funnel.count_mut(name).unwrap() = i as u64 + 1;
        }
        for (i, (_, count)) in funnel.counts().into_iter().enumerate() {
            assert_eq!(count, i as u64 + 1);
        }
        assert!(funnel.count_mut("else").is_none());
    }

    #[test]
    fn every_count_is_documented() {
        let schema = include_str!("../../problems/problem-set.xsd");
        let pages = include_str!("../../problems/FORMAT.md");
        for (name, _) in Funnel::default().counts() {
            assert!(schema.contains(&format!("name=\"{name}\"")), "{name}");
            assert!(pages.contains(&format!("`{name}`")), "{name}");
        }
    }
}
