//! Draws a position with its best moves: `cargo run --release --example draw -- FEN > board.svg`.

use amazons::render::{SvgOptions, svg};
use amazons::{Judge, Limits, Position};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| "**2/**1*/Q**1/1**1/1qQ1/2*1 b".into());
    let position: Position = fen.parse()?;
    let limits = Limits::time(Duration::from_secs(10));
    let solution = Judge::builder().build().solve(&position, &limits);
    let caption = match solution.score() {
        Some(score) => format!("{} to move: {score}", position.side()),
        None => format!("{} to move", position.side()),
    };
    let moves = solution.best_moves.unwrap_or_default();
    print!("{}", svg(&position, &SvgOptions { moves, caption, ..SvgOptions::default() }));
    Ok(())
}
