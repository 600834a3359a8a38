//! Searches for requests: how many at once, with how much memory, and their end when the client has
//! left.

use super::api_error::ApiError;
use amazons::answers::Valuer;
use amazons::known::ResultStore;
use amazons::limits::Abort;
use amazons::tables::Tables;
use amazons::util::{opaque_debug, threads};
use axum::http::StatusCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// What requests may use.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The longest time that a question may ask for, which is also the default.
    pub time: Duration,
    /// Searches in parallel.
    pub searches: usize,
    /// Questions that may wait for a search; further ones are refused.
    pub queue: usize,
    /// Memory of all searches together, in bytes.
    pub memory: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
}

impl ServerLimits {
    /// The bytes of the judge that each search has and keeps; a player that it asks gets as many.
    pub fn share(&self) -> usize {
        self.memory / self.searches.max(1) / 2
    }
}

/// Bodies of requests that are read at once, beside searches.
const READERS: usize = 2;

/// What a search works with.
pub(super) type Tools = Valuer<Arc<ResultStore>>;

/// Runs the searches of requests.
pub struct Searchers {
    limits: ServerLimits,
    tables: Option<Arc<ResultStore>>,
    permits: Arc<Semaphore>,
    /// For long work, which leaves at least half of the searches to questions.
    turns: Arc<Semaphore>,
    reading: Arc<Semaphore>,
    waiting: AtomicUsize,
    running: AtomicUsize,
    idle: Mutex<Vec<Tools>>,
}

opaque_debug!([] Searchers, "Searchers");

/// Ends a search when dropped, which happens when the client of a request disconnects.
pub(super) struct StopOnDrop(pub Abort);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Counts a waiting question.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Searchers {
    /// Makes searches within limits, which use these tables.
    pub fn new(limits: ServerLimits, tables: Option<Arc<ResultStore>>) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(limits.searches.max(1))),
            turns: Arc::new(Semaphore::new((limits.searches / 2).max(1))),
            reading: Arc::new(Semaphore::new(READERS)),
            limits,
            tables,
            waiting: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// What requests may use.
    pub fn limits(&self) -> &ServerLimits {
        &self.limits
    }

    /// The tables that they use.
    pub(super) fn tables(&self) -> Option<&Arc<Tables>> {
        self.tables.as_ref().map(|results| results.tables())
    }

    /// Searches that are running.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Questions that wait for a search.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Runs a search once there is room for it and returns its answer. `within` is the most wall
    /// time that it may take. If the future is dropped, the search ends.
    pub(super) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        within: Duration,
        search: impl FnOnce(&mut Tools, &Abort) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let abort = Abort::new();
        let _stop = StopOnDrop(abort.clone());
        let search = self.start(abort.clone(), search).await?;
        tokio::pin!(search);
        tokio::select! {
            done = &mut search => done,
            () = tokio::time::sleep(within) => {
                abort.set();
                search.await
            }
        }
    }

    /// Waits for a turn for long work, such as a review, and holds it.
    pub(super) async fn turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        self.permit(&self.turns).await
    }

    async fn permit(&self, permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
        if let Ok(permit) = Arc::clone(permits).try_acquire_owned() {
            return Ok(permit);
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Counted(&self.waiting);
        if waiting >= self.limits.queue {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("{waiting} requests are already waiting; try again later"),
            ));
        }
        let permit = Arc::clone(permits).acquire_owned().await;
        Ok(permit.expect("the semaphore is never closed"))
    }

    /// Starts a search once there is room for it. `abort` ends it.
    pub(super) async fn start<T, F>(
        self: &Arc<Self>,
        abort: Abort,
        search: F,
    ) -> Result<impl Future<Output = Result<T, ApiError>> + use<T, F>, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Tools, &Abort) -> T + Send + 'static,
    {
        let permit = self.permit(&self.permits).await?;
        let this = Arc::clone(self);
        on_a_thread("search", move || {
            // Released when the search has really ended, not when the client leaves.
            let _permit = permit;
            this.running.fetch_add(1, Ordering::Relaxed);
            let _running = Counted(&this.running);
            let mut tools = this.tools();
            let answer = search(&mut tools, &abort);
            this.idle.lock().unwrap_or_else(PoisonError::into_inner).push(tools);
            answer
        })
    }

    /// Reads what takes a while, beside searches.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.reading).acquire_owned().await;
        let work = move || {
            let _permit = permit;
            read()
        };
        on_a_thread("reader", work)?.await
    }

    fn tools(&self) -> Tools {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Valuer::new(self.tables.clone(), self.limits.share(), 1))
    }
}

/// Works on a thread of its own. Where the system refuses one, the client may try again later.
fn on_a_thread<T: Send + 'static, F: FnOnce() -> T + Send + 'static>(
    name: &str,
    work: F,
) -> Result<impl Future<Output = Result<T, ApiError>> + use<T, F>, ApiError> {
    let (send, receive) = oneshot::channel();
    let work = move || {
        let answer = work();
        let _ = send.send(answer);
    };
    threads::start(name, work)
        .map_err(|error| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    Ok(async move {
        receive.await.map_err(|_| {
            let message = "the search failed; this is a bug in amazons";
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_and_players_of_all_searches_together_keep_to_the_memory() {
        for searches in [0, 1, 3, 8] {
            let limits = ServerLimits {
                time: Duration::from_secs(1),
                searches,
                queue: 1,
                memory: 1 << 30,
                body: 1,
            };
            let all = searches.max(1) * 2 * limits.share();
            assert!(all <= limits.memory && all > limits.memory / 2, "{searches}");
        }
    }
}
