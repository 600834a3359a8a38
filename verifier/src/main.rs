//! `verifier FILE` checks a proof. Exit code 0: verified; 1: refused; 2: the file is no proof.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use verifier::board::{Move, Position};
use verifier::file::Proof;
use verifier::walk::Walk;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [path] = &arguments[..] else {
        eprintln!("usage: verifier FILE");
        return ExitCode::from(2);
    };
    let bytes = std::fs::read(path).map_err(|error| (2, error.to_string()));
    match bytes.and_then(|bytes| Proof::read(&bytes)).and_then(|proof| check(&proof)) {
        Ok(()) => {
            println!("verified");
            ExitCode::SUCCESS
        }
        Err((code, reason)) => {
            eprintln!("{path}: refused: {reason}");
            ExitCode::from(code)
        }
    }
}

/// Says what a proof claims and follows it.
fn check(proof: &Proof) -> Result<(), (u8, String)> {
    let winner = if proof.white_wins { "White" } else { "Black" };
    let margin = Some(proof.margin).filter(|&margin| margin > 0);
    println!("{winner} wins{}", margin.map_or(String::new(), |m| format!(" by {m} or more")));
    println!("position: {}", proof.fen(&proof.position, proof.winner_moves));
    let rule = proof.guards.map(|ahead| format!("guards, {ahead} moves looked ahead"));
    println!("leaf rule: {}", rule.as_deref().unwrap_or("none"));
    let (start, count) = (Instant::now(), proof.moves.len());
    let mut last = start;
    let mut progress = |read: usize, walked: u64| {
        if last.elapsed() > Duration::from_secs(2) {
            last = Instant::now();
            eprintln!("{read} of {count} stored moves followed, {walked} positions walked");
        }
    };
    let mut walk = Walk::new(proof, &mut progress);
    let outcome = walk.run();
    let seconds = start.elapsed().as_secs_f64();
    println!("{} of {count} stored moves followed, {} positions walked, {seconds:.1} s", walk.read, walk.walked);
    outcome.map_err(|reason| {
        let played = |position: Position, &played: &Move| position.after(played);
        let here = walk.line.iter().fold(proof.position, played);
        let winner_moves = proof.winner_moves || !walk.line.is_empty();
        (1, format!("{reason}\nposition: {}\nafter: {}", proof.fen(&here, winner_moves), proof.line(&walk.line)))
    })
}
