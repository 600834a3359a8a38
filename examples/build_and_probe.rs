//! Builds the tables of all regions of at most five squares with one amazon per side, and probes
//! them: `cargo run --release --example build_and_probe`.

use amazons::tablegen::{Building, steps};
use amazons::{Abort, Color, Position, Tables};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::temp_dir().join(format!("amazons-tables-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let steps = steps(&["1v1:5".parse()?]);
    let abort = Abort::new();
    let (directory, piece) = (&*directory, Building::PIECE);
    Building { directory, threads: 2, part: None, piece, abort: &abort }.run(&steps, |_| ())?;

    let tables = Tables::open(directory)?;
    let position: Position = "Q2/*1q w".parse()?;
    let scores = tables.probe(position.placement())?.ok_or("not in the tables")?;
    for spare in [-1, 0, 1] {
        let score = scores.score(Color::White, spare);
        println!("{position} with {spare} spare moves for White: {score}");
    }
    std::fs::remove_dir_all(directory)?;
    Ok(())
}
