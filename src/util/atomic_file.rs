//! Files that appear whole or not at all, and files that only one process appends to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// How the names of files begin that are not complete.
pub const TEMPORARY: &str = ".amazons-";

/// Age at which an unfinished file cannot be some running process's.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A file that is written beside its place and moved there when it is complete, so that a reader
/// never sees half of it and an interrupted run leaves the old one. Opening it first finds out
/// about a bad path before the work begins.
#[derive(Debug)]
pub struct AtomicFile {
    target: Target,
}

#[derive(Debug)]
enum Target {
    File { file: BufWriter<NamedTempFile>, path: PathBuf },
    Stdout(BufWriter<Stdout>),
}

impl AtomicFile {
    /// Starts a file for `path`; `-` is standard output.
    ///
    /// # Errors
    /// The directory cannot be written to, or `path` is a directory.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self { target: Target::Stdout(BufWriter::new(io::stdout())) });
        }
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
        }
        let file = BufWriter::new(temporary_in(directory_of(path))?);
        Ok(Self { target: Target::File { file, path: path.to_owned() } })
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// It cannot be written to the end or moved.
    pub fn commit(self) -> io::Result<()> {
        match self.target {
            Target::Stdout(mut out) => out.flush(),
            Target::File { file, path } => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                file.persist(&path)?;
                // The new name itself is durable once the directory is; not every system lets
                // directories be opened.
                if let Ok(directory) = File::open(directory_of(&path)) {
                    let _ = directory.sync_all();
                }
                Ok(())
            }
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::File { file, .. } => file.write(bytes),
            Target::Stdout(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::File { file, .. } => file.flush(),
            Target::Stdout(out) => out.flush(),
        }
    }
}

/// Opens or creates a file to append to, for this process alone.
///
/// # Errors
/// The file cannot be opened, or another process has it open in this way.
pub fn append_alone(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            io::ErrorKind::ResourceBusy,
            "in use by another run; wait for its end, or choose another output",
        )),
        // A file system without locks: go on as if alone.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a file lies in a directory itself, however both are written.
pub fn lies_in(path: &Path, directory: &Path) -> bool {
    match (directory_of(path).canonicalize(), directory.canonicalize()) {
        (Ok(own), Ok(directory)) => own == directory,
        _ => false,
    }
}

/// Removes a file that another process may have removed already.
///
/// # Errors
/// It is there and cannot be removed.
pub fn remove_if_there(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes unfinished files that killed runs left in a directory. Those of the last hour are kept,
/// since a run may be writing them.
pub fn remove_abandoned(directory: &Path) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let age = entry.metadata().and_then(|data| data.modified()).ok();
        let age = age.and_then(|time| time.elapsed().ok()).unwrap_or_default();
        if name.to_string_lossy().starts_with(TEMPORARY) && age > ABANDONED {
            let _ = remove_if_there(&entry.path());
        }
    }
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    }
}

fn temporary_in(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    // Temporary files are private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        std::fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn one_process_appends() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let first = append_alone(&path).unwrap();
        let second = append_alone(&path).unwrap_err();
        assert_eq!(second.kind(), io::ErrorKind::ResourceBusy);
        drop(first);
        append_alone(&path).unwrap();
    }

    #[test]
    fn bad_paths_are_found_at_once() {
        assert!(AtomicFile::create(Path::new("/no/such/directory/file")).is_err());
        assert!(AtomicFile::create(tempfile::tempdir().unwrap().path()).is_err());
    }
}
