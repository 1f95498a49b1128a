//! What a viewer shows of each unit when it opens its waves: instructions by name, the first result, what is expected beside it.

use crate::program::lanesmith_line;
use crate::waves::{bits, read, setting};
use lanesmith::ptx::ScalarInstruction;
use lanesmith::sim::wave::PERIOD;
use lanesmith::units::scalar::{encoding, named_fields};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use wellen::simple::Waveform;

/// A unit, the instruction at its output, and its result.
const UNITS: [(&str, &str, &str); 9] = [
    ("video_alu", "response.instruction", "video_alu.out_d"),
    ("video_core", "response.instruction", "video_core.d"),
    ("byte_permute", "response.instruction", "byte_permute.out_d"),
    ("video_scalar", "response.instruction", "video_scalar.out_d"),
    ("brew_datapath", "retiring.instruction", "brew_datapath.retire_value"),
    ("riscv_pcpi", "response.instruction", "riscv_pcpi.pcpi_rd"),
    ("riscv_cfu", "response.instruction", "riscv_cfu.rsp_payload_outputs_0"),
    ("riscv_cv_x_if", "response.instruction", "riscv_cv_x_if.result_data"),
    ("neorv32_cfu", "response.instruction", "neorv32_cfu.result"),
];

/// Runs a unit with waves of all cycles; its standard output.
fn simulate(folder: &Path, module: &str, further: &str) -> String {
    let line = format!("simulate --module {module} --vcd w.vcd --no-counterexample {further}");
    let (status, out, said) = lanesmith_line(folder, &line);
    assert_ne!(status, 2, "{said}");
    out
}

struct Save(String);

impl Save {
    fn read(folder: &Path) -> Self {
        Save(fs::read_to_string(folder.join("w.gtkw")).expect("a save file"))
    }

