//! The engine protocol, from both sides.

use super::reads_back;
use amazons_lab::engine::protocol::{Reply, Request};
use amazons_lab::engine::{AdjustablePlayer, CommandLine, serve, serve_analysis, serve_uci};
use amazons_lab::play::MoveLimit;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) fn protocol(text: &str) {
    if let Ok(request) = Request::parse(text) {
        let written = request.to_string();
        assert_eq!(Request::parse(&written), Ok(request), "{written}");
    }
    if let Ok(reply) = Reply::parse(text) {
        let written = reply.to_string();
        assert_eq!(Reply::parse(&written), Ok(reply), "{written}");
    }
    reads_back::<CommandLine>(text);
}

/// Takes what an engine says.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Checks that the engine answers requests of other protocols, whatever they are.
fn other_engines(text: &str, limit: MoveLimit) {
    let said = Said::default();
    let engine = AdjustablePlayer::new("random", limit).expect("the spec is a constant");
    let input = io::Cursor::new(text.to_owned().into_bytes());
    serve_uci(engine, input, said.clone()).expect("memory takes everything");
    serve_analysis("random", limit, NonZeroUsize::MIN, text.as_bytes(), said.clone())
        .expect("memory takes everything");
    let bytes = said.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    assert!(String::from_utf8(bytes).is_ok(), "answers are text");
}

/// Checks that every answer of the engine is a line of the protocol.
pub(super) fn engine(text: &str) {
    let limit = MoveLimit { time: None, nodes: Some(50) };
    let engine = AdjustablePlayer::new("random", limit).expect("the spec is a constant");
    // A `judge` request might run as long as the text says.
    let short = |line: &str| match Request::parse(line) {
        Ok(Request::Judge(_)) => "judge nodes 50".to_owned(),
        _ => line.to_owned(),
    };
    let lines: Vec<String> = text.split('\n').take(20).map(short).collect();
    other_engines(&lines.join("\n"), limit);
    let mut output = Vec::new();
    serve(engine, io::Cursor::new(lines.join("\n").into_bytes()), &mut output)
        .expect("memory takes everything");
    for line in String::from_utf8(output).expect("replies are text").lines() {
        let reply = Reply::parse(line);
        assert!(reply.is_ok(), "{line}: {reply:?}");
    }
}
