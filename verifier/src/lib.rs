//! Checks a proof of who wins a position of the Game of the Amazons. The rules of the game are in
//! `rules.rs`, the procedure of a proof in `walk.rs`, the leaf rule that counts in `guards.rs`, and
//! the file format in `file.rs` and `moves.rs`. `docs/proofs.md` says the same in words, with the
//! reasons.

mod file;
mod guards;
mod moves;
mod rules;
mod walk;

use std::path::Path;

/// Why a proof is not verified: an exit code and the reason.
pub type Problem = (u8, String);

/// Checks the bytes of a proof and returns a report that ends in `verified`.
///
/// # Errors
/// An exit code and the reason: 2 if the bytes are not a proof, incomplete, or of a newer version;
/// 1 if they are a proof that is damaged or does not prove its claim; 3 if the walk has more
/// positions than are remembered, [`usual_positions`] here.
pub fn verify(bytes: &[u8]) -> Result<String, Problem> {
    verify_within(bytes, usual_positions(bytes.len()))
}

/// Checks a file, whose walk may have so many positions to remember, or [`usual_positions`].
///
/// # Errors
/// Those of [`verify`]; 2 also if the file cannot be read.
pub fn verify_file(path: &Path, positions: Option<u64>) -> Result<String, Problem> {
    let bytes = file::bytes_of(path)?;
    verify_within(&bytes, positions.unwrap_or(usual_positions(bytes.len())))
}

/// How many positions are remembered for a file of so many bytes. A file may hold 516 moves a byte;
/// those of real proofs hold up to 4.
pub fn usual_positions(bytes: usize) -> u64 {
    (1 << 20) + 16 * bytes as u64
}

fn verify_within(bytes: &[u8], positions: u64) -> Result<String, Problem> {
    let proof = file::Proof::read(bytes)?;
    let mut walk = walk::Walk::new(&proof, positions);
    walk.run()?;
    let winner = if proof.white_wins { "White" } else { "Black" };
    let by = if proof.margin > 0 { format!(" by {} or more", proof.margin) } else { String::new() };
    let rule = proof.guards.map_or("none".into(), |k| format!("guards, {k} moves looked ahead"));
    Ok(format!(
        "{winner} wins{by}\nposition: {}\nleaf rule: {rule}\n{} stored moves, {} positions walked\nverified",
        proof.fen(proof.position, proof.winner_moves),
        walk.moves.read,
        walk.walked
    ))
}
