//! Reading files.

use super::{FileError, NOT_REGULAR, STANDARD};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The name of an input in messages.
pub fn input_name(path: &Path) -> String {
    match path.as_os_str() == STANDARD {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// The contents of a file, or of standard input.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let contents = match path.as_os_str() == STANDARD {
        true => {
            let mut contents = vec![];
            io::stdin().lock().read_to_end(&mut contents).map(|_| contents)
        }
        false => fs::read(path),
    };
    contents.map_err(|error| FileError::new("read", input_name(path), error))
}

/// The contents of a regular file. Files that the user has not named one by one are read with this function: reading a FIFO would
/// wait for ever, and a device has no end.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other(NOT_REGULAR)),
    }
}
