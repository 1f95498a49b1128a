//! What the name of an output stands for.

use super::{Error, STANDARD, folder};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where the bytes go.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// To standard output.
    Standard,
    /// To a device, a FIFO or a descriptor, which stays what it is.
    Stream,
    /// To the regular file of this name, which is no symbolic link, and may not be there yet.
    Regular(PathBuf),
}

/// Whether the name is one of standard output's.
pub fn is_standard_output(path: &Path) -> bool {
    matches!(place(path), Ok(Place::Standard))
}

/// Whether what is written under the name goes to no regular file.
pub fn is_stream(path: &Path) -> bool {
    matches!(place(path), Ok(Place::Standard | Place::Stream))
}

/// Whether the file can be written, as far as it shows without writing it.
pub fn check_output(path: &Path) -> Result<(), Error> {
    place(path).map(drop).map_err(|error| Error::write(path, error))
}

pub(super) fn place(path: &Path) -> io::Result<Place> {
    if path.as_os_str() == STANDARD {
        return Ok(Place::Standard);
    }
    match descriptor(path) {
        Some(true) => return Ok(Place::Standard),
        Some(false) => return fs::metadata(path).map(|_| Place::Stream),
        None => {}
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if found.is_file() => {
            // A file that may not be written may not be replaced either.
            fs::OpenOptions::new().write(true).open(path)?;
            Ok(Place::Regular(fs::canonicalize(path)?))
        }
        Ok(_) => Ok(Place::Stream),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => place(&folder(path).join(target)),
            Err(_) => absent(path),
        },
        Err(error) => Err(error),
    }
}

fn absent(path: &Path) -> io::Result<Place> {
    if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::Error::other("this does not name a file"));
    }
    Ok(Place::Regular(path.to_owned()))
}

/// Of a name for an open file of this process, such as `/dev/stdout` or `/dev/fd/3`, whether it is standard output. The
/// file behind it is not the name's to replace: others go on writing to it.
fn descriptor(path: &Path) -> Option<bool> {
    let descriptors = fs::canonicalize("/dev/fd").ok()?;
    let mut path = path.to_owned();
    // The system itself follows no more links than that.
    for _ in 0..40 {
        let within = fs::canonicalize(folder(&path)).ok()?;
        if within == descriptors {
            return Some(path.file_name()? == "1");
        }
        path = within.join(fs::read_link(&path).ok()?);
    }
    None
}
