//! Programs on real cores: what plain C, the unit and golden leave in memory is the same.

use super::instructions;
use crate::skip::skipped;
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::demo::{CoreSimulator, KERNELS, RiscvCore, host};
use std::process::Command;

/// The kernels at both latencies; every instruction at the second, for one machine takes long to build.
fn check(core: RiscvCore, latencies: [u32; 2]) {
    for latency in latencies {
        let checked = CoreSimulator::new(core, latency).and_then(|machine| {
            kernels(core, latency, &machine)?;
            match latency {
                0 => Ok(()),
                _ => instructions::check(core, &machine),
            }
        });
        match checked {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            checked => checked.expect("a machine and its runs"),
        }
    }
}

fn kernels(core: RiscvCore, latency: u32, machine: &CoreSimulator) -> Result<(), EngineError> {
    for kernel in &KERNELS {
        let measured = machine.run(kernel, 3)?;
        assert_eq!(measured.fault(kernel), None, "{} on {core:?}", kernel.name);
        let (plain, unit) = (measured.plain_times, measured.unit_times);
        println!(
            "{core:?}, latency {latency}, {}: plain C {plain:?}, with the unit {unit:?}",
            kernel.name
        );
        for [plain, unit] in [[plain.all, unit.all], [plain.inner, unit.inner]] {
            assert!(
                unit > 0 && plain > 2 * unit,
                "{}: {plain} and {unit} cycles",
                kernel.name
            );
        }
        assert!(plain.inner < plain.all && unit.inner < unit.all, "{}", kernel.name);
    }
    Ok(())
}

#[test]
fn on_picorv32_kernels_take_less_than_half_the_cycles_and_every_instruction_leaves_what_golden_says() {
    check(RiscvCore::Picorv32, [0, 5]);
}

#[test]
fn on_vexriscv_kernels_take_less_than_half_the_cycles_and_every_instruction_leaves_what_golden_says() {
    check(RiscvCore::Vexriscv, [0, 3]);
}

#[test]
fn on_cv32e40x_kernels_take_less_than_half_the_cycles_and_every_instruction_leaves_what_golden_says() {
    check(RiscvCore::Cv32e40x, [0, 3]);
}

#[test]
fn interrupts_on_cv32e40x_kill_instructions_that_the_unit_holds_and_change_no_result() {
    for latency in [0, 4] {
        let machine = match CoreSimulator::interrupted(latency) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            machine => machine.expect("a machine"),
        };
        let median = KERNELS.iter().find(|kernel| kernel.name == "median").expect("a kernel");
        let measured = match machine.run(median, 3) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            measured => measured.expect("a run in which instructions are killed"),
        };
        assert_eq!(measured.fault(median), None);
    }
}

#[test]
fn kernels_in_portable_c_leave_what_golden_says() {
    for kernel in &KERNELS {
        for seed in 1..4 {
            let measured = match host(kernel, seed) {
                Err(EngineError::Unavailable(why)) => return skipped(why),
                measured => measured.expect("a run"),
            };
            assert_eq!(measured.fault(kernel), None, "{}", kernel.name);
        }
    }
}

