//! Blocks of memory are claimed before they are taken, so that a small machine or a limit on address
//! space leads to smaller tables and not to the end of the program.

use std::cell::Cell;
use std::fs::File;
use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Smaller blocks are not claimed.
const LARGE: usize = 1 << 16;

/// Bytes left for everything else.
pub const REST: usize = 24 << 20;

static SHORT: AtomicBool = AtomicBool::new(false);

/// Bytes that were claimed and may not have been taken yet.
static CLAIMED: AtomicUsize = AtomicUsize::new(0);

/// Threads that work side by side, each with tables of its own.
static SHARERS: AtomicUsize = AtomicUsize::new(0);

/// Held while a block is tried.
static TRIAL: Mutex<()> = Mutex::new(());

thread_local! {
    static TRYING: Cell<bool> = const { Cell::new(false) };
}

/// The right to take a block of memory, which other threads leave alone until this is dropped.
#[must_use = "other threads may take the memory as soon as this is dropped"]
#[derive(Debug)]
pub struct Claim(usize);

impl Drop for Claim {
    fn drop(&mut self) {
        CLAIMED.fetch_sub(self.0, Ordering::SeqCst);
    }
}

/// Claims `bytes` more bytes, if the system would give them. Hold the claim until they are taken.
/// Blocks below 64 KiB always fit.
pub fn claim(bytes: usize) -> Option<Claim> {
    if bytes < LARGE {
        return Some(Claim(0));
    }
    let claim = claim_quietly(bytes);
    if claim.is_none() {
        SHORT.store(true, Ordering::Relaxed);
    }
    claim
}

/// Works as [`claim`] does for memory other than tables, which [`was_short`] leaves uncounted.
pub fn claim_quietly(bytes: usize) -> Option<Claim> {
    let room = room();
    let after = |claimed: usize| {
        let after = claimed.checked_add(bytes)?;
        let all = after.checked_add(REST)?;
        let fits = match room {
            Some(room) => all <= room,
            None => is_given(all),
        };
        fits.then_some(after)
    };
    CLAIMED.fetch_update(Ordering::SeqCst, Ordering::SeqCst, after).ok()?;
    Some(Claim(bytes))
}

/// Takes a table of `count` elements, or of a half, a quarter, … of them: as many as fit if each
/// thread that works beside this one takes as many.
pub fn as_many_as_fit<T, R>(mut count: usize, take: impl FnOnce(usize) -> R) -> R {
    let sharers = if room().is_some() { SHARERS.load(Ordering::Relaxed).max(1) } else { 1 };
    let claimed = loop {
        let bytes = count.saturating_mul(size_of::<T>());
        let all = claim(bytes.saturating_mul(sharers));
        if all.is_some() || count <= 1 {
            // The others claim their own.
            drop(all);
            break claim_quietly(bytes);
        }
        count /= 2;
    };
    let taken = take(count);
    drop(claimed);
    taken
}

/// Threads that share what memory there is, until this is dropped.
#[derive(Debug)]
pub struct Sharing(usize);

impl Sharing {
    /// Announces threads that take tables of their own.
    pub fn among(threads: usize) -> Self {
        SHARERS.fetch_add(threads, Ordering::Relaxed);
        Self(threads)
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        SHARERS.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Returns whether the system gives a block, which it gets back.
fn is_given(bytes: usize) -> bool {
    let _trial = TRIAL.lock().unwrap_or_else(PoisonError::into_inner);
    TRYING.set(true);
    let given = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    TRYING.set(false);
    given
}

/// Waits until no other thread tries a block. What a thread could not get meanwhile it may get now.
pub fn wait_for_trials() {
    drop(TRIAL.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Returns whether anything was made smaller than intended.
pub fn was_short() -> bool {
    SHORT.load(Ordering::Relaxed)
}

/// Returns whether this thread is asking for memory that it can do without.
pub fn is_trying() -> bool {
    TRYING.get()
}

/// The bytes that the limits of this process leave, if there is a limit (`ulimit -v`, `ulimit -d`).
pub fn room() -> Option<usize> {
    let [address_space, data] = limits();
    let used = match (address_space, data) {
        (None, None) => return None,
        _ => used()?,
    };
    let left = [address_space, data].into_iter().zip(used);
    left.filter_map(|(limit, used)| Some(limit?.saturating_sub(used))).min()
}

/// The limits of address space and of data, in bytes, at the beginning of the process.
pub fn limits() -> [Option<usize>; 2] {
    static LIMITS: OnceLock<[Option<usize>; 2]> = OnceLock::new();
    *LIMITS.get_or_init(|| {
        let text = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        ["Max address space", "Max data size"].map(|name| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        })
    })
}

/// The bytes of address space and of data that this process takes. Allocates nothing.
fn used() -> Option<[usize; 2]> {
    let mut text = [0; 1 << 12];
    let length = File::open("/proc/self/status").ok()?.read(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text[..length]);
    let kib = |name: &str| -> Option<usize> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_ascii_whitespace().next()?.parse().ok()
    };
    Some([kib("VmSize:")? << 10, kib("VmData:")? << 10])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_made_smaller() {
        assert!(claim(1).is_some() && claim(4 << 20).is_some() && !was_short());
        assert!(claim(usize::MAX / 2).is_none() && was_short());
        let count = as_many_as_fit::<u64, _>(usize::MAX / 8, |count| count);
        assert!(count > 1 << 20 && count < usize::MAX / 16);
        assert!(!is_trying());
        assert_eq!(CLAIMED.load(Ordering::SeqCst), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_process_takes_is_known() {
        // Tests beside this one may give memory back meanwhile. Blocks are kept, since a block that
        // was given back may be had again without growth.
        let mut blocks = Vec::new();
        let grows_by_a_block = |_| {
            let [all, data] = used().unwrap();
            assert!(all > data && data > 1 << 16, "{all}, {data}");
            blocks.push(vec![1_u8; 64 << 20]);
            let [more, _] = used().unwrap();
            more >= all + (64 << 20)
        };
        assert!((0..10).any(grows_by_a_block));
    }
}
