//! Values of many positions on several threads.

use super::value::Valuer;
use crate::known::ResultStore;
use crate::util::parallel::in_order;

/// What many positions are valued with.
#[derive(Clone, Copy, Debug)]
pub struct ValuePool<'a> {
    /// What is known, and takes what is found out.
    pub results: Option<&'a ResultStore>,
    /// Bytes of all threads together.
    pub memory: usize,
    /// Positions valued at once.
    pub threads: usize,
}

impl<'a> ValuePool<'a> {
    /// Has every item worked on by one of several threads, each with a [`Valuer`] of its own, and
    /// hands the results to `done` in the order of the items. Stops at the first error of `done`.
    ///
    /// # Errors
    /// Those of `done`.
    pub fn in_order<I: Send, R: Send, E>(
        &self,
        items: impl Iterator<Item = I> + Send,
        work: impl Fn(&mut Valuer<&'a ResultStore>, I) -> R + Sync,
        done: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let valuer = || Valuer::new(self.results, self.memory / self.threads.max(1), 1);
        in_order(items, self.threads, valuer, work, done)
    }
}
