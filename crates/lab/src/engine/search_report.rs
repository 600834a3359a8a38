//! What a search tells, as the words that engines use for it.

use amazons::board::Move;
use amazons::eval::{MAX_ESTIMATE, SQUARE};
use amazons::solvers::{Thought, Variation};
use amazons::util::number::parse_whole;
use std::time::Duration;

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

/// Reads such a text: the first line of what a search tells. `None` if it tells neither a score nor
/// a move, or those of another line.
pub fn parse_info(text: &str, read: impl Fn(&str) -> Option<Move>) -> Option<Thought> {
    let mut found =
        Thought { depth: 0, finished: true, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
    let (mut value, mut moves) = (None, Vec::new());
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => found.depth = words.next()?.parse().ok()?,
            "nodes" => found.nodes = parse_whole(words.next()?)?,
            "multipv" if words.next()? != "1" => return None,
            "score" => {
                let (kind, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
                value = match kind {
                    "cp" => Some(number.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)),
                    // A proved end in so many moves, whose margin is not told.
                    "mate" => Some(if number > 0 { SQUARE / 2 } else { -SQUARE / 2 }),
                    _ => None,
                };
            }
            "pv" => moves = words.by_ref().map_while(&read).collect(),
            "string" => break,
            _ => {}
        }
    }
    let tells = value.is_some() || !moves.is_empty();
    found.lines.push(Variation { value, moves });
    tells.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_search_tells_is_read_back() {
        let mv = |text: &str| text.parse::<Move>().ok();
        let line = Variation {
            value: Some(-150),
            moves: ["a1-b1/c1", "d4-d3/d2"].into_iter().filter_map(mv).collect(),
        };
        let thought = Thought {
            depth: 3,
            finished: true,
            nodes: 1234,
            time: Duration::ZERO,
            lines: vec![line],
        };
        let (_, text) = info_lines(&thought, |mv| mv.to_string()).next().unwrap();
        assert_eq!(parse_info(&text, mv), Some(thought));
        assert_eq!(parse_info("depth 3 multipv 2 score cp 7 pv a1-b1/c1", mv), None);
        assert_eq!(parse_info("string score cp 7", mv), None);
        assert_eq!(parse_info("depth x score cp 7", mv), None);
        assert_eq!(parse_info("depth 3 nodes 5", mv), None);
        let unvalued = parse_info("depth 3 nodes 5 pv a1-b1/c1", mv).unwrap();
        assert_eq!((unvalued.lines[0].value, unvalued.lines[0].moves.len()), (None, 1));
        let mate = parse_info("score mate -3 nodes 5", mv).unwrap();
        assert_eq!(mate.lines[0].value, Some(-50));
        let far = parse_info("score cp 99999999", mv).unwrap();
        assert_eq!(far.lines[0].value, Some(MAX_ESTIMATE));
    }
}
