//! What a test says that lacks a tool.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;

/// Says that the running test, or part of it, checks nothing, and why. The test then counts as skipped: `testbench/run`
/// gives the file for the names in `LANESMITH_SKIPPED`.
pub fn skipped(why: impl Display) {
    println!("skipped: {why}");
    if let Some(path) = std::env::var_os("LANESMITH_SKIPPED") {
        let test = std::thread::current();
        let line = format!("{}\t{why}\n", test.name().expect("tests run in threads of their name"));
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("the list of skipped tests is writable");
    }
}

/// Whether whoever started the tests has the signal of this name ignored, as a shell does in the background: programs that they start
/// ignore it as well.
pub fn is_ignored(signal: &str) -> bool {
    let number = ["HUP", "INT"].iter().position(|name| *name == signal);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_ignored = number
        .zip(ignored)
        .is_some_and(|(number, mask)| mask >> number & 1 != 0);
    if is_ignored {
        skipped(format!("SIG{signal} is ignored here"));
    }
    is_ignored
}
