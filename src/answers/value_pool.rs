//! Values of many positions on several threads.

use super::value::Valuer;
use crate::known::ResultStore;
use crate::tables::Tables;
use crate::util::parallel::in_order;
use std::sync::Arc;

/// The resources for valuing many positions.
#[derive(Clone, Copy, Debug)]
pub struct ValuePool<'a> {
    /// Known results, to which new ones are added.
    pub results: Option<&'a ResultStore>,
    /// Tables of which only the game values are used, if there are no results.
    pub game_values: Option<&'a Arc<Tables>>,
    /// Bytes for all threads together.
    pub memory: usize,
    /// The number of positions valued at once.
    pub threads: usize,
}

impl<'a> ValuePool<'a> {
    /// Works on the items with several threads, each with its own [`Valuer`], and passes the
    /// results to `done` in the order of the items. Stops at the first error of `done`.
    ///
    /// # Errors
    /// Those of `done`.
    pub fn in_order<I: Send, R: Send, E>(
        &self,
        items: impl Iterator<Item = I> + Send,
        work: impl Fn(&mut Valuer<&'a ResultStore>, I) -> R + Sync,
        done: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let memory = self.memory / self.threads.max(1);
        let valuer = || Valuer::new(self.results, memory, 1).knowing_values_of(self.game_values);
        in_order(items, self.threads, valuer, work, done)
    }
}
