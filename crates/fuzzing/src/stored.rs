//! Binary files: tables, proofs, weights, compressed texts.

use amazons::board::{Color, Frame, Position};
use amazons::eval::{BoardNetwork, Weights};
use amazons::proof::Proof;
use amazons::tables::mend_checksums;
use amazons::testing::ask_table;
use amazons::util::compression::Compression;
use amazons::util::safetensors::Tensors;
use std::io::{Cursor, Read};

/// The most bytes of text that are read from compressed data.
const MOST: u64 = 1 << 20;

pub(super) fn table(bytes: &[u8]) {
    ask_table(bytes.to_vec());
    let mut mended = bytes.to_vec();
    mend_checksums(&mut mended);
    ask_table(mended);
}

pub(super) fn proof(bytes: &[u8]) {
    let read = |bytes: &[u8]| {
        let proof = Proof::from_bytes(bytes);
        // What the independent reader accepts, the solver accepts too.
        assert!(proof.is_ok() || verifier::verify(bytes).is_err());
        if let Ok(proof) = proof {
            assert_eq!(Proof::from_bytes(&proof.to_bytes()), Ok(proof));
        }
    };
    read(bytes);
    if let Some((body, _)) = bytes.split_last_chunk::<4>() {
        let mut crc = flate2::Crc::new();
        crc.update(body);
        read(&[body, &crc.sum().to_le_bytes()].concat());
    }
}

pub(super) fn weights(bytes: &[u8]) {
    let Ok(file) = Tensors::parse(bytes) else { return };
    assert_eq!(Tensors::parse(&file.to_bytes()).as_ref(), Ok(&file));
    let position: Position = "Q2q/1**1 w".parse().expect("the position is a constant");
    if let Ok(weights) = Weights::from_tensors(&file) {
        let _ = weights.evaluate(position.placement(), Color::White);
    }
    if let Ok(network) = BoardNetwork::from_tensors(&file) {
        let _ = network.evaluate(position.placement(), Color::Black, Frame::WHOLE);
        let again = BoardNetwork::from_tensors(&network.to_tensors(&file.metadata));
        assert_eq!(again.as_ref(), Ok(&network));
    }
}

pub(super) fn compressed(bytes: &[u8]) {
    for kind in [Compression::Gzip, Compression::Zstd] {
        let read = |bytes: Vec<u8>| {
            let mut text = Vec::new();
            kind.reading(Cursor::new(bytes)).take(MOST).read_to_end(&mut text).map(|_| text)
        };
        let _ = read(bytes.to_vec());
        let packed = kind.member(bytes).expect("memory takes everything");
        assert_eq!(read(packed).ok().as_deref(), Some(bytes));
    }
}
