//! Reading Brew programs.

use super::{Failure, text};
use crate::files;
use crate::units::brew::isa::{Format, ImageError, Statement, assemble};
use std::path::Path;

/// The statements of an assembly file.
pub(super) fn assembled(path: &Path) -> Result<Vec<Statement>, Failure> {
    let source = text::read(path)?;
    assemble(&source).map_err(|errors| Failure::all(&files::input_name(path), &source, &errors))
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
