//! Counterexamples: what a mismatch leaves behind shows the mismatch, and the printed line repeats it.

use crate::waves::read;
use lanesmith::counterexample::refutation;
use lanesmith::mutate::faults;
use lanesmith::netlist::Flat;
use lanesmith::prove::{ClaimInput, Refutation};
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::{Profile, Random};
use lanesmith::sim::wave::PERIOD;
use lanesmith::unit::Hardware;
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::counterexample::datapath;
use lanesmith::units::brew::rtl as brew;
use lanesmith::units::brew::testbench::{Lockstep, random_program};
use lanesmith::units::defaults;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::evaluate_control;
use std::path::{Path, PathBuf};
use std::process::Command;
use wellen::simple::Waveform;

/// Runs a line of a shell in `folder` in which `lanesmith` is this one: exit status and standard output.
pub fn shell(folder: &Path, line: &str) -> (i32, String) {
    let own = Path::new(env!("CARGO_BIN_EXE_lanesmith")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", format!("{}:{path}", own.display()))
        .current_dir(folder)
        .output()
        .expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stderr), "", "{line}");
    (output.status.code().expect("no signal"), text(&output.stdout))
}

/// The number of the first fault whose description begins with this text.
pub fn numbered(flat: &Flat, text: &str) -> usize {
    let number = faults(flat)
        .iter()
        .position(|fault| fault.describe(flat).starts_with(text));
    number.unwrap_or_else(|| panic!("no fault {text}"))
}

/// What is behind `label` on a line of its own.
fn after<'a>(out: &'a str, label: &str) -> &'a str {
    let found = out.lines().find_map(|line| line.strip_prefix(label));
    found.unwrap_or_else(|| panic!("no `{label}` in\n{out}"))
}

/// The waves of a counterexample; every row that its save file names is in them.
fn waves(folder: &Path) -> (Waveform, String) {
    let waves = wellen::simple::read(folder.join("case.vcd")).expect("a readable VCD");
    let save = std::fs::read_to_string(folder.join("case.gtkw")).expect("a save file");
    let hierarchy = waves.hierarchy();
    let declared: Vec<String> = hierarchy
        .all_vars()
        .map(|var| hierarchy[var].full_name(hierarchy))
        .collect();
    let named = save.lines().filter(|line| line.starts_with("testbench."));
    let named: Vec<&str> = named.map(|line| line.split('[').next().expect("a name")).collect();
    assert!(named.len() > 4, "{save}");
    for name in named {
        assert!(
            declared.iter().any(|declared| declared == name),
            "{name} is not in the waves"
        );
    }
    (waves, save)
}

/// The cycle that a save file marks.
fn marked(save: &str) -> u64 {
    let line = save.lines().find(|line| line.starts_with('*')).expect("a marker");
    let time: u64 = line.split(' ').nth(1).expect("a time").parse().expect("a marked cycle");
    time / PERIOD
}

/// Runs `line`, which finds a mismatch, and what it says repeats it. Returns the counterexample's folder.
pub fn found_and_repeated(folder: &Path, line: &str) -> PathBuf {
    let (status, out) = shell(folder, line);
    assert_eq!(status, 1, "{line}\n{out}");
    let left = after(&out, "counterexample: ")
        .split("; to look at it")
        .next()
        .expect("a folder");
    let repeat = after(&out, "repeat: ");
    let (status, again) = shell(folder, repeat);
    assert_eq!(status, 1, "{repeat}\n{again}");
    let explanation = std::fs::read_to_string(folder.join(left).join("explanation.txt")).expect("an explanation");
    assert!(explanation.contains(repeat), "{explanation}");
    folder.join(left)
}

#[test]
fn a_fault_of_the_alu_is_left_as_one_instruction_with_waves_that_show_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for fault in [100, 1500] {
        for (options, top) in [("", "video_alu"), ("--core --latency 2 ", "video_core")] {
            let line = format!("lanesmith simulate {options}--random 3000 --stalls bursts --fault {fault}");
            let left = found_and_repeated(folder.path(), &line);
            let vectors = std::fs::read_to_string(left.join("case.csv")).expect("vectors");
            assert_eq!(vectors.lines().count(), 2, "{vectors}");
            let (mut waves, save) = waves(&left);
            let cycle = marked(&save);
            let expected = vectors.trim_end().rsplit_once(",0x").expect("a result").1;
            let expected = u64::from_str_radix(expected, 16).expect("a number");
            let d = if top == "video_alu" { "out_d" } else { "d" };
            let mut shown = |name: &str| read(&mut waves, &format!("testbench.{name}"), cycle);
            assert_ne!(shown(&format!("{top}.{d}")), expected, "{fault}");
            if top == "video_alu" {
                assert_eq!(shown("response.mismatch"), 1, "{fault}");
                assert_eq!(shown("response.expected"), expected, "{fault}");
            }
        }
    }
}

