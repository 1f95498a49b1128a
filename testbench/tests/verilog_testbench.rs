//! The testbenches in Verilog: they pass on what is shipped, under two simulators, and fail on each seeded bug.

mod bugs;
mod coverage;

use crate::emission::available;
use crate::skip::skipped;
use bugs::{BUGS, Bug};
use lanesmith::prove::ProofSubject;
use lanesmith::unit::{Emission, Selection};
use lanesmith::units::{configurations, shipped};
use lanesmith::verilog::EmittedFile;
use std::path::Path;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// The files of a configuration with its testbench.
fn files(selection: Selection) -> Vec<EmittedFile> {
    Emission::from(selection).with_testbench().files().expect("files")
}

/// A folder with these files.
fn folder(files: &[EmittedFile]) -> TempDir {
    let folder = tempdir().expect("a folder");
    for file in files {
        std::fs::write(folder.path().join(&file.name), &file.text).expect("writable");
    }
    folder
}

/// What a command printed that succeeds.
fn output(folder: &Path, command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).current_dir(folder).output();
    let output = output.expect("the tool runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{command} {arguments:?}: {printed}");
    printed
}

/// What the testbench of `top` prints under Icarus Verilog, which has nothing to say about the text.
fn icarus(folder: &Path, top: &str) -> String {
    let (list, source) = (format!("{top}.f"), format!("{top}_tb.v"));
    let said = output(
        folder,
        "iverilog",
        &["-g2005", "-Wall", "-o", "run", "-c", &list, &source],
    );
    assert_eq!(said, "", "{top}");
    output(folder, "vvp", &["run"])
}

/// What it prints under Verilator, whose linter has nothing to say either.
fn verilator(folder: &Path, top: &str) -> String {
    let (list, source) = (format!("{top}.f"), format!("{top}_tb.v"));
    let module = format!("{top}_tb");
    let common = ["-Wall", "--timing", "-f", &list, &source, "--top-module", &module];
    output(
        folder,
        "verilator",
        &[&["--binary", "-O0", "-o", "run"], &common[..]].concat(),
    );
    output(folder, "obj_dir/run", &[])
}

/// The line of a run that passed, for so many vectors.
fn pass(selection: &Selection) -> String {
    format!("PASS {} vectors", selection.testbench().vectors().len())
}

#[test]
fn every_shipped_configuration_passes_under_icarus() {
    if !available("iverilog") {
        return;
    }
    for selection in shipped() {
        let printed = icarus(folder(&files(selection)).path(), selection.module().name);
        assert_eq!(printed, pass(&selection) + "\n", "{selection:?}");
    }
}

fn passes_under_verilator(selections: impl Iterator<Item = Selection>) {
    if !available("verilator") {
        return;
    }
    for selection in selections {
        let printed = verilator(folder(&files(selection)).path(), selection.module().name);
        assert_eq!(
            printed.lines().next(),
            Some(&pass(&selection)[..]),
            "{selection:?}: {printed}"
        );
    }
}

#[test]
fn a_shipped_configuration_of_each_template_is_accepted_by_verilators_linter() {
    if !available("verilator") {
        return;
    }
    for selection in shipped() {
        let folder = folder(&files(selection));
        let top = selection.module().name;
        let (list, source) = (format!("{top}.f"), format!("{top}_tb.v"));
        let said = output(
            folder.path(),
            "verilator",
            &["--lint-only", "-Wall", "--timing", "-f", &list, &source],
        );
        assert_eq!(said, "", "{selection:?}");
    }
}

#[test]
fn two_shipped_configurations_pass_under_verilator() {
    let names = ["byte_permute_l1", "riscv_pcpi_l3"];
    let is_one = |selection: &Selection| names.contains(&&selection.name()[..]);
    passes_under_verilator(shipped().into_iter().filter(is_one));
}

#[test]
#[ignore = "takes minutes; the default suite has two of them"]
fn every_shipped_configuration_passes_under_verilator() {
    passes_under_verilator(shipped().into_iter());
}

#[test]
#[ignore = "takes minutes; the default suite has what is shipped"]
fn every_regressed_configuration_passes_under_icarus() {
    if !available("iverilog") {
        return;
    }
    for selection in configurations() {
        let files = Emission::from(selection).with_testbench().files().expect("files");
        let folder = folder(&files);
        let top = selection.module().name;
        // Cells of a device are defined in files of their own.
        let list = files.iter().find(|file| file.name.ends_with(".f")).expect("a list");
        let sources = files.iter().filter(|file| file.name.ends_with(".v"));
        let others = sources.filter(|file| !list.text.lines().any(|line| line == file.name));
        let others: Vec<&str> = others.map(|file| &file.name[..]).collect();
        let list = format!("{top}.f");
        output(
            folder.path(),
            "iverilog",
            &[&["-g2005", "-o", "run", "-c", &list], &others[..]].concat(),
        );
        let printed = output(folder.path(), "vvp", &["run"]);
        assert_eq!(printed, pass(&selection) + "\n", "{selection:?}");
    }
}

