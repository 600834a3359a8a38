//! Many jobs on several threads, with their results one by one on the caller's thread.

use super::threads;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
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
    mut done: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    let threads = useful(threads, &items);
    let one_by_one = |results: Vec<_>| results.into_iter().try_for_each(|(i, r)| done(i, r));
    let work = Work { quick: slow, full: work };
    at_most_ahead(0, &Jobs::of(singly(items), usize::MAX), threads, state, work, one_by_one)
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
    let threads = useful(threads, &items);
    let one_by_one = |results: Vec<R>| results.into_iter().try_for_each(&mut done);
    ordered(singly(items), threads, state, Work { quick: slow, full: work }, one_by_one)
}

/// How a thread works on items that come in bundles: `quick` takes microseconds and leaves most
/// items finished; `full` finishes what `quick` does not, however long it takes.
#[derive(Clone, Copy, Debug)]
pub struct Work<Q, F> {
    /// The result of an item that needs little work.
    pub quick: Q,
    /// The result of any item.
    pub full: F,
}

/// Works on bundles of items with several threads, and passes results to `done`, many at a time,
/// in the order of the items if it is `kept`, else as they are finished. The quick ones of a bundle
/// come together; none of them waits for an item that needs full work, which any thread may take.
///
/// # Errors
/// Those of `done`.
pub fn bundled<I, S, R, E>(
    bundles: impl Iterator<Item = Vec<I>> + Send,
    kept: bool,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: Work<impl Fn(&mut S, &I) -> Option<R> + Sync, impl Fn(&mut S, I) -> R + Sync>,
    mut done: impl FnMut(Vec<R>) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    if kept {
        return ordered(bundles, threads, state, work, done);
    }
    let jobs = Jobs::of(bundles, usize::MAX);
    let without_index = |(_, result)| result;
    at_most_ahead(0, &jobs, threads, state, work, |results| {
        done(results.into_iter().map(without_index).collect())
    })
}

