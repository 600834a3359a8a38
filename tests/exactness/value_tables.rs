//! Game values in tables: compared with canonical forms computed from nothing, with the scores, and
//! with known counts.

use amazons::board::{Color, Position};
use amazons::cgt::Effort;
use amazons::game_value::CanonicalForms;
use amazons::judge::{Judge, Query, SearchParams};
use amazons::limits::{Abort, Limits};
use amazons::region::Canonical;
use amazons::tablegen::{BuildEvent, Building, Target, ValueBuilding, steps};
use amazons::tables::{
    Container, Dictionary, Material, Shape, TableError, TableFile, Tables, ValueId, ValuesInArena,
};
use amazons::testing::RandomPositions;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

const MEMORY: usize = 1 << 30;

/// How values are built.
#[derive(Clone, Copy)]
struct Settings {
    threads: usize,
    memory: usize,
    most_options: usize,
    piece: usize,
}

const USUAL: Settings = Settings {
    threads: 2,
    memory: MEMORY,
    most_options: ValueBuilding::MOST_OPTIONS,
    piece: ValueBuilding::PIECE,
};

/// Builds scores and values. Returns whether the work was finished.
fn build(
    directory: &Path,
    targets: &[&str],
    settings: Settings,
    abort: &Abort,
    event: impl FnMut(BuildEvent<'_>),
) -> Result<bool, TableError> {
    let targets: Vec<Target> = targets.iter().map(|text| text.parse().unwrap()).collect();
    let steps = steps(&targets);
    let never = Abort::new();
    let scores =
        Building { directory, threads: 2, part: None, piece: Building::PIECE, abort: &never };
    assert!(scores.run(&steps, |_| ()).unwrap());
    let Settings { threads, memory, most_options, piece } = settings;
    ValueBuilding { directory, threads, memory, most_options, piece, abort }.run(&steps, event)
}

/// Builds scores and values to the end.
fn built(directory: &Path, targets: &[&str], settings: Settings) -> Result<(), TableError> {
    assert!(build(directory, targets, settings, &Abort::new(), |_| ())?);
    Ok(())
}

/// Values of all contested classes up to seven squares, of 1v1 up to eight, and of some one-sided
/// regions; built once for all tests.
fn values() -> &'static (PathBuf, Tables) {
    static TABLES: OnceLock<(TempDir, (PathBuf, Tables))> = OnceLock::new();
    let (_, tables) = TABLES.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let targets = ["1v0:7", "1v1:8", "2v1:7", "2v2:7", "3v1:7"];
        built(directory.path(), &targets, USUAL).unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        assert!(tables.unusable_files().is_empty(), "{:?}", tables.unusable_files());
        let path = directory.path().to_owned();
        (directory, (path, tables))
    });
    tables
}

/// Compares values with canonical forms that know no tables.
struct Comparison {
    forms: CanonicalForms,
    values: ValuesInArena,
    random: RandomPositions,
}

impl Comparison {
    fn new() -> Self {
        let random = RandomPositions::new(54);
        Self { forms: CanonicalForms::new(MEMORY), values: ValuesInArena::new(), random }
    }

    /// The region in a random one of its images, and with the colours swapped.
    fn check(&mut self, tables: &Tables, region: &Position) {
        let want = self.forms.value(region, Effort::UNLIMITED).unwrap();
        let image = region.transformed(self.random.below(8) as u8);
        let scores = tables.probe(image.placement()).unwrap().expect("scores cover it");
        for (placement, swapped) in
            [(*image.placement(), false), (image.placement().swapped(), true)]
        {
            let games = self.forms.games();
            let want = if swapped { games.negative(want).unwrap() } else { want };
            let value = tables.probe_value(&placement).unwrap().expect("values cover it");
            let got = self.values.game(&value, games).unwrap().expect("it is expanded");
            assert!(
                got == want,
                "{region}: {:?}, not {:?}",
                games.text(got, 99),
                games.text(want, 99)
            );
            let (facts, drawn) = (value.facts().unwrap(), games.thermograph(want));
            assert_eq!(value.thermograph().unwrap(), drawn, "{region}");
            assert_eq!(facts.outcome, games.outcome(want), "{region}");
            assert_eq!((facts.mean, facts.temperature), (drawn.mean(), drawn.temperature()));
            assert_eq!(
                (facts.left_stop, facts.right_stop),
                (drawn.left_stop(), drawn.right_stop())
            );
            assert_eq!(facts.is_number, games.to_number(want).is_some(), "{region}");
        }
        let outcome = self.forms.games().outcome(want);
        assert_eq!(scores.outcome(), outcome, "{region}");
    }

