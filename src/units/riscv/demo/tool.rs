//! Other people's programs.

use crate::files;
use crate::sim::EngineError;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

pub(super) fn missing(why: impl Display) -> EngineError {
    EngineError::Unavailable(why.to_string())
}

pub(super) fn failed(why: impl Display) -> EngineError {
    EngineError::Failed(why.to_string())
}

/// Runs a program, in a folder if one is given, and returns what it printed. Errors: it is not there, or it fails.
pub(super) fn run(
    program: &str,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    folder: Option<&Path>,
) -> Result<String, EngineError> {
    let mut command = Command::new(program);
    command.args(arguments);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let output = files::tool::output(&mut command).map_err(|error| match error.kind() {
        ErrorKind::NotFound => missing(format_args!("{program} not found")),
        _ => failed(format_args!("{program}: {error}")),
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(failed(format_args!(
            "{program} ended with {}:\n{}{}",
            output.status,
            text(&output.stdout),
            text(&output.stderr)
        ))),
    }
}
