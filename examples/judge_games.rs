//! Judges the regions of a game file as they arise:
//! `cargo run --release --example judge_games -- GAMES.sgf`.

use amazons::region::regions_created_by;
use amazons::{Judge, Limits, Records};
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).map(PathBuf::from).ok_or("which file of games?")?;
    let mut judge = Judge::builder().memory(256 << 20).build();
    let limits = Limits::time(Duration::from_secs(1));
    for (number, game) in Records::open(&path)?.enumerate() {
        let game = game?;
        let positions: Vec<_> = game.positions().collect();
        for (ply, step) in positions.windows(2).enumerate() {
            for region in regions_created_by(&step[0], &step[1]) {
                let region = step[1].restricted(region.squares);
                let solution = judge.solve(&region, &limits);
                let (least, most) = solution.interval().scores(solution.first);
                let score =
                    solution.score().map_or(format!("{least} … {most}"), |s| s.to_string());
                println!("game {}, ply {}: {region}  {score}", number + 1, ply + 1);
            }
        }
    }
    Ok(())
}
