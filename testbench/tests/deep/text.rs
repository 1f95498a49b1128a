//! Faults as edits of the emitted text: the external way, which reads text, refutes each.

use super::library::{INTEGER, MULTIPLIER};
use super::refuting_claim;
use crate::skip::skipped;
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{Conclusion, Expected, Stop, Structure};
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::claims as brew;
use lanesmith::units::brew::rtl::{DatapathConfig, design};
use lanesmith::verilog::{Banner, emit};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A fault: texts that stand once in a file, and what stands there instead.
struct Edit {
    name: &'static str,
    /// Configuration and hints as in the library.
    config: DatapathConfig,
    hints: &'static [&'static str],
    /// Not a function of inputs and state: the text is refused when it is read.
    is_about_clocks: bool,
    changes: &'static [(&'static str, &'static str, &'static str)],
}

const fn edit(
    name: &'static str,
    config: DatapathConfig,
    hints: &'static [&'static str],
    changes: &'static [(&'static str, &'static str, &'static str)],
) -> Edit {
    Edit {
        name,
        config,
        hints,
        is_about_clocks: false,
        changes,
    }
}

impl Edit {
    const fn about_clocks(mut self) -> Self {
        self.is_about_clocks = true;
        self
    }
}

const TOP: &str = "brew_datapath.v";

const EDITS: [Edit; 4] = [
    edit(
        "retired again after a slow instruction",
        MULTIPLIER,
        &[".9.."],
        &[(
            TOP,
            "  assign retire_valid = retired_q;",
            "  reg [2:0] deep_q;
  always @(posedge clock) deep_q <= reset ? 3'b000 : {deep_q[1:0], slow_done};
  assign retire_valid = retired_q | deep_q[2];",
        )],
    ),
    edit(
        "a register clocked by data",
        INTEGER,
        &[],
        &[(
            TOP,
            "  always @(posedge clock) begin\n    if (reset) begin\n      instruction_valid_0_q",
            "  always @(posedge in_valid) begin\n    if (reset) begin\n      instruction_valid_0_q",
        )],
    )
    .about_clocks(),
    edit(
        "no bypass of $r7",
        INTEGER,
        &[".1.."],
        &[(
            "register_file_async.v",
            "assign b = (write &",
            "assign b = (write & (write_register != 4'h7) &",
        )],
    ),
    // A register that any synthesis but that of the proof keeps, and that may start at 1.
    edit(
        "exceptions inverted until a rare word comes",
        INTEGER,
        &[],
        &[(
            TOP,
            "  assign retire_exception = retire_q_exception;",
            "  reg rare_q;
  always @(posedge clock) if (in_word1 == 16'hbeef) rare_q <= 1'b0;
  assign retire_exception = rare_q ? ~retire_q_exception : retire_q_exception;",
        )],
    ),
];

/// Writes the datapath's files with the edit into `folder`.
fn write(edit: &Edit, folder: &Path) -> Vec<PathBuf> {
    let mut files = emit(&design(&edit.config).unwrap(), &Banner::default());
    for (file, from, to) in edit.changes {
        let file = files.iter_mut().find(|other| other.name == *file).expect("a file");
        assert_eq!(file.text.matches(from).count(), 1, "{}: {from}", edit.name);
        file.text = file.text.replace(from, to);
    }
    let paths = files.iter().map(|file| {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text).unwrap();
        path
    });
    paths.collect()
}

/// Whether a tool, where it is there, takes the files for a design.
fn lint(edit: &Edit, paths: &[PathBuf]) {
    let mut verilator = Command::new("verilator");
    verilator
        .args(["--lint-only", "--top-module", "brew_datapath"])
        .args(paths);
    let Ok(output) = verilator.output() else { return };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("%Error:"), "{}: {text}", edit.name);
}

/// What refutes an edit; `None` where nothing does. An error is a missing tool.
fn refutation(edit: &Edit) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let paths = write(edit, folder.path());
    lint(edit, &paths);
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let expected = Expected::new(
        Datapath(edit.config).selection().unit().reset(),
        &design(&edit.config).unwrap(),
    );
    let read = match read_back(&paths, "brew_datapath", &expected) {
        Ok(read) => read,
        Err(ExternalError::Unavailable(why)) => return Err(why),
        Err(ExternalError::Failed(why)) => {
            assert!(edit.is_about_clocks, "{}: {why}", edit.name);
            return Ok(Some(why));
        }
    };
    assert!(
        !edit.is_about_clocks && read.structure == Structure::default(),
        "{}",
        edit.name
    );
    let machine = read.machine;
    let claims = brew::claims(&edit.config, &machine).unwrap();
    let Some(claim) = refuting_claim(&claims, edit.hints) else {
        return Ok(None);
    };
    match external::decide(&claim.obligation(), Duration::from_secs(60), 1, &Stop::default()) {
        Ok(conclusion) => assert_eq!(conclusion, Conclusion::Refuted, "{}: {}", edit.name, claim.name),
        Err(ExternalError::Unavailable(why)) => return Err(why),
        Err(ExternalError::Failed(why)) => panic!("{}: {why}", edit.name),
    }
    Ok(Some(claim.name.clone()))
}

#[test]
fn every_edit_of_the_emitted_text_is_refuted() {
    let mut survivors = vec![];
    for edit in &EDITS {
        match refutation(edit) {
            Ok(Some(claim)) => println!("{}: {claim}", edit.name),
            Ok(None) => survivors.push(edit.name),
            Err(why) => return skipped(why),
        }
    }
    assert!(survivors.is_empty(), "not refuted: {survivors:?}");
}
