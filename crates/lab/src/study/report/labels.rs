//! What tables and figures call the methods: the name of each, and what differs from its defaults.

use super::report_data::Report;
use crate::engine::Program;
use crate::study::record::Header;
use amazons::solvers::{OptionInfo, OptionKind, Spec, options_for, parse_bytes, spec_text};
use std::collections::HashMap;

impl Report {
    /// The same report with short names of the methods, each beside its whole text in the list of
    /// methods. Files of data keep the whole texts.
    #[must_use]
    pub fn labelled(&self) -> Self {
        let labels = labels(&self.header);
        let label = |name: &mut String| {
            if let Some(label) = labels.get(name.as_str()) {
                name.clone_from(label);
            }
        };
        let mut report = self.clone();
        for (name, spec) in self.header.specs() {
            let shown = &labels[name];
            if shown != name {
                report.header.named.insert(shown.clone(), spec.to_owned());
            }
        }
        report.header.solvers.iter_mut().for_each(label);
        report.header.joined.iter_mut().flat_map(|study| &mut study.solvers).for_each(label);
        report.header.rates_mut().map(|rate| &mut rate.solver).for_each(label);
        report.rows.iter_mut().map(|row| &mut row.solver).for_each(label);
        let statistics = &mut report.statistics;
        for solver in &mut statistics.solvers {
            let whole = solver.spec().to_owned();
            label(&mut solver.solver);
            solver.spec = (whole != solver.solver).then_some(whole);
        }
        for pair in &mut statistics.comparisons {
            label(&mut pair.solver);
            label(&mut pair.other);
        }
        for pair in &mut statistics.pairs {
            label(&mut pair.first);
            label(&mut pair.second);
        }
        statistics.decisive.iter_mut().map(|line| &mut line.solver).for_each(label);
        let seconds = &mut statistics.solved_within_seconds.solvers;
        let nodes = &mut statistics.solved_within_nodes.solvers;
        seconds.iter_mut().chain(nodes).map(|line| &mut line.solver).for_each(label);
        statistics.equal_time.iter_mut().map(|line| &mut line.solver).for_each(label);
        for spread in &mut statistics.seeds {
            spread.method = short(&spread.method);
            spread.solvers.iter_mut().for_each(label);
        }
        let beside = statistics.beside_paper.iter_mut().flat_map(|beside| &mut beside.solvers);
        beside.map(|line| &mut line.solver).for_each(label);
        report
    }
}

/// A label for each method, by its name in the results. Methods whose short texts are the same keep
/// their whole ones.
fn labels(header: &Header) -> HashMap<String, String> {
    // The name that a method was given has no colon; what else is not its spec is its text before
    // it got a measured limit.
    let is_text = |name: &str, spec: &str| name == spec || name.contains(':');
    let short: Vec<String> = header
        .specs()
        .map(|(name, spec)| if is_text(name, spec) { short_joined(name) } else { name.to_owned() })
        .collect();
    let is_alone = |label: &str| short.iter().filter(|other| *other == label).count() == 1;
    let names = header.solvers.iter().zip(&short);
    names
        .map(|(name, label)| (name.clone(), if is_alone(label) { label } else { name }.clone()))
        .collect()
}

/// A short text for a method that may have the limit or the directory of its study behind it.
fn short_joined(name: &str) -> String {
    match name.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((method, of_study)) => format!("{} ({of_study})", short(method)),
        None => short(name),
    }
}

/// A method without what it would be anyway: `dfpn` for `dfpn:epsilon=0`. Of a foreign program,
/// the file names of its command.
fn short(method: &str) -> String {
    if let Some(program) = Program::from_text(method) {
        return program.map_or_else(|_| method.to_owned(), |program| program.short_name());
    }
    let Ok(spec) = Spec::parse(method) else { return method.to_owned() };
    let known = options_for(spec.name(), false);
    let differs = |(key, value): (&str, &str)| {
        let info = known.iter().find(|info| info.name == key);
        match (key, value) {
            _ if info.is_some_and(|info| is_default(info, value)) => None,
            ("eval", evaluation) => Some(evaluation.to_owned()),
            (key, "true") => Some(key.to_owned()),
            (key, value) => match info.filter(|info| info.kind == OptionKind::Size) {
                Some(_) => Some(format!("{key}={}", short_bytes(value))),
                None => Some(format!("{key}={value}")),
            },
        }
    };
    spec_text(spec.name(), &spec.options().filter_map(differs).collect::<Vec<_>>())
}

fn is_default(info: &OptionInfo, value: &str) -> bool {
    let Some(default) = info.default.as_deref() else { return false };
    let same_number = || match info.kind {
        OptionKind::Size => {
            parse_bytes(default).is_some_and(|bytes| parse_bytes(value) == Some(bytes))
        }
        OptionKind::Number => {
            let number = |text: &str| text.parse::<f64>().ok();
            number(default).is_some() && number(default) == number(value)
        }
        _ => false,
    };
    default == value || same_number()
}

/// A number of bytes in the largest unit of which it is a multiple.
fn short_bytes(text: &str) -> String {
    let units = [("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000)];
    let Some(bytes) = parse_bytes(text).filter(|bytes| *bytes > 0) else { return text.to_owned() };
    let unit = units.into_iter().find(|(_, unit)| bytes % unit == 0);
    unit.map_or_else(|| text.to_owned(), |(name, unit)| format!("{}{name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_says_what_differs_from_the_defaults() {
        for (method, label) in [
            ("dfpn", "dfpn"),
            ("dfpn:tt=64000000", "dfpn:tt=64MB"),
            ("dfpn:tt=67108864", "dfpn:tt=64MiB"),
            ("alphabeta:eval=lieberum,reduce=0", "alphabeta:lieberum,reduce=0"),
            ("one-ply:lieberum", "one-ply:lieberum"),
            ("dfpn:nodes=10000", "dfpn:nodes=10000"),
            ("engine:/home/me/bin/solver --fast", "solver --fast"),
            ("nonsense:x=1", "nonsense:x=1"),
        ] {
            assert_eq!(short(method), label);
        }
        let joined = short_joined("alphabeta:reduce=0,tt=64000000 (second run)");
        assert_eq!(joined, "alphabeta:reduce=0,tt=64MB (second run)");
        for entry in amazons::solvers::SOLVERS {
            for option in options_for(entry.name, false) {
                if let Some(default) = option.default {
                    let method = format!("{}:{}={default}", entry.name, option.name);
                    assert_eq!(short(&method), entry.name, "{method}");
                }
            }
        }
    }
}
