//! Reading text files.

use super::{Failure, failure};
use crate::files;
use crate::ptx::decode;
use std::path::Path;

/// The text of a file in UTF-8, without the byte-order mark that some editors put before it.
pub fn read(path: &Path) -> Result<String, Failure> {
    let text = decoded(path, files::read(path)?)?;
    Ok(without_mark(&text).to_owned())
}

/// The text of a PTX file: UTF-8, or bytes of Latin-1 in comments.
pub fn read_ptx(path: &Path) -> Result<String, Failure> {
    let text = decode(files::read(path)?);
    let text = text.map_err(|(text, error)| Failure::at(&files::input_name(path), &text, &error))?;
    Ok(without_mark(&text).to_owned())
}

/// The whole text of a regular file in UTF-8.
pub fn read_regular(path: &Path) -> Result<String, Failure> {
    let bytes = files::read_regular(path);
    let bytes = bytes.map_err(|error| failure!("cannot read {}: {error}", path.display()))?;
    decoded(path, bytes)
}

/// A text without a byte-order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn decoded(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    files::decode(&files::input_name(path), bytes).map_err(Failure::new)
}
