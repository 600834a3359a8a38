//! M. Müller and Z. Li, *Locally informed global search for sums of combinatorial games*, Computers
//! and Games 2004 (Springer 2006): alpha-beta for sums of hot games, with what is known of the parts.

use super::report::Reproduction;
use super::sum_search::{Order, SumSearch};
use super::{Bench, Portion, ReproduceError, raw_results};
use crate::drawing::{Curve, Plot, TextTable};
use crate::file_error::FileError;
use crate::stats::sign_test;
use amazons::board::Color;
use amazons::cgt::{Arena, Dyadic};
use amazons::ledger::{Entry, Fact, Header, Ledger, PartOf, run as work_off};
use amazons::tables::{
    Dictionary, DifferentRegions, ListedTable, Material, RegionValue, TableError, Tables,
    ValueTable, ValuesInArena,
};
use amazons::util::{SeededRng, directory};
use serde::{Deserialize, Serialize};

/// The numbers of regions of a sum.
const PARTS: [usize; 8] = [2, 3, 4, 5, 6, 8, 10, 12];

/// Sums of each number of regions.
const SUMS: usize = 100;

/// The most nodes of a search.
const NODES: u64 = 200_000;

/// The tables from which regions are drawn, each as often: class and squares.
const SOURCES: [(&str, usize); 6] =
    [("1v1", 6), ("1v1", 7), ("1v1", 8), ("2v1", 7), ("2v2", 7), ("3v1", 7)];

/// The least temperature of a region that is drawn.
const LEAST: Dyadic = Dyadic::ONE;

/// The most bytes of the values of a sum.
const MEMORY: usize = 256 << 20;

/// What all sums of a run have in common.
#[derive(Serialize, Deserialize)]
struct SumsHeader {
    version: u32,
    seed: u64,
    nodes: u64,
}

impl Header for SumsHeader {
    const VERSION: (&'static str, u64) = ("version", 1);

    fn facts(&self) -> Vec<Fact> {
        vec![Fact::new("seed", self.seed), Fact::new("limit of nodes", self.nodes)]
    }

    fn part(&self) -> Option<PartOf> {
        None
    }
}

/// A sum and what was found about it. Left, who moves first, is White.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SumLine {
    parts: usize,
    number: usize,
    regions: Vec<String>,
    /// The score; `None` if no search found it.
    score: Option<f64>,
    searches: Vec<SearchLine>,
    strategies: Vec<StrategyLine>,
}

/// A search for the score.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SearchLine {
    order: Order,
    bounds: bool,
    nodes: u64,
    solved: bool,
}

/// A strategy as the first player against the best replies.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StrategyLine {
    order: Order,
    /// What it loses of the score; `None` if that was not found.
    loss: Option<f64>,
}

impl Entry for SumLine {
    const LEDGER: &'static str = "list of sums";
    const BEGINS: &'static [&'static str] = &["{\"version\":1,\"seed\":"];
}

/// A table of which regions are drawn.
struct Source<'a> {
    listed: &'a ListedTable,
    table: &'a ValueTable,
    regions: DifferentRegions<'a>,
}

/// All of them.
struct Sources<'a> {
    dictionary: &'a Dictionary,
    tables: Vec<Source<'a>>,
}

impl<'a> Sources<'a> {
    fn of(tables: &'a Tables) -> Result<Self, TableError> {
        let missing = || TableError::Refused("regions are drawn from built-in tables".to_owned());
        let dictionary = tables.dictionaries().first().ok_or_else(missing)?;
        let source = |(class, squares): (&str, usize)| {
            let class: Material = class.parse().ok()?;
            let is_it = |it: &&ListedTable| (it.facts.class, it.facts.squares) == (class, squares);
            let listed = dictionary.tables().iter().find(is_it)?;
            let (table, shapes) = (tables.listed_table(listed)?, tables.shape_list(squares)?);
            Some(Source { listed, table, regions: DifferentRegions::of(table, shapes) })
        };
        let all = SOURCES.into_iter().map(source).collect::<Option<Vec<_>>>();
        Ok(Self { dictionary, tables: all.ok_or_else(missing)? })
    }

