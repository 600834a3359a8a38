//! Work without the interpreter's lock, which Ctrl-C ends.

use amazons::Abort;
use amazons::util::threads;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::any::Any;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the interpreter is checked for signals.
pub const GLANCE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own, without the interpreter's lock.
///
/// Meanwhile this thread checks for signals and calls `watch` now and then. A signal, or an error
/// of `watch`, sets `abort` and is raised after the work has ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    abort: &Abort,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let mut failure = None;
    let joined = py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let work = move || {
                let _done = done;
                work()
            };
            let worker = threads::start_scoped(scope, "amazons", work)?;
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(GLANCE) {
                if failure.is_some() {
                    continue;
                }
                let seen = Python::attach(|py| py.check_signals().and_then(|()| watch(py)));
                if let Err(error) = seen {
                    failure = Some(error);
                    abort.set();
                }
            }
            Ok::<_, std::io::Error>(worker.join())
        })
    })?;
    match (failure, joined) {
        (Some(error), _) => Err(error),
        (None, Ok(result)) => Ok(result),
        (None, Err(panic)) => Err(internal_error(&*panic)),
    }
}

/// The exception for a panic of another thread.
pub fn internal_error(panic: &(dyn Any + Send)) -> PyErr {
    let text = threads::panic_text(panic).unwrap_or("no message");
    PyRuntimeError::new_err(format!("internal error, please report it: {text}"))
}
