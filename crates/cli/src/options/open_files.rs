//! The number of files that may be open at once.

/// Lets the program open as many files as the system allows.
///
/// A merge reads all its parts in parallel, and shells often start with a limit of 1,024.
pub fn allow_as_many_as_possible() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // If the limit cannot be raised, opening one file too many is an error that names the file.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}
