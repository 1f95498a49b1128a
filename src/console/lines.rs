//! Lists: files with one instruction or word on each line.

use super::{Failure, failure, text};
use crate::files;
use std::path::Path;

/// Number of errors of a list that are shown.
const SHOWN: usize = 20;

/// Applies `read` to each line of a file that is not empty; `#` and `//` begin comments. Errors: the lines that `read` refuses, with
/// file and line; no line in the file.
pub fn each<T>(path: &Path, read: impl Fn(&str) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
    let (name, text) = (files::input_name(path), text::read(path)?);
    let (mut found, mut errors) = (vec![], vec![]);
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let line = line.split("//").next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        match read(line) {
            Ok(one) => found.push(one),
            Err(Failure(why)) => errors.push(format!("{name}:{number}: {why}")),
        }
    }
    match (errors.len(), found.is_empty()) {
        (0, true) => Err(failure!("{name}: no line with an instruction or word")),
        (0, false) => Ok(found),
        (count, _) => {
            errors.truncate(SHOWN);
            if count > SHOWN {
                errors.push(format!("error: {} more lines with errors", count - SHOWN));
            }
            Err(Failure(errors.join("\n\n")))
        }
    }
}
