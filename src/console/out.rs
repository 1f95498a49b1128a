//! Names of output folders.

use crate::files;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::PathBuf;

/// Reads the name of a folder; standard output is an error.
pub fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match files::is_standard_output(&path) {
        true => Err("`-` is standard output, and this option needs a folder; ./- is a folder with the name -"),
        false => Ok(path),
    })
}
