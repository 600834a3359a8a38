use amazons::{GameValues, Judge, Limits, Position, Tables};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "Q2q/1**1 w".parse()?;
    let tables = Tables::open("tables")?;
    let mut judge = Judge::builder().memory(64 << 20).threads(2).tables(tables).build();
    let solution = judge.solve(&position, &Limits::time(Duration::from_secs(1)));
    // `None` if a limit came first; then `solution.interval()` holds what was proved.
    assert_eq!(solution.score(), Some("W+3".parse()?));
    let value = GameValues::new(64 << 20).value(&position)?;
    assert_eq!(value.to_string(), "±3");
    println!("{position}: {} and {value}", solution.score().expect("it is proved"));
    Ok(())
}
