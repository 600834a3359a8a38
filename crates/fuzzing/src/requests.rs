//! Requests to an explorer that runs in this process.

use amazons::limits::Abort;
use amazons::records::RecordOptions;
use amazons::util::threads;
use amazons_explorer::{Explorer, Opened, Searchers, ServerLimits, serve};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Sends a request to an explorer and returns the status, or `None` if there is no answer within a
/// second.
///
/// The text has `GET /api/v1/…` in its first line, then headers, an empty line and the body.
/// Missing `Host` and `Content-Length` headers are added, and `HOST` is replaced by the explorer's
/// host and port. Searches take at most 20 ms.
pub fn ask_explorer(bytes: &[u8]) -> Option<u16> {
    static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
        let limits = ServerLimits {
            time: Duration::from_millis(20),
            searches: 2,
            queue: 2,
            memory: 16 << 20,
            body: 1 << 16,
        };
        let opened = Opened::open(Some("Q2q/1**1 w"), &RecordOptions::default())
            .expect("the position is a constant");
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("some port is free");
        let address = listener.local_addr().expect("it has an address");
        let searchers = Arc::new(Searchers::new(limits, None));
        let explorer = Explorer::new(opened, searchers, address);
        let run = move || serve(explorer, listener, &Abort::new());
        threads::start("explorer", run).expect("there is room for a thread");
        address
    });
    let text = String::from_utf8_lossy(bytes).replace("HOST", &ADDRESS.to_string());
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let mut request = format!("{} HTTP/1.1\r\n", lines.next().unwrap_or_default());
    let named = |name: &str| head.to_lowercase().contains(&format!("\n{name}:"));
    let (host, length) = (format!("Host: {}", *ADDRESS), format!("Content-Length: {}", body.len()));
    let missing = [("host", &host), ("content-length", &length)];
    for line in lines.chain(missing.iter().filter(|one| !named(one.0)).map(|one| one.1.as_str())) {
        request += line;
        request += "\r\n";
    }
    request += "\r\n";
    request += body;
    let mut stream = TcpStream::connect(*ADDRESS).ok()?;
    // If the headers promise more than there is, the explorer waits for the rest.
    stream.set_read_timeout(Some(Duration::from_secs(1))).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).ok()?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Checks that the explorer never answers with a failure of its own.
pub(super) fn request(bytes: &[u8]) {
    let status = ask_explorer(bytes);
    assert!(status.is_none_or(|status| status < 500), "{status:?}");
}
