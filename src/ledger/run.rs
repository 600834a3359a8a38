//! The work on the items that a ledger lacks.

use crate::limits::Abort;
use crate::util::parallel::as_finished;

/// Works on items on several threads, with one `state` per thread, and passes each result to
/// `keep` as soon as it is finished. `work` returns `None` for an item that was interrupted; another
/// run works on it again. No item is begun once `abort` is set, and a result that cannot be kept
/// sets it.
///
/// # Errors
/// Those of `keep`.
pub fn run<I, S, R, E>(
    items: impl Iterator<Item = I> + Send,
    threads: usize,
    abort: &Abort,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> Option<R> + Sync,
    mut keep: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    let items = items.take_while(|_| !abort.is_set());
    as_finished(items, threads, state, work, |_, finished| match finished {
        Some(result) => keep(result).inspect_err(|_| _ = abort.set()),
        None => Ok(()),
    })
}
