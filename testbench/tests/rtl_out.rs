//! The committed Verilog, and the subcommand that writes it.

use crate::emission::complaints;
use crate::program::{has, names};
use crate::skip::skipped;
use lanesmith::regress::configurations;
use lanesmith::unit::Selection;
use lanesmith::units::shipped;
use lanesmith::verilog::{FileHash, Manifest};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
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
    let output = command.output().expect("a run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{errors}");
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
    assert_eq!(said.lines().count(), shipped().len(), "{said}");
}

#[test]
fn some_configurations_pass_the_linters() {
    lint(30);
}

#[test]
#[ignore = "takes minutes"]
fn every_configuration_passes_the_linters() {
    lint(1);
}

fn lint(step: usize) {
    for options in configurations().iter().step_by(step).map(Selection::options) {
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
    // A certificate belongs to the design.
    fs::write(path("video_alu.proof.json"), "{}").expect("writable");
    shown(generate(folder.path()).arg("--check"), 0);
    let text = fs::read_to_string(path("video_core.v")).expect("generated");
    let changed = text.replacen("endmodule", "// changed\nendmodule", 1);
    fs::write(path("video_core.v"), changed).expect("writable");
    fs::remove_file(path("video_alu.f")).expect("generated");
    let foreign = [
        "notes.txt",
        "old.f",
        "old.json",
        "old.proof.json",
        "old.v",
        "video_alu_l2.core",
    ];
    for name in foreign {
        fs::write(path(name), "{}").expect("writable");
    }
    let before = contents(folder.path());
    let said = shown(generate(folder.path()).arg("--check"), 1);
    assert_eq!(said.lines().count(), 2 + foreign.len(), "{said}");
    let line = text.lines().position(|line| line == "endmodule").expect("an end") + 1;
    has(
        &said,
        &[
            &format!("video_core.v: differs from line {line} on"),
            "video_alu.f: is missing",
        ],
    );
    for name in foreign {
        has(&said, &[&format!("{name}: does not belong to this design")]);
    }
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn generate_removes_what_an_earlier_run_left_and_nobody_changed() {
    let (folder, fresh) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let path = |name: &str| folder.path().join(name);
    shown(&mut generate(folder.path()), 0);
    let said = shown(generate(folder.path()).args(["--latency", "2"]), 0);
    assert!(said.contains("video_alu_l3.core: removed"), "{said}");
    shown(generate(fresh.path()).args(["--latency", "2"]), 0);
    assert_eq!(contents(folder.path()), contents(fresh.path()));
    // Of what has been edited, and of what others wrote, nothing goes.
    let text = fs::read_to_string(path("lane_sum.v")).expect("generated");
    fs::write(path("lane_sum.v"), text + "// mine\n").expect("writable");
    fs::write(path("mine.v"), "").expect("writable");
    let said = shown(
        generate(folder.path()).args(["--module", "brew_datapath", "--force"]),
        0,
    );
    for name in ["lane_sum.v", "mine.v"] {
        let line = format!("note: {}: does not belong to this design", path(name).display());
        assert!(said.contains(&line), "{said}");
    }
    fs::remove_file(path("lane_sum.v")).expect("still there");
    fs::remove_file(path("mine.v")).expect("still there");
    shown(
        generate(folder.path()).args(["--module", "brew_datapath", "--check"]),
        0,
    );
}

#[test]
fn generate_replaces_no_file_that_it_did_not_write_or_that_was_edited_unless_forced() {
    let folder = tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("overflow.v"), "module overflow; endmodule\n").expect("writable");
    let before = contents(folder.path());
    let said = shown(&mut generate(folder.path()), 2);
    has(&said, &[&format!("{}\n", path("overflow.v").display()), "--force"]);
    assert_eq!(contents(folder.path()), before);
    shown(generate(folder.path()).arg("--force"), 0);
    shown(generate(folder.path()).arg("--check"), 0);

    // Files as an earlier run wrote them are replaced, edited ones are not.
    shown(generate(folder.path()).args(["--latency", "2"]), 0);
    let text = fs::read_to_string(path("video_core.v")).expect("generated");
    fs::write(path("video_core.v"), text + "// mine\n").expect("writable");
    let before = contents(folder.path());
    let said = shown(generate(folder.path()).args(["--latency", "3"]), 2);
    assert!(
        said.contains("video_core.v\n") && !said.contains("overflow.v"),
        "{said}"
    );
    assert_eq!(contents(folder.path()), before);
    // Where the file is to be what it is already, nothing is lost.
    shown(generate(folder.path()).arg("--force"), 0);
    let core = contents(folder.path());
    fs::remove_file(path("video_alu.json")).expect("generated");
    shown(&mut generate(folder.path()), 0);
    assert_eq!(contents(folder.path()), core);
}

#[test]
fn shipped_replaces_no_file_in_a_folder_below_that_was_edited() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("video_alu_l3/overflow.v");
    fs::create_dir(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, "mine").expect("writable");
    let said = shown(generate(folder.path()).arg("--shipped"), 2);
    assert!(said.contains(&file.display().to_string()), "{said}");
    assert_eq!(names(folder.path().join("video_alu_l3").as_path()), ["overflow.v"]);
    assert_eq!(fs::read(&file).expect("still there"), b"mine");
}