    fn every_region(&mut self, tables: &Tables, squares: usize) {
        for class in Material::ALL.into_iter().filter(|class| class.contested()) {
            for &shape in &Shape::all(squares)[squares] {
                for (strong, weak) in class.all_placements(squares) {
                    self.check(tables, &shape.position(strong, weak));
                }
            }
        }
    }
}

#[test]
fn every_region_to_five_squares_has_the_value_computed_without_tables() {
    let mut comparison = Comparison::new();
    for squares in 2..=5 {
        comparison.every_region(&values().1, squares);
    }
}

#[test]
#[ignore = "takes a minute"]
fn every_region_of_six_squares_has_the_value_computed_without_tables() {
    Comparison::new().every_region(&values().1, 6);
}

#[test]
fn random_larger_regions_have_the_value_computed_without_tables() {
    let mut comparison = Comparison::new();
    for (class, squares) in [("1v1", 8), ("1v1", 7), ("2v1", 7), ("2v2", 7), ("3v1", 7)] {
        random_regions(&mut comparison, &values().1, class.parse().unwrap(), squares, 150);
    }
}

fn random_regions(
    comparison: &mut Comparison,
    tables: &Tables,
    class: Material,
    squares: usize,
    count: usize,
) {
    for _ in 0..count {
        let region = random_region(&mut comparison.random, tables, class, squares);
        comparison.check(tables, &region);
    }
}

fn random_region(
    random: &mut RandomPositions,
    tables: &Tables,
    class: Material,
    squares: usize,
) -> Position {
    let list = tables.shape_list(squares).unwrap();
    let placements = class.all_placements(squares);
    let shape = list.shape(random.below(list.count())).unwrap();
    let (strong, weak) = placements[random.below(placements.len())];
    shape.position(strong, weak)
}

/// 10,000 random entries of each size of the tables of AMAZONS_TABLES:
/// `AMAZONS_TABLES=DIR cargo test --release --test exactness value_tables -- --ignored`.
#[test]
#[ignore = "takes many minutes and large tables"]
fn many_random_regions_of_large_tables_have_the_value_computed_without_tables() {
    let tables = Tables::open(std::env::var("AMAZONS_TABLES").unwrap()).unwrap();
    for squares in 7..=10 {
        let classes = Material::ALL.into_iter().filter(|class| class.contested());
        let there: Vec<Material> =
            classes.filter(|&class| tables.value_tables(class, squares).next().is_some()).collect();
        for &class in &there {
            let mut comparison = Comparison::new();
            random_regions(&mut comparison, &tables, class, squares, 10_000 / there.len());
        }
    }
}

/// The difference of two regions with the same value is won by who moves second. The search that says
/// so knows neither values nor pairs that cancel.
fn regions_of_equal_value_cancel(tables: &Tables, count: usize) {
    let mut random = RandomPositions::new(2004);
    let params = SearchParams { sums: false, pairs: false, ..SearchParams::ALL };
    let mut judge = Judge::builder().memory(64 << 20).params(params).build();
    let mut met: HashMap<ValueId, Position> = HashMap::new();
    let mut checked = 0;
    while checked < count {
        let class = ["1v1", "1v1", "2v1", "2v2"][random.below(4)].parse().unwrap();
        let squares = 5 + random.below(3);
        let region = random_region(&mut random, tables, class, squares);
        let id = tables.probe_value(region.placement()).unwrap().expect("values cover it").id();
        let Some(other) = met.insert(id, region.clone()) else { continue };
        if Canonical::of_region(&other).position == Canonical::of_region(&region).position {
            continue;
        }
        let difference = random.beside(&[region, other.swapped()]);
        for first in Color::BOTH {
            let winner = judge.ask(&difference.with_side(first), Query::Winner, &Limits::none());
            assert_eq!(winner.first_wins(), Some(false), "{difference}, {first} first");
        }
        checked += 1;
    }
}

#[test]
fn who_moves_second_wins_the_difference_of_regions_of_equal_value() {
    regions_of_equal_value_cancel(&values().1, 300);
}

#[test]
#[ignore = "takes many minutes"]
fn who_moves_second_wins_the_difference_of_many_regions_of_equal_value() {
    regions_of_equal_value_cancel(&values().1, 100_000);
}

