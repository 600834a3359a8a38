//! Items of a file, read ahead on a thread of its own: other Python threads run meanwhile, and
//! Ctrl-C ends the waiting, also for a pipe that sends nothing.

use crate::interrupt::{GLANCE, internal_error};
use amazons::util::threads;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;

/// The most items that wait to be taken.
const AHEAD: usize = 64;

/// An iterator that another thread goes through. It ends when this is dropped.
pub struct ReadAhead<T> {
    items: Mutex<Receiver<T>>,
    reader: Mutex<Option<JoinHandle<()>>>,
}

impl<T: Send + 'static> ReadAhead<T> {
    /// Begins to go through the items.
    pub fn of(items: impl Iterator<Item = T> + Send + 'static) -> PyResult<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        let reader = threads::start("reader", move || send_all(items, &sender))?;
        Ok(Self { items: Mutex::new(receiver), reader: Mutex::new(Some(reader)) })
    }

    /// Waits for the next item, without the interpreter's lock; `None` after the last.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            // Loops in the interpreter's own code, as in `list`, do not check for signals.
            py.check_signals()?;
            let received = py.detach(|| match self.items.lock() {
                Ok(items) => items.recv_timeout(GLANCE),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            });
            match received {
                Ok(item) => return Ok(Some(item)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.ended(),
            }
        }
    }

    /// The end, unless the thread ended early.
    fn ended(&self) -> PyResult<Option<T>> {
        let reader = self.reader.lock().map(|mut reader| reader.take()).unwrap_or_default();
        match reader.map(JoinHandle::join) {
            Some(Err(panic)) => Err(internal_error(&*panic)),
            _ => Ok(None),
        }
    }
}

/// Does what may wait for a pipe, such as opening a file.
pub fn waiting<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let done = ReadAhead::of(std::iter::once_with(work))?.next(py)?;
    Ok(done.expect("there is one item"))
}

fn send_all<T>(items: impl Iterator<Item = T>, sender: &SyncSender<T>) {
    for item in items {
        if sender.send(item).is_err() {
            return;
        }
    }
}
