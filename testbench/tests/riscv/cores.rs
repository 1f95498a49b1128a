//! Programs on real cores: what plain C, the unit and golden leave in memory is the same.

use super::instructions;
use crate::skip::skipped;
use assert_cmd::Command;
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::demo::{Core, KERNELS, Machine, host};

/// The kernels at both latencies; every instruction at the second, for one machine takes long to build.
fn check(core: Core, latencies: [u32; 2]) {
    for latency in latencies {
        let checked = Machine::new(core, latency).and_then(|machine| {
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

fn kernels(core: Core, latency: u32, machine: &Machine) -> Result<(), EngineError> {
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
    check(Core::Picorv32, [0, 5]);
}

#[test]
fn on_vexriscv_kernels_take_less_than_half_the_cycles_and_every_instruction_leaves_what_golden_says() {
    check(Core::Vexriscv, [0, 3]);
}

#[test]
fn on_cv32e40x_kernels_take_less_than_half_the_cycles_and_every_instruction_leaves_what_golden_says() {
    check(Core::Cv32e40x, [0, 3]);
}

#[test]
fn interrupts_on_cv32e40x_kill_instructions_that_the_unit_holds_and_change_no_result() {
    for latency in [0, 4] {
        let machine = match Machine::interrupted(latency) {
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

#[test]
fn this_computer_has_no_cells() {
    let mut command = Command::cargo_bin("lanesmith").expect("the program");
    let output = command
        .args(["demo", "sad", "--core", "none", "--fpga", "ecp5"])
        .output();
    let output = output.expect("a run");
    if let Err(EngineError::Unavailable(why)) = host(&KERNELS[0], 1) {
        return skipped(why);
    }
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && said.contains("none is no hardware"),
        "{said}"
    );
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
    let mut command = Command::cargo_bin("lanesmith").expect("the program");
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
    let mut command = Command::cargo_bin("lanesmith").expect("the program");
    command
        .current_dir(folder.path())
        .env("PATH", "")
        .env_remove("LANESMITH_CORES");
    let output = command.args(["demo", "sad"]).output().expect("a run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("pythondata-cpu-picorv32 not found"), "{said}");
}
