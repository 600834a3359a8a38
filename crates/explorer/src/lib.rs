//! The explorer: a page in the browser that shows the exact score of every move, and the HTTP
//! interface behind it.
//!
//! | step | file |
//! |---|---|
//! | connections: how many, how slow | `connections` |
//! | the routes, and the checks that every request must pass | `router`, `guard` |
//! | parameters of a question, and errors | `params`, `api_error` |
//! | searches: how many at once, and their end when the client has left | `searchers` |
//! | questions and answers | `questions`, `game_moves`, `batch`, `reviewed` |
//! | regions with a value, from tables of game values | `atlas` |
//! | bounds that narrow while the user watches | `live` |
//! | what was opened: position, game, set, study | `opened`, a set's problems `problem_list` |
//! | the page | `assets` |
//!
//! The server answers only the machine it runs on, unless it is bound to another address. It makes
//! no requests of its own and writes nothing.

mod api_error;
mod assets;
mod atlas;
mod batch;
mod builtin;
mod connections;
mod game_moves;
mod guard;
mod live;
mod opened;
mod params;
mod problem_list;
mod questions;
mod reviewed;
mod router;
mod searchers;

pub use opened::{OpenError, Opened};
pub use router::router;
pub use searchers::{Searchers, ServerLimits};

use amazons::answers::Atlas;
use amazons::limits::Abort;
use amazons::util::opaque_debug;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The state of the explorer, shared by all requests.
pub struct Explorer {
    /// What is shown first.
    pub opened: Opened,
    /// Runs the searches of questions.
    pub searchers: Arc<Searchers>,
    /// The address it listens on; requests that name another host are refused.
    pub address: SocketAddr,
    /// The atlas of the tables, once it was asked for.
    atlas: OnceLock<Atlas>,
}

impl Explorer {
    /// Makes an explorer that shows this first.
    pub fn new(opened: Opened, searchers: Arc<Searchers>, address: SocketAddr) -> Self {
        Self { opened, searchers, address, atlas: OnceLock::new() }
    }
}

opaque_debug!([] Explorer, "Explorer");

/// How often it is checked whether the explorer is to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// Serves the explorer on a listener until `stop` is set.
///
/// # Errors
/// The runtime cannot be started, or the listener fails.
pub fn serve(
    explorer: Explorer,
    listener: std::net::TcpListener,
    stop: &Abort,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    // Requests are received and answered on this thread. The runtime starts none: if the system
    // refused it, the runtime would panic.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let stopped = async {
            while !stop.is_set() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        tokio::select! {
            () = connections::answer(listener, router(Arc::new(explorer))) => {}
            () = stopped => {}
        }
        Ok(())
    })
}
