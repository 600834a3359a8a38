//! How the process gives memory back.

/// Has every large block, such as a table of the judge, go back to the system as soon as it is freed.
///
/// By default the GNU C library keeps freed blocks of up to 32 MiB for the next one as large, each
/// thread its own, so a batch of problems would hold what the largest of them once took.
pub(super) fn return_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Bytes from which a block is large: more than small problems take, whose blocks are used
        /// again and again.
        const LARGE: libc::c_int = 1 << 20;
        // SAFETY: `mallopt` takes two integers and changes a setting of the allocator; a setting it
        // refuses is left as it was.
        #[allow(unsafe_code, reason = "the C library's interface")]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}
