//! The waves of the Brew datapath: every signal has a value in every cycle, instructions stand there as assembled.

use crate::program;
use crate::waves::read;
use std::fs;
use std::path::Path;

const PROGRAM: &str = "$r1 <- 0x12345678\n$r2 <- short 77\n$r3 <- $r1 + $r2\n";

/// Runs the program with waves and these further arguments.
fn run(folder: &Path, arguments: &[&str]) {
    fs::write(folder.join("p.s"), PROGRAM).expect("a file");
    simulated(folder, &[&["run", "p.s", "--engine", "native"], arguments].concat());
}

/// Runs a command that writes waves.
fn simulated(folder: &Path, arguments: &[&str]) {
    let (status, _, err) = program::lanesmith(folder, &[arguments, &["--vcd", "w.vcd"]].concat());
    assert_eq!(status, 0, "{err}");
}

#[test]
fn signals_of_the_testbench_have_a_value_in_every_cycle() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &["--compare"]);
    let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
    let last = *waves.time_table().last().expect("a time") / lanesmith::sim::wave::PERIOD;
    for cycle in 0..last {
        for name in ["mismatch", "exception", "register", "value", "type"] {
            // Fails on a signal without a value.
            let value = read(&mut waves, &format!("testbench.expected.{name}"), cycle);
            assert!(name != "mismatch" || value == 0, "cycle {cycle}");
        }
    }
}

#[test]
fn offered_and_retiring_instructions_are_shown_as_assembled() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&["--compare"][..], &[]] {
        run(folder.path(), arguments);
        let filters = fs::read_to_string(folder.path().join("w.instruction.txt")).expect("a filter file");
        let name = |value: u64| {
            let line = filters
                .lines()
                .find_map(|line| line.strip_prefix(&format!("{value:013X} ")));
            line.unwrap_or_else(|| panic!("{value:x} in {filters}")).to_owned()
        };
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        let last = *waves.time_table().last().expect("a time") / lanesmith::sim::wave::PERIOD;
        for scope in ["offered", "retiring"] {
            let path = format!("testbench.{scope}.instruction");
            let mut seen: Vec<String> = (0..last).map(|cycle| name(read(&mut waves, &path, cycle))).collect();
            seen.dedup();
            seen.retain(|name| name != "-");
            let expected = ["$r1 <- 0x12345678", "$r2 <- short 77", "$r3 <- $r1 + $r2"];
            assert_eq!(seen, expected, "{scope}");
        }
        let save = fs::read_to_string(folder.path().join("w.gtkw")).expect("a save file");
        assert!(save.contains("testbench.retiring.instruction[48:0]"), "{save}");
        let zoom = save.lines().find_map(|line| line.strip_prefix("*-")?.split(' ').next());
        let zoom: f64 = zoom.expect("a zoom").parse().expect("a number");
        let pixels = 200.0 * lanesmith::sim::wave::PERIOD as f64 / zoom.exp2();
        // Seven pixels are a character of the viewer's usual font.
        assert!(pixels > 7.0 * "$r3 <- $r1 + $r2".len() as f64, "{pixels}");
    }
}

#[test]
fn further_rows_of_a_long_instruction_have_a_label_and_may_be_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = ["simulate", "--module", "brew_datapath"];
    simulated(
        folder.path(),
        &[&module[..], &["--random", "200", "--seed", "7"]].concat(),
    );
    let save = fs::read_to_string(folder.path().join("w.gtkw")).expect("a save file");
    for scope in ["offered", "retiring"] {
        for line in 2..=3 {
            let row = format!("\n+{{line {line}}} testbench.{scope}.instruction[48:0]\n");
            assert!(save.contains(&row), "{row} in {save}");
        }
    }
    for viewer in [
        "w.instruction2.txt",
        ".surfer/mappings/lanesmith_brew_datapath_instruction2",
    ] {
        let names = fs::read_to_string(folder.path().join(viewer)).expect("names");
        let names = names
            .lines()
            .skip(2)
            .map(|line| line.split_once(' ').expect("a name").1);
        // No name is empty, because viewers show a value without a name as digits.
        let empty = names.clone().filter(|name| ["\u{a0}", "."].contains(name)).count();
        assert!(empty > 20 && names.clone().any(|name| name.len() > 5) && names.clone().all(|name| !name.is_empty()));
        assert!(
            viewer.starts_with('.') || names.clone().all(|name| name != "."),
            "{viewer}"
        );
    }
}
