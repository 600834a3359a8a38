//! Many jobs on several threads, their results one by one on the caller's thread.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::sync_channel;

/// How far results may run ahead of the slowest job or of `done`, in results.
const AHEAD: usize = 1 << 14;

/// Runs `work` on every item with one `state` a thread, and hands every result with the item's
/// index to `done` as soon as it is there. Stops at the first error of `done` and returns it.
///
/// # Errors
/// Those of `done`.
pub fn as_finished<I, S, R, E>(
    items: impl Iterator<Item = I> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> R + Sync,
    mut done: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    let items = Mutex::new(items.enumerate());
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel(AHEAD);
        for _ in 0..threads.max(1) {
            let send = send.clone();
            let (items, state, work) = (&items, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                loop {
                    let next = match items.lock() {
                        Ok(mut items) => items.next(),
                        Err(_) => None,
                    };
                    let Some((index, item)) = next else { break };
                    // The receiver is gone once `done` failed.
                    if send.send((index, work(&mut state, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (index, result) in receive {
            done(index, result)?;
        }
        Ok(())
    })
}

/// Like [`as_finished`], but `done` gets the results in the order of the items.
///
/// # Errors
/// Those of `done`.
pub fn in_order<I, S, R, E>(
    items: impl Iterator<Item = I> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> R + Sync,
    mut done: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    let (mut next, mut early) = (0, BTreeMap::new());
    as_finished(items, threads, state, work, |index, result| {
        early.insert(index, result);
        while let Some(result) = early.remove(&next) {
            next += 1;
            done(result)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order() {
        let mut seen = Vec::new();
        let result = in_order(
            0..1000u64,
            4,
            || 0,
            |_, i| i * i,
            |square| {
                seen.push(square);
                Ok::<(), ()>(())
            },
        );
        assert_eq!(result, Ok(()));
        assert!(seen.iter().enumerate().all(|(i, &square)| square == (i * i) as u64));
        assert_eq!(in_order(0..10, 2, || 0, |_, i| i, |_| Err("full")), Err("full"));
    }
}
