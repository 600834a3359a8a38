//! The one way to write a file: it appears whole or not at all. Also files that only one process
//! appends to.

use super::terminal::{self, Fit};
use super::unfinished;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The beginning of the names of incomplete files.
pub const TEMPORARY: &str = ".amazons-";

/// The age from which an unfinished file that nobody has locked belongs to no running process.
const ABANDONED: Duration = Duration::from_secs(60);

/// The most symbolic links followed one after another.
const LINKS: usize = 40;

/// A file that is written beside its place and moved there when it is complete. So a reader never
/// sees half of it, and an interrupted run leaves the old file. Opening it first reports a bad path
/// before the work begins.
///
/// A symbolic link stays, and the file it leads to is written. A replaced file passes on its mode
/// and owner; a read-only file is not replaced. Anything that is not a regular file, such as a
/// device or a FIFO, is written to directly.
#[derive(Debug)]
pub struct AtomicFile {
    target: Target,
}

#[derive(Debug)]
enum Target {
    File { file: BufWriter<File>, temporary: Temporary, place: PathBuf },
    Direct(BufWriter<File>),
    Stdout(BufWriter<Fit<Stdout>>),
}

/// A file beside its place; removed unless it was moved.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
    moved: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.moved {
            let _ = fs::remove_file(&self.path);
        }
        unfinished::forget(&self.path);
    }
}

impl AtomicFile {
    /// Starts a file for `path`; `-` is standard output.
    ///
    /// # Errors
    /// The directory cannot be written to, or `path` is a directory or a read-only file.
    pub fn create(path: &Path) -> io::Result<Self> {
        if is_stdout(path) {
            return Ok(Self { target: Target::Stdout(BufWriter::new(terminal::stdout())) });
        }
        let old = checked(path)?;
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Self { target: Target::Direct(BufWriter::new(file)) });
        }
        let place = place_of(path)?;
        let (file, temporary) = temporary_in(directory_of(&place))?;
        if let Some(old) = &old {
            keep_mode_and_owner(&file, old)?;
        }
        Ok(Self { target: Target::File { file: BufWriter::new(file), temporary, place } })
    }

    /// Checks whether [`create`](Self::create) would succeed, without leaving a trace: the reader
    /// of a FIFO notices nothing.
    ///
    /// # Errors
    /// Those of [`create`](Self::create).
    pub fn check(path: &Path) -> io::Result<()> {
        if writes_through(path) { Ok(()) } else { Self::create(path).map(drop) }
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// The file cannot be completed or moved.
    pub fn commit(self) -> io::Result<()> {
        match self.target {
            Target::Stdout(mut out) => out.flush(),
            Target::Direct(mut out) => out.flush(),
            Target::File { file, mut temporary, place } => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.sync_all()?;
                fs::rename(&temporary.path, &place)?;
                temporary.moved = true;
                // The new name itself is durable once the directory is; not every system can open
                // directories.
                if let Ok(directory) = File::open(directory_of(&place)) {
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
            Target::File { file, .. } | Target::Direct(file) => file.write(bytes),
            Target::Stdout(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::File { file, .. } | Target::Direct(file) => file.flush(),
            Target::Stdout(out) => out.flush(),
        }
    }
}

/// Writes a whole file.
///
/// # Errors
/// Those of [`AtomicFile`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Returns whether output to a path goes straight to a reader or a device, so that there is no file
/// of this name to return to.
pub fn writes_through(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns whether output to a path goes to standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Returns whether there is a file at a path that a new one would replace, and that is not empty.
pub fn holds_something(path: &Path) -> bool {
    !is_stdout(path) && fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0)
}

/// Opens a path for which [`writes_through`] holds, to write to it directly.
///
/// # Errors
/// It cannot be opened.
pub fn open_through(path: &Path) -> io::Result<Box<dyn Write + Send>> {
    if is_stdout(path) {
        return Ok(Box::new(terminal::stdout()));
    }
    Ok(Box::new(OpenOptions::new().write(true).open(path)?))
}

/// Returns whether two paths lead to the same regular file or directory; an `input` of `-` is what
/// standard input reads.
pub fn same_file(output: &Path, input: &Path) -> bool {
    if output == Path::new("-") {
        return false;
    }
    let (Ok(output), Ok(input)) = (fs::metadata(output), metadata_of_input(input)) else {
        return false;
    };
    let alike = output.is_file() && input.is_file() || output.is_dir() && input.is_dir();
    alike && is_same(&output, &input)
}

fn metadata_of_input(path: &Path) -> io::Result<Metadata> {
    #[cfg(unix)]
    if path == Path::new("-") {
        use std::os::fd::AsFd;
        return File::from(io::stdin().as_fd().try_clone_to_owned()?).metadata();
    }
    fs::metadata(path)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    false
}

/// Returns the place of a file, whatever links lead to it and whether it exists or not: one path
/// for all its names.
///
/// # Errors
/// The links lead nowhere.
pub fn place_of(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| end_of_links(path))
}

/// Where the links of a path end that lead to nothing yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = directory_of(&path).join(target),
            // In one spelling, whichever way leads there.
            Err(_) => match (directory_of(&path).canonicalize(), path.file_name()) {
                (Ok(directory), Some(name)) => return Ok(directory.join(name)),
                _ => return Ok(path),
            },
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// What is in the file's place, if it may be written.
fn checked(path: &Path) -> io::Result<Option<Metadata>> {
    let old = match fs::metadata(path) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if old.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    if old.is_file() {
        // Root could still write to it, but whoever made it read-only did not intend that.
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        OpenOptions::new().append(true).open(path)?;
    }
    Ok(Some(old))
}

#[cfg(unix)]
fn keep_mode_and_owner(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        // Only root may give files away; a group that the user belongs to is kept.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()))
            .or_else(|_| fchown(file, None, Some(old.gid())));
    }
    // After the owner, because changing the owner clears some bits.
    file.set_permissions(fs::Permissions::from_mode(old.mode() & 0o7777))
}

