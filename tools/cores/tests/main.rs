//! Programs on real cores. The tests of a core that take long are left out by default.

mod behind_a_division;
mod functions;
mod kernels;
mod packed;
#[path = "../../../testbench/tests/riscv/packed_vectors.rs"]
mod packed_vectors;
mod programs;
mod run;
#[path = "../../../testbench/tests/skip.rs"]
mod skip;

use std::path::Path;
use std::process::Command;

/// Runs cores in a folder. Returns exit status, standard output and standard error.
fn cores(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    program(
        Command::new(env!("CARGO_BIN_EXE_cores"))
            .current_dir(folder)
            .args(arguments),
    )
}

/// Runs a program. Returns exit status, standard output and standard error.
fn program(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The message about a missing tool.
fn missing(errors: &str) -> Option<&str> {
    errors
        .lines()
        .find(|line| line.starts_with("error: ") && line.contains(" not found"))
}
