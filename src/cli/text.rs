//! Reading text files.

use super::Failure;
use crate::files;
use std::path::Path;

/// The text of a file in UTF-8, without the byte-order mark that some editors put before it.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let shown = files::input_name(path);
    let bytes = files::read(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Failure::new(format_args!(
            "{shown}:{line}:{column}: not a text file: byte {:#04x} is not UTF-8",
            error.as_bytes()[at]
        ))
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(text) => Ok(text.to_owned()),
        None => Ok(text),
    }
}
