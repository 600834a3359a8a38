//! Many jobs on several threads, with their results one by one on the caller's thread.

use super::threads;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// How many results of [`in_order`] may wait for an earlier one or for its caller.
const AHEAD: usize = 1 << 10;

/// Runs `work` on every item with one `state` per thread, and passes every result with the item's
/// index to `done` as soon as it is ready. A thread continues only when `done` has begun with its
/// result. So results do not pile up in memory while `done` writes slowly, and a decision of `done`
/// takes effect at most one item per thread too late. Stops at the first error of `done` and
/// returns it.
///
/// # Errors
/// Those of `done`.
pub fn as_finished<I, S, R, E>(
    items: impl Iterator<Item = I> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> R + Sync,
    done: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    at_most_ahead(0, &Window::of(usize::MAX), items, threads, state, work, done)
}

/// Which items may be begun.
struct Window {
    /// The first one that may not; `None` if no more results are taken.
    end: Mutex<Option<usize>>,
    moved: Condvar,
}

impl Window {
    fn of(end: usize) -> Self {
        Self { end: Mutex::new(Some(end)), moved: Condvar::new() }
    }

    /// Waits until an item may be begun; `false` if nobody would take its result.
    fn wait_for(&self, index: usize) -> bool {
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        let beyond = |end: &mut Option<usize>| end.is_some_and(|end| index >= end);
        let end = self.moved.wait_while(end, beyond).unwrap_or_else(PoisonError::into_inner);
        end.is_some()
    }

    fn move_to(&self, end: Option<usize>) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
        self.moved.notify_all();
    }
}

/// Closes the window when results are no longer taken, for whatever reason.
struct Taker<'a>(&'a Window);

impl Drop for Taker<'_> {
    fn drop(&mut self) {
        self.0.move_to(None);
    }
}

/// Works as [`as_finished`] does, with up to `ahead` results waiting for `done`. With several
/// threads, items that are not in the `window` wait.
fn at_most_ahead<I, S, R, E>(
    ahead: usize,
    window: &Window,
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
    let most = items.size_hint().1.unwrap_or(usize::MAX);
    let items = Mutex::new(items.enumerate());
    let (send, receive) = sync_channel(ahead);
    let next = || match items.lock() {
        Ok(mut items) => items.next(),
        Err(_) => None,
    };
    let work_off = |send: SyncSender<_>| {
        let mut state = state();
        while let Some((index, item)) = next() {
            if !window.wait_for(index) {
                break;
            }
            let result = catch_unwind(AssertUnwindSafe(|| work(&mut state, item)));
            let panicked = result.is_err();
            // The receiver is gone if `done` failed or another thread panicked.
            if send.send((index, result)).is_err() || panicked {
                break;
            }
        }
    };
    let work_off = &work_off;
    thread::scope(|scope| {
        let members = (0..threads.clamp(1, most.max(1))).map(|_| {
            let send = send.clone();
            move || work_off(send)
        });
        let given = threads::team(scope, "work", members);
        drop(send);
        let _taker = Taker(window);
        if given == 0 {
            let mut state = state();
            while let Some((index, item)) = next() {
                done(index, work(&mut state, item))?;
            }
        }
        for (index, result) in receive {
            // As soon as the other threads have ended: results after it in order would wait in vain.
            done(index, result.unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
        Ok(())
    })
}

/// Works like [`as_finished`], but `done` gets the results in the order of the items, and threads
/// do not wait for it unless it, or a single item, falls far behind.
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
    let window = Window::of(AHEAD);
    at_most_ahead(AHEAD, &window, items, threads, state, work, |index, result| {
        early.insert(index, result);
        while let Some(result) = early.remove(&next) {
            next += 1;
            done(result)?;
        }
        window.move_to(Some(next + AHEAD));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

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

    /// While the first item takes its time, only so many others are worked on.
    #[test]
    fn a_slow_item_holds_back_what_comes_long_after_it() {
        let (begun, mut taken) = (AtomicUsize::new(0), 0);
        let work = |_: &mut (), i: usize| {
            let others = begun.fetch_add(1, Ordering::SeqCst);
            while i == 0 && begun.load(Ordering::SeqCst) < AHEAD {
                thread::yield_now();
            }
            (i, others)
        };
        let result = in_order(
            0..3 * AHEAD,
            3,
            || (),
            work,
            |(i, others)| {
                assert!(i == taken && others < taken + AHEAD + 3, "{i}: {others}");
                taken += 1;
                Ok::<(), ()>(())
            },
        );
        assert_eq!((result, taken), (Ok(()), 3 * AHEAD));
    }

    /// Neither an error nor a panic leaves a thread waiting for the window to move.
    #[test]
    fn what_waits_for_a_slow_item_ends_with_it() {
        for panics in [true, false] {
            let begun = AtomicUsize::new(0);
            let work = |_: &mut (), i: usize| {
                begun.fetch_add(1, Ordering::SeqCst);
                while i == 0 && begun.load(Ordering::SeqCst) < AHEAD {
                    thread::yield_now();
                }
                // By now the others wait, or will.
                assert!(i > 0 || !panics, "the first");
            };
            let all = AssertUnwindSafe(|| in_order(0..3 * AHEAD, 3, || (), work, |()| Err(())));
            let ended = catch_unwind(all);
            assert_eq!(ended.is_err(), panics);
            assert!(ended.is_err() || ended.is_ok_and(|result| result == Err(())));
            assert!(begun.load(Ordering::SeqCst) < AHEAD + 3);
        }
    }

    /// A panic comes through at once, and what precedes it was passed on.
    #[test]
    fn a_panic_ends_the_work() {
        let (seen, begun) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |_: &mut (), i: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            assert_ne!(i, 3, "the third");
            thread::sleep(Duration::from_millis(1));
        };
        let done = |()| {
            seen.fetch_add(1, Ordering::Relaxed);
            Ok::<(), ()>(())
        };
        let all = AssertUnwindSafe(|| in_order(0..100_000, 2, || (), work, done));
        assert!(catch_unwind(all).is_err());
        assert!(seen.load(Ordering::Relaxed) <= 3);
        assert!(begun.load(Ordering::Relaxed) < 10_000);
    }

    /// However slow the receiver, a thread is never more than one item ahead of what was received.
    #[test]
    fn no_thread_runs_ahead_of_a_slow_taker() {
        const THREADS: usize = 3;
        let (begun, mut taken) = (AtomicUsize::new(0), 0);
        let work = |_: &mut (), _| begun.fetch_add(1, Ordering::SeqCst);
        let result = as_finished(
            0..60,
            THREADS,
            || (),
            work,
            |_, _| {
                taken += 1;
                thread::sleep(Duration::from_millis(1));
                assert!(begun.load(Ordering::SeqCst) <= taken + THREADS);
                Ok::<(), ()>(())
            },
        );
        assert_eq!((result, taken), (Ok(()), 60));
    }
}