/// Different values, and different outcomes, means, temperatures and stops, and the hottest, counted
/// by a program that computed every value by itself.
#[test]
fn as_many_different_values_as_counted_without_tables() {
    for (name, different, facts, hottest) in [
        ("1v1-5", 68, 45, "2"),
        ("1v1-6", 480, 157, "3"),
        ("1v1-7", 3_587, 479, "4"),
        ("1v1-8", 26_431, 1_653, "5"),
        ("2v1-5", 12, 12, "1"),
        ("2v1-6", 112, 57, "2"),
        ("2v1-7", 2_529, 352, "3"),
        ("2v2-5", 3, 3, "0"),
        ("2v2-6", 12, 12, "1"),
        ("2v2-7", 149, 63, "2"),
    ] {
        let path = values().0.join(format!("{name}.values.amt"));
        let TableFile::Values(table) = TableFile::open(&path).unwrap() else { panic!("{name}") };
        let counts = table.statistics().unwrap();
        let found = (counts.different_values, counts.different_facts, counts.hottest.to_string());
        assert_eq!(found, (different, facts, hottest.to_owned()), "{name}");
        assert_eq!(counts.not_expanded, 0);
    }
}

fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_bytes_depend_neither_on_threads_nor_on_pieces_nor_on_what_was_built_when() {
    let [whole, pieces, later] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    built(whole.path(), &["2v2:6", "1v1:7"], USUAL).unwrap();
    // In pieces, interrupted again and again.
    let mut runs = 0;
    loop {
        let abort = Abort::new();
        let mut solved = 0;
        let settings = Settings { threads: 1, piece: 9_000, ..USUAL };
        let done = build(pieces.path(), &["2v2:6", "1v1:7"], settings, &abort, |event| {
            if let BuildEvent::Solved(entries) = event {
                solved += entries;
                if solved > 30_000 {
                    abort.set();
                }
            }
        });
        runs += 1;
        // The pieces of the last run already answer while the rest is missing.
        let tables = Tables::open(pieces.path()).unwrap();
        assert!(tables.unusable_files().is_empty(), "{:?}", tables.unusable_files());
        if done.unwrap() {
            break;
        }
    }
    assert!(runs > 3, "{runs} runs");
    for targets in [["1v1:5"].as_slice(), &["2v2:6"], &["1v1:7"]] {
        built(later.path(), targets, Settings { threads: 3, ..USUAL }).unwrap();
    }
    let whole = files(whole.path());
    assert!(whole == files(pieces.path()), "in pieces");
    assert!(whole == files(later.path()), "one after another");
}

/// The scores of these tables, with values of other ones: files that do not belong together.
#[test]
fn files_that_do_not_belong_together_are_told_apart() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    built(one.path(), &["1v1:5"], USUAL).unwrap();
    built(other.path(), &["1v1:6"], USUAL).unwrap();
    let region: Position = "Q2q1 w".parse().unwrap();
    let trouble = |what: &str| {
        let tables = Tables::open(one.path()).unwrap();
        assert!(tables.probe(region.placement()).unwrap().is_some(), "scores stay usable");
        let error = tables.probe_value(region.placement()).unwrap_err().to_string();
        assert!(error.contains("1v1-5.values.amt") && error.contains(what), "{error}");
        let file = TableFile::open(&one.path().join("1v1-5.values.amt")).unwrap();
        let TableFile::Values(table) = file else { panic!("no values") };
        assert_eq!(table.check_beside().unwrap_err().to_string(), error);
    };
    let dictionary = one.path().join(Dictionary::FILE_NAME);
    let own = fs::read(&dictionary).unwrap();
    fs::copy(other.path().join(Dictionary::FILE_NAME), &dictionary).unwrap();
    // The file of 1v1-5 is the same in both, so it is listed; one of a part of the shapes is not.
    assert!(Tables::open(one.path()).unwrap().unusable_files().is_empty());
    let empty = tempfile::tempdir().unwrap();
    built(empty.path(), &["1v1:4"], USUAL).unwrap();
    fs::copy(empty.path().join(Dictionary::FILE_NAME), &dictionary).unwrap();
    trouble("does not belong to the dictionary.values.amt");
    fs::remove_file(&dictionary).unwrap();
    trouble("useless without dictionary.values.amt");
    fs::write(&dictionary, own).unwrap();
    let scores = one.path().join("1v1-5.amt");
    let kept = fs::read(&scores).unwrap();
    fs::copy(one.path().join("1v1-4.amt"), &scores).unwrap();
    let tables = Tables::open(one.path()).unwrap();
    let error = tables.probe_value(region.placement()).unwrap_err().to_string();
    assert!(error.contains("useless without 1v1-5.amt"), "{error}");
    fs::write(&scores, kept).unwrap();
    // Without values, nothing is wrong: nothing is known.
    for path in fs::read_dir(one.path()).unwrap().map(|entry| entry.unwrap().path()) {
        if path.to_string_lossy().ends_with(".values.amt") {
            fs::remove_file(path).unwrap();
        }
    }
    let tables = Tables::open(one.path()).unwrap();
    assert!(tables.probe_value(region.placement()).unwrap().is_none());
}

