//! The atlas: regions compared with values computed from nothing, and counts with a plain walk.

use amazons::GameValues;
use amazons::answers::{Atlas, AtlasQuestion, Condition};
use amazons::board::{Color, Position};
use amazons::cgt::Dyadic;
use amazons::limits::Abort;
use amazons::region::Canonical;
use amazons::tables::{Material, RegionValue, Shape, Tables, ValueId, ValueTexts};
use amazons::testing::RandomPositions;
use std::collections::{BTreeMap, BTreeSet};

fn atlas() -> Atlas {
    Atlas::of(Tables::builtin().unwrap(), &Abort::new()).unwrap()
}

fn question(value: Option<String>) -> AtlasQuestion {
    AtlasQuestion { value, ..AtlasQuestion::default() }
}

#[test]
fn every_region_answered_has_the_value_computed_without_tables() {
    let atlas = atlas();
    let tables = Tables::builtin().unwrap();
    let dictionary = &tables.dictionaries()[0];
    let mut random = RandomPositions::new(541);
    let mut texts = ValueTexts::new();
    let mut questions = Vec::new();
    while questions.len() < 120 {
        let id = ValueId::new(random.below(dictionary.len()), random.below(2) > 0);
        let worth = texts.report(&RegionValue::new(dictionary, 0, id)).unwrap();
        questions.extend(worth.game_value.map(|value| question(Some(value))));
    }
    let conditions = |text: &str| Some(text.parse::<Condition>().unwrap());
    questions.extend([
        AtlasQuestion { temperature: conditions(">=2"), ..question(None) },
        AtlasQuestion { mean: conditions("-1/4..1/4"), number: true, ..question(None) },
        AtlasQuestion { nimber: true, ..question(None) },
        AtlasQuestion { tiny: true, ..question(None) },
        AtlasQuestion { switch: true, mean: conditions("<-1"), ..question(None) },
        AtlasQuestion { atomic_weight: Some(">0".into()), ..question(None) },
    ]);
    let mut values = GameValues::new(256 << 20);
    let mut seen = 0;
    for question in questions {
        let answer = atlas.ask(&question, &Abort::new()).unwrap();
        for region in &answer.found {
            let value = values.value(&region.position).unwrap().to_string();
            assert_eq!(Some(&value), region.worth.game_value.as_ref(), "{}", region.fen);
            assert_eq!(region.position, region.fen.parse::<Position>().unwrap());
            seen += 1;
            if let Some(asked) = &answer.value {
                assert_eq!(value, *asked, "{}", region.fen);
            }
            if let Some(condition) = question.temperature {
                assert!(condition.met_by(region.worth.temperature.unwrap()));
            }
            if let Some(condition) = question.mean {
                assert!(condition.met_by(region.worth.mean.unwrap()), "{value}");
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// The same for a region and for all that differ by a symmetry or by the colours.
fn key(region: &Position) -> String {
    let first = |color| Canonical::of(&region.with_side(color)).position.to_fen();
    first(Color::White).min(first(Color::Black))
}

#[test]
fn an_atlas_counts_the_regions_that_a_walk_over_all_of_them_finds() {
    let (atlas, tables) = (atlas(), Tables::builtin().unwrap());
    let mut texts = ValueTexts::new();
    for (class, squares) in [("1v1", 5), ("2v1", 5), ("2v2", 5), ("1v0", 6), ("3v1", 4)] {
        let class: Material = class.parse().unwrap();
        // By value: all regions, as they are and with the colours swapped.
        let mut regions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for &shape in &Shape::all(squares)[squares] {
            for (strong, weak) in class.all_placements(squares) {
                let region = shape.position(strong, weak);
                for region in [region.clone(), region.swapped().with_side(Color::White)] {
                    let value = tables.probe_value(region.placement()).unwrap().unwrap();
                    let value = texts.report(&value).unwrap().game_value.unwrap();
                    regions.entry(value).or_default().insert(key(&region));
                }
            }
        }
        for (value, regions) in regions {
            let question = AtlasQuestion {
                class: Some(class),
                squares: Some(Condition::equal_to(Dyadic::integer(squares as i32))),
                count: Some(usize::MAX),
                ..question(Some(value.clone()))
            };
            let answer = atlas.ask(&question, &Abort::new()).unwrap();
            let found: BTreeSet<String> =
                answer.found.iter().map(|region| key(&region.position)).collect();
            assert_eq!(found, regions, "{class} with {squares} squares: {value}");
            assert_eq!(answer.found.len(), regions.len(), "each once: {value}");
            assert_eq!(answer.regions, regions.len() as u64, "{value}");
        }
    }
}

#[test]
fn the_first_region_is_the_smallest_of_all_classes() {
    let (atlas, tables) = (atlas(), Tables::builtin().unwrap());
    let mut texts = ValueTexts::new();
    let mut smallest: BTreeMap<String, usize> = BTreeMap::new();
    for squares in 1..=5 {
        for class in Material::ALL {
            for &shape in &Shape::all(squares)[squares] {
                for (strong, weak) in class.all_placements(squares) {
                    let region = shape.position(strong, weak);
                    for region in [region.clone(), region.swapped()] {
                        let value = tables.probe_value(region.placement()).unwrap().unwrap();
                        let value = texts.report(&value).unwrap().game_value.unwrap();
                        smallest.entry(value).or_insert(squares);
                    }
                }
            }
        }
    }
    assert!(smallest.len() > 60, "{}", smallest.len());
    for (value, squares) in smallest {
        let answer = atlas.ask(&question(Some(value.clone())), &Abort::new()).unwrap();
        assert_eq!(answer.found[0].squares, squares, "{value}");
    }
}
