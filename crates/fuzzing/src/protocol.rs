//! The engine protocol, from both sides.

use super::reads_back;
use amazons_lab::engine::protocol::{Reply, Request};
use amazons_lab::engine::{AdjustablePlayer, CommandLine, serve};
use amazons_lab::play::MoveLimit;

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
    let mut output = Vec::new();
    serve(engine, std::io::Cursor::new(lines.join("\n").into_bytes()), &mut output)
        .expect("memory takes everything");
    for line in String::from_utf8(output).expect("replies are text").lines() {
        let reply = Reply::parse(line);
        assert!(reply.is_ok(), "{line}: {reply:?}");
    }
}