/// With so small a limit that most values keep only their thermographs.
#[test]
fn values_beyond_the_limit_keep_outcome_and_thermograph() {
    let directory = tempfile::tempdir().unwrap();
    let few = Settings { most_options: 1, ..USUAL };
    built(directory.path(), &["2v1:6"], few).unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let mut cooled = 0;
    for class in ["1v1", "2v1"].map(|text| text.parse::<Material>().unwrap()) {
        let squares = if class.strong() == 1 { 5 } else { 6 };
        for &shape in &Shape::all(squares)[squares] {
            for (strong, weak) in class.all_placements(squares) {
                let region = shape.position(strong, weak);
                for placement in [*region.placement(), region.placement().swapped()] {
                    let full = values().1.probe_value(&placement).unwrap().unwrap();
                    let value = tables.probe_value(&placement).unwrap().unwrap();
                    assert_eq!(value.facts().unwrap(), full.facts().unwrap(), "{region}");
                    assert_eq!(value.thermograph().unwrap(), full.thermograph().unwrap());
                    let beyond = value.id().number() >= value.dictionary().expanded();
                    cooled += usize::from(beyond);
                }
            }
        }
    }
    assert!(cooled > 1_000, "{cooled}");
    for path in ["dictionary", "1v1-5", "2v1-6"] {
        let path = directory.path().join(format!("{path}.values.amt"));
        TableFile::open(&path).unwrap().verify().unwrap();
    }
    // Sums of two fights need their canonical forms.
    let error = built(directory.path(), &["2v2:7"], few);
    assert!(error.is_err_and(|error| error.to_string().contains("allow more")));
    let little = Settings { memory: 1 << 20, ..USUAL };
    let elsewhere = tempfile::tempdir().unwrap();
    let error = built(elsewhere.path(), &["1v1:8"], little).unwrap_err().to_string();
    assert!(error.contains("memory"), "{error}");
}

/// Every flipped bit is an error or changes nothing.
#[test]
fn a_damaged_byte_is_an_error_and_never_a_value() {
    let directory = tempfile::tempdir().unwrap();
    built(directory.path(), &["1v1:5"], USUAL).unwrap();
    let regions: Vec<Position> = Shape::all(5)[5]
        .iter()
        .flat_map(|&shape| {
            let class: Material = "1v1".parse().unwrap();
            class.all_placements(5).into_iter().map(move |(w, b)| shape.position(w, b)).step_by(7)
        })
        .collect();
    let answers = |tables: &Tables| -> Vec<Result<String, TableError>> {
        let answer = |region: &Position| {
            let value = tables.probe_value(region.placement())?.expect("it is covered");
            let options = value.dictionary().options(value.id().number())?;
            Ok(format!("{:?} {:?} {options:?}", value.facts()?, value.thermograph()?))
        };
        regions.iter().map(answer).collect()
    };
    let intact = answers(&Tables::open(directory.path()).unwrap());
    assert!(intact.iter().all(Result::is_ok));
    let mut random = RandomPositions::new(8);
    for name in ["dictionary.values.amt", "1v1-5.values.amt"] {
        let path = directory.path().join(name);
        let bytes = fs::read(&path).unwrap();
        for _ in 0..400 {
            let mut flipped = bytes.clone();
            let bit = random.below(8 * bytes.len());
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &flipped).unwrap();
            for (answer, intact) in
                answers(&Tables::open(directory.path()).unwrap()).iter().zip(&intact)
            {
                assert!(
                    answer.is_err() || answer.as_ref().ok() == intact.as_ref().ok(),
                    "bit {bit}"
                );
            }
            let verified = Container::open(&path).and_then(TableFile::new);
            assert!(verified.and_then(|file| file.verify()).is_err(), "bit {bit} of {name}");
        }
        fs::write(&path, bytes).unwrap();
    }
}
