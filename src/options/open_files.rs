//! How many files may be open at once.

/// Lets the program open as many files as the system allows it to: a merge reads all its parts side by
/// side, and the limit that shells start with is often 1,024.
pub fn allow_as_many_as_possible() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Where it cannot be raised, opening a file too many is an error that names it.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}
