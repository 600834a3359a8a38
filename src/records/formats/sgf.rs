//! SGF, as the standard defines it for Amazons.

use super::Format;
use crate::records::sgf::write::write_sgf;

pub(super) const FORMAT: Format = Format {
    name: "sgf",
    owner: "the Smart Game Format, FF[4] GM[18]",
    endings: &["sgf"],
    example: "(;FF[4]GM[18]SZ[10]PW[w]PB[b];W[djdghc];B[gagfcf])",
    keeps: "start and tags",
    write: Some(|game, mut out| Ok(write_sgf(game, &mut out)?)),
};
