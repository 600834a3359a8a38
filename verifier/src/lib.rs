//! Checks a proof of who wins a position of the Game of the Amazons. The rules of the game are in
//! `rules.rs`, the procedure of a proof in `walk.rs`, the leaf rule that counts in `guards.rs`, and
//! the file format in `file.rs`. `docs/proofs.md` says the same in words, with the reasons.

mod file;
mod guards;
mod rules;
mod walk;

/// Checks the bytes of a proof and returns a report that ends in `verified`.
///
/// # Errors
/// An exit code and the reason: 2 if the bytes are not a proof, incomplete, or of a newer version;
/// 1 if they are a proof that is damaged or does not prove its claim.
pub fn verify(bytes: &[u8]) -> Result<String, (u8, String)> {
    let proof = file::Proof::read(bytes)?;
    let mut walk = walk::Walk::new(&proof);
    walk.run().map_err(|reason| {
        let here = walk.line.iter().fold(proof.position, |position, &m| position.after(m));
        let winner_moves = proof.winner_moves || !walk.line.is_empty();
        let line: Vec<_> = walk.line.iter().map(|&m| proof.move_text(m)).collect();
        (1, format!("{reason}, at {} after [{}]", proof.fen(here, winner_moves), line.join(" ")))
    })?;
    let winner = if proof.white_wins { "White" } else { "Black" };
    let by = if proof.margin > 0 { format!(" by {} or more", proof.margin) } else { String::new() };
    let rule = proof.guards.map_or("none".into(), |k| format!("guards, {k} moves looked ahead"));
    Ok(format!(
        "{winner} wins{by}\nposition: {}\nleaf rule: {rule}\n{} stored moves, {} positions walked\nverified",
        proof.fen(proof.position, proof.winner_moves),
        walk.read,
        walk.walked
    ))
}
