//! The one way to make a directory.

use std::fs;
use std::io;
use std::path::Path;

/// Makes a directory and its missing parents.
///
/// # Errors
/// They cannot be made. The error names a file that is in the way, and rejects `-`, the name of
/// standard output.
pub fn make(path: &Path) -> io::Result<()> {
    if path == Path::new("-") {
        let text = "is standard output; expected a directory";
        return Err(io::Error::new(io::ErrorKind::NotADirectory, text));
    }
    fs::create_dir_all(path).map_err(|error| reason(path, error))
}

/// Makes a directory in one that exists. Another run may have made it in the meantime.
///
/// # Errors
/// As for [`make`]; also if the directory that it would be in does not exist.
pub fn make_in_place(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(_) if path.is_dir() => Ok(()),
        made => made.map_err(|error| reason(path, error)),
    }
}

/// Reports what is in the way, instead of the system's "File exists".
fn reason(path: &Path, error: io::Error) -> io::Error {
    let there = path.ancestors().find(|part| fs::symlink_metadata(part).is_ok());
    match there {
        Some(there) if !there.is_dir() => {
            let text = match there == path {
                true => "is not a directory".to_owned(),
                false => format!("{} is not a directory", there.display()),
            };
            io::Error::new(io::ErrorKind::NotADirectory, text)
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_way_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        assert_eq!(make(&file).unwrap_err().to_string(), "is not a directory");
        assert_eq!(make_in_place(&file).unwrap_err().to_string(), "is not a directory");
        let below = make(&file.join("a/b")).unwrap_err().to_string();
        assert!(below.ends_with("file is not a directory"), "{below}");
        assert!(make(Path::new("-")).unwrap_err().to_string().contains("standard output"));
        for _ in 0..2 {
            make(&directory.path().join("a/b")).unwrap();
            make_in_place(&directory.path().join("a/c")).unwrap();
        }
        let missing = make_in_place(&directory.path().join("c/d")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
