//! Synthesis, and place and route, by other people's programs.

use super::tools::{Installed, TOOLS};
use super::{Failure, failure};
use lanesmith::files::{self, tool};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The installed program of a row of the table of tools. Error: how to install it.
pub(super) fn installed(name: &str) -> Result<Installed, Failure> {
    let row = TOOLS.iter().find(|tool| tool.name == name).expect("a row of the table");
    row.find()
        .ok_or_else(|| failure!("{name} not found: {}", row.installation()))
}

/// Runs a program in a folder, and returns what it says. Error: it fails; its lines with errors, or else its last line.
pub(super) fn execute(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, Failure> {
    let output = tool::output(Command::new(program).args(arguments).current_dir(folder));
    let output = output.map_err(|error| failure!("cannot run {program}: {error}"))?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let mut said: Vec<&str> = text.lines().filter(|line| line.contains("ERROR")).collect();
    if said.is_empty() {
        said.extend(text.lines().rfind(|line| !line.is_empty()));
    }
    Err(failure!("{program} failed: {}", said.join("\n")))
}

/// The frequency in MHz that a log of nextpnr ends with.
pub(super) fn megahertz(log: &str) -> Option<f64> {
    let line = log.lines().rfind(|line| line.contains("Max frequency for clock"))?;
    let (before, _) = line.split_once(" MHz")?;
    before.split_whitespace().last()?.parse().ok()
}

/// Writes a file of a temporary folder.
pub(super) fn store(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| failure!("cannot write {}: {error}", path.display()))
}

/// Writes files to a folder, which is created if it does not exist. Error: one of them exists with other contents, without `force`.
pub(super) fn deliver(folder: &Path, contents: &[(String, Vec<u8>)], force: bool) -> Result<(), Failure> {
    let set: Vec<(PathBuf, &[u8])> = contents
        .iter()
        .map(|(name, bytes)| (folder.join(name), &bytes[..]))
        .collect();
    let differs = |(path, bytes): &&(PathBuf, &[u8])| path.exists() && fs::read(path).ok().as_deref() != Some(*bytes);
    if let Some((path, _)) = set.iter().find(differs).filter(|_| !force) {
        let path = path.display();
        return Err(failure!("{path} exists with other contents: --force replaces it"));
    }
    Ok(files::write_set(&set)?)
}
