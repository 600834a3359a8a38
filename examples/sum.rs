//! The values of a board's regions, and who wins their sum:
//! `cargo run --release --example sum -- FEN`.

use amazons::region::regions;
use amazons::{GameValues, Position};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| "Q2q*1Q/1**1*q1 w".into());
    let position: Position = fen.parse()?;
    let mut values = GameValues::new(256 << 20);
    for region in regions(&position) {
        let region = position.restricted(region.squares);
        let value = values.value(&region)?;
        println!("{region}: {value}, temperature {}", value.temperature());
    }
    let sum = values.value(&position)?;
    println!("sum: {sum}, mean {}, outcome {}", sum.mean(), sum.outcome().letter());
    Ok(())
}