#[test]
fn build_writes_and_simulates_every_shipped_configuration() {
    let folder = tempdir().expect("a temporary folder");
    let (rtl, waves) = (folder.path().join("rtl"), folder.path().join("waves"));
    let mut build = lanesmith();
    build.args(["build", "--random", "100", "--out"]).arg(&rtl);
    shown(build.arg("--waves").arg(&waves), 0);
    shown(generate(&rtl).args(["--shipped", "--check"]), 0);
    let dumps: Vec<String> = shipped().iter().map(|one| format!("{}.vcd", one.name())).collect();
    assert!(
        dumps.iter().all(|dump| waves.join(dump).exists()),
        "{:?}",
        names(&waves)
    );
    // Nothing is simulated where a file would be overwritten.
    fs::write(rtl.join("video_alu_l3/overflow.v"), "mine").expect("writable");
    fs::remove_dir_all(&waves).expect("removable");
    let said = shown(&mut build, 2);
    assert!(said.contains("overflow.v") && !waves.exists(), "{said}");
}

#[test]
fn a_manifest_that_names_files_elsewhere_removes_nothing() {
    let folder = tempdir().expect("a temporary folder");
    let rtl = folder.path().join("rtl");
    shown(&mut generate(&rtl), 0);
    fs::write(folder.path().join("mine.v"), "").expect("writable");
    let manifest = fs::read_to_string(rtl.join("video_alu.json")).expect("generated");
    let mut manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let empty = FileHash::new("", b"").sha256;
    manifest["files"][0] = serde_json::json!({ "name": "../mine.v", "sha256": empty });
    fs::write(rtl.join("video_alu.json"), manifest.to_string()).expect("writable");
    // The manifest no longer says that lanesmith wrote the file that it named first.
    shown(generate(&rtl).args(["--latency", "2"]), 2);
    shown(generate(&rtl).args(["--latency", "2", "--force"]), 0);
    assert!(folder.path().join("mine.v").exists());
}

