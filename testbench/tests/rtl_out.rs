//! The committed Verilog, and the subcommand that writes it.

use crate::emission::complaints;
use crate::skip::skipped;
use assert_cmd::Command;
use lanesmith::catalog::Selection;
use lanesmith::regress::configurations;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::tempdir;

fn lanesmith() -> Command {
    Command::new(env!("CARGO_BIN_EXE_lanesmith"))
}

fn generate(folder: &Path) -> Command {
    let mut command = lanesmith();
    command.arg("generate").arg("--out").arg(folder);
    command
}

fn shown(command: &mut Command, status: i32) -> String {
    let assert = command.assert().code(status);
    let output = assert.get_output();
    String::from_utf8_lossy(if status == 2 { &output.stderr } else { &output.stdout }).into_owned()
}

/// Names and contents of all files in a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable"));
    let file = |entry: fs::DirEntry| {
        let contents = fs::read(entry.path()).expect("readable");
        (entry.file_name().to_string_lossy().into_owned(), contents)
    };
    let mut files: Vec<_> = entries.map(file).collect();
    files.sort();
    files
}

#[test]
fn committed_verilog_is_what_the_generator_writes() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("rtl_out");
    let said = shown(generate(&folder).args(["--shipped", "--check"]), 0);
    assert_eq!(said.lines().count(), lanesmith::catalog::shipped().len(), "{said}");
}

#[test]
fn every_configuration_passes_the_linters() {
    for options in configurations().iter().map(Selection::options) {
        let options = options.join(" ");
        let folder = tempdir().expect("a temporary folder");
        shown(generate(folder.path()).args(options.split_whitespace()), 0);
        let files: Vec<String> = contents(folder.path()).into_iter().map(|(name, _)| name).collect();
        let verilog: Vec<String> = files.iter().filter(|name| name.ends_with(".v")).cloned().collect();
        let top = files
            .iter()
            .find_map(|name| name.strip_suffix(".f"))
            .expect("a file list");
        let found = complaints(folder.path(), top, &verilog);
        assert!(found.is_empty(), "{options}\n{found}");
    }
}

#[test]
fn check_names_the_files_that_differ_are_missing_or_foreign() {
    let folder = tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    shown(&mut generate(folder.path()), 0);
    shown(generate(folder.path()).arg("--check"), 0);
    let text = fs::read_to_string(path("video_core.v")).expect("generated");
    fs::write(
        path("video_core.v"),
        text.replacen("endmodule", "// changed\nendmodule", 1),
    )
    .expect("writable");
    fs::remove_file(path("video_alu.f")).expect("generated");
    fs::write(path("old.v"), "").expect("writable");
    let before = contents(folder.path());
    let said = shown(generate(folder.path()).arg("--check"), 1);
    let line = text.lines().position(|line| line == "endmodule").expect("an end") + 1;
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(
        said.contains(&format!("video_core.v: differs from line {line} on")),
        "{said}"
    );
    assert!(said.contains("video_alu.f: is missing"), "{said}");
    assert!(said.contains("old.v: does not belong to this design"), "{said}");
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn equal_commands_write_equal_bytes_anywhere() {
    let (one, other) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    shown(generate(one.path()).args(["--latency", "2", "--no-vop2"]), 0);
    shown(
        generate(&other.path().join("deeper/still")).args(["--no-vop2", "--latency", "2"]),
        0,
    );
    assert_eq!(contents(one.path()), contents(&other.path().join("deeper/still")));
}

#[test]
fn the_banner_names_a_command_that_writes_the_same_files() {
    let (one, other) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    shown(
        generate(one.path()).args("--latency 1 --no-accumulate --reset async --reset-active low".split(' ')),
        0,
    );
    let text = fs::read_to_string(one.path().join("video_alu.v")).expect("generated");
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix("// Regenerate with: lanesmith "))
        .expect("a command");
    lanesmith()
        .current_dir(other.path())
        .args(command.split(' '))
        .assert()
        .success();
    assert_eq!(contents(one.path()), contents(other.path()));
}

#[test]
fn the_manifest_has_the_hashes_of_the_files() {
    let folder = tempdir().expect("a temporary folder");
    shown(&mut generate(folder.path()), 0);
    let text = fs::read(folder.path().join("video_alu.json")).expect("generated");
    let manifest: lanesmith::verilog::Manifest = serde_json::from_slice(&text).expect("a manifest");
    assert_eq!(
        (manifest.format_version, manifest.top.as_str(), manifest.latency),
        (1, "video_alu", 3)
    );
    for file in &manifest.files {
        let contents = fs::read(folder.path().join(&file.name)).expect("generated");
        assert_eq!(*file, lanesmith::verilog::FileHash::new(&file.name, &contents));
    }
    // `printf '' | sha256sum`
    let empty = lanesmith::verilog::FileHash::new("", b"");
    assert_eq!(
        empty.sha256,
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_and_stays_as_it_was() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("writable");
    let said = shown(&mut generate(&file), 2);
    assert!(
        said.starts_with(&format!("error: cannot write {}", file.display())),
        "{said}"
    );
    assert_eq!(fs::read(&file).expect("readable"), b"mine");
}

#[test]
fn a_full_disk_is_an_error_and_leaves_nothing_behind() {
    // A file system of 40 KB in a namespace of its own; generating takes about 70 KB.
    let folder = tempdir().expect("a temporary folder");
    let script =
        "mount -t tmpfs -o size=40k none . && cd . && \"$0\" generate --out \"$PWD/rtl\"; echo status $?; ls -A rtl";
    let output = std::process::Command::new("unshare")
        .args([
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            script,
            env!("CARGO_BIN_EXE_lanesmith"),
        ])
        .current_dir(folder.path())
        .output();
    let output = match output {
        Ok(output) if output.stdout.starts_with(b"status") => output,
        _ => return skipped("no small file system can be made here"),
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "status 2\n", "{said}");
    assert!(
        said.contains("error: cannot write ") && said.contains("No space left on device"),
        "{said}"
    );
}

#[test]
fn options_of_another_module_are_refused() {
    for (options, option) in [
        ("--module brew_datapath --latency 2", "--latency"),
        ("--core --reset async", "--reset"),
        ("--no-float", "--no-float"),
    ] {
        let folder = tempdir().expect("a temporary folder");
        let said = shown(generate(folder.path()).args(options.split(' ')), 2);
        assert!(said.contains(&format!("does not have the option {option}")), "{said}");
        assert!(contents(folder.path()).is_empty());
    }
    let said = shown(generate(Path::new("unused")).args(["--latency", "6"]), 2);
    assert!(said.contains("expected a whole number, 0 to 5"), "{said}");
}

#[test]
fn list_describes_modules_parameters_and_ports() {
    let listing: serde_json::Value =
        serde_json::from_str(&shown(lanesmith().args(["list", "--json"]), 0)).expect("JSON");
    assert_eq!(listing["format_version"], 1);
    assert_eq!(listing["modules"][0]["name"], "video_alu");
    assert_eq!(listing["modules"][0]["ports"][4]["name"], "in_control");
    assert_eq!(listing["modules"][0]["ports"][4]["width"], 37);
    let text = shown(lanesmith().arg("list"), 0);
    assert!(text.contains("video_alu") && text.contains("in_control"), "{text}");
}
