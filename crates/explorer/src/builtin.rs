//! Players and evaluations for remote clients: none opens a file, starts a program, or chooses how
//! much memory it takes.

use super::api_error::ApiError;
use amazons::eval::Evaluator;
use amazons::solvers::{SOLVERS, Spec, options_of};
use amazons_lab::play::{MoveLimit, Player};
use serde::Serialize;

/// Options of players that anyone may set. The others open files (`first`, `then`), take memory
/// (`tt`) or set limits of their own (`time`, `clock`, `nodes`, `playouts`).
const OPTIONS: &[&str] = &[
    "after-limit",
    "alone",
    "bounds",
    "depth",
    "draw",
    "ends",
    "epsilon",
    "eval",
    "explore",
    "fill",
    "finish",
    "futility",
    "levels",
    "limit",
    "order",
    "plies",
    "prove",
    "reduce",
    "reward",
    "seed",
    "widen",
    "width",
];

/// A player that is offered.
#[derive(Debug, Serialize)]
pub(super) struct Offer {
    player: String,
    summary: &'static str,
    /// Whether it plays unless another one is asked for.
    default: bool,
}

/// The players worth offering: every solver, with each evaluation that it can use, and with proofs
/// in its tree if it can search for them.
pub(super) fn offers() -> Vec<Offer> {
    let mut offers = Vec::new();
    for entry in SOLVERS {
        let mut offer = |player: String| {
            let default = player == Player::DEFAULT;
            offers.push(Offer { player, summary: entry.summary, default });
        };
        offer(entry.name.to_owned());
        for option in options_of(entry) {
            match option.name.as_str() {
                "eval" => Evaluator::ALL
                    .iter()
                    .map(|evaluation| evaluation.name())
                    .filter(|name| option.default.as_deref() != Some(name))
                    .for_each(|name| offer(format!("{}:{name}", entry.name))),
                "prove" => option
                    .choices
                    .iter()
                    .filter(|what| option.default.as_deref() != Some(what))
                    .for_each(|what| offer(format!("{}:prove={what}", entry.name))),
                _ => {}
            }
        }
    }
    offers
}

/// Parses the name of an evaluation, which constants may follow.
pub(super) fn evaluation(text: &str) -> Result<Evaluator, ApiError> {
    if text.starts_with("net:") {
        return Err(ApiError::bad("eval: weights in files are not read here"));
    }
    text.parse().map_err(|error| ApiError::bad(format!("eval: {error}")))
}

/// Parses a player that takes at most `memory` bytes.
pub(super) fn player(text: &str, limit: MoveLimit, memory: usize) -> Result<Player, ApiError> {
    let spec = Spec::parse(text).map_err(ApiError::bad)?;
    if !SOLVERS.iter().any(|entry| entry.name == spec.name()) {
        let names: Vec<&str> = SOLVERS.iter().map(|entry| entry.name).collect();
        let problem = format!("no such player here; expected one of {}", names.join(", "));
        return Err(ApiError::bad(spec.error(problem)));
    }
    for (key, value) in spec.options() {
        if key == "net" || value.starts_with("net:") {
            return Err(ApiError::bad(spec.error("weights in files are not read here")));
        }
        // An evaluation may be given without `eval=`.
        if !OPTIONS.contains(&key) && !Evaluator::is_named_by(key) {
            let problem = format!("no option '{key}' here; expected any of {}", OPTIONS.join(", "));
            return Err(ApiError::bad(spec.error(problem)));
        }
    }
    Player::of(spec.within(memory), limit).map_err(ApiError::bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let read = player(text, MoveLimit { time: None, nodes: Some(9) }, 1 << 20);
        read.map(|player| player.spec()).map_err(|error| format!("{error:?}"))
    }

    #[test]
    fn every_player_on_offer_can_be_had() {
        let offers = offers();
        assert!(offers.len() > 20);
        assert_eq!(offers.iter().filter(|offer| offer.default).count(), 1);
        for offer in offers {
            read(&offer.player).unwrap();
        }
    }

    #[test]
    fn options_that_reach_outside_are_refused() {
        for text in [
            "alphabeta:net:w.safetensors",
            "alphabeta:eval=net:w.safetensors",
            "hybrid:first=alphabeta:net:w.safetensors",
            "hybrid:then=mcts:eval=net:w.safetensors",
            "alphabeta:tt=9GB",
            "engine:sh",
            "uci:sh",
            "gtp:sh",
            "mcts:time=9h",
            "mcts:clock=9h",
            "mcts:playouts=1e12",
        ] {
            let refused = read(text).expect_err(text);
            assert!(refused.contains("expected") || refused.contains("not read"), "{refused}");
        }
        assert!(evaluation("net:w.safetensors").is_err());
        assert_eq!(evaluation("lieberum:a=0").unwrap().to_string(), "lieberum:a=0");
        assert_eq!(
            read("alphabeta:lieberum:a=0,depth=2"),
            Ok("alphabeta:eval=lieberum:a=0,depth=2".to_owned())
        );
    }
}