    fn number(&self, before: &str) -> f64 {
        setting(&self.0, before)
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

/// Each row with names has one for every value of its signal.
fn assert_named(folder: &Path, save: &Save, waves: &mut Waveform, module: &str) {
    let [first, last] =
        [waves.time_table().first(), waves.time_table().last()].map(|time| time.expect("a time") / PERIOD);
    // The line with the file, that with the colour, and the signal, which may have a label.
    let lines: Vec<&str> = save.0.lines().collect();
    let mut rows = lines.windows(3).filter(|lines| lines[0].starts_with('^')).peekable();
    assert!(rows.peek().is_some(), "{module}: {}", save.0);
    for row in rows {
        let file = row[0].split(' ').nth(1).expect("a file");
        let signal = row[2].rsplit_once("testbench.").expect("a signal").1;
        let signal = signal.split('[').next().expect("a name");
        let text = fs::read_to_string(folder.join(file)).expect("a filter file");
        let names = text.lines().skip(1).filter_map(|line| line.split_once(' '));
        let names = names.map(|(digits, _)| u64::from_str_radix(digits, 16).expect("digits"));
        let names: BTreeSet<u64> = names.collect();
        for cycle in first..last {
            let value = read(waves, &format!("testbench.{signal}"), cycle);
            assert!(names.contains(&value), "{module}, {signal}: {value:x} in {text}");
        }
    }
}

#[test]
fn waves_open_at_a_named_result_that_equals_the_expected_one_beside_it() {
    for (module, instruction, result) in UNITS {
        let folder = tempfile::tempdir().expect("a folder");
        simulate(folder.path(), module, "--random 300 --seed 5 --cycles 0..600 --one-run");
        let save = Save::read(folder.path());
        let is_datapath = module == "brew_datapath";
        let expected = match is_datapath {
            true => "expected.value",
            false => "response.expected",
        };
        let apart = save.place(expected).abs_diff(save.place(result));
        assert!(apart <= if is_datapath { 12 } else { 2 }, "{module}: {apart} rows");
        let pixels = save.cycle();
        // Below 10 ns in 200 pixels the grid of GTKWave is not that of the clock.
        assert!((70.0..=200.0).contains(&pixels), "{module}: {pixels}");
        let start = save.number("[timestart] ") as u64 / PERIOD;
        // The window is 1500 pixels wide, of which the names of signals may take 300.
        let visible = (1200.0 / pixels) as u64;
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        assert_named(folder.path(), &save, &mut waves, module);
        let last = waves.time_table().last().expect("a time") / PERIOD;
        let (mut names, mut first) = (BTreeSet::new(), None);
        for cycle in 0..last {
            let mut at = |path: &str| read(&mut waves, &format!("testbench.{path}"), cycle);
            let shown = name(folder.path(), &save, instruction, at(instruction));
            if shown == "-" {
                continue;
            }
            first = first.or(Some(cycle));
            if !is_datapath || at("brew_datapath.retire_write") != 0 {
                assert_eq!(at(expected), at(result), "{module}, cycle {cycle}: {shown}");
                names.insert(shown);
            }
        }
        assert!(names.len() >= 4, "{module}: {names:?}");
        let first = first.expect("a result");
        assert!(
            (start..start + visible).contains(&first),
            "{module}: {first} from {start}"
        );
    }
}

#[test]
fn every_value_of_a_signal_with_names_has_one_with_options_too() {
    for (module, options) in [
        ("video_scalar", "--mad"),
        ("riscv_pcpi", "--vset --dot"),
        ("riscv_cv_x_if", "--encoding both --vxsat"),
        ("neorv32_cfu", "--encoding p"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let run = format!("--random 300 --seed 3 --cycles 0..4000 --one-run {options}");
        simulate(folder.path(), module, &run);
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        assert_named(folder.path(), &Save::read(folder.path()), &mut waves, module);
    }
}

#[test]
fn waves_mark_a_wrong_result() {
    for (module, scope) in [
        ("video_alu", "response"),
        ("brew_datapath", "expected"),
        ("riscv_cv_x_if", "response"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut faults = (20..1000).step_by(37).map(|fault| {
            let run = format!("--random 2000 --one-run --fault {fault}");
            (fault, simulate(folder.path(), module, &run))
        });
        // Faults of a handshake are mismatches without a wrong result; the datapath has the marked instruction in its first line.
        let wrong = ["wrong result", "got 0x", ", instruction "];
        let (fault, said) = faults
            .find(|(_, said)| said.contains("1 mismatch") && wrong.iter().any(|words| said.contains(words)))
            .unwrap_or_else(|| panic!("{module}: no fault with a wrong result"));
        let save = Save::read(folder.path());
        let zoom = save.number("\n*-");
        let marker = save.number(&format!("\n*-{zoom:.6} ")) as u64;
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        let mismatch = read(&mut waves, &format!("testbench.{scope}.mismatch"), marker / PERIOD);
        assert_eq!(mismatch, 1, "{module}, fault {fault}: {said}");
    }
}

#[test]
fn the_names_of_a_scalar_control_word_are_the_parts_of_its_text() {
    let fields = named_fields();
    let names: Vec<_> = fields.iter().map(|field| field.names().entries).collect();
    for control in (0..1 << encoding::CONTROL_BITS).step_by(31) {
        let instruction: ScalarInstruction = encoding::decode(control);
        let shown = fields.iter().zip(&names).map(|(field, names)| {
            let (value, name) = &names[field.value(control) as usize];
            assert_eq!(*value, field.value(control));
            &name[..]
        });
        let [operation, types, mode, asel, bsel, dsel] = shown.collect::<Vec<_>>()[..] else {
            panic!("not six fields")
        };
        let text = instruction.to_string();
        let (words, operands) = text.split_once(' ').expect("operands");
        let selector = |name: &'static str, shown: &str| match shown {
            "all" => name.to_owned(),
            part => format!("{name}{part}"),
        };
        let minus = |ends: &str| if mode.ends_with(ends) { "-" } else { "" };
        let expected = format!(
            "{}, {}{}, {}, {}r4;",
            selector("r1", dsel),
            minus("-a*b"),
            selector("r2", asel),
            selector("r3", bsel),
            minus("-c")
        );
        assert_eq!(operands, expected, "{control:#x}");
        // The words of the text, which are in another order.
        let types = types.split(' ').filter(|letter| *letter != "-");
        let types: String = types.map(|letter| format!(".{letter}32")).collect();
        let modifiers = mode.split(' ').next().filter(|words| words.starts_with('.'));
        let sorted = |text: String| {
            let mut words: Vec<String> = text.split('.').map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        let again = format!("{operation}{types}{}", modifiers.unwrap_or_default());
        assert_eq!(sorted(words.to_owned()), sorted(again), "{text}");
        assert_eq!(mode.contains("merge"), dsel != "all", "{text}");
    }
}

#[test]
fn waves_of_a_unit_in_a_core_show_modifiers_and_c_until_the_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    for (module, ..) in [UNITS[5], UNITS[8]] {
        simulate(
            folder.path(),
            module,
            "--random 600 --seed 5 --cycles 0..6000 --one-run",
        );
        let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
        let last = waves.time_table().last().expect("a time") / PERIOD;
        let (mut held, mut answered, mut before) = (BTreeSet::new(), 0, 0);
        for cycle in 0..last {
            let mut text = |path: &str| bits(&mut waves, &format!("testbench.{path}"), cycle);
            let mask = text("progress.mask");
            // An operation on lanes has elements and modifiers from its offer to its answer.
            assert_eq!(
                text("progress.va").contains('z'),
                mask == "zzzz",
                "{module}, cycle {cycle}"
            );
            if mask == "zzzz" {
                continue;
            }
            let mut at = |path: &str| u64::from_str_radix(&text(path), 2).expect("no unknown bits");
            match at("response.instruction") {
                255 => before += 1,
                _ => answered += 1,
            }
            if at("progress.held") == 1 {
                held.insert(["mask", "va", "c"].map(|name| at(&format!("progress.{name}"))));
            }
        }
        assert!(answered > 100 && before > 100, "{module}: {answered} {before}");
        // GTKWave does not read a vector as the value of one bit.
        let text = fs::read_to_string(folder.path().join("w.vcd")).expect("a VCD");
        let mut lines = text.lines();
        let declared = lines.find(|line| line.ends_with(" held $end")).expect("a variable");
        let code = declared.split(' ').nth(3).expect("a code");
        assert!(text.contains(&format!("\nz{code}\n")), "{module}");
        // Random configurations and values of c.
        assert!(held.len() > 10, "{module}: {held:?}");
    }
}

#[test]
fn instructions_of_a_program_are_shown_as_assembled_with_expected_values_in_every_cycle() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "$r1 <- 0x12345678\n$r2 <- short 77\n$r3 <- $r1 + $r2\n";
    fs::write(folder.path().join("p.s"), program).expect("a file");
    let (status, _, said) = lanesmith_line(folder.path(), "run p.s --engine native --vcd w.vcd");
    assert_eq!(status, 0, "{said}");
    let save = Save::read(folder.path());
    let mut waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
    let last = *waves.time_table().last().expect("a time") / PERIOD;
    for scope in ["offered", "retiring"] {
        let path = format!("{scope}.instruction");
        let shown = |cycle| {
            let value = read(&mut waves, &format!("testbench.{path}"), cycle);
            name(folder.path(), &save, &path, value)
        };
        let mut seen: Vec<String> = (0..last).map(shown).collect();
        seen.dedup();
        seen.retain(|name| name != "-");
        assert_eq!(seen, program.lines().collect::<Vec<_>>(), "{scope}");
    }
    // Seven pixels are a character of the viewer's usual font.
    assert!(save.cycle() > 7.0 * "$r3 <- $r1 + $r2".len() as f64, "{}", save.cycle());
    for cycle in 0..last {
        for signal in ["mismatch", "exception", "register", "value", "type"] {
            // Fails on a signal without a value.
            let value = read(&mut waves, &format!("testbench.expected.{signal}"), cycle);
            assert!(signal != "mismatch" || value == 0, "cycle {cycle}");
        }
    }
}

#[test]
fn further_rows_of_a_long_instruction_have_a_label_and_are_empty_for_short_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    simulate(folder.path(), "brew_datapath", "--random 200 --seed 7");
    let save = Save::read(folder.path()).0;
    for scope in ["offered", "retiring"] {
        for line in 2..=3 {
            let row = format!("\n+{{line {line}}} testbench.{scope}.instruction[48:0]\n");
            assert!(save.contains(&row), "{row} in {save}");
        }
    }
    // No name is empty, because GTKWave shows a value without a name as digits.
    let names = fs::read_to_string(folder.path().join("w.instruction2.txt")).expect("names");
    let lines = names.lines().skip(2);
    let names: Vec<&str> = lines.map(|line| line.split_once(' ').expect("a name").1).collect();
    assert!(names.iter().filter(|name| **name == "\u{a0}").count() > 20);
    assert!(names.iter().any(|name| name.len() > 5) && !names.contains(&""));
}