/// The file of a bug with the bug in it.
fn planted(files: &[EmittedFile], bug: &Bug) -> Vec<EmittedFile> {
    let mut files = files.to_vec();
    let file = files.iter_mut().find(|file| file.name == bug.file);
    let text = &mut file.unwrap_or_else(|| panic!("{}: no {}", bug.name, bug.file)).text;
    for (from, to) in bug.edits {
        assert!(text.contains(from), "{}: {from} is not in {}", bug.name, bug.file);
        *text = text.replacen(from, to, 1);
    }
    files
}

#[test]
fn every_seeded_bug_makes_the_testbench_of_its_unit_fail() {
    if !available("iverilog") {
        return;
    }
    for bug in BUGS {
        let selection = shipped().into_iter().find(|one| one.name() == bug.configuration);
        let selection = selection.unwrap_or_else(|| panic!("{} is shipped", bug.configuration));
        let files = planted(&files(selection), bug);
        let printed = icarus(folder(&files).path(), selection.module().name);
        let last = printed.lines().last().unwrap_or_default();
        assert!(last.starts_with("FAIL: "), "{}: {printed}", bug.name);
        assert!(!printed.contains("PASS"), "{}: {printed}", bug.name);
        // The first line says when, on which vector, what came and what was expected.
        let first = printed.lines().next().unwrap_or_default();
        for part in ["time ", "cycle ", "vector ", " is ", ", expected "] {
            assert!(first.contains(part), "{}: {first}", bug.name);
        }
        // It gives up soon.
        assert!(printed.lines().count() <= 11, "{}: {printed}", bug.name);
    }
}

#[test]
fn the_seeded_bugs_are_of_every_kind() {
    let of = |part: &str| BUGS.iter().filter(|bug| bug.configuration.contains(part)).count();
    assert!(of("riscv") + of("brew") >= 10 && BUGS.len() >= 20);
    for module in [
        "video_alu",
        "video_core",
        "byte_permute",
        "riscv_pcpi",
        "riscv_cfu",
        "riscv_cv_x_if",
        "brew",
    ] {
        assert!(of(module) > 0, "{module}");
    }
    for kind in ["stall", "reset", "early", "late"] {
        assert!(BUGS.iter().any(|bug| bug.name.contains(kind)), "{kind}");
    }
}

#[test]
fn a_testbench_without_its_vectors_fails() {
    if !available("iverilog") {
        return;
    }
    let selection = shipped().into_iter().find(|one| one.name() == "byte_permute_l1");
    let files = files(selection.expect("it is shipped"));
    let vectors = files
        .iter()
        .position(|file| file.name.ends_with(".mem"))
        .expect("vectors");
    let mut short = files.clone();
    short[vectors].text = files[vectors]
        .text
        .lines()
        .take(50)
        .map(|line| format!("{line}\n"))
        .collect();
    let mut missing = files;
    missing.remove(vectors);
    for files in [short, missing] {
        let printed = icarus(folder(&files).path(), "byte_permute");
        assert!(printed.contains("FAIL: byte_permute_tb.mem is missing"), "{printed}");
        assert!(!printed.contains("PASS"), "{printed}");
    }
}

#[test]
fn a_prefix_is_also_that_of_the_testbench() {
    if !available("iverilog") {
        return;
    }
    let selection = shipped().into_iter().find(|one| one.name() == "riscv_cfu_l3");
    let emission = Emission::new(selection.expect("it is shipped"), "left".parse().expect("a prefix"));
    let files = emission.with_testbench().files().expect("files");
    assert!(files.iter().any(|file| file.name == "left_riscv_cfu_tb.mem"));
    let printed = icarus(folder(&files).path(), "left_riscv_cfu");
    assert!(printed.starts_with("PASS "), "{printed}");
}

#[test]
fn resets_of_every_style_are_driven() {
    if !available("iverilog") {
        return;
    }
    let all = configurations().into_iter();
    let styles = all.filter(|one| one.module().name == "video_alu" && one.name().contains("reset"));
    let styles: Vec<Selection> = styles.collect();
    assert!(styles.len() >= 2, "{styles:?}");
    for selection in styles.into_iter().take(3) {
        let printed = icarus(folder(&files(selection)).path(), "video_alu");
        assert_eq!(printed, pass(&selection) + "\n", "{selection:?}");
    }
}

#[test]
fn fusesoc_runs_the_testbench_of_a_shipped_configuration() {
    let has_fusesoc = Command::new("fusesoc").arg("--version").output().is_ok();
    if !has_fusesoc || !available("iverilog") {
        return skipped("no fusesoc");
    }
    let selection = shipped()
        .into_iter()
        .find(|one| one.name() == "video_alu_l3")
        .expect("it is shipped");
    let folder = folder(&files(selection));
    let core = format!(
        "lanesmith:simd:{}:{}",
        Emission::from(selection).name(),
        env!("CARGO_PKG_VERSION")
    );
    let run = [
        "--cores-root",
        ".",
        "run",
        "--build-root",
        "build",
        "--target",
        "sim",
        &core,
    ];
    let printed = output(folder.path(), "fusesoc", &run);
    assert!(printed.contains(&pass(&selection)), "{printed}");
}
