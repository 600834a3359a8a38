//! The one way to start a thread.
//!
//! A system may refuse a thread: its user has too many, or no address space is left for its stack.
//! Then the work goes on with fewer threads, and [`on_refusal`] is told once. A thread that was
//! started and then finds no memory for its own beginnings (an alternative stack, the destructors
//! of thread-local values) ends the whole process. So threads start one after another, each only
//! when there is room for more than it needs to begin, and a team begins its work when all of it is
//! there.

use super::memory::{self, Claim, REST, Sharing};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};
use std::time::Duration;

/// The stack of a thread, in bytes.
const STACK: usize = 2 << 20;

/// What a searching thread takes beside its tables, in bytes.
const WORK: usize = 4 << 20;

/// Held while a thread begins.
static STARTING: Mutex<()> = Mutex::new(());

static ON_REFUSAL: OnceLock<fn(Refusal)> = OnceLock::new();

/// Returns the message of a panic; `None` if it has no text.
pub fn panic_text(panic: &(dyn Any + Send)) -> Option<&str> {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
}

/// Fewer threads than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The threads asked for.
    pub wanted: usize,
    /// The threads that work.
    pub given: usize,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted, given } = self;
        write!(f, "the system has room for only {given} of {wanted} threads")
    }
}

/// Sets what is called when the system refuses threads for the first time.
pub fn on_refusal(tell: fn(Refusal)) {
    let _ = ON_REFUSAL.set(tell);
}

fn refused(refusal: Refusal) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if let Some(tell) = ON_REFUSAL.get()
        && !TOLD.swap(true, Ordering::Relaxed)
    {
        tell(refusal);
    }
}

/// Returns how many of so many threads the limits on this process leave room for, at least 1.
pub fn that_fit(wanted: usize) -> usize {
    let Some(room) = memory::room() else { return wanted.max(1) };
    let given = (room.saturating_sub(REST) / (STACK + WORK)).clamp(1, wanted.max(1));
    if given < wanted {
        refused(Refusal { wanted, given });
    }
    given
}

/// Starts a thread.
///
/// # Errors
/// The system refuses it.
pub fn start<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let (beginning, begun) = Beginning::of(name, 0)?;
    let work = move || {
        begun.tell();
        work()
    };
    #[allow(clippy::disallowed_methods, reason = "the one place")]
    beginning.end(|builder| builder.spawn(work))
}

/// Starts a thread that ends before its scope does.
///
/// # Errors
/// The system refuses it.
pub fn start_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    start_beside(scope, name, 0, work)
}

fn start_beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    others: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let (beginning, begun) = Beginning::of(name, others)?;
    let work = move || {
        begun.tell();
        work()
    };
    #[allow(clippy::disallowed_methods, reason = "the one place")]
    beginning.end(|builder| builder.spawn_scoped(scope, work))
}

/// Starts a team: a thread for each of `members`, or for as many as the system allows. All of them
/// begin once the last is there. Returns their number.
pub fn team<'scope, F: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    members: impl ExactSizeIterator<Item = F>,
) -> usize {
    let (wanted, mut given) = (members.len(), 0);
    let complete: Arc<OnceLock<Sharing>> = Arc::default();
    for member in members {
        let gate = Arc::clone(&complete);
        let work = move || {
            gate.wait();
            member();
        };
        if start_beside(scope, name, given, work).is_err() {
            refused(Refusal { wanted, given });
            break;
        }
        given += 1;
    }
    let _ = complete.set(Sharing::among(given));
    given
}

/// A thread that is about to begin. No other one begins meanwhile.
struct Beginning {
    builder: Builder,
    begun: Receiver<()>,
    _stack: Claim,
    _alone: MutexGuard<'static, ()>,
}

/// Tells that a thread has got through its beginnings.
struct Begun(SyncSender<()>);

impl Begun {
    fn tell(&self) {
        // What a thread needs to wait for another one is made at its first wait.
        let (_silent, listen) = sync_channel::<()>(0);
        let _ = listen.recv_timeout(Duration::ZERO);
        let _ = self.0.send(());
    }
}

impl Beginning {
    /// Makes sure that there is room for a thread, and for the work of `others` that have not begun
    /// with it.
    fn of(name: &str, others: usize) -> io::Result<(Self, Begun)> {
        let alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(stack) = memory::claim_quietly(STACK + others * WORK) else {
            let message = "no memory for another thread; raise ulimit -v";
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
        };
        let (send, begun) = sync_channel(1);
        let builder = Builder::new().name(name.to_owned()).stack_size(STACK);
        Ok((Self { builder, begun, _stack: stack, _alone: alone }, Begun(send)))
    }

    /// Starts the thread and waits until it runs.
    fn end<H>(self, start: impl FnOnce(Builder) -> io::Result<H>) -> io::Result<H> {
        let handle = start(self.builder).map_err(|error| {
            let message = format!("the system refuses another thread: {error}");
            io::Error::new(error.kind(), message)
        })?;
        // It sends, or it has already ended.
        let _ = self.begun.recv();
        Ok(handle)
    }
}

/// Returns the threads for iterators that share out their items, or `None` if the system allows
/// none.
pub fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let of = |threads| {
        let start = |thread: rayon::ThreadBuilder| start("pool", || thread.run()).map(drop);
        ThreadPoolBuilder::new().num_threads(threads).spawn_handler(start).build().ok()
    };
    let pool = POOL.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let fewer = std::iter::successors(Some(cores), |threads| Some(threads / 2));
        let mut fewer = fewer.take_while(|&threads| threads > 0);
        fewer.find_map(of)
    });
    pool.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_team_begins_when_all_of_it_is_there() {
        let (there, begun) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            let member = |_| {
                || {
                    assert!(there.load(Ordering::SeqCst));
                    begun.fetch_add(1, Ordering::SeqCst);
                }
            };
            let members = (0..5).map(|number| {
                there.store(number == 4, Ordering::SeqCst);
                member(number)
            });
            assert_eq!(team(scope, "member", members), 5);
        });
        assert_eq!(begun.into_inner(), 5);
    }

    #[test]
    fn a_thread_runs_as_soon_as_it_is_started() {
        let value = std::thread::scope(|scope| {
            let thread = start_scoped(scope, "one", || 3).unwrap();
            start("two", || 4).unwrap().join().unwrap() + thread.join().unwrap()
        });
        assert_eq!(value, 7);
        assert!(that_fit(0) == 1 && that_fit(2) >= 1);
    }
}
