//! How the process allocates memory and returns it.

use amazons::util::{memory, unfinished};
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The system's allocator, except that running out of memory ends the program with exit code 2 and
/// a hint instead of an abort. Finished results are on disk by then.
///
/// Before that, a reserve of address space is given up. What cannot come here, such as the C
/// library's own blocks for a thread, then finds room as well.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: every call is passed to the system's allocator unchanged.
#[allow(unsafe_code, reason = "the interface of allocators")]
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that could not be moved stays, so it may be tried again.
        given(size, || unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn given(bytes: usize, ask: impl Fn() -> *mut u8) -> *mut u8 {
    let block = ask();
    if block.is_null() && !memory::is_trying() {
        return ask_again(bytes, ask);
    }
    block
}

#[cold]
#[inline(never)]
fn ask_again(bytes: usize, ask: impl Fn() -> *mut u8) -> *mut u8 {
    memory::wait_for_trials();
    let mut block = ask();
    if block.is_null() && give_up_reserve() {
        block = ask();
    }
    if block.is_null() {
        out_of_memory(bytes);
    }
    block
}

/// Address space for the time when there is no more; never touched, so it takes no memory.
static RESERVE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// The reserve, in bytes: large enough that the system gets it back as soon as it is given up.
const RESERVED: Layout = match Layout::from_size_align(8 << 20, 16) {
    Ok(layout) => layout,
    Err(_) => panic!("the alignment is a power of two"),
};

/// Takes the reserve.
fn take_reserve() {
    // SAFETY: the layout has a size.
    #[allow(unsafe_code, reason = "the interface of allocators")]
    let block = unsafe { System.alloc(RESERVED) };
    RESERVE.store(block, Ordering::SeqCst);
}

/// Gives the reserve back; `false` if there was none any more.
fn give_up_reserve() -> bool {
    let block = RESERVE.swap(ptr::null_mut(), Ordering::SeqCst);
    if !block.is_null() {
        // SAFETY: it was allocated with this layout, and nobody else has taken it from its place.
        #[allow(unsafe_code, reason = "the interface of allocators")]
        unsafe {
            System.dealloc(block, RESERVED)
        };
    }
    !block.is_null()
}

#[cold]
#[inline(never)]
fn out_of_memory(bytes: usize) -> ! {
    unfinished::remove_what_is_free();
    // Nothing here may allocate.
    let mut text = [0; 200];
    let mut rest = &mut text[..];
    let _ = writeln!(
        rest,
        "error: out of memory: {bytes} more bytes needed; lower --memory or --threads, or raise \
         ulimit -v"
    );
    let left = rest.len();
    let _ = std::io::stderr().write_all(&text[..text.len() - left]);
    end()
}

/// Ends the process without waiting for its threads.
fn end() -> ! {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: ends the process; nothing runs after it.
    #[allow(unsafe_code, reason = "the C library's interface")]
    unsafe {
        libc::_exit(2)
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    std::process::exit(2)
}

/// Prepares the allocator: large blocks, such as a table of the judge, return to the system as soon
/// as they are freed, and under a limit of address space threads share what they allocate from.
///
/// By default the GNU C library keeps freed blocks of up to 32 MiB for later allocations, per
/// thread, so a batch of problems would hold what the largest of them once took.
///
/// For each thread it also sets aside 64 MiB of address space, so that threads seldom wait for each
/// other.
pub(super) fn prepare() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The size in bytes from which a block is large. The blocks of small problems are smaller,
        /// since they are reused again and again.
        const LARGE: libc::c_int = 1 << 20;
        // SAFETY: `mallopt` takes two integers and changes a setting of the allocator; a setting
        // that it refuses is left unchanged.
        #[allow(unsafe_code, reason = "the C library's interface")]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
        /// Address space for each of the regions from which threads allocate, in bytes.
        const REGION: usize = 512 << 20;
        if let Some(limit) = memory::limits().into_iter().flatten().min() {
            let regions = (limit / REGION).clamp(1, 1 << 10);
            // SAFETY: as above.
            #[allow(unsafe_code, reason = "the C library's interface")]
            unsafe {
                libc::mallopt(libc::M_ARENA_MAX, regions as libc::c_int);
            }
        }
    }
    take_reserve();
}