    /// Draws a hot region: its FEN and its value.
    fn draw(&self, rng: &mut SeededRng) -> Result<(String, RegionValue<'a>), TableError> {
        loop {
            let source = &self.tables[rng.below(self.tables.len())];
            let entry = rng.below(source.listed.facts.entries());
            let swapped = rng.below(2) == 1;
            let id = self.dictionary.value(source.listed, source.table.entry(entry)?)?;
            let value = RegionValue::new(self.dictionary, 0, id.negated_if(swapped));
            let known = id.number() < self.dictionary.expanded();
            if !known || value.facts()?.temperature < LEAST {
                continue;
            }
            let region = source.regions.region(entry)?;
            let region = if swapped { region.swapped().with_side(Color::White) } else { region };
            return Ok((region.to_fen(), value));
        }
    }
}

/// Draws a sum and looks for its score in every way.
fn work(
    sources: &Sources<'_>,
    header: &SumsHeader,
    (parts, number): (usize, usize),
) -> Result<SumLine, TableError> {
    let mut rng = SeededRng::numbered(header.seed, (parts * 1_000_000 + number) as u64);
    let (mut games, mut values) = (Arena::new(MEMORY), ValuesInArena::new());
    let (mut regions, mut list) = (Vec::new(), Vec::new());
    for _ in 0..parts {
        let (fen, value) = sources.draw(&mut rng)?;
        let game = values.game(&value, &mut games)?;
        list.push(game.map_err(|stopped| TableError::Refused(format!("{fen}: {stopped}")))?);
        regions.push(fen);
    }
    let mut search = SumSearch::new(&games, header.nodes);
    let (sum, constant) = search.sum(&list);
    let (mut score, mut searches, mut strategies) = (None, Vec::new(), Vec::new());
    for bounds in [false, true] {
        for order in Order::ALL {
            let found = search.score(&sum, order, bounds).ok();
            let nodes = search.nodes().min(header.nodes);
            searches.push(SearchLine { order, bounds, nodes, solved: found.is_some() });
            score = score.or(found);
        }
    }
    for order in Order::STRATEGIES {
        let reached = score.zip(search.score_of(&sum, order).ok());
        let loss = reached.map(|(score, reached)| (score - reached).to_f64());
        strategies.push(StrategyLine { order, loss });
    }
    let score = score.map(|score| (score + constant).to_f64());
    Ok(SumLine { parts, number, regions, score, searches, strategies })
}

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let settings = bench.settings;
    let count = ((SUMS as f64 * settings.scale).round() as usize).max(1);
    let nodes = ((NODES as f64 * settings.effort).round() as u64).max(50);
    let header = SumsHeader { version: 1, seed: settings.seed, nodes };
    directory::make(&settings.directory).map_err(FileError::io(&settings.directory))?;
    let path = settings.directory.join("sums.jsonl");
    let mut lines: Vec<SumLine> = Vec::new();
    let mut ledger = Ledger::continued(&path, &header, |line: SumLine| {
        lines.push(line);
        Ok(())
    })?;
    let wanted = PARTS.len() * count;
    lines.retain(|line| line.number < count);
    let there = |line: &SumLine| (line.parts, line.number);
    let known: Vec<(usize, usize)> = lines.iter().map(there).collect();
    let all = PARTS.into_iter().flat_map(|parts| (0..count).map(move |number| (parts, number)));
    let missing = all.filter(|one| settings.play && !known.contains(one));
    let tables = Tables::builtin()?;
    let sources = Sources::of(&tables)?;
    let (jobs, abort) = (settings.jobs, bench.abort);
    let find = |_: &mut (), one| Some(work(&sources, &header, one));
    work_off(
        missing,
        jobs,
        abort,
        || (),
        find,
        |line| {
            let line = line?;
            ledger.append(&line)?;
            lines.push(line);
            (bench.seen)(Portion::of_sums(lines.len(), wanted));
            Ok::<(), ReproduceError>(())
        },
    )?;
    raw_results::compress(&path, &settings.directory.join("sums.jsonl.gz"))?;
    lines.sort_by_key(there);
    Ok(report(&lines, wanted, count, nodes))
}

/// A way to search: an order, with or without bounds.
type Way = (Order, bool);

/// All ways, those without bounds first.
fn ways() -> impl Iterator<Item = Way> {
    [false, true].into_iter().flat_map(|bounds| Order::ALL.map(|order| (order, bounds)))
}

