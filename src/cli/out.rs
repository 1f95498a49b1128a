//! Names of folders that are written to.

use crate::files;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::PathBuf;

/// Reads the name of a folder. Standard output is none.
pub(super) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match files::is_standard_output(&path) {
        true => Err("this is standard output, and a folder is needed; ./- is a folder called -"),
        false => Ok(path),
    })
}
