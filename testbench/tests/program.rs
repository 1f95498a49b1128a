//! The program under test, with input and a limit.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Runs a command with this input. One that has not ended after `limit` is killed and has no exit status.
pub fn run(command: &mut Command, input: &[u8], limit: Duration) -> Output {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let id = child.id().to_string();
    let (ended, end) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // A program need not read all of its input.
        scope.spawn(move || stdin.write_all(input).unwrap_or_default());
        scope.spawn(move || {
            if end.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
                Command::new("kill").args(["-9", &id]).status().expect("kill");
            }
        });
        let output = child.wait_with_output().expect("what it wrote");
        drop(ended);
        output
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that a text has these parts.
#[track_caller]
pub fn has(text: impl AsRef<str>, parts: &[&str]) {
    let text = text.as_ref();
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn ended(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

/// Runs lanesmith in a folder. Returns exit status, standard output and standard error.
pub fn lanesmith(folder: impl AsRef<Path>, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = ended(command.current_dir(folder).args(arguments));
    let status = output.status.code().expect("an exit status");
    (status, text(&output.stdout), text(&output.stderr))
}

/// Like [`lanesmith`], with the words of a line as arguments.
pub fn lanesmith_line(folder: &Path, line: &str) -> (i32, String, String) {
    lanesmith(folder, &line.split_whitespace().collect::<Vec<_>>())
}

/// Runs the command lines of a table in a folder, one in a line: arguments, of which those in quotes may have spaces, `=>`, the exit status, and
/// parts of the output, separated by `|`. With status 2 the output is standard error, else standard output; the other one is empty.
#[track_caller]
pub fn cases(folder: &Path, table: &str) {
    for case in table.lines().filter(|line| !line.is_empty()) {
        let (line, expected) = case.split_once(" => ").expect("an expectation");
        // Every second part is in quotes.
        let parts = line.split('"').enumerate();
        let arguments = parts.flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let (status, out, err) = lanesmith(folder, &arguments.collect::<Vec<_>>());
        let (expected, parts) = expected.split_once(": ").unwrap_or((expected, ""));
        assert_eq!(status.to_string(), expected, "{line}: {out}{err}");
        let (said, silent) = if status == 2 { (err, out) } else { (out, err) };
        assert!(silent.is_empty(), "{line}: {silent}");
        for part in parts.split(" | ") {
            assert!(said.contains(part), "{line}: {part}: {said}");
        }
    }
}

/// Like [`lanesmith_line`], but returns the two outputs as one text.
pub fn lanesmith_line_merged(folder: &Path, line: &str) -> (i32, String) {
    let (status, out, err) = lanesmith_line(folder, line);
    (status, out + &err)
}

/// Runs lanesmith in the current folder. Returns the exit status, if there is one, and the two outputs as one text.
pub fn lanesmith_here(arguments: &[&str]) -> (Option<i32>, String) {
    let output = ended(Command::new(env!("CARGO_BIN_EXE_lanesmith")).args(arguments));
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn a_program_that_does_not_end_is_killed_and_one_that_does_gets_its_input() {
    let limit = Duration::from_millis(200);
    let endless = run(Command::new("sleep").arg("600"), b"", limit);
    assert_eq!(endless.status.code(), None);
    let copied = run(&mut Command::new("cat"), b"a line\n", Duration::from_secs(60));
    assert_eq!((copied.status.code(), &copied.stdout[..]), (Some(0), &b"a line\n"[..]));
}