fn name((order, bounds): Way) -> String {
    format!("{}{}", order.name(), if bounds { ", bounds" } else { "" })
}

impl SumLine {
    fn search(&self, (order, bounds): Way) -> Option<&SearchLine> {
        self.searches.iter().find(|line| (line.order, line.bounds) == (order, bounds))
    }

    fn loss(&self, order: Order) -> Option<f64> {
        self.strategies.iter().find(|line| line.order == order)?.loss
    }
}

fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    let logarithms: f64 = numbers.iter().map(|x| x.max(1.0).ln()).sum();
    (!numbers.is_empty()).then(|| (logarithms / numbers.len() as f64).exp())
}

/// The mean nodes of a way, and how many of its searches found the score.
fn effort(lines: &[&SumLine], way: Way) -> Option<(f64, usize)> {
    let searches: Vec<&SearchLine> = lines.iter().filter_map(|line| line.search(way)).collect();
    let nodes: Vec<f64> = searches.iter().map(|search| search.nodes as f64).collect();
    Some((geometric_mean(&nodes)?, searches.iter().filter(|search| search.solved).count()))
}

/// Nodes of one way for each node of another, over the sums that both solved, and how often it needs
/// fewer and more.
fn ratio(lines: &[&SumLine], one: Way, other: Way) -> String {
    let both = lines.iter().filter_map(|line| line.search(one).zip(line.search(other)));
    let both: Vec<(f64, f64)> = both
        .filter(|(one, other)| one.solved && other.solved)
        .map(|(one, other)| (one.nodes.max(1) as f64, other.nodes.max(1) as f64))
        .collect();
    let ratios: Vec<f64> = both.iter().map(|(one, other)| one / other).collect();
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    let fewer = both.iter().filter(|(one, other)| one < other).count() as u64;
    let more = both.iter().filter(|(one, other)| one > other).count() as u64;
    match both.len() {
        0 => "–".to_owned(),
        count => {
            let mean = (logarithms / count as f64).exp();
            let p = sign_test(fewer, more);
            let p = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p {p:.3}") };
            format!("{mean:.2} ({fewer} : {more}, {p})")
        }
    }
}

