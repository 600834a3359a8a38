//! Complete endgame tables: every entry compared with plain minimax and the judge, and the counts
//! with the literature.

use amazons::board::{Bitboard, Color, Placement, Position, Wide};
use amazons::judge::minimax;
use amazons::judge::{Judge, Query};
use amazons::known::Lookup;
use amazons::limits::{Abort, Limits};
use amazons::score::Score;
use amazons::tablegen::{BuildEvent, Building, Target, steps};
use amazons::tables::{Material, Shape, Tables};
use amazons::testing::RandomPositions;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// Tables of all classes up to seven squares, and of 2v2, where two fights are possible, up to
/// eight; built once for all tests.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<(TempDir, Tables)> = OnceLock::new();
    let (_, tables) = TABLES.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        build(directory.path(), &["1v0:8", "1v1:8", "2v1:7", "2v2:8", "3v1:7"]);
        let tables = Tables::open(directory.path()).unwrap();
        assert!(tables.unusable_files().is_empty());
        (directory, tables)
    });
    tables
}

fn build(directory: &Path, targets: &[&str]) {
    let targets: Vec<Target> = targets.iter().map(|text| text.parse().unwrap()).collect();
    let abort = Abort::new();
    let building =
        Building { directory, threads: 2, part: None, piece: Building::PIECE, abort: &abort };
    assert!(building.run(&steps(&targets), |_: BuildEvent<'_>| ()).unwrap());
}

#[test]
fn tables_built_in_pieces_with_interruptions_are_the_same() {
    let (whole, pieces) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build(whole.path(), &["2v2:6"]);
    let steps = steps(&["2v2:6".parse().unwrap()]);
    let mut runs = 0;
    loop {
        let abort = Abort::new();
        let building = Building {
            directory: pieces.path(),
            threads: 1,
            part: None,
            piece: 2_000,
            abort: &abort,
        };
        let mut solved = 0;
        let done = building.run(&steps, |event| {
            if let BuildEvent::Solved(entries) = event {
                solved += entries;
                if solved > 9_000 {
                    abort.set();
                }
            }
        });
        runs += 1;
        // The pieces of the last run already answer while the rest is missing.
        assert!(Tables::open(pieces.path()).unwrap().unusable_files().is_empty());
        if done.unwrap() {
            break;
        }
    }
    assert!(runs > 3, "{runs} runs");
    let files = |directory: &Path| {
        let mut files: Vec<_> = std::fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.file_name().unwrap().to_owned(), std::fs::read(path).unwrap()))
            .collect();
        files.sort();
        files
    };
    assert!(files(whole.path()) == files(pieces.path()));
}

/// A region on a board that has room for spare moves: a blocked rank above it, then a strip with
/// one amazon and as many empty squares as there are spare moves.
fn with_spare_moves(region: &Placement<Wide>, spare: i32) -> Placement<Wide> {
    let (_, ranks) = region.extent().unwrap();
    let mut placement = *region;
    for file in 0..=spare.unsigned_abs() as usize {
        let square = Wide::bit(Wide::index(file, ranks.end + 1));
        match (file, spare > 0) {
            (0, true) => placement.white |= square,
            (0, false) => placement.black |= square,
            _ => placement.empty |= square,
        }
    }
    placement
}

fn placed(shape: Shape, strong: u16, weak: u16) -> Placement<Wide> {
    *shape.position(strong, weak).placement()
}

fn position(placement: Placement<Wide>, first: Color) -> Position {
    Position::new(16, 16, placement, first).unwrap()
}

/// Checks both first players and all spare moves from −`most` to `most`.
fn equals_minimax(region: &Placement<Wide>, most: i32) {
    let scores = tables().probe(region).unwrap().expect("the region is covered");
    for spare in -most..=most {
        let placement = with_spare_moves(region, spare);
        for first in Color::BOTH {
            let position = position(placement, first);
            let want = Score::from_rank(minimax::rank(&position), first);
            assert_eq!(scores.score(first, spare), want, "{position}, {spare} spare moves");
        }
    }
}

#[test]
fn every_small_region_equals_minimax() {
    for shapes in &Shape::all(5)[1..] {
        for class in Material::ALL {
            for shape in shapes {
                for (strong, weak) in class.all_placements(shape.size()) {
                    equals_minimax(&placed(*shape, strong, weak), 2);
                }
            }
        }
    }
}

#[test]
fn random_larger_regions_equal_minimax_with_spare_moves_to_the_linear_range_and_beyond() {
    let shapes = Shape::all(8);
    let mut random = RandomPositions::new(11);
    for class in ["1v1", "2v1", "2v2", "3v1", "2v0", "3v0", "1v0"] {
        let class: Material = class.parse().unwrap();
        for squares in 6..=8 {
            if tables().region_tables(class, squares).is_empty() {
                continue;
            }
            let placements = class.all_placements(squares);
            for _ in 0..8 {
                let shape = shapes[squares][random.below(shapes[squares].len())];
                let (strong, weak) = placements[random.below(placements.len())];
                equals_minimax(&placed(shape, strong, weak), class.reach(squares) as i32 + 1);
            }
        }
    }
}

