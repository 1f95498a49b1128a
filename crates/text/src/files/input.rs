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

/// The text of a file with this name. Error: the position of the first byte that is not text in UTF-8.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    let (wrong, bytes) = match String::from_utf8(bytes) {
        Err(error) => (error.utf8_error().valid_up_to(), error.into_bytes()),
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(wrong) => (wrong, text.into_bytes()),
        },
    };
    let before = String::from_utf8_lossy(&bytes[..wrong]);
    let (line, column) = (
        before.matches('\n').count() + 1,
        before.chars().rev().take_while(|c| *c != '\n').count() + 1,
    );
    Err(format!(
        "{name}:{line}:{column}: byte {:#04x} is not text",
        bytes[wrong]
    ))
}
