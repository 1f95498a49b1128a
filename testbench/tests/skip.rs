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
