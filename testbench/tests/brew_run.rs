//! `run` on Brew programs with registers of its own and windows of waves.

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
fn registers_are_given_to_golden_and_hardware_alike() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("r.txt"), "$r3 = fp32:2 # a\n\nfp=int16x2:-1,2\n").unwrap();
    let sets = [
        "--set",
        "r3=fp32:1.5",
        "--set",
        "r4=int8x4:1,2,3,4",
        "--set",
        "r5=0x10",
        "--registers",
        "r.txt",
    ];
    let arguments = [&["--trace"], &sets[..]].concat();
    let program = "$r6 <- $r3 + $r3\n$r7 <- $r4 + $r4\n.word 0x5002\n";
    let (status, golden, err) = run(folder.path(), &arguments, program);
    assert_eq!(status, 0, "{err}");
    let lines = [
        "    0 0000: 6433",
        "    2 0004: 5002",
        "invalid instruction",
        "$r3  3fc00000 fp32",
        "$r4  04030201 int8x4",
        "$r5  00000010 int32",
        "$r6  40400000 fp32",
        "$r7  08060402 int8x4",
        "$r12 0002ffff int16x2",
        "3 instructions, 1 exceptions\n",
    ];
    all(&golden, &lines);
    let arguments = [&arguments[..], &["--engine", "native", "--compare"]].concat();
    let (status, hardware, err) = run(folder.path(), &arguments, program);
    assert_eq!(status, 0, "{hardware}{err}");
    all(
        &hardware,
        &["begin with 8 instructions that set the registers", "no mismatch"],
    );
    // Trace and registers.
    let lines: Vec<&str> = golden.lines().filter(|line| !line.contains("exceptions")).collect();
    all(&hardware, &lines);
    std::fs::write(folder.path().join("bad.txt"), "r1=0\nr1=1\nr2=int9:1\n").unwrap();
    for (arguments, parts) in [
        (&["--set", "r3=1", "--set", "r3=2"][..], &["--set r3: set twice"][..]),
        (&["--set", "r4=int8x4:1,2"], &["int8x4 has 4 lanes"]),
        (&["--registers", "none.txt"], &["cannot read none.txt"]),
        (&["--cycles", "1..2"], &["--vcd"]),
        (
            &["--registers", "bad.txt"],
            &["bad.txt:2:1", "$r1 is set twice", "bad.txt:3:1", "`int9` is not a type"],
        ),
    ] {
        let (status, _, err) = run(folder.path(), arguments, "nop\n");
        assert_eq!(status, 2);
        all(&err, parts);
    }
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
