//! The kinds of outputs behind a name.

use super::{FileError, STANDARD, Temporary, folder};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The destination of an output.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OutputTarget {
    /// To standard output.
    Standard,
    /// To a device, a FIFO or a descriptor, which is never replaced.
    Stream,
    /// To the regular file of this name, which is not a symbolic link and may not exist yet.
    Regular(PathBuf),
}

/// Whether the name refers to standard output.
pub fn is_standard_output(path: &Path) -> bool {
    matches!(place(path), Ok(OutputTarget::Standard))
}

/// Whether the name refers to something other than a regular file.
pub fn is_stream(path: &Path) -> bool {
    matches!(place(path), Ok(OutputTarget::Standard | OutputTarget::Stream))
}

/// An error if the file certainly cannot be written; does not write to it.
pub fn check_output(path: &Path) -> Result<(), FileError> {
    place(path).map(drop).map_err(|error| FileError::write(path, error))
}

/// An error if files certainly cannot be written to this folder, which may not exist yet.
pub fn check_folder(path: &Path) -> Result<(), FileError> {
    let existing = path.ancestors().find(|path| path.exists());
    let existing = existing.unwrap_or(Path::new("."));
    let tried = match existing.is_dir() {
        // Only an attempt shows whether the folder is writable.
        true => Temporary::new_in(existing).map(drop),
        false => Err(io::Error::other("it is not a folder")),
    };
    tried.map_err(|error| FileError::write(existing, error))
}

pub(super) fn place(path: &Path) -> io::Result<OutputTarget> {
    if path.as_os_str() == STANDARD {
        return Ok(OutputTarget::Standard);
    }
    match descriptor(path) {
        Some(true) => return Ok(OutputTarget::Standard),
        Some(false) => return fs::metadata(path).map(|_| OutputTarget::Stream),
        None => {}
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if found.is_file() => {
            // Replacing a read-only file would bypass its permissions.
            fs::OpenOptions::new().write(true).open(path)?;
            Ok(OutputTarget::Regular(fs::canonicalize(path)?))
        }
        Ok(_) => Ok(OutputTarget::Stream),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => place(&folder(path).join(target)),
            Err(_) => absent(path),
        },
        Err(error) => Err(error),
    }
}

fn absent(path: &Path) -> io::Result<OutputTarget> {
    if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::Error::other("this does not name a file"));
    }
    Ok(OutputTarget::Regular(path.to_owned()))
}

/// For a name of an open file of this process, such as `/dev/stdout` or `/dev/fd/3`: whether it is standard output. The file
/// behind it must not be replaced, because other writers may have it open.
fn descriptor(path: &Path) -> Option<bool> {
    let descriptors = fs::canonicalize("/dev/fd").ok()?;
    let mut path = path.to_owned();
    // The operating system's own limit for links.
    for _ in 0..40 {
        let within = fs::canonicalize(folder(&path)).ok()?;
        if within == descriptors {
            return Some(path.file_name()? == "1");
        }
        path = within.join(fs::read_link(&path).ok()?);
    }
    None
}