fn report(lines: &[SumLine], wanted: usize, count: usize, nodes: u64) -> Reproduction {
    let of = |parts: usize| -> Vec<&SumLine> {
        lines.iter().filter(|line| line.parts == parts).collect()
    };
    let names: Vec<String> = ways().map(name).collect();
    let heads = |first: &[&'static str]| -> Vec<String> {
        first.iter().map(|&head| head.to_owned()).chain(names.iter().cloned()).collect()
    };
    let columns = heads(&["regions", "sums"]);
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let title = "Nodes to the score (geometric mean; a search that does not end counts as its limit), \
                 and sums solved";
    let mut effort_sheet = TextTable::new(title, &columns);
    let mut curves: Vec<Curve> =
        names.iter().map(|name| Curve { name: name.clone(), points: Vec::new() }).collect();
    let pairs: [(Way, Way); 6] = [
        ((Order::HotStrat, false), (Order::Listed, false)),
        ((Order::ThermoStrat, false), (Order::HotStrat, false)),
        ((Order::SenteStrat, false), (Order::HotStrat, false)),
        ((Order::HotStrat, true), (Order::HotStrat, false)),
        ((Order::ThermoStrat, true), (Order::HotStrat, true)),
        ((Order::SenteStrat, true), (Order::HotStrat, true)),
    ];
    let columns: Vec<String> = ["regions".to_owned()]
        .into_iter()
        .chain(pairs.map(|(one, other)| format!("{} for {}", name(one), name(other))))
        .collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let title = "Nodes of one search for each node of another, where both found the score (fewer : \
                 more, sign test)";
    let mut pairs_sheet = TextTable::new(title, &columns);
    let mut columns = vec!["regions".to_owned()];
    for order in Order::STRATEGIES {
        let name = order.name();
        columns.extend([format!("{name}: best play"), "mean loss".into(), "largest".into()]);
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let title = "Strategies as the first player against best replies: sums without loss, and what is \
                 lost of the score";
    let mut strategies_sheet = TextTable::new(title, &columns);
    for parts in PARTS {
        let here = of(parts);
        let mut row = vec![parts.to_string(), here.len().to_string()];
        for (way, curve) in ways().zip(&mut curves) {
            row.push(match effort(&here, way) {
                None => "–".to_owned(),
                Some((mean, solved)) => {
                    curve.points.push((parts as f64, mean.log10()));
                    format!("{mean:.0} ({solved})")
                }
            });
        }
        effort_sheet.rows.push(row);
        let ratios = pairs.map(|(one, other)| ratio(&here, one, other));
        pairs_sheet.rows.push([parts.to_string()].into_iter().chain(ratios).collect());
        let mut row = vec![parts.to_string()];
        for order in Order::STRATEGIES {
            let losses: Vec<f64> = here.iter().filter_map(|line| line.loss(order)).collect();
            let best = losses.iter().filter(|loss| **loss == 0.0).count();
            let mean = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
            let largest = losses.iter().copied().fold(0.0, f64::max);
            match losses.len() {
                0 => row.extend(["–"; 3].map(str::to_owned)),
                all => row.extend([
                    format!("{best} of {all}"),
                    format!("{mean:.3}"),
                    format!("{largest}"),
                ]),
            }
        }
        strategies_sheet.rows.push(row);
    }
    let top = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
    let top = top.fold(1.0, f64::max).ceil();
    let plot = Plot {
        title: "Nodes to the score of a sum".to_owned(),
        x_title: "regions".to_owned(),
        y_title: "log10 of nodes".to_owned(),
        y: 0.0..top,
        curves,
    };
    let sources: Vec<String> =
        SOURCES.iter().map(|(class, squares)| format!("{class} with {squares} squares")).collect();
    let differences = vec![
        format!(
            "{count} sums of each number of regions, drawn from the built-in tables ({}) among \
             regions of temperature {LEAST} or more, with either player as White. The paper made \
             random games.",
            sources.join(", ")
        ),
        "Parts are values in canonical form, without dominated and reversible options; parts whose \
         stops are equal are their stop. Every search remembers the sums it met and moves in one of \
         equal parts only."
            .to_owned(),
        "With bounds, a search ends where the compound thermograph proves the score, or that it is \
         beyond the window, at the temperatures of its corners."
            .to_owned(),
        format!(
            "White moves first, and a search ends after {nodes} nodes: sums whose moves are made."
        ),
    ];
    Reproduction {
        defects: Vec::new(),
        partial: Portion::of_sums(lines.len(), wanted).if_partial(),
        title: "Sums of hot regions (Müller and Li)".to_owned(),
        differences,
        sheets: vec![effort_sheet, pairs_sheet, strategies_sheet],
        plots: vec![("nodes", plot)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(seed: u64) -> Vec<SumLine> {
        let tables = Tables::builtin().unwrap();
        let sources = Sources::of(&tables).unwrap();
        let header = SumsHeader { version: 1, seed, nodes: 5_000 };
        let all = [2, 3, 4].into_iter().flat_map(|parts| (0..3).map(move |n| (parts, n)));
        all.map(|one| work(&sources, &header, one).unwrap()).collect()
    }

    #[test]
    fn a_sum_is_the_same_for_the_same_seed_and_its_searches_agree() {
        let (one, again) = (lines(1), lines(1));
        assert_eq!(format!("{one:?}"), format!("{again:?}"));
        assert_ne!(format!("{one:?}"), format!("{:?}", lines(2)));
        for line in &one {
            assert_eq!((line.regions.len(), line.searches.len()), (line.parts, 8));
            assert!(line.strategies.iter().all(|one| one.loss.is_none_or(|loss| loss >= 0.0)));
        }
        assert!(one.iter().filter(|line| line.score.is_some()).count() > 6);
    }

    #[test]
    fn a_report_has_a_row_for_each_number_of_regions() {
        let report = report(&lines(1), 24, 3, 5_000);
        assert!(report.sheets.iter().all(|sheet| sheet.rows.len() == PARTS.len()));
        assert!(
            report
                .sheets
                .iter()
                .all(|sheet| { sheet.rows.iter().all(|row| row.len() == sheet.columns.len()) })
        );
        assert!(report.partial.is_some(), "larger sums are missing");
        assert_eq!(report.sheets[0].rows[7][2], "–");
    }
}
