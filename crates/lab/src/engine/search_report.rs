//! What a search tells, as the words that engines use for it.

use amazons::board::Move;
use amazons::solvers::Thought;

/// Returns one text for each line of a search, with its number from 1: `depth 4 score cp 150 nodes
/// 1234 nps 61700 time 20 pv …`. The score is in hundredths of a square, from the mover.
pub fn info_lines(
    thought: &Thought,
    write: impl Fn(Move) -> String,
) -> impl Iterator<Item = (usize, String)> {
    let Thought { depth, nodes, time, lines, .. } = thought;
    (1..).zip(lines).map(move |(number, line)| {
        let score = line.value.map(|value| format!(" score cp {value}")).unwrap_or_default();
        let speed = (*nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        let moves: Vec<String> = line.moves.iter().map(|&mv| write(mv)).collect();
        let text = format!(
            "depth {depth}{score} nodes {nodes} nps {speed} time {} pv {}",
            time.as_millis(),
            moves.join(" ")
        );
        (number, text)
    })
}
