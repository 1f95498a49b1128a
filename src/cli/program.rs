//! Reading programs.

use super::{Failure, failure, text};
use clap::ValueEnum;
use lanesmith::files;
use lanesmith::unit::{ImageError, ImageFormat, Programs, UnitEntry};
use lanesmith::units::PROGRAMS;
use std::path::Path;

/// The format of a program file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Written {
    /// A PTX module
    Ptx,
    /// Brew assembly
    Assembly,
    /// Brew words of four hexadecimal digits, separated by white space; `#` begins a comment
    Words,
    /// Brew words, two bytes per word, the low byte first
    Binary,
}

/// The module that runs Brew programs, and the language.
pub(super) fn row() -> (&'static UnitEntry, &'static dyn Programs) {
    let [row] = PROGRAMS;
    row
}

/// The language Brew.
pub(super) fn language() -> &'static dyn Programs {
    row().1
}

/// Checks the text of a register's initial value.
pub(super) fn setting(text: &str) -> Result<String, String> {
    language().check_setting(text).map(|()| text.to_owned())
}

/// The words of a program in the given format, or else in the one detected from name and contents.
pub(super) fn read(language: &dyn Programs, path: &Path, written: Option<Written>) -> Result<Vec<u16>, Failure> {
    match written {
        None if !is_assembly(path) => words(path, None),
        None | Some(Written::Assembly | Written::Ptx) => Ok(assembled(language, path)?.concat()),
        Some(Written::Words) => words(path, Some(ImageFormat::Words)),
        Some(Written::Binary) => words(path, Some(ImageFormat::Binary)),
    }
}

/// The words of each statement of an assembly file.
pub(super) fn assembled(language: &dyn Programs, path: &Path) -> Result<Vec<Vec<u16>>, Failure> {
    Ok(language.assemble(&files::input_name(path), &text::read(path)?)?)
}

/// The words of a program file in the given format, or else in the one detected from name and contents.
pub(super) fn words(path: &Path, format: Option<ImageFormat>) -> Result<Vec<u16>, Failure> {
    let bytes = files::read(path)?;
    let format = format.unwrap_or_else(|| ImageFormat::detect(path, &bytes));
    let name = files::input_name(path);
    format.read(&bytes).map_err(|error| match error {
        ImageError::Text(diagnostic) => Failure::at(&name, &String::from_utf8_lossy(&bytes), &diagnostic),
        ImageError::Binary(message) => failure!("{name}: {message}"),
    })
}

/// Whether the file is assembly, by its name.
fn is_assembly(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "s" || extension == "asm")
}
