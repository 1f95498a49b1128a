//! Errors about files, with the name that the user gave.

use std::fmt;
use std::io;

/// Why a file could not be read, written or removed.
#[derive(Debug)]
pub struct FileError {
    action: &'static str,
    name: String,
    error: io::Error,
}

const OUTPUT: &str = "standard output";

impl FileError {
    pub(super) fn new(action: &'static str, name: impl fmt::Display, error: io::Error) -> Self {
        let name = name.to_string();
        FileError { action, name, error }
    }

    /// An error of writing to the file called `path`.
    pub fn write(path: &std::path::Path, error: io::Error) -> Self {
        match path.as_os_str() == super::STANDARD {
            true => FileError::new("write", OUTPUT, error),
            false => FileError::new("write", path.display(), error),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.action, self.name, self.error)
    }
}

impl std::error::Error for FileError {}
