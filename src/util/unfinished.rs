//! The files being written beside their places, so that a process that is told to end can remove
//! them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Adds a file that is not complete.
pub fn add(path: &Path) {
    FILES.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// Forgets a file that was moved to its place or removed.
pub fn forget(path: &Path) {
    FILES.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other != path);
}

/// Removes the files unless the list is in use, for a process that has no memory left.
pub fn remove_what_is_free() {
    let Ok(files) = FILES.try_lock() else { return };
    for path in files.iter() {
        let _ = std::fs::remove_file(path);
    }
}

/// Removes all the files, for a process that ends now.
pub fn remove_all() {
    // The lock is held to the end, so that nothing more is moved to its place.
    let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for path in files.iter() {
        let _ = std::fs::remove_file(path);
    }
    std::mem::forget(files);
}