#[cfg(not(unix))]
fn keep_mode_and_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Opens or creates a file to append to, for this process alone. On a file system without locks it
/// proceeds as if alone.
///
/// # Errors
/// The file cannot be opened, or another process has it open in this way.
pub fn append_alone(path: &Path) -> io::Result<File> {
    append_locked(path).map(|(file, _)| file)
}

/// Opens a file as [`append_alone`] does, and also returns whether it is locked: a file system
/// without locks cannot tell.
///
/// # Errors
/// Those of [`append_alone`].
pub fn append_locked(path: &Path) -> io::Result<(File, bool)> {
    loop {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(
                    io::ErrorKind::ResourceBusy,
                    "in use by another run; wait for its end, or choose another output",
                ));
            }
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok((file, false));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The process that had it before may have replaced or removed it after it was opened here.
        match (file.metadata(), fs::metadata(path)) {
            (Ok(own), Ok(there)) if cfg!(not(unix)) || is_same(&own, &there) => {
                return Ok((file, true));
            }
            (Err(error), _) => return Err(error),
            (_, Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
}

/// An output that only one process works on until this is dropped. It is a locked file beside the
/// output, whose name ends in `.lock`; the file is then removed.
#[derive(Debug)]
pub struct Alone {
    /// Open for as long as the lock is held.
    _lock: Option<File>,
    /// The file to remove.
    path: Option<PathBuf>,
}

impl Alone {
    /// Takes an output. Anybody may write to a reader or a device.
    ///
    /// # Errors
    /// Another process has it, or the file beside it cannot be written.
    pub fn with(output: &Path) -> io::Result<Self> {
        if writes_through(output) {
            return Ok(Self { _lock: None, path: None });
        }
        let path = beside(&place_of(output)?, ".lock");
        let file = append_alone(&path)?;
        // A file of this name written by somebody else is not empty, and stays.
        let path = (file.metadata()?.len() == 0).then_some(path);
        path.iter().for_each(|path| unfinished::add(path));
        Ok(Self { _lock: Some(file), path })
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            unfinished::forget(path);
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the name of a file that belongs to another: its name followed by an ending such as
/// `.lock`.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns whether a file lies directly in a directory, however both are written.
pub fn lies_in(path: &Path, directory: &Path) -> bool {
    match (directory_of(path).canonicalize(), directory.canonicalize()) {
        (Ok(own), Ok(directory)) => own == directory,
        _ => false,
    }
}

/// Removes a file that another process may have removed already.
///
/// # Errors
/// The file exists and cannot be removed.
pub fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes unfinished files that killed runs left in a directory, the first time this process
/// writes there.
fn remove_abandoned(directory: &Path) {
    static SEEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.iter().any(|one| one == directory) {
        return;
    }
    seen.push(directory.to_owned());
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(TEMPORARY) && is_abandoned(&entry.path()) {
            let _ = remove_if_there(&entry.path());
        }
    }
}

/// Whether nobody writes to an unfinished file any more.
fn is_abandoned(path: &Path) -> bool {
    let age = fs::metadata(path).and_then(|data| data.modified()).ok();
    let age = age.and_then(|time| time.elapsed().ok()).unwrap_or_default();
    age > ABANDONED && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Returns the directory that a file is in.
pub fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    }
}

/// Creates an empty file under a unique name, locked as long as it is written to.
fn temporary_in(directory: &Path) -> io::Result<(File, Temporary)> {
    remove_abandoned(directory);
    loop {
        let unique = RandomState::new().hash_one(std::process::id());
        let path = directory.join(format!("{TEMPORARY}{unique:016x}"));
        unfinished::add(&path);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => {
                // Without locks on the file system, nobody finds it abandoned either.
                let _ = file.try_lock();
                return Ok((file, Temporary { path, moved: false }));
            }
            Err(error) => {
                unfinished::forget(&path);
                if error.kind() != io::ErrorKind::AlreadyExists {
                    return Err(error);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_modes_and_what_is_no_file_stay_as_they_are() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(same_file(&link, &path) && !same_file(Path::new("/dev/null"), &path));
        write_whole(Path::new("/dev/null"), b"new").unwrap();
        assert!(writes_through(Path::new("/dev/null")) && !writes_through(&path));

        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let error = write_whole(&path, b"newer").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");

        // A link to nothing yet.
        std::os::unix::fs::symlink("later", directory.path().join("to")).unwrap();
        write_whole(&directory.path().join("to"), b"there").unwrap();
        assert_eq!(fs::read_to_string(directory.path().join("later")).unwrap(), "there");
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

    #[cfg(unix)]
    #[allow(clippy::disallowed_methods, reason = "a test may panic where a thread is refused")]
    #[test]
    fn a_file_that_was_replaced_meanwhile_is_not_the_one_that_is_locked() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let replace_again_and_again = || {
            for _ in 0..200 {
                let Ok(file) = append_alone(&path) else { continue };
                let there = fs::metadata(&path).unwrap();
                assert!(is_same(&file.metadata().unwrap(), &there));
                let (_, temporary) = temporary_in(directory.path()).unwrap();
                fs::rename(&temporary.path, &path).unwrap();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(replace_again_and_again);
            }
        });
    }

    #[test]
    fn one_process_works_on_an_output() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("weights.st");
        let lock = directory.path().join("weights.st.lock");
        let first = Alone::with(&path).unwrap();
        let second = Alone::with(&directory.path().join("./weights.st")).unwrap_err();
        assert_eq!(second.kind(), io::ErrorKind::ResourceBusy);
        drop(first);
        assert!(!lock.exists() && !path.exists());
        fs::write(&lock, "somebody else's").unwrap();
        drop(Alone::with(&path).unwrap());
        assert_eq!(fs::read_to_string(&lock).unwrap(), "somebody else's");
    }

    #[test]
    fn bad_paths_are_found_at_once() {
        assert!(AtomicFile::create(Path::new("/no/such/directory/file")).is_err());
        assert!(AtomicFile::create(tempfile::tempdir().unwrap().path()).is_err());
    }
}