#[test]
fn two_configurations_with_prefixes_share_a_folder_and_a_design() {
    let folder = tempdir().expect("a temporary folder");
    let left = ["--prefix", "left", "--latency", "1"];
    let right = ["--prefix", "right", "--no-vop2"];
    shown(generate(folder.path()).args(left), 0);
    let said = shown(generate(folder.path()).args(right), 0);
    has(&said, &["right_video_alu_l3_novop2"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    shown(generate(folder.path()).args(left).arg("--check"), 0);
    shown(generate(folder.path()).args(right).arg("--check"), 0);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("generated");
    has(
        text("left_video_alu.v"),
        &["\n// Regenerate with: lanesmith generate --latency 1 --prefix left --out .\n"],
    );
    assert!(text("left_video_alu.f").lines().all(|line| line.starts_with("left_")));
    let manifest: Manifest = serde_json::from_str(&text("left_video_alu.json")).expect("a manifest");
    assert_eq!((&manifest.prefix[..], &manifest.top[..]), ("left", "left_video_alu"));
    has(
        text("left_video_alu_l1.core"),
        &["toplevel: left_video_alu\n", "name: lanesmith:simd:left_video_alu_l1:"],
    );
    let names = names(folder.path()).into_iter();
    let verilog: Vec<String> = names.filter(|name| name.ends_with(".v")).collect();
    for name in &verilog {
        let module = format!("\nmodule {}", name.trim_end_matches(".v"));
        assert_eq!(text(name).matches("\nmodule ").count(), 1, "{name}");
        has(text(name), &[&module]);
        assert!(name.starts_with("left_") || name.starts_with("right_"), "{name}");
    }
    let instances = "  wire c = 1'b0;\n  left_video_alu left (.clock (c));\n  right_video_alu right (.clock (c));\n";
    let both = format!("module both;\n{instances}endmodule\n");
    fs::write(folder.path().join("both.v"), both).expect("writable");
    if crate::emission::available("iverilog") {
        let command = ["iverilog", "-g2005", "-t", "null", "-s", "both", "both.v"];
        let (good, said) = crate::emission::run(folder.path(), &command, &verilog);
        assert!(good, "{said}");
    }
}

#[test]
fn a_prefix_that_begins_no_verilog_name_is_refused() {
    let folder = tempdir().expect("a temporary folder");
    for prefix in ["", "1st", "a-b", "../up", "a b", "é", "_"] {
        let said = shown(generate(folder.path()).args(["--prefix", prefix]), 2);
        assert!(said.contains("--prefix"), "{prefix}: {said}");
    }
    assert!(contents(folder.path()).is_empty());
}

#[test]
fn a_design_with_a_prefix_is_proved_and_verified_under_its_names() {
    let folder = tempdir().expect("a temporary folder");
    let options = "--prefix left --latency 0 --no-selectors --no-accumulate --no-vop2";
    shown(generate(folder.path()).args(options.split(' ')), 0);
    let mut prove = lanesmith();
    shown(
        prove
            .arg("prove")
            .arg("--out")
            .arg(folder.path())
            .args(options.split(' ')),
        0,
    );
    let text = fs::read_to_string(folder.path().join("left_video_alu.proof.json")).expect("a certificate");
    has(&text, &["\"top\": \"left_video_alu\"", "\"--prefix left\""]);
    let said = shown(lanesmith().arg("verify").arg(folder.path()), 0);
    has(&said, &["left_video_alu.proof.json", "proved"]);
    shown(generate(folder.path()).args(options.split(' ')).arg("--check"), 0);
    if crate::emission::available("yosys") {
        shown(lanesmith().arg("prove").arg("--text").arg(folder.path()), 0);
    }
}

#[test]
fn the_banner_names_a_command_that_writes_the_same_bytes_elsewhere() {
    let (one, other) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    shown(
        generate(&one.path().join("deeper"))
            .args("--latency 1 --no-accumulate --reset async --reset-active low".split(' ')),
        0,
    );
    let text = fs::read_to_string(one.path().join("deeper/video_alu.v")).expect("generated");
    let mut lines = text.lines();
    let command = lines.find_map(|line| line.strip_prefix("// Regenerate with: lanesmith "));
    let words = command.expect("a command").split(' ');
    shown(lanesmith().current_dir(other.path()).args(words), 0);
    assert_eq!(contents(&one.path().join("deeper")), contents(other.path()));
}

#[test]
fn the_manifest_has_the_hashes_of_the_files() {
    let folder = tempdir().expect("a temporary folder");
    shown(&mut generate(folder.path()), 0);
    let text = fs::read(folder.path().join("video_alu.json")).expect("generated");
    let manifest: Manifest = serde_json::from_slice(&text).expect("a manifest");
    assert_eq!((manifest.format_version, &manifest.top[..]), (2, "video_alu"));
    assert_eq!(manifest.latency, Some(3));
    let beside: Vec<&str> = manifest.beside.iter().map(|file| &file.name[..]).collect();
    assert_eq!(beside, ["video_alu.f", "video_alu_l3.core"]);
    for file in manifest.files.iter().chain(&manifest.beside) {
        let contents = fs::read(folder.path().join(&file.name)).expect("generated");
        assert_eq!(*file, FileHash::new(&file.name, &contents));
    }
    // `printf '' | sha256sum`
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(FileHash::new("", b"").sha256, empty);
}

#[test]
fn a_full_disk_is_an_error_and_leaves_nothing_behind() {
    // A file system of 40 KB in a namespace of its own; generating takes about 70 KB.
    let folder = tempdir().expect("a temporary folder");
    let script =
        "mount -t tmpfs -o size=40k none . && cd . && \"$0\" generate --out \"$PWD/rtl\"; echo status $?; ls -A rtl";
    let output = Command::new("unshare")
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
    has(&said, &["error: cannot write ", "No space left on device"]);
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
