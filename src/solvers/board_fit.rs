//! Whether a solver can play on a board: a network made for one board plays no larger one.

use super::spec::{Spec, SpecError};
use crate::board::Position;
use crate::eval::Evaluator;

/// Checks that the board of a position is not too large for an evaluation function of the solver
/// that `text` makes.
///
/// # Errors
/// There is such a function. The error names its file, its board and the position's board.
pub fn check_board(text: &str, position: &Position) -> Result<(), SpecError> {
    let Ok(spec) = Spec::parse(text) else { return Ok(()) };
    for (key, value) in spec.options() {
        if matches!(key, "first" | "then") {
            // The two methods of a hybrid.
            check_board(&value.replace('+', ","), position)?;
        } else if value.starts_with("net:")
            && let Ok(evaluation) = value.parse::<Evaluator>()
        {
            evaluation.check_board(position).map_err(|error| spec.error(error.to_string()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::board_network::BoardNetwork;
    use crate::eval::multilayer::Multilayer;
    use crate::eval::{BoardInputs, BoardSize};
    use crate::solvers::solver;
    use crate::util::SeededRng;
    use std::collections::BTreeMap;

    #[test]
    fn a_network_plays_its_board_and_smaller_ones() {
        let size = BoardSize { files: 5, ranks: 4 };
        let inputs = BoardInputs::Units;
        let network = Multilayer::random(inputs.count(size), &[2], 3.0, &mut SeededRng::new(1));
        let network = BoardNetwork { network, inputs, size, scaled: false };
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("n.st");
        std::fs::write(&file, network.to_tensors(&BTreeMap::new()).to_bytes()).unwrap();
        let net = format!("net:{}", file.display());
        for text in [
            format!("one-ply:{net}"),
            format!("alphabeta:eval={net},depth=2"),
            format!("mcts:{net},plies=2"),
            format!("hybrid:first=alphabeta:eval={net}+depth=2"),
            format!("hybrid:then=mcts:{net}"),
        ] {
            let text = solver(&text).unwrap().spec();
            let check = |files, ranks| check_board(&text, &Position::start(files, ranks).unwrap());
            assert_eq!(check(5, 4), Ok(()), "{text}");
            assert_eq!(check(4, 4), Ok(()), "{text}");
            let error = check(4, 5).unwrap_err().to_string();
            assert!(error.contains("n.st: a network for a board of 5 x 4; "), "{error}");
            assert!(error.contains("found one of 4 x 5"), "{error}");
        }
        let large = Position::start(10, 10).unwrap();
        assert_eq!(check_board("alphabeta:lieberum", &large), Ok(()));
        assert_eq!(check_board("one's own", &large), Ok(()));
    }
}
