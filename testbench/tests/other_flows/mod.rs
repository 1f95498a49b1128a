//! The files for tools of other people's flows.

mod formal;
mod fusesoc;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command whose programs may also be in `target/flows/bin`, where `testbench/run` installs those of Python.
pub fn tool(name: &str) -> Command {
    let mut command = Command::new("env");
    command.arg(name).env("PATH", path());
    command
}

fn path() -> OsString {
    let own = root().join("target/flows/bin");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(own).chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("a path")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The first of these programs that is missing.
fn missing<'a>(programs: &[&'a str]) -> Option<&'a str> {
    let path = path();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let is_there = |program: &str| folders.iter().any(|folder| folder.join(program).is_file());
    programs.iter().find(|program| !is_there(program)).copied()
}

/// Whether a command succeeds, and all that it prints.
pub fn run(command: &mut Command, folder: &Path) -> (bool, String) {
    let output = command.current_dir(folder).output().expect("the program starts");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.success(), text.concat())
}

/// What lanesmith prints, which must succeed.
fn lanesmith(arguments: &str, folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let (good, text) = run(command.args(arguments.split_whitespace()), folder);
    assert!(good, "{arguments}: {text}");
    text
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}
