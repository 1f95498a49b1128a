//! Reading Brew programs.

use super::Failure;
use crate::files;
use crate::isa::brew::{Format, ImageError, Statement, assemble};
use std::path::Path;

/// How many errors of a file are drawn.
const SHOWN: usize = 100;

/// The statements of an assembly file.
pub(super) fn assembled(path: &Path) -> Result<Vec<Statement>, Failure> {
    let bytes = files::read(path)?;
    let name = files::input_name(path);
    let source = match std::str::from_utf8(&bytes) {
        Ok(source) => source,
        Err(error) => {
            let line = bytes[..error.valid_up_to()]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count()
                + 1;
            return Err(Failure::new(format_args!("{name}:{line}: not a text in UTF-8")));
        }
    };
    assemble(source).map_err(|errors| {
        let draw = |error| Failure::at(&name, source, error).0;
        let mut drawn: Vec<String> = errors.iter().take(SHOWN).map(draw).collect();
        if let Some(hidden) = errors.len().checked_sub(SHOWN).filter(|hidden| *hidden > 0) {
            drawn.push(format!("error: {hidden} more errors"));
        }
        Failure(drawn.join("\n\n"))
    })
}

/// The words of a program file in the given format, or that which name or contents show.
pub(super) fn words(path: &Path, format: Option<Format>) -> Result<Vec<u16>, Failure> {
    let bytes = files::read(path)?;
    let format = format.unwrap_or_else(|| Format::detect(path, &bytes));
    let name = files::input_name(path);
    format.read(&bytes).map_err(|error| match error {
        ImageError::Text(diagnostic) => Failure::at(&name, &String::from_utf8_lossy(&bytes), &diagnostic),
        ImageError::Binary(message) => Failure::new(format_args!("{name}: {message}")),
    })
}

/// Whether the file is assembly, by its name.
pub(super) fn is_assembly(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "s" || extension == "asm")
}
