//! Large blocks of memory are tried before they are taken, so that a small machine or a limit on
//! address space leads to smaller tables and not to the end of the program.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Smaller blocks are not tried.
const LARGE: usize = 1 << 20;

/// Bytes left for everything else.
const REST: usize = 24 << 20;

static SHORT: AtomicBool = AtomicBool::new(false);

thread_local! {
    static TRYING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether the system would give `bytes` more bytes. Blocks below 1 MiB always fit.
pub fn fits(bytes: usize) -> bool {
    if bytes < LARGE {
        return true;
    }
    let Some(bytes) = bytes.checked_add(REST) else { return false };
    TRYING.set(true);
    let given = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    TRYING.set(false);
    if !given {
        SHORT.store(true, Ordering::Relaxed);
    }
    given
}

/// Returns how many elements of a type fit: `count`, or a half, a quarter, … of it.
pub fn as_many_as_fit<T>(mut count: usize) -> usize {
    while count > 1 && !fits(count.saturating_mul(size_of::<T>())) {
        count /= 2;
    }
    count
}

/// Returns whether anything was made smaller than intended.
pub fn was_short() -> bool {
    SHORT.load(Ordering::Relaxed)
}

/// Returns whether this thread is asking for memory that it can do without.
pub fn is_trying() -> bool {
    TRYING.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_made_smaller() {
        assert!(fits(1) && fits(4 << 20) && !was_short());
        assert!(!fits(usize::MAX / 2) && was_short());
        let count = as_many_as_fit::<u64>(usize::MAX / 8);
        assert!(count > 1 << 20 && count < usize::MAX / 16);
        assert!(!is_trying());
    }
}