/// `lanesmith demo` in a folder of its own: exit status, standard output, standard error.
fn demo(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.current_dir(folder.path()).arg("demo").args(arguments);
    let output = command.output().expect("a run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn options_that_play_no_part_in_a_demonstration_are_refused() {
    for (arguments, expected) in [
        (
            &["sad", "--core", "none", "--fpga", "ecp5"][..],
            "error: --fpga has no effect here: --core none is not hardware; leave it out\n",
        ),
        (
            &["--core", "none", "--latency", "1"],
            "error: --latency has no effect here: --core none has no unit in hardware; leave it out\n",
        ),
        (
            &["sad", "--core", "none", "--pictures", "there"],
            "error: --pictures has no effect here: the kernel sad does not work on images; leave it out\n",
        ),
    ] {
        let (status, out, errors) = demo(arguments);
        assert_eq!(
            (status, out.as_str(), errors.as_str()),
            (Some(2), "", expected),
            "{arguments:?}"
        );
    }
}

#[test]
fn this_computer_shows_operations_and_results_and_the_verdict_of_all_runs() {
    if let Err(EngineError::Unavailable(why)) = host(&KERNELS[0], 1) {
        return skipped(why);
    }
    let (status, out, errors) = demo(&["--core", "none"]);
    assert_eq!(status, Some(0), "{errors}");
    let row = |name: &str| {
        let mut lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines
            .find(|words| words.first() == Some(&name))
            .unwrap_or_else(|| panic!("{name}: {out}"))
    };
    for kernel in &KERNELS {
        let measured = host(kernel, 1).expect("a run");
        let row = row(kernel.name);
        let first = format!("{:#010x}", (kernel.golden)(&measured.input)[0]);
        assert_eq!([row[2], row[3]], [&measured.unit.len().to_string(), &first], "{row:?}");
        assert!(row[1].parse::<u32>().expect("a number") > 100, "{row:?}");
    }
    // A row of 128 words, the swaps before and behind it.
    assert_eq!(row("sad")[1], "131");
    let verdict = "results equal golden's in all 12 runs: 6 kernels in plain C and with the unit";
    assert_eq!(out.lines().last(), Some(verdict));
}

/// What a command writes to a terminal.
#[cfg(target_os = "linux")]
fn on_terminal(command: &mut Command) -> String {
    use std::io::Read;
    use std::os::fd::{FromRawFd, OwnedFd};
    let (mut master, mut slave) = (0, 0);
    let null = std::ptr::null_mut();
    // SAFETY: both numbers are valid for writing, and the other arguments may be null.
    let failed = unsafe { libc::openpty(&mut master, &mut slave, null, std::ptr::null(), std::ptr::null()) };
    assert_eq!(failed, 0, "a terminal");
    // SAFETY: both are open, and nobody else's.
    let (master, slave) = unsafe { (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave)) };
    let mut child = command
        .stderr(slave)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("a run");
    // The terminal ends with the last process that has it.
    command.stderr(std::process::Stdio::null());
    let mut text = vec![];
    // Linux ends a terminal with an error.
    let _ = std::fs::File::from(master).read_to_end(&mut text);
    child.wait().expect("a status");
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn the_bar_says_what_is_compiled() {
    if let Err(EngineError::Unavailable(why)) = host(&KERNELS[0], 1) {
        return skipped(why);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.args(["demo", "--core", "none"]).env("TERM", "xterm");
    let shown = on_terminal(&mut command);
    assert!(shown.contains("compiling and running sad"), "{shown:?}");
    assert!(shown.contains("compiling and running median"), "{shown:?}");
}

#[test]
fn a_wrong_word_of_either_program_is_told() {
    let kernel = KERNELS.iter().find(|kernel| kernel.name == "blend").expect("a kernel");
    let mut measured = match host(kernel, 1) {
        Err(EngineError::Unavailable(why)) => return skipped(why),
        measured => measured.expect("a run"),
    };
    measured.unit[5] ^= 1;
    let told = measured.fault(kernel).expect("a fault");
    assert!(told.starts_with("C with the unit: word 5 is "), "{told}");
    measured.plain[3] ^= 0x100;
    let told = measured.fault(kernel).expect("a fault");
    assert!(told.starts_with("plain C: word 3 is "), "{told}");
}

#[test]
fn alignments_end_below_and_at_the_greatest_score() {
    let kernel = KERNELS.iter().find(|kernel| kernel.name == "align").expect("a kernel");
    let measured = match host(kernel, 1) {
        Err(EngineError::Unavailable(why)) => return skipped(why),
        measured => measured.expect("a run"),
    };
    let scores = measured.unit[0].to_le_bytes();
    assert!(
        scores.contains(&255) && scores.iter().any(|score| *score < 255),
        "{scores:?}"
    );
}

#[test]
fn pictures_are_what_the_kernel_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.current_dir(folder.path());
    let output = command
        .args(["demo", "threshold", "--core", "none", "--pictures", "there"])
        .output()
        .expect("a run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("cc not found") {
        return skipped(said);
    }
    assert_eq!(output.status.code(), Some(0), "{said}");
    let pixels = |name: &str| {
        let file = std::fs::File::open(folder.path().join("there").join(name)).expect("a picture");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("an image");
        assert_eq!((info.width, info.height), (64, 32));
        assert_eq!(info.color_type, png::ColorType::Grayscale);
        pixels
    };
    let (before, after) = (pixels("threshold-in.png"), pixels("threshold-out.png"));
    assert!(before.iter().any(|pixel| *pixel >= 128) && before.iter().any(|pixel| *pixel < 128));
    for (before, after) in before.iter().zip(after) {
        assert_eq!(after, if *before >= 128 { 255 } else { 0 });
    }
}

#[test]
fn demo_names_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command
        .current_dir(folder.path())
        .env("PATH", "")
        .env_remove("LANESMITH_CORES");
    let output = command.args(["demo", "sad"]).output().expect("a run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("pythondata-cpu-picorv32 not found"), "{said}");
}
