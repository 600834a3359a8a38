//! How the process gives memory back.

/// Has every large block, such as a table of the judge, go back to the system as soon as it is freed.
///
/// By default the GNU C library keeps freed blocks for the next one as large, up to 32 MiB a thread, so
/// a batch of problems would hold what its largest problem on each thread once took.
pub(super) fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The size from which a block is large: the library's own default, made fixed.
        const LARGE: libc::c_int = 128 << 10;
        // SAFETY: `mallopt` takes two integers and changes a setting of the allocator; a setting it
        // refuses is left as it was.
        #[allow(unsafe_code, reason = "the C library's interface")]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}
