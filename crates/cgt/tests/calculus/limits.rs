//! Deep, large and many: every operation ends with a game or says which limit it reached.

use super::random::Random;
use amazons_cgt::{Arena, Dyadic, Effort, Game, Limits, OperationError, Stopped};
use std::time::Duration;

type Operation = fn(&mut Arena, Game, Game) -> Result<(), OperationError>;

fn operations() -> [(&'static str, Operation); 17] {
    [
        ("sum", |games, g, h| Ok(games.sum(g, h).map(drop)?)),
        ("cooled", |games, g, _| games.cooled(g, Dyadic::ONE).map(drop)),
        ("frozen", |games, g, _| Ok(games.frozen(g).map(drop)?)),
        ("heated", |games, g, h| Ok(games.heated(g, h).map(drop)?)),
        ("overheated", |games, g, h| Ok(games.overheated(g, h, h).map(drop)?)),
        ("ordinal sum", |games, g, h| Ok(games.ordinal_sum(g, h).map(drop)?)),
        ("Norton product", |games, g, h| games.norton_product(g, h).map(drop)),
        ("Conway product", |games, g, h| Ok(games.conway_product(g, h).map(drop)?)),
        ("reduced", |games, g, _| Ok(games.reduced(g).map(drop)?)),
        ("atomic weight", |games, g, _| Ok(games.atomic_weight(g).map(drop)?)),
        ("companion", |games, g, _| Ok(games.companion(g).map(drop)?)),
        ("incentives", |games, g, _| Ok(games.incentives(g).map(drop)?)),
        ("uptimal", |games, g, _| Ok(games.to_uptimal(g).map(drop)?)),
        ("comparison", |games, g, h| Ok(games.compare(g, h).map(drop)?)),
        ("birthday", |games, g, _| {
            let _ = (games.birthday(g), games.stop_count(g), games.confusion_interval(g));
            Ok(())
        }),
        ("text", |games, g, _| {
            let _ = games.text(g, 1000);
            Ok(())
        }),
        ("multiple", |games, g, _| Ok(games.multiple(131_071, g).map(drop)?)),
    ]
}

#[test]
fn deep_and_large_games_end_in_a_result_or_a_limit() {
    let texts = [
        "^64 + ".repeat(63) + "^64",
        "^64 + ".repeat(40) + "{4096|-4096}",
        "{4096|{0|-4096}}".into(),
        "4096 + 4096 + 4096".into(),
        "-1/1099511627776".into(),
        "*64".into(),
        ".1111111111111111".into(),
        format!("{}1{}", "{".repeat(90), "|0}".repeat(90)),
    ];
    let games = &mut Arena::new(256 << 20);
    let read = texts.map(|text| games.parse(&text).unwrap());
    for g in read {
        // Ups, a large number, and a high uptimal.
        for h in [read[0], read[3], read[6]] {
            for (_, operation) in operations() {
                let limits = Limits::new(Some(Duration::from_millis(50)), Some(20_000));
                games.set_effort(Effort::new(&limits));
                let _ = operation(games, g, h);
            }
        }
    }
}

#[test]
fn a_full_arena_stops_every_operation() {
    let mut stopped = 0;
    for seed in 0..20 {
        let games = &mut Arena::new(1 << 20);
        let random = &mut Random::new(seed);
        let (g, h) = (random.game(games, 3), random.game(games, 3));
        let mut sum = g;
        let full = loop {
            let hot = random.game(games, 3);
            match games.sum(sum, hot) {
                Ok(next) => sum = next,
                Err(full) => break full,
            }
        };
        assert_eq!(full, Stopped::Memory);
        for (name, operation) in operations() {
            games.set_effort(Effort::UNLIMITED.within(5_000));
            match operation(games, sum, h) {
                Ok(()) | Err(OperationError::UnitNotPositive) => {}
                Err(OperationError::Stopped(Stopped::Memory)) => stopped += 1,
                Err(OperationError::Stopped(_)) => {}
                Err(other) => panic!("{name}: {other}"),
            }
        }
        // What was made before is as it was.
        assert_eq!(games.at_most(g, g), Ok(true));
    }
    assert!(stopped > 10, "{stopped}");
}