/// Compares through the region's images under symmetry, in every layout, with swapped colours, and
/// on a judge's whole board.
#[test]
fn random_regions_equal_the_judge() {
    let mut random = RandomPositions::new(12);
    let mut judge = Judge::builder().memory(16 << 20).build();
    let mut covered = 0;
    for _ in 0..2_000 {
        let amazons = [1 + random.below(3), 1 + random.below(2)];
        let empties = 1 + random.below(8 - amazons[0] - amazons[1]);
        let region = random.region(empties, amazons).transformed(random.below(8) as u8);
        let Some(scores) = tables().probe(region.placement()).unwrap() else { continue };
        covered += 1;
        let spare = random.below(9) as i32 - 4;
        let problem = position(with_spare_moves(region.placement(), spare), region.side());
        let verdict = judge.ask(&problem, Query::Score, &Limits::none());
        let score = Score::from_rank(verdict.rank().unwrap(), region.side());
        assert_eq!(scores.score(region.side(), spare), score, "{problem}");
        // Swapped colours give the swapped score.
        let swapped = tables().probe(&region.placement().swapped()).unwrap().unwrap();
        assert_eq!(
            swapped.excess(region.side().other(), -spare),
            -scores.excess(region.side(), spare)
        );
    }
    assert!(covered > 1_000, "{covered}");
}

/// Boards of several regions, some covered and some not: every move has the same score whether the
/// judge looks small regions up or searches them, and look-ups alone give the same score too.
#[test]
fn the_judge_finds_the_same_with_tables_and_without() {
    let directory = tempfile::tempdir().unwrap();
    build(directory.path(), &["1v1:6", "2v1:5", "2v2:5"]);
    let tables = Arc::new(Tables::open(directory.path()).unwrap());
    let mut random = RandomPositions::new(21);
    let (mut searching, mut asking) = (
        Judge::builder().memory(8 << 20).build(),
        Judge::builder().memory(8 << 20).maybe_tables(Some(&tables)).build(),
    );
    let mut lookup = Lookup::new(Arc::clone(&tables));
    let (mut fewer, mut found) = (0, 0);
    for _ in 0..250 {
        let amazons = [1 + random.below(3), 1 + random.below(3)];
        let blocked = 20 + random.below(40);
        let problem = random.board(4, 4, blocked, amazons);
        let ask = |judge: &mut Judge| judge.ask(&problem, Query::AllMoves, &Limits::none());
        let (want, got) = (ask(&mut searching), ask(&mut asking));
        assert_eq!((want.rank(), &want.moves), (got.rank(), &got.moves), "{problem}");
        fewer += usize::from(got.nodes < want.nodes);
        if let Some(answer) = lookup.answer(&problem, Query::AllMoves).unwrap() {
            assert_eq!((want.rank(), &want.moves), (answer.rank(), &answer.moves), "{problem}");
            found += 1;
        }
    }
    assert!(fewer > 100 && found > 10, "{fewer} with fewer nodes, {found} found");
}

/// Snatzke 2004: placements on one drawing times free polyplets inside 10 x 10, over all sizes.
#[test]
fn as_many_entries_as_in_the_literature() {
    let polyplets = [0, 1, 2, 5, 22, 94, 524, 3_031, 18_770, 118_133, 758_381];
    let total = |class: &str, most: usize| -> usize {
        let class: Material = class.parse().unwrap();
        (1..=most).map(|squares| class.placements(squares) * polyplets[squares]).sum()
    };
    assert_eq!(total("1v0", 10), 8_822_106);
    assert_eq!(total("1v1", 9), 4_850_948);
    assert_eq!(total("2v1", 8), 3_506_154);
    assert_eq!(total("2v2", 8), 4_285_011);
    for class in Material::ALL {
        for (squares, shapes) in polyplets.into_iter().enumerate() {
            for table in tables().region_tables(class, squares) {
                let entries = table.facts().entries();
                assert_eq!(entries, class.placements(squares) * shapes, "{class}");
                table.check(&Abort::new()).unwrap();
            }
        }
    }
}

/// Müller and Tegos 2002: one-amazon regions whose longest filling is short by 1, 2 and 3 squares,
/// shape and amazon counted up to symmetry, in boxes of at most 56 squares.
#[test]
fn defective_regions_are_those_of_the_literature() {
    let known = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [2, 0, 0], [2, 1, 0], [37, 0, 0], [236, 23, 0]];
    let known = known.iter().chain(&[[2_238, 101, 5], [16_442, 1_111, 12]]);
    for (squares, known) in known.enumerate().skip(1) {
        assert_eq!(defective(tables(), squares)[1..4], *known, "{squares} squares");
    }
}