/// Passes results on in the order of the items.
fn ordered<I, S, R, E>(
    bundles: impl Iterator<Item = Vec<I>> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: Work<impl Fn(&mut S, &I) -> Option<R> + Sync, impl Fn(&mut S, I) -> R + Sync>,
    mut done: impl FnMut(Vec<R>) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    R: Send,
{
    let (mut next, mut early) = (0, BTreeMap::new());
    let jobs = Jobs::of(bundles, AHEAD);
    at_most_ahead(AHEAD, &jobs, threads, state, work, |results| {
        let mut following = Vec::with_capacity(results.len());
        for (index, result) in results {
            if index == next {
                next += 1;
                following.push(result);
            } else {
                early.insert(index, result);
            }
            while let Some(result) = early.remove(&next) {
                next += 1;
                following.push(result);
            }
        }
        if !following.is_empty() {
            done(following)?;
        }
        jobs.open_up_to(Some(next + AHEAD));
        Ok(())
    })
}

/// As many threads as there are items, and one at least.
fn useful(threads: usize, items: &impl Iterator) -> usize {
    threads.clamp(1, items.size_hint().1.unwrap_or(usize::MAX).max(1))
}

fn singly<I>(items: impl Iterator<Item = I>) -> impl Iterator<Item = Vec<I>> {
    items.map(|item| vec![item])
}

/// The quick work where all work counts as slow.
fn slow<S, I, R>(_: &mut S, _: &I) -> Option<R> {
    None
}

/// What a thread does next.
enum Job<I> {
    /// The bundle whose first item has this index.
    Bundle(usize, Vec<I>),
    /// An item that needs full work.
    Slow(usize, I),
}

/// The work that is left.
struct Jobs<B, I> {
    /// Locked by the one thread that reads; reading may wait for whoever writes a pipe.
    bundles: Mutex<B>,
    left: Mutex<Left<I>>,
    changed: Condvar,
}

struct Left<I> {
    slow: VecDeque<(usize, I)>,
    /// The index of the next item that is read.
    next: usize,
    /// The first item that may not be begun yet; `None` if no more results are taken.
    end: Option<usize>,
    /// A thread reads.
    reading: bool,
    /// How many threads are at a bundle, and may leave slow items.
    at_bundles: usize,
    /// All was read.
    over: bool,
}

impl<I, B: Iterator<Item = Vec<I>>> Jobs<B, I> {
    fn of(bundles: B, end: usize) -> Self {
        let left = Left {
            slow: VecDeque::new(),
            next: 0,
            end: Some(end),
            reading: false,
            at_bundles: 0,
            over: false,
        };
        Self { bundles: Mutex::new(bundles), left: Mutex::new(left), changed: Condvar::new() }
    }

    fn left(&self) -> MutexGuard<'_, Left<I>> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for work; `None` if all is done or nobody would take its result.
    fn next(&self) -> Option<Job<I>> {
        let mut left = self.left();
        loop {
            let end = left.end?;
            if let Some((index, item)) = left.slow.pop_front() {
                return Some(Job::Slow(index, item));
            }
            if left.over && left.at_bundles == 0 {
                return None;
            }
            if !left.over && !left.reading && left.next < end {
                left.reading = true;
                drop(left);
                let bundle = catch_unwind(AssertUnwindSafe(|| self.read()));
                left = self.left();
                left.reading = false;
                match bundle {
                    Err(panic) => {
                        drop(left);
                        self.open_up_to(None);
                        resume_unwind(panic);
                    }
                    Ok(Some(bundle)) => {
                        let first = left.next;
                        left.next += bundle.len();
                        left.at_bundles += 1;
                        self.changed.notify_all();
                        return Some(Job::Bundle(first, bundle));
                    }
                    Ok(None) => left.over = true,
                }
                self.changed.notify_all();
                continue;
            }
            left = self.changed.wait(left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reads a bundle; `None` at the end.
    fn read(&self) -> Option<Vec<I>> {
        self.bundles.lock().ok()?.next()
    }

    /// Ends the work on a bundle, of which these items need full work.
    fn leave(&self, slow: VecDeque<(usize, I)>) {
        let mut left = self.left();
        left.at_bundles -= 1;
        left.slow.extend(slow);
        drop(left);
        self.changed.notify_all();
    }

    /// Lets items up to `end` be begun; none if it is `None`.
    fn open_up_to(&self, end: Option<usize>) {
        self.left().end = end;
        self.changed.notify_all();
    }
}

/// Ends the work when results are no longer taken, for whatever reason.
struct Taker<'a, I, B: Iterator<Item = Vec<I>>>(&'a Jobs<B, I>);

impl<I, B: Iterator<Item = Vec<I>>> Drop for Taker<'_, I, B> {
    fn drop(&mut self) {
        self.0.open_up_to(None);
    }
}

/// Works off all jobs, with up to `ahead` messages waiting for `done`.
fn at_most_ahead<I, B, S, R, E>(
    ahead: usize,
    jobs: &Jobs<B, I>,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: Work<impl Fn(&mut S, &I) -> Option<R> + Sync, impl Fn(&mut S, I) -> R + Sync>,
    mut done: impl FnMut(Vec<(usize, R)>) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    B: Iterator<Item = Vec<I>> + Send,
    R: Send,
{
    let (send, receive) = sync_channel(ahead);
    let finish = |state: &mut S, job| match job {
        Job::Slow(index, item) => vec![(index, (work.full)(state, item))],
        Job::Bundle(first, items) => {
            let (mut finished, mut slow) = (Vec::with_capacity(items.len()), VecDeque::new());
            let quick = catch_unwind(AssertUnwindSafe(|| {
                for (index, item) in (first..).zip(items) {
                    match (work.quick)(state, &item) {
                        Some(result) => finished.push((index, result)),
                        None => slow.push_back((index, item)),
                    }
                }
            }));
            // Where nothing is ready to be passed on, nothing waits if one slow item stays here.
            let own = (quick.is_ok() && finished.is_empty()).then(|| slow.pop_front()).flatten();
            jobs.leave(slow);
            if let Err(panic) = quick {
                resume_unwind(panic);
            }
            finished.extend(own.map(|(index, item)| (index, (work.full)(state, item))));
            finished
        }
    };
    let work_off = |send: SyncSender<_>| {
        let mut state = state();
        while let Some(job) = jobs.next() {
            let result = catch_unwind(AssertUnwindSafe(|| finish(&mut state, job)));
            if result.as_ref().is_ok_and(Vec::is_empty) {
                continue;
            }
            let panicked = result.is_err();
            // The receiver is gone if `done` failed or another thread panicked.
            if send.send(result).is_err() || panicked {
                break;
            }
        }
    };
    let (work_off, finish) = (&work_off, &finish);
    thread::scope(|scope| {
        let members = (0..threads.max(1)).map(|_| {
            let send = send.clone();
            move || work_off(send)
        });
        let given = threads::team(scope, "work", members);
        drop(send);
        let _taker = Taker(jobs);
        if given == 0 {
            let mut state = state();
            while let Some(job) = jobs.next() {
                done(finish(&mut state, job))?;
            }
        }
        for results in receive {
            // As soon as the other threads have ended: results after it in order would wait in vain.
            done(results.unwrap_or_else(|panic| resume_unwind(panic)))?;
        }
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

    /// What is quick comes at once, though an item before it in the same bundle takes long.
    #[test]
    fn a_slow_item_holds_back_no_quick_one_of_its_bundle() {
        for threads in [1, 2, 3] {
            let quick = |_: &mut (), &i: &usize| (i % 50 > 0).then_some(i);
            let told = AtomicUsize::new(0);
            let full = |_: &mut (), i: usize| {
                while told.load(Ordering::SeqCst) < 49 {
                    thread::yield_now();
                }
                i
            };
            let bundles = || (0..4).map(|bundle| (50 * bundle..50 * bundle + 50).collect());
            let mut seen = Vec::new();
            let work = Work { quick, full };
            let result = bundled(
                bundles(),
                false,
                threads,
                || (),
                work,
                |results| {
                    told.fetch_add(results.len(), Ordering::SeqCst);
                    seen.extend(results);
                    Ok::<(), ()>(())
                },
            );
            assert_eq!(result, Ok(()));
            let mut ordered = Vec::new();
            let result = bundled(
                bundles(),
                true,
                threads,
                || (),
                work,
                |results| {
                    ordered.extend(results);
                    Ok::<(), ()>(())
                },
            );
            assert_eq!((result, &ordered), (Ok(()), &(0..200).collect()));
            seen.sort_unstable();
            assert_eq!(seen, ordered);
        }
    }

    /// All slow items of one bundle are shared out among the threads.
    #[test]
    fn slow_items_of_one_bundle_are_worked_on_by_all_threads() {
        let together = AtomicUsize::new(0);
        let full = |_: &mut (), _: usize| {
            together.fetch_add(1, Ordering::SeqCst);
            while together.load(Ordering::SeqCst) < 3 {
                thread::yield_now();
            }
        };
        let bundles = std::iter::once((0..30).collect::<Vec<usize>>());
        let work = Work { quick: slow, full };
        assert_eq!(bundled(bundles, true, 3, || (), work, |_| Ok::<(), ()>(())), Ok(()));
    }

    #[test]
    fn a_panic_of_what_is_read_or_quick_comes_through() {
        let reading = || (0..9).map(|i| if i < 5 { vec![i] } else { panic!("the fifth") });
        let all = || in_order(reading().flatten(), 3, || (), |_, i| i, |_| Ok::<(), ()>(()));
        assert!(catch_unwind(AssertUnwindSafe(all)).is_err());
        let quick = |_: &mut (), &i: &usize| if i < 5 { Some(i) } else { panic!("the fifth") };
        let work = Work { quick, full: |_: &mut (), i| i };
        let bundles = (0..9).map(|i| vec![i; 3]);
        let all = || bundled(bundles, true, 3, || (), work, |_| Ok::<(), ()>(()));
        assert!(catch_unwind(AssertUnwindSafe(all)).is_err());
    }
}
