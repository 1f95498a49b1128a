//! Exit status: silence is no success.

use crate::ptx_kernel::{self, ARGUMENTS};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `lanesmith` in `folder` without any tool: exit status, standard output, standard error.
fn lanesmith(folder: &Path, line: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .env("PATH", folder)
        .output()
        .expect("lanesmith");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("no signal");
    (status, text(&output.stdout), text(&output.stderr))
}

/// A folder with files that hold nothing to check.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    file("empty.csv", "instruction,a,b,c,d\n");
    file("other.csv", "word,length,status\n0000,1,legal\n");
    file("empty_brew.csv", "words,a_type,a,b_type,b,d_type,d\n");
    file(
        "halves.csv",
        "instruction,a,b,c,d\n\"vadd2.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n",
    );
    file(
        "never.ptx",
        &ptx_kernel::kernel("setp.ne.u32 p0, r29, r29; @p0 vadd4.u32.u32.u32 r1, r2, r2, r2;"),
    );
    file("none.ptx", &ptx_kernel::kernel(""));
    file("empty.s", "");
    file("one.s", "$r1 <- 5\n");
    folder
}

#[test]
fn a_command_that_checked_nothing_ends_with_status_2_and_says_so() {
    let folder = folder();
    for (line, why) in [
        ("check empty.csv", "there are no rows"),
        ("check empty_brew.csv", "there are no rows"),
        ("check --engine verilator halves.csv", "all rows were skipped"),
        ("simulate --vectors empty.csv", "no instruction was executed"),
        ("simulate --vectors halves.csv --no-vop2", "no instruction was executed"),
        (
            &format!("run never.ptx {ARGUMENTS} --engine native"),
            "no instruction was executed",
        ),
        (
            &format!("run none.ptx {ARGUMENTS} --engine native"),
            "the kernel has no instruction of a unit",
        ),
        ("simulate --random 0", "--random"),
        ("simulate --random 10 --reset-at 100000", "--reset-at 100000"),
        (
            "run one.s --engine native --compare --reset-at 100000",
            "--reset-at 100000",
        ),
        ("run empty.s --engine native --compare", ""),
        ("mutate --mutants 0", "--mutants"),
        ("mutate --instructions 0", "--instructions"),
        ("mutate --mutants 1 --vectors empty.csv", "the file has no rows"),
        (
            "mutate --mutants 1 --module brew_datapath --vectors empty_brew.csv",
            "the file has no rows",
        ),
        (
            "regress --configuration video_alu_l0 --engine verilator --seeds 1",
            "all jobs were skipped: verilator not found",
        ),
        (
            "regress --configuration video_alu_l0 --engine native --seeds 1 --instructions 100 --shard 2/2",
            "this shard has no jobs",
        ),
        ("mutate --mutants 1 --vectors empty_brew.csv", "the file has no rows"),
        (
            "mutate --mutants 1 --vectors other.csv",
            "these are lengths and verdicts of Brew words",
        ),
        (
            "mutate --mutants 1 --module brew_datapath --vectors halves.csv",
            "results of Brew instructions; --module video_alu runs this file",
        ),
        ("prove --method external", "yosys"),
        ("verify .", "no *.proof.json"),
    ] {
        let (status, out, errors) = lanesmith(folder.path(), line);
        assert_eq!(status, 2, "{line}\n{out}{errors}");
        assert!(errors.contains(why), "{line}\n{errors}");
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let folder = folder();
    for line in [
        "generate --out rtl --shipped --latency 2",
        "generate --out rtl --shipped --module video_alu",
        "generate --out rtl --shipped --core",
        "generate --out rtl --shipped --no-float",
        "prove --shipped --depth 2",
        "prove --shipped --reset async",
        "simulate --counterexample there --no-counterexample",
    ] {
        let (status, out, errors) = lanesmith(folder.path(), line);
        assert_eq!(status, 2, "{line}\n{out}{errors}");
        assert!(errors.contains("cannot be used with"), "{line}\n{errors}");
    }
    assert!(!folder.path().join("rtl").exists());
    for (line, why) in [
        ("run never.ptx --arg x=1 --arg x=1", "--arg x: set twice"),
        ("explain $r1<-$r2+$r3 --set r2=1 --set r2=2", "--set r2: set twice"),
    ] {
        let (status, out, errors) = lanesmith(folder.path(), line);
        assert!(status == 2 && errors.contains(why), "{line}\n{out}{errors}");
    }
}

#[test]
fn a_reader_that_goes_away_does_not_hide_a_mismatch() {
    let folder = folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(["simulate", "--fault", "100", "--random", "1000"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("lanesmith");
    let mut first = [0];
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut first).expect("the fault is told first");
    drop(out);
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}