/// The same for 9 and 10 squares, from tables built for this test.
#[test]
#[ignore = "takes a minute"]
fn larger_defective_regions_are_those_of_the_literature() {
    let directory = tempfile::tempdir().unwrap();
    build(directory.path(), &["1v0:10"]);
    let tables = Tables::open(directory.path()).unwrap();
    assert_eq!(defective(&tables, 9)[1..5], [125_797, 12_974, 274, 0]);
    assert_eq!(defective(&tables, 10)[1..6], [929_277, 137_976, 5_464, 42, 0]);
}

/// The number of one-amazon regions, by how many squares their longest filling leaves empty.
fn defective(tables: &Tables, squares: usize) -> [usize; 10] {
    let list = tables.shape_list(squares).unwrap();
    let mut counts = [0; 10];
    for number in 0..list.count() {
        let shape = list.shape(number).unwrap();
        let drawing = shape.squares().fold(Wide::NONE, |all, square| {
            all | Wide::bit(Wide::index(square % u128::STRIDE, square / u128::STRIDE))
        });
        let (files, ranks) =
            Placement { empty: drawing, white: Wide::NONE, black: Wide::NONE }.extent().unwrap();
        if files.len() * ranks.len() > 56 {
            continue;
        }
        let mut orbits: Vec<Vec<Placement<Wide>>> = Vec::new();
        for square in drawing.squares() {
            let white = Wide::bit(square);
            let placement = Placement { empty: drawing.without(white), white, black: Wide::NONE };
            if orbits.iter().any(|orbit| orbit.contains(&placement)) {
                continue;
            }
            let board = position(placement, Color::White).cropped();
            orbits.push((0..8).map(|symmetry| *board.transformed(symmetry).placement()).collect());
            let filling = tables.probe(&placement).unwrap().unwrap().excess(Color::White, 0);
            counts[squares - 1 - filling as usize] += 1;
        }
    }
    counts
}

/// Compares every entry of the shipped tables with the judge; and 100,000 random entries of the
/// tables of AMAZONS_TABLES, with random spare moves, with the judge and up to eight squares with
/// plain minimax: `AMAZONS_TABLES=DIR cargo test --release --test exactness tables -- --ignored`.
#[test]
#[ignore = "takes many minutes"]
fn many_entries_equal_the_judge() {
    let shipped = Tables::open(Path::new("tables")).unwrap();
    let mut check = Check {
        judge: Judge::builder().memory(64 << 20).build(),
        random: RandomPositions::new(99),
    };
    for class in Material::ALL {
        for squares in 1..=8 {
            for table in shipped.region_tables(class, squares) {
                let placements = class.all_placements(squares);
                for entry in 0..table.facts().entries() {
                    check.entry(&shipped, class, squares, entry, &placements, 0);
                }
            }
        }
    }
    let directory = std::env::var("AMAZONS_TABLES").unwrap();
    let large = Tables::open(Path::new(&directory)).unwrap();
    for class in Material::ALL {
        for squares in 8..=10 {
            let Some(table) = large.region_tables(class, squares).first() else { continue };
            let placements = class.all_placements(squares);
            for _ in 0..6_000 {
                let entry = check.random.below(table.facts().entries());
                let spare = check.random.below(17) as i32 - 8;
                check.entry(&large, class, squares, entry, &placements, spare);
            }
        }
    }
}

struct Check {
    judge: Judge,
    random: RandomPositions,
}

impl Check {
    fn entry(
        &mut self,
        tables: &Tables,
        class: Material,
        squares: usize,
        entry: usize,
        placements: &[(u16, u16)],
        spare: i32,
    ) {
        let list = tables.shape_list(squares).unwrap();
        let shape = list.shape(entry / placements.len()).unwrap();
        let (strong, weak) = placements[entry % placements.len()];
        let region = placed(shape, strong, weak);
        let region = *position(region, Color::White)
            .cropped()
            .transformed(self.random.below(8) as u8)
            .placement();
        let scores = tables.probe(&region).unwrap().unwrap();
        for first in Color::BOTH {
            let problem = position(with_spare_moves(&region, spare), first);
            let verdict = self.judge.ask(&problem, Query::Score, &Limits::none());
            let rank = verdict.rank().unwrap();
            assert_eq!(scores.score(first, spare), Score::from_rank(rank, first), "{problem}");
            if squares <= 8 && spare.abs() <= 2 && class.contested() {
                assert_eq!(minimax::rank(&problem), rank, "{problem}");
            }
        }
    }
}
