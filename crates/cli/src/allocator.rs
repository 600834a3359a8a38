//! How the process allocates memory and returns it.

use amazons::util::{memory, unfinished};
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator, except that running out of memory ends the program with exit code 2 and
/// a hint instead of an abort. Finished results are on disk by then.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: every call is passed to the system's allocator unchanged.
#[allow(unsafe_code, reason = "the interface of allocators")]
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        given(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn given(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() && !memory::is_trying() {
        out_of_memory(bytes);
    }
    block
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

/// Makes large blocks, such as a table of the judge, return to the system as soon as they are
/// freed.
///
/// By default the GNU C library keeps freed blocks of up to 32 MiB for later allocations, per
/// thread, so a batch of problems would hold what the largest of them once took.
pub(super) fn return_large_blocks() {
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
    }
}
