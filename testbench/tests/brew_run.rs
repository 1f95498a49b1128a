//! `run` on Brew programs: golden and hardware, and windows of waves.

use crate::program;
use std::path::Path;

/// Runs a program with these arguments. Returns exit status, standard output and standard error.
fn run(folder: &Path, arguments: &[&str], text: &str) -> (i32, String, String) {
    std::fs::write(folder.join("p.s"), text).unwrap();
    program::lanesmith(folder, &[&["run", "p.s"], arguments].concat())
}

fn all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn golden_and_hardware_have_one_trace_and_leave_the_same_registers() {
    let folder = tempfile::tempdir().unwrap();
    let program = "$r3 <- 1.5\ntype $r3, $r4 <- fp32, int8x4\n$r4 <- 0x04030201\n$r6 <- $r3 + $r3\n$r7 <- $r4 + $r4\n.word 0x5002\n";
    let (status, golden, err) = run(folder.path(), &["--trace"], program);
    assert_eq!(status, 0, "{err}");
    let lines = [
        "    3 0012: 6433",
        "    5 0016: 5002",
        "invalid instruction",
        "$r3  3fc00000 fp32",
        "$r6  40400000 fp32",
        "$r7  08060402 int8x4",
        "6 instructions, 1 exceptions\n",
    ];
    all(&golden, &lines);
    let (status, hardware, err) = run(folder.path(), &["--trace", "--engine", "native"], program);
    assert_eq!(status, 0, "{hardware}{err}");
    all(&hardware, &["no mismatch"]);
    // Trace and registers.
    let lines: Vec<&str> = golden.lines().filter(|line| !line.contains("exceptions")).collect();
    all(&hardware, &lines);
    let (status, _, err) = run(folder.path(), &["--cycles", "1..2"], "nop\n");
    assert_eq!(status, 2);
    all(&err, &["--vcd"]);
}

#[test]
fn waves_of_a_run_are_those_of_the_cycles_that_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let program = "nop\n".repeat(40);
    let times = |window: &[&str]| {
        let arguments = ["--engine", "native", "--vcd", "x.vcd"];
        let (status, _, err) = run(folder.path(), &[&arguments[..], window].concat(), &program);
        assert_eq!(status, 0, "{err}");
        let vcd = std::fs::read_to_string(folder.path().join("x.vcd")).unwrap();
        vcd.lines().filter(|line| line.starts_with('#')).count()
    };
    let (all, some) = (times(&[]), times(&["--cycles", "5..10"]));
    assert!(all > 60 && some > 3 && some < 15, "{all} {some}");
}
