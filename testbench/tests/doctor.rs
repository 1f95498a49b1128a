//! `lanesmith doctor`: the external tools.

use crate::program::has;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Exit status and standard output, with programs from `path`, or from everywhere.
fn doctor(arguments: &[&str], path: Option<&Path>) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.arg("doctor").args(arguments);
    if let Some(path) = path {
        command
            .env("PATH", path)
            .current_dir(path)
            .env_remove("LANESMITH_CORES")
            .env_remove("LANESMITH_CLANG");
    }
    let output = command.output().expect("a run");
    let status = output.status.code().expect("an exit status");
    (status, String::from_utf8_lossy(&output.stdout).into_owned())
}

fn tools(path: Option<&Path>) -> Vec<Value> {
    let (status, out) = doctor(&["--json"], path);
    assert_eq!(status, 0);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["format_version"], 1);
    report["tools"].as_array().expect("tools").clone()
}

#[test]
fn without_any_tool_it_lists_all_as_missing_with_the_commands_that_install_them() {
    let nowhere = tempfile::tempdir().expect("a folder");
    for tool in tools(Some(nowhere.path())) {
        assert_eq!(tool["installed"], Value::Null, "{tool}");
        assert!(
            tool["install"].as_str().is_some_and(|command| !command.is_empty()),
            "{tool}"
        );
    }
    let (status, out) = doctor(&[], Some(nowhere.path()));
    assert_eq!(status, 0);
    has(
        &out,
        &[
            "sudo apt-get install verilator g++ make yosys iverilog",
            "pip3 install --no-deps --target target/cores pythondata-cpu-picorv32",
        ],
    );
}

#[test]
#[cfg(unix)]
fn a_required_tool_that_is_missing_gives_exit_status_1() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("iverilog");
    std::fs::write(&path, "#!/bin/sh\necho 'Icarus Verilog version 9.7 (stable)'\n").expect("writable");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let here = Some(folder.path());
    let (status, out) = doctor(&["--require", "iverilog"], here);
    assert_eq!(status, 0, "{out}");
    let row = out
        .lines()
        .find(|line| line.trim_start().starts_with("iverilog"))
        .expect("a row");
    assert!(row.contains("9.7"), "{row}");
    let (status, out) = doctor(&["--require", "iverilog,yosys", "--require", "ghdl"], here);
    assert_eq!(status, 1);
    assert!(out.ends_with("required and missing: yosys, ghdl\n"), "{out}");
    assert_eq!(doctor(&["--require", "verilater"], here).0, 2);
}
