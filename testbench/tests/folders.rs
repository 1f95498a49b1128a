//! Folders that lanesmith writes and reads: files that are no regular files, other runs, killed runs, other designs.

use crate::program::{self, has, names};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::{TempDir, tempdir};

/// Runs lanesmith in a folder. A run that has not ended after a minute has no exit status.
fn lanesmith(folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.current_dir(folder).args(line.split_whitespace());
    let output = program::run(&mut command, b"", Duration::from_secs(60));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// Runs lanesmith in a folder, which ends with this status. Returns what it says.
#[track_caller]
fn run(folder: &Path, line: &str, expected: i32) -> String {
    let (status, said) = lanesmith(folder, line);
    assert_eq!(status, Some(expected), "{line}: {said}");
    said
}

/// A folder with the folder `rtl` of a small design.
fn generated() -> TempDir {
    let folder = tempdir().expect("a folder");
    run(folder.path(), GENERATE, 0);
    folder
}

const GENERATE: &str = "generate --module byte_permute --out rtl";

#[cfg(unix)]
fn fifo(path: &Path) {
    if path.exists() {
        fs::remove_file(path).expect("a file");
    }
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo");
    assert!(made.success());
}

#[test]
#[cfg(unix)]
fn a_fifo_among_the_files_of_a_design_is_no_file_of_it_and_nobody_waits_for_it() {
    let folder = generated();
    let at = |name: &str| folder.path().join("rtl").join(name);
    // Another name: only the certificate of a folder decides what belongs there.
    fifo(&at("notes.json"));
    assert_eq!(
        run(folder.path(), &format!("{GENERATE} --check"), 1),
        "rtl/notes.json: does not belong to this design\n"
    );
    run(folder.path(), GENERATE, 0);
    fs::remove_file(at("notes.json")).expect("there");
    fifo(&at("byte_permute.v"));
    assert_eq!(
        run(folder.path(), &format!("{GENERATE} --check"), 1),
        "rtl/byte_permute.v: is not a regular file\n"
    );
    for command in [GENERATE, &format!("{GENERATE} --force")] {
        assert_eq!(
            run(folder.path(), command, 2),
            "error: cannot write rtl/byte_permute.v: it is not a regular file\n"
        );
    }
    let said = run(
        folder.path(),
        "prove --module byte_permute --method built-in --out rtl",
        2,
    );
    assert!(said.contains("rtl/byte_permute.v: is not a regular file\n"), "{said}");
    fifo(&at("byte_permute.proof.json"));
    assert_eq!(
        run(folder.path(), "verify rtl", 2),
        "error: cannot read rtl/byte_permute.proof.json: it is not a regular file\n"
    );
}

#[test]
#[cfg(unix)]
fn a_fifo_in_the_place_of_the_list_of_configurations_is_reported_and_nobody_waits_for_it() {
    let folder = tempdir().expect("a folder");
    fifo(&folder.path().join("configurations.json"));
    let said = run(folder.path(), "verify .", 1);
    assert!(said.contains("configurations.json: is not a regular file"), "{said}");
}

/// The name of a temporary file.
const TEMPORARY: &str = ".lanesmith-a1B2c3";

#[test]
fn a_temporary_file_of_a_killed_run_is_no_difference_and_the_next_run_removes_it() {
    let folder = generated();
    let left = folder.path().join("rtl").join(TEMPORARY);
    fs::write(&left, "half of a fi").expect("writable");
    run(folder.path(), &format!("{GENERATE} --check"), 0);
    assert!(left.exists());
    run(folder.path(), GENERATE, 0);
    assert!(!left.exists());
    // The file of a run that goes on has a lock.
    let file = File::create(&left).expect("writable");
    file.lock().expect("a lock");
    run(folder.path(), GENERATE, 0);
    assert!(left.exists());
    drop(file);
    // Names that lanesmith does not make are somebody's.
    fs::rename(&left, left.with_file_name(".lanesmith-mine.v")).expect("there");
    run(folder.path(), &format!("{GENERATE} --check"), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_run_leaves_nothing_that_differs() {
    let folder = generated();
    let rtl = folder.path().join("rtl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args("simulate --random 1000000000 --vcd rtl/w.vcd --cycles 0..1000000000".split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let is_there = || names(&rtl).iter().any(|name| name.starts_with(".lanesmith-"));
    while !is_there() {
        std::thread::sleep(Duration::from_millis(10));
    }
    // The run locks the file after it has made it; on a busy machine this test may come between.
    std::thread::sleep(Duration::from_secs(1));
    // Somebody else's run leaves it.
    run(folder.path(), GENERATE, 0);
    assert!(is_there());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    run(folder.path(), &format!("{GENERATE} --check"), 0);
    run(folder.path(), GENERATE, 0);
    assert!(!is_there());
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_waits_for_another_one_that_writes_to_its_folder() {
    let folder = tempdir().expect("a folder");
    let rtl = folder.path().join("rtl");
    fs::create_dir(&rtl).expect("a folder");
    let other = File::open(&rtl).expect("a folder");
    other.lock().expect("a lock");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(GENERATE.split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    std::thread::sleep(Duration::from_secs(3));
    assert!(child.try_wait().expect("a status").is_none(), "it has not waited");
    assert!(names(&rtl).is_empty());
    drop(other);
    assert!(child.wait().expect("it ends").success());
    run(folder.path(), &format!("{GENERATE} --check"), 0);
}

#[test]
fn runs_at_a_time_into_one_folder_leave_one_design() {
    let folder = tempdir().expect("a folder");
    let lines =
        ["", "--core", "--latency 1", "--no-vop2"].map(|options| format!("generate --out rtl --force {options}"));
    for _ in 0..3 {
        std::thread::scope(|scope| {
            for line in &lines {
                let folder = folder.path();
                scope.spawn(move || run(folder, line, 0));
            }
        });
        let is_whole = |line: &&String| lanesmith(folder.path(), &line.replace("--force", "--check")).0 == Some(0);
        assert_eq!(
            lines.iter().filter(is_whole).count(),
            1,
            "{:?}",
            names(&folder.path().join("rtl"))
        );
    }
}

#[test]
fn a_design_of_another_unit_is_removed_only_if_asked_for() {
    let folder = generated();
    let rtl = folder.path().join("rtl");
    let before = names(&rtl);
    for line in ["generate --out rtl -q", "generate --out rtl"] {
        let said = run(folder.path(), line, 2);
        assert_eq!(
            said,
            "error: there is another design:\n  rtl/byte_permute.json\n\
             use another folder, --prefix to keep both, or --force to remove the other one\n"
        );
        assert_eq!(names(&rtl), before);
    }
    // Another configuration of the same unit replaces the first one.
    run(folder.path(), &format!("{GENERATE} --latency 2"), 0);
    run(folder.path(), "generate --out rtl --prefix second", 0);
    run(folder.path(), &format!("{GENERATE} --latency 2 --check"), 0);
    let said = run(folder.path(), "generate --out rtl --force", 0);
    has(&said, &["rtl/byte_permute.v: removed; an earlier run wrote it\n"]);
}

#[test]
fn a_file_in_the_place_of_an_output_folder_is_noticed_before_the_work_begins() {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "mine").expect("writable");
    for (line, verb) in [
        ("generate --shipped --out file/rtl", "write"),
        ("generate --shipped --check --out file", "read"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
        command.current_dir(folder.path()).args(line.split(' '));
        let output = program::run(&mut command, b"", Duration::from_secs(5));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(
            said.starts_with(&format!("error: cannot {verb} file: ")),
            "{line}: {said}"
        );
        assert_eq!(names(folder.path()), ["file"], "{line}");
    }
}