#[test]
fn a_fault_of_the_datapath_is_left_as_a_short_program_with_its_stalls() {
    let folder = tempfile::tempdir().expect("a folder");
    let luma = Path::new(env!("CARGO_MANIFEST_DIR")).join("sim/programs/luma.s");
    let flat = Flat::new(&brew::design(&brew::DatapathConfig::full()).expect("a design")).expect("a flat design");
    for what in [
        "stuck register of register instruction_origin_q_word1: bit 14 stuck at 1",
        "stuck register of register execute_q_barriers: bit 0 stuck at 0",
    ] {
        let fault = numbered(&flat, what);
        let line = format!(
            "lanesmith run '{}' --engine native --gaps heavy --seed 3 --fault {fault}",
            luma.display()
        );
        let left = found_and_repeated(folder.path(), &line);
        let (mut waves, save) = waves(&left);
        let cycle = marked(&save);
        assert_eq!(read(&mut waves, "testbench.expected.mismatch", cycle), 1);
        assert_eq!(read(&mut waves, "testbench.brew_datapath.retire_valid", cycle), 1);
    }
}

#[test]
fn the_waves_of_a_mismatch_are_those_of_the_run_that_had_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = brew::DatapathConfig::full();
    let flat = Flat::new(&brew::design(&config).expect("a design")).expect("a flat design");
    let fault = numbered(
        &flat,
        "stuck register of register instruction_origin_q_word1: bit 14 stuck at 1",
    );
    let hardware = Hardware::new(Datapath(config).selection(), EngineKind::Native, Some(fault)).expect("hardware");
    let program = random_program(&mut Random::new(1), 200);
    let mut lockstep = Lockstep::new(hardware.engine(false).expect("an engine"), config);
    let mismatch = lockstep.run(&program, Profile::Heavy, 9).expect_err("a mismatch");
    let left = datapath(&hardware, &mismatch, folder.path())
        .expect("files")
        .expect("a mismatch");
    assert!(left.repeat.contains("--gaps heavy --seed 9"), "{}", left.repeat);
    let (mut waves, save) = waves(folder.path());
    let cycle = marked(&save);
    assert_eq!(cycle, mismatch.cycle);
    let offers: Vec<u64> = (2..cycle)
        .map(|cycle| read(&mut waves, "testbench.brew_datapath.in_valid", cycle))
        .collect();
    assert!(offers.contains(&0) && offers.contains(&1), "{offers:?}");
    assert_eq!(read(&mut waves, "testbench.expected.mismatch", cycle), 1);
}

#[test]
fn a_row_that_is_computed_otherwise_is_left_alone_with_waves_of_the_hardware() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write(
        "v.csv",
        "instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n\"vsub4.u32.u32.u32 r1, r2, r3, r4\",1,1,0,7\n",
    );
    write(
        "b.csv",
        "words,a_type,a,b_type,b,d_type,d\n1432,4,7fff0001,4,00010001,4,7fff0002\n1432,4,7fff0001,4,00010001,4,80000002\n",
    );
    write("w.csv", "word,length,status\n1100,1,ok\n1101,2,ok\n");
    for (file, name, part) in [
        ("v.csv", "v-3", "lane 0 0x00 instead of 0x07"),
        ("b.csv", "b-3", "32768  32767"),
        ("w.csv", "w-3", "length and legality"),
    ] {
        let line = format!("lanesmith check --engine native {file} --counterexample \"it's left here\"");
        let left = found_and_repeated(folder.path(), &line);
        assert_eq!(
            left,
            folder
                .path()
                .join("it's left here")
                .join(name)
                .components()
                .collect::<PathBuf>()
        );
        let explanation = std::fs::read_to_string(left.join("explanation.txt")).expect("an explanation");
        assert!(explanation.contains(part), "{explanation}");
        assert_eq!(
            std::fs::read_to_string(left.join("case.csv"))
                .expect("a row")
                .lines()
                .count(),
            2
        );
        if file != "w.csv" {
            waves(&left);
        }
    }
}

#[test]
fn nothing_is_left_where_nothing_is_wanted_or_nothing_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, status) in [
        ("lanesmith simulate --random 500 --fault 100 --no-counterexample", 1),
        ("lanesmith simulate --random 500", 0),
        ("lanesmith simulate --core --random 500 --stalls heavy", 0),
        ("lanesmith simulate --random 500 --reset-at 77 --stalls bursts", 0),
    ] {
        assert_eq!(shell(folder.path(), line).0, status, "{line}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "{line}");
    }
}

