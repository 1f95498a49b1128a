//! Runs external programs and finds Python packages.

use lanesmith::files;
use lanesmith::sim::EngineError;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn missing(why: impl Display) -> EngineError {
    EngineError::Unavailable(why.to_string())
}

pub fn failed(why: impl Display) -> EngineError {
    EngineError::Failed(why.to_string())
}

/// Runs a program, in a folder if one is given, and returns its output. Errors: the program is missing, or it fails.
pub fn run(
    program: &str,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    folder: Option<&Path>,
) -> Result<String, EngineError> {
    let mut command = Command::new(program);
    command.args(arguments);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    output(&mut command)
}

/// The output of a command. Errors: the program is missing, or it fails.
pub fn output(command: &mut Command) -> Result<String, EngineError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = files::tool::output(command).map_err(|error| match error.kind() {
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

/// The root of the checkout.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder of a package of the Python Package Index: in the folder that the environment variable names, without the variable in the
/// folder `own` of the checkout, or among Python's packages. Error: the package is not found.
pub fn python_package(package: &str, module: &str, variable: &str, own: &str) -> Result<PathBuf, EngineError> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let found = named.unwrap_or_else(|| Path::new(ROOT).join(own)).join(module);
    if found.is_dir() {
        return found.canonicalize().map_err(failed);
    }
    let script = format!(
        "import importlib.util as u; s = u.find_spec('{module}'); print(s.submodule_search_locations[0] if s else '')"
    );
    let answer = run("python3", ["-c", &script], None).unwrap_or_default();
    match answer.trim() {
        "" => Err(missing(format_args!(
            "{package} not found: pip3 install --no-deps --target {own} {package}"
        ))),
        folder => Ok(PathBuf::from(folder)),
    }
}
