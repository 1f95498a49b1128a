//! The testbenches in Verilog: they pass on what is shipped, under two simulators, and fail on each seeded bug.

mod bugs;
mod coverage;

use crate::emission::available;
use crate::program::{cases, lanesmith_line_merged as lanesmith};
use bugs::{BUGS, Bug};
use lanesmith::unit::{Emission, Extra, Selection};
use lanesmith::units::{configurations, shipped};
use lanesmith::verilog::EmittedFile;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// The files of an emission with its testbench.
fn with_testbench(mut emission: Emission) -> Vec<EmittedFile> {
    emission.add(Extra::Testbench).expect("every unit has one");
    emission.files().expect("files")
}

/// The files of a configuration with its testbench.
fn files(selection: Selection) -> Vec<EmittedFile> {
    with_testbench(Emission::from(selection))
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

/// The line of a run that passed; `None` if the unit has no testbench in Verilog.
pub fn pass(selection: &Selection) -> Option<String> {
    let testbench = selection.testbench()?;
    Some(format!("PASS {} vectors", testbench.vectors().len()))
}

/// Those that have a testbench in Verilog.
fn with_one(selections: Vec<Selection>) -> impl Iterator<Item = (Selection, String)> {
    selections
        .into_iter()
        .filter_map(|selection| Some((selection, pass(&selection)?)))
}

#[test]
fn every_shipped_configuration_passes_under_icarus() {
    if !available("iverilog") {
        return;
    }
    for (selection, pass) in with_one(shipped()) {
        let printed = icarus(folder(&files(selection)).path(), selection.module().name);
        assert_eq!(printed, pass + "\n", "{selection:?}");
    }
}

#[test]
fn a_shipped_configuration_of_each_template_is_accepted_by_verilators_linter() {
    if !available("verilator") {
        return;
    }
    for (selection, _) in with_one(shipped()) {
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
#[ignore = "takes minutes; the default suite has the commands of the page, and the linter"]
fn every_shipped_configuration_passes_under_verilator() {
    if !available("verilator") {
        return;
    }
    for (selection, pass) in with_one(shipped()) {
        let printed = verilator(folder(&files(selection)).path(), selection.module().name);
        assert_eq!(printed.lines().next(), Some(&pass[..]), "{selection:?}: {printed}");
    }
}

#[test]
fn the_commands_of_the_page_end_with_status_0_exactly_if_the_testbench_passes() {
    if !available("iverilog") || !available("verilator") {
        return;
    }
    let page = include_str!("../../docs/verilog.md");
    let commands: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("iverilog ") || line.starts_with("verilator "))
        .collect();
    assert_eq!(commands.len(), 2);
    let selection = shipped()
        .into_iter()
        .find(|selection| selection.name() == "video_alu_l3")
        .expect("shipped");
    let folder = folder(&files(selection));
    let run = |command: &str| {
        Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .output()
    };
    for command in &commands {
        let output = run(command).expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{command}: {printed}");
        assert_eq!(
            printed.lines().last(),
            pass(&selection).as_deref(),
            "{command}: {printed}"
        );
    }
    // A vector whose expected result is another one.
    let path = folder.path().join("video_alu_tb.mem");
    let text = std::fs::read_to_string(&path).expect("vectors");
    let at = text.rfind(|c: char| c.is_ascii_hexdigit()).expect("a digit");
    let other = if text[at..].starts_with('0') { "1" } else { "0" };
    std::fs::write(&path, format!("{}{other}{}", &text[..at], &text[at + 1..])).expect("writable");
    for command in &commands {
        // The program of Verilator is compiled already.
        let command = command
            .split_once("&& obj_dir")
            .map_or((*command).to_owned(), |(_, run)| format!("obj_dir{run}"));
        let output = run(&command).expect("a shell");
        assert!(!output.status.success(), "{command}");
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
    let shipped: BTreeMap<String, (&str, Vec<EmittedFile>)> = shipped()
        .into_iter()
        .filter(|selection| BUGS.iter().any(|bug| bug.configuration == selection.name()))
        .map(|selection| (selection.name(), (selection.module().name, files(selection))))
        .collect();
    for bug in BUGS {
        let (top, files) = &shipped[bug.configuration];
        let printed = icarus(folder(&planted(files, bug)).path(), top);
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
    let selection = shipped().into_iter().find(|one| one.name() == "byte_permute_l1");
    let emission = Emission::new(selection.expect("it is shipped"), "left".parse().expect("a prefix"));
    let files = with_testbench(emission);
    assert!(files.iter().any(|file| file.name == "left_byte_permute_tb.mem"));
    let printed = icarus(folder(&files).path(), "left_byte_permute");
    assert!(printed.starts_with("PASS "), "{printed}");
}

#[test]
fn resets_of_every_style_are_driven() {
    if !available("iverilog") {
        return;
    }
    let all = configurations().into_iter();
    let styles = all.filter(|one| one.module().name == "video_alu" && one.options().concat().contains("--reset"));
    let styles: Vec<Selection> = styles.collect();
    assert!(styles.len() >= 2, "{styles:?}");
    for selection in styles.into_iter().take(3) {
        let printed = icarus(folder(&files(selection)).path(), "video_alu");
        assert_eq!(Some(printed.trim_end().to_owned()), pass(&selection), "{selection:?}");
    }
}

#[test]
fn a_folder_with_a_testbench_is_proved_and_verified_with_it() {
    let folder = tempdir().expect("a folder");
    let run = |line: &str, expected| {
        let (status, printed) = lanesmith(folder.path(), line);
        assert_eq!(status, expected, "{line}: {printed}");
        printed
    };
    let permute = "--module byte_permute --latency 2 --out .";
    run(&format!("generate --testbench {permute}"), 0);
    let source = folder.path().join("byte_permute_tb.v");
    let text = std::fs::read_to_string(&source).expect("the testbench");
    assert!(
        text.contains("// Regenerate with: lanesmith generate --module byte_permute"),
        "{text}"
    );
    assert!(text.contains(" --testbench --out ."), "{text}");
    run(&format!("generate --testbench {permute} --check"), 0);
    run(&format!("prove --method built-in {permute}"), 0);
    run("verify .", 0);
    std::fs::write(&source, text.replacen("LIMIT = 10", "LIMIT = 11", 1)).expect("writable");
    let printed = run("verify .", 1);
    assert!(printed.contains("byte_permute_tb.v: differs from line"), "{printed}");
    // Without the option the files of the run before are removed, unless somebody edited them.
    let printed = run(&format!("generate {permute}"), 0);
    assert!(
        source.exists() && !folder.path().join("byte_permute_tb.mem").exists(),
        "{printed}"
    );
}

#[test]
fn a_unit_without_a_testbench_says_what_there_is_instead() {
    let folder = tempdir().expect("a folder");
    let line = "generate --module riscv_cfu --testbench --out .";
    let expected = "riscv_cfu has no testbench in Verilog | --formal | `lanesmith prove` | `cores`";
    cases(folder.path(), &format!("{line} => 2: {expected}"));
}
