//! Connections: how many at once, and how long a client may take to send a request and to read the
//! answer.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::Interest;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// The maximum number of connections; further ones wait to be accepted. Each takes two of the 1,024
/// open files that systems allow, of which tables and searches need some.
const MOST: usize = 400;

/// The longest time for sending the head of a request, and between two requests.
const HEAD: Duration = Duration::from_secs(5);

/// The longest time in which a client reads nothing of an answer.
const READING: Duration = Duration::from_secs(10);

/// The pause after the system could not accept a connection, and between two looks at whether a
/// client is still there.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a client that sends nothing more may take to read what it is owed.
const LEAVING: Duration = Duration::from_millis(500);

/// Accepts connections and answers their requests, for ever.
pub(super) async fn answer(listener: TcpListener, router: Router) {
    let room = Arc::new(Semaphore::new(MOST));
    let service = TowerToHyperService::new(router);
    loop {
        let permit = Arc::clone(&room).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Ok((stream, watched)) = shared(stream) else { continue };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(READING));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service.clone());
        tokio::spawn(async move {
            let _permit = permit;
            // A client that disconnects is not an error.
            tokio::select! {
                _ = connection => {}
                () = has_left(&watched) => {}
            }
        });
    }
}

/// Returns a connection twice: to talk over it, and to watch whether the client is still there.
fn shared(stream: TcpStream) -> io::Result<(TcpStream, TcpStream)> {
    let stream = stream.into_std()?;
    let watched = stream.try_clone()?;
    Ok((TcpStream::from_std(stream)?, TcpStream::from_std(watched)?))
}

/// Returns once the client has closed the connection. Whoever reads requests learns of that only
/// behind those that the client sent ahead, and would answer them all.
async fn has_left(stream: &TcpStream) {
    while stream.ready(Interest::READABLE).await.is_ok_and(|ready| !ready.is_read_closed()) {
        tokio::time::sleep(PAUSE).await;
    }
    tokio::time::sleep(LEAVING).await;
}