/// The words of a claim as its file has them.
fn claim(folder: &Path, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(folder.join("claim.txt")).expect("the claim");
    let digits = text.lines().find_map(|line| line.strip_prefix(&format!("{name} = 0x")));
    digits.map(|digits| u64::from_str_radix(digits, 16).expect("a number"))
}

#[test]
fn a_refuted_transfer_is_left_as_its_instruction_and_as_the_claims_own_clocks() {
    let folder = tempfile::tempdir().expect("a folder");
    let left = found_and_repeated(folder.path(), "lanesmith prove --method built-in --fault 100");
    waves(&left);
    let [control, a, b, c] = ["control", "a", "b", "c"].map(|name| claim(&left, name).expect("a part"));
    let expected = evaluate_control(Control(control), a as u32, b as u32, c as u32);
    let mut clocks = wellen::simple::read(left.join("claim.vcd")).expect("a readable VCD");
    assert_eq!(read(&mut clocks, "testbench.video_alu.in_control", 0), control);
    assert_eq!(read(&mut clocks, "testbench.claim.clock", 3), 3);
    assert_ne!(read(&mut clocks, "testbench.video_alu.out_d", 3), u64::from(expected));
    let save = std::fs::read_to_string(left.join("claim.gtkw")).expect("a save file");
    let shown = read(&mut clocks, "testbench.video_alu.out_d", marked(&save));
    assert_ne!(shown, u64::from(expected), "{save}");
}

#[test]
fn a_refuted_handshake_is_left_as_traffic_that_fails_and_as_clocks_from_the_claims_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let flat = Flat::new(&defaults()[0].design().expect("a design")).expect("a flat design");
    for what in [
        "lost stall of register handshake.valid_1_q",
        "lost reset of register handshake.valid_1_q",
    ] {
        let fault = numbered(&flat, what);
        let line = format!("lanesmith prove --method built-in --fault {fault}");
        let left = found_and_repeated(folder.path(), &line);
        waves(&left);
        let mut clocks = wellen::simple::read(left.join("claim.vcd")).expect("a readable VCD");
        let state = |clocks: &mut Waveform, cycle| read(clocks, "testbench.video_alu.handshake.valid_1_q", cycle);
        assert_eq!(
            state(&mut clocks, 0),
            claim(&left, "state handshake.valid_1_q").expect("the state"),
            "{what}"
        );
        if what.contains("stall") {
            // A clock in which the unit was not ready.
            assert_eq!(read(&mut clocks, "testbench.video_alu.in_ready", 0), 0);
            assert_ne!(state(&mut clocks, 0), state(&mut clocks, 1));
        } else {
            assert_eq!(read(&mut clocks, "testbench.video_alu.reset", 0), 1);
            assert!((1..4).any(|cycle| read(&mut clocks, "testbench.video_alu.out_valid", cycle) == 1));
        }
    }
}

#[test]
fn a_refuted_claim_about_the_datapath_is_left_as_a_program_and_as_clocks_from_its_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let selection = Datapath(brew::DatapathConfig::full()).selection();
    // Bytes 1 and 3 get a carry in, which changes the sum.
    let flat = Flat::new(&brew::design(&brew::DatapathConfig::full()).expect("a design")).expect("a flat design");
    let fault = numbered(&flat, "stuck register of register execute_q_barriers: bit 1 stuck at 1");
    let hardware = Hardware::new(selection, EngineKind::Native, Some(fault)).expect("hardware");
    let port = |name: &str, clock| ClaimInput::Port {
        name: name.to_owned(),
        run: 0,
        clock,
    };
    let inputs = [
        (ClaimInput::from("word0"), 0xa432),
        (ClaimInput::state("asynchronous_0.memory[2]"), 0x1234),
        (ClaimInput::state("asynchronous_0.memory[3]"), 0x0111),
        (ClaimInput::state("register_types.codes_2_q"), 1),
        (port("in_valid", 0), 1),
        (port("in_word0", 0), 0xa432),
        (port("in_valid", 1), 0),
    ];
    let refuted = Refutation {
        claim: "an addition".to_owned(),
        inputs: inputs.into(),
    };
    let left = refutation(&hardware, &refuted, folder.path()).expect("files");
    assert!(left.explanation.contains("by lanes of int"), "{}", left.explanation);
    assert!(left.repeat.starts_with("lanesmith run "), "{}", left.repeat);
    waves(folder.path());
    let mut clocks = wellen::simple::read(folder.path().join("claim.vcd")).expect("a readable VCD");
    assert_eq!(
        read(&mut clocks, "testbench.brew_datapath.register_types.codes_2_q", 0),
        1
    );
    assert_eq!(read(&mut clocks, "testbench.brew_datapath.in_word0", 0), 0xa432);
}
