//! What a viewer shows of each unit when it opens its waves: instructions by name, the first result, what is expected beside it.

use crate::waves::read;
use lanesmith::sim::wave::PERIOD;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A unit, the instruction at its output, and its result.
const UNITS: [(&str, &str, &str); 8] = [
    ("video_alu", "response.instruction", "video_alu.out_d"),
    ("video_core", "response.instruction", "video_core.d"),
    ("byte_permute", "response.instruction", "byte_permute.out_d"),
    ("brew_datapath", "retiring.instruction", "brew_datapath.retire_value"),
    ("riscv_pcpi", "response.instruction", "riscv_pcpi.pcpi_rd"),
    ("riscv_cfu", "response.instruction", "riscv_cfu.rsp_payload_outputs_0"),
    ("riscv_cv_x_if", "response.instruction", "riscv_cv_x_if.result_data"),
    ("neorv32_cfu", "response.instruction", "neorv32_cfu.result"),
];

/// Runs a unit with waves of all cycles; its standard output.
fn simulate(folder: &Path, module: &str, further: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .current_dir(folder)
        .args(["simulate", "--module", module, "--vcd", "w.vcd", "--no-counterexample"])
        .args(further.split(' '))
        .output()
        .expect("a run");
    assert_ne!(run.status.code(), Some(2), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

struct Save(String);

impl Save {
    fn read(folder: &Path) -> Self {
        Save(fs::read_to_string(folder.join("w.gtkw")).expect("a save file"))
    }

    fn number(&self, before: &str) -> f64 {
        let rest = self.0.split(before).nth(1).expect(before);
        let number = rest.split([' ', '\n']).next().expect("a word");
        number.parse().expect("a number")
    }

    /// Pixels of a cycle.
    fn cycle(&self) -> f64 {
        200.0 * PERIOD as f64 / self.number("\n*-").exp2()
    }

    /// The place of a signal among the rows.
    fn place(&self, path: &str) -> usize {
        let is_it = |line: &str| {
            let line = line.strip_prefix("testbench.").unwrap_or_default();
            line.split('[').next() == Some(path)
        };
        let rows = self.0.lines().filter(|line| line.starts_with("testbench."));
        rows.clone()
            .position(is_it)
            .unwrap_or_else(|| panic!("{path} in {}", self.0))
    }
}

/// The name of a value in the first filter file of a signal.
fn name(folder: &Path, save: &Save, path: &str, value: u64) -> String {
    let (before, _) = save.0.split_once(&format!("\ntestbench.{path}[")).expect("a row");
    let filter = before.rsplit_once('^').expect("a filter").1;
    let filter = filter.lines().next().and_then(|line| line.split(' ').nth(1));
    let text = fs::read_to_string(folder.join(filter.expect("a file"))).expect("a filter file");
    let lines = text.lines().skip(1).filter_map(|line| line.split_once(' '));
    let mut found = lines.filter(|(digits, _)| u64::from_str_radix(digits, 16) == Ok(value));
    found
        .next()
        .map(|(_, name)| name.to_owned())
        .unwrap_or_else(|| panic!("{value:x} in {text}"))
}

#[test]
fn waves_open_with_the_first_result_in_view_and_a_grid_of_the_clock() {
    for (module, instruction, _) in UNITS {
        let folder = tempfile::tempdir().expect("a folder");
        for further in [
            "--random 300 --seed 7 --cycles 0..2000",
            "--random 3000 --seed 9 --gaps bursts --one-run",
        ] {
            simulate(folder.path(), module, further);
            let save = Save::read(folder.path());
            let pixels = save.cycle();
            // Below 10 ns in 200 pixels the grid of GTKWave is not that of the clock.
            assert!((70.0..=200.0).contains(&pixels), "{module}: {pixels}");
            let start = save.number("[timestart] ") as u64 / PERIOD;
            // The window is 1500 pixels wide, of which the names of signals may take 300.
            let visible = (1200.0 / pixels) as u64;
            let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
            let first = waves.time_table()[0] / PERIOD;
            let shown = |waves: &mut _, cycle| {
                let value = read(waves, &format!("testbench.{instruction}"), cycle);
                name(folder.path(), &save, instruction, value)
            };
            let result = (first..start + visible).find(|cycle| shown(&mut waves, *cycle) != "-");
            let result = result.unwrap_or_else(|| panic!("{module}: no result in view"));
            assert!(result >= start, "{module}: the first result is before the view");
        }
    }
}

#[test]
fn waves_have_the_right_result_beside_the_expected_one_and_name_its_instruction() {
    for (module, instruction, result) in UNITS {
        let folder = tempfile::tempdir().expect("a folder");
        simulate(folder.path(), module, "--random 300 --seed 5 --cycles 0..600 --one-run");
        let save = Save::read(folder.path());
        let expected = match module {
            "brew_datapath" => "expected.value",
            _ => "response.expected",
        };
        let apart = save.place(expected).abs_diff(save.place(result));
        assert!(
            apart <= if module == "brew_datapath" { 12 } else { 2 },
            "{module}: {apart} rows"
        );
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        let last = waves.time_table().last().expect("a time") / PERIOD;
        let mut names = std::collections::BTreeSet::new();
        for cycle in 0..last {
            let mut at = |path: &str| read(&mut waves, &format!("testbench.{path}"), cycle);
            let shown = name(folder.path(), &save, instruction, at(instruction));
            let writes = module != "brew_datapath" || at("brew_datapath.retire_write") != 0;
            if shown != "-" && writes {
                assert_eq!(at(expected), at(result), "{module}, cycle {cycle}: {shown}");
                names.insert(shown);
            }
        }
        assert!(names.len() >= 4, "{module}: {names:?}");
    }
}

#[test]
fn waves_mark_a_wrong_result_of_every_unit() {
    for (module, ..) in UNITS {
        let folder = tempfile::tempdir().expect("a folder");
        let mut faults = (20..1000).step_by(37).map(|fault| {
            let said = simulate(
                folder.path(),
                module,
                &format!("--random 2000 --one-run --fault {fault}"),
            );
            (fault, said)
        });
        // Faults of a handshake are mismatches without a wrong result; the datapath has the marked instruction in its first line.
        let wrong = ["wrong result", "got 0x", ", instruction "];
        let (fault, said) = faults
            .find(|(_, said)| said.contains("1 mismatch") && wrong.iter().any(|words| said.contains(words)))
            .unwrap_or_else(|| panic!("{module}: no fault with a wrong result"));
        let save = Save::read(folder.path());
        let line = save.0.lines().find(|line| line.starts_with("*-")).expect("a zoom");
        let marker: u64 = line
            .split(' ')
            .nth(1)
            .and_then(|time| time.parse().ok())
            .expect("a marker");
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        let scope = if module == "brew_datapath" {
            "expected"
        } else {
            "response"
        };
        let mismatch = read(&mut waves, &format!("testbench.{scope}.mismatch"), marker / PERIOD);
        assert_eq!(mismatch, 1, "{module}, fault {fault}: {said}");
    }
}
