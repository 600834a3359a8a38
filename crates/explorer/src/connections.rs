//! Connections: how many at once, and how long a client may take to send a request and to read the
//! answer.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// The maximum number of connections; further ones wait to be accepted. Systems allow 1,024 open
/// files, of which tables and searches need some.
const MOST: usize = 512;

/// The longest time for sending the head of a request, and between two requests.
const HEAD: Duration = Duration::from_secs(5);

/// The longest time in which a client reads nothing of an answer.
const READING: Duration = Duration::from_secs(10);

/// The pause after the system could not accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

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
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(READING));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service.clone());
        tokio::spawn(async move {
            let _permit = permit;
            // A client that disconnects is not an error.
            let _ = connection.await;
        });
    }
}
